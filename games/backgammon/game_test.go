package backgammon_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// A script makes the decisions in a game. It uses the given bytes first, and then random dice.
type script struct {
	bytes []byte
	dice  *Roller
}

// choose returns a number from 0 to n-1. The argument must be at least 1.
func (s *script) choose(n int) int {
	if len(s.bytes) == 0 {
		return (36*s.dice.Die() + 6*s.dice.Die() + s.dice.Die()) % n
	}
	b := s.bytes[0]
	s.bytes = s.bytes[1:]
	return int(b) % n
}

// act performs one action that the phase of the game allows.
func (s *script) act(g *Game) error {
	switch g.Phase() {
	case Opening:
		light, dark := 1+s.choose(6), 1+s.choose(6)
		if err := g.Open(light, dark); !errors.Is(err, ErrEqualDice) {
			return err
		}
		return nil
	case ToRoll:
		if g.CanDouble() && s.choose(20) == 0 {
			return g.Double()
		}
		roll, err := NewRoll(1+s.choose(6), 1+s.choose(6))
		if err != nil {
			return err
		}
		return g.Roll(roll)
	case ToAnswer:
		if s.choose(10) == 0 {
			return g.Drop()
		}
		return g.Take()
	}
	moves := g.LegalMoves()
	if len(moves) == 0 {
		return errors.New("no legal moves, but the game is not over")
	}
	return g.Play(moves[s.choose(len(moves))])
}

// checkGame checks properties that every game must have after every event.
func checkGame(t *testing.T, g *Game) {
	t.Helper()
	p := g.Position()
	if q, err := NewPosition(p.Own(), p.Opponent()); err != nil || q != p {
		t.Fatalf("NewPosition(Own(), Opponent()) = %v, %v; want\n%s", q, err, p.Board())
	}
	if q, err := ParsePosition(p.String()); err != nil || q != p {
		t.Fatalf("ParsePosition(%q) = %v, %v", p, q, err)
	}
	if over := g.Outcome().IsOver(); over != (g.Phase() == Over) {
		t.Fatalf("Phase() = %v, Outcome() = %v", g.Phase(), g.Outcome())
	}
	if (g.Phase() == ToMove) != (len(g.LegalMoves()) > 0) {
		t.Fatalf("Phase() = %v, LegalMoves() = %v", g.Phase(), g.LegalMoves())
	}
}

// playOut plays a game to its end and checks it after every event.
func playOut(t *testing.T, g *Game, s *script) {
	t.Helper()
	const most = 50000 // a random game has a few hundred events
	for range most {
		if g.Phase() == Over {
			return
		}
		if err := s.act(g); err != nil {
			t.Fatalf("%v\n%s", err, g.Board())
		}
		checkGame(t, g)
	}
	t.Fatalf("the game is not over after %d events\n%s", most, g.Board())
}

// TestRandomGamesEndWithAWinner checks that random games end with a winner, and that Undo leads
// back to the start.
func TestRandomGamesEndWithAWinner(t *testing.T) {
	results := map[Reason]int{}
	for seed := range uint64(150) {
		g := newGame(t, Rules{OneCheckerBearOff: seed%2 == 0, NoCube: seed%3 == 0})
		playOut(t, g, &script{dice: NewRoller(seed)})
		o := g.Outcome()
		factor := map[Reason]int64{Single: 1, Gammon: 2, Backgammon: 3, Dropped: 1, Resignation: 1}[o.Reason]
		if _, won := o.Winner(); !won || o.Points != g.Cube().Value()*factor {
			t.Errorf("seed %d: Outcome() = %+v, Cube() = %v; want a winner and the stake times the factor",
				seed, o, g.Cube())
		}
		results[o.Reason]++
		for g.Undo() {
		}
		if g.Position() != StartPosition() || g.Phase() != Opening || g.Cube() != (Cube{}) {
			t.Errorf("seed %d: after undoing all events, want the start position, got\n%s", seed, g.Board())
		}
	}
	for _, r := range []Reason{Single, Gammon, Backgammon, Dropped} {
		if results[r] == 0 {
			t.Errorf("no game has the result %q; the numbers of games by result are %v", r, results)
		}
	}
}

