package cmdline

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Parse parses the flags in args. The name of the set is the line that shows how the command is
// used. The help that -h asks for goes to out, and the error is [flag.ErrHelp]. For a wrong flag, one
// that follows other arguments, and flags that do not fit together by the rules, the error names it
// and shows that line, and nothing is printed.
func Parse(flags *flag.FlagSet, args []string, out io.Writer, rules ...Rule) error {
	var help strings.Builder
	flags.SetOutput(&help)
	err := flags.Parse(args)
	if err == flag.ErrHelp {
		_, failed := io.WriteString(out, help.String())
		return cmp.Or(failed, err)
	}
	if err == nil {
		err = cmp.Or(checkOrder(flags, args), Check(Given(flags), rules))
	} else if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		if near := Nearest(name, names); near != "" {
			err = fmt.Errorf("%w: did you mean -%s?", err, near)
		}
	}
	if err != nil {
		return fmt.Errorf("%w\nusage: %s", err, flags.Name())
	}
	return nil
}

// checkOrder returns an error for what looks like a flag among the other arguments. After "--" nothing
// does.
func checkOrder(flags *flag.FlagSet, args []string) error {
	if at := len(args) - flags.NArg(); at > 0 && args[at-1] == "--" {
		return nil
	}
	for _, arg := range flags.Args() {
		if len(arg) > 1 && arg[0] == '-' && (arg[1] < '0' || arg[1] > '9') {
			return fmt.Errorf("%s comes after %s: flags come first; a file with this name is ./%s", arg, flags.Arg(0), arg)
		}
	}
	return nil
}

// Given returns the flags that were given, with their last values.
func Given(flags *flag.FlagSet) map[string]string {
	given := map[string]string{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = f.Value.String() })
	return given
}

// A Positive is a flag whose value is a number from 1 on.
type Positive int

// Set implements [flag.Value].
func (p *Positive) Set(s string) error {
	n, err := strconv.Atoi(s)
	if *p = Positive(n); err != nil || n < 1 {
		return errors.New("want a number from 1 on")
	}
	return nil
}

// String implements [flag.Value]. The zero Positive, which stands for a flag that is not
// set, is "".
func (p *Positive) String() string {
	if p == nil || *p == 0 {
		return ""
	}
	return strconv.Itoa(int(*p))
}

// A Rule says which flags of a command do not fit together. Flags are separated by spaces. The
// form "format=csv" means that the flag has this value, alone or in a list.
type Rule struct {
	Flags    string
	Needs    string // each of the flags needs one of these
	Excludes string // the flags cannot be used together with any of these
}

// Check returns an error for the first rule that the flags which were given break.
func Check(given map[string]string, rules []Rule) error {
	has := func(name string) bool {
		name, want, isValue := strings.Cut(name, "=")
		value, ok := given[name]
		return ok && value != "false" && (!isValue || slices.Contains(strings.Split(value, ","), want))
	}
	text := func(name string) string { return "-" + strings.ReplaceAll(name, "=", " ") }
	for _, rule := range rules {
		needs, excludes := strings.Fields(rule.Needs), strings.Fields(rule.Excludes)
		for _, name := range strings.Fields(rule.Flags) {
			if !has(name) {
				continue
			}
			if len(needs) > 0 && !slices.ContainsFunc(needs, has) {
				for i := range needs {
					needs[i] = text(needs[i])
				}
				return fmt.Errorf("%s needs %s", text(name), strings.Join(needs, " or "))
			}
			if i := slices.IndexFunc(excludes, has); i >= 0 {
				return fmt.Errorf("%s cannot be combined with %s", text(name), text(excludes[i]))
			}
		}
	}
	return nil
}

// Nearest returns the name that a misspelled word may stand for, or "".
func Nearest(word string, names []string) (nearest string) {
	least := 1 + max(len(word)/3, 1)
	for _, name := range names {
		if d := distance(word, name); d < least {
			nearest, least = name, d
		}
	}
	return nearest
}

// distance returns the number of letters to change, insert, or delete to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// ParseProgram parses the command line of a program with the flags of [flag.CommandLine]. The usage
// is the line that shows how the program is used. The program ends after -h, with status 0, and
// after a wrong flag, with status 2.
func ParseProgram(usage string) {
	flags := flag.CommandLine
	flags.Init(usage, flag.ContinueOnError)
	flags.Usage = nil // the usual one, with the name of the set
	err := Parse(flags, os.Args[1:], os.Stdout)
	flags.SetOutput(os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(0)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// IsTerminal reports whether w is a terminal. The null device, which is a character device too, is
// none.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
