package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/games/shakkello"
)

// playShakkello plays a game of a bot that searches three plies against one that only looks at its
// own next move. They draw lots for the colors.
func playShakkello(out io.Writer, random *rand.Rand) error {
	searcher, _ := chess.DrawLots(random.Uint64())
	g := shakkello.NewGame()
	for !g.Outcome().IsOver() {
		p := g.Position()
		depth := 1
		if p.Turn() == searcher {
			depth = 3
		}
		m := bestShakkello(p, depth, random)
		if err := g.Play(m); err != nil {
			return err
		}
		fmt.Fprintf(out, "%2d. %-5v %v  %v\n", g.Plies(), p.Turn(), m, g.Position().Score())
	}
	fmt.Fprint(out, g.Position().Board())
	_, err := fmt.Fprintf(out, "%v; the bot that searches has %v\n", g.Outcome(), searcher)
	return err
}

// bestShakkello returns the best move in p by a search of the given depth. It picks at random among
// equally good moves.
func bestShakkello(p shakkello.Position, depth int, random *rand.Rand) shakkello.Move {
	moves := orderedShakkello(p)
	if p.Plies() == 0 {
		return moves[random.IntN(len(moves))]
	}
	best, most := shakkello.NoMove, -1000
	for _, m := range moves {
		if v := -searchShakkello(p.After(m), depth-1, -1000, -most); v > most {
			best, most = m, v
		}
	}
	return best
}

// searchShakkello returns the lead in points that the player to move can reach within the given
// depth: exact between alpha and beta, and otherwise a bound (alpha-beta search).
func searchShakkello(p shakkello.Position, depth, alpha, beta int) int {
	if depth == 0 || p.Outcome().IsOver() {
		return p.Score().Lead(p.Turn())
	}
	for _, m := range orderedShakkello(p) {
		alpha = max(alpha, -searchShakkello(p.After(m), depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// widthShakkello is the number of moves that the search looks at in each position: those with the
// greatest immediate effects.
const widthShakkello = 24

// orderedShakkello returns the moves with the greatest immediate effects, the best first.
func orderedShakkello(p shakkello.Position) []shakkello.Move {
	effects := p.Effects()
	turn := p.Turn()
	slices.SortStableFunc(effects, func(a, b shakkello.Effect) int {
		return b.Change.Lead(turn) - a.Change.Lead(turn)
	})
	var moves []shakkello.Move
	for _, e := range effects[:min(len(effects), widthShakkello)] {
		moves = append(moves, e.Move)
	}
	return moves
}
