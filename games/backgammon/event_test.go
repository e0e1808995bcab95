package backgammon_test

import (
	"slices"
	"testing"

	. "github.com/shakki/chess/games/backgammon"
)

// TestPhases checks which actions each phase allows.
func TestPhases(t *testing.T) {
	g := NewGame()
	actions := map[Action]func() error{
		ActOpen:   func() error { return g.Open(3, 1) },
		ActRoll:   func() error { return g.Roll(31) },
		ActPlay:   func() error { return g.PlayText("8/5 6/5") },
		ActDouble: g.Double,
		ActTake:   g.Take,
		ActDrop:   g.Drop,
	}
	rejectAllExcept := func(phase Phase, want error, allowed ...Action) {
		t.Helper()
		if g.Phase() != phase {
			t.Fatalf("phase %v, want %v", g.Phase(), phase)
		}
		for action, do := range actions {
			if !slices.Contains(allowed, action) {
				wantRejected(t, g, do, want)
			}
		}
	}
	rejectAllExcept(Opening, ErrNotNow, ActOpen)
	must(t, g.Open(3, 1))
	rejectAllExcept(ToMove, ErrNotNow, ActPlay)
	must(t, g.PlayText("8/5 6/5"))
	rejectAllExcept(ToRoll, ErrNotNow, ActRoll, ActDouble)
	must(t, g.Double())
	rejectAllExcept(ToAnswer, ErrNotNow, ActTake, ActDrop)
	must(t, g.Drop())
	rejectAllExcept(Over, ErrGameOver)
}
