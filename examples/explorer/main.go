// Explorer is an opening explorer: it counts how often each move was played in a position, and with
// which results, in all games of PGN files.
//
//	go run ./examples/explorer -line "1. e4 c5" games.pgn more.pgn
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"

	"github.com/shakki/chess"
)

func main() {
	line := flag.String("line", "", "show the moves after `MOVES` in PGN, or in the position that a FEN tag gives")
	plies := flag.Int("plies", 20, "count the first `N` plies of each game")
	flag.Parse()
	if err := show(os.Stdout, *line, *plies, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Results counts games by their results.
type results [4]int

func (r results) games() int {
	return r[chess.Unfinished] + r[chess.WhiteWins] + r[chess.Draw] + r[chess.BlackWins]
}

// A book holds the results of the games in which a position was reached. Games that reach it by
// another order of moves count as well.
type book map[chess.PositionKey]results

// read adds the games of a file. Each worker counts the games of a part of the file by itself, and
// the counts are added up.
func (b book) read(name string, plies int) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	count := func(s *chess.PGNScanner) book { return scan(s, plies) }
	options := chess.PGNOptions{SkipVariations: true}
	for part, err := range chess.ScanPGN(file, runtime.NumCPU(), options, count) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		b.add(part)
	}
	return nil
}

// scan counts the positions of the games of s. A position that a game repeats counts once.
func scan(s *chess.PGNScanner, plies int) book {
	b := book{}
	reached := map[chess.PositionKey]bool{}
	moves := 0
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMovetext:
			reached[s.Position().Key()] = true
		case chess.PGNMove:
			if moves++; moves <= plies {
				reached[s.Position().Key()] = true
			}
		case chess.PGNGameEnd:
			for key := range reached {
				r := b[key]
				r[s.Result()]++
				b[key] = r
			}
			clear(reached)
			moves = 0
		}
	}
	return b
}

// add adds the counts of another book.
func (b book) add(other book) {
	for key, more := range other {
		r := b[key]
		for i, n := range more {
			r[i] += n
		}
		b[key] = r
	}
}

// show prints the moves after a line, the most frequent first, with the share of each result.
func show(out io.Writer, line string, plies int, files []string) error {
	g, err := chess.ParsePGN(line + " *")
	if err != nil {
		return err
	}
	b := book{}
	for _, name := range files {
		if err := b.read(name, plies); err != nil {
			return err
		}
	}
	p := g.Position()
	after := map[chess.Move]results{}
	for m := range p.Moves() {
		if r := b[p.After(m).Key()]; r.games() > 0 {
			after[m] = r
		}
	}
	byGames := func(m, n chess.Move) int {
		return cmp.Or(cmp.Compare(after[n].games(), after[m].games()), cmp.Compare(p.SAN(m), p.SAN(n)))
	}
	for _, m := range slices.SortedFunc(maps.Keys(after), byGames) {
		r := after[m]
		share := func(n int) float64 { return 100 * float64(n) / float64(r.games()) }
		fmt.Fprintf(out, "%-7s %7d games  %5.1f%% %5.1f%% %5.1f%%\n", p.SAN(m), r.games(),
			share(r[chess.WhiteWins]), share(r[chess.Draw]), share(r[chess.BlackWins]))
	}
	return nil
}
