package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime/debug"
	"slices"

	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/source"
)

const usage = `usage:
	shakki check [-strict] [-json] [-language NAME] [-workers N] FILE...
	        report syntax errors and illegal moves in PGN files
	shakki judge [-rules RULES] [-claims] [-json] [-workers N] FILE...
	        report records that contradict the rules or themselves
	shakki fmt [-l] [-d] [-w] [-fix] [-language NAME] [FILE...]
	        write PGN files in the standard's export form
	shakki select [conditions] [output] FILE...
	        select games by players, ratings, dates, openings, positions, or material; help select lists all
	shakki explore -table DIR [-plies N] [-min N] [-label TAGS] [-memory N] FILE...
	        count how often each move was played in each position; -fen FEN looks a position up
	shakki perft [-divide] [-chess960] [-workers N] [-hash N] FEN DEPTH
	        count the leaves of the legal move tree
	shakki book make|merge|edit|list|look ...
	        make, merge, edit, list, and look up Polyglot opening books
	shakki show [-svg] [-black] [-theme NAME] [-last MOVE] [-arrows LIST] [-syzygy DIRS] FEN
	        print a position and its legal moves, or draw it; -h lists all choices of the picture
	shakki verify DIR...
	        compare the files of endgame tables with their checksums
	shakki help [COMMAND]
	        print this text, or the flags of a command
	shakki completion bash|zsh|fish
	        print what the shell must read to complete commands and flags
	shakki version
	        print the version and the revision

The exit status is 1 if a record has an error, a mistake, or another form than fmt -d writes, and 2 if a
file cannot be read or written or the command line is wrong. A FILE may be "-" for standard input, a folder, or compressed (.gz, .bz2, .zst). The FEN may be
"startpos".
`

// A command does its work and returns an error, with which the exit status is 2. Otherwise the status
// is that of the invocation.
type command func(*invocation) error

// commands are all commands. They are set here because completion lists them.
var commands map[string]command

func init() {
	commands = map[string]command{
		"book": bookTask, "check": check, "completion": completion, "explore": exploreTable, "fmt": format, "judge": judge,
		"perft": perft, "select": selectGames, "show": show, "verify": verify,
		"help": help, "-h": help, "-help": help, "--help": help,
		"version": version, "-version": version, "--version": version,
	}
}

func main() {
	reportFileLimit()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// An invocation is one run of a command.
type invocation struct {
	task   string // such as "check" and "book make"
	args   []string
	in     io.Reader
	out    *bufio.Writer // to stdout
	stdout io.Writer
	errs   io.Writer
	status int // the exit status

	reported string // the last error

	door source.Door // opens all files
	bar  progress

	given map[string]string   // the flags, with their values
	list  func(*flag.FlagSet) // called instead of running the command, or nil
}

func run(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 || args[0] == "" {
		fmt.Fprint(errs, usage)
		return 2
	}
	if args[0] == "help" && len(args) > 1 && args[1] != "help" {
		args = append(args[1:], "-h")
	}
	r := &invocation{task: args[0], args: args[1:], in: in, out: bufio.NewWriter(out), stdout: out, errs: errs}
	r.door = source.Door{In: in, Out: out, Err: errs}
	r.bar.out = errs
	defer r.door.Close()
	if command, ok := commands[r.task]; !ok {
		r.report(unknown("", r.task, commands))
	} else if err := command(r); !errors.Is(err, flag.ErrHelp) {
		r.report(err)
	}
	r.report(r.out.Flush())
	return r.status
}

// unknown returns the error for a word that is none of the known ones, which follow the command.
func unknown[T any](command, word string, known map[string]T) error {
	hint := "shakki help lists the commands"
	if near := cmdline.Nearest(word, slices.Sorted(maps.Keys(known))); near != "" {
		hint = fmt.Sprintf("did you mean %s%s?", command, near)
	}
	return fmt.Errorf("no command %q: %s", command+word, hint)
}

// report prints an error, unless it is nil, after what has been printed so far. The exit status is then 2.
func (r *invocation) report(err error) {
	if err == nil {
		return
	}
	r.raise(2)
	r.out.Flush()
	if text := err.Error(); text != r.reported { // such as that of a full disk, which each write has
		fmt.Fprintln(r.door.Errors(), "shakki:", text)
		r.reported = text
	}
}

// raise sets the exit status if it is higher than what it was.
func (r *invocation) raise(status int) { r.status = max(r.status, status) }

// help prints the usage.
func help(r *invocation) error {
	if err := r.noArguments(r.args); err != nil {
		return err
	}
	_, err := r.out.WriteString(usage)
	return err
}

// noArguments returns an error if there are arguments that the command does not take.
func (r *invocation) noArguments(args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s does not take %q", r.task, args[0])
	}
	return nil
}

// version prints the version of the module, and the revision that the command was built from, as far
// as the build information has them.
func version(r *invocation) error {
	if err := r.noArguments(r.args); err != nil {
		return err
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		fmt.Fprintln(r.out, "shakki, unknown version")
		return nil
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

// newFlags returns the flags of a command with the given usage.
func newFlags(usage string) *flag.FlagSet {
	return flag.NewFlagSet("shakki "+usage, flag.ContinueOnError)
}

// parse parses the flags, which the rules connect, after which arguments must follow if the command
// needs any. The error is [flag.ErrHelp] if help was asked for, which it prints.
func (r *invocation) parse(flags *flag.FlagSet, needs string, rules ...cmdline.Rule) error {
	if r.list != nil {
		r.list(flags)
		return flag.ErrHelp
	}
	err := cmdline.Parse(flags, r.args, r.out, rules...)
	if err == nil {
		r.given = cmdline.Given(flags, r.args)
	}
	if err == nil && needs != "" && flags.NArg() == 0 {
		return fmt.Errorf("%s needs %s", r.task, needs)
	}
	return err
}
