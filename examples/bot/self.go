package main

import (
	"context"
	"fmt"
	"io"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// printGame plays a game of the bot against itself, which searches to a depth in plies, and prints it. The
// players claim draws by repetition.
func printGame(out io.Writer, depth int) error {
	g, err := chess.NewGameFrom(chess.StartPosition(), chess.Rules{Threefold: chess.Automatic})
	for err == nil && !g.Outcome().IsOver() {
		request := &uci.Request{Game: g, Limits: uci.Limits{Depth: depth}}
		best, _ := new(bot).Search(context.Background(), request)
		err = g.Play(best.Move)
	}
	if err == nil {
		_, err = fmt.Fprintln(out, g)
	}
	return err
}
