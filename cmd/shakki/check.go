package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/shakki/chess"
)

// check reports what is wrong in the games of PGN files.
func check(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki check [flags] FILE...", flag.ContinueOnError)
	workers := flags.Int("workers", runtime.NumCPU(), "the number of games to check at once")
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
		c := checker{name: name, workers: *workers, out: w}
		if err := c.checkFile(in, errs); err != nil {
			w.Flush()
			status = fail(errs, err)
		}
		if c.total.errors > 0 && status == 0 {
			status = 1
		}
	}
	return status
}

// A tally counts what was found in games.
type tally struct{ games, moves, errors int }

// A checker checks one file.
type checker struct {
	name    string
	workers int
	out     io.Writer
	total   tally
	bar     *progress
}

// checkFile prints the faults of the file and its tally.
func (c *checker) checkFile(in io.Reader, errs io.Writer) error {
	size := int64(0)
	if c.name != "-" {
		file, err := os.Open(c.name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
		if info, err := file.Stat(); err == nil {
			size = info.Size()
		}
	}
	c.bar = newProgress(errs, c.name, size)
	err := c.checkGames(c.bar.reader(in))
	c.bar.close()
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	fmt.Fprintf(c.out, "%s: games=%d moves=%d errors=%d\n", c.name, c.total.games, c.total.moves, c.total.errors)
	return nil
}

// checkGames reads all games and prints their faults.
func (c *checker) checkGames(in io.Reader) error {
	type part struct {
		tally
		faults []*chess.PGNError
	}
	print := func(faults []*chess.PGNError) {
		for _, f := range faults {
			fmt.Fprintf(c.out, "%s:%d:%d: %s\n", c.name, f.Line, f.Column, f.Fault())
		}
	}
	scan := func(s *chess.PGNScanner) (p part) {
		report := func(f *chess.PGNError) { p.faults = append(p.faults, f) }
		if c.workers <= 1 { // nothing to wait for
			report = func(f *chess.PGNError) { print([]*chess.PGNError{f}) }
		}
		p.tally = c.scan(s, report)
		return p
	}
	for p, err := range chess.ScanPGN(in, c.workers, scan) {
		for _, f := range p.faults {
			f.Game += c.total.games
		}
		print(p.faults)
		c.total.games += p.games
		c.total.moves += p.moves
		c.total.errors += p.errors
		if err != nil {
			return err
		}
	}
	return nil
}

// scan counts the games and moves of s and reports its faults. Moves of
// variations are checked but not counted.
func (c *checker) scan(s *chess.PGNScanner, report func(*chess.PGNError)) (t tally) {
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			if s.Depth() == 0 {
				t.moves++
			}
		case chess.PGNFault:
			report(s.Fault())
			t.errors++
			c.bar.errors.Add(1)
		case chess.PGNGameEnd:
			// The count that workers share is touched seldom.
			if t.games++; t.games%64 == 0 {
				c.bar.games.Add(64)
			}
		}
	}
	c.bar.games.Add(int64(t.games % 64))
	return t
}
