package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/internal/deep"
)

// movePositions are start positions of random walks. Together they offer every kind of move.
var movePositions = []string{
	startFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"rnbqkbnr/pppppp1p/8/5PpP/8/8/PPPPP2P/RNBQKBNR w KQkq g6 0 1",
	"8/8/8/8/1kPp4/8/8/2K1B3 b - c3 0 1",
	"8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 1",
	"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
	"r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1",
	"rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 0 1",
	"Qr4k1/4pppp/8/8/8/8/8/R5KR w Hb - 0 1",
	"4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1",
	"1rk5/8/8/8/8/8/8/1RK4R w HBb - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
	"k1K5/8/8/8/8/8/8/8 w - - 0 1",
	"8/8/8/B2p3Q/2qPp1P1/b7/2P2PkP/4K2R b K - 0 1", // the king can capture an unmoved rook
	"4k3/8/8/3pP3/8/B7/8/3RR1K1 w - d6 0 1",        // others can go to the en passant square or take the pawn
	"8/8/8/k2pP2R/8/8/8/6K1 w - d6 0 1",            // the removal of the captured pawn gives check
	"1n2k3/P7/8/8/4N3/8/8/4R1K1 w - - 0 1",         // promotions with check, discovered checks
	"4k3/8/8/8/8/8/6PP/6KR w H - 0 1",              // the king castles without moving
	"4k3/8/8/8/1b6/2P5/5Pn1/4K2R w - - 0 1",        // a capture that does not answer the check
}

// wander returns the position at the end of a walk from one of movePositions. Each byte of walk
// picks one of the legal moves.
func wander(start uint8, walk []byte) Position {
	p := MustParseFEN(movePositions[int(start)%len(movePositions)])
	for _, b := range walk[:min(len(walk), 100)] {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		p = p.After(moves[int(b)%len(moves)])
	}
	return p
}

// forManyPositions calls check for positions at the ends of random walks from each of
// movePositions.
func forManyPositions(t *testing.T, check func(t *testing.T, p *Position)) {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 5))
	for i := range movePositions {
		for n := range deep.Times(24, 5) {
			walk := make([]byte, n)
			for j := range walk {
				walk[j] = byte(random.Uint32())
			}
			p := wander(uint8(i), walk)
			check(t, &p)
		}
	}
}

// inOrder returns the text forms of moves in sorted order.
func inOrder(moves []Move) []string {
	texts := make([]string, 0, len(moves))
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	slices.Sort(texts)
	return texts
}

func TestMoveText(t *testing.T) {
	if m := NewPromotion(E2, E4, NoPieceType); m != NewMove(E2, E4) || m.From() != E2 || m.To() != E4 || NullMove != 0 {
		t.Errorf("NewPromotion(e2, e4, none) = %v, NullMove = %d, want the move e2e4 and 0", m, NullMove)
	}
	for _, m := range []Move{NewMove(NoSquare, 200), NewMove(NoSquare, E4), NewMove(E4, NoSquare), NewPromotion(NoSquare, A8, Queen)} {
		if m != NullMove {
			t.Errorf("a move without a square is %v", m)
		}
	}
	values := []Move{NullMove}
	for from := A1; from <= H8; from++ {
		for to := A1; to <= H8; to++ {
			if from != to {
				values = append(values, NewMove(from, to), NewPromotion(from, to, Knight), NewPromotion(from, to, Queen))
			}
		}
	}
	values = append(values, NewPromotion(A7, A8, Bishop), NewPromotion(A7, A8, Rook))
	testWords(t, wordTest[Move]{
		kind:   "move",
		parse:  ParseMove,
		values: values,
		refused: []string{"", "e2", "e2e", "e2e2", "a1a1", "e2e9", "e0e4", "E2E4", "e2-e4", "e7e8Q", "e7e8k",
			"e7e8p", "e7e8=q", "e7e8qq", "e2e4 ", "000", "00000", "O-O", "Nf3", "i2i4", "e2m3"},
		nonsense: map[Move]string{
			NewMove(B1, B1):             "Move(65)",
			NewPromotion(A7, A8, Pawn):  fmt.Sprintf("Move(%d)", NewPromotion(A7, A8, Pawn)),
			NewPromotion(A7, A8, King):  fmt.Sprintf("Move(%d)", NewPromotion(A7, A8, King)),
			NewPromotion(A7, A8, 12):    fmt.Sprintf("Move(%d)", NewPromotion(A7, A8, King)),
			NewPromotion(A1, A1, Queen): fmt.Sprintf("Move(%d)", NewPromotion(A1, A1, Queen)),
			1 << 15:                     "Move(32768)",
			1<<15 | NewMove(E2, E4):     "Move(34572)",
			1<<16 - 1:                   "Move(65535)",
		},
	})
}

