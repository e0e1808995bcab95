package backgammon_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/shakki/chess/games/backgammon"
)

// texts returns the texts of moves, sorted.
func texts(moves []Move) []string {
	all := []string{}
	for _, m := range moves {
		all = append(all, m.String())
	}
	slices.Sort(all)
	return all
}

// wantMoves compares the legal moves in p with the moves in want, which are separated by commas.
func wantMoves(t *testing.T, rules Rules, p Position, roll Roll, want string) {
	t.Helper()
	list := strings.Split(want, ", ")
	slices.Sort(list)
	if diff := cmp.Diff(list, texts(rules.LegalMoves(&p, roll))); diff != "" {
		t.Errorf("LegalMoves(%v) with rules %+v (-want +got):\n%s%s", roll, rules, diff, p.Board())
	}
}

// move parses s, which must be a valid move.
func move(t testing.TB, s string) Move {
	t.Helper()
	m, err := ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOpeningSixFive(t *testing.T) {
	wantMoves(t, Rules{}, StartPosition(), 65,
		"24/13, 24/18 13/8, 24/18 8/3, 13/8 13/7, 13/7 8/3, 13/2, 8/3 8/2")
}

// TestPublishedMoveLists compares legal moves with the moves that GNU Backgammon generates. They
// are from the tests of the Perl module Games::Backgammon.
func TestPublishedMoveLists(t *testing.T) {
	tests := []struct {
		own, opponent Checkers
		roll          Roll
		want          string
	}{
		{Checkers{1: 1, 2: 1}, Checkers{1: 2}, 21, "2/off 1/off, 2/off"},
		{Checkers{1: 1, 2: 1}, Checkers{1: 2}, 65, "2/off 1/off"},
		{Checkers{24: 2}, Checkers{13: 1}, 11, "24/20, 24/23 24/21, 24/22(2)"},
		{Checkers{24: 1}, Checkers{7: 1}, 65, "24/18*/13, 24/13"},
		{Checkers{24: 1}, Checkers{7: 2}, 65, "24/13"},
		{Checkers{24: 1}, Checkers{7: 2}, 66, "pass"},
		{Checkers{Bar: 1}, Checkers{6: 1}, 65, "bar/19*/14, bar/14"},
		{Checkers{Bar: 1, 6: 1}, Checkers{1: 2, 2: 2, 5: 2, 6: 2, 7: 2, 23: 2}, 43, "bar/21 6/3"},
	}
	for _, tt := range tests {
		wantMoves(t, CommonRules(), place(t, tt.own, tt.opponent), tt.roll, tt.want)
	}
}

// TestNumbersAreSeparateMoves checks that a checker that uses both numbers makes two moves, in
// either order, and that each of them must end on an open point.
func TestNumbersAreSeparateMoves(t *testing.T) {
	p := place(t, Checkers{24: 1}, Checkers{5: 2, 13: 2}) // 20 is blocked, 21 is open
	wantMoves(t, Rules{}, p, 43, "24/17")
	p = place(t, Checkers{24: 1}, Checkers{5: 2, 4: 2, 13: 2}) // 20 and 21 are blocked
	wantMoves(t, Rules{}, p, 43, "pass")
	wantIllegal(t, p, 43, "24/17", NoOrder)
}

// TestOpenPoints checks moves to points with own checkers, with enemy checkers, and without
// checkers.
func TestOpenPoints(t *testing.T) {
	p := place(t, Checkers{13: 2, 8: 1}, Checkers{15: 1, 16: 2})
	// Point 10 has one enemy checker, point 9 has two, point 8 has an own checker, and point 7 is
	// empty.
	for _, tt := range []struct {
		roll Roll
		move string
		want IllegalReason
	}{
		{51, "13/8 8/7", NoIllegalReason},
		{63, "13/10* 13/7", NoIllegalReason},
		{43, "13/9 13/10*", Blocked},
	} {
		q := p
		if err := q.Play(move(t, tt.move), tt.roll); reasonOf(err) != tt.want {
			t.Errorf("Play(%q, %v) = %v, want %v", tt.move, tt.roll, err, tt.want)
		}
	}
}

// TestHitGoesToBar checks that a checker that is hit goes to the bar.
func TestHitGoesToBar(t *testing.T) {
	p := place(t, Checkers{13: 2}, Checkers{15: 1, 2: 1})
	if err := p.Play(move(t, "13/10* 13/12"), 31); err != nil {
		t.Fatal(err)
	}
	want := []Checkers{{Off: 13, Bar: 1, 2: 1}, {Off: 13, 10: 1, 12: 1}}
	if diff := cmp.Diff(want, []Checkers{p.Own(), p.Opponent()}); diff != "" {
		t.Errorf("after the hit (-want +got):\n%s", diff)
	}
}

// TestHitOnTheWay checks that a checker that hits on the way and a checker that avoids the hit make
// different moves, and that hits must be marked.
func TestHitOnTheWay(t *testing.T) {
	p := place(t, Checkers{10: 1}, Checkers{19: 1, 24: 1})
	wantMoves(t, Rules{}, p, 42, "10/6*/4, 10/4")
	wantIllegal(t, p, 42, "10/8*/4", WrongHit)
	wantIllegal(t, p, 42, "10/6/4*", WrongHit)
	q := place(t, Checkers{10: 1}, Checkers{21: 1, 24: 1})
	wantMoves(t, Rules{}, q, 42, "10/4*")
	wantIllegal(t, q, 42, "10/4", WrongHit)
}

// TestDoublesPlayFourTimes checks that a double is played up to four times.
func TestDoublesPlayFourTimes(t *testing.T) {
	p := place(t, Checkers{24: 1, 23: 1}, Checkers{24: 1, 23: 1})
	wantMoves(t, Rules{}, p, 66, "24/6 23/17, 24/12 23/11, 24/18 23/5")
	p = place(t, Checkers{24: 1, 9: 1}, Checkers{13: 2, 3: 1})
	wantMoves(t, Rules{}, p, 44, "24/16 9/1") // 12 is blocked, so each checker moves twice
	p = place(t, Checkers{24: 1}, Checkers{13: 2, 24: 1})
	wantMoves(t, Rules{}, p, 44, "24/16") // only two moves are possible
	wantIllegal(t, p, 44, "24/20", Unused)
	wantIllegal(t, p, 44, "24/12", Blocked)
}

// TestDoublesPairing checks that the text of a move may combine the numbers of a double in several
// ways.
func TestDoublesPairing(t *testing.T) {
	p := place(t, Checkers{8: 1, 7: 1, 6: 1}, Checkers{24: 2})
	want, err := p.ParseMove("8/6 7/5", 11)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.ParseMove("8/5 7/6", 11)
	if err != nil || got != want {
		t.Errorf("ParseMove(8/5 7/6) = %v, %v; want the same move as for 8/6 7/5, %v", got, err, want)
	}
	wantIllegal(t, StartPosition(), 61, "8/5 6/2", WrongNumber)
	p = place(t, Checkers{24: 1, 8: 1, 6: 1}, Checkers{22: 1, 20: 1, 23: 2, 4: 2})
	wantMoves(t, Rules{}, p, 33, "8/5* 6/3*")
	wantIllegal(t, p, 33, "8/3* 6/5*", WrongNumber) // with which no checker moves by threes
}

// TestBothNumbersMustBeUsed checks that a player must use both numbers if that is possible.
func TestBothNumbersMustBeUsed(t *testing.T) {
	// After 13/7, the 5 cannot be played. After 13/8, the other checker can play the 6.
	p := place(t, Checkers{13: 1, 10: 1}, Checkers{20: 2, 23: 2})
	wantMoves(t, Rules{}, p, 65, "13/8 10/4")
	wantIllegal(t, p, 65, "13/7", Unused)
	wantIllegal(t, p, 65, "10/4", Unused)
	wantIllegal(t, p, 65, "pass", Unused)
}

// TestOneNumberThenTheLarger checks that a player who can use only one number must use the larger
// one if possible.
func TestOneNumberThenTheLarger(t *testing.T) {
	p := place(t, Checkers{13: 1}, Checkers{23: 2}) // 2 is blocked
	wantMoves(t, Rules{}, p, 65, "13/7")
	wantIllegal(t, p, 65, "13/8", LargerNumber)
	wantIllegal(t, p, 65, "pass", Unused)
	p = place(t, Checkers{13: 1}, Checkers{23: 2, 18: 2}) // 2 and 7 are blocked
	wantMoves(t, Rules{}, p, 65, "13/8")
}

// TestBarFirst checks that checkers on the bar must enter before other checkers may move.
func TestBarFirst(t *testing.T) {
	p := place(t, Checkers{Bar: 2, 13: 3}, Checkers{6: 2, 13: 2})
	wantMoves(t, Rules{}, p, 61, "bar/24") // the second checker cannot enter with the 6
	wantIllegal(t, p, 61, "bar/24 13/7", BarFirst)
	wantIllegal(t, p, 61, "13/7 13/12", BarFirst)
	wantMoves(t, Rules{}, p, 31, "bar/24 bar/22")
	p = place(t, Checkers{Bar: 1, 13: 1}, Checkers{6: 2})
	wantMoves(t, Rules{}, p, 61, "bar/18, bar/24 13/7") // after entering, any checker may play the 6
	wantIllegal(t, p, 61, "bar/19 13/12", Blocked)
	p = place(t, Checkers{Bar: 1, 13: 1}, Checkers{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
	for roll := range Rolls() {
		wantMoves(t, Rules{}, p, roll, "pass")
	}
}

// TestBearingOffNeedsAllHome checks that a player may bear off only if all checkers are in the home
// board.
func TestBearingOffNeedsAllHome(t *testing.T) {
	p := place(t, Checkers{7: 1, 6: 1, 4: 1}, Checkers{1: 2})
	wantIllegal(t, p, 64, "6/off 4/off", NotHome)
	wantMoves(t, Rules{}, p, 61, "7/off, 7/1 6/5, 7/1 4/3") // 7/off is the same as 7/6 6/off
	p = place(t, Checkers{Bar: 1, 6: 1, 4: 1}, Checkers{2: 2})
	wantIllegal(t, p, 64, "bar/19 4/off", NotHome)
}

// TestExactNumberIsNotCompulsory checks that a player may use an exact number without bearing off.
func TestExactNumberIsNotCompulsory(t *testing.T) {
	p := place(t, Checkers{6: 1, 3: 1}, Checkers{1: 2})
	wantMoves(t, Rules{}, p, 32, "6/1, 6/4 3/off")
}

// TestLargerNumberBearsOffTheFarthest checks that a number larger than needed bears off only the
// farthest checker.
func TestLargerNumberBearsOffTheFarthest(t *testing.T) {
	p := place(t, Checkers{4: 1, 3: 2}, Checkers{1: 2})
	wantMoves(t, Rules{}, p, 65, "4/off 3/off")
	wantIllegal(t, p, 65, "3/off(2)", NotFarthest)
	// The 5 cannot bear off the checker on 3, because the farthest checker is on 6.
	p = place(t, Checkers{6: 1, 3: 1}, Checkers{1: 2})
	wantIllegal(t, p, 51, "3/off 6/5", NotFarthest)
	wantMoves(t, Rules{}, p, 55, "6/off 3/off") // 6/1 is played first
}

// TestAnotherCheckerWhenBearingOff checks the rule of sheet S1 that another checker must use the
// other number if a checker is borne off exactly. By the common rules, one checker may use both
// numbers.
func TestAnotherCheckerWhenBearingOff(t *testing.T) {
	p := place(t, Checkers{6: 1, 5: 1}, Checkers{1: 2})
	wantMoves(t, Rules{}, p, 42, "6/4 5/1, 6/2 5/3")
	wantMoves(t, CommonRules(), p, 42, "6/4 5/1, 6/2 5/3, 6/off")
	wantIllegal(t, p, 42, "6/off", OtherChecker)

	// The text 6/off can also mean that another checker is borne off: 6/2 2/off.
	p = place(t, Checkers{6: 1, 2: 1}, Checkers{1: 2})
	if err := p.Play(move(t, "6/off"), 42); err != nil {
		t.Errorf("Play(6/off, 42) = %v, want nil because it is the same as 2/off 6/2", err)
	}
	// If no other move uses both numbers, one checker may use both.
	p = place(t, Checkers{6: 1}, Checkers{1: 2})
	wantMoves(t, Rules{}, p, 42, "6/off")
	// A number larger than needed is not exact.
	p = place(t, Checkers{6: 1, 3: 1}, Checkers{1: 2})
	wantMoves(t, Rules{}, p, 52, "6/1 3/1, 6/off") // 6/off is 6/4 4/off, and the 5 is larger than needed
	// The rule does not apply to doubles.
	p = place(t, Checkers{4: 1, 3: 4}, Checkers{1: 2})
	if err := p.Play(move(t, "4/off 3/1(2)"), 22); err != nil {
		t.Errorf("Play(4/off 3/1(2), 22) = %v, want nil", err)
	}
}

// TestGameRules checks that a game uses the given rules.
func TestGameRules(t *testing.T) {
	p := place(t, Checkers{6: 1, 5: 1}, Checkers{1: 2})
	g := startFrom(t, p, Light)
	must(t, g.Roll(42))
	if err := g.PlayText("6/off"); reasonOf(err) != OtherChecker {
		t.Errorf("by the rule sheet: PlayText(6/off) = %v, want %v", err, OtherChecker)
	}
	g = startFrom(t, p, Light, CommonRules())
	must(t, g.Roll(42), g.PlayText("6/off"))
	q := p
	must(t, CommonRules().Play(&q, move(t, "6/off"), 42))
	if g.Position() != q {
		t.Errorf("after 6/off by the common rules: game at %v, want %v", g.Position(), q)
	}
	if _, err := CommonRules().ParseMove(&p, "6/off", 42); err != nil || p.IsLegal(move(t, "6/off"), 42) {
		t.Errorf("by the common rules: ParseMove(6/off, 42) = %v, want no error", err)
	}
}

// TestGameOverHasNoMoves checks that there are no legal moves after the end of the game.
func TestGameOverHasNoMoves(t *testing.T) {
	p := place(t, Checkers{1: 1}, Checkers{1: 2})
	if err := p.Play(move(t, "1/off"), 21); err != nil {
		t.Fatal(err)
	}
	if moves := p.LegalMoves(21); len(moves) != 0 {
		t.Errorf("after the end: LegalMoves(21) = %v, want none", moves)
	}
	wantIllegal(t, p, 21, "24/21", GameOver)
	wantIllegal(t, p, 21, "pass", GameOver)
	var illegal *MoveError
	if err := p.Play(Move(1), 21); !errors.As(err, &illegal) || illegal.Why != GameOver {
		t.Errorf("after the end: Play of no move = %v, want %v", err, GameOver)
	}
}

// TestLegalMovesDoNotAllocate checks that AppendLegalMoves and After do not allocate.
func TestLegalMovesDoNotAllocate(t *testing.T) {
	p := StartPosition()
	room := make([]Move, 0, 128)
	allocs := testing.AllocsPerRun(10, func() {
		for roll := range Rolls() {
			for _, m := range p.AppendLegalMoves(room, roll) {
				q := p.After(m)
				if q == p {
					t.Fatalf("After(%v) does not change the position", m)
				}
			}
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations, want 0", allocs)
	}
}

func BenchmarkLegalMoves(b *testing.B) {
	p := StartPosition()
	room := make([]Move, 0, 128)
	for b.Loop() {
		for roll := range Rolls() {
			p.AppendLegalMoves(room, roll)
		}
	}
}
