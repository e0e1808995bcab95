package backgammon_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
)

// must stops the test at the first error.
func must(t testing.TB, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// wantRefused checks that an action was refused for the given reason, and that
// the game is as it was.
func wantRefused(t *testing.T, g *Game, action func() error, want error) {
	t.Helper()
	events, board := len(g.Events()), g.Board()
	err := action()
	var actionError *ActionError
	if !errors.Is(err, want) || !errors.As(err, &actionError) {
		t.Errorf("error %v, want %v", err, want)
		return
	}
	if actionError.Phase != g.Phase() || actionError.Player != g.Turn() {
		t.Errorf("%v is about %v, %v", err, actionError.Phase, actionError.Player)
	}
	if len(g.Events()) != events || g.Board() != board {
		t.Errorf("a refused action changed the game: %v", g.Events())
	}
}

// lastRoll is a game in which the player on turn wins with any roll, and the
// loser has the given checkers.
func lastRoll(t testing.TB, turn Player, loser Checkers, opts ...Option) *Game {
	t.Helper()
	return NewGame(append(opts, StartFrom(place(t, Checkers{1: 2}, loser), turn))...)
}

// finish rolls and bears the last two checkers off.
func finish(t testing.TB, g *Game) Outcome {
	t.Helper()
	must(t, g.Roll(65), g.PlayText("1/off(2)"))
	return g.Outcome()
}

func TestOpeningHigherNumberBegins(t *testing.T) {
	for _, tt := range []struct {
		light, dark int
		turn        Player
		roll        Roll
	}{{3, 1, Light, 31}, {1, 3, Dark, 31}, {6, 5, Light, 65}, {5, 6, Dark, 65}} {
		g := NewGame()
		if g.Phase() != Opening || g.Turn() != NoPlayer || g.LegalMoves() != nil {
			t.Errorf("a new game is in phase %v, %v on turn", g.Phase(), g.Turn())
		}
		must(t, g.Open(tt.light, tt.dark))
		if g.Turn() != tt.turn || g.Dice() != tt.roll || g.Phase() != ToMove {
			t.Errorf("Open(%d, %d): %v plays %v", tt.light, tt.dark, g.Turn(), g.Dice())
		}
		// Both numbers are played.
		for _, m := range g.LegalMoves() {
			pips := 0
			for _, s := range m.Steps() {
				pips += s.From - s.To
			}
			if pips != tt.light+tt.dark {
				t.Errorf("%v with %v", m, tt.roll)
			}
		}
	}
}

func TestOpeningEqualNumbersThrownAgain(t *testing.T) {
	g := NewGame()
	for n := 1; n <= 6; n++ {
		wantRefused(t, g, func() error { return g.Open(n, n) }, ErrEqualDice)
	}
	for _, n := range []int{0, 7, -1, math.MaxInt} {
		wantRefused(t, g, func() error { return g.Open(n, 1) }, ErrDie)
		wantRefused(t, g, func() error { return g.Open(1, n) }, ErrDie)
	}
	must(t, g.Open(2, 1))
}

func TestTurnsAlternate(t *testing.T) {
	g := NewGame()
	must(t, g.Open(3, 1), g.PlayText("8/5 6/5"))
	if g.Turn() != Dark || g.Phase() != ToRoll || g.Dice() != 0 {
		t.Errorf("after Light's play: %v, %v, %v", g.Turn(), g.Phase(), g.Dice())
	}
	// Dark sees Light's checkers from the other side.
	p := g.Position()
	if p.Opponent()[5] != 2 || p.Own()[6] != 5 {
		t.Errorf("Dark sees\n%s", p.Board())
	}
	must(t, g.Roll(64), g.PlayText("24/14"), g.Roll(21), g.PlayText("13/11* 6/5"))
	p = g.Position()
	if g.Turn() != Dark || p.Own()[Bar] != 1 {
		t.Errorf("after the hit %v sees\n%s", g.Turn(), p.Board())
	}
}

func TestEverythingInItsPhase(t *testing.T) {
	g := NewGame()
	actions := map[Action]func() error{
		ActOpen:   func() error { return g.Open(3, 1) },
		ActRoll:   func() error { return g.Roll(31) },
		ActPlay:   func() error { return g.PlayText("8/5 6/5") },
		ActDouble: g.Double,
		ActTake:   g.Take,
		ActDrop:   g.Drop,
	}
	refuseAllBut := func(phase Phase, want error, allowed ...Action) {
		t.Helper()
		if g.Phase() != phase {
			t.Fatalf("phase %v, want %v", g.Phase(), phase)
		}
		for action, do := range actions {
			if !slices.Contains(allowed, action) {
				wantRefused(t, g, do, want)
			}
		}
	}
	refuseAllBut(Opening, ErrNotNow, ActOpen)
	must(t, g.Open(3, 1))
	refuseAllBut(ToMove, ErrNotNow, ActPlay)
	must(t, g.PlayText("8/5 6/5"))
	refuseAllBut(ToRoll, ErrNotNow, ActRoll, ActDouble)
	must(t, g.Double())
	refuseAllBut(ToAnswer, ErrNotNow, ActTake, ActDrop)
	must(t, g.Drop())
	refuseAllBut(Over, ErrGameOver)
}

func TestDoubleOnlyBeforeRolling(t *testing.T) {
	g := NewGame()
	must(t, g.Open(3, 1))
	if g.CanDouble() {
		t.Error("a double after the dice have been thrown")
	}
	wantRefused(t, g, g.Double, ErrNotNow)
	must(t, g.PlayText("8/5 6/5"))
	if !g.CanDouble() {
		t.Error("no double on turn, before the roll, with the cube centred")
	}
	must(t, g.Roll(31))
	wantRefused(t, g, g.Double, ErrNotNow)
}

func TestTakeDoublesStakeAndGivesCube(t *testing.T) {
	g := NewGame(StartFrom(StartPosition(), Light))
	must(t, g.Double())
	if c := g.Cube(); c.Value() != 1 || c.Owner() != NoPlayer || g.Turn() != Light {
		t.Errorf("offered: cube %v, %v on turn", c, g.Turn())
	}
	must(t, g.Take())
	if c := g.Cube(); c.Value() != 2 || c.Owner() != Dark {
		t.Errorf("taken: cube %v", c)
	}
	if g.Turn() != Light || g.Phase() != ToRoll {
		t.Errorf("after the take %v is %v", g.Turn(), g.Phase())
	}
	wantRefused(t, g, g.Double, ErrCubeOwner) // Light has just doubled
	must(t, g.Roll(31), g.PlayText("8/5 6/5"))
	must(t, g.Double(), g.Take()) // Dark, the owner, doubles again
	if c := g.Cube(); c.Value() != 4 || c.Owner() != Light {
		t.Errorf("doubled again: cube %v", c)
	}
	must(t, g.Roll(31), g.PlayText("8/5 6/5"))
	if !g.CanDouble() {
		t.Error("Light owns the cube and cannot double")
	}
	must(t, g.Roll(21), g.PlayText("6/4 24/23"))
	if g.CanDouble() {
		t.Error("Dark can double with Light's cube")
	}
}

func TestDropLosesStakeInForce(t *testing.T) {
	g := NewGame(StartFrom(StartPosition(), Dark))
	must(t, g.Double(), g.Drop())
	if want := (Outcome{Dark, Dropped, 1}); g.Outcome() != want {
		t.Errorf("first double refused: %v, want %v", g.Outcome(), want)
	}
	g = NewGame(StartFrom(StartPosition(), Dark))
	must(t, g.Double(), g.Take(), g.Roll(31), g.PlayText("8/5 6/5"), g.Double(), g.Drop())
	if want := (Outcome{Light, Dropped, 2}); g.Outcome() != want {
		t.Errorf("second double refused: %v, want %v", g.Outcome(), want)
	}
}

// The stake has no limit but that of counting it.
func TestNoLimitToDoubling(t *testing.T) {
	// Each player doubles before every roll, until the cube is at its end.
	g := NewGame(StartFrom(StartPosition(), Light))
	for n := range MaxDoublings {
		must(t, g.Double(), g.Take())
		if want := int64(2) << n; g.Cube().Value() != want {
			t.Fatalf("after %d doublings the cube is %v", n+1, g.Cube())
		}
		must(t, g.Roll(21))
		must(t, g.Play(g.LegalMoves()[0]))
		if g.Phase() == Over {
			t.Fatal("the game ended too soon")
		}
	}
	wantRefused(t, g, g.Double, ErrCubeLimit)
	if g.CanDouble() {
		t.Error("CanDouble at the end of the cube")
	}
	if points := g.Cube().Value() * int64(Backgammon.Factor()); points < 0 {
		t.Errorf("a backgammon is worth %d", points)
	}
}

func TestGammonAndBackgammonPoints(t *testing.T) {
	for _, tt := range []struct {
		loser Checkers
		want  Outcome
	}{
		{Checkers{10: 14}, Outcome{Dark, Single, 2}},
		{Checkers{10: 15}, Outcome{Dark, Gammon, 4}},
		{Checkers{10: 14, 20: 1}, Outcome{Dark, Backgammon, 6}},
		{Checkers{10: 14, Bar: 1}, Outcome{Dark, Backgammon, 6}},
	} {
		g := lastRoll(t, Dark, tt.loser)
		must(t, g.Double(), g.Take())
		if got := finish(t, g); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.loser, got, tt.want)
		}
		if g.Phase() != Over || g.LegalMoves() != nil {
			t.Errorf("after the end: %v, moves %v", g.Phase(), g.LegalMoves())
		}
	}
}

