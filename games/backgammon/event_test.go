package backgammon_test

import (
	"slices"
	"strings"
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

// TestEventErrors checks what is said about texts that are no events.
func TestEventErrors(t *testing.T) {
	for text, want := range map[string]string{
		"": "column 1: want a player", "roll 31": "column 1: want a player", "nobody: roll 77": "column 1: want a player",
		"light: play 31: ,": "column 17: want a step such as 8/5",
		"light: roll 77":    "column 13: want the numbers", "light: roll 311": "column 13: want the numbers", "light: resign all": "column 15: ",
	} {
		var e Event
		if err := e.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("UnmarshalText(%q) = %v, want %q", text, err, want)
		}
	}
	if text, err := (Event{Action: ActDouble, Player: Dark, Roll: 31}).MarshalText(); err == nil {
		t.Errorf("a double with a roll has the text %s, want an error", text)
	}
	if err := NewGame().Resign(9, Single); err == nil || !strings.HasPrefix(err.Error(), "resign by Player(9): want") {
		t.Errorf("Resign by an invalid player: %v", err)
	}
}