func TestUCI(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		uci  string
		want string // the String of the move
		text string // what UCI writes, or "" if that is the text read
	}{
		{"double step", startFEN, "e2e4", "e2e4", ""},
		{"knight", startFEN, "g1f3", "g1f3", ""},
		{"promotion to a queen", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a7a8q", ""},
		{"promotion to a knight", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a7a8n", ""},
		{"Black captures and promotes", "4k3/8/8/8/8/8/6p1/4K2R b - - 0 1", "g2h1r", "g2h1r", ""},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6", ""},

		{"O-O as e1g1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1g1", "e1g1"},
		{"30: O-O as e1h1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1g1", "e1g1"},
		{"O-O-O as e1c1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e1c1", "e1c1"},
		{"O-O-O as e1a1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "e1c1", "e1c1"},
		{"Black's O-O as e8g8", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "e8g8", "e8g8"},
		{"Black's O-O as e8h8", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8h8", "e8g8", "e8g8"},
		{"Black's O-O-O as e8c8", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8c8", "e8c8"},
		{"Black's O-O-O as e8a8", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "e8c8", "e8c8"},
		{"Chess960 start 518, O-O as e1g1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1g1", "e1g1", "e1h1"},
		{"Chess960 start 518, O-O-O as e1a1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1a1", "e1c1", "e1a1"},

		{"Chess960 king stays on g1 in O-O", "6k1/8/8/8/8/8/8/4R1KR w KQ - 0 1", "g1h1", "g1h1", "g1h1"},
		{"Chess960 O-O-O from g1 as g1f1", "6k1/8/8/8/8/8/8/5RKR w KQ - 0 1", "g1f1", "g1f1", "g1f1"},
		{"Chess960 O-O-O from g1 as g1c1", "6k1/8/8/8/8/8/8/5RKR w KQ - 0 1", "g1c1", "g1f1", "g1f1"},
		{"Chess960 O-O from b1 as b1g1", "1k6/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1g1", "b1h1", "b1h1"},
		{"Chess960 O-O from b1 as b1h1", "1k6/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1h1", "b1h1", "b1h1"},
		{"Chess960 b1c1 is a king move, not O-O-O", "1k6/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1c1", "b1c1", ""},
		{"Chess960 f1g1 is a king move, not O-O", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "f1g1", ""},
		{"Chess960 f1h1 is O-O", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "f1h1", "f1h1"},
		{"32: king and rook swap squares", "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Gd - 0 1", "f1g1", "f1g1", "f1g1"},
		{"34: king d1 castles with rook b1", "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1", "d1b1", "d1b1", "d1b1"},
		{"O-O-O with the rook on b1 as e1c1", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1c1", "e1b1", "e1b1"},

		{"31: king captures an unmoved rook", "8/8/8/B2p3Q/2qPp1P1/b7/2P2PkP/4K2R b K - 0 1", "g2h1", "g2h1", ""},
		{"rook from e1 to g1", "k7/8/8/8/8/8/K7/4R3 w - - 0 1", "e1g1", "e1g1", ""},
		{"55: queen from e1 to a1", "1k6/8/8/8/8/8/7K/4Q3 w - - 0 1", "e1a1", "e1a1", ""},
		{"rook from h1 to f1 where O-O is legal", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1f1", "h1f1", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := p.ParseUCI(test.uci)
			if err != nil || m.String() != test.want {
				t.Fatalf("ParseUCI(%q) = %v, %v, want %v", test.uci, m, err, test.want)
			}
			want := test.text
			if want == "" {
				want = test.uci
			}
			if got := p.UCI(m); got != want {
				t.Errorf("UCI(%v) = %q, want %q", m, got, want)
			}
		})
	}
	for _, fen := range []string{startFEN, "4k3/8/8/8/8/8/8/K6R w K - 0 1"} { // a NullMove has the bits of a1a1
		if got := MustParseFEN(fen).UCI(NullMove); got != "0000" {
			t.Errorf("%q: UCI(NullMove) = %q, want %q", fen, got, "0000")
		}
	}
}

func TestParseUCIErrors(t *testing.T) {
	const (
		rooks   = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		noRight = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"
		promote = "3r4/4P3/8/8/8/k7/8/7K w - - 0 1"
	)
	for _, test := range []struct {
		name string
		fen  string
		uci  string
		kind error
	}{
		{"empty", startFEN, "", ErrSyntax},
		{"one square", startFEN, "e2", ErrSyntax},
		{"SAN", startFEN, "Nf3", ErrSyntax},
		{"upper case", startFEN, "E2E4", ErrSyntax},
		{"dash", startFEN, "e2-e4", ErrSyntax},
		{"unknown rank", startFEN, "e2e9", ErrSyntax},
		{"unknown file", startFEN, "e2m3", ErrSyntax},
		{"48: check mark", "4k3/8/8/8/8/8/2R5/4K3 w - - 0 1", "c2e2+", ErrSyntax},
		{"same square twice", startFEN, "e2e2", ErrSyntax},
		{"null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "0000", ErrIllegal},
		{"castling in SAN", rooks, "O-O", ErrSyntax},
		{"not ASCII", startFEN, "e2é4", ErrSyntax},
		{"very long", startFEN, strings.Repeat("e2e4", 1000), ErrSyntax},

		{"pawn too far", startFEN, "e2e5", ErrIllegal},
		{"the other side's pawn", startFEN, "e7e5", ErrIllegal},
		{"empty square", startFEN, "e4e5", ErrIllegal},
		{"castling through pieces", startFEN, "e1g1", ErrIllegal},
		{"55: e1a1 without the right", noRight, "e1a1", ErrIllegal},
		{"55: e1c1 without the right", noRight, "e1c1", ErrIllegal},
		{"e1b1 is not castling", rooks, "e1b1", ErrIllegal},
		{"a rook move to the king is not castling", rooks, "h1e1", ErrIllegal},
		{"castling with a promotion letter", rooks, "e1h1q", ErrIllegal},
		{"Chess960 rook without a castling right", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "e1h1", ErrIllegal},

		{"49: promotion missing", promote, "e7e8", ErrIllegal},
		{"49: promotion missing in a capture", promote, "e7d8", ErrIllegal},
		{"49: promotion to a king", promote, "e7e8k", ErrSyntax},
		{"49: promotion to a pawn", promote, "e7e8p", ErrSyntax},
		{"promotion in upper case", promote, "e7e8Q", ErrSyntax},
		{"promotion with an equals sign", promote, "e7e8=q", ErrSyntax},
		{"promotion before the last rank", startFEN, "e2e4q", ErrIllegal},
		{"promotion of a knight", "8/4N3/8/8/8/k7/8/7K w - - 0 1", "e7g8q", ErrIllegal},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := p.ParseUCI(test.uci)
			var refusal *MoveError
			if m != NullMove || !errors.Is(err, test.kind) || !errors.As(err, &refusal) {
				t.Fatalf("ParseUCI(%q) = %v, %v, want a MoveError that matches %q", test.uci, m, err, test.kind)
			}
			if refusal.Text != test.uci || refusal.Position != p {
				t.Errorf("ParseUCI(%q): MoveError has Text %q and Position %q, want the input and %q",
					test.uci, refusal.Text, refusal.Position.FEN(), test.fen)
			}
		})
	}
}

// TestCastlingMoves checks which castling moves are legal.
func TestCastlingMoves(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		want []string // in SAN
	}{
		{"both wings", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{"O-O", "O-O-O"}},
		{"no right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", nil},
		{"29: attacked rooks", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", []string{"O-O", "O-O-O"}},
		{"29: attacked b1", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", []string{"O-O-O"}},
		{"29: in check", "r1bq1rk1/ppp2ppp/2n5/8/1bB1Pp2/5N2/PPP1Q1PP/R1B1K2R w KQ - 0 1", nil},
		{"29: f1 and d1 attacked", "5rk1/8/8/8/8/8/2p5/R3K2R w KQ - 0 1", nil},
		{"c1 attacked", "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{"O-O"}},
		{"g1 attacked", "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{"O-O-O"}},
		{"b1 occupied", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", []string{"O-O"}},
		{"b1 occupied by an enemy piece", "4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", []string{"O-O"}},
		{"32: king and rook swap squares", "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Gd - 0 1", []string{"O-O"}},
		{"32: king stays", "Qr4k1/4pppp/8/8/8/8/8/R5KR w Hb - 0 1", []string{"O-O"}},
		{"33: blocked by the other rook", "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1", nil},
		{"33: king crosses an attacked square", "4k3/8/8/1b6/8/8/8/5RKR w KQ - 0 1", nil},
		{"32: king g1 between its rooks", "4k3/8/8/8/8/8/8/5RKR w KQ - 0 1", []string{"O-O-O"}},
		{"34: castling gives check", "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1", []string{"O-O-O+"}},
		{"34: castling with the inner rook", "1k6/8/8/8/8/8/8/1K2R2R w E - 0 1", []string{"O-O"}},
		{"rook shields its king", "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", nil},
		{"rook g1 shields its king", "k7/8/8/8/8/8/8/5KRr w G - 0 1", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			var got []string
			for m := range p.Moves() {
				if p.IsCastling(m) {
					got = append(got, p.SAN(m))
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("castling moves of %q differ (-want +got):\n%s", test.fen, diff)
			}
		})
	}
}

// TestCastlingResult checks the position after castling.
func TestCastlingResult(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		move string
		want string
	}{
		{"O-O", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 7", "e1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 4 7"},
		{"O-O-O", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 7", "e1a1", "4k3/8/8/8/8/8/8/2KR3R b - - 4 7"},
		{"Black's O-O", "r3k2r/8/8/8/8/8/8/4K3 b kq - 3 7", "e8h8", "r4rk1/8/8/8/8/8/8/4K3 w - - 4 8"},
		{"Black's O-O-O", "r3k2r/8/8/8/8/8/8/4K3 b kq - 3 7", "e8a8", "2kr3r/8/8/8/8/8/8/4K3 w - - 4 8"},
		{
			"32: king and rook swap squares", "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Gd - 0 1", "f1g1",
			"3r1k1r/4pp2/8/8/8/8/8/4RRK1 b q - 1 1",
		},
		{
			"32: king stays", "Qr4k1/4pppp/8/8/8/8/8/R5KR w Hb - 0 1", "g1h1",
			"Qr4k1/4pppp/8/8/8/8/8/R4RK1 b q - 1 1",
		},
		{
			"34: rook b1, king d1", "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1", "d1b1",
			"4r3/3k4/8/8/8/8/q5PP/2KRR3 b - - 1 1",
		},
		{"rook stays on d1", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"king stays on c1", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Play(m); err != nil {
				t.Fatalf("Play(%q, %v) = %v, want nil", test.fen, m, err)
			}
			if got := p.FEN(); got != test.want {
				t.Errorf("Play(%q, %v) leads to %q, want %q", test.fen, m, got, test.want)
			}
		})
	}
}

// TestMovePropertiesAgree compares the methods that describe a move with the changes that the move
// makes on the board.
func TestMovePropertiesAgree(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		us, them := p.Turn(), p.Turn().Other()
		for m := range p.Moves() {
			q := p.After(m)
			set, itself := StartPosition(), *p
			set.SetAfter(p, m)
			if itself.SetAfter(&itself, m); set != q || itself != q {
				t.Errorf("%v: SetAfter(%v) = %v, and %v if p is the receiver, want %v", p, m, &set, &itself, &q)
			}
			lost := p.ByColor(them) &^ q.ByColor(them)
			captured := p.PieceAt(lost.First())
			if got := p.Captured(m); got != captured {
				t.Errorf("%v: Captured(%v) = %v, want %v", p, m, got, captured)
			}
			if got := p.isCapture(m); got != (lost != 0) {
				t.Errorf("%v: isCapture(%v) = %v, want %v", p, m, got, lost != 0)
			}
			if got, want := p.IsEnPassant(m), lost != 0 && lost.First() != m.To(); got != want {
				t.Errorf("%v: IsEnPassant(%v) = %v, want %v", p, m, got, want)
			}
			far := p.ByColor(us).Has(m.To()) || m.From().distance(m.To()) > 1
			if got, want := p.IsCastling(m), far && m.From() == p.King(us); got != want {
				t.Errorf("%v: IsCastling(%v) = %v, want %v", p, m, got, want)
			}
			if got, want := p.GivesCheck(m), q.Attackers(us, q.King(them)) != 0; got != want {
				t.Errorf("%v: GivesCheck(%v) = %v, want %v", p, m, got, want)
			}
		}
	})
}

// TestUCIRoundTrip checks that ParseUCI reads back every legal move, from the text that UCI writes
// and from String, and that no two moves have the same UCI text.
func TestUCIRoundTrip(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		seen := make(map[string]Move)
		for m := range p.Moves() {
			text := p.UCI(m)
			if other, ok := seen[text]; ok {
				t.Errorf("%v: UCI(%v) = UCI(%v) = %q, want different texts", p, other, m, text)
			}
			seen[text] = m
			for _, s := range []string{text, m.String()} {
				if got, err := p.ParseUCI(s); got != m || err != nil {
					t.Errorf("%v: ParseUCI(%q) = %v, %v, want %v", p, s, got, err, m)
				}
			}
		}
	})
}

// TestMoveSelections checks that captures and quiet moves together are all legal moves, that the
// moves from each square together are all legal moves, and that no move is listed twice.
func TestMoveSelections(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		all := inOrder(p.LegalMoves())
		if unique := slices.Compact(slices.Clone(all)); len(unique) != len(all) {
			t.Errorf("%v: LegalMoves() = %v, want each move once", p, all)
		}
		captures := p.AppendCaptures(nil)
		for _, m := range captures {
			if !p.isCapture(m) && m.Promotion() == NoPieceType {
				t.Errorf("%v: AppendCaptures lists %v, which neither captures nor promotes", p, m)
			}
		}
		quiet := p.AppendQuietMoves(nil)
		for _, m := range quiet {
			if p.isCapture(m) || m.Promotion() != NoPieceType {
				t.Errorf("%v: AppendQuietMoves lists %v, which captures or promotes", p, m)
			}
		}
		if diff := cmp.Diff(all, inOrder(append(captures, quiet...))); diff != "" {
			t.Errorf("%v: captures and quiet moves differ from LegalMoves (-want +got):\n%s", p, diff)
		}
		if diff := cmp.Diff(all, inOrder(slices.Collect(p.Moves()))); diff != "" {
			t.Errorf("%v: Moves differs from LegalMoves (-want +got):\n%s", p, diff)
		}
		var bySquare []Move
		for s := A1; s <= H8; s++ {
			before := len(bySquare)
			bySquare = p.AppendMovesFrom(bySquare, s)
			for _, m := range bySquare[before:] {
				if m.From() != s {
					t.Errorf("%v: AppendMovesFrom(%v) lists %v, which starts on another square", p, s, m)
				}
			}
		}
		if diff := cmp.Diff(all, inOrder(bySquare)); diff != "" {
			t.Errorf("%v: AppendMovesFrom for all squares differs from LegalMoves (-want +got):\n%s", p, diff)
		}
	})
}

// TestIsLegalExhaustive checks IsLegal and Play for every value of a Move. IsLegal must report true
// for exactly the listed moves. Play must accept exactly those, and the other spelling of castling.
func TestIsLegalExhaustive(t *testing.T) {
	for _, fen := range movePositions {
		p := MustParseFEN(fen)
		legal := make(map[Move]bool)
		for m := range p.Moves() {
			legal[m] = true
		}
		played := make(map[Move]Move) // from the moves that Play accepts to the legal moves that they mean
		for m := range legal {
			played[m] = m
			for _, spelling := range castlingSpellings(&p, m) {
				played[spelling] = m
			}
		}
		for i := range 1 << 16 {
			m := Move(i)
			if p.IsLegal(m) != legal[m] {
				t.Errorf("%q: IsLegal(%v) = %v, want %v", fen, m, !legal[m], legal[m])
			}
			q := p
			err := q.Play(m)
			if (err == nil) != (played[m] != NullMove) {
				t.Errorf("%q: Play(%v) = %v, want nil: %v", fen, m, err, played[m] != NullMove)
			}
			if err != nil && q != p {
				t.Errorf("%q: Play(%v) = %v, but the position is now %q", fen, m, err, q.FEN())
			}
			if err == nil && q != p.After(played[m]) {
				t.Errorf("%q: Play(%v) leads to %q, want After(%v)", fen, m, q.FEN(), played[m])
			}
		}
	}
}

// FuzzParseUCI checks that ParseUCI never panics and leaves the position unchanged. A move that it
// returns must be legal or an allowed null move, and must read back from the text that UCI writes.
func FuzzParseUCI(f *testing.F) {
	for i, s := range []string{
		"e2e4", "e1g1", "e1h1", "e1c1", "a7a8q", "a7a8", "0000", "", "e2e4\n", "g1h1", "b1c1", "é2e4",
	} {
		f.Add(uint8(i), []byte("moves"), s)
	}
	f.Fuzz(func(t *testing.T, start uint8, walk []byte, s string) {
		p := wander(start, walk)
		before := p
		m, err := p.ParseUCI(s)
		if p != before {
			t.Errorf("ParseUCI(%q) changes the position from %v to %v", s, &before, &p)
		}
		if err != nil {
			checkMoveError(t, &p, s, err)
			return
		}
		if pass := m == NullMove && !p.InCheck(); !p.IsLegal(m) && !pass {
			t.Errorf("%v: ParseUCI(%q) = %v, want a legal move", &p, s, m)
		}
		if got, err := p.ParseUCI(p.UCI(m)); got != m || err != nil {
			t.Errorf("%v: ParseUCI(UCI(%v)) = %v, %v, want %v, nil", &p, m, got, err, m)
		}
		if text := p.UCI(m); text != strings.TrimSpace(s) && !p.IsCastling(m) {
			t.Errorf("%v: ParseUCI(%q) = %v, but UCI(%v) = %q", &p, s, m, m, text)
		}
	})
}

// checkMoveError checks an error that parsing the move s in p has returned. It must be a MoveError
// with the text and the position, match one of the three kinds, and have a message of reasonable
// length.
func checkMoveError(t *testing.T, p *Position, s string, err error) {
	t.Helper()
	var refusal *MoveError
	if !errors.As(err, &refusal) {
		t.Fatalf("%v: error for %q has type %T, want *MoveError", p, s, err)
	}
	kinds := 0
	for _, kind := range []error{ErrSyntax, ErrIllegal, ErrAmbiguous} {
		if errors.Is(err, kind) {
			kinds++
		}
	}
	if kinds != 1 || refusal.Text != strings.TrimSpace(s) || refusal.Position != *p {
		t.Errorf("%v: error for %q = %#v, want one kind, the text, and the position", p, s, refusal)
	}
	if sentence := refusal.explanation(); sentence == "" || strings.Contains(sentence, "%!") || len(err.Error()) > 400 {
		t.Errorf("%v: error for %q = %q, want an explanation of at most 400 bytes", p, s, err)
	}
}

// TestFindMove checks that FindMove returns a legal move for two squares and a promotion, or an
// error with the reason.
func TestFindMove(t *testing.T) {
	const castling, promotion = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "3r4/4P3/8/8/8/k7/8/7K w - - 0 1"
	for _, test := range []struct {
		name      string
		fen       string
		from, to  Square
		promotion PieceType
		want      Move
		reason    IllegalReason
	}{
		{"pawn", startFEN, E2, E4, NoPieceType, NewMove(E2, E4), NoIllegalReason},
		{"promotion ignored for a knight move", startFEN, G1, F3, Queen, NewMove(G1, F3), NoIllegalReason},
		{"castling as e1g1", castling, E1, G1, NoPieceType, NewMove(E1, G1), NoIllegalReason},
		{"castling as e1h1", castling, E1, H1, NoPieceType, NewMove(E1, G1), NoIllegalReason},
		{"castling as e1c1, promotion ignored", castling, E1, C1, Queen, NewMove(E1, C1), NoIllegalReason},
		{"promotion", promotion, E7, E8, Knight, NewPromotion(E7, E8, Knight), NoIllegalReason},
		{"promotion with capture", promotion, E7, D8, Queen, NewPromotion(E7, D8, Queen), NoIllegalReason},
		{"promotion missing", promotion, E7, E8, NoPieceType, NullMove, PromotionMissing},
		{"promotion to a king", promotion, E7, E8, King, NullMove, WrongPromotion},
		{"promotion to a pawn", promotion, E7, E8, Pawn, NullMove, WrongPromotion},
		{"promotion to no piece type", promotion, E7, E8, 8 + Rook, NullMove, WrongPromotion},
		{"rook blocked", startFEN, A1, A5, NoPieceType, NullMove, PathBlocked},
		{"castling blocked", startFEN, E1, G1, NoPieceType, NullMove, CastlingBlocked},
		{"empty square", startFEN, E4, E5, NoPieceType, NullMove, NoPieceThere},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := p.FindMove(test.from, test.to, test.promotion)
			if m != test.want || (err == nil) != (test.want != NullMove) {
				t.Fatalf("FindMove(%v, %v, %v) = %v, %v, want %v", test.from, test.to, test.promotion, m, err, test.want)
			}
			var refusal *MoveError
			if err != nil && (!errors.As(err, &refusal) || refusal.Why != test.reason || !errors.Is(err, ErrIllegal)) {
				t.Errorf("FindMove(%v, %v, %v): error %#v, want an illegal move with Why %v",
					test.from, test.to, test.promotion, err, test.reason)
			}
		})
	}
	for _, s := range []Square{NoSquare, 255, E4} {
		if m, err := StartPosition().FindMove(E4, s, Queen); m != NullMove || !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), "e4"+s.String()) {
			t.Errorf("FindMove(e4, %v, queen) = %v, %v, want %v", s, m, err, ErrSyntax)
		}
	}
}

