package chess_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"
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

// Reading a position; its FEN and its diagram.
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

// A position may be playable and still not come from any game.
func ExamplePosition_Problems() {
	p := chess.MustParseFEN("4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 9 2")
	for _, problem := range p.Problems() {
		fmt.Println(problem)
	}
	// Output:
	// more than two pieces give check
	// half-move clock larger than the number of plies played
}

// The castling rights of Chess960 as other programs spell them.
func ExamplePosition_AppendFEN() {
	p := chess.MustParseFEN("r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2 w KQkq - 0 1")
	fmt.Println(p.FEN())
	fmt.Println(string(p.AppendFEN(nil, chess.FENShredder)))

	p = chess.StartPosition()
	p = p.After(chess.NewMove(chess.E2, chess.E4))
	fmt.Println(p.FEN()) // no pawn can capture en passant
	fmt.Println(string(p.AppendFEN(nil, chess.FENDoubleStep)))
	// Output:
	// r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2 w KQkq - 0 1
	// r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2 w FAfa - 0 1
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
}

func ExamplePosition_IsLegal() {
	p := chess.StartPosition()
	fmt.Println(p.IsLegal(chess.NewMove(chess.G1, chess.F3)))
	fmt.Println(p.IsLegal(chess.NewMove(chess.G1, chess.E2)))
	// Output:
	// true
	// false
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

// Captures and promotions come first in a search; the quiet moves may wait.
func ExamplePosition_AppendCaptures() {
	p := chess.MustParseFEN("rnb1kbnr/ppP1pppp/8/3q4/8/2N5/PP1P1PPP/R1BQKBNR w KQkq - 0 5")
	var captures []string
	for _, m := range p.AppendCaptures(nil) {
		captures = append(captures, p.SAN(m))
	}
	slices.Sort(captures)
	fmt.Println(captures)
	fmt.Println(len(p.AppendQuietMoves(nil)), "quiet moves")
	// Output:
	// [Nxd5 cxb8=B cxb8=N cxb8=Q cxb8=R]
	// 34 quiet moves
}

// A touched piece has to move: these are its moves. The rook's do not include
// castling, which is a move of the king.
func ExamplePosition_AppendMovesFrom() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/7P/4K2R w K - 0 1")
	fmt.Println(p.AppendMovesFrom(nil, chess.H1))
	fmt.Println(p.AppendMovesFrom(nil, chess.H2))
	// Output:
	// [h1f1 h1g1]
	// [h2h3 h2h4]
}

func ExamplePosition_Play() {
	p := chess.StartPosition()
	err := p.Play(chess.NewMove(chess.D1, chess.D3))
	fmt.Println(err)
	// Output: d1d3: the queen on d1 is blocked by the pawn on d2
}

// A position is a value: a move is undone by going back to the old one.
func ExamplePosition_After() {
	p := chess.StartPosition()
	q := p.After(chess.NewMove(chess.E2, chess.E4))
	fmt.Println(p.Turn(), q.Turn()) // p has not changed
	// Output: white black
}

// A search keeps one Position a ply and sets the next from the last.
func ExamplePosition_SetAfter() {
	var line [3]chess.Position
	line[0] = chess.StartPosition()
	line[1].SetAfter(&line[0], chess.NewMove(chess.E2, chess.E4))
	line[2].SetAfter(&line[1], chess.NewMove(chess.C7, chess.C5))
	fmt.Println(line[2].FEN())
	// Output: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
}

