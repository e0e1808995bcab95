package shakkello_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
)

// ruleOf holds the rule that each reason of a refusal belongs to, 0 for an
// occupied square and a piece that is not in hand.
var ruleOf = map[error]int{
	ErrOccupied: 0, ErrNotHeld: 0, ErrKingFirst: 1, ErrApart: 2, ErrKingLast: 3, ErrNotBeside: 3,
	ErrSameColor: 4, ErrQueenCalled: 5, ErrNoRoom: 6,
}

// playOut plays from the empty board to the end, with choose picking one of the
// legal moves, and compares every position after the given number of plies with
// the oracle. It returns how many moves rule 6 has forbidden.
func playOut(t testing.TB, from int, choose func(p Position, moves []Move) Move) int {
	t.Helper()
	g, slow := NewGame(), new(slowGame)
	var past []Position
	forbidden := 0
	for {
		p := g.Position()
		if p.Plies() >= from {
			forbidden += checkPosition(t, p, slow)
		}
		if g.Outcome().IsOver() {
			break
		}
		moves := p.LegalMoves()
		if len(moves) == 0 {
			t.Fatalf("dead end at %v after %v", p, g.Moves())
		}
		m := choose(p, moves)
		if err := g.Play(m); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		slow.push(slowOf(m))
		past = append(past, p)
	}
	if n := g.Plies(); n != 16 {
		t.Fatalf("the game is over after %d plies: %v", n, g.Moves())
	}
	for _, p := range slices.Backward(past) {
		if !g.Undo() || g.Position() != p {
			t.Fatalf("undone to %v, want %v", g.Position(), p)
		}
	}
	if g.Undo() {
		t.Fatal("Undo goes back beyond the start")
	}
	return forbidden
}

// slowOf returns m as the oracle writes it.
func slowOf(m Move) slowMove {
	s := m.String()
	return slowMove{s[0], int(s[1] - 'a'), int(s[2] - '1')}
}

// checkPosition compares p with the oracle: its text, for every move whether it
// is legal and why not, and its points. It returns how many moves rule 6
// forbids.
func checkPosition(t testing.TB, p Position, slow *slowGame) int {
	t.Helper()
	if p.String() != slow.String() {
		t.Fatalf("position %v, want %v", p, slow)
	}
	if q, err := ParsePosition(p.String()); err != nil || q != p {
		t.Fatalf("%v came back as %v, %v", p, q, err)
	}
	over, forbidden := p.Plies() == 16, 0
	var legal []string
	for _, s := range candidates() {
		m, err := ParseMove(s.String())
		if err != nil {
			t.Fatal(err)
		}
		rules := slow.rules(s)
		q := p
		err = q.Play(m)
		if want := len(rules) == 0 && !over; (err == nil) != want || p.IsLegal(m) != want {
			t.Fatalf("%v: Play(%v) = %v, IsLegal %v; want legal %v, rules broken %v", p, m, err, p.IsLegal(m), want, rules)
		}
		if err == nil {
			legal = append(legal, m.String())
			if q != p.After(m) {
				t.Fatalf("%v, %v: Play gives %v, After %v", p, m, q, p.After(m))
			}
			continue
		}
		var refusal *MoveError
		if !errors.As(err, &refusal) || !errors.Is(err, ErrIllegal) || refusal.Move != m || refusal.Player != p.Turn() || q != p {
			t.Fatalf("%v: Play(%v) = %#v and the position %v", p, m, err, q)
		}
		rule, known := ruleOf[refusal.Err]
		if over && refusal.Err != ErrGameOver || !over && (!known || !slices.Contains(rules, rule)) {
			t.Fatalf("%v: Play(%v) = %v, want one of the rules %v", p, m, err, rules)
		}
		if rule == 6 {
			forbidden++
		}
	}
	if got := texts(p.LegalMoves()); !slices.Equal(got, legal) || over != (len(legal) == 0) || over != p.Outcome().IsOver() {
		t.Fatalf("%v has the moves %v, want %v", p, got, legal)
	}
	checkScore(t, p, slow)
	return forbidden
}

