package syzygy_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/shakki/chess"
	"github.com/shakki/chess/syzygy"
)

// The output depends on the tables that are installed.
func Example() {
	tables, err := syzygy.Open("/var/lib/syzygy")
	if err != nil {
		log.Fatal(err)
	}
	defer tables.Close()
	g, err := chess.NewGameFrom(chess.MustParseFEN("8/8/8/8/8/2k5/8/K2R4 w - - 0 1"), chess.Rules{})
	if err != nil {
		log.Fatal(err)
	}
	v, err := tables.WDL(g.Position())
	var missing *syzygy.MissingError
	if errors.As(err, &missing) {
		log.Fatal("get ", missing.File)
	}
	fmt.Println(v)
	for m, err := tables.BestMove(g); m != chess.NullMove && err == nil; m, err = tables.BestMove(g) {
		fmt.Println(g.Position().SAN(m))
		if err := g.Play(m); err != nil {
			break // the game is over
		}
	}
}

// Bare kings need no table.
func ExampleTables_RootMoves() {
	g, err := chess.NewGameFrom(chess.MustParseFEN("7k/8/8/8/8/8/8/K7 w - - 0 1"), chess.Rules{DeadPosition: chess.NoEffect})
	if err != nil {
		log.Fatal(err)
	}
	moves, err := new(syzygy.Tables).RootMoves(g)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range moves {
		fmt.Println(g.Position().SAN(r.Move), r.WDL)
	}
	// Output:
	// Kb1 draw
	// Ka2 draw
	// Kb2 draw
}
