package tictactoe_test

import (
	"fmt"

	"github.com/shakki/chess/games/tictactoe"
)

// This example plays a game that X wins with three pieces on a diagonal.
func Example() {
	g := tictactoe.NewGame()
	for _, text := range []string{"b2", "a1", "a3", "c3", "c1"} {
		if err := g.PlayText(text); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(g.Position().Board())
	fmt.Println(g.Outcome())
	// Output:
	// 3 X . O
	// 2 . X .
	// 1 O . X
	//   a b c
	// X wins (three in a row)
}

func ExamplePosition_LegalMoves() {
	p, err := tictactoe.ParsePosition("X.O/.X./..O")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Turn(), "may place on", p.LegalMoves())
	fmt.Println(p.Play(tictactoe.B2))
	// Output:
	// X may place on [a1 b1 a2 c2 b3]
	// X: b2: the square is occupied (by X)
}

// After does not change the position, so it can be called for every legal move.
func ExamplePosition_After() {
	p, err := tictactoe.ParsePosition("XX./OO./...")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range p.LegalMoves() {
		q := p.After(m)
		fmt.Println(m, q.Outcome())
	}
	// Output:
	// a1 unfinished
	// b1 unfinished
	// c1 unfinished
	// c2 unfinished
	// c3 X wins (three in a row)
}

func ExampleGame_Undo() {
	g := tictactoe.NewGame()
	_ = g.Play(tictactoe.B2)
	fmt.Println(g.Position())
	fmt.Println(g.Undo(), g.Position())
	fmt.Println(g.Undo(), g.Position())
	// Output:
	// .../.X./...
	// true .../.../...
	// false .../.../...
}

func ExampleParsePosition() {
	_, err := tictactoe.ParsePosition("XX./.../...")
	fmt.Println(err)
	// Output:
	// position "XX./.../...", column 1: X must have as many pieces as O, or one more
}

// The text of a game is its start, its moves, and the word end.
func ExampleParseGame() {
	g, err := tictactoe.ParseGame(".../.../...; b2; a1; end")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.PlayText("a1"))
	fmt.Println(g.PlayText("c3"))
	fmt.Println(g)
	// Output:
	// X: a1: the square is occupied (by O)
	// <nil>
	// .../.../...; b2; a1; c3; end
}
