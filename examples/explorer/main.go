// Explorer is an opening explorer: it counts the games of PGN files into a table, unless the table
// exists, and shows how often each move was played after a line, and with which results.
//
//	go run ./examples/explorer -table DIR -line "1. e4 c5" games.pgn more.pgn.zst
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"

	"github.com/shakki/chess"
	"github.com/shakki/chess/explore"
	"github.com/shakki/chess/internal/cmdline"
)

func main() {
	log.SetFlags(0)
	table := flag.String("table", "", "the folder `DIR` of the table (default: a temporary one)")
	line := flag.String("line", "", "show the moves after `MOVES` in PGN, or in the position that a FEN tag gives")
	cmdline.ParseProgram("explorer [flags] FILE...")
	if err := show(os.Stdout, os.Stderr, *table, *line, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// show prints the moves after a line, the most frequent first. It counts the files first, if there
// are any.
func show(out, errs io.Writer, table, line string, files []string) error {
	g, err := chess.ParsePGN(line + " *")
	switch {
	case err != nil:
		return err
	case table == "" && len(files) == 0:
		return errors.New("name the PGN files to count, or a table with -table")
	case table == "":
		if table, err = os.MkdirTemp("", "explorer-"); err != nil {
			return err
		}
		defer os.RemoveAll(table)
	}
	if len(files) > 0 {
		stats, err := explore.Count(context.Background(), table, files, explore.Options{Workers: runtime.GOMAXPROCS(0), Fault: func(f explore.Fault) {
			fmt.Fprintf(errs, "%s: the game at byte %d is not counted: %s\n", f.File, f.Offset, f.Detail)
		}})
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%d games, %d with errors\n", stats.Games, stats.Faulty)
	}
	t, err := explore.Open(table)
	if err != nil {
		return err
	}
	defer t.Close()
	p := g.Position()
	moves, err := t.Moves(p, "")
	fmt.Fprintf(out, "%-7s %9s %9s %9s %9s %9s\n", "move", "games", "1-0", "1/2-1/2", "0-1", "*")
	for _, m := range moves {
		fmt.Fprintf(out, "%-7s %9d %9d %9d %9d %9d\n", p.SAN(m.Move), m.Games(), m.White, m.Draws, m.Black, m.Unfinished)
	}
	return err
}
