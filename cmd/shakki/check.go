package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/shakki/chess"
)

// check reports what is wrong in the games of PGN files.
func check(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki check FILE...", flag.ContinueOnError)
	if status, ok := parse(flags, args, errs); !ok {
		return status
	}
	if flags.NArg() == 0 {
		return fail(errs, fmt.Errorf("check wants a file"))
	}
	w := bufio.NewWriter(out)
	defer w.Flush()
	status := 0
	for _, name := range flags.Args() {
		total, err := checkFile(w, name, in)
		if err != nil {
			w.Flush()
			status = fail(errs, err)
		}
		if total.errors > 0 && status == 0 {
			status = 1
		}
	}
	return status
}

// A tally counts what was found in a file.
type tally struct{ games, moves, errors int }

// checkFile checks one file and prints its faults and its tally.
func checkFile(w io.Writer, name string, in io.Reader) (tally, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return tally{}, err
		}
		defer file.Close()
		in = file
	}
	total, err := checkGames(w, name, in)
	if err != nil {
		return total, fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintf(w, "%s: games=%d moves=%d errors=%d\n", name, total.games, total.moves, total.errors)
	return total, nil
}

// checkGames reads all games and prints their faults. Moves of variations are
// checked but not counted.
func checkGames(w io.Writer, name string, in io.Reader) (total tally, err error) {
	s := chess.NewPGNScanner(in)
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			if s.Depth() == 0 {
				total.moves++
			}
		case chess.PGNFault:
			fault := s.Fault()
			fmt.Fprintf(w, "%s:%d:%d: %s\n", name, fault.Line, fault.Column, fault.Fault())
			total.errors++
		case chess.PGNGameEnd:
			total.games++
		}
	}
	return total, s.Err()
}
