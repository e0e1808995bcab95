package backgammon_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/backgammon"
)

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

// TestRollerSurvives checks that a Roller that was saved goes on with the same rolls.
func TestRollerSurvives(t *testing.T) {
	for _, dice := range []*Roller{new(Roller), NewRoller(0), NewRoller(7)} {
		dice.Roll()
		text, err := dice.MarshalText()
		var back Roller
		must(t, err, back.UnmarshalText(text))
		for range 20 {
			if got, want := back.Roll(), dice.Roll(); got != want {
				t.Fatalf("the next roll is %v, want %v", got, want)
			}
		}
		var parseError *ParseError
		if err := back.UnmarshalText(text[:20]); !errors.As(err, &parseError) || parseError.Kind != "roller" {
			t.Errorf("UnmarshalText(%s): %v, want a *ParseError", text[:20], err)
		}
	}
}

// TestRolls checks the valid rolls, and that invalid numbers and texts are rejected.
func TestRolls(t *testing.T) {
	count := 0
	for range Rolls() {
		break // a loop can be left
	}
	for roll := range Rolls() {
		count++
		if !roll.IsValid() || roll.High() < roll.Low() || roll.IsDouble() != (roll.High() == roll.Low()) {
			t.Errorf("%v: IsValid() = %v, High() = %d, Low() = %d, IsDouble() = %v",
				roll, roll.IsValid(), roll.High(), roll.Low(), roll.IsDouble())
		}
		for _, s := range []string{fmt.Sprint(roll.High(), roll.Low()), fmt.Sprint(roll.Low(), roll.High())} {
			s = strings.ReplaceAll(s, " ", "")
			var got Roll
			if err := got.UnmarshalText([]byte(s)); got != roll || err != nil {
				t.Errorf("%q reads back as %v, %v; want %v", s, got, err, roll)
			}
		}
		if got, err := NewRoll(roll.Low(), roll.High()); got != roll || err != nil {
			t.Errorf("NewRoll(%d, %d) = %v, %v; want %v", roll.Low(), roll.High(), got, err, roll)
		}
	}
	if count != 21 {
		t.Errorf("Rolls() yields %d rolls, want 21", count)
	}
	valid := 0
	for n := range 256 {
		if Roll(n).IsValid() {
			valid++
		}
	}
	if valid != 21 {
		t.Errorf("%d values of Roll are valid, want 21", valid)
	}
	for _, s := range []string{"", "3", "310", "70", "07", "3a", "3 1", "３１"} {
		r := Roll(66)
		var parseError *ParseError
		if err := r.UnmarshalText([]byte(s)); !errors.As(err, &parseError) || r != 66 {
			t.Errorf("UnmarshalText(%q) = %v, roll %v; want a *ParseError and no change", s, err, r)
		}
	}
	for _, dice := range [][3]int{{0, 1, 0}, {1, 0, 0}, {7, 1, 7}, {1, 7, 7}, {-1, -1, -1}, {257, 1, 257}} {
		if r, err := NewRoll(dice[0], dice[1]); !errors.Is(err, ErrDie) || r != 0 || !strings.HasSuffix(err.Error(), fmt.Sprint(": ", dice[2])) {
			t.Errorf("NewRoll(%d, %d) = %v, %v; want 0, %v: %d", dice[0], dice[1], r, err, ErrDie, dice[2])
		}
	}
}

// TestRoller checks that the same seed gives the same dice, that different seeds give different
// dice, and that all numbers are about equally frequent.
func TestRoller(t *testing.T) {
	const throws = 6000
	var count [7]int
	a, b, other := NewRoller(1), NewRoller(1), NewRoller(2)
	same := 0
	for range throws {
		n := a.Die()
		if m := b.Die(); m != n {
			t.Fatalf("two Rollers with the same seed give %d and %d", n, m)
		}
		if other.Die() == n {
			same++
		}
		count[n]++
	}
	for n := 1; n <= 6; n++ {
		if count[n] < throws/6-150 || count[n] > throws/6+150 {
			t.Errorf("Die() = %d in %d of %d calls, want about %d", n, count[n], throws, throws/6)
		}
	}
	if same > throws/4 {
		t.Errorf("seeds 1 and 2 give the same number in %d of %d calls, want at most %d", same, throws, throws/4)
	}
	var zero Roller
	if r := zero.Roll(); !r.IsValid() {
		t.Errorf("zero Roller: Roll() = %v, want a valid roll", r)
	}
}
