package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

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
