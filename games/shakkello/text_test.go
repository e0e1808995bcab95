package shakkello_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// TestPositionText checks that positions round-trip through their text form.
func TestPositionText(t *testing.T) {
	tests := []struct{ moves, want string }{
		{"", "8/8/8/8/8/8/8/8 -"},
		{"Kd4 Nd5 Ne5", "8/8/8/3nN3/3K4/8/8/8 -"},
		{"Ka8 Qb8", "Kq6/8/8/8/8/8/8/8 -"},
		{fourteen, "8/8/8/3rq3/2br4/1nb1RQ2/nKNBB3/1N6 -"},
		{fourteen + "Rf4", "8/8/8/3rq3/2br1R2/1nb1RQ2/nKNBB3/1N6 f4"},
		{fourteen + "Rf4 Kg5", "8/8/8/3rq1k1/2br1R2/1nb1RQ2/nKNBB3/1N6 -"},
	}
	for _, tt := range tests {
		p := play(t, tt.moves)
		if got := p.String(); got != tt.want {
			t.Errorf("after %q: position %q, want %q", tt.moves, got, tt.want)
		}
		if q, err := ParsePosition(tt.want); err != nil || q != p {
			t.Errorf("ParsePosition(%q) = %v, %v; want %v", tt.want, q, err, p)
		}
	}
}

// TestPositionEquality checks that positions with the same pieces are equal, whatever the order of
// the moves. They differ only if Black's king must touch different pieces.
func TestPositionEquality(t *testing.T) {
	if a, b := play(t, "Kd4 Nd5 Ne4 Re5"), play(t, "Kd4 Re5 Ne4 Nd5"); a != b {
		t.Errorf("%v != %v, want equal positions", a, b)
	}
	a, b := play(t, twelve+"Qf3 Qe5 Rf4"), play(t, twelve+"Rf4 Qe5 Qf3")
	if a == b {
		t.Errorf("%v == %v, want different positions", a, b)
	}
	for _, p := range []*Position{&a, &b} {
		if err := p.Play(move(t, "Kg4")); err != nil {
			t.Fatal(err)
		}
	}
	if a != b {
		t.Errorf("%v != %v, want equal positions", a, b)
	}
}

// TestMoveText checks the text forms and accessors of all valid and invalid moves.
func TestMoveText(t *testing.T) {
	seen := map[Move]bool{}
	for kind := chess.NoPieceType; kind < 9; kind++ {
		for s := chess.A1; s < 70; s++ {
			m := Place(kind, s)
			want := chess.Knight <= kind && kind <= chess.King && s <= chess.H8
			if m.IsValid() != want || (m == NoMove) == want {
				t.Errorf("Place(%v, %v) = %v", kind, s, m)
			}
			if !want {
				continue
			}
			if m.PieceType() != kind || m.Square() != s || m.String() != chess.English.Letter(kind)+s.String() {
				t.Errorf("Place(%v, %v) = %v with piece type %v and square %v", kind, s, m, m.PieceType(), m.Square())
			}
			seen[m] = true
			gametest.Values(t, m)
		}
	}
	if len(seen) != 5*64 {
		t.Errorf("%d valid moves, want 320", len(seen))
	}
	for n := range 1 << 16 {
		m := Move(n)
		if m.IsValid() != seen[m] {
			t.Errorf("%v.IsValid() = %v, want %v", m, m.IsValid(), seen[m])
		}
		if !seen[m] && (m.PieceType() != chess.NoPieceType || m.Square() != chess.NoSquare) {
			t.Errorf("%v has piece type %v and square %v, want none", m, m.PieceType(), m.Square())
		}
	}
	p := StartPosition()
	for _, m := range []Move{NoMove, 1, 127, 447 + 1, 1 << 14, 1<<16 - 1} {
		if _, err := m.MarshalText(); err == nil {
			t.Errorf("%v.MarshalText() succeeds, want an error", m)
		}
		if err := p.Play(m); reasonOf(err) != NoSuchMove || p.IsLegal(m) {
			t.Errorf("Play(%v) = %v, IsLegal(%v) = %v; want %v, false", m, err, m, p.IsLegal(m), NoSuchMove)
		}
		if got := p.After(m); got != p {
			t.Errorf("After(%v) = %v, want %v", m, got, p)
		}
	}
	if got, want := fmt.Sprint(NoMove, Move(7), Move(1<<15)), "none Move(7) Move(32768)"; got != want {
		t.Errorf("invalid moves are printed as %s, want %s", got, want)
	}
}

