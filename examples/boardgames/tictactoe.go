package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/shakki/chess/games/tictactoe"
)

// playTicTacToe plays a game of a bot that searches against one that plays at random. A coin
// decides who begins.
func playTicTacToe(out io.Writer, random *rand.Rand) error {
	searcher := tictactoe.X
	if random.IntN(2) == 0 {
		searcher = tictactoe.O
	}
	g := tictactoe.NewGame()
	for !g.Outcome().IsOver() {
		p := g.Position()
		moves := p.LegalMoves()
		m := moves[random.IntN(len(moves))]
		if p.Turn() == searcher {
			m = bestTicTacToe(p)
		}
		if err := g.Play(m); err != nil {
			return err
		}
		fmt.Fprintf(out, "%d. %v %v\n", g.Plies(), p.Turn(), m)
	}
	fmt.Fprint(out, g.Position().Board())
	_, err := fmt.Fprintf(out, "%v; the bot that searches has %v\n", g.Outcome(), searcher)
	return err
}

// bestTicTacToe returns the move with the best value in p.
func bestTicTacToe(p tictactoe.Position) tictactoe.Move {
	best, most := tictactoe.Move(0), -2
	for m := range p.Moves() {
		if v := -valueTicTacToe(p.After(m)); v > most {
			best, most = m, v
		}
	}
	return best
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