// By the sheet a gammon counts without a double; the Jacoby rule wants one.
func TestJacoby(t *testing.T) {
	gammon := Checkers{10: 15}
	if got, want := finish(t, lastRoll(t, Light, gammon)), (Outcome{Light, Gammon, 2}); got != want {
		t.Errorf("by the sheet: %v, want %v", got, want)
	}
	jacoby := WithRules(Rules{Jacoby: true})
	if got, want := finish(t, lastRoll(t, Light, gammon, jacoby)), (Outcome{Light, Single, 1}); got != want {
		t.Errorf("Jacoby, not doubled: %v, want %v", got, want)
	}
	g := lastRoll(t, Light, gammon, jacoby)
	must(t, g.Double(), g.Take())
	if got, want := finish(t, g), (Outcome{Light, Gammon, 4}); got != want {
		t.Errorf("Jacoby, doubled: %v, want %v", got, want)
	}
	g = lastRoll(t, Light, gammon, jacoby)
	must(t, g.Double(), g.Drop())
	if got, want := g.Outcome(), (Outcome{Light, Dropped, 1}); got != want {
		t.Errorf("Jacoby, refused: %v, want %v", got, want)
	}
}

func TestNoCube(t *testing.T) {
	g := NewGame(WithRules(Rules{NoCube: true}), StartFrom(StartPosition(), Light))
	wantRefused(t, g, g.Double, ErrNoCube)
	if g.CanDouble() || !g.Rules().NoCube {
		t.Error("a cube in a game without one")
	}
}

