// Bot is a chess engine of 60 lines. It plays under every chess program that speaks UCI.
package main

import (
	"context"
	"log"
	"os"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

type bot struct{}

// Search searches one ply deeper each time until its time is over.
func (bot) Search(ctx context.Context, r *uci.Request) (best uci.Best) {
	p := r.Game.Position()
	if r.Limits.HasClock() && !r.Limits.Infinite {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, (r.Limits.Time[p.Turn()]+r.Limits.Increment[p.Turn()])/40)
		defer cancel()
	}
	for depth := 1; depth < 64 && (r.Limits.Depth == 0 || depth <= r.Limits.Depth); depth++ {
		score, move := search(ctx, p, depth, -100_000, 100_000)
		if ctx.Err() != nil {
			break
		}
		best.Move = move
		r.Report(uci.Info{Depth: depth, Score: &uci.Score{Centipawns: score}, PV: []chess.Move{move}})
	}
	return best
}

// search returns the score of p for the side to move, between alpha and beta, and the best move.
func search(ctx context.Context, p chess.Position, depth, alpha, beta int) (int, chess.Move) {
	moves := append(p.AppendCaptures(nil), p.AppendQuietMoves(nil)...)
	switch {
	case len(moves) == 0 && p.InCheck():
		return -50_000 - depth, chess.NullMove // the sooner the mate, the worse
	case len(moves) == 0:
		return 0, chess.NullMove
	case depth == 0 || ctx.Err() != nil:
		return 100*(p.Material(p.Turn()).Points()-p.Material(p.Turn().Other()).Points()) + len(moves), chess.NullMove
	}
	best := moves[0]
	for i := 0; i < len(moves) && alpha < beta; i++ {
		score, _ := search(ctx, p.After(moves[i]), depth-1, -beta, -alpha)
		if -score > alpha {
			alpha, best = -score, moves[i]
		}
	}
	return alpha, best
}

func main() {
	if err := uci.Serve(os.Stdin, os.Stdout, uci.Program{Name: "Bot", Searcher: bot{}}); err != nil {
		log.Fatal(err)
	}
}
