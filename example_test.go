package chess_test

import (
	"errors"
	"fmt"

	"github.com/shakki/chess"
)

// A whole game, played and judged.
func Example() {
	g := chess.NewGame()
	for _, san := range []string{"e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"} {
		if err := g.PlaySAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
	p := g.Position()
	fmt.Print(p.Board())
	fmt.Println(g.Outcome())
	fmt.Println(g.PlaySAN("Kxf7"))
	// Output:
	// r . b q k b . r
	// p p p p . Q p p
	// . . n . . n . .
	// . . . . p . . .
	// . . B . P . . .
	// . . . . . . . .
	// P P P P . P P P
	// R N B . K . N R
	// 1-0 (checkmate)
	// Kxf7: the game is over
}

func ExampleParseFEN() {
	p, err := chess.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Turn(), len(p.LegalMoves()))
	// Output: white 48
}

func ExampleParseFEN_error() {
	_, err := chess.ParseFEN("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	fmt.Println(err)
	var fault *chess.FENError
	if errors.As(err, &fault) {
		fmt.Println(fault.Field, fault.Offset)
	}
	// Output:
	// chess: FEN "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": piece placement, offset 18: '9' is no piece
	// piece placement 18
}

func ExampleRepairFEN() {
	p, repairs, err := chess.RepairFEN("4k3/8/8/8/8/8/8/R3K3 w KQ e3 0 1")
	fmt.Println(p.FEN(), err)
	for _, repair := range repairs {
		fmt.Println(repair)
	}
	// Output:
	// 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 <nil>
	// castling, offset 23: no rook for K
	// en passant, offset 26: no double step of Black's passes over e3
}

func ExamplePosition_Moves() {
	p := chess.MustParseFEN("7k/8/8/8/8/8/1P6/K7 w - - 0 1")
	for m := range p.Moves() {
		fmt.Println(p.SAN(m))
	}
	// Unordered output:
	// Ka2
	// Kb1
	// b3
	// b4
}

func ExamplePosition_Play() {
	p := chess.StartPosition()
	err := p.Play(chess.NewMove(chess.D1, chess.D3))
	fmt.Println(err)
	// Output: d1d3: the queen on d1 is blocked by the pawn on d2
}

func ExamplePosition_After() {
	p := chess.StartPosition()
	q := p.After(chess.NewMove(chess.E2, chess.E4))
	fmt.Println(p.Turn(), q.Turn()) // p has not changed
	// Output: white black
}

func ExamplePosition_ParseSAN() {
	p := chess.MustParseFEN("rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3")
	for _, san := range []string{"Nf3", "Nb5", "Nh5", "axb4"} {
		m, err := p.ParseSAN(san)
		fmt.Println(m, err)
	}
	// Output:
	// g1f3 <nil>
	// 0000 Nb5: the knight on c3 is pinned by the bishop on b4
	// 0000 Nh5: White has no knight that can go to h5
	// 0000 axb4: a pawn does not move from a2 to b4
}

func ExamplePosition_UCI() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	m, _ := p.ParseSAN("O-O")
	fmt.Println(m, p.UCI(m))
	p.SetChess960(true)
	fmt.Println(m, p.UCI(m))
	// Output:
	// e1h1 e1g1
	// e1h1 e1h1
}

func ExamplePosition_SamePosition() {
	p := chess.StartPosition()
	q := p
	for _, uci := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
		m, _ := q.ParseUCI(uci)
		q = q.After(m)
	}
	fmt.Println(p == q, p.SamePosition(&q), p.Hash() == q.Hash())
	// Output: false true true
}

func ExampleBitboard() {
	p := chess.StartPosition()
	knights := p.Pieces(chess.White, chess.Knight)
	var attacked chess.Bitboard
	for s := range knights.Squares() {
		attacked |= chess.KnightAttacks(s)
	}
	fmt.Println(attacked &^ p.ByColor(chess.White))
	// Output: {a3 c3 f3 h3}
}

func ExamplePerft() {
	p := chess.StartPosition()
	fmt.Println(chess.Perft(&p, 4))
	// Output: 197281
}
