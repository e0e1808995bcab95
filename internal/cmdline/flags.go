package cmdline

import (
	"encoding"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Flags are the flags of a command, whose help may have groups.
type Flags struct {
	*flag.FlagSet
	groups []flagGroup             // the first is that of the flags before the first title
	reads  func(file string) error // notes that a file is read
}

// A flagGroup is a group of flags.
type flagGroup struct {
	title string
	flags []string
}

// NewFlags returns the flags of a command. The usage is the line that shows how the command is used. The
// function reads is called before a file of values is opened.
func NewFlags(usage string, reads func(file string) error) *Flags {
	return &Flags{flag.NewFlagSet(usage, flag.ContinueOnError), make([]flagGroup, 1), reads}
}

// Group begins a group with a title, or with a longer text. The flags that are added from now on belong to it,
// and the help has groups.
func (g *Flags) Group(title string) {
	g.groups = append(g.groups, flagGroup{title: title})
	g.Usage = func() { io.WriteString(g.Output(), g.help()) }
}

// Add adds a flag with a value that parse reads. A flag that begins with @ names a file whose lines
// are values.
func (g *Flags) Add(name, usage string, parse func(string) error) {
	g.parsed(name, usage, func(s string) error {
		file, isFile := strings.CutPrefix(s, "@")
		if !isFile {
			return parse(s)
		}
		if err := g.reads(file); err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			if err := parse(line); err != nil {
				return fmt.Errorf("%s:%d: %w", file, i+1, err)
			}
		}
		return nil
	})
}

// A value is the value of a flag that a function parses.
type value struct {
	parse func(string) error
	text  string // as it was given last
}

// Set implements [flag.Value].
func (v *value) Set(s string) error {
	v.text = s
	return v.parse(s)
}

// String implements [flag.Value].
func (v *value) String() string { return v.text }

// parsed adds a flag with a value that parse reads.
func (g *Flags) parsed(name, usage string, parse func(string) error) {
	g.Note(name)
	g.Var(&value{parse: parse}, name, usage)
}

// Note notes that a flag belongs to the last group. The methods that add flags do so.
func (g *Flags) Note(name string) {
	last := &g.groups[len(g.groups)-1]
	last.flags = append(last.flags, name)
}

// Text adds a flag whose value is text.
func (g *Flags) Text(p *string, name, usage string) {
	g.parsed(name, usage, func(s string) error {
		if *p = s; s == "" {
			return errors.New("must not be empty")
		}
		return nil
	})
}

// Value adds a flag whose value reads itself.
func (g *Flags) Value(p encoding.TextUnmarshaler, name, usage string) {
	g.parsed(name, usage, func(s string) error { return p.UnmarshalText([]byte(s)) })
}

// Number adds a flag whose value is a number from 1 on.
func (g *Flags) Number(p *int, name, usage string) {
	g.Note(name)
	g.Var((*Positive)(p), name, usage)
}

// On adds a flag without a value.
func (g *Flags) On(p *bool, name, usage string) {
	g.Note(name)
	g.BoolVar(p, name, false, usage)
}

// One adds a flag whose value parse reads. The last one counts.
func One[T any](g *Flags, p *T, name, usage string, parse func(string) (T, error)) {
	g.Add(name, usage, func(s string) (err error) {
		*p, err = parse(s)
		return err
	})
}

// Choice adds a flag whose value is one of several names, which stand for the numbers from first on.
func Choice[T ~uint8](g *Flags, p *T, first T, name, usage string, names ...string) {
	One(g, p, name, usage, func(s string) (T, error) {
		i := slices.Index(names, s)
		if i < 0 {
			return 0, fmt.Errorf("want one of %s", strings.Join(names, ", "))
		}
		return first + T(i), nil
	})
}

// help returns the help.
func (g *Flags) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s\n", g.Name())
	for _, group := range g.groups[1:] {
		fmt.Fprintf(&b, "\n%s\n", group.title)
		for _, name := range group.flags {
			value, usage := flag.UnquoteUsage(g.Lookup(name))
			if _, isBool := g.Lookup(name).Value.(interface{ IsBoolFlag() bool }); isBool {
				value = ""
			}
			usage = strings.ReplaceAll(usage, "\n", fmt.Sprintf("\n%25s", ""))
			fmt.Fprintf(&b, "  %-22s %s\n", strings.TrimSpace("-"+name+" "+value), usage)
		}
	}
	return b.String()
}
