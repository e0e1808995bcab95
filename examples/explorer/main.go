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
	"log"
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
		log.Fatal(err)
	}
}

// Results counts games by their results.
type results [4]int

func (r results) games() int { return r[0] + r[1] + r[2] + r[3] }

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
	scan := func(s *chess.PGNScanner) book { return count(s, plies) }
	for part, err := range chess.ScanPGN(file, runtime.NumCPU(), chess.PGNOptions{SkipVariations: true}, scan) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for key, r := range part {
			b.add(key, r)
		}
	}
	return nil
}

// add adds results to those of a position.
func (b book) add(key chess.PositionKey, r results) {
	sum := b[key]
	for i, n := range r {
		sum[i] += n
	}
	b[key] = sum
}

// count counts the positions of the games of s. A position that a game repeats counts once.
func count(s *chess.PGNScanner, plies int) book {
	b, reached, moves := book{}, map[chess.PositionKey]bool{}, 0
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMovetext, chess.PGNMove: // the start position, or that after a move
			if moves <= plies {
				reached[s.Position().Key()] = true
			}
			moves++
		case chess.PGNGameEnd:
			var r results
			r[s.Result()] = 1
			for key := range reached {
				b.add(key, r)
			}
			clear(reached)
			moves = 0
		}
	}
	return b
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
		fmt.Fprintf(out, "%-7s %7d games ", p.SAN(m), r.games())
		for _, result := range []chess.Result{chess.WhiteWins, chess.Draw, chess.BlackWins} {
			fmt.Fprintf(out, " %5.1f%%", 100*float64(r[result])/float64(r.games()))
		}
		fmt.Fprintln(out)
	}
	return nil
}
