package backgammon_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/shakki/chess/games/backgammon"
)

// place returns the position with the given checkers, which must be valid.
func place(t testing.TB, own, opponent Checkers) Position {
	t.Helper()
	p, err := NewPosition(own, opponent)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSetUp checks the start position.
func TestSetUp(t *testing.T) {
	want := Checkers{24: 2, 13: 5, 8: 3, 6: 5}
	p := StartPosition()
	if diff := cmp.Diff([]Checkers{want, want}, []Checkers{p.Own(), p.Opponent()}); diff != "" {
		t.Errorf("StartPosition() (-want +got):\n%s", diff)
	}
	if pips := p.Own().Pips(); pips != 167 {
		t.Errorf("Pips() = %d, want 167", pips)
	}
}

// TestOppositeDirections checks that Light and Dark move in opposite directions: point 24 of one
// player is point 1 of the other.
func TestOppositeDirections(t *testing.T) {
	p := StartPosition()
	if err := p.Play(move(t, "24/20"), 31); err != nil {
		t.Fatal(err)
	}
	if got := p.Opponent(); got[24] != 1 || got[20] != 1 {
		t.Errorf("after 24/20, Opponent() = %v, want one checker each on points 24 and 20", got)
	}
	wantMoves(t, Rules{}, place(t, Checkers{6: 1}, Checkers{20: 1}), 51, "6/off, 6/5*/off")
}

// TestNewSetupErrors checks the point in the error for invalid checkers.
func TestNewSetupErrors(t *testing.T) {
	one := Checkers{1: 1}
	tests := []struct {
		own, opponent Checkers
		point         int
	}{
		{Checkers{3: -1, 4: 1}, one, 3},
		{one, Checkers{3: -1, 4: 1}, 3},
		{Checkers{3: 16}, one, 3},
		{one, Checkers{3: math.MaxInt}, 3},
		{Checkers{3: 15, Bar: 1}, one, 0},
		{one, Checkers{3: 15, Bar: 1}, 0},
		{Checkers{24: 1}, one, 24},
		{Checkers{}, one, 0},
		{Checkers{Off: 3}, Checkers{}, 0},
	}
	for _, tt := range tests {
		_, err := NewPosition(tt.own, tt.opponent)
		var setupError *SetupError
		if !errors.As(err, &setupError) || strings.HasPrefix(setupError.Detail, "point ") != (tt.point != 0) ||
			tt.point != 0 && !strings.HasPrefix(setupError.Detail, fmt.Sprintf("point %d:", tt.point)) {
			t.Errorf("NewPosition(%v, %v): error %v, want a *SetupError for point %d",
				tt.own, tt.opponent, err, tt.point)
		}
	}
	closed := Checkers{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}
	open := Checkers{1: 2, 2: 2, 3: 1, 4: 2, 5: 2, 6: 2, Bar: 1}
	for _, tt := range [][2]Checkers{{open, open}, {{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, Bar: 1}, closed}, {closed, {10: 1, Bar: 1}}, {{Bar: 1}, {Bar: 1}}} {
		if _, err := NewPosition(tt[0], tt[1]); err != nil {
			t.Errorf("NewPosition(%v, %v): %v, want no error", tt[0], tt[1], err)
		}
	}
	for value, valid := range map[int64]bool{1: true, 64: true, 1 << MaxDoublings: true, 0: false, -4: false, 3: false, 1 << 62: false, math.MinInt64: false} {
		for owner, known := range map[Player]bool{NoPlayer: true, Light: true, Dark: true, 3: false} {
			c, err := NewCube(value, owner)
			if want := valid && known; (err == nil) != want || want && (c.Value() != value || c.Owner() != owner) {
				t.Errorf("NewCube(%d, %v) = %v, %v, want valid: %v", value, owner, c, err, want)
			}
		}
	}
}

// TestZeroPosition checks that the zero Position has no legal moves and that methods accept it.
func TestZeroPosition(t *testing.T) {
	var p Position
	for roll := range Rolls() {
		if moves := p.LegalMoves(roll); len(moves) != 0 {
			t.Errorf("LegalMoves(%v) = %v, want none", roll, moves)
		}
	}
	wantIllegal(t, p, 31, "8/5 6/5", GameOver)
	for _, m := range []Move{Move(1), ^Move(0), Move(26<<6 | 3<<1), Move(3<<6 | 25<<1), Move(3<<6 | 31<<1)} {
		p.After(m) // does not panic
	}
	closed := Checkers{Bar: 1, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}
	place(t, closed, Checkers{Bar: 1}) // one closed home board is possible
	place(t, Checkers{Bar: 1}, closed)
	onBoard := closed
	onBoard[Bar] = 0
	place(t, closed, onBoard) // and two, if one player is on the bar
	place(t, onBoard, closed)
	if p, err := NewPosition(closed, closed); err == nil {
		t.Errorf("both players are on the bar against a closed home board in %v", p)
	}
	if text := StartPosition().After(move(t, "22/21")).String(); len(text) != 14 {
		t.Errorf("after an illegal move, the position is written as %q", text)
	}
	if n := place(t, Checkers{Bar: 2}, Checkers{Bar: 3}); n.PieceAt(Bar) != 0 || n.PieceAt(Off) != 0 || n.PieceAt(26) != 0 || n.PieceAt(-1) != 0 {
		t.Error("PieceAt counts checkers on a bar")
	}
	if pips := p.Own().Pips(); pips != 0 {
		t.Errorf("Own().Pips() = %d, want 0", pips)
	}
}