// A game goes by its rules.
func TestGameRules(t *testing.T) {
	p := place(t, Checkers{6: 1, 5: 1}, Checkers{1: 2})
	g := NewGame(StartFrom(p, Light))
	must(t, g.Roll(42))
	if err := g.PlayText("6/off"); !errors.Is(err, ErrOtherChecker) {
		t.Errorf("by the sheet: %v", err)
	}
	g = NewGame(StartFrom(p, Light), WithRules(CommonRules()))
	must(t, g.Roll(42), g.PlayText("6/off"))
	q := p
	must(t, CommonRules().Play(&q, move(t, "6/off"), 42))
	if g.Position() != q {
		t.Errorf("game %v, position %v", g.Position(), q)
	}
	if _, err := CommonRules().ParseMove(&p, "6/off", 42); err != nil {
		t.Errorf("by common rules: %v", err)
	}
}

func TestGameRefusesIllegalMoves(t *testing.T) {
	g := NewGame()
	must(t, g.Open(3, 1))
	var moveError *MoveError
	if err := g.PlayText("8/5 6/4"); !errors.As(err, &moveError) {
		t.Errorf("an illegal move: %v", err)
	}
	var parseError *ParseError
	if err := g.PlayText("8-5"); !errors.As(err, &parseError) {
		t.Errorf("no move: %v", err)
	}
	must(t, g.PlayText("8/5 6/5"))
	wantRefused(t, g, func() error { return g.Roll(13) }, ErrRoll)
	wantRefused(t, g, func() error { return g.Roll(0) }, ErrRoll)
}

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
		t.Fatalf("events %v", events)
	}
	for n := len(steps); n > 0; n-- {
		if !g.Undo() {
			t.Fatalf("Undo of event %d failed", n)
		}
		if diff := cmp.Diff(boards[n-1], g.Board()); diff != "" {
			t.Errorf("after the undo of event %d (-want +got):\n%s", n, diff)
		}
	}
	if g.Undo() {
		t.Error("Undo with nothing to undo")
	}
	must(t, g.Open(1, 2))
}

