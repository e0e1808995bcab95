package domino_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// nineTiles is a line with all tiles with a 6 except 6-0. After 6-0 on the right, both ends are 6
// and no other tile matches.
const nineTiles = "6-1,1-2,2-6,6-6,6-3,3-4,4-6,6-5,5-0"

// TestRuleRoundEnd checks that a round ends when a player has no tiles left or when nobody can lay
// a tile, and that the pips left in the hands are penalty points.
func TestRuleRoundEnd(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  string
		want  Outcome
	}{
		{
			"two players, A out", "A 6-6/6-4 * 6-5,5-4,4-3,3-2,2-1,1-0,0-0,0-2,2-4,4-1,1-1,1-5", "6-6 left",
			Outcome{Won, Out, 2, [6]int{0, 0, 10}, [6]bool{false, true}},
		},
		{
			"four players, C out, tiles in the stock",
			"C 5-5,1-1/5-4,0-0/6-6/* 4-4,5-3 6-5,5-1,1-0,0-4,4-3,3-2,2-1,1-4,4-2,2-0,0-3,3-3,3-1,1-6,6-2,2-5",
			"6-6 left",
			Outcome{Won, Out, 4, [6]int{0, 12, 9, 0, 34}, [6]bool{false, false, false, true}},
		},
		{
			"out, with the double blank in another hand", "A 6-6/6-4/0-0 * 6-5,5-4,4-3,3-2,2-1,1-0,0-2,2-4,4-1,1-1,1-5,5-5", "6-6 left",
			Outcome{Won, Out, 3, [6]int{0, 0, 10, 0}, [6]bool{false, true}},
		},
		{
			"blocked by the last tile laid", "A 6-0,1-1/* - " + nineTiles, "6-0 right",
			Outcome{Won, Blocked, 2, [6]int{0, 2, 88}, [6]bool{false, true}},
		},
		{
			"blocked by a player who does not win", "A 6-0,5-5/3-3,1-1/* - " + nineTiles, "6-0 right",
			Outcome{Won, Blocked, 3, [6]int{0, 10, 8, 72}, [6]bool{false, false, true}},
		},
		{
			"blocked with equal pips", "A 6-0,5-5,5-4,5-3,5-2,5-1,4-1/* - " + nineTiles, "6-0 right",
			Outcome{Shared, Blocked, 2, [6]int{0, 45, 45}, [6]bool{false, true, true}},
		},
		{
			"blocked with two equal winners of three players", "A 6-0,1-1/2-0,0-0/* - " + nineTiles, "6-0 right",
			Outcome{Shared, Blocked, 3, [6]int{0, 2, 2, 86}, [6]bool{false, true, true}},
		},
		{
			"blocked by the last draw", "B 2-2,1-1/* 0-0 " + nineTiles + ",0-6", "draw",
			Outcome{Won, Blocked, 2, [6]int{0, 6, 84}, [6]bool{false, true}},
		},
		{
			"not blocked with tiles in the stock", "A 6-0,2-2,1-1/* 0-0,1-0 " + nineTiles, "6-0 right",
			Outcome{Players: 2},
		},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		if before := p.Outcome(); before != (Outcome{Players: p.Players()}) {
			t.Errorf("%s: before the move, Outcome() = %v, want unfinished", tt.name, before)
		}
		if err := p.Play(move(t, tt.move)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, p.Outcome()); diff != "" {
			t.Errorf("%s: Outcome() (-want +got):\n%s", tt.name, diff)
		}
		if moves := p.LegalMoves(); (len(moves) == 0) != tt.want.IsOver() {
			t.Errorf("%s: LegalMoves() = %v, want none only if the round is over", tt.name, moves)
		}
	}
}

