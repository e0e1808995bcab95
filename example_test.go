package chess_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// play plays moves in SAN and prints the first error.
func play(g *chess.Game, moves string) {
	for _, san := range strings.Fields(moves) {
		if err := g.PlaySAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
}

// A whole game, from the first move to checkmate.
func Example() {
	g := chess.NewGame()
	for _, san := range []string{"e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"} {
		if err := g.PlaySAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(g.Position().Diagram())
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

// A resignation by mistake is taken back, and the offer of a draw is pending again.
func ExampleGame_Resume() {
	g, _ := chess.ParsePGN("1. e4 e5 *")
	fmt.Println(g.OfferDraw(chess.White), g.Resign(chess.Black), g.Outcome())
	fmt.Println(g.Resume(), g.Outcome())
	fmt.Println(g.DrawOffer())
	// Output:
	// <nil> <nil> 1-0 (resignation)
	// true *
	// white true
}

// Undo takes back a move, and the end of the game with it.
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

// A game can start from any position that ParseFEN accepts, under any rules.
func ExampleNewGameFrom() {
	start := chess.MustParseFEN("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	g, err := chess.NewGameFrom(start, chess.Rules{})
	if err != nil {
		fmt.Println(err)
		return
	}
	play(g, "a8=Q+ Kf7")
	fmt.Println(g.Position())

	_, err = chess.NewGameFrom(chess.Position{}, chess.Rules{})
	fmt.Println(err)
	// Output:
	// Q7/5k2/8/8/8/8/8/4K3 w - - 1 2
	// setup: piece placement: White has no king
}

// The pieces that each side has captured, and the balance of material.
func ExampleGame_CapturedBy() {
	g := chess.NewGame()
	play(g, "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2")
	fmt.Println(g.CapturedBy(chess.White), g.CapturedBy(chess.Black))
	p := g.Position()
	fmt.Println(p.Material(chess.White).Points() - p.Material(chess.Black).Points())
	// Output:
	// [p q] [P P]
	// 8
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

// The error says which field is wrong, where, and why.
func ExampleParseFEN_error() {
	_, err := chess.ParseFEN("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	var fault *chess.FENError
	if errors.As(err, &fault) {
		fmt.Printf("%s, offset %d: %s\n", fault.Field, fault.Offset, fault.Detail)
	}
	// Output: piece placement, offset 18: '9' is not a piece
}

// RepairFEN drops what cannot be right, and lists what it changed.
func ExampleRepairFEN() {
	p, repairs, err := chess.RepairFEN("4k3/8/8/8/8/8/8/R3K3 w KQ e3 0 1")
	fmt.Println(p, err)
	for _, repair := range repairs {
		fmt.Printf("%s, offset %d: %s\n", repair.Field, repair.Offset, repair.Detail)
	}
	// Output:
	// 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 <nil>
	// castling, offset 23: no rook for K
	// en passant, offset 26: Black cannot have just moved a pawn over e3
}

// FENs in the forms that other programs expect: castling rights as the files of
// the rooks, and the en passant square after every double step.
func ExamplePosition_FormatFEN() {
	p := chess.MustParseFEN("r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2 w KQkq - 0 1")
	p = p.After(chess.NewMove(chess.E2, chess.E4))
	fmt.Println(p.FEN())
	fmt.Println(p.FormatFEN(chess.FENFormat{Shredder: true, DoubleStep: true}))
	// Output:
	// r1k2r2/pppppppp/8/8/4P3/8/PPPP1PPP/R1K2R2 b KQkq - 0 1
	// r1k2r2/pppppppp/8/8/4P3/8/PPPP1PPP/R1K2R2 b FAfa e3 0 1
}

// A position is edited as a value: White gives the odds of a rook, and Black
// moves first.
func ExampleSetup() {
	s := chess.StartPosition().Setup()
	s.Board[chess.A1] = chess.NoPiece
	s.Turn = chess.Black
	_, err := s.Position()
	fmt.Println(err)

	s.Castling &^= chess.A1.Bitboard()
	p, err := s.Position()
	fmt.Println(p, err)
	// Output:
	// setup: castling: White has no rook on a1
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kkq - 0 1 <nil>
}

// A placement of pieces for a picture needs no kings.
func ExampleParseSetup() {
	s, err := chess.ParseSetup("8/8/8/3N4/8/8/8/8")
	fmt.Println(s.Board[chess.D5], err)
	_, err = s.Position()
	fmt.Println(err)
	// Output:
	// N <nil>
	// setup: piece placement: White has no king
}

// A position may be playable even though no game can lead to it.
func ExamplePosition_Problems() {
	p := chess.MustParseFEN("4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 9 2")
	for _, problem := range p.Problems() {
		fmt.Println(problem)
	}
	// Output:
	// more than two pieces give check
	// halfmove clock larger than the number of plies played
}

// A board with figurines, seen from Black's side.
func ExamplePosition_PieceAt() {
	p := chess.MustParseFEN("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30")
	for rank := range chess.Rank(8) {
		for file := range chess.File(8) {
			fmt.Printf("%c", p.PieceAt(chess.SquareAt(7-file, rank)).Figurine())
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

// The pieces that give check, the pieces that are pinned, and the pieces that
// guard a square.
func ExamplePosition_Checkers() {
	p := chess.MustParseFEN("4k3/4r3/8/b7/8/2N5/8/R3K3 w - - 0 1")
	fmt.Println(p.Checkers(), p.Pinned(chess.White), p.Attackers(chess.White, chess.D1))
	// Output: {e7} {c3} {a1 e1 c3}
}

// The pinned bishop can move along the line of the pin.
func ExampleLineThrough() {
	p := chess.MustParseFEN("4k3/8/8/8/7q/8/5B2/4K3 w - - 0 1")
	line := chess.LineThrough(chess.F2, p.King(chess.White))
	fmt.Println(line, p.AttacksFrom(chess.F2)&line&^p.ByColor(chess.White))
	// Output: {e1 f2 g3 h4} {g3 h4}
}

// The knight on c7 attacks the king and both rooks.
func ExamplePosition_AttacksFrom() {
	p := chess.MustParseFEN("r3k2r/2N5/8/8/8/8/8/4K3 b - - 0 1")
	forked := p.AttacksFrom(chess.C7) & p.ByColor(chess.Black)
	fmt.Println(forked)
	// Output: {a8 e8}
}

// Flip finds errors in an evaluation: it must not depend on the color.
func ExamplePosition_Flip() {
	p := chess.MustParseFEN("4k3/8/8/8/3pP3/8/8/R3K2R b KQ e3 0 20")
	fmt.Println(p.Flip())
	// Output: r3k2r/8/8/3Pp3/8/8/8/4K3 w kq e6 0 20
}

// A pawn that is defended once is attacked by a rook with a second one behind it. The rook wins
// less than it costs.
func ExamplePosition_StaticExchange() {
	values := [7]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}
	p := chess.MustParseFEN("4k3/8/3p4/4p3/8/8/4R3/3KR3 w - - 0 1")
	for _, m := range p.AppendCaptures(nil) {
		fmt.Println(p.SAN(m), p.StaticExchange(m, values))
	}
	// Output: Rxe5+ -3
}

// The squares that White's knights can go to.
func ExampleBitboard() {
	p := chess.StartPosition()
	var attacked chess.Bitboard
	for s := range p.Pieces(chess.White, chess.Knight).Squares() {
		attacked |= chess.KnightAttacks(s)
	}
	fmt.Println(attacked &^ p.ByColor(chess.White))
	// Output: {a3 c3 f3 h3}
}

// After four knight moves the position is the same by the rule on repetition,
// although the clocks differ.
func ExamplePosition_SamePosition() {
	g := chess.NewGame()
	play(g, "Nf3 Nf6 Ng1 Ng8")
	p, q := g.Start(), g.Position()
	fmt.Println(p == q, p.SamePosition(q), p.Hash() == q.Hash())
	// Output: false true true
}

// Key counts how often each position occurs in several games, whatever the order
// of the moves.
func ExamplePosition_Key() {
	count := make(map[chess.PositionKey]int)
	for _, moves := range []string{"d4 Nf6 c4 e6", "c4 e6 d4 Nf6", "d4 d5"} {
		g := chess.NewGame()
		play(g, moves)
		for _, p := range g.Positions() {
			count[p.Key()]++
		}
	}
	p := chess.MustParseFEN("rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3")
	fmt.Println(count[chess.StartPosition().Key()], count[p.Key()], len(count))
	// Output: 3 2 9
}

// Binary FEN takes less than half the space of FEN, and is read five times as fast.
func ExamplePosition_MarshalBinary() {
	p := chess.MustParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	data, err := p.MarshalBinary()
	fmt.Printf("%x %v\n", data, err)

	var q chess.Position
	err = q.UnmarshalBinary(data)
	fmt.Println(q == p, err)
	fmt.Println(q.UnmarshalBinary(data[:9]))
	// Output:
	// ffef00101000efff2d844ad200000000111111113e955be30002 <nil>
	// true <nil>
	// FEN "\xff\xef\x00\x10\x10\x00\xef\xff-": piece placement, offset 8: 32 pieces, but bytes for 2
}

// Equal compares positions as their FENs do, and cmp.Diff uses it. In a test it
// does not matter whether a position was played or set up.
func ExamplePosition_Equal() {
	got := chess.StartPosition().After(chess.NewMove(chess.E2, chess.E4))
	want := chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	fmt.Println(got.Equal(want), cmp.Diff(want, got) == "")
	fmt.Println(got == want) // got holds the double step, which no pawn can capture
	// Output:
	// true true
	// false
}

// A table of openings with the keys of a Polyglot opening book. It finds a
// position whatever the order of the moves.
func ExamplePosition_PolyglotKey() {
	names := make(map[uint64]string)
	for name, moves := range map[string]string{
		"Queen's Gambit": "d4 d5 c4",
		"Four Knights":   "e4 e5 Nf3 Nc6 Nc3 Nf6",
	} {
		g := chess.NewGame()
		play(g, moves)
		names[g.Position().PolyglotKey()] = name
	}

	g := chess.NewGame()
	play(g, "c4 d5 d4")
	key := g.Position().PolyglotKey()
	fmt.Printf("%016x %s\n", key, names[key])
	// Output: 8a470482d88334ff Queen's Gambit
}

// Positions, moves, and the small types are text in JSON, also as keys of a map.
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
		chess.Outcome{Result: chess.Drawn, Reason: chess.Stalemate},
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
	//     "result": "1/2-1/2",
	//     "reason": "stalemate"
	//   }
	// } <nil>
	// FEN "8/8/8/8/8/8/8/8 w - - 0 1": piece placement, offset 0: White has no king
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

// A player who has touched a piece must move it. Castling is a move of the king,
// so the moves of the rook do not include it.
func ExamplePosition_AppendMovesFrom() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/7P/4K2R w K - 0 1")
	fmt.Println(p.AppendMovesFrom(nil, chess.H1))
	fmt.Println(p.AppendMovesFrom(nil, chess.H2))
	// Output:
	// [h1f1 h1g1]
	// [h2h3 h2h4]
}

// The squares that a screen highlights when the player touches a piece.
func ExamplePosition_Destinations() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/7P/4K2R w K - 0 1")
	text, err := json.Marshal(p.Destinations())
	fmt.Println(string(text), err)
	// Output: {"e1":["d1","f1","g1","d2","e2","f2"],"h1":["f1","g1"],"h2":["h3","h4"]} <nil>
}

// A server tells the board which pieces may move. After the game there are none.
func ExampleGame_Destinations() {
	g := chess.NewGame()
	fmt.Println(g.Destinations()[chess.G1])
	if err := g.Resign(chess.White); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(g.Destinations()), len(g.Position().Destinations()))
	// Output:
	// [f3 h3]
	// 0 10
}

// FindMove turns the two squares that a screen sends into the legal move, or says
// what is missing.
func ExamplePosition_FindMove() {
	p := chess.MustParseFEN("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
	queen, _ := chess.ParsePieceType("q") // as many boards for browsers name it
	m, err := p.FindMove(chess.E1, chess.G1, chess.NoPieceType)
	fmt.Println(m, p.SAN(m), err)

	m, err = p.FindMove(chess.A7, chess.A8, chess.NoPieceType)
	fmt.Println(err)
	var illegal *chess.MoveError
	if errors.As(err, &illegal) && illegal.Why == chess.PromotionMissing {
		m, err = p.FindMove(chess.A7, chess.A8, queen) // the piece that the player has chosen
	}
	fmt.Println(m, p.SAN(m), err)
	// Output:
	// e1g1 O-O <nil>
	// a7a8: the piece that the pawn promotes to is missing
	// a7a8q a8=Q+ <nil>
}

// A screen moves two pieces when a player castles. CastlingSquares returns the squares on which they
// land, and CastlingRook the one that the rook leaves.
func ExamplePosition_CastlingSquares() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	m, _ := p.ParseSAN("O-O-O")
	if king, rook, wing, ok := p.CastlingSquares(m); ok {
		fmt.Printf("%v: king from %v to %v, rook from %v to %v\n", wing, m.From(), king, p.CastlingRook(p.Turn(), wing), rook)
	}
	// Output: queenside: king from e1 to c1, rook from a1 to d1
}

func ExamplePosition_IsLegal() {
	p := chess.StartPosition()
	fmt.Println(p.IsLegal(chess.NewMove(chess.G1, chess.F3)))
	fmt.Println(p.IsLegal(chess.NewMove(chess.G1, chess.E2)))
	// Output:
	// true
	// false
}

// Play checks the move and says why it is illegal.
func ExamplePosition_Play() {
	p := chess.StartPosition()
	fmt.Println(p.Play(chess.NewMove(chess.D1, chess.D3)))
	fmt.Println(p.Play(chess.NewMove(chess.D2, chess.D4)), p)
	// Output:
	// d1d3: the queen on d1 is blocked by the pawn on d2
	// <nil> rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1
}

// The fields of a MoveError let a program answer in its own words.
func ExampleMoveError() {
	p := chess.MustParseFEN("4r1k1/8/8/8/8/5N2/4B3/1N2K2R w K - 0 1")
	for _, san := range []string{"Bd3", "Nd2", "Kg1"} {
		_, err := p.ParseSAN(san)
		var e *chess.MoveError
		switch {
		case !errors.As(err, &e):
			fmt.Println(err)
		case e.Spelling != "":
			fmt.Printf("%s: did you mean %s?\n", san, e.Spelling)
		case e.Candidates != 0:
			fmt.Printf("%s: which one, %v?\n", san, e.Candidates)
		case e.Why == chess.Pinned:
			fmt.Printf("%s: look at %v\n", san, e.By)
		}
	}
	text, err := json.Marshal(p.Play(chess.NewMove(chess.E2, chess.D3))) // for a browser
	fmt.Println(string(text), err)
	// Output:
	// Bd3: look at e8
	// Nd2: which one, {b1 f3}?
	// Kg1: did you mean O-O?
	// {"text":"e2d3: the bishop on e2 is pinned by the rook on e8","by":"e8","from":"e2","kind":"illegal move","move":"e2d3","position":"4r1k1/8/8/8/8/5N2/4B3/1N2K2R w K - 0 1","to":"d3","why":"pinned"} <nil>
}

// After returns a new position and leaves p unchanged, so there is nothing to
// undo. Here it finds a checkmate in one move.
func ExamplePosition_After() {
	p := chess.MustParseFEN("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30")
	for m := range p.Moves() {
		if p.After(m).IsCheckmate() {
			fmt.Println(p.SAN(m))
		}
	}
	// Output: Rd8#
}

// ParseSAN reads what people write, and says why a move is illegal.
func ExamplePosition_ParseSAN() {
	p := chess.MustParseFEN("rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3")
	for _, san := range []string{"Nf3", "Ng1-f3!", "Nb5", "Nh5", "axb4"} {
		m, err := p.ParseSAN(san)
		fmt.Println(m, err)
	}
	// Output:
	// g1f3 <nil>
	// g1f3 <nil>
	// 0000 Nb5: the knight on c3 is pinned by the bishop on b4
	// 0000 Nh5: White has no knight that can go to h5
	// 0000 axb4: a pawn does not move from a2 to b4
}

// ParseStrictSAN checks text that claims to follow the PGN standard.
func ExamplePosition_ParseStrictSAN() {
	p := chess.MustParseFEN("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	for _, san := range []string{"a8=Q+", "a8=Q", "a8Q+"} {
		_, err := p.ParseStrictSAN(san)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// a8=Q: the standard form of this move is a8=Q+
	// a8Q+: the standard form of this move is a8=Q+
}

// Engines write castling as the move of the king to the square on which it lands
// or, in Chess960, to its rook. ParseUCI reads both.
func ExamplePosition_ParseUCI() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	for _, uci := range []string{"e1g1", "e1h1", "e1g2"} {
		m, err := p.ParseUCI(uci)
		fmt.Println(m, err)
	}
	// Output:
	// e1g1 <nil>
	// e1g1 <nil>
	// 0000 e1g2: a king does not move from e1 to g2
}

// A server sends all moves with each event. SetMoves plays those that are new, and takes back those
// that the players have taken back.
func ExampleGame_SetMoves() {
	start, _ := chess.ParseFEN("startpos")
	g, _ := chess.NewGameFrom(start, chess.Rules{})
	for _, moves := range []string{"e2e4 e7e5", "e2e4 e7e5 g1f3", "e2e4 c7c5", "e2e4 e7e4"} {
		err := g.SetMoves(moves)
		fmt.Println(g.Moves(), err)
	}
	// Output:
	// [e2e4 e7e5] <nil>
	// [e2e4 e7e5 g1f3] <nil>
	// [e2e4 c7c5] <nil>
	// [e2e4 c7c5] e7e4: a pawn does not move from e7 to e4
}

// The same move as it is, as text for engines, and for people. Only in Chess960 do the first two
// differ.
func ExamplePosition_UCI() {
	for _, fen := range []string{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 0 1"} {
		p := chess.MustParseFEN(fen)
		m, _ := p.ParseSAN("O-O")
		fmt.Println(m, p.UCI(m), p.SAN(m))
	}
	// Output:
	// e1g1 e1g1 O-O
	// e1g1 e1h1 O-O
}

// Moves in other languages, with figurines, and in long algebraic notation.
func ExamplePosition_MoveText() {
	p := chess.MustParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	m := chess.MustParseMove("h5f7")
	for _, l := range []chess.Language{chess.English, chess.Finnish, chess.Lithuanian, chess.Russian, chess.Figurines} {
		fmt.Println(p.MoveText(m, chess.PGNFormat{Language: l}), l.Name(chess.Queen))
	}
	fmt.Println(p.MoveText(m, chess.PGNFormat{Notation: chess.NotationLong}))
	// Output:
	// Qxf7# queen
	// Dxf7# kuningatar
	// Vxf7# valdovė
	// Фxf7# ферзь
	// ♕xf7# ♕
	// Qh5xf7#
}

// The letter R stands for the king in French and for the knight in Finnish. In
// Danish it stands for no piece.
func ExamplePosition_ParseSANIn() {
	p := chess.StartPosition()
	for _, l := range []chess.Language{chess.French, chess.Finnish, chess.Danish} {
		m, err := p.ParseSANIn("Rf3", l)
		fmt.Println(m, err)
	}
	// Output:
	// 0000 Rf3: a king does not move from e1 to f3
	// g1f3 <nil>
	// 0000 "Rf3": not a move in Danish, but one in Finnish, Estonian: set the language
}

// A name of a piece, or its letter, in the language of the player.
func ExampleLanguage_ParsePieceType() {
	for _, text := range []string{"ratsu", "R", "Daami", "hevonen"} {
		t, err := chess.Finnish.ParsePieceType(text)
		fmt.Println(t, err)
	}
	t, err := chess.Danish.ParsePieceType("Löber")
	fmt.Println(t, err)
	// Output:
	// knight <nil>
	// knight <nil>
	// queen <nil>
	// none "hevonen" is not a valid piece type in Finnish
	// bishop <nil>
}

// A pass shows what the opponent threatens.
func ExampleNullMove() {
	p := chess.MustParseFEN("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
	q := p.After(chess.NullMove)
	for m := range q.Moves() {
		if q.After(m).IsCheckmate() {
			fmt.Println("White threatens", q.SAN(m))
		}
	}
	fmt.Println(p.SAN(chess.NullMove), p.UCI(chess.NullMove), p.Play(chess.NullMove))
	// Output:
	// White threatens Qxf7#
	// -- 0000 0000: passing is not a legal move
}

// Chess960 uses the same calls. Wherever king and rook start, kingside castling
// takes the king to the g-file and the rook to the f-file.
func ExamplePosition_IsChess960() {
	p := chess.MustParseFEN("1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w KQkq - 0 1")
	fmt.Println(p.IsChess960(), p.CastlingRook(chess.White, chess.Kingside))
	m, err := p.ParseSAN("O-O")
	fmt.Println(m, p.UCI(m), err)
	fmt.Println(p.After(m))
	// Output:
	// true d1
	// c1d1 c1d1 <nil>
	// 1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b kq - 1 1
}

// The start positions of Chess960 have numbers from 0 to 959.
func ExampleChess960Start() {
	p, err := chess.Chess960Start(0)
	fmt.Println(p, err)
	fmt.Println(chess.StartPosition().Chess960Number())
	// Output:
	// bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1 <nil>
	// 518 true
}

// A search looks at captures and promotions first, and often needs no other
// moves. A buffer of MaxMoves moves is always large enough.
func ExamplePosition_AppendCaptures() {
	p := chess.MustParseFEN("rnb1kbnr/ppP1pppp/8/3q4/8/2N5/PP1P1PPP/R1BQKBNR w KQkq - 0 5")
	var buffer [chess.MaxMoves]chess.Move
	captures := p.AppendCaptures(buffer[:0])
	for _, m := range captures {
		fmt.Println(p.SAN(m), p.Captured(m))
	}
	all := p.AppendQuietMoves(captures)
	fmt.Println(len(captures), len(all))
	// Unordered output:
	// Nxd5 q
	// cxb8=Q n
	// cxb8=R n
	// cxb8=B n
	// cxb8=N n
	// 5 39
}

// mates returns the number of games that end in checkmate after exactly the given
// number of plies.
func mates(p *chess.Position, plies int) int {
	if plies == 0 {
		if p.IsCheckmate() {
			return 1
		}
		return 0
	}
	n := 0
	var next chess.Position // outside the loop, so that it stays on the stack
	for m := range p.Moves() {
		next.SetAfter(p, m)
		n += mates(&next, plies-1)
	}
	return n
}

// SetAfter plays each move of a search into a variable outside the loop, the
// fastest way to search.
func ExamplePosition_SetAfter() {
	p := chess.StartPosition()
	fmt.Println(mates(&p, 4))
	// Output: 8
}

// The moves that repeat an earlier position of the game. A search that goes
// deeper appends the hashes of the positions on its way.
func ExampleGame_RepeatableHashes() {
	g := chess.NewGame()
	play(g, "e4 e5 Nf3 Nf6 Ng1")
	p, history := g.Position(), g.RepeatableHashes()
	for m := range p.Moves() {
		if slices.Contains(history, p.After(m).Hash()) {
			fmt.Println(p.SAN(m))
		}
	}
	// Output: Ng8
}

// mate is the value of a checkmate, more than all the pieces are worth.
const mate = 10_000

// value returns the balance of material from the point of view of the side to
// move, in hundredths of a pawn.
func value(p chess.Position) int {
	us := p.Turn()
	return 100 * (p.Material(us).Points() - p.Material(us.Other()).Points())
}

// search returns the value of p for the side to move. It looks at all moves for
// the given number of plies and then only at captures. Values outside the range
// from alpha to beta are cut off.
func search(p chess.Position, depth, alpha, beta int) int {
	if !p.HasLegalMove() {
		if p.InCheck() {
			return -mate - depth // a faster mate is better
		}
		return 0
	}
	var buffer [chess.MaxMoves]chess.Move
	moves := p.AppendCaptures(buffer[:0])
	if depth > 0 {
		moves = p.AppendQuietMoves(moves)
	} else {
		alpha = max(alpha, value(p)) // the side to move need not capture
	}
	for _, m := range moves {
		if alpha >= beta {
			break
		}
		alpha = max(alpha, -search(p.After(m), depth-1, -beta, -alpha))
	}
	return alpha
}

// bestMove returns the best move at the given depth.
func bestMove(p chess.Position, depth int) (best chess.Move) {
	alpha := -2 * mate
	for m := range p.Moves() {
		if v := -search(p.After(m), depth-1, -2*mate, -alpha); v > alpha {
			alpha, best = v, m
		}
	}
	return best
}

// A bot that looks three plies ahead finds a smothered mate, and a fork that wins
// the queen. It plays both sides.
func Example_bot() {
	for _, fen := range []string{
		"5r1k/6pp/7N/8/2Q5/8/6PP/7K w - - 0 1",
		"6k1/5ppp/2q5/3N4/4P3/8/5PPP/6K1 w - - 0 1",
	} {
		p := chess.MustParseFEN(fen)
		for range 3 {
			m := bestMove(p, 3)
			fmt.Print(p.SAN(m), " ")
			p = p.After(m)
		}
		fmt.Println(p.Outcome())
	}
	// Output:
	// Qg8+ Rxg8 Nf7# 1-0 (checkmate)
	// Ne7+ Kf8 Nxc6 *
}

func ExamplePerft() {
	fmt.Println(chess.Perft(chess.StartPosition(), 4))
	// Output: 197281
}

// The count after each move, as engines print it. It shows which move of a faulty
// move generator has the wrong count.
func ExamplePerft_divide() {
	p := chess.MustParseFEN("7k/8/8/8/8/8/P7/K7 w - - 0 1")
	for m := range p.Moves() {
		fmt.Printf("%s: %d\n", p.UCI(m), chess.Perft(p.After(m), 2))
	}
	// Unordered output:
	// a1b1: 18
	// a1b2: 27
	// a2a3: 12
	// a2a4: 12
}

func ExamplePosition_Outcome() {
	for _, fen := range []string{
		"7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
		"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
		"7k/5K2/8/6Q1/8/8/8/8 b - - 0 1",
	} {
		p := chess.MustParseFEN(fen)
		fmt.Println(p.IsCheckmate(), p.IsStalemate(), p.Outcome())
	}
	// Output:
	// true false 1-0 (checkmate)
	// false true 1/2-1/2 (stalemate)
	// false false *
}

// CanWin decides a game when a player's time is up. See Game.FlagFall. If neither
// side can win, the position is dead.
func ExamplePosition_CanWin() {
	for _, fen := range []string{
		"8/8/4k3/8/8/3NK3/7p/8 w - - 0 70",
		"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 40",
	} {
		p := chess.MustParseFEN(fen)
		fmt.Println(p.CanWin(chess.White), p.CanWin(chess.Black), p.IsDead())
	}
	// Output:
	// true true false
	// false false true
}

// White can win because the pawn can block its own king. White cannot win across the closed wall
// of pawns. A verdict with a Proof is exact, and the line of a win ends in checkmate.
func ExamplePosition_Winnable() {
	for _, fen := range []string{
		"8/8/8/8/8/1p6/7N/K6k b - - 0 70",
		"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 40",
	} {
		p := chess.MustParseFEN(fen)
		verdict := p.Winnable(context.Background(), chess.White, chess.WinOptions{})
		for _, m := range verdict.Line {
			p = p.After(m)
		}
		fmt.Println(verdict.CanWin, verdict.Proof, p.IsCheckmate())
	}
	// Output:
	// true line true
	// false reach false
}

// The start position has occurred for the third time. Under the FIDE Laws that
// does not end the game, but the player to move may claim a draw.
func ExampleGame_Claim() {
	g := chess.NewGame()
	play(g, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	fmt.Println(g.Outcome(), g.Repetitions(), g.Claims())

	err := g.Claim(chess.White, chess.Claim{Reason: chess.ThreefoldRepetition})
	fmt.Println(err, g.Outcome())
	// Output:
	// * 3 [threefold repetition]
	// <nil> 1/2-1/2 (threefold repetition)
}

// An incorrect claim is refused, and the game goes on.
func ExampleGame_Claim_incorrect() {
	g := chess.NewGame()
	play(g, "Nf3 Nf6 Ng1 Ng8")
	err := g.Claim(chess.White, chess.Claim{Reason: chess.ThreefoldRepetition})
	fmt.Println(err)
	var refusal *chess.ActionError
	if errors.As(err, &refusal) {
		fmt.Println(refusal.By, "is wrong:", refusal.Detail)
	}
	fmt.Println(g.Outcome())
	// Output:
	// claim of threefold repetition by White: the position has occurred 2 times
	// white is wrong: the position has occurred 2 times
	// *
}

// Black intends to play Ng8, after which the start position will have occurred
// for the third time. Black announces the move and claims the draw without
// playing it.
func ExampleGame_ClaimsByMove() {
	g := chess.NewGame()
	play(g, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
	fmt.Println(g.Claims(), g.ClaimsByMove())

	m, _ := g.Position().ParseSAN("Ng8")
	err := g.Claim(chess.Black, chess.Claim{Reason: chess.ThreefoldRepetition, Move: m})
	fmt.Println(err, g.Outcome(), g.Plies())
	// Output:
	// [] [threefold repetition after f6g8]
	// <nil> 1/2-1/2 (threefold repetition) 7
}

// The claims that were possible in a game, although no player made one.
func ExampleGame_ClaimHistory() {
	g := chess.NewGame()
	play(g, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5")
	for plies, claim := range g.ClaimHistory() {
		fmt.Printf("after %d plies: %v\n", plies, claim)
	}
	// Output:
	// after 7 plies: threefold repetition after f6g8
	// after 8 plies: threefold repetition
	// after 8 plies: threefold repetition after g1f3
}

// Under the FIDE Laws a player may offer a draw at any time. The offer stands
// until the opponent accepts it, declines it, or moves.
func ExampleGame_OfferDraw() {
	g := chess.NewGame()
	fmt.Println(g.OfferDraw(chess.Black)) // before the first move
	play(g, "e4")                         // White moves, so the offer has ended
	fmt.Println(g.AcceptDraw(chess.White))

	fmt.Println(g.OfferDraw(chess.Black))
	play(g, "e5") // Black's own move does not end the offer
	fmt.Println(g.DrawOffer())
	fmt.Println(g.AcceptDraw(chess.White), g.Outcome())
	// Output:
	// <nil>
	// White cannot accept: Black has not offered a draw
	// <nil>
	// black true
	// <nil> 1/2-1/2 (agreement)
}

// A player may resign at any time, even when it is not their turn.
func ExampleGame_Resign() {
	g := chess.NewGame()
	play(g, "f3 e5 g4")
	fmt.Println(g.Resign(chess.White), g.Outcome())
	fmt.Println(g.Resign(chess.Black))
	// Output:
	// <nil> 0-1 (resignation)
	// resignation by Black: the game is over
}

// A player whose time is up loses, unless the opponent cannot checkmate by any
// sequence of legal moves.
func ExampleGame_FlagFall() {
	for _, fen := range []string{
		"8/8/3k4/3p4/8/8/3N4/3K4 b - - 0 60", // Black's own pawn can help White to checkmate
		"8/8/3k4/3q4/8/8/3N4/3K4 b - - 0 60",
	} {
		g, err := chess.NewGameFrom(chess.MustParseFEN(fen), chess.Rules{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(g.FlagFall(chess.Black), g.Outcome())
	}
	// Output:
	// <nil> 1-0 (time)
	// <nil> 1/2-1/2 (time)
}

// Black has left the server, which decides the game.
func ExampleGame_Adjudicate() {
	g := chess.NewGame()
	play(g, "e4 e5")
	err := g.Adjudicate(chess.Outcome{Result: chess.WhiteWins, Reason: chess.Abandonment})
	fmt.Println(err, g.Outcome())
	// Output: <nil> 1-0 (abandonment)
}

// The rules of a server: those of FIDE, except that the third repetition ends the
// game without a claim.
func ExampleRules() {
	rules := chess.Rules{Threefold: chess.Automatic}
	g, err := chess.NewGameFrom(chess.StartPosition(), rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	play(g, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	fmt.Println(g.Outcome())
	// Output: 1/2-1/2 (threefold repetition)
}

// The same moves under the rules of FIDE and of the rule sheets.
func ExampleRules_sheets() {
	for _, profile := range []struct {
		name  string
		rules chess.Rules
	}{
		{"FIDE", chess.Rules{}},
		{"S0", chess.RulesS0()},
		{"S1", chess.RulesS1()},
		{"S2", chess.RulesS2()},
		{"S3", chess.RulesS3()},
	} {
		start := chess.MustParseFEN("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
		g, err := chess.NewGameFrom(start, profile.rules)
		if err != nil {
			fmt.Println(err)
			return
		}
		for !g.Outcome().IsOver() && g.Plies() < 8 {
			play(g, []string{"Qh5+", "Kg8", "Qg6+", "Kh8"}[g.Plies()%4])
		}
		fmt.Println(profile.name, g.Plies(), g.Outcome(), g.Claims())
	}
	// Output:
	// FIDE 8 * [threefold repetition]
	// S0 8 1/2-1/2 (threefold repetition) []
	// S1 8 * [threefold repetition]
	// S2 8 1/2-1/2 (perpetual check) []
	// S3 8 * []
}

// clubGames are the games of a small club. The second record holds an illegal
// move.
const clubGames = `[White "Aino"]
[Black "Eino"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Eino"]
[Black "Onni"]
[Result "0-1"]

1. d4 e6 2. Nc3 Bb4 3. Ne4 d5 0-1

[White "Onni"]
[Black "Aino"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 (2. Bc4 Nc6) 2... Nc6 3. Bc4 Bc5 1/2-1/2
`

// movetext returns the moves of a game in PGN, without the tags.
func movetext(g *chess.Game) string {
	_, moves, _ := strings.Cut(g.String(), "\n\n")
	return moves
}

func ExampleParsePGN() {
	g, err := chess.ParsePGN(`[White "Aino"] [Black "Eino"] [Result "1-0"] 1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7 1-0`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Tag("White"), "-", g.Tag("Black"), g.Outcome(), "after", g.Plies(), "plies")
	fmt.Println(g.Position())
	// Output:
	// Aino - Eino 1-0 (checkmate) after 7 plies
	// r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
}

// The error says what is wrong in a record, and where. The game holds the moves
// before the fault.
func ExampleParsePGN_error() {
	g, err := chess.ParsePGN("1. e4 e5\n2. Bc4 Bc5 3. Qh5 Qxf2 4. Kxf2 *")
	fmt.Println(g.Plies(), "plies are legal")
	var fault *chess.PGNError
	if errors.As(err, &fault) {
		fmt.Printf("line %d, column %d: %s: %s\n", fault.Line, fault.Column, fault.Token, fault.Detail)
	}
	fmt.Println(errors.Is(err, chess.ErrIllegal))
	// Output:
	// 5 plies are legal
	// line 2, column 19: Qxf2: a queen does not move from d8 to f2
	// true
}

// All games of a file. A game with a fault comes with an error, and the next game
// is read all the same.
func ExamplePGNReader() {
	for g, err := range chess.NewPGNReader(strings.NewReader(clubGames)).All() {
		if g == nil {
			fmt.Println(err) // the file cannot be read
			return
		}
		fmt.Printf("%s - %s %v: %d plies, %v\n", g.Tag("White"), g.Tag("Black"), g.Outcome(), g.Plies(), err)
	}
	// Output:
	// Aino - Eino 1-0 (checkmate): 7 plies, <nil>
	// Eino - Onni 0-1: 4 plies, PGN line 11, column 24: game 2 (Eino - Onni): 3. Ne4: the knight on c3 is pinned by the bishop on b4
	// Onni - Aino 1/2-1/2: 6 plies, <nil>
}

// Several goroutines read the games of a large file. They arrive in the order of the file.
func ExamplePGNReader_workers() {
	file := strings.NewReader("1. e4 e5 1-0\n\n1. d4 d5 0-1\n")
	r := chess.NewPGNReader(file)
	r.Workers = runtime.NumCPU()
	for g, err := range r.All() {
		fmt.Println(g.Moves(), g.Outcome(), err)
	}
	// Output:
	// [e2e4 e7e5] 1-0 <nil>
	// [d2d4 d7d5] 0-1 <nil>
}

// Games are read, changed, and written one by one. The fields of the reader and
// of the writer are options.
func ExamplePGNReader_Read() {
	r := chess.NewPGNReader(strings.NewReader(clubGames))
	r.SkipVariations = true
	w := chess.NewPGNWriter(os.Stdout)
	w.Columns = 40
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil || g.Tag("White") != "Onni" {
			continue
		}
		g.SetTag("Site", "Espoo")
		if err := w.Write(g); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// [Event "?"]
	// [Site "Espoo"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Onni"]
	// [Black "Aino"]
	// [Result "1/2-1/2"]
	//
	// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1/2-1/2
}

// A scanner reports moves and everything else in a file as events. It reads
// millions of games without keeping any of them in memory.
func ExamplePGNScanner() {
	s := chess.NewPGNScanner(strings.NewReader(strings.Repeat(clubGames, 1000)))
	s.SkipVariations = true
	var games, moves, faults int
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			moves++
		case chess.PGNFault:
			faults++
		case chess.PGNGameEnd:
			games++
		}
	}
	fmt.Println(games, moves, faults, s.Err())
	// Output: 3000 17000 1000 <nil>
}

// The games in which a position occurs. SkipGame passes over the rest of a game.
func ExamplePGNScanner_SkipGame() {
	wanted := chess.MustParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3")
	s := chess.NewPGNScanner(strings.NewReader(clubGames))
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		if event == chess.PGNMove && s.Position().SamePosition(wanted) {
			fmt.Println("game", s.Game(), "after", s.Before().SAN(s.Move()))
			s.SkipGame()
		}
	}
	// Output:
	// game 1 after Nc6
	// game 3 after Nc6
}

// Several workers scan one file. Each of them scans parts of it, and the results
// come in the order of the file.
func ExampleScanPGN() {
	countResults := func(s *chess.PGNScanner) map[chess.Result]int {
		count := make(map[chess.Result]int)
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch event {
			case chess.PGNMovetext:
				s.SkipGame() // only the result is needed
			case chess.PGNGameEnd:
				count[s.Result()]++
			}
		}
		return count
	}
	total := make(map[chess.Result]int)
	file := strings.NewReader(strings.Repeat(clubGames, 1000))
	for count, err := range chess.ScanPGN(file, 4, chess.PGNOptions{}, countResults) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for result, n := range count {
			total[result] += n
		}
	}
	fmt.Println(total[chess.WhiteWins], total[chess.BlackWins], total[chess.Drawn])
	// Output: 1000 1000 1000
}

// An index of a file holds the offset and a tag of each game. Two workers build it, each from a
// section of the file. A game is then read back by its offset.
func ExampleSplitPGN() {
	type entry struct {
		offset int64
		event  string
	}
	text, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		fmt.Println(err)
		return
	}
	file := bytes.NewReader(text)
	var sections [2][]entry
	var workers sync.WaitGroup
	for i := range sections {
		workers.Add(1)
		go func() {
			defer workers.Done()
			half := file.Size() / 2
			for part, err := range chess.SplitPGN(file, int64(i)*half, half+int64(i)*(file.Size()-half)) {
				if err != nil {
					fmt.Println(err)
					return
				}
				s := part.Scanner()
				for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
					if name, value := s.Tag(); event == chess.PGNTag && string(name) == "Event" {
						sections[i] = append(sections[i], entry{s.GameOffset(), string(value)})
						s.SkipGame()
					}
				}
			}
		}()
	}
	workers.Wait()
	index := slices.Concat(sections[:]...)
	last := index[len(index)-1]
	g, err := chess.NewPGNReader(io.NewSectionReader(file, last.offset, file.Size()-last.offset)).Read()
	fmt.Println(len(index), "games, the last:", last.event)
	fmt.Println(len(g.Moves()), "plies,", g.Outcome(), err)
	// Output:
	// 4 games, the last: Chess960
	// 14 plies, * <nil>
}

// A server that reads files from strangers lowers the limits. A game that exceeds
// one comes with an error.
func ExamplePGNLimits() {
	r := chess.NewPGNReader(strings.NewReader("1. e4 {" + strings.Repeat("spam ", 1000) + "} e5 *"))
	r.Limits.Comment = 500
	g, err := r.Read()
	fmt.Println(g.Moves(), err)
	// Output: [e2e4 e7e5] PGN line 1, column 7: game 1 (? - ?): "{": the comment has more than 500 bytes
}

// A summary holds what a test checks in a record.
type summary struct {
	Round   string
	Outcome chess.Outcome
	Final   chess.Position
}

// summaries returns the summaries of the games in a file, and its faults.
func summaries(pgn string) (all []summary, faults []error) {
	for g, err := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		all = append(all, summary{g.Tag("Round"), g.Outcome(), g.Position()})
	}
	return all, faults
}

// A test of game records. Reading checks every move, and cmp.Diff shows how the
// games end.
func Example_record() {
	got, faults := summaries(`[Round "1"] 1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0
[Round "2"] 1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2
[Round "3"] 1. d4 d5 2. Bd3 1-0`)
	want := []summary{
		{
			Round:   "1",
			Outcome: chess.Outcome{Result: chess.WhiteWins, Reason: chess.Checkmate},
			Final:   chess.MustParseFEN("rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3"),
		},
		{
			Round:   "2",
			Outcome: chess.Outcome{Result: chess.Drawn},
			Final:   chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"),
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		fmt.Printf("the summaries differ (-want +got):\n%s", diff)
	}
	fmt.Println(faults)
	// Output: [PGN line 3, column 25: game 3 (? - ?): 2. Bd3: the bishop on f1 is blocked by the pawn on e2]
}

// Difference says where two games first differ. Given an option that turns games
// into lines, cmp.Diff shows every line that differs.
func ExampleGame_Difference() {
	want := chess.MustParsePGN("1. e4 e5 {solid} (1... c5) 2. Nf3 Nc6 1-0")
	got := chess.MustParsePGN("1. e4 e5 {solid} (1... c6) 2. Nf3 Nf6 1-0")
	fmt.Println(want.Equal(got), want.Difference(got))

	lines := cmp.Transformer("lines", func(g *chess.Game) []string {
		return strings.Split(string(g.AppendPGN(nil, chess.PGNFormat{Columns: 1})), "\n")
	})
	for line := range strings.Lines(cmp.Diff(want, got, lines)) {
		if line[0] == '-' || line[0] == '+' {
			fmt.Println(strings.Join(strings.Fields(line), " "))
		}
	}
	// Output:
	// false after 1. e4: 1... c5, not 1... c6
	// - "c5",
	// + "c6",
	// - "Nc6",
	// + "Nf6",
}

// The positions of a game, with the number of plies before each: here, the first
// position without queens.
func ExampleGame_Positions() {
	g := chess.MustParsePGN("1. e4 e5 2. d4 exd4 3. Qxd4 Qf6 4. Qxf6 Nxf6 5. Nc3 *")
	for plies, p := range g.Positions() {
		if p.ByType(chess.Queen) == 0 {
			fmt.Println(plies, p)
			break
		}
	}
	// Output: 8 rnb1kb1r/pppp1ppp/5n2/8/4P3/8/PPP2PPP/RNB1KBNR w KQkq - 0 5
}

// A record may go on after the rules have ended the game.
func ExampleGame_AutomaticEnd() {
	g := chess.MustParsePGN(`[SetUp "1"]
[FEN "8/8/8/4k3/8/8/4p3/4K3 w - - 0 60"]

60. Kxe2 Kd4 61. Kd2 1-0`)
	outcome, plies := g.AutomaticEnd()
	fmt.Println(outcome, "after", plies, "of", g.Plies(), "plies")
	fmt.Println("recorded:", g.RecordedOutcome())
	// Output:
	// 1/2-1/2 (dead position) after 1 of 3 plies
	// recorded: 1-0
}

// An Arbiter finds games with a wrong result. JudgePGN reads PGN and reports lines
// and columns. To judge a [chess.Game], use Judge.
func ExampleArbiter() {
	const records = `[Result "1/2-1/2"]

1. f3 e5 2. g4 Qh4# 1/2-1/2

[White "Aino"]
[Black "Eino"]
[Result "1-0"]
[Termination "Time forfeit"]
[FEN "8/8/8/8/8/1p6/8/K6k b - - 0 60"]

60... Kg2 1-0`
	var arbiter chess.Arbiter // for the FIDE Laws
	for findings := range arbiter.JudgePGN(chess.NewPGNScanner(strings.NewReader(records))) {
		for _, f := range findings {
			fmt.Printf("%d:%d: %v\n", f.Line, f.Column, f)
		}
	}
	// Output:
	// 3:21: game 1 (? - ?): 1/2-1/2: the game ended on the board: 0-1 (checkmate)
	// 11:11: game 2 (Aino - Eino): 1-0 (time): White cannot checkmate by any sequence of legal moves
}

// A game is written with its tags. The Seven Tag Roster comes first.
func ExamplePGNWriter() {
	g := chess.MustParsePGN("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")
	g.SetTag("White", "Aino")
	g.SetTag("Black", "Eino")
	g.SetTag("TimeControl", "600+5")
	if err := g.FlagFall(chess.Black); err != nil {
		fmt.Println(err)
		return
	}
	if err := chess.NewPGNWriter(os.Stdout).Write(g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Aino"]
	// [Black "Eino"]
	// [Result "1-0"]
	// [TimeControl "600+5"]
	// [Termination "time forfeit"]
	//
	// 1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0
}

// Only the moves that were played, on one line.
func ExamplePGNFormat() {
	g := chess.MustParsePGN("1. e4 e5 {solid} (1... c5 2. Nf3) 2. Nf3 $1 Nc6 *")
	fmt.Print(string(g.AppendPGN(nil, chess.PGNFormat{MainLineOnly: true, OmitTags: true, Columns: -1})))
	// Output: 1. e4 e5 2. Nf3 Nc6 *
}

// The fields of a writer say what is left out and how moves are written.
func ExamplePGNWriter_choices() {
	g := chess.MustParsePGN("1. e4 {[%clk 0:05:00] [%eval 0.3]} e5 {solid [%clk 0:04:58]} (1... c5) 2. Nf3 $1 *")
	w := chess.NewPGNWriter(os.Stdout)
	w.OmitTags, w.OmitClocks = true, true
	w.Language = chess.Figurines
	if err := w.Write(g); err != nil {
		fmt.Println(err)
	}
	// Output: 1. e4 {[%eval 0.3]} 1... e5 {solid} (1... c5) 2. ♘f3 $1 *
}

// A line is played move by move, so it can be shown from any position.
func ExamplePosition_Line() {
	p := chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	moves := []chess.Move{chess.MustParseMove("c7c5"), chess.MustParseMove("g1f3"), chess.MustParseMove("d7d6")}
	fmt.Println(p.Line(moves, chess.PGNFormat{}))
	fmt.Println(p.Line(moves, chess.PGNFormat{Notation: chess.NotationLong, Language: chess.Finnish}))
	// Output:
	// 1... c5 2. Nf3 d6
	// 1... c7-c5 2. Rg1-f3 d7-d6
}

// The tags of servers and federations have marks, and dates may be known in part.
func ExampleParseRating() {
	g := chess.MustParsePGN("[WhiteElo \"2100?\"]\n[BlackElo \"-\"]\n[Date \"2024.02.??\"]\n\n1. e4 *")
	white, err := chess.ParseRating(g.Tag("WhiteElo"))
	fmt.Println(white, err)
	black, err := chess.ParseRating(g.Tag("BlackElo"))
	fmt.Println(black, err)
	first, last, err := chess.ParseDate(g.Tag("Date"))
	fmt.Println(first.Format(time.DateOnly), last.Format(time.DateOnly), err)
	// Output:
	// 2100 <nil>
	// 0 <nil>
	// 2024-02-01 2024-02-29 <nil>
}

// An engine expects moves that were not played.
func ExampleNode_AddLine() {
	g := chess.MustParsePGN("1. e4 e5 2. Nf3 *")
	line := []chess.Move{chess.NewMove(chess.C7, chess.C5), chess.NewMove(chess.G1, chess.F3), chess.NewMove(chess.D7, chess.D6)}
	last, err := g.Root().Next().AddLine(line)
	if err != nil {
		fmt.Println(err)
		return
	}
	last.SetComments("+0.35")
	fmt.Print(movetext(g))
	// Output: 1. e4 e5 (1... c5 2. Nf3 d6 {+0.35}) 2. Nf3 *
}

// Each line of a study is a game without variations.
func ExampleGame_Lines() {
	for line := range chess.MustParsePGN("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 1-0").Lines() {
		fmt.Print(movetext(line))
	}
	// Output:
	// 1. e4 e5 2. Nf3 Nc6 1-0
	// 1. e4 c5 2. Nf3 *
	// 1. e4 c5 2. c3 *
}

// The lines of several games, such as those of a repertoire, become one tree.
func ExampleNode_Merge() {
	g := chess.MustParsePGN("1. e4 e5 2. Nf3 *")
	err := g.Root().Merge(chess.MustParsePGN("1. e4 c5 {Sicilian} 2. Nf3 *"), chess.MustParsePGN("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"), chess.MustParsePGN("1. d4 *"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(g.AppendPGN(nil, chess.PGNFormat{OmitTags: true})))
	// Output: 1. e4 (1. d4) 1... e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 Nc6 3. Bb5 *
}

// printLine prints the moves after n. The alternatives to a move follow it and
// are indented.
func printLine(n chess.Node, indent string) {
	for ; n.Next().Exists(); n = n.Next() {
		for child := range n.Children() {
			if child == n.Next() {
				fmt.Println(indent + child.SAN())
				continue
			}
			fmt.Println(indent + "  " + child.SAN())
			printLine(child, indent+"  ")
		}
	}
}

// Next follows a line. Children are the move of the line and its alternatives.
func ExampleNode() {
	g := chess.MustParsePGN("1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 *")
	printLine(g.Root(), "")
	// Output:
	// e4
	// e5
	//   c5
	//   Nf3
	//     Nc3
	//     Nc6
	//   d6
	// Nf3
}

// The moves come as they are written, so that each is followed by the variations that could replace
// it.
func ExampleGame_Nodes() {
	g := chess.MustParsePGN("1. e4 e5 $2 (1... c5 {better} 2. Nf3 $1) 2. f4 *")
	for n := range g.Nodes() {
		if len(n.NAGs()) > 0 {
			fmt.Println(n.Plies(), n.SAN(), n.NAGs())
		}
	}
	// Output:
	// 2 e5 [$2]
	// 3 Nf3 [$1]
}

// Every node has a position, in a variation as in the main line.
func ExampleNode_Position() {
	g := chess.MustParsePGN("1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *")
	for n := range g.Root().Next().Children() {
		fmt.Println(n.Plies(), n.SAN(), n.Position())
	}
	// Output:
	// 2 e5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
	// 2 c5 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
	// 2 e6 rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
}

// A variation is added to the node before its first move.
func ExampleNode_AddSAN() {
	g := chess.MustParsePGN("1. e4 e5 2. Nf3 Nc6 *")
	n := g.LastNode().Parent().Parent() // after 1... e5
	for _, san := range []string{"f4", "exf4", "Bc4"} {
		var err error
		if n, err = n.AddSAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
	_, err := n.AddSAN("O-O")
	fmt.Println(err)
	fmt.Print(movetext(g))
	// Output:
	// O-O: castling: the bishop on f8 stands in the way
	// 1. e4 e5 2. Nf3 (2. f4 exf4 3. Bc4) 2... Nc6 *
}

// A variation becomes the main line, and the old main line is deleted.
func ExampleNode_PromoteToMainLine() {
	g := chess.MustParsePGN("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *")
	old := g.Root().Next().Next()
	for n := range old.Parent().Children() {
		if n.SAN() == "c5" {
			n.PromoteToMainLine()
		}
	}
	fmt.Print(movetext(g))
	old.Delete()
	fmt.Print(movetext(g))
	// Output:
	// 1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nf3 d6 *
	// 1. e4 c5 2. Nf3 d6 *
}

// Comments and glyphs belong to a move. The glyph $4 marks a blunder.
func ExampleNode_SetComments() {
	g := chess.MustParsePGN("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0")
	blunder := g.LastNode().Parent()
	blunder.SetNAGs(chess.VeryPoorMove)
	blunder.SetComments("the only move that loses at once")
	fmt.Print(movetext(g))
	fmt.Println(blunder.NAGs(), blunder.NAGs()[0].Symbol(), blunder.Comments())
	// Output:
	// 1. e4 e5 2. Qh5 Ke7 $4 {the only move that loses at once} 3. Qxe5# 1-0
	// [$4] ?? [the only move that loses at once]
}

// Servers write clocks and evaluations as commands inside comments.
func ExampleNode_Info() {
	g := chess.MustParsePGN("1. e4 {[%eval 0.25,18] [%clk 0:09:57] of course} e5 {[%clk 0:09:50] as always} 2. Ba6 {[%eval #-8]} *")
	for n := range g.MainLine() {
		c := n.Info()
		if c.Clock != nil {
			fmt.Println(n.SAN(), *c.Clock, c.Text)
		}
		if c.Eval != nil {
			fmt.Println(n.SAN(), c.Eval, c.Eval.Mate, c.Eval.Number())
		}
	}
	// Output:
	// e4 9m57s of course
	// e4 0.25,18 0 25
	// e5 9m50s as always
	// Ba6 #-8 -8 -999992
}

// A server writes the clock after each move.
func ExampleNode_SetInfo() {
	g := chess.MustParsePGN("1. e4 e5 *")
	left := 3 * time.Minute
	for n := range g.MainLine() {
		left -= 2500 * time.Millisecond
		n.SetInfo(chess.MoveInfo{Clock: &left})
	}
	fmt.Print(movetext(g))
	// Output: 1. e4 {[%clk 0:02:57.5]} 1... e5 {[%clk 0:02:55]} *
}

// The colored squares and arrows of a study.
func ExampleParseMoveInfo() {
	c := chess.ParseMoveInfo("the [%csl Gd5] outpost [%cal Gc3d5,Rf6d5]")
	fmt.Println(c.Text)
	for _, shape := range c.Shapes {
		fmt.Printf("%c from %v to %v\n", shape.Letter, shape.From, shape.To)
	}
	fmt.Println(c)
	// Output:
	// the outpost
	// G from d5 to d5
	// G from c3 to d5
	// R from f6 to d5
	// [%csl Gd5] [%cal Gc3d5,Rf6d5] the outpost
}