func TestPositionJSON(t *testing.T) {
	for _, moves := range []string{"", "Kd4", five, fourteen + "Rf4"} {
		gametest.Values(t, play(t, moves))
	}
}

func TestParseErrors(t *testing.T) {
	const full = "8/8/8/3rq3/2br1R2/1nb1RQ2/nKNBB3/1N6"
	tests := []struct {
		kind, text string
		column     int
		reason     string
	}{
		{"move", "", 1, "such as Nd5"},
		{"move", "Nd", 1, "such as Nd5"},
		{"move", "Nd5 ", 1, "such as Nd5"},
		{"move", "d5", 1, "such as Nd5"},
		{"move", "Pd5", 1, "K, Q, R, B, or N"},
		{"move", "éd", 1, "K, Q, R, B, or N"},
		{"move", "Ni5", 2, "a1 to h8"},
		{"move", "Nd0", 2, "a1 to h8"},
		{"position", "", 1, "missing"},
		{"position", "8/8/8/8/8/8/8/8", 16, "want eight ranks"},
		{"position", "8/8/8/8/8/8/8/8 ", 17, "want eight ranks"},
		{"position", "8/8/8/8/8/8/8/8 - ", 18, "or, if"},
		{"position", "8/8/8/8/8/8/8/8 -\n", 18, "or, if"},
		{"position", "8/8/8/8/8/8/8/8/8 -", 16, "more than 8 ranks"},
		{"position", "8/8/8/8/8/8/8/7 -", 16, "rank 1 has 7 squares"},
		{"position", "8/8/8/8/8/8/8 -", 14, "only 7 ranks"},
		{"position", "9/8/8/8/8/8/8/8 -", 1, "not a piece"},
		{"position", "08/8/8/8/8/8/8/8 -", 1, "not a piece"},
		{"position", "44/8/8/8/8/8/8/8 -", 2, "two digits"},
		{"position", "4K4/8/8/8/8/8/8/8 -", 3, "more than 8 squares"},
		{"position", "4K3/8/8/8/8/8/8/P7 -", 17, "KQRBN"},
		{"position", "4K3/8/8/8/8/8/8/.7 -", 17, "not a piece"},
		{"position", "4K3/8/8/8/8/8/8/é7 -", 17, "not a piece"},
		{"position", "4K38/8/8/8/8/8/8 -", 4, "two digits"},
		{"position", "4K3/8/8/8/8/8/8/8 e8", 19, "if Black's king is the next piece"},
		{"position", full + " -", 1, "Black's king must touch"},
		{"position", full + " e5", 38, "square of White's last piece"},
		{"position", full + " a1", 38, "square of White's last piece"},
		{"position", "3NNN2/3K4/8/8/8/8/8/8 -", 1, "white has too many pieces of type knight"},
		{"position", "3n4/3KK3/8/8/8/8/8/8 -", 1, "of type king"},
		{"position", "3KN3/8/8/8/8/8/8/8 -", 1, "as many pieces as Black"},
		{"position", "3knn2/3KN3/8/8/8/8/8/8 -", 1, "as many pieces as Black"},
		{"position", "3N4/8/8/8/8/8/8/8 -", 1, "the first white piece must be the king"},
		{"position", "3Kk3/8/8/8/8/8/8/8 -", 1, "Black's last piece must be the king"},
		{"position", "8/3b4/3K4/8/4bR2/4N3/8/8 -", 1, "same color"},
		{"position", "8/3q4/3KN3/8/8/8/8/8 -", 1, "called but not placed"},
		{"position", "3K4/8/3n4/8/8/8/8/8 -", 1, "any legal order"},
		{"position", "KN6/1n6/8/8/8/8/8/7r -", 1, "any legal order"},
		{"position", full + " b2", 1, "any legal order"},
		{"position", strings.Repeat("K", 1<<20), 9, "more than 8 squares"},
	}
	parsers := map[string]func(string) error{
		"move":     func(s string) error { _, err := ParseMove(s); return err },
		"position": func(s string) error { _, err := ParsePosition(s); return err },
	}
	for _, tt := range tests {
		err := parsers[tt.kind](tt.text)
		var got *ParseError
		if !errors.As(err, &got) {
			t.Errorf("%s %.60q: error %v, want a *ParseError", tt.kind, tt.text, err)
			continue
		}
		if got.Kind != tt.kind || got.Text != tt.text || got.Column != tt.column ||
			!strings.Contains(got.Detail, tt.reason) {
			t.Errorf("%s %.60q: error %v, want column %d, %q", tt.kind, tt.text, err, tt.column, tt.reason)
		}
		if len(err.Error()) > 400 {
			t.Errorf("%s %.60q: the message has %d bytes, want at most 400", tt.kind, tt.text, len(err.Error()))
		}
	}
}

