package backgammon_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/deep"
)

// A naiveBoard is a simple implementation of the rules, used as an oracle. It holds every checker
// of the player on roll separately, and moves one checker by one number at a time.
type naiveBoard struct {
	men   [CheckersEach]int8 // the place of each own checker: Off, 1 to 24, or Bar
	enemy [25]int8           // the number of enemy checkers on each point; 0 is the enemy's bar
	left  int8               // the number of enemy checkers that have not been borne off
}

// newNaive converts a position.
func newNaive(p Position) naiveBoard {
	var b naiveBoard
	next := 0
	for where, n := range p.Own() {
		for range n {
			b.men[next] = int8(where)
			next++
		}
	}
	for where, n := range p.Opponent() {
		if where != Off {
			b.enemy[25-where] += int8(n)
			b.left += int8(n)
		}
	}
	return b
}

// position returns the checkers after a play, with the other player on roll.
func (b naiveBoard) position() (own, opponent Checkers) {
	own[Off] = CheckersEach - int(b.left)
	for where, n := range b.enemy {
		own[25-where] += int(n)
	}
	for _, where := range b.men {
		opponent[where]++
	}
	return own, opponent
}

// move moves one checker by one number, and reports whether that is legal.
func (b naiveBoard) move(man int, number int8) (naiveBoard, bool) {
	from := b.men[man]
	to := from - number
	switch {
	case from == Off:
		return b, false
	case from != Bar && slices.Contains(b.men[:], Bar):
		return b, false
	case to > 0 && b.enemy[to] > 1:
		return b, false
	case to > 0:
		b.enemy[0] += b.enemy[to]
		b.enemy[to] = 0
		b.men[man] = to
		return b, true
	}
	for _, where := range b.men {
		if where > 6 || to < 0 && where > from {
			return b, false
		}
	}
	b.men[man] = Off
	return b, true
}

// A naivePlay is a sequence of single moves.
type naivePlay struct {
	board   naiveBoard
	used    int     // the number of moves
	numbers [2]int8 // the number used by each move
	men     [2]int  // the index of the checker that used each number
	exact   bool    // whether the last move bore off a checker with an exact number
}

// plays returns all sequences that use some of the numbers in the given order, including the empty
// sequence.
func (b naiveBoard) plays(numbers ...int8) []naivePlay {
	all := []naivePlay{{board: b}}
	for i, n := range numbers {
		for _, sofar := range all {
			if sofar.used != i {
				continue
			}
			for man, where := range sofar.board.men {
				next, ok := sofar.board.move(man, n)
				if !ok || i == 0 && man > 0 && where == b.men[man-1] {
					continue // illegal, or the same as for the previous checker on this point
				}
				play := sofar
				play.board, play.used = next, i+1
				play.numbers[i], play.men[i] = n, man
				play.exact = next.men[man] == Off && sofar.board.men[man] == n
				all = append(all, play)
			}
		}
	}
	return all
}

// legal returns the texts of all positions after legal plays, by the rule sheet and by the common
// rules.
func (b naiveBoard) legal(roll Roll) (sheet, common []string) {
	high, low := int8(roll.High()), int8(roll.Low())
	if high == low {
		all := b.legalDouble(high)
		return all, all
	}
	all := append(b.plays(high, low), b.plays(low, high)...)
	most := 0
	for _, play := range all {
		most = max(most, play.used)
	}
	all = without(all, func(p naivePlay) bool { return p.used < most })
	if most == 1 {
		all = without(all, func(p naivePlay) bool { return p.numbers[0] == low })
	}
	common = playTexts(all)
	if most == 2 {
		all = without(all, func(p naivePlay) bool { return p.exact && p.men[0] == p.men[1] })
	}
	return playTexts(all), common
}

// without returns the plays for which drop returns false. If there are none, it returns all plays.
func without(plays []naivePlay, drop func(naivePlay) bool) []naivePlay {
	if kept := slices.DeleteFunc(slices.Clone(plays), drop); len(kept) > 0 {
		return kept
	}
	return plays
}

