package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/games/shakkello"
)

// effortShakkello is the number of positions that the bot examines for a move, which takes up to a second.
var effortShakkello = 80_000

// newShakkello begins or resumes a game.
func newShakkello(o options) (table, error) {
	random := newRandom(o.seed)
	g, err := shakkello.ParseGame(cmp.Or(o.saved, shakkello.NewGame().String()))
	return round[shakkello.Position, shakkello.Move, chess.Color]{
		game: g, players: []string{"white", "black"},
		bot: func(p shakkello.Position) shakkello.Move { return bestShakkello(p, effortShakkello, random) },
		typing: "Type a piece and a square such as Nd5. Each piece must touch another one, and the king of White is\n" +
			"the first piece and that of Black the last. You score a point for each empty square that a piece attacks.",
		ending: func() string { return fmt.Sprintf("%v: %v", g.Outcome(), g.Outcome().Reason) },
	}, err
}

// bestShakkello returns the best move in p that a search of so many positions finds. It looks one ply
// further again and again, and if it gets to the end of the game, it looks at all moves. The first
// move of a game is a random one of those with the greatest effects.
func bestShakkello(p shakkello.Position, effort int, random *rand.Rand) shakkello.Move {
	s := searchShakkello{left: effort}
	turn := p.Turn()
	moves := byEffect(p.Effects(), turn)
	if p.Plies() == 0 {
		return pick(random, moves[:widthShakkello]).Move
	}
	lead, end := p.Score().Lead(turn), pliesShakkello-p.Plies()
	for depth := 2; depth <= end && s.left > 0; depth++ {
		if s.width = widthShakkello; depth == end {
			s.width = math.MaxInt
		}
		best, most := 0, -endless
		for i, e := range moves[:min(len(moves), s.width)] {
			v := -s.value(p.After(e.Move), -lead-e.Change.Lead(turn), depth-1, -endless, -most)
			if s.left > 0 && v > most {
				best, most = i, v
			}
		}
		m := moves[best]
		moves = slices.Insert(slices.Delete(moves, best, best+1), 0, m) // to be searched first
	}
	return moves[0].Move
}

const (
	pliesShakkello = 2 * shakkello.PiecesEach // of a game
	widthShakkello = 24                       // moves that the search looks at in each position, if it does not look at all
	endless        = 1000                     // points that nobody leads by
)

// A searchShakkello is a search (alpha-beta, by iterative deepening).
type searchShakkello struct {
	left  int // the number of positions that it may still examine
	width int // the number of moves that it looks at in each position: all to solve the end of a game
}

// byEffect sorts moves by their immediate effects, the greatest first.
func byEffect(moves []shakkello.Effect, turn chess.Color) []shakkello.Effect {
	slices.SortStableFunc(moves, func(a, b shakkello.Effect) int { return b.Change.Lead(turn) - a.Change.Lead(turn) })
	return moves
}

// value returns the lead in points that the player to move can reach within the given depth, as far as
// the search looks at the moves: exact between alpha and beta, and otherwise a bound. The lead in p is
// given. If no position is left, the value means nothing.
func (s *searchShakkello) value(p shakkello.Position, lead, depth, alpha, beta int) int {
	if depth == 0 || s.left <= 0 {
		return lead
	}
	s.left--
	turn := p.Turn()
	moves := byEffect(p.Effects(), turn)
	for _, e := range moves[:min(len(moves), s.width)] {
		alpha = max(alpha, -s.value(p.After(e.Move), -lead-e.Change.Lead(turn), depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}
