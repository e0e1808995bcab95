package backgammon_test

import (
	"testing"

	. "github.com/shakki/chess/games/backgammon"
)

// TestResults checks the result for different places of the loser's checkers.
func TestResults(t *testing.T) {
	tests := []struct {
		name  string
		loser Checkers
		want  Reason
	}{
		{"one checker borne off", Checkers{24: 14}, Single},
		{"no checker borne off", Checkers{18: 1, 6: 14}, Gammon},
		{"checker in the winner's home board", Checkers{19: 1, 6: 14}, Backgammon},
		{"checker on the winner's point 1", Checkers{24: 1, 6: 14}, Backgammon},
		{"checker on the bar", Checkers{Bar: 1, 6: 14}, Backgammon},
		{"checker on the bar, one borne off", Checkers{Bar: 1, 6: 13}, Single},
	}
	for _, tt := range tests {
		p := place(t, Checkers{2: 1}, tt.loser)
		if got := p.Win(); got != NoReason {
			t.Errorf("%s: before the last move, Win() = %v, want %v", tt.name, got, NoReason)
		}
		if err := p.Play(move(t, "2/off"), 43); err != nil {
			t.Fatal(err)
		}
		if got := p.Win(); got != tt.want {
			t.Errorf("%s: Win() = %v, want %v", tt.name, got, tt.want)
		}
	}
	if o := (Outcome{Result: LightWins}); o.String() != "light wins 0 (none)" || !o.IsOver() {
		t.Errorf("without a reason, the outcome is %v", o)
	}
	if winner, ok := (Outcome{Result: 3}).Winner(); winner != NoPlayer || ok {
		t.Errorf("the winner of an invalid result is %v, %v", winner, ok)
	}
}
