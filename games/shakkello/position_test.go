package shakkello_test

import (
	"testing"

	. "github.com/shakki/chess/games/shakkello"
)

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
