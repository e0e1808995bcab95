// Selfplay plays a game of a simple chess bot against itself and prints it as PGN.
// The same seed always gives the same game.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/cmdline"
)

func main() {
	seed := flag.Uint64("seed", 1, "the seed for choosing among equally good moves")
	depth := flag.Int("depth", 3, "the search depth in plies")
	plies := flag.Int("plies", 300, "the number of plies after which the game is adjudicated a draw")
	cmdline.ParseProgram("selfplay [flags]")
	if err := printGame(os.Stdout, *seed, *depth, *plies); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// printGame plays a game, which is a draw after the given number of plies, and writes it to out, followed
// by a line with the outcome. The bot claims a draw as soon as the rules allow it.
func printGame(out io.Writer, seed uint64, depth, plies int) (err error) {
	g, random := chess.NewGame(), rand.New(rand.NewPCG(seed, 0))
	g.SetTag("Event", "Selfplay")
	g.SetTag("White", "bot")
	g.SetTag("Black", "bot")
	for err == nil && !g.Outcome().IsOver() {
		switch claims := g.Claims(); {
		case len(claims) > 0:
			err = g.Claim(g.Position().Turn(), claims[0])
		case g.Plies() >= plies:
			err = g.Adjudicate(chess.Outcome{Result: chess.Drawn, Reason: chess.Adjudication})
		default:
			err = g.Play(choose(g.Position(), depth, random))
		}
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%v\n%v after %d plies\n", g, g.Outcome(), g.Plies())
	}
	return err
}

const (
	center = chess.Bitboard(1<<chess.D4 | 1<<chess.E4 | 1<<chess.D5 | 1<<chess.E5)
	mated  = -100_000
)

// choose returns the best move in p, after an alpha-beta search. If several are equally good, it picks one
// of them at random.
func choose(p chess.Position, depth int, random *rand.Rand) chess.Move {
	moves := p.LegalMoves()
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, most := chess.NullMove, 2*mated
	for _, m := range moves {
		if v := -search(p.After(m), depth-1, 2*mated, -most); v > most {
			best, most = m, v
		}
	}
	return best
}

// search returns the value of p for the side to move: exact between alpha and
// beta, otherwise a bound. Beyond the given depth it searches captures only.
func search(p chess.Position, depth, alpha, beta int) int {
	switch p.Outcome().Reason {
	case chess.Checkmate:
		return mated - depth // a mate in fewer moves is worse
	case chess.Stalemate:
		return 0
	}
	var buffer [chess.MaxMoves]chess.Move
	moves := p.AppendCaptures(buffer[:0])
	slices.SortFunc(moves, func(a, b chess.Move) int { // captures of valuable pieces first: they often cause a cutoff
		return int(p.Captured(b).Type()) - int(p.Captured(a).Type())
	})
	best := 2 * mated
	if depth > 0 {
		moves = p.AppendQuietMoves(moves)
	} else {
		best = value(p, p.Turn()) - value(p, p.Turn().Other())
	}
	for i := 0; i < len(moves) && best < beta; i++ {
		best = max(best, -search(p.After(moves[i]), depth-1, -beta, -max(alpha, best)))
	}
	return best
}

// value returns the value of c's pieces in p: material, with a bonus for pieces in
// the center and for advanced pawns, and a penalty for pieces on the first rank.
func value(p chess.Position, c chess.Color) int {
	total := 100*p.Material(c).Points() + 15*(p.ByColor(c)&center).Count()
	first := 7 * chess.Rank(c) // the rank on which the pieces of c start
	for s := range p.Pieces(c, chess.Pawn).Squares() {
		total += 3 * int(s.Rank()^first)
	}
	return total - 5*(p.ByColor(c)&first.Bitboard()&^p.Pieces(c, chess.King)).Count()
}