// playMatch plays rounds until the match is over, always with the first legal move. The seed of the
// first deal is seed, and each later seed is higher by 1. It returns the outcome before the last
// round.
func playMatch(t *testing.T, m *Match, seed uint64) (before Outcome) {
	t.Helper()
	for ; !m.Outcome().IsOver(); seed++ {
		before = m.Outcome()
		g, err := m.Next(NoPlayer, NewShuffle(seed))
		if err != nil {
			t.Fatal(err)
		}
		for !g.Outcome().IsOver() {
			if err := g.Play(g.Position().LegalMoves()[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return before
}

// TestRuleMatch checks that a match ends when a player reaches 100 penalty points, or another
// agreed target, and that the player with the fewest points wins.
func TestRuleMatch(t *testing.T) {
	for _, target := range []int{100, 200} {
		for players := MinPlayers; players <= MaxPlayers; players++ {
			options := MatchOptions{Players: players, Target: target}
			if target == 100 {
				options.Target = 0
			}
			m, err := NewMatch(options)
			if err != nil {
				t.Fatal(err)
			}
			before := playMatch(t, m, 1)
			o := m.Outcome()
			if before.IsOver() || slices.Max(before.Minus[:]) >= target || before.Winners != [6]bool{} {
				t.Errorf("%d players, target %d: before the last round, Outcome() = %v", players, target, before)
			}
			if o.Reason != Target || o.Players != players || slices.Max(o.Minus[:]) < target ||
				m.Options() != (MatchOptions{players, target}) {
				t.Errorf("%d players, target %d: Outcome() = %v at the end", players, target, o)
			}
			winner, ok := o.Winner()
			if ok != (o.Result == Won) || ok && !o.Winners[winner] {
				t.Errorf("%d players, target %d: Winner() = %v, %v of %v", players, target, winner, ok, o)
			}
			for i, won := range o.Winners {
				if won != (i > 0 && i <= players && o.Minus[i] == slices.Min(o.Minus[1:players+1])) {
					t.Errorf("%d players, target %d: Outcome() = %v with a wrong winner", players, target, o)
				}
			}
		}
	}
}

// TestRuleMatchShared checks that players with the same fewest penalty points share the win of a
// match.
func TestRuleMatchShared(t *testing.T) {
	m, err := NewMatch(MatchOptions{Players: 3, Target: 1})
	if err != nil {
		t.Fatal(err)
	}
	playMatch(t, m, 58)
	const want = "target: A -7, B -24, C -7; A and C share the win"
	if got := m.Outcome().String(); got != want || len(m.Games()) != 1 {
		t.Errorf("after %d rounds: Outcome() = %s; want %s after 1 round", len(m.Games()), got, want)
	}
	if games := m.Games(); games[0].String() != m.Game().String() {
		t.Errorf("Games() = %v, want %v", games, m.Game())
	} else if games[0].Undo(); games[0].String() == m.Game().String() {
		t.Error("the games of the match change with those that Games() returns")
	}
	if p, ok := m.Outcome().Winner(); ok {
		t.Errorf("Winner() = %v, true; want false for a shared win", p)
	}
}

// TestMatchSteps checks the methods of Match before the first deal, during a round, and after the
// end of the match.
func TestMatchSteps(t *testing.T) {
	for players, target := range map[int]int{1: 100, 6: 100, 3: -1} {
		m, err := NewMatch(MatchOptions{players, target})
		var setup *SetupError
		if m != nil || !errors.As(err, &setup) {
			t.Errorf("NewMatch({%d, %d}) = %v, %v; want a *SetupError", players, target, m, err)
		}
	}
	m, err := NewMatch(MatchOptions{Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	if m.Game() != nil || m.Outcome().IsOver() || m.Score(A) != 0 || m.Score(NoPlayer) != 0 || m.Score(E+2) != 0 {
		t.Errorf("before the first deal: Game() = %v, Outcome() = %v; want nil, unfinished", m.Game(), m.Outcome())
	}
	if g, err := m.Next(C, NewShuffle(1)); !errors.Is(err, ErrLead) || g != nil || m.Game() != nil {
		t.Errorf("Next(C) with two players = %v, %v; want %v", g, err, ErrLead)
	}
	g, err := m.Next(B, NewShuffle(1))
	if err != nil || g != m.Game() || g.Position().Turn() != B {
		t.Fatalf("Next(B) = %v, %v; want a game that B leads", g, err)
	}
	if _, err := m.Next(A, NewShuffle(2)); !errors.Is(err, ErrGameOpen) || m.Game() != g {
		t.Errorf("Next during a round = %v, want %v", err, ErrGameOpen)
	}
	clone, other := m.Clone(), new(Match)
	begun, err := NewGame(2, A, NewShuffle(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := other.UnmarshalText([]byte("2 players to 100\n" + begun.String() + "\nend")); err != nil || !clone.Equal(m) || m.Equal(other) {
		t.Errorf("%v, %v: a match is equal to one with another round, or not to its clone", m, err)
	}
	for !g.Outcome().IsOver() {
		if err := g.Play(g.Position().LegalMoves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	if n := clone.Game().Plies(); n != 0 {
		t.Errorf("%d moves in a round are played in a clone", n)
	}
	if _, err := ParseMatch("3 players to 100\n" + g.String() + "\nend"); err == nil || !strings.Contains(err.Error(), "the round has 2, the match 3") {
		t.Errorf("a round of 2 players in a match of 3: %v", err)
	}
	open, err := NewGame(3, A, NewShuffle(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseMatch("3 players to 100\n" + open.String() + "\n" + g.String() + "\nend"); err == nil || !strings.Contains(err.Error(), "the round has 2") {
		t.Errorf("a round of 2 players after an open one in a match of 3: %v", err)
	}
	if _, err := ParseMatch("2 players to 100\n" + open.String() + "\nend"); err == nil || !strings.Contains(err.Error(), "the round has 3, the match 2") {
		t.Errorf("a round of 3 players in a match of 2: %v", err)
	}
	playMatch(t, m, 1)
	rounds, end := len(m.Games()), m.Outcome()
	if _, err := m.Next(A, NewShuffle(2)); !errors.Is(err, ErrMatchOver) || !strings.Contains(err.Error(), end.String()) || len(m.Games()) != rounds {
		t.Errorf("Next after the end = %v, want %v", err, ErrMatchOver)
	}
	if !m.Game().Undo() || m.Outcome().IsOver() || m.Outcome() == end {
		t.Errorf("after undoing the last move: Outcome() = %v, want unfinished", m.Outcome())
	}
	if m.Score(A) != int64(m.Outcome().Minus[A]) || m.Score(E+2)+m.Score(E+3) != 0 {
		t.Errorf("Score(A) = %d, want the penalty points of %v", m.Score(A), m.Outcome())
	}
}

// TestOutcomeString checks the text of outcomes, and Winner.
func TestOutcomeString(t *testing.T) {
	tests := []struct {
		outcome Outcome
		want    string
	}{
		{Outcome{}, "unfinished"},
		{Outcome{Players: 2}, "unfinished: A 0, B 0"},
		{
			Outcome{Shared, Target, 4, [6]int{0, 1, 100, 1, 1}, [6]bool{false, true, false, true, true}},
			"target: A -1, B -100, C -1, D -1; A and C and D share the win",
		},
		{Outcome{Players: 99}, "unfinished: A 0, B 0, C 0, D 0, E 0"},
	}
	for _, tt := range tests {
		if got := tt.outcome.String(); got != tt.want {
			t.Errorf("%#v.String() = %q, want %q", tt.outcome, got, tt.want)
		}
	}
	if p, ok := (Outcome{Result: Won}).Winner(); p != NoPlayer || ok {
		t.Errorf("Winner() = %v, %v without a winner; want nobody, false", p, ok)
	}
	if p, ok := (Outcome{Result: Won, Winners: [6]bool{3: true}}).Winner(); p != C || !ok {
		t.Errorf("Winner() = %v, %v; want C, true", p, ok)
	}
}

// FuzzMatch plays a match to its end. It checks the sums of penalty points and the winners, and
// that the match ends exactly when a player reaches the target.
func FuzzMatch(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(100))
	f.Add(uint64(2), uint8(1), uint8(200))
	f.Add(uint64(3), uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, seed uint64, players, target uint8) {
		n, points := MinPlayers+int(players)%4, max(1, int(target))
		m, err := NewMatch(MatchOptions{n, points})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 0))
		want := [MaxPlayers + 1]int{}
		for !m.Outcome().IsOver() {
			if slices.Max(want[:]) >= points {
				t.Fatalf("the match to %d points is not over at %v", points, want)
			}
			g, err := m.Next(A+Player(random.IntN(n)), NewShuffle(random.Uint64()))
			if err != nil {
				t.Fatal(err)
			}
			for !g.Outcome().IsOver() {
				moves := g.Position().LegalMoves()
				if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			for i := range want {
				want[i] += g.Position().Hand(Player(i)).Pips()
			}
			if got := m.Outcome().Minus; got != want {
				t.Fatalf("after a round that ends with %v, the penalty points are %v, want %v", g.Position(), got, want)
			}
		}
		fewest := slices.Min(want[1 : n+1])
		for i, won := range m.Outcome().Winners {
			if won != (i > 0 && i <= n && want[i] == fewest) {
				t.Fatalf("wrong winners: %v", m.Outcome())
			}
		}
		if slices.Max(want[:]) < points {
			t.Fatalf("the match to %d points is over at %v", points, want)
		}
	})
}

// TestRandomGamesSurvive checks that random rounds of 2 to 5 players read back equal from text and
// JSON after every move, and that a round that was read back goes on like the original. The rounds
// are those of matches, which read back equal too.
func TestRandomGamesSurvive(t *testing.T) {
	most := deep.Times(40, 25)
	for rounds, seed := 0, uint64(0); rounds < most; seed++ {
		random := rand.New(rand.NewPCG(seed, 0))
		m, err := NewMatch(MatchOptions{Players: MinPlayers + int(seed%4)})
		if err != nil {
			t.Fatal(err)
		}
		for ; !m.Outcome().IsOver(); rounds++ {
			if _, err := m.Next(A+Player(random.IntN(m.Options().Players)), NewShuffle(random.Uint64())); err != nil {
				t.Fatal(err)
			}
			m = surviveRound(t, m, random)
		}
	}
}

// surviveRound plays the last round of m to its end. It returns the match, which was read back on
// the way.
func surviveRound(t *testing.T, m *Match, random *rand.Rand) *Match {
	for stop := random.IntN(20); !m.Game().Outcome().IsOver(); stop-- {
		moves := m.Game().Position().LegalMoves()
		move := moves[random.IntN(len(moves))]
		back := gametest.Restored(t, m.Game())
		if stop == 0 {
			before := m
			if m = gametest.Restored(t, m); !m.Equal(before) {
				t.Fatalf("the copy is %v, want %v", m, before)
			}
		}
		if err := errors.Join(m.Game().Play(move), back.PlayText(move.String())); err != nil {
			t.Fatal(err)
		}
		if old := back.Clone(); old.Undo() && old.Equal(back) {
			t.Fatalf("%v is equal to what follows it", old)
		}
		if !back.Equal(m.Game()) {
			t.Fatalf("after %v, the copy is %v, want %v", move, back, m.Game())
		}
	}
	return m
}