// Undo takes moves back from a game, and with them what they have brought about.
func ExampleGame_Undo() {
	g := chess.NewGame()
	play(g, "f3 e5 g4 Qh4")
	fmt.Println(g.Outcome(), g.Moves())
	fmt.Println(g.Undo(), g.Undo())
	fmt.Println(g.Outcome(), g.Moves())
	// Output:
	// 0-1 (checkmate) [f2f3 e7e5 g2g4 d8h4]
	// true true
	// * [f2f3 e7e5]
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

// What is written must be exactly the prescribed form: a way to check files that
// claim to follow the PGN standard.
func ExamplePosition_ParseStrictSAN() {
	p := chess.MustParseFEN("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	for _, san := range []string{"a8=Q+", "a8=Q", "a8Q+"} {
		_, err := p.ParseStrictSAN(san)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// a8=Q: the prescribed form of this move is a8=Q+
	// a8Q+: the prescribed form of this move is a8=Q+
}

// Engines write castling as the king's move to its final square, or in Chess960
// to its rook. Both are read; a Move is always the latter.
func ExamplePosition_ParseUCI() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	for _, uci := range []string{"e1g1", "e1h1", "e1g2"} {
		m, err := p.ParseUCI(uci)
		fmt.Println(m, err)
	}
	// Output:
	// e1h1 <nil>
	// e1h1 <nil>
	// 0000 e1g2: a king does not move from e1 to g2
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

// Chess960 is played by the same calls. The king goes to the g-file and the rook
// to the f-file, wherever they stood.
func ExamplePosition_Chess960() {
	p := chess.MustParseFEN("1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w KQkq - 0 1")
	fmt.Println(p.Chess960(), p.CastlingRook(chess.White, chess.Kingside))
	m, err := p.ParseSAN("O-O")
	fmt.Println(m, p.UCI(m), err)
	q := p.After(m)
	fmt.Println(q.FEN())
	// Output:
	// true d1
	// c1d1 c1d1 <nil>
	// 1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b kq - 1 1
}

func ExamplePosition_Outcome() {
	for _, fen := range []string{
		"7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
		"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
		"7k/5K2/8/6Q1/8/8/8/8 b - - 0 1",
	} {
		p := chess.MustParseFEN(fen)
		fmt.Println(p.InCheck(), p.IsCheckmate(), p.IsStalemate(), p.Outcome())
	}
	// Output:
	// true true false 1-0 (checkmate)
	// false false true 1/2-1/2 (stalemate)
	// false false false *
}

// Who gives check, who is pinned, and who guards a square.
func ExamplePosition_Checkers() {
	p := chess.MustParseFEN("4k3/4r3/8/b7/8/2N5/8/R3K3 w - - 0 1")
	fmt.Println(p.Checkers(), p.Pinned(chess.White), p.Attackers(chess.D1, chess.White))
	// Output: {e7} {c3} {a1 e1 c3}
}

// Which side can still win? That decides when a flag falls (see Game.FlagFall).
func ExamplePosition_CanWin() {
	p := chess.MustParseFEN("8/8/4k3/8/8/3NK3/7p/8 w - - 0 70")
	fmt.Println(p.CanWin(chess.White), p.CanWin(chess.Black), p.IsDead())
	p = chess.MustParseFEN("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 40")
	fmt.Println(p.CanWin(chess.White), p.CanWin(chess.Black), p.IsDead())
	// Output:
	// true true false
	// false false true
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

// Start positions have numbers from 0 to 959.
func ExampleChess960Start() {
	p, err := chess.Chess960Start(0)
	fmt.Println(p.FEN(), err)
	start := chess.StartPosition()
	fmt.Println(start.Chess960Number())
	// Output:
	// bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1 <nil>
	// 518 true
}

// Equal compares FENs, and cmp.Diff uses it: in a test it does not matter whether
// a position was played or set up.
func ExamplePosition_Equal() {
	played := chess.StartPosition()
	played = played.After(chess.NewMove(chess.E2, chess.E4))
	setUp := chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	fmt.Println(played.Equal(setUp), cmp.Diff(setUp, played) == "")
	fmt.Println(played == setUp, played.DoubleStep(), setUp.DoubleStep())
	// Output:
	// true true
	// false e3 -
}

// An opening table: positions are found by their key, however they came about.
func ExamplePosition_PolyglotKey() {
	names := make(map[uint64]string)
	for name, line := range map[string]string{
		"Queen's Gambit": "d4 d5 c4",
		"Four Knights":   "e4 e5 Nf3 Nc6 Nc3 Nf6",
	} {
		g := chess.NewGame()
		play(g, line)
		p := g.Position()
		names[p.PolyglotKey()] = name
	}

	g := chess.NewGame()
	play(g, "c4 d5 d4")
	p := g.Position()
	fmt.Printf("%016x %s\n", p.PolyglotKey(), names[p.PolyglotKey()])
	g = chess.NewGame()
	play(g, "Nf3 Nf6 Nc3 Nc6 e4 e5")
	p = g.Position()
	fmt.Printf("%016x %s\n", p.PolyglotKey(), names[p.PolyglotKey()])
	// Output:
	// 8a470482d88334ff Queen's Gambit
	// d8b48b59789bbed1 Four Knights
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

// A board of one's own, with figurines and from Black's side.
func ExamplePosition_PieceAt() {
	p := chess.MustParseFEN("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30")
	for r := chess.Rank1; r <= chess.Rank8; r++ {
		for f := chess.FileH; f.IsValid(); f-- {
			fmt.Printf("%c", p.PieceAt(chess.SquareAt(f, r)).Figurine())
		}
		fmt.Println()
	}
	// Output:
	// ·♔··♖···
	// ♙♙♙·····
	// ········
	// ········
	// ········
	// ········
	// ♟♟♟·····
	// ·♚······
}

// Values read and write themselves as text, in JSON as elsewhere, and as the keys
// of maps.
func Example_json() {
	p := chess.StartPosition()
	m, _ := p.ParseSAN("e4")
	text, err := json.MarshalIndent(struct {
		Position chess.Position
		Move     chess.Move
		Piece    chess.Piece
		Turn     chess.Color
		Counts   map[chess.Square]int
		Outcome  chess.Outcome
	}{
		p, m, p.PieceAt(m.From()), p.Turn(), map[chess.Square]int{chess.E4: 1},
		chess.Outcome{Result: chess.Draw, Reason: chess.Stalemate},
	}, "", "  ")
	fmt.Println(string(text), err)

	var q chess.Position
	fmt.Println(json.Unmarshal([]byte(`"8/8/8/8/8/8/8/8 w - - 0 1"`), &q))
	// Output:
	// {
	//   "Position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	//   "Move": "e2e4",
	//   "Piece": "P",
	//   "Turn": "white",
	//   "Counts": {
	//     "e4": 1
	//   },
	//   "Outcome": {
	//     "Result": "1/2-1/2",
	//     "Reason": "stalemate"
	//   }
	// } <nil>
	// chess: FEN "8/8/8/8/8/8/8/8 w - - 0 1": piece placement, offset 0: White has no king
}

func ExamplePerft() {
	p := chess.StartPosition()
	fmt.Println(chess.Perft(&p, 4))
	// Output: 197281
}

// The count below each move, as engines print it, to find the move whose count
// differs.
func ExamplePerft_divide() {
	p := chess.MustParseFEN("7k/8/8/8/8/8/P7/K7 w - - 0 1")
	for m := range p.Moves() {
		q := p.After(m)
		fmt.Printf("%s: %d\n", p.UCI(m), chess.Perft(&q, 2))
	}
	// Unordered output:
	// a1b1: 18
	// a1b2: 27
	// a2a3: 12
	// a2a4: 12
}