// TestStaticExchange checks exchanges with promotions, en passant, and a pin.
func TestStaticExchange(t *testing.T) {
	values := [7]int{Pawn: 100, Knight: 300, Bishop: 300, Rook: 500, Queen: 900}
	for _, test := range []struct {
		name, fen, move string
		want            int
	}{
		{"a promotion costs the pawn", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 800},
		{"Black's pawn promotes as it recaptures", "7k/8/8/8/8/8/p7/1n4RK w - - 0 1", "g1b1", -1000},
		{"en passant", "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", 100},
		{"of two knights, the one that is not pinned recaptures", "7k/4n3/5n2/3p4/8/2B5/8/K2R4 w - - 0 1", "d1d5", -400},
	} {
		if got := MustParseFEN(test.fen).StaticExchange(MustParseMove(test.move), values); got != test.want {
			t.Errorf("%s: StaticExchange(%q, %s) = %d, want %d", test.name, test.fen, test.move, got, test.want)
		}
	}
}

// TestDestinations checks that FindMove turns the squares of Destinations back into all legal
// moves, with every promotion to a queen.
func TestDestinations(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		var got []string
		for from, squares := range p.Destinations() {
			if len(squares) == 0 || !slices.IsSorted(squares) {
				t.Errorf("%v: Destinations()[%v] = %v, want squares in ascending order", p, from, squares)
			}
			for _, to := range squares {
				m, err := p.FindMove(from, to, Queen)
				if err != nil || p.UCI(m)[:4] != from.String()+to.String() {
					t.Errorf("%v: FindMove(%v, %v, queen) = %v, %v, want a move between these squares", p, from, to, m, err)
				}
				got = append(got, m.String())
			}
		}
		var want []string
		for m := range p.Moves() {
			if t := m.Promotion(); t == NoPieceType || t == Queen {
				want = append(want, m.String())
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%v: moves of Destinations() = %v, want %v", p, got, want)
		}
	})
}

