package backgammon_test

import (
	"errors"
	"testing"

	. "github.com/shakki/chess/games/backgammon"
)

// A script makes the decisions of a game: from the fuzzer's bytes as long as
// there are any, then by the dice.
type script struct {
	bytes []byte
	dice  *Roller
}

// choose returns a number from 0 to n-1, n at least 1.
func (s *script) choose(n int) int {
	if len(s.bytes) == 0 {
		return (36*s.dice.Die() + 6*s.dice.Die() + s.dice.Die()) % n
	}
	b := s.bytes[0]
	s.bytes = s.bytes[1:]
	return int(b) % n
}

// act does one thing that the game waits for.
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
		return errors.New("a dead end: no move to play")
	}
	return g.Play(moves[s.choose(len(moves))])
}

// checkGame checks what must be true of a game at any moment.
func checkGame(t *testing.T, g *Game) {
	t.Helper()
	p := g.Position()
	if q, err := NewPosition(p.Own(), p.Opponent()); err != nil || q != p {
		t.Fatalf("an illegal position: %v\n%s", err, p.Board())
	}
	if q, err := ParsePosition(p.String()); err != nil || q != p {
		t.Fatalf("ParsePosition(%q) = %v, %v", p, q, err)
	}
	if over := g.Outcome().IsOver(); over != (g.Phase() == Over) {
		t.Fatalf("phase %v with %v", g.Phase(), g.Outcome())
	}
	if (g.Phase() == ToMove) != (len(g.LegalMoves()) > 0) {
		t.Fatalf("phase %v with the moves %v", g.Phase(), g.LegalMoves())
	}
}

// playOut plays a game to its end.
func playOut(t *testing.T, g *Game, s *script) {
	t.Helper()
	const most = 50000 // a random game takes a few hundred events
	for range most {
		if g.Phase() == Over {
			return
		}
		if err := s.act(g); err != nil {
			t.Fatalf("%v\n%s", err, g.Board())
		}
		checkGame(t, g)
	}
	t.Fatalf("no end after %d events\n%s", most, g.Board())
}

// Random games end, always with a winner: there are no draws. Taking them back
// leads to the start.
func TestRandomGamesEndWithAWinner(t *testing.T) {
	results := map[Result]int{}
	for seed := range uint64(150) {
		g := NewGame(WithRules(Rules{OneCheckerBearOff: seed%2 == 0, NoCube: seed%3 == 0}))
		playOut(t, g, &script{dice: NewRoller(seed)})
		o := g.Outcome()
		if !o.Winner.IsValid() || o.Points != g.Cube().Value()*int64(o.Result.Factor()) {
			t.Errorf("seed %d: %+v with cube %v", seed, o, g.Cube())
		}
		results[o.Result]++
		for g.Undo() {
		}
		if g.Position() != StartPosition() || g.Phase() != Opening || g.Cube() != (Cube{}) {
			t.Errorf("seed %d: taken back to\n%s", seed, g.Board())
		}
	}
	for _, r := range []Result{Single, Gammon, Backgammon, Dropped} {
		if results[r] == 0 {
			t.Errorf("no game ended as a %v: %v", r, results)
		}
	}
}

func FuzzGame(f *testing.F) {
	f.Add([]byte{}, uint64(0), false)
	f.Add([]byte{2, 0, 3, 1, 5, 5, 0, 0, 0}, uint64(1), true)
	f.Add([]byte("doubles \x00\x00\x05\x05"), uint64(2), false)
	f.Fuzz(func(t *testing.T, decisions []byte, seed uint64, common bool) {
		g := NewGame(WithRules(Rules{OneCheckerBearOff: common}))
		s := &script{decisions[:min(len(decisions), 2000)], NewRoller(seed)}
		playOut(t, g, s)
		for g.Undo() {
		}
		if g.Position() != StartPosition() || g.Phase() != Opening {
			t.Fatalf("taken back to\n%s", g.Board())
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	for _, tt := range knownIDs {
		f.Add(tt.id)
	}
	f.Add("AAAAAAAAAAAAAA")
	f.Add("4HPwATDgc/AB\r\n")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePosition(s)
		if err != nil {
			checkParseError(t, "position", s, err)
			return
		}
		if got := p.String(); got != s {
			t.Fatalf("ParsePosition(%q) is written %q", s, got)
		}
		if q, err := NewPosition(p.Own(), p.Opponent()); q != p || err != nil {
			t.Fatalf("%v put together again is %v, %v", p, q, err)
		}
		p.Board()
		for roll := range Rolls() {
			moves := p.LegalMoves(roll)
			if (len(moves) == 0) != (p.Result() != NoResult) {
				t.Fatalf("%v with %v: moves %v, result %v", p, roll, moves, p.Result())
			}
			for _, m := range moves {
				q := p.After(m)
				if _, err := NewPosition(q.Own(), q.Opponent()); err != nil {
					t.Fatalf("%v after %v: %v", p, m, err)
				}
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"pass", "8/5 6/5", "bar/20*/18 6/4*", "6/off(2)", "24/21*/18(2)", "8/7* 7/6 6/5", "5/4(4)"} {
		f.Add(s, uint8(31))
	}
	f.Fuzz(func(t *testing.T, s string, roll uint8) {
		m, err := ParseMove(s)
		if err != nil {
			checkParseError(t, "move", s, err)
			return
		}
		if again, err := ParseMove(m.String()); again != m || err != nil {
			t.Fatalf("%q is %v, which is read as %v, %v", s, m, again, err)
		}
		if again, err := NewMove(m.Steps()...); again != m || err != nil {
			t.Fatalf("%q is %v, NewMove of its steps %v, %v", s, m, again, err)
		}
		p := StartPosition()
		legal, err := p.ParseMove(s, Roll(roll))
		if playError := p.Play(m, Roll(roll)); (playError == nil) != (err == nil) {
			t.Fatalf("%q: ParseMove says %v, Play %v", s, err, playError)
		}
		if start := StartPosition(); err == nil && p != start.After(legal) {
			t.Fatalf("%q is played as another move than %v", s, legal)
		}
	})
}

// checkParseError checks that an error tells where a text is wrong.
func checkParseError(t *testing.T, kind, s string, err error) {
	t.Helper()
	var bad *ParseError
	if !errors.As(err, &bad) || bad.Kind != kind || bad.Text != s || bad.Column < 1 || bad.Column > len(s)+1 || bad.Reason == "" {
		t.Fatalf("%q: error %#v, want a ParseError of a %s within the text", s, err, kind)
	}
}

func FuzzParseWords(f *testing.F) {
	for _, s := range []string{"light", "dark", "nobody", "Light", "31", "13", "66", "70", "3", "", "\xff\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := ParsePlayer(s); err != nil {
			checkParseError(t, "player", s, err)
		} else if p.String() != s {
			t.Errorf("player %q prints as %q", s, p)
		}
		r, err := ParseRoll(s)
		if err != nil {
			checkParseError(t, "roll", s, err)
			return
		}
		reversed := string([]byte{s[1], s[0]})
		if again, err := ParseRoll(reversed); again != r || err != nil || !r.IsValid() || r.String() != max(s, reversed) {
			t.Errorf("roll %q prints as %q, and %q is %v, %v", s, r, reversed, again, err)
		}
	})
}

// FuzzPlay tries any number as a move and as a roll, in any position.
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
				t.Fatalf("Play(%v, %d) = %v and left %v", m, roll, err, p)
			}
			return
		}
		if p != after {
			t.Fatalf("Play(%v, %d) leads to %v, After to %v", m, roll, p, after)
		}
	})
}
