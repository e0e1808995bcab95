package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/source"
)

// A command is what the program can do.
type command struct {
	name    string // one word, or two as in "book make"
	args    string // what follows the name, or "" if nothing may
	summary string
	needs   string // the arguments that must follow the flags, or ""
	rules   []cmdline.Rule

	// define adds the flags of the command, and returns what it does when they are parsed. If that returns an
	// error, the exit status is 2. Otherwise it is that of the invocation.
	define func(*invocation) (run func() error)
}

// commands are all commands. They are set here because help and completion list them.
var commands []command

func init() {
	commands = []command{
		{"check", "[flags] FILE...", "report syntax errors and illegal moves in PGN files", "at least one file", checkRules, check},
		{"judge", "[flags] FILE...", "report records that contradict the rules or themselves", "at least one file", checkRules, judge},
		{"fmt", "[-l] [-d] [-w] [-fix] [-language NAME] [FILE...]", "write PGN files in the standard's export form",
			"", []cmdline.Rule{{Flags: "fix", Needs: "w"}}, format},
		{"select", "[conditions] [output] FILE...", "select games by players, ratings, dates, openings, positions, or material",
			"at least one file", nil, selectGames},
		{"explore", "-table DIR [flags] FILE...", "count how often each move was played in each position; -fen FEN looks a position up",
			"", exploreRules, exploreTable},
		{"perft", "[-divide] [-chess960] [-workers N] [-hash N] FEN DEPTH", "count the leaves of the legal move tree",
			"a FEN and a depth", nil, perft},
		{"book make", "-o FILE [flags] GAMES...", "make a Polyglot opening book from PGN files", "PGN files", nil, bookTask((*bookRun).make).define},
		{"book merge", "-o FILE BOOK...", "write a book with the moves of several", "books", nil, bookTask((*bookRun).merge).define},
		{"book edit", "-o FILE [-fen FEN] [-set MOVE=WEIGHT] [-delete MOVE] [-clean] BOOK",
			"change moves of a position; the book need not be sorted", "a book",
			[]cmdline.Rule{{Flags: "fen", Needs: "set delete clean"}}, bookTask((*bookRun).edit).define},
		{"book list", "BOOK", "print all entries: key, move, weight, learn", "a book", nil, bookTask((*bookRun).list).define},
		{"book look", "[-fen FEN] BOOK", "print the moves of a position and their shares", "a book", nil, bookTask((*bookRun).look).define},
		{"show", "[flags] FEN", "print a position and its legal moves, or draw it", "a FEN", showRules, show},
		{"verify", "DIR...", "compare the files of endgame tables with their checksums", "a folder of endgame tables", nil, noFlags(verify)},
		{"help", "[COMMAND]", "print this text, or the flags of a command", "", nil, noFlags(help)},
		{"completion", "bash|zsh|fish", "print what the shell must read to complete commands and flags",
			"the name of a shell: bash, zsh, or fish", nil, noFlags(completion)},
		{"version", "", "print the version and the revision", "", nil, noFlags(version)},
	}
}

// tasks returns the commands whose names begin with a word, or all for "".
func tasks(word string) []command {
	return slices.DeleteFunc(slices.Clone(commands), func(c command) bool { return word != "" && !strings.HasPrefix(c.name, word+" ") })
}

// usage returns what the tasks of a command do, or all commands for "".
func usage(word string) string {
	b := []byte("usage:\n")
	for _, c := range tasks(word) {
		b = fmt.Appendf(b, "\tshakki %s\n\t        %s\n", strings.TrimSpace(c.name+" "+c.args), c.summary)
	}
	if word == "" {
		b = append(b, notes...)
	}
	return string(b)
}

const notes = `
The exit status is 1 if a record has an error, a mistake, or another form than fmt -d writes, and 2 if a
file cannot be read or written or the command line is wrong. A FILE may be "-" for standard input, a
folder, or compressed (.gz, .bz2, .zst). The FEN may be "startpos".
`