func TestCastlingSquaresOfMove(t *testing.T) {
	for _, test := range []struct {
		fen        string
		move       Move
		king, rook Square
		wing       Wing
		ok         bool
	}{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NewMove(E1, G1), G1, F1, Kingside, true},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", NewMove(E1, H1), G1, F1, Kingside, true},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", NewMove(E8, C8), C8, D8, Queenside, true},
		{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", NewMove(E1, B1), C1, D1, Queenside, true},
		{"4k3/8/8/8/8/8/8/RK5R w HA - 0 1", NewMove(B1, A1), C1, D1, Queenside, true},
		{"4k3/8/8/8/8/8/8/6KR w H - 0 1", NewMove(G1, H1), G1, F1, Kingside, true},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NewMove(E1, F1), NoSquare, NoSquare, Kingside, false},
		{startFEN, NullMove, NoSquare, NoSquare, Kingside, false},
	} {
		p := MustParseFEN(test.fen)
		king, rook, wing, ok := p.CastlingSquares(test.move)
		if king != test.king || rook != test.rook || wing != test.wing || ok != test.ok {
			t.Errorf("%q: CastlingSquares(%v) = %v, %v, %v, %v, want %v, %v, %v, %v", test.fen, test.move,
				king, rook, wing, ok, test.king, test.rook, test.wing, test.ok)
		}
	}
	forManyPositions(t, func(t *testing.T, p *Position) {
		for m := range p.Moves() {
			king, rook, _, ok := p.CastlingSquares(m)
			q := p.After(m)
			if ok && (q.PieceAt(king) != King.Of(p.Turn()) || q.PieceAt(rook) != Rook.Of(p.Turn())) ||
				ok != p.IsCastling(m) {
				t.Errorf("%v: CastlingSquares(%v) = %v, %v, _, %v, want the squares after the move", p, m, king, rook, ok)
			}
		}
	})
}

