package backgammon_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// score plays a game of m that ends with the resignation of a player.
func score(t testing.TB, m *Match, loser Player, as Reason) *Game {
	t.Helper()
	g, err := m.Next()
	must(t, err)
	must(t, g.Open(2, 1), g.Resign(loser, as))
	return g
}

// TestMatchStake checks the score and the balance of a match with a stake.
func TestMatchStake(t *testing.T) {
	m, err := NewMatch(MatchOptions{Stake: 5})
	must(t, err)
	score(t, m, Dark, Gammon)
	score(t, m, Light, Single)
	score(t, m, Dark, Backgammon)
	if m.Score(Light) != 5 || m.Score(Dark) != 1 || m.Score(NoPlayer) != 0 || m.Score(3) != 0 {
		t.Errorf("Score() = %d for light, %d for dark, %d for NoPlayer; want 5, 1, 0",
			m.Score(Light), m.Score(Dark), m.Score(NoPlayer))
	}
	if m.Balance(Light) != 20 || m.Balance(Dark) != -20 {
		t.Errorf("Balance() = %d for light, %d for dark; want 20, -20", m.Balance(Light), m.Balance(Dark))
	}
	if p, over := m.Outcome().Winner(); over {
		t.Errorf("Winner() = %v without a target, want nobody", p)
	}
	other, err := NewMatch(MatchOptions{Stake: 5})
	must(t, err)
	score(t, other, Dark, Gammon)
	score(t, other, Dark, Backgammon)
	score(t, other, Light, Single)
	if m.Equal(other) {
		t.Error("a match is equal to one with the same score and other games")
	}
	if o := m.Outcome(); o != (Outcome{}) {
		t.Errorf("Outcome() = %v without a target, want the zero Outcome", o)
	}
}

// TestMatchTarget checks that a match ends when a player reaches the target, and that no game
// begins before the last one is over.
func TestMatchTarget(t *testing.T) {
	m, err := NewMatch(MatchOptions{Target: 3})
	must(t, err)
	score(t, m, Light, Gammon)
	if p, over := m.Outcome().Winner(); over {
		t.Errorf("with 2 of 3 points, Winner() = %v, want nobody", p)
	}
	g, err := m.Next()
	must(t, err)
	if _, err := m.Next(); !errors.As(err, new(*SetupError)) {
		t.Errorf("during a game: Next() = %v, want a *SetupError", err)
	}
	must(t, g.Open(1, 2))
	clone := m.Clone()
	must(t, g.Resign(Light, Backgammon))
	if o := clone.Game().Outcome(); o.IsOver() {
		t.Errorf("the last game of a clone has ended with %v", o)
	}
	if p, over := m.Outcome().Winner(); !over || p != Dark || m.Score(Dark) != 5 {
		t.Errorf("Winner() = %v, %v with %d points, want dark with 5", p, over, m.Score(Dark))
	}
	if _, err := m.Next(); !errors.As(err, new(*SetupError)) || err.Error() != "the match is over (dark wins 5 (target))" {
		t.Errorf("after the end: Next() = %v, want a *SetupError", err)
	}
}

// TestMatchLimits checks that negative options are rejected, and that amounts that are too large
// are replaced by the largest one.
func TestMatchLimits(t *testing.T) {
	for _, o := range []MatchOptions{{Stake: -1}, {Target: -1}} {
		if _, err := NewMatch(o); !errors.As(err, new(*SetupError)) {
			t.Errorf("NewMatch(%+v) = %v, want a *SetupError", o, err)
		}
	}
	m, err := NewMatch(MatchOptions{Stake: 2})
	must(t, err)
	for range 2 {
		g, err := m.Next()
		must(t, err)
		must(t, g.Open(2, 1), g.PlayText("24/21"))
		for range MaxDoublings {
			must(t, g.Double(), g.Take(), g.Roll(21), g.Play(g.LegalMoves()[0]))
		}
		must(t, g.Resign(Dark, Backgammon))
	}
	if m.Score(Light) != math.MaxInt64 || m.Balance(Light) != math.MaxInt64 || m.Balance(Dark) != -math.MaxInt64 {
		t.Errorf("Score() = %d, Balance() = %d and %d; want the largest amounts",
			m.Score(Light), m.Balance(Light), m.Balance(Dark))
	}
	for stake, want := range map[int64]int64{math.MaxInt64 / 3: math.MaxInt64 / 3 * 3, math.MaxInt64/3 + 1: math.MaxInt64, 1 << 62: math.MaxInt64, math.MaxInt64: math.MaxInt64} {
		m, err := NewMatch(MatchOptions{Stake: stake})
		must(t, err)
		score(t, m, Dark, Backgammon)
		if m.Balance(Light) != want || m.Balance(Dark) != -want {
			t.Errorf("stake %d: Balance() = %d and %d, want %d", stake, m.Balance(Light), m.Balance(Dark), want)
		}
	}
	m, err = NewMatch(MatchOptions{Stake: 1 << 62})
	must(t, err)
	g, err := m.Next()
	must(t, err, g.Open(2, 1), g.PlayText("24/21"), g.Double(), g.Take(), g.Roll(21), g.Play(g.LegalMoves()[0]), g.Double(), g.Take(), g.Resign(Dark, Single))
	if m.Balance(Light) != math.MaxInt64 {
		t.Errorf("4 points at a stake of 2^62: Balance() = %d, want the largest amount", m.Balance(Light))
	}
}