// checkScore compares the points of p with the oracle, counts them once more
// square by square, and checks the effects of all moves.
func checkScore(t testing.TB, p Position, slow *slowGame) {
	t.Helper()
	want := slow.score()
	if p.Score() != want || p.Outcome().Score != want {
		t.Fatalf("%v has %v points, %v; want %v", p, p.Score(), p.Outcome(), want)
	}
	var bySquare Score
	for s := chess.A1; s <= chess.H8; s++ {
		file, rank := int(s.File()), int(s.Rank())
		var threats []string
		for to := range p.Threats(s).Squares() {
			threats = append(threats, to.String())
			if c := p.At(s).Color(); !p.Attackers(c, to).Has(s) || p.Attackers(c.Other(), to).Has(s) {
				t.Fatalf("%v: %v threatens %v, but its attackers are %v", p, s, to, p.Attackers(c, to))
			}
		}
		slices.Sort(threats)
		if diff := cmp.Diff(slow.threats(file, rank), threats); diff != "" {
			t.Fatalf("%v: threats of %v (-want +got):\n%s", p, s, diff)
		}
		for c := chess.White; c <= chess.Black && !p.Occupied().Has(s); c++ {
			bySquare[c] += p.Attackers(c, s).Count()
		}
	}
	if bySquare != want {
		t.Fatalf("%v has %v points by square, %v by piece", p, bySquare, want)
	}
	moves := p.LegalMoves()
	effects := p.Effects()
	if len(effects) != len(moves) {
		t.Fatalf("%v has %d effects of %d moves", p, len(effects), len(moves))
	}
	for i, e := range effects {
		slow.push(slowOf(e.Move))
		after := slow.score()
		slow.pop()
		if e.Move != moves[i] || want[0]+e.Change[0] != after[0] || want[1]+e.Change[1] != after[1] {
			t.Fatalf("%v: effect %v of %v, want %v from %v", p, e, moves[i], after, want)
		}
	}
}

// texts returns the text of each value.
func texts[T fmt.Stringer](values []T) []string {
	var all []string
	for _, v := range values {
		all = append(all, v.String())
	}
	return all
}

// crowding returns a choice of moves that looks for dead ends: it places the
// kinds of pieces in one random order, and each as close as it can to a random
// square but not on it, so that this becomes a hole which the last piece must
// not fill. With light it keeps to light squares where it can, so that a bishop
// for the dark ones has few to touch.
func crowding(random *rand.Rand, light bool) func(Position, []Move) Move {
	hole := chess.Square(random.IntN(64))
	late := random.Perm(int(chess.King) + 1)
	return func(p Position, moves []Move) Move {
		best, least := NoMove, 1<<30
		for _, m := range moves {
			trouble := 1000*late[m.PieceType()] + 10*m.Square().Distance(hole) + random.IntN(5)
			if m.Square() == hole || light && !m.Square().IsLight() {
				trouble += 100
			}
			if trouble < least {
				best, least = m, trouble
			}
		}
		return best
	}
}

// TestRandomGames plays games at random in step with the oracle.
func TestRandomGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	any := func(p Position, moves []Move) Move { return moves[random.IntN(len(moves))] }
	for i := range 40 {
		playOut(t, i%14, any)
	}
}

// TestRule6LateInCrowdedGames plays games that look for dead ends and compares
// their last placements with the oracle, which decides rule 6 by trying all
// ways to finish.
func TestRule6LateInCrowdedGames(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	forbidden := 0
	for i := range 150 {
		forbidden += playOut(t, 12, crowding(random, i%3 == 0))
	}
	if forbidden < 100 {
		t.Errorf("rule 6 has forbidden %d moves; want at least 100 to say something", forbidden)
	}
}

