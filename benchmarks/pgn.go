package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess"
)

// A pgnBench holds the benchmarks of reading PGN.
type pgnBench struct {
	folder  string      // directory of the repeated files
	extract *pgnExtract // nil if not installed
	reading *table      // comparison with pgn-extract
	sharing *table      // comparison of two workers with one
}

// newPGNBench returns benchmarks that read the named files, each repeated until it has at least the
// given size in bytes. The caller must call close.
func newPGNBench(names []string, size int64) (*pgnBench, error) {
	folder, err := os.MkdirTemp("", "chess-benchmarks-")
	if err != nil {
		return nil, err
	}
	b := &pgnBench{
		folder:  folder,
		extract: findPGNExtract(),
		reading: &table{
			title: "PGN, millions of moves per second. check verifies every move; tree also builds a tree for each\n" +
				"game, and again uses one game for all. write also writes the games, and format is write with\n" +
				"Strict set. pgn-extract verifies the moves in all rows, and writes the games where shakki does.",
			labels: []string{"file", "work"},
			own:    "shakki",
			others: []string{"pgn-extract"},
		},
		sharing: &table{
			title:  "PGN with several workers, millions of moves per second of wall-clock time.",
			labels: []string{"file", "work"},
			own:    "2 workers",
			others: []string{"1 worker"},
		},
	}
	for i, name := range names {
		if err := b.add(name, filepath.Join(folder, fmt.Sprintf("%d.pgn", i)), size); err != nil {
			b.close()
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return b, nil
}

// close removes the repeated files.
func (b *pgnBench) close() { os.RemoveAll(b.folder) }

// add adds the tasks for the file name. It writes the repeated file to the path repeated.
func (b *pgnBench) add(name, repeated string, size int64) error {
	once, err := b.count(name)
	if err != nil {
		return err
	}
	times, err := repeat(name, repeated, size)
	if err != nil {
		return err
	}
	all := tally{games: once.games * times, moves: once.moves * times}
	newTask := func(read func(r io.Reader) error, clock func() time.Duration) *task {
		return &task{size: all.moves, run: func() error { return withFile(repeated, read) }, clock: clock}
	}
	check := func(workers int) func(io.Reader) error {
		return func(r io.Reader) error {
			found, err := scan(r, workers)
			if err != nil {
				return err
			}
			return found.agree("the scanner", all)
		}
	}
	counted := func(read func(r io.Reader) (games uint64, err error)) *task {
		return newTask(func(r io.Reader) error {
			games, err := read(r)
			if err != nil {
				return err
			}
			return agree("the reader", "games", games, all.games)
		}, cpuTime)
	}
	base := filepath.Base(name)
	checked := []*task{b.extract.task(all, "-s", "-r", repeated)}
	written := []*task{b.extract.task(all, "-s", "-o", os.DevNull, repeated)}
	b.reading.rows = append(b.reading.rows,
		row{[]string{base, "check"}, newTask(check(1), cpuTime), checked},
		row{[]string{base, "tree"}, counted(readTrees), checked},
		row{[]string{base, "again"}, counted(func(r io.Reader) (uint64, error) { return rewrite(r, nil, false) }), checked},
		row{[]string{base, "write"}, counted(func(r io.Reader) (uint64, error) { return rewrite(r, io.Discard, false) }), written},
		row{[]string{base, "format"}, counted(func(r io.Reader) (uint64, error) { return rewrite(r, io.Discard, true) }), written})
	b.sharing.rows = append(b.sharing.rows,
		row{[]string{base, "check"}, newTask(check(2), wallTime), []*task{newTask(check(1), wallTime)}})
	return nil
}

// count returns the number of games and moves in a file. It counts with the scanner, the reader,
// and pgn-extract, and fails if the results differ. It also fails if the file has errors or no
// moves.
func (b *pgnBench) count(name string) (t tally, err error) {
	err = withFile(name, func(r io.Reader) error {
		t, err = scan(r, 1)
		return err
	})
	if err != nil {
		return t, err
	}
	var trees tally
	err = withFile(name, func(r io.Reader) error {
		for g, err := range chess.NewPGNReader(r).All() {
			if g == nil {
				return err
			}
			trees.games++
			trees.moves += uint64(g.Plies())
		}
		return nil
	})
	switch {
	case err != nil:
		return t, err
	case t.moves == 0:
		return t, fmt.Errorf("the file has no moves")
	case t.faults > 0: // after an error, the programs skip different moves
		return t, fmt.Errorf("the file has %d errors", t.faults)
	case b.extract != nil:
		games, err := b.extract.games(name)
		if err != nil {
			return t, err
		}
		if err := agree("pgn-extract", "games", games, t.games); err != nil {
			return t, err
		}
	}
	return t, trees.agree("the reader", t)
}

// A tally counts games, main line moves, and errors.
type tally struct{ games, moves, faults uint64 }

// agree returns an error if the games or moves of t differ from those of want.
func (t tally) agree(who string, want tally) error {
	if err := agree(who, "games", t.games, want.games); err != nil {
		return err
	}
	return agree(who, "moves", t.moves, want.moves)
}

// scan verifies all moves in r with the given number of workers.
func scan(r io.Reader, workers int) (total tally, err error) {
	count := func(s *chess.PGNScanner) (t tally) {
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch {
			case event == chess.PGNMove && s.Depth() == 0:
				t.moves++
			case event == chess.PGNGameEnd:
				t.games++
			case event == chess.PGNFault:
				t.faults++
			}
		}
		return t
	}
	for t, err := range chess.ScanPGN(r, workers, chess.PGNOptions{}, count) {
		if err != nil {
			return total, err
		}
		total.games += t.games
		total.moves += t.moves
		total.faults += t.faults
	}
	return total, nil
}

// readTrees reads the games in r as trees and returns their number.
func readTrees(r io.Reader) (games uint64, err error) {
	for g, err := range chess.NewPGNReader(r).All() {
		if g == nil {
			return games, err
		}
		games++
	}
	return games, nil
}

// rewrite reads the games in r into one game and, unless w is nil, writes them to w. It returns
// their number.
func rewrite(r io.Reader, w io.Writer, strict bool) (games uint64, err error) {
	reader, writer, g := chess.NewPGNReader(r), chess.NewPGNWriter(w), chess.NewGame()
	reader.Strict = strict
	for {
		switch err := reader.ReadInto(g); {
		case err == io.EOF:
			return games, nil
		case err != nil:
			return games, err
		}
		games++
		if w != nil {
			if err := writer.Write(g); err != nil {
				return games, err
			}
		}
	}
}

// withFile opens the named file and calls read with it.
func withFile(name string, read func(r io.Reader) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return read(file)
}

// repeat writes the contents of the file name to the file repeated, again and again until it has at
// least the given size. It returns the number of repetitions.
func repeat(name, repeated string, size int64) (times uint64, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	data = append(bytes.TrimRight(data, "\r\n"), "\n\n"...)
	file, err := os.Create(repeated)
	if err != nil {
		return 0, err
	}
	for written := int64(0); written < size; written += int64(len(data)) {
		if _, err := file.Write(data); err != nil {
			file.Close()
			return 0, err
		}
		times++
	}
	return times, file.Close()
}

// A pgnExtract runs the program pgn-extract.
type pgnExtract struct {
	path    string
	version string
	spent   time.Duration // the CPU time of all runs
}

// findPGNExtract returns the installed pgn-extract, or nil if it is not installed.
func findPGNExtract() *pgnExtract {
	path := find("pgn-extract")
	if path == "" {
		return nil
	}
	version, _ := exec.Command(path, "--version").CombinedOutput()
	return &pgnExtract{path: path, version: strings.TrimSpace(string(version))}
}

// task returns the task of running pgn-extract with the given arguments on a file with the given
// games, or nil if e is nil.
func (e *pgnExtract) task(all tally, args ...string) *task {
	if e == nil {
		return nil
	}
	run := func() error {
		_, err := e.check(args...)
		return err
	}
	return &task{size: all.moves, run: run, clock: func() time.Duration { return e.spent }}
}

// games returns the number of games that pgn-extract finds in a file.
func (e *pgnExtract) games(name string) (uint64, error) {
	report, err := e.check("-r", name)
	if err != nil {
		return 0, err
	}
	found := regexp.MustCompile(`matched out of (\d+)`).FindSubmatch(report)
	if found == nil {
		return 0, fmt.Errorf("pgn-extract did not report the number of games")
	}
	return strconv.ParseUint(string(found[1]), 10, 64)
}

// check runs pgn-extract with the given arguments and returns its output.
func (e *pgnExtract) check(args ...string) ([]byte, error) {
	command := exec.Command(e.path, args...)
	report, err := command.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("pgn-extract: %w", err)
	}
	e.spent += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	return report, nil
}