// playTexts returns the texts of the positions after the plays, sorted and without duplicates.
func playTexts(plays []naivePlay) (texts []string) {
	for _, play := range plays {
		texts = append(texts, text(play.board.position()))
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// legalDouble does the same as legal for a double. It finds the boards after one move, after two
// moves, and so on.
func (b naiveBoard) legalDouble(number int8) []string {
	boards := map[naiveBoard]bool{b: true}
	for range 4 {
		next := map[naiveBoard]bool{}
		for board := range boards {
			for man, where := range board.men {
				if man > 0 && where == board.men[man-1] {
					continue // the same as for the previous checker on this point
				}
				if after, ok := board.move(man, number); ok {
					slices.Sort(after.men[:])
					next[after] = true
				}
			}
		}
		if len(next) == 0 {
			break
		}
		boards = next
	}
	var texts []string
	for board := range boards {
		texts = append(texts, text(board.position()))
	}
	slices.Sort(texts)
	return texts
}

// text returns a text for checkers. It does not use the text forms of the package.
func text(own, opponent Checkers) string {
	b := make([]byte, 0, 64)
	for _, c := range [...]Checkers{own, opponent} {
		for _, n := range c {
			b = append(b, "0123456789ABCDEF"[n])
		}
	}
	return string(b)
}

// reached returns the texts of the positions after the moves.
func reached(p Position, moves []Move) []string {
	var texts []string
	for _, m := range moves {
		q := p.After(m)
		texts = append(texts, text(q.Own(), q.Opponent()))
	}
	slices.Sort(texts)
	return texts
}

// checkLegal compares the legal moves in p with the oracle.
func checkLegal(t *testing.T, p Position, roll Roll) {
	t.Helper()
	sheet, common := newNaive(p).legal(roll)
	for _, tt := range []struct {
		rules Rules
		want  []string
	}{{Rules{}, sheet}, {CommonRules(), common}} {
		moves := tt.rules.LegalMoves(&p, roll)
		if got := reached(p, moves); !slices.Equal(tt.want, got) {
			diff := cmp.Diff(tt.want, got)
			t.Fatalf("%v: LegalMoves(%v) = %v with rules %+v, which lead to (-want +got):\n%s%s",
				p, roll, moves, tt.rules, diff, p.Board())
		}
	}
}

// scatter returns a random position in which the game is not over.
func scatter(rng *rand.Rand) Position {
	for {
		own, opponent := scatterSide(rng), scatterSide(rng)
		if p, err := NewPosition(own, opponent); err == nil && p.Win() == NoReason {
			return p
		}
	}
}

// scatterSide returns random checkers of one player. Few of them are on the bar, and often many are
// in the home board.
func scatterSide(rng *rand.Rand) Checkers {
	var c Checkers
	reach := []int{2, 6, 7, 12, 24}[rng.IntN(5)]
	for n := rng.IntN(CheckersEach + 1); n > 0; {
		where := 1 + rng.IntN(reach)
		if rng.IntN(15) == 0 {
			where = Bar
		}
		heap := min(n, 1+rng.IntN(4))
		c[where] += heap
		n -= heap
	}
	return c
}

// TestLegalMovesAgainstOracle compares the legal moves for every roll with the oracle, in random
// positions and in positions from random games.
func TestLegalMovesAgainstOracle(t *testing.T) {
	each := deep.Times(80, 12)
	rng := rand.New(rand.NewPCG(1, 2))
	for range each {
		p := scatter(rng)
		for roll := range Rolls() {
			checkLegal(t, p, roll)
		}
	}
	dice := NewRoller(3)
	for p, n := StartPosition(), 0; n < each; n++ {
		for roll := range Rolls() {
			checkLegal(t, p, roll)
		}
		moves := p.LegalMoves(dice.Roll())
		p = p.After(moves[rng.IntN(len(moves))])
		if p.Win() != NoReason {
			p = StartPosition()
		}
	}
}

// perft returns the number of sequences of legal moves for all sequences of rolls.
func perft(p Position, depth int) int {
	count := 0
	for roll := range Rolls() {
		moves := p.LegalMoves(roll)
		if depth == 1 {
			count += len(moves)
			continue
		}
		for _, m := range moves {
			count += perft(p.After(m), depth-1)
		}
	}
	return count
}

// TestOpeningCounts checks the number of legal moves for every roll in the start position, and
// perft up to depth 2. TestOpeningSixFive lists the moves for 65. (The perft count at depth 3 is
// 116,154,993. This agrees with the published speed of the bkgm library: 70.6 million per second in
// 1.646 seconds.)
func TestOpeningCounts(t *testing.T) {
	want := map[Roll]int{
		21: 15, 31: 16, 41: 14, 51: 8, 61: 10,
		32: 17, 42: 18, 52: 8, 62: 14,
		43: 17, 53: 9, 63: 14,
		54: 9, 64: 14,
		65: 7,
		11: 42, 22: 75, 33: 73, 44: 52, 55: 4, 66: 11,
	}
	got := map[Roll]int{}
	p := StartPosition()
	for roll := range Rolls() {
		got[roll] = len(p.LegalMoves(roll))
		if oracle, _ := newNaive(p).legal(roll); len(oracle) != got[roll] {
			t.Errorf("%v: %d legal moves, but %d in the oracle", roll, got[roll], len(oracle))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("number of legal moves in the start position (-want +got):\n%s", diff)
	}
	for depth, want := range []int{447, 202782} {
		if got := perft(p, depth+1); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth+1, got, want)
		}
	}
}

// TestEveryOneAndTwoStepMove plays all possible moves with one or two steps. Play must accept
// exactly the legal moves.
func TestEveryOneAndTwoStepMove(t *testing.T) {
	tests := []struct {
		name string
		p    Position
		roll Roll
	}{
		{"start", StartPosition(), 31},
		{"bearing off with contact", place(t, Checkers{7: 1, 6: 2, 4: 1, 2: 3}, Checkers{24: 1, 20: 1, 1: 2}), 42},
		{"on the bar", place(t, Checkers{Bar: 1, 8: 2, 6: 3}, Checkers{6: 2, 4: 1, 1: 1}), 54},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var steps []Step
			for from := 1; from <= Bar; from++ {
				for to := max(0, from-10); to < from; to++ {
					steps = append(steps, Step{from, to, false})
					if to != Off && tt.p.Opponent()[25-to] == 1 {
						steps = append(steps, Step{from, to, true})
					}
				}
			}
			legal := map[Move]bool{}
			for _, m := range tt.p.LegalMoves(tt.roll) {
				legal[m] = true
			}
			found := map[Move]bool{}
			for i, s := range steps {
				for _, move := range append([][]Step{{s}}, pairs(s, steps[i:])...) {
					m, err := NewMove(move...)
					if err != nil {
						continue // two hits on the same point
					}
					q := tt.p
					if err := q.Play(m, tt.roll); (err == nil) != legal[m] {
						t.Errorf("Play(%v, %v) = %v, want legal: %v", m, tt.roll, err, legal[m])
					} else if err != nil && q != tt.p {
						t.Errorf("Play(%v, %v) = %v but changes the position to %v", m, tt.roll, err, q)
					} else if err == nil {
						found[m] = true
					}
				}
			}
			if diff := cmp.Diff(legal, found); diff != "" {
				t.Errorf("Play does not accept exactly the legal moves (-legal +accepted):\n%s", diff)
			}
		})
	}
}

