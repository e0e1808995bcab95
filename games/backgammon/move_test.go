package backgammon_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/deep"
)

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

// TestPeopleWrite checks the spellings of moves that ParseMove and PlayText accept, and the one
// form in which they are written.
func TestPeopleWrite(t *testing.T) {
	for text, want := range map[string]string{
		"Bar/20": "bar/20", "bar/20": "bar/20", "25/20": "bar/20", "BAR/20*": "bar/20*",
		"6/Off": "6/off", "6/0": "6/off", "6/off 5/OFF": "6/off 5/off",
		"8/5 6/5": "8/5 6/5", "8/5, 6/5": "8/5 6/5", "6/5,8/5": "8/5 6/5", "  8/5   6/5\n": "8/5 6/5",
		"": "pass", " \n": "pass", "Pass": "pass", "Cannot Move": "pass",
	} {
		if m, err := ParseMove(text); err != nil || m.String() != want {
			t.Errorf("ParseMove(%q) = %v, %v; want %s", text, m, err, want)
		}
	}
	hits := place(t, Checkers{24: 2, 13: 5, 8: 3, 6: 5}, Checkers{7: 1, 14: 1, 18: 2, 20: 1, 6: 5})
	for _, tt := range []struct { // want is "" if the text has another meaning than any legal move
		text string
		roll Roll
		want string
	}{
		{"24/18 13/11", 62, "24/18* 13/11*"},
		{"24/18* 13/11", 62, "24/18* 13/11*"},
		{"6/5 8/5", 31, "8/5* 6/5"},
		{"24/18/16", 62, "24/18*/16"},
		{"8/5(2) 13/10", 33, ""},
		{"13/5", 62, "13/11*/5*"},
	} {
		m, err := hits.ParseMove(tt.text, tt.roll)
		if got := m.String(); err == nil && got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("ParseMove(%q, %v) = %v, %v; want %s", tt.text, tt.roll, m, err, tt.want)
		}
	}
	two := place(t, Checkers{24: 1}, Checkers{7: 1, 6: 1})
	if m, err := two.ParseMove("24/13", 65); err == nil {
		t.Errorf("with checkers to hit on both ways, ParseMove(24/13, 65) = %v, want an error", m)
	}
}

// TestMoveTexts checks that moves are parsed into canonical steps and printed in canonical form.
func TestMoveTexts(t *testing.T) {
	tests := []struct {
		text, want string // want is the result of String, or "" if it is the same as text
		steps      []Step
	}{
		{"pass", "", nil},
		{"8/5 6/5", "", []Step{{8, 5, false}, {6, 5, false}}},
		{"6/5 8/5", "8/5 6/5", []Step{{8, 5, false}, {6, 5, false}}},
		{"bar/20", "", []Step{{Bar, 20, false}}},
		{"bar/20*/18 6/4*", "", []Step{{Bar, 20, true}, {20, 18, false}, {6, 4, true}}},
		{"6/off(2)", "", []Step{{6, Off, false}, {6, Off, false}}},
		{"24/18/12", "24/12", []Step{{24, 12, false}}},
		{"24/18 18/12", "24/12", []Step{{24, 12, false}}},
		{"18/12* 24/18*", "24/18*/12*", []Step{{24, 18, true}, {18, 12, true}}},
		{"24/21*(2)", "", []Step{{24, 21, true}, {24, 21, false}}},
		{"24/21*/18(2)", "24/21*/18 24/18", []Step{{24, 21, true}, {24, 18, false}, {21, 18, false}}},
		{"24/21* 24/21/18", "24/21* 24/18", []Step{{24, 21, true}, {24, 18, false}}},
		{"8/4* 6/4", "", []Step{{8, 4, true}, {6, 4, false}}},
		{"8/4 6/4*", "8/4* 6/4", []Step{{8, 4, true}, {6, 4, false}}},
		{"13/11(4)", "", []Step{{13, 11, false}, {13, 11, false}, {13, 11, false}, {13, 11, false}}},
		{"bar/21*/17*/13*/9*", "", []Step{{Bar, 21, true}, {21, 17, true}, {17, 13, true}, {13, 9, true}}},
		{"3/off", "", []Step{{3, Off, false}}},
	}
	for _, tt := range tests {
		m, err := ParseMove(tt.text)
		if err != nil {
			t.Error(err)
			continue
		}
		want := tt.want
		if want == "" {
			want = tt.text
		}
		if got := m.String(); got != want {
			t.Errorf("ParseMove(%q).String() = %q, want %q", tt.text, got, want)
		}
		if diff := cmp.Diff(tt.steps, m.Steps()); diff != "" {
			t.Errorf("ParseMove(%q).Steps() (-want +got):\n%s", tt.text, diff)
		}
		if again, err := NewMove(m.Steps()...); again != m || err != nil {
			t.Errorf("NewMove(%v) = %v, %v; want %v", m.Steps(), again, err, m)
		}
	}
}

