// Explore counts how each move scored in each position of the games in PGN files, and writes a table
// of it, or answers from one.
//
//	explore -table NAME [-plies N] [-min N] [-shards N] [-bad FILE] [Beam's flags] FILE...
//	explore -table NAME -fen FEN
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/shakki/chess"
	chessbeam "github.com/shakki/chess/beam"
	"github.com/shakki/chess/beam/internal/command"
)

var (
	table  = flag.String("table", "", "write or read the table with this `NAME`")
	plies  = flag.Int("plies", 0, "count only the first `N` plies of each game")
	least  = flag.Int("min", 0, "drop positions in which fewer than `N` moves were played")
	shards = flag.Int("shards", 16, "write the table in `N` files")
	split  = flag.Int64("split", chessbeam.DefaultSplit, "read files in sections of `N` bytes at first")
	bad    = flag.String("bad", "", "write the games that are not counted to this `FILE`")
	fen    = flag.String("fen", "", "answer for the position `FEN` instead of counting")
)

func main() {
	flag.Parse()
	if *fen != "" {
		if err := answer(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	command.Run("usage: explore -table NAME [flags] FILE...", build)
}

// build makes the pipeline.
func build(s beam.Scope, patterns []string) error {
	if *table == "" {
		return errors.New("explore needs the flag -table")
	}
	e := chessbeam.Explorer{Plies: *plies, MinGames: *least, Shards: *shards}
	records, tooLarge := chessbeam.ReadSplit(s, *split, patterns...)
	rows, faulty := e.Count(s, records)
	chessbeam.WriteTable(s, *table, e, rows)
	if *bad != "" {
		chessbeam.WriteBad(s, *bad, beam.Flatten(s, tooLarge, faulty))
	}
	return nil
}

// answer prints the moves that were played in a position.
func answer() error {
	p, err := chess.ParseFEN(*fen)
	if err != nil {
		return err
	}
	t, close, err := chessbeam.OpenTable(*table)
	if err != nil {
		return err
	}
	defer close()
	played, err := t.Lookup(p)
	if err != nil {
		return err
	}
	for _, m := range played {
		fmt.Printf("%-7s %d: +%d =%d -%d *%d\n", p.SAN(m.Move), m.Games(), m.White, m.Draws, m.Black, m.Unfinished)
	}
	return nil
}