func TestUndoOfTheEnd(t *testing.T) {
	g := lastRoll(t, Light, Checkers{10: 15})
	finish(t, g)
	if !g.Undo() || g.Outcome().IsOver() || g.Phase() != ToMove {
		t.Errorf("after the undo: %v, %v", g.Phase(), g.Outcome())
	}
	must(t, g.PlayText("1/off(2)"))
}

func TestEventsAreACopy(t *testing.T) {
	g := NewGame()
	must(t, g.Open(3, 1))
	g.Events()[0].Player = Dark
	if got := g.Events()[0].Player; got != Light {
		t.Errorf("the first event is %v's", got)
	}
}

func TestStartFromFinishedPosition(t *testing.T) {
	p := place(t, Checkers{1: 2}, Checkers{10: 15})
	p = p.After(move(t, "1/off(2)"))
	g := NewGame(StartFrom(p, Dark))
	if want := (Outcome{Light, Gammon, 2}); g.Outcome() != want || g.Phase() != Over {
		t.Errorf("%v, %v, want %v", g.Phase(), g.Outcome(), want)
	}
	if g := NewGame(StartFrom(Position{}, NoPlayer)); g.Phase() != Over {
		t.Errorf("without checkers the phase is %v", g.Phase())
	}
	if g := NewGame(StartFrom(StartPosition(), NoPlayer)); g.Phase() != Opening {
		t.Errorf("with nobody on turn the phase is %v", g.Phase())
	}
}

func TestGameBoard(t *testing.T) {
	g := NewGame()
	must(t, g.Open(1, 3), g.PlayText("8/5 6/5"))
	const light = `
+13-14-15-16-17-18-+bar+19-20-21-22-23-24-+
| O           X    |   | X  X           O |
| O           X    |   | X  X           O |
| O                |   | X                |
| O                |   | X                |
| O                |   |                  |
|                  |   |                  |
| X                |   | O                |
| X                |   | O                |
| X           O    |   | O                |
| X           O    |   | O              X |
| X           O    |   | O              X |
+12-11-10- 9- 8- 7-+bar+ 6- 5- 4- 3- 2- 1-+
O: 0 off, pip count 167
X: 0 off, pip count 163
light to roll, cube 1 (centred)
`
	if diff := cmp.Diff(light[1:], g.Board()); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
	must(t, g.Double(), g.Take(), g.Roll(11), g.PlayText("8/7(2) 6/5(2)"), g.Roll(21))
	const dark = `
+12-11-10- 9- 8- 7-+bar+ 6- 5- 4- 3- 2- 1-+
| O           X    |   | X  X           O |
| O           X    |   | X  X           O |
| O                |   | X                |
| O                |   | X                |
| O                |   |                  |
|                  |   |                  |
| X                |   |                  |
| X                |   |                  |
| X                |   | O                |
| X              O |   | O  O           X |
| X           O  O |   | O  O           X |
+13-14-15-16-17-18-+bar+19-20-21-22-23-24-+
O: 0 off, pip count 163
X: 0 off, pip count 163
dark to play 21, cube 2 (dark)
`
	if diff := cmp.Diff(dark[1:], g.Board()); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
}