// TestPass checks that every method that takes or returns a move treats NullMove as its
// documentation says.
func TestPass(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		if p.IsLegal(NullMove) || slices.Contains(p.LegalMoves(), NullMove) ||
			p.Captured(NullMove) != NoPiece || p.IsCastling(NullMove) || p.StaticExchange(NullMove, [7]int{Rook: 5}) != 0 {
			t.Errorf("%v: NullMove is treated as a legal move, a capture, or castling", p)
		}
		q := *p
		if err := q.Play(NullMove); !errors.Is(err, ErrIllegal) || q != *p {
			t.Errorf("%v: Play(NullMove) = %v, position now %v, want an error and no change", p, err, q)
		}
		after, set := p.After(NullMove), *p
		set.SetAfter(&set, NullMove)
		want := p.Setup()
		want.Turn, want.EnPassant = p.Turn().Other(), NoSquare
		want.HalfmoveClock++
		want.FullmoveNumber += int(p.Turn())
		if !p.InCheck() {
			if passed, err := want.Position(); after != passed || set != after || err != nil {
				t.Errorf("%v: After(NullMove) = %v, SetAfter leads to %v, want %v, %v", p, after, set, passed, err)
			}
		}
		if p.SAN(NullMove) != "--" || p.UCI(NullMove) != "0000" {
			t.Errorf("%v: SAN(NullMove) = %q, UCI(NullMove) = %q, want %q, %q",
				p, p.SAN(NullMove), p.UCI(NullMove), "--", "0000")
		}
		g := newGame(*p, Rules{})
		_, sanErr := p.ParseSAN("--")
		_, uciErr := p.ParseUCI("0000")
		_, addErr := g.Root().Add(NullMove)
		for name, err := range map[string]error{"ParseSAN": sanErr, "ParseUCI": uciErr, "Add": addErr} {
			if (err != nil) != p.InCheck() || err != nil && !errors.Is(err, ErrIllegal) {
				t.Errorf("%v: %s of a null move = %v, want an error only in check, InCheck() = %v", p, name, err, p.InCheck())
			}
		}
	})
	g := mustParsePGN(t, "1. e4 -- 2. d4 d5 *")
	p := g.Start()
	for _, m := range g.Moves() {
		p = p.After(m)
	}
	if p != g.Position() || p.FEN() != "rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3" {
		t.Errorf("After for each move of a game with a null move leads to %v, want %v", p, g.Position())
	}
}