// TestCrawford checks the Crawford rule: the first game after a player needs only one point is
// played without the cube.
func TestCrawford(t *testing.T) {
	for _, crawford := range []bool{true, false} {
		m, err := NewMatch(MatchOptions{Target: 3, Crawford: crawford})
		must(t, err)
		for i, loser := range []Player{Dark, Dark, Light, Light, Dark} {
			// The third game is the Crawford game. Later both players need one point.
			g := score(t, m, loser, Single)
			must(t, nil)
			if got := g.Setup().Crawford; got != (crawford && i == 2) {
				t.Errorf("Crawford rule %v, game %d: Crawford = %v", crawford, i+1, got)
			}
			g.Undo()
			must(t, g.PlayText("24/21"))
			if got := g.CanDouble(); got == (crawford && i == 2) {
				t.Errorf("Crawford rule %v, game %d: CanDouble() = %v", crawford, i+1, got)
			}
			must(t, g.Resign(loser, Single))
		}
		if p, _ := m.Outcome().Winner(); p != Light {
			t.Errorf("Winner() = %v, want light", p)
		}
	}
}

// TestContradictions checks that a match whose games do not add up is rejected.
func TestContradictions(t *testing.T) {
	m, err := NewMatch(MatchOptions{Target: 7})
	must(t, err)
	score(t, m, Light, Single)
	g, err := m.Next()
	must(t, err, g.Open(3, 1))
	for _, wrong := range []string{"0:17", "0:1", "0:1/75", "0:1/70", "1:0/7", "0:11/7", "00:1/7", "0:1/7 crawford", "2"} {
		text := strings.Replace(m.String(), "0:1/7;", wrong+";", 1)
		if wrong == "2" {
			text = strings.Replace(m.String(), "\nS1:", "\ncommon:", 1) // other rules than the match
		}
		if text == m.String() {
			t.Fatalf("%q does not have the score", text)
		}
		if back, err := ParseMatch(text); err == nil {
			t.Errorf("%q reads as %v", text, back)
		}
	}
	if diff := cmp.Diff(m.String(), gametest.Restored(t, m).String()); diff != "" {
		t.Error(diff)
	}
	over, err := NewMatch(MatchOptions{Target: 1})
	must(t, err)
	score(t, over, Light, Single)
	for m, want := range map[*Match]string{m: "the last game is not over", over: "the match is over"} {
		text := strings.TrimSuffix(m.String(), "end") + NewGame().String() + "\nend"
		if _, err := ParseMatch(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseMatch(%q) = %v, want %q", text, err, want)
		}
	}
}

// TestMatchesSurvive checks that random matches read back equal from text and JSON, and that the
// next game of a match that was read back has the same score.
func TestMatchesSurvive(t *testing.T) {
	for seed := range uint64(deep.Times(10, 5)) {
		m := randomMatch(t, seed, Rules{Jacoby: seed%2 == 0})
		back := gametest.Restored(t, m)
		for _, p := range []Player{Light, Dark} {
			if back.Score(p) != m.Score(p) || back.Balance(p) != m.Balance(p) {
				t.Fatalf("%v has %d points, want %d", p, back.Score(p), m.Score(p))
			}
		}
		if m.Game().Outcome().IsOver() {
			g, err := m.Next()
			h, again := back.Next()
			if (err == nil) != (again == nil) || err == nil && !g.Equal(h) {
				t.Fatalf("Next() = %v, %v; after reading %v, %v", g, err, h, again)
			}
		}
	}
	var zero Match
	gametest.Restored(t, &zero)
	odd, err := NewMatch(MatchOptions{Light: "a \"b\"\n\x00\xff", Dark: "target 1", Target: 5, Stake: 3})
	must(t, err)
	gametest.Restored(t, odd)
}
