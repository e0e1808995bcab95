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
	"github.com/shakki/chess/internal/deep"
)

// ruleOf holds the number of the rule for each reason why a move is illegal. The number is 0 for an
// occupied square and for a piece that is not in hand.
var ruleOf = map[IllegalReason]int{
	Occupied: 0, NotHeld: 0, KingFirst: 1, Apart: 2, KingLast: 3, NotBeside: 3,
	SameColor: 4, QueenCalled: 5, NoRoom: 6,
}

// playOut plays a game from the empty board to the end. The function choose selects each move from
// the legal moves. From ply from on, playOut compares every position with the oracle. It returns
// the number of moves that were illegal because of rule 6.
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
			t.Fatalf("%v: no legal moves after %v, but the game is not over", p, g.Moves())
		}
		m := choose(p, moves)
		if err := g.Play(m); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		slow.push(slowOf(m))
		past = append(past, p)
	}
	if n := g.Plies(); n != 16 {
		t.Fatalf("the game is over after %d plies, want 16: %v", n, g.Moves())
	}
	for _, p := range slices.Backward(past) {
		if !g.Undo() || g.Position() != p {
			t.Fatalf("after Undo: position %v, want %v", g.Position(), p)
		}
	}
	if g.Undo() {
		t.Fatal("Undo() = true at the start, want false")
	}
	return forbidden
}

// slowOf converts m to a move of the oracle.
func slowOf(m Move) slowMove {
	s := m.String()
	return slowMove{s[0], int(s[1] - 'a'), int(s[2] - '1')}
}

// checkPosition compares p with the oracle: the text, the points, and for every move whether it is
// legal and why it is illegal. It returns the number of moves that are illegal because of rule 6.
func checkPosition(t testing.TB, p Position, slow *slowGame) int {
	t.Helper()
	if p.String() != slow.String() {
		t.Fatalf("position %v, want %v", p, slow)
	}
	if q, err := ParsePosition(p.String()); err != nil || q != p {
		t.Fatalf("ParsePosition(%q) = %v, %v", p, q, err)
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
			t.Fatalf("%v: Play(%v) = %v, IsLegal(%v) = %v; want legal: %v, broken rules: %v",
				p, m, err, m, p.IsLegal(m), want, rules)
		}
		if err == nil {
			legal = append(legal, m.String())
			if q != p.After(m) {
				t.Fatalf("%v: Play(%v) gives %v, After gives %v", p, m, q, p.After(m))
			}
			continue
		}
		var moveErr *MoveError
		if !errors.As(err, &moveErr) || !errors.Is(err, ErrIllegal) ||
			moveErr.Move != m || moveErr.Player != p.Turn() || q != p {
			t.Fatalf("%v: Play(%v) = %#v with position %v, want a *MoveError and the same position", p, m, err, q)
		}
		rule, known := ruleOf[moveErr.Why]
		if over && moveErr.Why != GameOver || !over && (!known || !slices.Contains(rules, rule)) {
			t.Fatalf("%v: Play(%v) = %v, want an error for one of the rules %v", p, m, err, rules)
		}
		if rule == 6 {
			forbidden++
		}
	}
	if got := texts(p.LegalMoves()); !slices.Equal(got, legal) ||
		over != (len(legal) == 0) || over != p.Outcome().IsOver() {
		t.Fatalf("%v: LegalMoves() = %v, Outcome() = %v; want moves %v, over: %v", p, got, p.Outcome(), legal, over)
	}
	checkScore(t, p, slow)
	return forbidden
}

