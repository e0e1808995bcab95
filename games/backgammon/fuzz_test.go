package backgammon_test

import (
	"errors"
	"testing"

	. "github.com/shakki/chess/games/backgammon"
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

// FuzzParsePosition checks that a parsed position has the input as its text, and that it and the
// positions after all legal moves are valid.
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
			t.Fatalf("ParsePosition(%q).String() = %q, want the input", s, got)
		}
		if q, err := NewPosition(p.Own(), p.Opponent()); q != p || err != nil {
			t.Fatalf("%v: NewPosition(Own(), Opponent()) = %v, %v", p, q, err)
		}
		p.Board()
		for roll := range Rolls() {
			moves := p.LegalMoves(roll)
			if (len(moves) == 0) != (p.Win() != NoReason) {
				t.Fatalf("%v: LegalMoves(%v) = %v, Win() = %v", p, roll, moves, p.Win())
			}
			for _, m := range moves {
				q := p.After(m)
				if _, err := NewPosition(q.Own(), q.Opponent()); err != nil {
					t.Fatalf("%v: After(%v) is not valid: %v", p, m, err)
				}
			}
		}
	})
}

// FuzzParseMove checks that a parsed move round-trips through its text and its steps, and that
// ParseMove and Play agree in the start position.
func FuzzParseMove(f *testing.F) {
	for _, s := range []string{
		"pass", "8/5 6/5", "bar/20*/18 6/4*", "6/off(2)", "24/21*/18(2)", "8/7* 7/6 6/5", "5/4(4)",
	} {
		f.Add(s, uint8(31))
	}
	f.Fuzz(func(t *testing.T, s string, roll uint8) {
		m, err := ParseMove(s)
		if err != nil {
			checkParseError(t, "move", s, err)
			return
		}
		if again, err := ParseMove(m.String()); again != m || err != nil {
			t.Fatalf("%q: ParseMove(%q) = %v, %v", s, m, again, err)
		}
		if again, err := NewMove(m.Steps()...); again != m || err != nil {
			t.Fatalf("%q: NewMove(%v) = %v, %v; want %v", s, m.Steps(), again, err, m)
		}
		p := StartPosition()
		legal, err := p.ParseMove(s, Roll(roll))
		playError := p.Play(m, Roll(roll))
		if playError == nil && err != nil {
			t.Fatalf("%q: Position.ParseMove returns error %v, but Play returns %v", s, err, playError)
		}
		if start := StartPosition(); playError == nil && p != start.After(legal) {
			t.Fatalf("%q: Play leads to %v, After(%v) to %v", s, p, legal, start.After(legal))
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

// FuzzParseWords checks that parsed players and rolls have the input as their text.
func FuzzParseWords(f *testing.F) {
	for _, s := range []string{"light", "dark", "nobody", "Light", "31", "13", "66", "70", "3", "", "\xff\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var p Player
		if err := p.UnmarshalText([]byte(s)); err != nil {
			checkParseError(t, "player", s, err)
		} else if p.String() != s {
			t.Errorf("%q reads back as %q, want the input", s, p)
		}
		var r, again Roll
		if err := r.UnmarshalText([]byte(s)); err != nil {
			checkParseError(t, "roll", s, err)
			return
		}
		reversed := string([]byte{s[1], s[0]})
		if err := again.UnmarshalText([]byte(reversed)); again != r || err != nil || !r.IsValid() ||
			r.String() != max(s, reversed) {
			t.Errorf("%q reads back as %v, %q as %v, %v; want %s for both",
				s, r, reversed, again, err, max(s, reversed))
		}
	})
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
