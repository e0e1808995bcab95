// Shakki checks PGN files, runs perft, and prints positions.
//
//	shakki check FILE...         report syntax errors and illegal moves in PGN files
//	shakki judge FILE...         report records that contradict the rules or themselves
//	shakki perft FEN DEPTH       count the leaves of the legal move tree
//	shakki show FEN              print a position and its legal moves
//
// The FEN may be "startpos". "shakki COMMAND -h" lists the flags of a command.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

const usage = `usage:
	shakki check [-workers N] FILE...
	        report syntax errors and illegal moves in PGN files ("-" is standard input)
	shakki judge [-rules NAME] [-claims] [-json] [-workers N] FILE...
	        report records that contradict the rules or themselves
	shakki perft [-divide] [-chess960] [-workers N] [-hash N] FEN DEPTH
	        count the leaves of the legal move tree
	shakki show [-svg] FEN
	        print a position and its legal moves, or write a picture of it

The FEN may be "startpos". "shakki COMMAND -h" lists the flags of a command.
`

// A command runs with the given arguments and returns the exit status.
type command func(args []string, in io.Reader, out, errs io.Writer) int

var commands = map[string]command{"check": check, "judge": judge, "perft": perft, "show": show}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) > 0 {
		if command, ok := commands[args[0]]; ok {
			return command(args[1:], in, out, errs)
		}
	}
	fmt.Fprint(errs, usage)
	return 2
}

// parse parses the flags in args. If ok is false, the command must exit with the
// returned status.
func parse(flags *flag.FlagSet, args []string, errs io.Writer) (status int, ok bool) {
	flags.SetOutput(errs)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0, false
	case err != nil:
		return 2, false
	}
	return 0, true
}

// fail prints err and returns the exit status 2.
func fail(errs io.Writer, err error) int {
	fmt.Fprintln(errs, "shakki:", err)
	return 2
}