// TestParsePositionAcceptsTheReachable changes positions of random games a
// little: exactly those that the oracle can take apart again are accepted.
func TestParsePositionAcceptsTheReachable(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	verdicts := map[bool]int{}
	for i := range 180 {
		size := 1 + i%12
		if i%15 == 0 {
			size = 13 + i/15%4 // few of these: the oracle is slow
		}
		slow := new(slowGame)
		var p Position
		choose := crowding(random, false)
		for range size {
			m := choose(p, p.LegalMoves())
			p = p.After(m)
			slow.push(slowOf(m))
		}
		board, last := slow.board, slow.String()[strings.Index(slow.String(), " ")+1:]
		pieces := onBoard(board)
		a, b := pieces[random.IntN(len(pieces))], slowMove{0, random.IntN(8), random.IntN(8)}
		if random.IntN(2) == 0 {
			b = pieces[random.IntN(len(pieces))]
		}
		board[a.rank][a.file], board[b.rank][b.file] = board[b.rank][b.file], board[a.rank][a.file]

		text := (&slowGame{board: board}).String()
		at := ""
		if last != "-" {
			at = last
			text = text[:len(text)-1] + last
		}
		want := reachable(board, at)
		verdicts[want]++
		q, err := ParsePosition(text)
		if (err == nil) != want {
			t.Errorf("ParsePosition(%q) = %v, reachable: %v", text, err, want)
		}
		if err == nil && q.String() != text {
			t.Errorf("ParsePosition(%q) prints as %q", text, q)
		}
	}
	if verdicts[true] < 50 || verdicts[false] < 50 {
		t.Errorf("%v of the boards were reachable; want some of both", verdicts)
	}
}

// FuzzGame plays a game of the fuzzer's choosing to the end, in step with the
// oracle from the given ply.
func FuzzGame(f *testing.F) {
	f.Add(uint8(0), []byte{})
	f.Add(uint8(3), []byte{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3})
	f.Add(uint8(9), []byte{255, 254, 253, 252, 251, 250, 249, 248, 247, 246, 245, 244, 243, 242, 241, 240})
	f.Fuzz(func(t *testing.T, from uint8, choices []byte) {
		playOut(t, int(from%16), func(p Position, moves []Move) Move {
			i := 0
			if n := p.Plies(); n < len(choices) {
				i = int(choices[n])
			}
			return moves[i%len(moves)]
		})
	})
}

// FuzzParse checks that what a parser accepts is what the value prints, that
// an error points into the text, and that an accepted position can be played to
// the end.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "none", "Nd5", "Pd5", "Kh9", "8/8/8/8/8/8/8/8 -", "8/8/8/3nN3/3K4/8/8/8 -",
		"8/8/8/8/8/8/qrrbbnn1/KQRRBBNN h1", "8/8/8/8/7k/8/qrrbbnn1/KQRRBBNN -",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var bad *ParseError
		m, err := ParseMove(s)
		if err == nil && (m.String() != s || !m.IsValid()) {
			t.Errorf("move %q prints as %q", s, m)
		}
		if err != nil && (!errors.As(err, &bad) || bad.Column < 1 || bad.Column > len(s)+1) {
			t.Errorf("ParseMove(%q) = %#v", s, err)
		}
		p, err := ParsePosition(s)
		if err != nil {
			if !errors.As(err, &bad) || bad.Column < 1 || bad.Column > len(s)+1 || p != StartPosition() {
				t.Errorf("ParsePosition(%q) = %v, %#v", s, p, err)
			}
			return
		}
		if p.String() != s {
			t.Errorf("position %q prints as %q", s, p)
		}
		random := rand.New(rand.NewPCG(0, 0))
		for p.Plies() < 16 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				t.Fatalf("%q leads to the dead end %v", s, p)
			}
			p = p.After(moves[random.IntN(len(moves))])
		}
		if !p.Outcome().IsOver() {
			t.Errorf("%q leads to %v, which is not over", s, p)
		}
	})
}
