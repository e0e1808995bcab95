package explore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/shakki/chess"
	"github.com/shakki/chess/explore"
)

// An opening explorer counts games once. Then it shows how often each move was played in a position,
// however the games have reached it, and how they ended. A game with an error is reported and not
// counted.
func Example() {
	const games = "1. d4 Nf6 2. c4 g6 1-0\n\n" +
		"1. c4 Nf6 2. d4 g6 1/2-1/2\n\n" +
		"1. d4 Nf6 2. c4 e6 0-1\n\n" +
		"1. d4 Ke4 1-0\n"
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	file, table := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "openings")
	if err := os.WriteFile(file, []byte(games), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	report := func(f explore.Fault) { fmt.Printf("byte %d: %s\n", f.Offset, f.Detail) }
	if _, err := explore.Count(context.Background(), table, []string{file}, explore.Options{Fault: report}); err != nil {
		fmt.Println(err)
		return
	}
	t, err := explore.Open(table)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer t.Close()
	g, _ := chess.ParsePGN("1. d4 Nf6 2. c4 *")
	moves, err := t.Moves(g.Position(), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range moves {
		fmt.Printf("%s: %d games, White %d, drawn %d, Black %d\n", g.Position().SAN(m.Move), m.Games(), m.White, m.Draws, m.Black)
	}
	// Output:
	// byte 76: 1... Ke4: a king does not move from e8 to e4
	// g6: 2 games, White 1, drawn 1, Black 0
	// e6: 1 games, White 0, drawn 0, Black 1
}