// checkScore compares the points of p with the oracle. It also adds up the attackers of each empty
// square, and checks the effects of all legal moves.
func checkScore(t testing.TB, p Position, slow *slowGame) {
	t.Helper()
	want := slow.score()
	if p.Score() != want || p.Outcome().Score != want {
		t.Fatalf("%v: Score() = %v, Outcome() = %v; want score %v", p, p.Score(), p.Outcome(), want)
	}
	var bySquare Score
	for s := chess.A1; s <= chess.H8; s++ {
		file, rank := int(s.File()), int(s.Rank())
		var threats []string
		for to := range p.Threats(s).Squares() {
			threats = append(threats, to.String())
			if c := p.PieceAt(s).Color(); !p.Attackers(c, to).Has(s) || p.Attackers(c.Other(), to).Has(s) {
				t.Fatalf("%v: Threats(%v) has %v, but the attackers of that square are %v and %v",
					p, s, to, p.Attackers(c, to), p.Attackers(c.Other(), to))
			}
		}
		slices.Sort(threats)
		if diff := cmp.Diff(slow.threats(file, rank), threats); diff != "" {
			t.Fatalf("%v: Threats(%v) (-want +got):\n%s", p, s, diff)
		}
		for c := chess.White; c <= chess.Black && !p.Occupied().Has(s); c++ {
			bySquare[c] += p.Attackers(c, s).Count()
		}
	}
	if bySquare != want {
		t.Fatalf("%v: the attackers of empty squares add up to %v, want the score %v", p, bySquare, want)
	}
	moves := p.LegalMoves()
	effects := p.Effects()
	if len(effects) != len(moves) {
		t.Fatalf("%v: %d effects for %d legal moves", p, len(effects), len(moves))
	}
	for i, e := range effects {
		slow.push(slowOf(e.Move))
		after := slow.score()
		slow.pop()
		if e.Move != moves[i] || want[0]+e.Change[0] != after[0] || want[1]+e.Change[1] != after[1] {
			t.Fatalf("%v: effect %v for move %v; want the score to change from %v to %v", p, e, moves[i], want, after)
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

// crowding returns a function that chooses moves which often lead to moves forbidden by rule 6. It
// places the types of pieces in a random order. It places each piece as close as possible to a
// random square, but avoids the square itself. So that square becomes surrounded, and the last
// piece must not be placed on it. If light is true, the function prefers light squares, which
// leaves few choices for a bishop that must be placed on a dark square.
func crowding(random *rand.Rand, light bool) func(Position, []Move) Move {
	hole := chess.Square(random.IntN(64))
	late := random.Perm(int(chess.King) + 1)
	return func(p Position, moves []Move) Move {
		best, least := NoMove, 1<<30
		for _, m := range moves {
			trouble := 1000*late[m.PieceType()] + 10*distance(m.Square(), hole) + random.IntN(5)
			if m.Square() == hole || light && !isLight(m.Square()) {
				trouble += 100
			}
			if trouble < least {
				best, least = m, trouble
			}
		}
		return best
	}
}

// TestRandomGames plays random games and compares them with the oracle.
func TestRandomGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	any := func(p Position, moves []Move) Move { return moves[random.IntN(len(moves))] }
	for i := range 40 {
		playOut(t, i%14, any)
	}
}

// TestRule6CrowdedGames plays games with moves chosen by crowding and compares the last plies with
// the oracle, which decides rule 6 by trying all ways to finish the game.
func TestRule6CrowdedGames(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	forbidden := 0
	for i := range deep.Times(50, 3) {
		forbidden += playOut(t, 12, crowding(random, i%3 == 0))
	}
	if forbidden < deep.Times(33, 3) {
		t.Errorf("%d moves were illegal because of rule 6, want at least %d", forbidden, deep.Times(33, 3))
	}
}

// TestParsePositionAcceptsReachable checks that ParsePosition accepts exactly the positions that
// the oracle can reach. It swaps two squares in positions from random games.
func TestParsePositionAcceptsReachable(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	verdicts := map[bool]int{}
	for i := range deep.Times(45, 8) {
		size := 1 + i%12
		if i%15 == 0 {
			size = 13 + i/15%4 // only a few, because the oracle is slow
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
			t.Errorf("ParsePosition(%q): error %v, want accepted: %v", text, err, want)
		}
		if err == nil && q.String() != text {
			t.Errorf("ParsePosition(%q).String() = %q, want the input", text, q)
		}
	}
	if want := deep.Times(10, 10); min(verdicts[true], verdicts[false]) < want {
		t.Errorf("%d positions were reachable and %d were not, want at least %d of each",
			verdicts[true], verdicts[false], want)
	}
}

// FuzzGame plays a game of legal moves that the input chooses and compares it with the oracle from
// the given ply on.
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

// FuzzParse checks that the value of a successfully parsed text is printed as the same text, that a
// parse error has a column within the text, and that a game can be played to the end from a
// successfully parsed position.
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
		if err == nil && (!strings.EqualFold(m.String(), s) || !m.IsValid()) {
			t.Errorf("ParseMove(%q).String() = %q, want the input in any case", s, m)
		}
		if err != nil && (!errors.As(err, &bad) || bad.Column < 1 || bad.Column > len(s)+1) {
			t.Errorf("ParseMove(%q): error %#v, want a *ParseError with a column within the text", s, err)
		}
		p, err := ParsePosition(s)
		if err != nil {
			if !errors.As(err, &bad) || bad.Column < 1 || bad.Column > len(s)+1 || p != StartPosition() {
				t.Errorf("ParsePosition(%q) = %v, %#v; want the empty board and a *ParseError with a valid column",
					s, p, err)
			}
			return
		}
		if p.String() != s {
			t.Errorf("ParsePosition(%q).String() = %q, want the input", s, p)
		}
		random := rand.New(rand.NewPCG(0, 0))
		for p.Plies() < 16 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				t.Fatalf("%q: no legal moves in %v, but the game is not over", s, p)
			}
			p = p.After(moves[random.IntN(len(moves))])
		}
		if !p.Outcome().IsOver() {
			t.Errorf("%q: the game is not over in %v with 16 pieces", s, p)
		}
	})
}

// distance returns the number of king's moves between two squares.
func distance(a, b chess.Square) int {
	files, ranks := int(a.File())-int(b.File()), int(a.Rank())-int(b.Rank())
	return max(files, -files, ranks, -ranks)
}