func TestMatchStake(t *testing.T) {
	m := Match{Stake: 5}
	must(t, m.Add(Outcome{Light, Gammon, 4}), m.Add(Outcome{Dark, Dropped, 1}), m.Add(Outcome{Light, Single, 1}))
	if m.Score(Light) != 5 || m.Score(Dark) != 1 || m.Score(NoPlayer) != 0 {
		t.Errorf("score %d to %d", m.Score(Light), m.Score(Dark))
	}
	if m.Balance(Light) != 20 || m.Balance(Dark) != -20 {
		t.Errorf("balance %d and %d, want 20 and -20", m.Balance(Light), m.Balance(Dark))
	}
	if m.Winner() != NoPlayer {
		t.Errorf("%v has won a match without a target", m.Winner())
	}
}

func TestMatchTarget(t *testing.T) {
	m := Match{Target: 3}
	must(t, m.Add(Outcome{Light, Backgammon, 3}))
	if m.Winner() != Light {
		t.Errorf("%v has won, want light", m.Winner())
	}
	m = Match{Target: 3}
	must(t, m.Add(Outcome{Dark, Gammon, 2}))
	if m.Winner() != NoPlayer {
		t.Errorf("%v has won with 2 of 3", m.Winner())
	}
	must(t, m.Add(Outcome{Dark, Gammon, 4}))
	if m.Winner() != Dark {
		t.Errorf("%v has won, want dark", m.Winner())
	}
	before := m
	if err := m.Add(Outcome{Light, Single, 1}); !errors.Is(err, ErrMatchOver) || m != before {
		t.Errorf("after the end: %v", err)
	}
}

func TestMatchRefuses(t *testing.T) {
	for _, o := range []Outcome{{}, {Winner: Light}, {NoPlayer, Single, 1}, {Light, Single, 0}, {Light, Single, -1}} {
		var m Match
		if err := m.Add(o); !errors.Is(err, ErrNoOutcome) || m != (Match{}) {
			t.Errorf("Add(%v): %v", o, err)
		}
	}
	for _, m := range []Match{{Stake: math.MaxInt64}, {Stake: -1}} {
		before := m
		if err := m.Add(Outcome{Light, Gammon, 2}); !errors.Is(err, ErrOverflow) || m != before {
			t.Errorf("a stake of %d: %v", m.Stake, err)
		}
	}
	m := Match{}
	must(t, m.Add(Outcome{Light, Single, math.MaxInt64}))
	if err := m.Add(Outcome{Light, Single, 1}); !errors.Is(err, ErrOverflow) {
		t.Errorf("points without end: %v", err)
	}
}

// The Crawford rule: no cube in the one game after a player first needs a
// single point.
func TestCrawford(t *testing.T) {
	m := Match{Target: 3, Crawford: true}
	var got []bool
	for _, o := range []Outcome{
		{Light, Single, 1},
		{Light, Single, 1}, // the next one is the Crawford game
		{Dark, Single, 1},
		{Dark, Single, 1}, // Dark needs one point as well, but it has been played
	} {
		got = append(got, m.Rules(Rules{}).NoCube)
		must(t, m.Add(o))
	}
	got = append(got, m.Rules(Rules{}).NoCube)
	if diff := cmp.Diff([]bool{false, false, true, false, false}, got); diff != "" {
		t.Errorf("games without the cube (-want +got):\n%s", diff)
	}
	m = Match{Target: 3}
	must(t, m.Add(Outcome{Light, Gammon, 2}))
	if m.Rules(Rules{}).NoCube {
		t.Error("no cube, though the Crawford rule was not chosen")
	}
	if r := m.Rules(Rules{Jacoby: true, NoCube: true}); r != (Rules{Jacoby: true, NoCube: true}) {
		t.Errorf("rules for the next game: %+v", r)
	}
}