// FuzzGame plays a game with decisions from the input, and checks that it ends and that Undo leads
// back to the start.
func FuzzGame(f *testing.F) {
	f.Add([]byte{}, uint64(0), false)
	f.Add([]byte{2, 0, 3, 1, 5, 5, 0, 0, 0}, uint64(1), true)
	f.Add([]byte("doubles \x00\x00\x05\x05"), uint64(2), false)
	f.Fuzz(func(t *testing.T, decisions []byte, seed uint64, common bool) {
		g := newGame(t, Rules{OneCheckerBearOff: common})
		s := &script{decisions[:min(len(decisions), 2000)], NewRoller(seed)}
		playOut(t, g, s)
		for g.Undo() {
		}
		if g.Position() != StartPosition() || g.Phase() != Opening {
			t.Fatalf("after undoing all events, want the start position, got\n%s", g.Board())
		}
	})
}

// checkParseError checks that err is a *ParseError with a column within the text.
func checkParseError(t *testing.T, kind, s string, err error) {
	t.Helper()
	var bad *ParseError
	if !errors.As(err, &bad) || bad.Kind != kind || bad.Text != s ||
		bad.Column < 1 || bad.Column > len(s)+1 || bad.Detail == "" {
		t.Fatalf("%s %q: error %#v, want a *ParseError with a column within the text", kind, s, err)
	}
}

// FuzzPlay calls methods with arbitrary numbers as the move and the roll, in arbitrary positions.
func FuzzPlay(f *testing.F) {
	f.Add("4HPwATDgc/ABMA", uint64(0), uint8(31))
	f.Add("sOfgEwDg8+AIBg", ^uint64(0), uint8(66))
	f.Add("AgAAPBcAAAAAAA", uint64(1<<44-1), uint8(11))
	f.Fuzz(func(t *testing.T, id string, number uint64, roll uint8) {
		p, err := ParsePosition(id)
		if err != nil {
			return
		}
		m := Move(number)
		_, _ = m.String(), m.Steps()
		after := p.After(m)
		_, _ = after.String(), after.Board()
		before := p
		var moveError *MoveError
		if err := p.Play(m, Roll(roll)); err != nil {
			if p != before || !errors.As(err, &moveError) {
				t.Fatalf("Play(%v, %d) = %v with position %v, want a *MoveError and no change", m, roll, err, p)
			}
			return
		}
		if p != after {
			t.Fatalf("Play(%v, %d) leads to %v, After to %v", m, roll, p, after)
		}
	})
}

