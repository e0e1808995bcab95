package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/games/shakkello"
)

// depthShakkello is the number of plies that the bot looks ahead.
const depthShakkello = 3

// newShakkello begins or resumes a game.
func newShakkello(o options, random *rand.Rand) (table, error) {
	g, err := shakkello.ParseGame(cmp.Or(o.saved, shakkello.NewGame().String()))
	return round[shakkello.Position, shakkello.Move, chess.Color]{
		game: g, players: []string{"white", "black"},
		bot: func(p shakkello.Position) shakkello.Move { return bestShakkello(p, depthShakkello, random) },
		typing: "Type a piece and a square such as Nd5. Each piece must touch another one, and the king of White is\n" +
			"the first piece and that of Black the last. You score a point for each empty square that a piece attacks.",
		ending: func() string { return fmt.Sprintf("%v: %v", g.Outcome(), g.Outcome().Reason) },
	}, err
}

// bestShakkello returns the best move in p by a search of the given depth. It picks at random among
// equally good moves.
func bestShakkello(p shakkello.Position, depth int, random *rand.Rand) shakkello.Move {
	moves := orderedShakkello(p)
	if p.Plies() == 0 {
		return pick(random, moves)
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
