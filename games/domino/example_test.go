package domino_test

import (
	"fmt"
	"slices"

	"github.com/shakki/chess/games/domino"
)

// This example plays a round of two players, who always play the first legal move.
func Example() {
	g, err := domino.NewGame(2, domino.NoPlayer, domino.NewShuffle(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(g.Start().Board())
	for !g.Outcome().IsOver() {
		p := g.Position()
		if err := g.Play(p.LegalMoves()[0]); err != nil {
			fmt.Println(err)
			return
		}
	}
	for line := range slices.Chunk(g.Moves(), 8) {
		fmt.Println(line)
	}
	fmt.Print(g.Position().Board())
	fmt.Println(g.Outcome())
	// Output:
	// table: -
	// stock: 14 tiles
	// > A:   [6|2][6|1][5|2][5|0][4|3][4|1][1|0]
	//   B:   [6|0][5|4][5|1][4|0][2|2][2|0][1|1]
	// [6-1 6-0 left 5-0 left 5-4 left 4-3 left 5-1 right 5-2 right 2-2 right]
	// [6-2 right draw 6-6 right draw 3-2 left 2-0 left 1-0 left 1-1 left]
	// [4-1 left]
	// table: [4|1][1|1][1|0][0|2][2|3][3|4][4|5][5|0][0|6][6|1][1|5][5|2][2|2][2|6]
	//        [6|6]
	// stock: 12 tiles
	//   A:   -
	// > B:   [4|0]
	// out: A 0, B -4; A wins
}

// This example plays a match to 100 penalty points. A real program would get the moves
// from the players.
func ExampleMatch() {
	m, err := domino.NewMatch(domino.MatchOptions{Players: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for seed := uint64(1); !m.Outcome().IsOver(); seed++ {
		leader, err := domino.LeaderByLot(3, domino.NewShuffle(1000+seed))
		if err != nil {
			fmt.Println(err)
			return
		}
		g, err := m.Next(leader, domino.NewShuffle(seed))
		if err != nil {
			fmt.Println(err)
			return
		}
		for !g.Outcome().IsOver() {
			if err := g.Play(g.Position().LegalMoves()[0]); err != nil {
				fmt.Println(err)
				return
			}
		}
		fmt.Printf("round %d, %v\n", len(m.Games()), g.Outcome())
	}
	fmt.Println(m.Outcome())
	// Output:
	// round 1, out: A 0, B -4, C -73; A wins
	// round 2, out: A -5, B 0, C -4; B wins
	// round 3, out: A -6, B 0, C -8; B wins
	// round 4, out: A -14, B -4, C 0; C wins
	// round 5, out: A -15, B 0, C -6; B wins
	// round 6, out: A -3, B 0, C -9; B wins
	// target: A -43, B -8, C -100; B wins
}

// View returns what player B may know: B's own hand, and only the number of tiles in the
// other hands.
func ExamplePosition_View() {
	p, err := domino.Deal(3, domino.B, domino.NewShuffle(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	v := p.View(domino.B)
	fmt.Print(v.Board())
	fmt.Println(v)
	fmt.Println(v.LegalMoves())
	// Output:
	// table: -
	// stock: 13 tiles
	//   A:   5 tiles
	// > B:   [6|2][4|1][3|2][3|0][2|2]
	//   C:   5 tiles
	// B: B ?5/6-2,4-1,3-2,3-0,2-2/?5 ?13 -
	// [6-2 4-1 3-2 3-0 2-2]
}

// Play returns an error for an illegal move and does not change the position.
func ExamplePosition_Play() {
	g, err := domino.NewGame(2, domino.NoPlayer, domino.NewShuffle(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := g.Position()
	fmt.Println(p.Line(), p.LegalMoves())
	fmt.Println(p.Play(domino.Pass))
	fmt.Println(p.Play(domino.Lay(domino.TileOf(6, 6), domino.Left)))
	// Output:
	// [4-3] [4-2 left 4-1 left 3-1 right 3-0 right]
	// B: pass: the hand has a matching tile (4-2)
	// B: 6-6 left: the tile does not match (the left end has 4)
}