// must stops the test if an error is not nil.
func must(t testing.TB, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// wantRejected checks that an action fails for the given reason and does not change the game.
func wantRejected(t *testing.T, g *Game, action func() error, want error) {
	t.Helper()
	events, board := len(g.Events()), g.Board()
	err := action()
	var actionError *ActionError
	if !errors.Is(err, want) || !errors.As(err, &actionError) {
		t.Errorf("error %v, want an *ActionError with %v", err, want)
		return
	}
	player := g.Turn()
	if actionError.Action == ActTake || actionError.Action == ActDrop {
		player = player.Other()
	}
	if actionError.Phase != g.Phase() || actionError.Player != player {
		t.Errorf("error %v has phase %v and player %v, want %v, %v",
			err, actionError.Phase, actionError.Player, g.Phase(), player)
	}
	if len(g.Events()) != events || g.Board() != board {
		t.Errorf("an action that fails with %v changes the game; events: %v", err, g.Events())
	}
}

// startFrom returns a game that starts from p, before the roll of the player turn. If p is
// finished, the game is over.
func startFrom(t testing.TB, p Position, turn Player, rules ...Rules) *Game {
	t.Helper()
	s := Setup{Position: p, Turn: turn, Phase: ToRoll}
	if p.Win() != NoReason {
		s.Phase = Over
	}
	g, err := NewGameFrom(s, append(rules, Rules{})[0])
	must(t, err)
	return g
}

// newGame returns a game from the start position by the given rules.
func newGame(t testing.TB, rules Rules) *Game {
	t.Helper()
	g, err := NewGameFrom(Setup{Position: StartPosition()}, rules)
	must(t, err)
	return g
}

// lastRoll returns a game in which the player on turn wins with any roll. The loser has the given
// checkers.
func lastRoll(t testing.TB, turn Player, loser Checkers, rules ...Rules) *Game {
	t.Helper()
	return startFrom(t, place(t, Checkers{1: 2}, loser), turn, rules...)
}

// finish rolls and bears off the last two checkers.
func finish(t testing.TB, g *Game) Outcome {
	t.Helper()
	must(t, g.Roll(65), g.PlayText("1/off(2)"))
	return g.Outcome()
}

// TestOpeningHigherNumberBegins checks that the player with the higher number begins and must play
// both numbers.
func TestOpeningHigherNumberBegins(t *testing.T) {
	for _, tt := range []struct {
		light, dark int
		turn        Player
		roll        Roll
	}{{3, 1, Light, 31}, {1, 3, Dark, 31}, {6, 5, Light, 65}, {5, 6, Dark, 65}} {
		g := NewGame()
		if g.Phase() != Opening || g.Turn() != NoPlayer || g.LegalMoves() != nil {
			t.Errorf("new game: phase %v, %v on turn, legal moves %v; want opening, nobody, none",
				g.Phase(), g.Turn(), g.LegalMoves())
		}
		must(t, g.Open(tt.light, tt.dark))
		if g.Turn() != tt.turn || g.Dice() != tt.roll || g.Phase() != ToMove {
			t.Errorf("after Open(%d, %d): %v on turn, dice %v; want %v, %v",
				tt.light, tt.dark, g.Turn(), g.Dice(), tt.turn, tt.roll)
		}
		// All legal moves use both numbers.
		for _, m := range g.LegalMoves() {
			pips := 0
			for _, s := range m.Steps() {
				pips += s.From - s.To
			}
			if pips != tt.light+tt.dark {
				t.Errorf("legal move %v for %v has %d pips, want %d", m, tt.roll, pips, tt.light+tt.dark)
			}
		}
	}
}

// TestOpeningEqualNumbersThrownAgain checks that Open rejects equal and invalid numbers and can be
// called again.
func TestOpeningEqualNumbersThrownAgain(t *testing.T) {
	g := NewGame()
	for n := 1; n <= 6; n++ {
		wantRejected(t, g, func() error { return g.Open(n, n) }, ErrEqualDice)
	}
	for _, n := range []int{0, 7, -1, math.MaxInt} {
		wantRejected(t, g, func() error { return g.Open(n, 1) }, ErrDie)
		wantRejected(t, g, func() error { return g.Open(1, n) }, ErrDie)
	}
	must(t, g.Open(2, 1))
}

// TestTurnsAlternate checks that the players take turns and that the position is from the point of
// view of the player on turn.
func TestTurnsAlternate(t *testing.T) {
	g := NewGame()
	must(t, g.Open(3, 1), g.PlayText("8/5 6/5"))
	if g.Turn() != Dark || g.Phase() != ToRoll || g.Dice() != 0 {
		t.Errorf("after Light's move: %v on turn, phase %v, dice %v; want dark, to roll, none",
			g.Turn(), g.Phase(), g.Dice())
	}
	// Light is now the opponent.
	p := g.Position()
	if p.Opponent()[5] != 2 || p.Own()[6] != 5 {
		t.Errorf("after Light's move, want Dark's point of view, got\n%s", p.Board())
	}
	must(t, g.Roll(64), g.PlayText("24/14"), g.Roll(21), g.PlayText("13/11* 6/5"))
	if got := texts(g.Moves()); !slices.Equal(got, []string{"13/11* 6/5", "24/14", "8/5 6/5"}) || g.Plies() != 3 || g.IsLegal(Pass) {
		t.Errorf("Moves() = %v, Plies() = %d, IsLegal(Pass) = %v", got, g.Plies(), g.IsLegal(Pass))
	}
	p = g.Position()
	if g.Turn() != Dark || p.Own()[Bar] != 1 {
		t.Errorf("after the hit, want Dark with a checker on the bar, got %v with\n%s", g.Turn(), p.Board())
	}
}

// TestDoubleOnlyBeforeRolling checks that a double is allowed only before the roll.
func TestDoubleOnlyBeforeRolling(t *testing.T) {
	g := NewGame()
	must(t, g.Open(3, 1))
	if g.CanDouble() {
		t.Error("after the opening roll, CanDouble() = true, want false")
	}
	wantRejected(t, g, g.Double, ErrNotNow)
	must(t, g.PlayText("8/5 6/5"))
	if !g.CanDouble() {
		t.Error("before the roll with a centered cube, CanDouble() = false, want true")
	}
	must(t, g.Roll(31))
	wantRejected(t, g, g.Double, ErrNotNow)
}

// TestTakeDoublesStakeAndGivesCube checks that an accepted double doubles the stake, and that only
// the player who accepted may double next.
func TestTakeDoublesStakeAndGivesCube(t *testing.T) {
	g := startFrom(t, StartPosition(), Light)
	must(t, g.Double())
	if c := g.Cube(); c.Value() != 1 || c.Owner() != NoPlayer || g.Turn() != Light {
		t.Errorf("after Double: cube %v, %v on turn; want 1 (centered), light", c, g.Turn())
	}
	must(t, g.Take())
	if c := g.Cube(); c.Value() != 2 || c.Owner() != Dark {
		t.Errorf("after Take: cube %v, want 2 (dark)", c)
	}
	if g.Turn() != Light || g.Phase() != ToRoll {
		t.Errorf("after Take: %v on turn, phase %v; want light, to roll", g.Turn(), g.Phase())
	}
	wantRejected(t, g, g.Double, ErrCubeOwner) // Light has just doubled
	must(t, g.Roll(31), g.PlayText("8/5 6/5"))
	must(t, g.Double(), g.Take()) // Dark, the owner, doubles again
	if c := g.Cube(); c.Value() != 4 || c.Owner() != Light {
		t.Errorf("after the second Take: cube %v, want 4 (light)", c)
	}
	must(t, g.Roll(31), g.PlayText("8/5 6/5"))
	if !g.CanDouble() {
		t.Error("CanDouble() = false for the owner of the cube, want true")
	}
	must(t, g.Roll(21), g.PlayText("6/4 24/23"))
	if g.CanDouble() {
		t.Error("CanDouble() = true if the opponent owns the cube, want false")
	}
}

// TestDropLosesStakeInForce checks that a dropped double loses the stake before the double.
func TestDropLosesStakeInForce(t *testing.T) {
	g := startFrom(t, StartPosition(), Dark)
	must(t, g.Double(), g.Drop())
	if want := (Outcome{DarkWins, Dropped, 1}); g.Outcome() != want {
		t.Errorf("after dropping the first double: Outcome() = %v, want %v", g.Outcome(), want)
	}
	g = startFrom(t, StartPosition(), Dark)
	must(t, g.Double(), g.Take(), g.Roll(31), g.PlayText("8/5 6/5"), g.Double(), g.Drop())
	if want := (Outcome{LightWins, Dropped, 2}); g.Outcome() != want {
		t.Errorf("after dropping the second double: Outcome() = %v, want %v", g.Outcome(), want)
	}
}

// TestNoLimitToDoubling checks that the stake can be doubled MaxDoublings times.
func TestNoLimitToDoubling(t *testing.T) {
	// Each player doubles before every roll.
	g := startFrom(t, StartPosition(), Light)
	for n := range MaxDoublings {
		must(t, g.Double(), g.Take())
		if want := int64(2) << n; g.Cube().Value() != want {
			t.Fatalf("after %d doublings: cube %v, want value %d", n+1, g.Cube(), want)
		}
		must(t, g.Roll(21))
		must(t, g.Play(g.LegalMoves()[0]))
		if g.Phase() == Over {
			t.Fatalf("the game is over after %d doublings, want %d", n+1, MaxDoublings)
		}
	}
	wantRejected(t, g, g.Double, ErrCubeLimit)
	if g.CanDouble() {
		t.Errorf("after %d doublings, CanDouble() = true, want false", MaxDoublings)
	}
	if points := g.Cube().Value() * 3; points < 0 {
		t.Errorf("the points of a backgammon overflow: %d", points)
	}
}

// TestGammonAndBackgammonPoints checks the points for gammons and backgammons after a double.
func TestGammonAndBackgammonPoints(t *testing.T) {
	for _, tt := range []struct {
		loser Checkers
		want  Outcome
	}{
		{Checkers{10: 14}, Outcome{DarkWins, Single, 2}},
		{Checkers{10: 15}, Outcome{DarkWins, Gammon, 4}},
		{Checkers{10: 14, 20: 1}, Outcome{DarkWins, Backgammon, 6}},
		{Checkers{10: 14, Bar: 1}, Outcome{DarkWins, Backgammon, 6}},
	} {
		g := lastRoll(t, Dark, tt.loser)
		must(t, g.Double(), g.Take())
		if got := finish(t, g); got != tt.want {
			t.Errorf("loser has %v: Outcome() = %v, want %v", tt.loser, got, tt.want)
		}
		if g.Phase() != Over || g.LegalMoves() != nil {
			t.Errorf("after the end: phase %v, legal moves %v; want over, none", g.Phase(), g.LegalMoves())
		}
	}
}

// TestJacoby checks that a gammon counts by the sheet even if the stake has not been doubled, but
// not by the Jacoby rule.
func TestJacoby(t *testing.T) {
	gammon := Checkers{10: 15}
	if got, want := finish(t, lastRoll(t, Light, gammon)), (Outcome{LightWins, Gammon, 2}); got != want {
		t.Errorf("rule sheet, not doubled: Outcome() = %v, want %v", got, want)
	}
	jacoby := Rules{Jacoby: true}
	for _, loser := range []Checkers{gammon, {10: 14, Bar: 1}} {
		if got, want := finish(t, lastRoll(t, Light, loser, jacoby)), (Outcome{LightWins, Single, 1}); got != want {
			t.Errorf("Jacoby rule, not doubled, loser has %v: Outcome() = %v, want %v", loser, got, want)
		}
	}
	g := lastRoll(t, Light, gammon, jacoby)
	must(t, g.Double(), g.Take())
	if got, want := finish(t, g), (Outcome{LightWins, Gammon, 4}); got != want {
		t.Errorf("Jacoby rule, doubled: Outcome() = %v, want %v", got, want)
	}
	g = lastRoll(t, Light, gammon, jacoby)
	must(t, g.Double(), g.Drop())
	if got, want := g.Outcome(), (Outcome{LightWins, Dropped, 1}); got != want {
		t.Errorf("Jacoby rule, double dropped: Outcome() = %v, want %v", got, want)
	}
	cube, err := NewCube(2, NoPlayer) // as after automatic doubles
	must(t, err)
	g, err = NewGameFrom(Setup{Position: place(t, Checkers{1: 2}, gammon), Turn: Light, Phase: ToRoll, Cube: cube}, jacoby)
	must(t, err)
	if got, want := finish(t, g), (Outcome{LightWins, Gammon, 4}); got != want {
		t.Errorf("Jacoby rule, a larger cube without an owner: Outcome() = %v, want %v", got, want)
	}
}

// TestNoCube checks that doubling is not allowed in a game without the cube.
func TestNoCube(t *testing.T) {
	g := startFrom(t, StartPosition(), Light, Rules{NoCube: true})
	wantRejected(t, g, g.Double, ErrNoCube)
	if g.CanDouble() || !g.Rules().NoCube {
		t.Errorf("without the cube: CanDouble() = %v, Rules() = %+v", g.CanDouble(), g.Rules())
	}
}

// TestGameRejectsIllegalMoves checks the errors for illegal moves, invalid text, and invalid rolls.
func TestGameRejectsIllegalMoves(t *testing.T) {
	g := NewGame()
	must(t, g.Open(3, 1))
	var moveError *MoveError
	if err := g.PlayText("8/5 6/4"); !errors.As(err, &moveError) || moveError.Player != Light {
		t.Errorf("PlayText(8/5 6/4) = %v, want a *MoveError of light", err)
	}
	var parseError *ParseError
	if err := g.PlayText("8-5"); !errors.As(err, &parseError) {
		t.Errorf("PlayText(8-5) = %v, want a *ParseError", err)
	}
	must(t, g.PlayText("8/5 6/5"))
	wantRejected(t, g, func() error { return g.Roll(13) }, ErrRoll)
	wantRejected(t, g, func() error { return g.Roll(0) }, ErrRoll)
}

// TestUndo checks that Undo restores the state before each kind of event.
func TestUndo(t *testing.T) {
	g := NewGame()
	steps := []func() error{
		func() error { return g.Open(3, 1) },
		func() error { return g.PlayText("8/5 6/5") },
		g.Double,
		g.Take,
		func() error { return g.Roll(64) },
		func() error { return g.PlayText("24/14") },
		func() error { return g.Roll(66) },
		func() error { return g.Play(g.LegalMoves()[0]) },
	}
	boards := []string{g.Board()}
	for _, step := range steps {
		must(t, step())
		boards = append(boards, g.Board())
	}
	if events := g.Events(); len(events) != len(steps) {
		t.Fatalf("Events() = %v, want %d events", events, len(steps))
	}
	for n := len(steps); n > 0; n-- {
		if !g.Undo() {
			t.Fatalf("Undo() = false for event %d, want true", n)
		}
		if diff := cmp.Diff(boards[n-1], g.Board()); diff != "" {
			t.Errorf("after undoing event %d (-want +got):\n%s", n, diff)
		}
	}
	if g.Undo() {
		t.Error("Undo() = true without events, want false")
	}
	must(t, g.Open(1, 2))
}

// TestUndoAfterEnd checks that the last move of a finished game can be undone and played again.
func TestUndoAfterEnd(t *testing.T) {
	g := lastRoll(t, Light, Checkers{10: 15})
	finish(t, g)
	if !g.Undo() || g.Outcome().IsOver() || g.Phase() != ToMove {
		t.Errorf("after Undo: phase %v, outcome %v; want to move, unfinished", g.Phase(), g.Outcome())
	}
	must(t, g.PlayText("1/off(2)"))
}

// TestPositions checks the positions of the zero Game with the number of events before each, and that a
// loop over them can be left.
func TestPositions(t *testing.T) {
	var g Game
	must(t, g.Open(3, 1), g.PlayText("8/5 6/5"))
	var got []string
	for i, p := range g.Positions() {
		got = append(got, fmt.Sprint(i, " ", p))
	}
	start := StartPosition().String()
	want := []string{"0 " + start, "1 " + start, "2 " + g.Position().String()}
	if diff := cmp.Diff(want, got); diff != "" || g.Start() != StartPosition() {
		t.Errorf("start %v, positions (-want +got):\n%s", g.Start(), diff)
	}
	for range g.Positions() {
		break
	}
}

// TestEventsAreACopy checks that changing the result of Events does not change the game.
func TestEventsAreACopy(t *testing.T) {
	g := NewGame()
	must(t, g.Open(3, 1))
	g.Events()[0].Player = Dark
	if got := g.Events()[0].Player; got != Light {
		t.Errorf("the player of the first event is %v, want light", got)
	}
}

// TestStartFromFinishedPosition checks the phase of games with unusual start positions.
func TestStartFromFinishedPosition(t *testing.T) {
	p := place(t, Checkers{1: 2}, Checkers{10: 15})
	p = p.After(move(t, "1/off(2)"))
	g := startFrom(t, p, Dark)
	if want := (Outcome{LightWins, Gammon, 2}); g.Outcome() != want || g.Phase() != Over {
		t.Errorf("finished position: phase %v, outcome %v; want over, %v", g.Phase(), g.Outcome(), want)
	}
	if again, err := NewGameFrom(g.Setup(), Rules{}); err != nil || again.Outcome() != g.Outcome() {
		t.Errorf("NewGameFrom(%v) = %v, %v, want outcome %v", g.Setup(), again, err, g.Outcome())
	}
}

// TestResign checks when a player may resign, and what a resignation costs.
func TestResign(t *testing.T) {
	g := NewGame()
	resign := func() error { return g.Resign(Light, Single) }
	if err := resign(); err != nil || g.Outcome().Points != 1 || g.Setup() != NewGame().Setup() || !g.Undo() {
		t.Errorf("in the opening: Resign() = %v, Outcome() = %v, Setup() = %v; want 1 point, a new game", err, g.Outcome(), g.Setup())
	}
	must(t, g.Open(2, 1), g.PlayText("24/21"), g.Double())
	if err := resign(); !errors.Is(err, ErrNotNow) {
		t.Errorf("after a double: Resign() = %v, want %v", err, ErrNotNow)
	}
	must(t, g.Take())
	for _, as := range []Reason{NoReason, Dropped, 99} {
		if err := g.Resign(Light, as); !errors.Is(err, ErrResign) {
			t.Errorf("Resign(Light, %v) = %v, want %v", as, err, ErrResign)
		}
	}
	for _, by := range []Player{NoPlayer, 3} {
		if err := g.Resign(by, Single); !errors.Is(err, ErrResign) {
			t.Errorf("Resign(%v, Single) = %v, want %v", by, err, ErrResign)
		}
	}
	before := g.Setup()
	must(t, g.Resign(Light, Gammon))
	if want := (Outcome{DarkWins, Resignation, 4}); g.Outcome() != want || g.Setup() != before || before.Phase != ToRoll {
		t.Errorf("Outcome() = %v, Setup() = %v, want %v, %v", g.Outcome(), g.Setup(), want, before)
	}
	if err := resign(); !errors.Is(err, ErrGameOver) {
		t.Errorf("after the end: Resign() = %v, want %v", err, ErrGameOver)
	}
}

// TestRandomGamesSurvive checks that random games read back equal from text and JSON. It stops each
// game at an event of each phase and at its end. A game that was read back goes on like the
// original.
func TestRandomGamesSurvive(t *testing.T) {
	for seed := range uint64(deep.Times(40, 25)) {
		random := rand.New(rand.NewPCG(seed, 3))
		dice := NewRoller(seed)
		g := newGame(t, Rules{OneCheckerBearOff: seed%2 == 0, Jacoby: seed%3 == 0, NoCube: seed%5 == 0})
		stops := map[Phase]int{ToRoll: random.IntN(30), ToMove: random.IntN(30), ToAnswer: 0, Opening: 0}
		for !g.Outcome().IsOver() {
			if stops[g.Phase()]--; stops[g.Phase()] == -1 {
				continueBoth(t, g, random)
			}
			must(t, randomAct(g, random, dice))
		}
		gametest.Restored(t, g)
	}
}

// continueBoth checks that g reads back equal, and that g, its copy, and the game restored from the
// setup of g do the same after the next random action.
func continueBoth(t *testing.T, g *Game, random *rand.Rand) {
	t.Helper()
	gametest.Values(t, g.Setup())
	gametest.Values(t, g.Cube())
	restored, err := NewGameFrom(g.Setup(), g.Rules())
	must(t, err)
	games := []*Game{g.Clone(), gametest.Restored(t, g), restored}
	seed := random.Uint64()
	for _, h := range games {
		must(t, randomAct(h, rand.New(rand.NewPCG(seed, 0)), NewRoller(seed)))
	}
	events := games[0].Events()
	if len(events) == len(g.Events()) {
		return // equal dice in the opening
	}
	last := events[len(events)-1]
	gametest.Values(t, last)
	for _, h := range games[1:] {
		if e := h.Events(); e[len(e)-1] != last || h.Board() != games[0].Board() {
			t.Fatalf("%v: after %v, a copy has %v and\n%s", g, last, e[len(e)-1], h.Board())
		}
	}
	if !games[1].Equal(games[0]) {
		t.Fatalf("%v differs from %v", games[1], games[0])
	}
}

// FuzzParseGame checks that a game or a match that was read is written in a form that reads back
// equal.
func FuzzParseGame(f *testing.F) {
	g := NewGame()
	must(f, g.Open(3, 1), g.PlayText("8/5 6/5"), g.Double(), g.Take())
	m, err := NewMatch(MatchOptions{Target: 3})
	must(f, err)
	score(f, m, Dark, Gammon)
	id, err := g.Setup().ID()
	must(f, err)
	for _, s := range []string{g.String(), m.String(), m.MAT(), g.Setup().String(), id, "light: play 31: 8/5 6/5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if g, err := ParseGame(s); err == nil {
			gametest.Restored(t, g)
		}
		if m, err := ParseMatch(s); err == nil {
			gametest.Restored(t, m)
			if _, err := ParseMatch(m.MAT()); err != nil {
				t.Fatalf("%v\n%s", err, m.MAT())
			}
		}
		if setup, err := ParseSetup(s); err == nil {
			gametest.Values(t, setup)
			if _, err := NewGameFrom(setup, Rules{}); err != nil {
				t.Fatal(err)
			}
		}
		var e Event
		if e.UnmarshalText([]byte(s)) == nil {
			gametest.Values(t, e)
		}
	})
}
