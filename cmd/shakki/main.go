// Shakki checks game records, counts move trees, and shows positions.
//
//	shakki check FILE...         report every illegal move of the games in PGN files
//	shakki judge FILE...         report where game records contradict the rules, the board, or themselves
//	shakki perft FEN DEPTH       count the leaves of the tree of legal moves
//	shakki show FEN              print a position and list its legal moves
//
// "shakki COMMAND -h" lists the flags of a command.
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
	                              report what is wrong in the games of PGN files ("-": standard input)
	shakki judge [-rules NAME] [-claims] [-json] [-workers N] FILE...
	                              report where game records contradict the rules, the board, or themselves
	shakki perft [-divide] [-chess960] [-workers N] FEN DEPTH
	                              count the leaves of the tree of legal moves
	shakki show FEN               print a position and list its legal moves
`

// A command runs with its arguments and returns the exit status.
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

// parse parses the flags and returns the arguments, or the exit status and
// false if the command cannot go on.
func parse(flags *flag.FlagSet, args []string, errs io.Writer) (int, bool) {
	flags.SetOutput(errs)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0, false
	case err != nil:
		return 2, false
	}
	return 0, true
}

// fail prints the error that stops a command and returns the exit status.
func fail(errs io.Writer, err error) int {
	fmt.Fprintln(errs, "shakki:", err)
	return 2
}
