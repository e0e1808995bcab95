package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/shakki/chess/games/tictactoe"
)

// A ticTacToe is a game of tic-tac-toe at the terminal.
type ticTacToe struct{ *tictactoe.Game }

// newTicTacToe begins or resumes a game.
func newTicTacToe(o options, _ *rand.Rand) (table, error) {
	if o.saved == "" {
		return ticTacToe{tictactoe.NewGame()}, nil
	}
	g, err := tictactoe.ParseGame(o.saved)
	return ticTacToe{g}, err
}

func (t ticTacToe) names() []string          { return []string{"X", "O"} }
func (t ticTacToe) turn() int                { return int(t.Position().Turn() - tictactoe.X) }
func (t ticTacToe) over() bool               { return t.Outcome().IsOver() }
func (t ticTacToe) advance() (string, error) { return "", nil }
func (t ticTacToe) board(int) string         { return t.Position().Board() }
func (t ticTacToe) choices() []string        { return texts(t.Position().LegalMoves()) }
func (t ticTacToe) advise() string           { return bestTicTacToe(t.Position()).String() }
func (t ticTacToe) undo()                    { t.Undo() }
func (t ticTacToe) result() string           { return t.Outcome().String() }

func (t ticTacToe) act(text string) (string, error) {
	who := t.Position().Turn()
	if err := t.PlayText(text); err != nil {
		return "", err
	}
	return fmt.Sprintf("%v: %v\n", who, t.Moves()[t.Plies()-1]), nil
}

func (t ticTacToe) deciders() []int {
	return deciders(t.Positions(), t.Plies(), func(p tictactoe.Position) int { return int(p.Turn() - tictactoe.X) })
}

func (t ticTacToe) help() string {
	return "Type a square such as b2. Three in a row, column, or diagonal win."
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
