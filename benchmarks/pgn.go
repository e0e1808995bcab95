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

// A pgnBench holds what is measured of reading PGN.
type pgnBench struct {
	folder  string      // of the repeated files
	extract *pgnExtract // nil if not installed
	reading *table      // compared with pgn-extract
	sharing *table      // two workers compared with one
}

// newPGNBench returns the benchmarks of the named files, each repeated to the
// given size. The caller must close it.
func newPGNBench(names []string, size int64) (*pgnBench, error) {
	folder, err := os.MkdirTemp("", "chess-benchmarks-")
	if err != nil {
		return nil, err
	}
	b := &pgnBench{
		folder:  folder,
		extract: findPGNExtract(),
		reading: &table{
			title: "PGN, millions of moves a second: check, every move is verified; tree, games are read as trees.\n" +
				"pgn-extract checks in both.",
			labels: []string{"file", "work"},
			own:    "shakki",
			others: []string{"pgn-extract"},
		},
		sharing: &table{
			title:  "PGN shared out, millions of moves a second by the clock on the wall.",
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

// add adds the tasks of one file, whose repetition gets the second name.
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
	tree := func(r io.Reader) error {
		games, err := readTrees(r)
		if err != nil {
			return err
		}
		return agree("the reader", "games", games, all.games)
	}
	base := filepath.Base(name)
	others := []*task{b.extract.task(repeated, all)}
	b.reading.rows = append(b.reading.rows,
		row{[]string{base, "check"}, newTask(check(1), cpuTime), others},
		row{[]string{base, "tree"}, newTask(tree, cpuTime), others})
	b.sharing.rows = append(b.sharing.rows,
		row{[]string{base, "check"}, newTask(check(2), wallTime), []*task{newTask(check(1), wallTime)}})
	return nil
}

// count counts the games and moves of a file in all ways, which have to agree.
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
		return t, fmt.Errorf("there are no moves to read")
	case t.faults > 0:
		return t, fmt.Errorf("there are %d faults, behind which readers pass over different moves", t.faults)
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

// A tally counts games, the moves of their main lines, and faults.
type tally struct{ games, moves, faults uint64 }

// agree returns an error unless the tally is the one expected.
func (t tally) agree(who string, want tally) error {
	if err := agree(who, "games", t.games, want.games); err != nil {
		return err
	}
	return agree(who, "moves", t.moves, want.moves)
}

// scan verifies all moves of the games in r.
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

// withFile calls read with an open file.
func withFile(name string, read func(r io.Reader) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return read(file)
}

// repeat writes a file again and again to another one until that has the given
// size, and returns how often it did so.
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

// A pgnExtract is an installed pgn-extract.
type pgnExtract struct {
	path    string
	version string
	spent   time.Duration // the CPU time of all runs
}

// findPGNExtract returns the installed program, nil if there is none.
func findPGNExtract() *pgnExtract {
	path := find("pgn-extract")
	if path == "" {
		return nil
	}
	version, _ := exec.Command(path, "--version").CombinedOutput()
	return &pgnExtract{path: path, version: strings.TrimSpace(string(version))}
}

// task returns the task of checking a file, nil if the program is not there.
func (e *pgnExtract) task(name string, all tally) *task {
	if e == nil {
		return nil
	}
	run := func() error {
		_, err := e.check("-s", "-r", name)
		return err
	}
	return &task{size: all.moves, run: run, clock: func() time.Duration { return e.spent }}
}

// games returns the number of games that the program finds in a file.
func (e *pgnExtract) games(name string) (uint64, error) {
	report, err := e.check("-r", name)
	if err != nil {
		return 0, err
	}
	found := regexp.MustCompile(`matched out of (\d+)`).FindSubmatch(report)
	if found == nil {
		return 0, fmt.Errorf("pgn-extract does not tell the number of games")
	}
	return strconv.ParseUint(string(found[1]), 10, 64)
}

// check runs the program and returns what it reports.
func (e *pgnExtract) check(args ...string) ([]byte, error) {
	command := exec.Command(e.path, args...)
	report, err := command.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("pgn-extract: %w", err)
	}
	e.spent += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	return report, nil
}