// pairs returns the pairs of s with each of the others.
func pairs(s Step, others []Step) (moves [][]Step) {
	for _, other := range others {
		moves = append(moves, []Step{s, other})
	}
	return moves
}

// reasonOf returns the reason of a MoveError, or NoIllegalReason for another error.
func reasonOf(err error) IllegalReason {
	var e *MoveError
	if errors.As(err, &e) {
		return e.Why
	}
	return NoIllegalReason
}

// wantIllegal checks that Play rejects a move for the given reason and does not change the
// position.
func wantIllegal(t *testing.T, p Position, roll Roll, move string, want IllegalReason) {
	t.Helper()
	before := p
	m, err := ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	err = p.Play(m, roll)
	var moveError *MoveError
	if !errors.As(err, &moveError) || moveError.Why != want || !errors.Is(err, ErrIllegal) {
		t.Errorf("Play(%q, %v) = %v, want %v\n%s", move, roll, err, want, p.Board())
		return
	}
	if moveError.Move != m || moveError.Roll != roll {
		t.Errorf("Play(%q, %v): error for %v with %v", move, roll, moveError.Move, moveError.Roll)
	}
	if p != before {
		t.Errorf("Play(%q, %v) changes the position to %v", move, roll, p)
	}
}

// TestMoveErrors checks the reasons why moves are illegal.
func TestMoveErrors(t *testing.T) {
	start := StartPosition()
	wantIllegal(t, start, 31, "24/21 22/21", NoChecker)
	wantIllegal(t, start, 31, "12/8", NoChecker)
	wantIllegal(t, start, 31, "13/8", WrongNumber)
	wantIllegal(t, start, 11, "13/5", WrongNumber)
	wantIllegal(t, start, 44, "13/7", WrongNumber)
	wantIllegal(t, start, 31, "8/5", Unused)
	wantIllegal(t, start, 53, "13/8* 6/3", WrongHit)
	wantIllegal(t, start, 13, "8/5 6/5", NoRoll)
	wantIllegal(t, start, 0, "8/5 6/5", NoRoll)
	wantIllegal(t, start, 66, "6/off", NotHome)
	wantIllegal(t, place(t, Checkers{24: 1}, Checkers{7: 1}), 65, "24/18*/12", NoOrder)
	wantIllegal(t, place(t, Checkers{24: 1}, Checkers{9: 2}), 44, "24/8", NoOrder)
	wantIllegal(t, place(t, Checkers{8: 1}, Checkers{7: 1}), 65, "bar/20", NoChecker)
	wantIllegal(t, place(t, Checkers{8: 1}, Checkers{24: 1}), 65, "8/2 8/3", NoChecker)
	wantIllegal(t, place(t, Checkers{Bar: 2, 6: 5}, Checkers{7: 1}), 31, "bar/20", WrongNumber)
	wantIllegal(t, place(t, Checkers{Bar: 2, 6: 5}, Checkers{7: 1}), 31, "bar/22 6/5", BarFirst)
	wantIllegal(t, place(t, Checkers{4: 2}, Checkers{7: 1}), 11, "4/off(2)", NoOrder)
	wantIllegal(t, place(t, Checkers{5: 2}, Checkers{7: 1}), 11, "5/off", WrongNumber)
	wantIllegal(t, place(t, Checkers{3: 2}, Checkers{7: 1}), 21, "3/off(2)", NoOrder)
	wantIllegal(t, place(t, Checkers{6: 1, 3: 2}, Checkers{7: 1}), 21, "3/off(2)", NoOrder)
	wantIllegal(t, place(t, Checkers{2: 3}, Checkers{7: 1}), 65, "2/off(3)", NoOrder)
	wantIllegal(t, place(t, Checkers{2: 3}, Checkers{7: 1}), 65, "2/off", Unused)
	wantIllegal(t, place(t, Checkers{2: 4}, Checkers{7: 1}), 65, "2/off(3)", NoOrder)
	onBar := place(t, Checkers{Bar: 2, 6: 5}, Checkers{7: 1})
	for _, tt := range []struct {
		err  error
		want string
	}{
		{onBar.Play(move(t, "bar/22 6/5"), 31), "bar/22 6/5 with 31: checkers on the bar must enter first (2 on the bar)"},
		{&MoveError{Move: move(t, "8/5 6/5"), Roll: 61, Why: WrongNumber, Detail: "from 8 to 5"},
			"8/5 6/5 with 61: the roll does not allow this distance (from 8 to 5)"},
		{&MoveError{Player: Light, Move: move(t, "8/5"), Roll: 61}, "light: 8/5 with 61: illegal move"},
		{&ActionError{Action: ActDouble, Player: Dark, Phase: Over, Err: ErrNotNow}, "double by dark: not allowed now (the game is over)"},
		{&ActionError{Action: ActDouble, Player: Dark, Phase: Over, Err: ErrCubeOwner}, "double by dark: the opponent owns the cube"},
		{&ActionError{Action: ActDouble, Phase: 9, Err: ErrNotNow}, "double: not allowed now"},
		{&ActionError{Action: ActRoll, Phase: Opening, Err: ErrNotNow}, "roll: not allowed now (the opening dice have not been thrown)"},
		{NewGame().PlayText("8/5"), "play: not allowed now (the opening dice have not been thrown)"},
	} {
		if tt.err.Error() != tt.want {
			t.Errorf("error %q, want %q", tt.err, tt.want)
		}
	}
	const swapped Move = (6<<6 | 5<<1) | (8<<6|5<<1)<<11 // 8/5 6/5 with its steps in the wrong order
	for _, m := range []Move{1 << 63, swapped} {
		if err := start.Play(m, 31); reasonOf(err) != NoSuchMove {
			t.Errorf("Play(%v, 31) = %v, want %v", m, err, NoSuchMove)
		}
	}
	if moves := start.LegalMoves(13); moves != nil {
		t.Errorf("LegalMoves(13) = %v, want nil for an invalid roll", moves)
	}
}
