package shakkello_test

import (
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/games/shakkello"
)

// This example plays a whole game. Both players always choose the move that improves
// their lead the most.
func Example() {
	g := shakkello.NewGame()
	for !g.Outcome().IsOver() {
		p := g.Position()
		effects := p.Effects()
		best := effects[0]
		for _, e := range effects {
			if e.Change.Lead(p.Turn()) > best.Change.Lead(p.Turn()) {
				best = e
			}
		}
		if err := g.Play(best.Move); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(g.Moves())
	fmt.Print(g.Position().Board())
	fmt.Println(g.Outcome())
	// Output:
	// [Kb2 Qc3 Qd4 Re5 Bf5 Rg6 Nf6 Be4 Ra1 Bc1 Rf3 Na3 Bg5 Ne3 Nc5 Kd6]
	// 8 . . . . . . . .
	// 7 . . . . . . . .
	// 6 . . . k . N r .
	// 5 . . N . r B B .
	// 4 . . . Q b . . .
	// 3 n . q . n R . .
	// 2 . K . . . . . .
	// 1 R . b . . . . .
	//   a b c d e f g h
	//   white 40, in hand: -
	//   black 40, in hand: -
	// 1/2-1/2 (40:40)
}

// Play returns an error for an illegal move and does not change the position.
func ExamplePosition_Play() {
	p, err := shakkello.ParsePosition("8/8/8/3q4/3K4/8/8/8 -")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Play(shakkello.Place(chess.Knight, chess.E4)))
	fmt.Println(p.Play(shakkello.Place(chess.Queen, chess.H8)))
	fmt.Println(p.Play(shakkello.Place(chess.Queen, chess.E4)))
	fmt.Println(p)
	// Output:
	// white: Ne4: the queen is called and must be placed (black queen on d5)
	// white: Qh8: the square touches no piece
	// <nil>
	// 8/8/8/3q4/3KQ3/8/8/8 -
}

// Threats returns the squares for which a piece scores points. Attackers returns the
// pieces that score points for a square.
func ExamplePosition_Threats() {
	p, err := shakkello.ParsePosition("8/8/2BR4/3nb3/3K4/8/8/8 -")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.PieceAt(chess.D6), "scores for", p.Threats(chess.D6))
	fmt.Println("for f6 score", p.Attackers(chess.White, chess.F6), "and", p.Attackers(chess.Black, chess.F6))
	fmt.Println(p.Score())
	// Output:
	// R scores for {e6 f6 g6 h6 d7 d8}
	// for f6 score {d6} and {d5 e5}
	// 18:14
}

// This example counts the ways to place the first pieces.
func ExamplePerft() {
	p := shakkello.StartPosition()
	for depth := 1; depth <= 4; depth++ {
		fmt.Println(depth, shakkello.Perft(p, depth))
	}
	// Output:
	// 1 64
	// 2 1680
	// 3 50232
	// 4 1805208
}

func ExampleParsePosition() {
	_, err := shakkello.ParsePosition("8/8/8/3n4/8/3K4/8/8 -")
	fmt.Println(err)
	// Output:
	// position "8/8/8/3n4/8/3K4/8/8 -", column 1: the pieces cannot be placed in any legal order
}
