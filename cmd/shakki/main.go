// Shakki checks and formats PGN files, runs perft, and prints positions.
//
//	shakki check FILE...         report syntax errors and illegal moves in PGN files
//	shakki judge FILE...         report records that contradict the rules or themselves
//	shakki fmt FILE...           write PGN files in the standard's export form
//	shakki explore FILE...       count positions into a table, and look moves up in it
//	shakki perft FEN DEPTH       count the leaves of the legal move tree
//	shakki book TASK ...         make, merge, edit, list, and look up opening books
//	shakki show FEN              print a position and its legal moves
//
// A FILE may be "-" for standard input, or a folder, which stands for the files in it and below
// whose names end in .pgn, .pgn.gz, .pgn.bz2, or .pgn.zst. Files that are compressed with gzip,
// bzip2, or Zstandard are known by their content, whatever their names. Zstandard needs the program
// zstd.
//
// The command fmt has the flags of gofmt. Without a flag it writes the games to standard output. -l
// lists the files that differ from the standard form, -d shows how, with exit status 1, and -w
// rewrites them in place. A file in which an error costs moves or text, one that is compressed, and
// standard input are not rewritten. What fmt does not keep is the order of the seven standard tags,
// the layout, lines that begin with %, and results that contradict a checkmate or stalemate.
//
// The exit status is 1 if a record has an error, and 2 if a file cannot be read or written. The FEN
// may be "startpos". "shakki COMMAND -h" lists the flags of a command.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

const usage = `usage:
	shakki check [-strict] [-json] [-language NAME] [-workers N] FILE...
	        report syntax errors and illegal moves in PGN files
	shakki judge [-rules NAME] [-claims] [-json] [-workers N] FILE...
	        report records that contradict the rules or themselves
	shakki fmt [-l] [-d] [-w] [-language NAME] FILE...
	        write PGN files in the standard's export form
	shakki explore -table DIR [-plies N] [-min N] [-label TAGS] [-memory N] FILE...
	        count how often each move was played in each position; -fen FEN looks a position up
	shakki perft [-divide] [-chess960] [-workers N] [-hash N] FEN DEPTH
	        count the leaves of the legal move tree
	shakki book make|merge|edit|list|look ...
	        make, merge, edit, list, and look up Polyglot opening books
	shakki show [-svg] [-black] [-theme NAME] [-last MOVE] [-arrows LIST] [-syzygy DIRS] FEN
	        print a position and its legal moves, or draw it; -h lists all choices of the picture

A FILE may be "-" for standard input, a folder, or compressed (.gz, .bz2, .zst). The FEN may be
"startpos". "shakki COMMAND -h" lists the flags of a command.
`

// A command runs with the given arguments and returns the exit status.
type command func(args []string, in io.Reader, out, errs io.Writer) int

var commands = map[string]command{
	"book": bookTask, "check": check, "explore": exploreTable, "fmt": format, "judge": judge, "perft": perft, "show": show,
}

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
