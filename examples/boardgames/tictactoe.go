package main

import (
	"cmp"

	"github.com/shakki/chess/games/tictactoe"
)

// newTicTacToe begins or resumes a game.
func newTicTacToe(o options) (table, error) {
	g, err := tictactoe.ParseGame(cmp.Or(o.saved, tictactoe.NewGame().String()))
	return round[tictactoe.Position, tictactoe.Move, tictactoe.Piece]{
		game: g, players: []string{"X", "O"}, bot: bestTicTacToe,
		typing: "Type a square such as b2. Three in a row, column, or diagonal win.",
		ending: func() string { return g.Outcome().String() },
	}, err
}

// bestTicTacToe returns the move with the best value in p.
func bestTicTacToe(p tictactoe.Position) tictactoe.Move {
	return best(p.LegalMoves(), func(m tictactoe.Move) float64 { return float64(-valueTicTacToe(p.After(m))) })
}

// valueTicTacToe returns 1, 0, or -1 if the player to move wins, draws, or loses with best play.
func valueTicTacToe(p tictactoe.Position) int {
	if o := p.Outcome(); o.IsOver() {
		if _, won := o.Winner(); won {
			return -1 // by the opponent, who has just moved
		}
		return 0
	}
	most := -1
	for m := range p.Moves() {
		most = max(most, -valueTicTacToe(p.After(m)))
	}
	return most
}