// castlingSpellings returns the moves that mean the castling move m in p: the move of the king to its
// rook and, unless that is a step, to the square on which it lands.
func castlingSpellings(p *Position, m Move) (spellings []Move) {
	king, _, wing, ok := p.CastlingSquares(m)
	if !ok {
		return nil
	}
	if m.From().distance(king) > 1 {
		spellings = append(spellings, NewMove(m.From(), king))
	}
	return append(spellings, NewMove(m.From(), p.CastlingRook(p.Turn(), wing)))
}

// TestBothSpellingsOfCastling checks in the geometries of Chess960, for both colors, that every method
// that takes a move or its text accepts both spellings of castling, that neither is another legal move,
// and that each method returns, plays, and stores the one that LegalMoves lists: to the square on which
// the king lands if king and rook stand as in standard chess, and otherwise to the rook.
func TestBothSpellingsOfCastling(t *testing.T) {
	for n := range 2 * chess960Starts {
		white, black := chess960Rank(n/2), strings.ToLower(chess960Rank(577*n%chess960Starts)) // each color meets each geometry
		setup := MustParseFEN(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " " + "wb"[n%2:n%2+1] + " KQkq - 99 80").Setup()
		for s, piece := range setup.Board {
			if t := piece.Type(); t != Pawn && t != Rook && t != King {
				setup.Board[s] = NoPiece
			}
		}
		p := must(setup.Position())
		castles := 0
		for m := range p.Moves() {
			if back, err := ParseMove(m.String()); back != m || err != nil {
				t.Errorf("ParseMove(%q) = %v, %v", m, back, err)
			}
			spellings := castlingSpellings(&p, m)
			if len(spellings) == 0 {
				continue
			}
			castles++
			rook := spellings[len(spellings)-1].To()
			standard := m.From().File() == eFile && (rook.File() == aFile || rook.File() == hFile)
			if standard && m != spellings[0] || !standard && m.To() != rook {
				t.Errorf("%v: castling with the rook on %v is %v", p, rook, m)
			}
			for _, spelling := range spellings {
				checkSpelling(t, p, spelling, m)
			}
		}
		if castles == 0 {
			t.Errorf("%v: no castling", p)
		}
	}
	const fen = "4k3/8/8/8/8/8/8/4K2R w K - 99 80"
	p := MustParseFEN(fen)
	if !p.IsLegal(NewMove(E1, G1)) || p.IsLegal(NewMove(E1, H1)) {
		t.Errorf("IsLegal(e1g1) = %v, IsLegal(e1h1) = %v, want true, false",
			p.IsLegal(NewMove(E1, G1)), p.IsLegal(NewMove(E1, H1)))
	}
	for san, want := range map[string]string{
		"Kg1": "Kg1: castling is written O-O",
		"Kc1": "Kc1: a king does not move from e1 to c1",
	} {
		if _, err := p.ParseSAN(san); err == nil || err.Error() != want || !errors.Is(err, ErrIllegal) {
			t.Errorf("ParseSAN(%q) = %v, want %s", san, err, want)
		}
	}
}

