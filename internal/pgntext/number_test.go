package pgntext

import (
	"fmt"
	"strings"
	"testing"
)

func TestSkipMoveNumber(t *testing.T) {
	for _, test := range []struct{ text, rest string }{
		{"1.e4", "e4"}, {"12... e5", " e5"}, {"1 e4", "1 e4"}, {"1-0", "1-0"}, {"0.5", "0.5"}, {"12", "12"}, {"12.", "12."},
		{strings.Repeat("1", MaxWord) + ". e4", " e4"}, {strings.Repeat("1", MaxWord+1) + ". e4", strings.Repeat("1", MaxWord+1) + ". e4"},
	} {
		w := NewTextWindow([]byte(test.text), Start)
		if got, want := w.SkipMoveNumber(), test.rest != test.text; got != want {
			t.Errorf("SkipMoveNumber() at %q = %v, want %v", test.text, got, want)
		}
		if got := w.rest(); got != test.rest {
			t.Errorf("after SkipMoveNumber() at %q, %q follows, want %q", test.text, got, test.rest)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"7.", "7."}, {"7", "7"}, {"12...", "12..."}, {"7.....", "7..."}, {"3*.", "3.."}, {"0010.", "10."},
		{"1000000.", "1000000."}, {"1000001.", "1000000."}, {"99999999999999999999.", "1000000."},
	} {
		w := NewTextWindow([]byte("\n "+test.text), Start)
		w.SkipSpace()
		w.Take(len(test.text))
		if got := w.Number().String(); got != test.want {
			t.Errorf("number %q is %s, want %s", test.text, got, test.want)
		}
	}
}

// TestRestarts checks when a move number 1 begins another game.
func TestRestarts(t *testing.T) {
	for _, test := range []struct {
		before, number, after string
		want                  bool
	}{
		{"\n\n", "1.", " e4", true}, {"\n\n", "1.", " x", true}, {"\n\n", "1", " e4", true}, {"\n\n", "1", " x", false},
		{"\n\n", "1", " {a} e4", false}, {"\n", "1.", " e4", false}, {"\n\nx ", "1.", " e4", false}, {"\n\n", "1.", " … e5", false},
		{"\n\n", "1.", ".. e5", false}, {"\n\n", "1", " .. e5", false}, {"\n\n", "1.", " . e5", true},
	} {
		w := NewTextWindow([]byte("x"+test.before+test.number+test.after), Start)
		for w.SkipSpace() != '1' {
			w.Skip(1)
		}
		w.Take(len(test.number))
		restarts := w.Restarts(isMove)
		left := test.number
		if restarts {
			left = "" // it has moved back
		}
		if token := string(w.Token()); restarts != test.want || token != left {
			t.Errorf("%q after %q and before %q begins a game: %v, want %v; the token is then %q", test.number, test.before, test.after, restarts, test.want, token)
		}
	}
}

func TestMoveMayFollow(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{
		{"e4", true}, {"", false}, {"*", false}, {")", false}, {"[", false}, {"(", true}, {"{a}", true}, {"1-0", false}, {"2", false},
		{"12", false}, {"0-0", true}, {"  e4", true}, {"2. e4", false}, {"\n*", false},
	} {
		w := NewTextWindow([]byte(test.text), Start)
		if got := w.MoveMayFollow(); got != test.want {
			t.Errorf("a move may follow before %q: %v, want %v", test.text, got, test.want)
		}
	}
}

func TestMoveNumberFollows(t *testing.T) {
	for text, want := range map[string]bool{
		"* 2. e4": true, "* 1. e4": false, "* 1... e5": true, "*\n2.": true, "*\n\n2.": false, "* 2": false, "* 11.": true, "* e4": false,
		"*" + strings.Repeat(" ", MaxWord-2) + "2.": true, "*" + strings.Repeat(" ", MaxWord-1) + "2.": false,
	} {
		w := NewTextWindow([]byte(text), Start)
		if got := w.MoveNumberFollows(1); got != want {
			t.Errorf("a move number follows the star in %q: %v, want %v", text, got, want)
		}
	}
}

// TestLead checks what may precede a move.
func TestLead(t *testing.T) {
	for text, want := range map[string]string{
		"e4": "0 false", "1. e4": "3 true", "1* e4": "3 true", "1) e4": "3 true", "1: e4": "3 true", "1-e4": "2 true", "1-0": "1 false", "1 e4": "2 false",
		"$12 e4": "4 true", "(( e4": "3 false", "!e4": "1 true", "?e4": "1 true", "1… e5": "5 true", "\u00a0e4": "2 false", "1 2 e4": "2 false",
		strings.Repeat("!", MaxWord-1) + "e4": "254 true", strings.Repeat("!", MaxWord+1): "255 true",
	} {
		checkReads(t, text, want, text, func(w *Window) string { n, isSure := w.Lead(); return fmt.Sprintf("%d %v", n, isSure) })
	}
	for rest, want := range map[string]bool{"": false, ":": true, "-": false, "-e4": true, ":e4": true, "-0": false, "-9": false, ":0": false, ".": false, "xe4": false} {
		if got := EndsNumber([]byte(rest)); got != want {
			t.Errorf("EndsNumber(%q) = %v, want %v", rest, got, want)
		}
	}
}
