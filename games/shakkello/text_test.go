package shakkello_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		{"position", "3NN3/8/8/8/8/8/8/8 -", 1, "as many pieces as Black"},
		{"position", "3NNN2/3nnn2/8/8/8/8/8/8 -", 1, "white has too many"},
		{"position", "3N4/8/8/8/8/8/8/8 -", 1, "the first white piece must be the king"},
		{"position", "3Kk3/8/8/8/8/8/8/8 -", 1, "Black's last piece must be the king"},
		{"position", "8/8/8/3rq3/2br1R2/1nb1RQ2/kKNBB3/1N6 f4", 1, "Black's last piece must be the king"},
		{"position", "3Kk3/3Qn3/8/8/8/8/8/8 -", 1, "Black's last piece must be the king"},
		{"position", "8/3b4/3K4/8/4bR2/4N3/8/8 -", 1, "same color"},
		{"position", "8/2b5/3K4/4b3/4N3/4R3/8/8 -", 1, "same color"},
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
// Black's king does not touch White's last piece in any order of the first pieces. The knight on h8
// touches no piece, which the others can precede in hundreds of thousands of orders.
func TestParsePositionManyOrders(t *testing.T) {
	for _, text := range []string{"8/8/8/8/8/3k4/qrrbbnn1/KQRRBBNN -", "7n/8/8/1rbrq3/1RKNQ3/1bBn4/1RBN4/8 d2"} {
		if p, err := ParsePosition(text); err == nil || !strings.Contains(err.Error(), "legal order") {
			t.Errorf("ParsePosition(%q) = %v, %v, want an error", text, p, err)
		}
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
	if got, want := play(t, fourteen+"Rf4").Board(), ", in hand: K\n"; !strings.HasSuffix(got, want) || !strings.Contains(got, "\n> black ") {
		t.Errorf("Board() before the last move = %q, want the suffix %q", got, want)
	}
}
