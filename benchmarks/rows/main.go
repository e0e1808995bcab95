// Rows writes a line for each move of the main lines of games: the FEN without its counters, the
// move, and the result, separated by tabs. They are what shakki explore counts, for other programs
// that sort and count rows.
//
//	cd benchmarks && go run ./rows < games.pgn > rows.tsv
package main

import (
	"bufio"
	"log"
	"os"
	"strings"

	"github.com/shakki/chess"
)

func main() {
	log.SetFlags(0)
	w := bufio.NewWriterSize(os.Stdout, 1<<16)
	reader := chess.NewPGNReader(bufio.NewReaderSize(os.Stdin, 1<<16))
	for g, err := range reader.All() {
		if err != nil {
			log.Fatal(err)
		}
		if err := write(w, g); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}

// write writes the lines of a game.
func write(w *bufio.Writer, g *chess.Game) error {
	result, p := g.RecordedOutcome().Result.String(), g.Start()
	for _, m := range g.Moves() {
		fields := strings.Fields(p.FEN())
		w.WriteString(strings.Join(fields[:4], " "))
		w.WriteByte('\t')
		w.WriteString(m.String())
		w.WriteByte('\t')
		w.WriteString(result)
		if err := w.WriteByte('\n'); err != nil {
			return err
		}
		p = p.After(m)
	}
	return nil
}