func main() {
	source.ReportFileLimit()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// An invocation is one run of a command.
type invocation struct {
	name   string // of the command
	flags  *cmdline.Flags
	out    *bufio.Writer // to standard output
	status int           // the exit status

	reported string // the last error

	door source.Door // opens all files, and has the standard ones
	bar  progress
}

func run(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) > 1 && args[0] == "help" && args[1] != "help" {
		args = append(args[1:], "-h")
	}
	r := &invocation{out: bufio.NewWriter(out), door: source.Door{In: in, Out: out, Err: errs}}
	r.bar.out = errs
	defer r.door.Close()
	if err := r.execute(args); !errors.Is(err, flag.ErrHelp) {
		r.report(err)
	}
	r.report(r.out.Flush())
	return r.status
}

// execute runs the command that the arguments name, or prints how the program is used.
func (r *invocation) execute(args []string) error {
	name := ""
	for name == "" || len(tasks(name)) > 0 {
		if len(args) == 0 || args[0] == "" {
			r.raise(2)
			_, err := io.WriteString(r.door.Err, usage(name))
			return err
		}
		word := args[0]
		switch word {
		case "-h", "-help", "--help":
			_, err := r.out.WriteString(usage(name))
			return err
		case "-version", "--version":
			word = "version"
		}
		name, args = strings.TrimSpace(name+" "+word), args[1:]
	}
	var names []string
	for _, c := range commands {
		if c.name == name {
			return r.start(c, args)
		}
		first, _, _ := strings.Cut(c.name, " ")
		names = append(names, c.name, first)
	}
	hint := "shakki help lists the commands"
	if near := cmdline.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return fmt.Errorf("no command %q: %s", name, hint)
}

// define prepares to parse the flags of a command, and returns what it does then.
func (r *invocation) define(c command) (run func() error) {
	r.name = c.name
	r.flags = cmdline.NewFlags(strings.TrimSpace("shakki "+c.name+" "+c.args), r.door.Reads)
	return c.define(r)
}

// start runs a command. The error is [flag.ErrHelp] if help was asked for, which it prints.
func (r *invocation) start(c command, args []string) error {
	run := r.define(c)
	err := cmdline.Parse(r.flags.FlagSet, args, r.out, c.rules...)
	switch {
	case err != nil:
		return err
	case c.needs != "" && r.flags.NArg() == 0:
		return fmt.Errorf("%s needs %s", c.name, c.needs)
	case c.args == "" && r.flags.NArg() > 0:
		return fmt.Errorf("%s does not take %q", c.name, r.flags.Arg(0))
	}
	return run()
}

// report prints an error, unless it is nil, after what has been printed so far. The exit status is then 2.
func (r *invocation) report(err error) {
	if err == nil {
		return
	}
	r.raise(2)
	r.out.Flush()
	if text := err.Error(); text != r.reported { // such as that of a full disk, which each write has
		fmt.Fprintln(r.door.Err, "shakki:", text)
		r.reported = text
	}
}

// fault prints an error in a record, with which the exit status is 1.
func (r *invocation) fault(file string, f *chess.PGNError) {
	r.raise(1)
	p := problemOf(file, f)
	fmt.Fprintln(r.door.Err, &p)
}

// raise sets the exit status if it is higher than what it was.
func (r *invocation) raise(status int) { r.status = max(r.status, status) }

// noFlags defines a command without flags.
func noFlags(run func(*invocation) error) func(*invocation) func() error {
	return func(r *invocation) func() error { return func() error { return run(r) } }
}

// help prints the usage.
func help(r *invocation) error {
	_, err := r.out.WriteString(usage(""))
	return err
}

// version prints the version of the module, and the revision that the command was built from, as far
// as the build information has them.
func version(r *invocation) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{Main: debug.Module{Version: "(unknown version)"}}
	}
	fmt.Fprintf(r.out, "shakki %s %s", info.Main.Version, info.GoVersion)
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			fmt.Fprint(r.out, " revision ", s.Value)
		case s.Key == "vcs.modified" && s.Value == "true":
			fmt.Fprint(r.out, " (modified)")
		}
	}
	fmt.Fprintln(r.out)
	return nil
}
