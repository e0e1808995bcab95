// Command selfplay lets a bot play chess against itself and prints the game.
// The same seed gives the same game.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/shakki/chess"
)

func main() {
	seed := flag.Uint64("seed", 1, "decides between moves of equal worth")
	depth := flag.Int("depth", 3, "how many plies the bot looks ahead")
	plies := flag.Int("plies", 300, "after how many plies the game is adjudicated a draw")
	flag.Parse()
	if err := printGame(os.Stdout, *seed, *depth, *plies); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// printGame plays a game and writes it to out, with its outcome in words.
func printGame(out io.Writer, seed uint64, depth, plies int) error {
	b := bot{rand.New(rand.NewPCG(seed, 0)), depth}
	g, err := b.playGame(plies)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%v\n%v after %d plies\n", g, g.Outcome(), g.Plies())
	return err
}

// A bot chooses moves by an alpha-beta search.
type bot struct {
	random *rand.Rand
	depth  int
}

// playGame plays a game of b against itself. Draws are claimed when they can be.
func (b bot) playGame(plies int) (*chess.Game, error) {
	g := chess.NewGame(chess.WithTags(
		chess.Tag{Name: "Event", Value: "Selfplay"}, chess.Tag{Name: "White", Value: "bot"},
		chess.Tag{Name: "Black", Value: "bot"},
	))
	for !g.Outcome().IsOver() {
		if err := b.act(g, plies); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// act claims a draw, moves, or ends a game that has become too long.
func (b bot) act(g *chess.Game, plies int) error {
	if claims := g.Claims(); len(claims) > 0 {
		return g.Claim(claims[0])
	}
	if g.Plies() >= plies {
		return g.Adjudicate(chess.Draw)
	}
	return g.Play(b.choose(g.Position()))
}

const (
	centre = chess.Bitboard(1<<chess.D4 | 1<<chess.E4 | 1<<chess.D5 | 1<<chess.E5)
	mated  = -100_000
)

// choose returns the best move in p, any of them if there are several.
func (b bot) choose(p chess.Position) chess.Move {
	moves := p.LegalMoves()
	b.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, most := chess.NullMove, 2*mated
	for _, m := range moves {
		q := p.After(m)
		if v := -search(&q, b.depth-1, 2*mated, -most); v > most {
			best, most = m, v
		}
	}
	return best
}

// search returns the worth of p for the side to move, exact between alpha and
// beta. Beyond the given depth it looks at captures only.
func search(p *chess.Position, depth, alpha, beta int) int {
	switch p.Outcome().Reason {
	case chess.Checkmate:
		return mated - depth // the sooner, the worse
	case chess.Stalemate:
		return 0
	}
	var buffer [256]chess.Move
	moves := p.AppendCaptures(buffer[:0])
	slices.SortFunc(moves, func(a, b chess.Move) int { // what takes most is likely to cut the rest off
		return int(p.Captured(b).Type()) - int(p.Captured(a).Type())
	})
	best := 2 * mated
	if depth > 0 {
		moves = p.AppendQuietMoves(moves)
	} else {
		best = worth(p, p.Turn()) - worth(p, p.Turn().Other())
	}
	for i := 0; i < len(moves) && best < beta; i++ {
		q := p.After(moves[i])
		best = max(best, -search(&q, depth-1, -beta, -max(alpha, best)))
	}
	return best
}

// worth adds up what c has: pieces, a hold on the centre, advanced pawns, and no
// pieces left at home.
func worth(p *chess.Position, c chess.Color) int {
	total := 100*p.Material(c).Points() + 15*(p.ByColor(c)&centre).Count()
	for s := range p.Pieces(c, chess.Pawn).Squares() {
		total += 3 * int(s.Rank().RelativeTo(c))
	}
	home := chess.Rank1.RelativeTo(c).Bitboard()
	return total - 5*(p.ByColor(c)&home&^p.Pieces(c, chess.King)).Count()
}
