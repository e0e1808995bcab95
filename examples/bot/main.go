// Bot is a chess engine of 130 lines. It plays under every chess program that speaks UCI, and with -self
// against itself.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// mate is the score of a mate at the last ply of a search. A mate that comes sooner scores more.
const mate = 50_000

// A bot is a search in progress.
type bot struct {
	ctx          context.Context
	nodes, limit int64 // how many were searched, and how many may be, or 0
	stopped      bool
}

// Search searches one ply deeper each time until a limit is reached.
func (b *bot) Search(ctx context.Context, r *uci.Request) (best uci.Best, err error) {
	p, limits, deepest := r.Game.Position(), r.Limits, 63
	if limits.Depth > 0 {
		deepest = min(deepest, limits.Depth)
	}
	if limits.Mate > 0 {
		deepest = min(deepest, 2*limits.Mate-1) // the plies of a mate in limits.Mate moves
	}
	if clock := limits.Clocks[p.Turn()]; clock != nil && !limits.Infinite {
		moves := 40 // to share the time
		if clock.MovesToGo > 0 {
			moves = min(moves, clock.MovesToGo)
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, min(clock.Left/time.Duration(moves)+clock.Increment/2, clock.Left/2))
		defer cancel()
	}
	*b = bot{ctx: ctx, limit: limits.Nodes}
	moves := limits.SearchMoves
	if moves == nil {
		moves = p.LegalMoves()
	}
	for depth, score := 1, 0; depth <= deepest && !b.stopped && max(score, -score) < mate; depth++ {
		var move chess.Move
		score, move = b.search(p, moves, depth, -2*mate, 2*mate)
		if b.stopped {
			r.Report(uci.Info{Nodes: b.nodes})
			break
		}
		best.Move = move
		r.Report(uci.Info{Depth: depth, Score: scoreOf(score, depth), PV: []chess.Move{move}, Nodes: b.nodes})
	}
	return best, nil
}

// scoreOf returns the score of a search to a depth as UCI reports it, with mates in moves.
func scoreOf(score, depth int) *uci.Score {
	if plies := depth - (max(score, -score) - mate); plies <= depth {
		return &uci.Score{Mate: (plies + 1) / 2 * cmp.Compare(score, 0)}
	}
	return &uci.Score{Centipawns: score}
}

// search returns the score of p for the side to move, between alpha and beta, and the best of its moves.
func (b *bot) search(p chess.Position, moves []chess.Move, depth, alpha, beta int) (int, chess.Move) {
	b.stopped = b.stopped || b.limit > 0 && b.nodes >= b.limit || b.ctx.Err() != nil
	if b.stopped {
		return 0, chess.NullMove
	}
	b.nodes++
	switch {
	case len(moves) == 0 && p.InCheck():
		return -mate - depth, chess.NullMove
	case len(moves) == 0:
		return 0, chess.NullMove
	case depth == 0:
		return 100*(p.Material(p.Turn()).Points()-p.Material(p.Turn().Other()).Points()) + len(moves), chess.NullMove
	}
	best := moves[0]
	for i := 0; i < len(moves) && alpha < beta; i++ {
		next := p.After(moves[i])
		score, _ := b.search(next, next.AppendQuietMoves(next.AppendCaptures(nil)), depth-1, -beta, -alpha)
		if -score > alpha {
			alpha, best = -score, moves[i]
		}
	}
	return alpha, best
}

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

func main() {
	depth := flag.Int("self", 0, "print a game of the bot against itself, which searches to this `depth` in plies")
	flag.Parse()
	var err error
	if *depth > 0 {
		err = printGame(os.Stdout, *depth)
	} else {
		err = uci.Serve(os.Stdin, os.Stdout, uci.Program{Name: "Bot", Searcher: new(bot)})
	}
	if err != nil {
		log.Fatal(err)
	}
}