// TestParseMoveErrors checks the column of errors, and that a failed UnmarshalText does not change
// the move.
func TestParseMoveErrors(t *testing.T) {
	tests := []struct {
		text   string
		column int
	}{
		{",", 1}, {"8", 1}, {" 8", 2}, {"8/5,, 6", 7}, {"pass 8/5", 1}, {"8/5 pass", 5}, {"13/8  8/5**", 7},
		{"5/8", 1}, {"8/8", 1}, {"8/5/6", 1}, {"8/bar", 1}, {"off/3", 1},
		{"0/off", 1}, {"26/20", 1}, {"08/5", 1}, {"8/05", 1}, {"8/-1", 1}, {"+8/5", 1}, {"8/", 1}, {"/5", 1},
		{"8*/5", 1}, {"8/off*", 1}, {"8/5**", 1}, {"8/off/5", 1},
		{"8/5* 6/5*", 1}, {"8/5(1)", 1}, {"8/5(5)", 1}, {"8/5(2", 1}, {"8/5(2)*", 1}, {"8/5()", 1},
		{"24/23/22/21/20/19", 1}, {"8/5(3) 6/5(2)", 1}, {"8/7/6(3)", 1},
		{"bär/20", 1}, {"8-5", 1}, {"8/0*", 1},
	}
	for _, tt := range tests {
		m := Move(1)
		err := m.UnmarshalText([]byte(tt.text))
		var parseError *ParseError
		if !errors.As(err, &parseError) || parseError.Column != tt.column || parseError.Text != tt.text {
			t.Errorf("UnmarshalText(%q) = %v, want a *ParseError in column %d", tt.text, err, tt.column)
		}
		if m != 1 {
			t.Errorf("failed UnmarshalText(%q) changes the move to %v", tt.text, m)
		}
	}
}

// TestNewMoveErrors checks that NewMove rejects invalid steps.
func TestNewMoveErrors(t *testing.T) {
	for _, steps := range [][]Step{
		{{5, 8, false}},
		{{5, 5, false}},
		{{26, 20, false}},
		{{-1, -2, false}},
		{{3, -1, false}},
		{{6, Off, true}},
		{{math.MaxInt, 3, false}},
		{{8, 5, true}, {6, 5, true}},
		{{24, 23, false}, {8, 5, true}, {6, 5, true}},
		{{8, 7, false}, {8, 7, false}, {8, 7, false}, {8, 7, false}, {8, 7, false}},
	} {
		if m, err := NewMove(steps...); !errors.As(err, new(*SetupError)) || m != Pass {
			t.Errorf("NewMove(%v) = %v, %v; want pass, a *SetupError", steps, m, err)
		}
	}
	if _, err := NewMove(Step{8, 5, true}, Step{6, 5, true}); err == nil || !strings.Contains(err.Error(), "two hits on point 5") {
		t.Errorf("a move with two hits: %v", err)
	}
}

// TestLegalMoveTextsRoundTrip checks that the texts of legal moves are different and can be parsed
// by both ParseMove functions.
func TestLegalMoveTextsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range deep.Times(100, 3) {
		p := scatter(rng)
		for roll := range Rolls() {
			seen := map[string]bool{}
			for _, m := range p.LegalMoves(roll) {
				s := m.String()
				if seen[s] {
					t.Fatalf("%v: LegalMoves(%v) has two moves with the text %s", p, roll, s)
				}
				seen[s] = true
				if got, err := ParseMove(s); got != m || err != nil {
					t.Fatalf("ParseMove(%q) = %v, %v", s, got, err)
				}
				if got, err := p.ParseMove(s, roll); got != m || err != nil {
					t.Fatalf("%v: ParseMove(%q, %v) = %v, %v", p, s, roll, got, err)
				}
			}
		}
	}
}

// TestPositionParseMove checks the errors of Position.ParseMove.
func TestPositionParseMove(t *testing.T) {
	p := StartPosition()
	for text, want := range map[string]IllegalReason{
		"6/5 8/5":   NoIllegalReason,
		"24/23/20":  NoIllegalReason,
		"24/20":     NoIllegalReason,
		"8/5":       Unused,
		"8/5* 6/5":  WrongHit,
		"24/23 8/6": WrongNumber,
	} {
		if _, err := p.ParseMove(text, 31); reasonOf(err) != want {
			t.Errorf("ParseMove(%q, 31): error %v, want %v", text, err, want)
		}
	}
	if m, err := place(t, Checkers{8: 1}, Checkers{24: 1}).ParseMove("8/6", 21); reasonOf(err) != Unused {
		t.Errorf("ParseMove(8/6, 21) where 8/5 is the only legal move: %v, %v, want %v", m, err, Unused)
	}
	var parseError *ParseError
	if _, err := p.ParseMove("8/5 6-5", 31); !errors.As(err, &parseError) {
		t.Errorf("ParseMove(%q, 31): error %v, want a *ParseError", "8/5 6-5", err)
	}
}