// TestParsePositionManyOrders checks that ParsePosition rejects an unreachable position at once.
// Black's king does not touch White's last piece in any order of these pieces. There are millions
// of orders, and to try each of them takes hours.
func TestParsePositionManyOrders(t *testing.T) {
	text := "8/8/8/8/8/3k4/qrrbbnn1/KQRRBBNN -"
	if p, err := ParsePosition(text); err == nil {
		t.Errorf("ParsePosition(%q) = %v, want an error", text, p)
	}
	position(t, "8/8/8/8/8/8/qrrbbnnk/KQRRBBNN -") // here the king touches the pieces on g1 and h1
}

// TestFailedUnmarshalChangesNothing checks that UnmarshalText does not change the value if it
// returns an error.
func TestFailedUnmarshalChangesNothing(t *testing.T) {
	p, m := play(t, five), move(t, "Nd5")
	for name, err := range map[string]error{
		"position": p.UnmarshalText([]byte("8/8/8/8/8/8/8/7N -")),
		"move":     m.UnmarshalText([]byte("Nd9")),
	} {
		if err == nil {
			t.Errorf("UnmarshalText accepts an invalid %s", name)
		}
	}
	if p != play(t, five) || m != move(t, "Nd5") {
		t.Errorf("after failed UnmarshalText: %v, %v; want %v, Nd5", p, m, play(t, five))
	}
}

// TestMoveErrorMessages checks the message of each kind of MoveError.
func TestMoveErrorMessages(t *testing.T) {
	tests := []struct{ moves, move, want string }{
		{"", "Nd4", "white: Nd4: the first white piece must be the king"},
		{"Kd4", "Kd5", "black: Kd5: the king must be Black's last piece"},
		{"Kd4", "Nd6", "black: Nd6: the square touches no piece"},
		{"Kd4", "Nd4", "black: Nd4: the square is occupied (white king on d4)"},
		{"Kd4 Nd5", "Ke4", "white: Ke4: the piece is not in hand"},
		{"Kd4 Qd5", "Ne4", "white: Ne4: the queen is called and must be placed (black queen on d5)"},
		{"Kd4 Be4 Be5 Nd5", "Bc3", "white: Bc3: the other bishop is on a square of the same color (white bishop on e5)"},
		{fourteen, "Ra1", "white: Ra1: no empty square would be left for Black's king"},
		{fourteen + "Rf4", "Ka1", "black: Ka1: the square does not touch White's last piece (white rook on f4)"},
		{fourteen + "Rf4 Kg5", "Na1", "white: Na1: the game is over"},
	}
	for _, tt := range tests {
		p := play(t, tt.moves)
		err := p.Play(move(t, tt.move))
		if err == nil || err.Error() != tt.want {
			t.Errorf("Play(%s) = %v, want %s", tt.move, err, tt.want)
		}
	}
	var p Position
	if err := p.Play(NoMove); err == nil || err.Error() != "white: none: there is no such move" {
		t.Errorf("Play(NoMove) = %v, want white: none: there is no such move", err)
	}
}

func TestBoard(t *testing.T) {
	p := play(t, five)
	want := `8 . . . . . . . .
7 . . . . . . . .
6 . . B R . . . .
5 . . . n b . . .
4 . . . K . . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . . . . .
  a b c d e f g h
  white 18, in hand: QRBNN
> black 14, in hand: KQRRBN
`
	if diff := cmp.Diff(want, p.Board()); diff != "" {
		t.Errorf("%v.Board() (-want +got):\n%s", p, diff)
	}
	end := position(t, "8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -")
	if got, want := end.Board(), "  white 38, in hand: -\n  black 37, in hand: -\n"; !strings.HasSuffix(got, want) {
		t.Errorf("Board() of a finished game = %q, want the suffix %q", got, want)
	}
}