// checkSpelling checks that every method that takes a move or its text takes a spelling of castling
// for the legal move m.
func checkSpelling(t *testing.T, p Position, spelling, m Move) {
	g := func() *Game { return newGame(p, Rules{}) }
	played, byUCI, claimed, line := g(), g(), g(), p
	node, addErr := g().Root().Add(spelling)
	parsed, uciErr := p.ParseUCI(spelling.String())
	san, sanErr := p.ParseSAN(spelling.String())
	found, findErr := p.FindMove(spelling.From(), spelling.To(), NoPieceType)
	err := errors.Join(line.Play(spelling), played.Play(spelling), byUCI.PlayUCI(spelling.String()), addErr, uciErr, sanErr, findErr,
		claimed.Claim(p.Turn(), Claim{FiftyMoves, spelling}))
	var stored Move
	text, jsonErr := json.Marshal(spelling)
	record, pgnErr := ParsePGN(fmt.Sprintf("[FEN \"%v\"]\n\n%v *", p, spelling))
	err = errors.Join(err, jsonErr, json.Unmarshal(text, &stored), pgnErr)
	if err != nil || stored != spelling || spelling != m && p.IsLegal(spelling) {
		t.Errorf("%v: %v is refused or another move: %v", p, spelling, err)
		return
	}
	for i, got := range []Move{parsed, san, found, node.Move(), played.Moves()[0], byUCI.Moves()[0], record.Moves()[0]} {
		if got != m {
			t.Errorf("%v: %v becomes %v in call %d, want %v", p, spelling, got, i, m)
		}
	}
	var after Position
	after.SetAfter(&p, spelling)
	for i, got := range []Position{p.After(spelling), after, played.Position()} {
		if got != line {
			t.Errorf("%v: %v leads to %v in call %d, want %v", p, spelling, got, i, line)
		}
	}
	if line.King(p.Turn()).File() != gFile && line.King(p.Turn()).File() != cFile {
		t.Errorf("%v: %v leads to %v", p, spelling, line)
	}
	king, rook, wing, ok := p.CastlingSquares(spelling)
	if k, r, w, is := p.CastlingSquares(m); !p.IsCastling(spelling) || king != k || rook != r || wing != w || !ok || !is ||
		p.SAN(spelling) != p.SAN(m) || p.UCI(spelling) != p.UCI(m) || p.GivesCheck(spelling) != p.GivesCheck(m) || p.Captured(spelling) != NoPiece {
		t.Errorf("%v: %v and %v are not the same move", p, spelling, m)
	}
}
