// Bot is a small chess engine. Any chess program that speaks UCI can play against it.
package main

import (
	"context"
	"log"
	"os"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

type bot struct{}

// Search searches deeper and deeper until its time is over.
func (bot) Search(ctx context.Context, r *uci.Request) (best uci.Best) {
	position, maxDepth := r.Game.Position(), 64
	if r.Limits.Depth > 0 {
		maxDepth = r.Limits.Depth
	}
	if r.Limits.HasClock() && !r.Limits.Infinite {
		turn := position.Turn()
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, (r.Limits.Time[turn]+r.Limits.Increment[turn])/40)
		defer cancel()
	}
	for depth := 1; depth <= maxDepth; depth++ {
		score, move := search(ctx, position, depth, -100_000, 100_000)
		if ctx.Err() != nil {
			break
		}
		best.Move = move
		r.Report(uci.Info{Depth: depth, Score: &uci.Score{Centipawns: score}, PV: []chess.Move{move}})
	}
	return best
}

// search returns the score of p for the side to move, and the best move.
func search(ctx context.Context, p chess.Position, depth, alpha, beta int) (int, chess.Move) {
	moves := append(p.AppendCaptures(nil), p.AppendQuietMoves(nil)...)
	switch {
	case len(moves) == 0 && p.InCheck():
		return -50_000 - depth, chess.NullMove
	case len(moves) == 0:
		return 0, chess.NullMove
	case depth == 0 || ctx.Err() != nil:
		return 100*(p.Material(p.Turn()).Points()-p.Material(p.Turn().Other()).Points()) + len(moves), chess.NullMove
	}
	best := moves[0]
	for _, m := range moves {
		if score, _ := search(ctx, p.After(m), depth-1, -beta, -alpha); -score > alpha {
			alpha, best = -score, m
		}
		if alpha >= beta {
			break
		}
	}
	return alpha, best
}

func main() {
	if err := uci.Serve(os.Stdin, os.Stdout, uci.Program{Name: "Bot", Searcher: bot{}}); err != nil {
		log.Fatal(err)
	}
}
