package pgntext

import (
	"fmt"
	"strings"
	"testing"
)

// TestResults checks the spellings of results after the moves and in a Result tag, and what is none. A result
// after the moves is read by ParseResult if it is one word.
func TestResults(t *testing.T) {
	const none = 99
	for _, test := range []struct {
		text      string
		mark, tag Result
	}{
		{"1-0", WhiteWins, WhiteWins}, {"1:0", WhiteWins, WhiteWins}, {"1–0", WhiteWins, WhiteWins}, {"1—0", WhiteWins, WhiteWins},
		{"+--", WhiteWins, WhiteWins}, {"WHITEWIN", WhiteWins, WhiteWins}, {"1 -\t0", none, WhiteWins},
		{"0-1", BlackWins, BlackWins}, {"0:1", BlackWins, BlackWins}, {"0–1", BlackWins, BlackWins}, {"0—1", BlackWins, BlackWins},
		{"--+", BlackWins, BlackWins}, {"BLACKWIN", BlackWins, BlackWins},
		{"1/2-1/2", Draw, Draw}, {"1/2", Draw, Draw}, {"1/2:1/2", Draw, Draw}, {"1/2–1/2", Draw, Draw}, {"1/2—1/2", Draw, Draw},
		{"½-½", Draw, Draw}, {"½–½", Draw, Draw}, {"½—½", Draw, Draw}, {"½:½", Draw, Draw}, {"½", Draw, Draw}, {"0.5-0.5", Draw, Draw},
		{"1/2-0", WhiteHalf, WhiteHalf}, {"1/2:0", WhiteHalf, WhiteHalf}, {"1/2–0", WhiteHalf, WhiteHalf}, {"1/2—0", WhiteHalf, WhiteHalf},
		{"½-0", WhiteHalf, WhiteHalf}, {"½–0", WhiteHalf, WhiteHalf}, {"½—0", WhiteHalf, WhiteHalf}, {"0.5-0", WhiteHalf, WhiteHalf},
		{"0-1/2", BlackHalf, BlackHalf}, {"0:1/2", BlackHalf, BlackHalf}, {"0–1/2", BlackHalf, BlackHalf}, {"0—1/2", BlackHalf, BlackHalf},
		{"0-½", BlackHalf, BlackHalf}, {"0–½", BlackHalf, BlackHalf}, {"0—½", BlackHalf, BlackHalf}, {"0-0.5", BlackHalf, BlackHalf},
		{"*", none, Unfinished}, {"0-0", none, BothLose}, {"0–0", none, BothLose}, {" 0—0 ", none, BothLose},
		{"", none, none}, {"?", none, none}, {"1", none, none}, {"1-1", none, none}, {"0:0", none, none}, {"whitewin", none, none}, {"1/2-1", none, none},
	} {
		if got, ok := ParseResult([]byte(test.text)); ok != (test.mark != none) || ok && got != test.mark {
			t.Errorf("ParseResult(%q) = %d, %v, want %d", test.text, got, ok, test.mark)
		}
		if got, ok := ParseResultTag[Result](test.text); ok != (test.tag != none) || ok && got != test.tag {
			t.Errorf("ParseResultTag(%q) = %d, %v, want %d", test.text, got, ok, test.tag)
		}
	}
	for result, text := range Results {
		if got, ok := ParseResultTag[Result](text); !ok || got != Result(result) {
			t.Errorf("ParseResultTag(%q) = %d, %v, want %d", text, got, ok, result)
		}
		for tag := range Result(len(Results)) {
			if got, want := Agrees(Result(result), tag), Result(result) == tag || result == 0 && tag >= BothLose; got != want {
				t.Errorf("Agrees(%d, %d) = %v, want %v", result, tag, got, want)
			}
		}
	}
}

// TestScores checks the scores of federations.
func TestScores(t *testing.T) {
	for want, scores := range map[string][]string{
		"1 true true":   {"1F-0F", "1f - 0f", "+/-", "+-", "+--", "+:-", "1–0"},
		"2 true true":   {"0F-1F", "-/+", "-+", "--+", "-:+"},
		"3 true true":   {"1/2F-1/2F"},
		"4 true true":   {"0F-0F", "0-0", "-/-", "---", "-:-"},
		"0 true true":   {"*"},
		"0 false true":  {"?", "-", "", "? - ?", "0:0"},
		"0 false false": {"won", "2-1"},
	} {
		for _, score := range scores {
			if got := fmt.Sprint(ParseScore(score)); got != want {
				t.Errorf("ParseScore(%q) = %s, want %s", score, got, want)
			}
		}
	}
}

// TestResultsAhead checks results in parentheses, and those of more than a word.
func TestResultsAhead(t *testing.T) {
	for _, test := range []struct{ text, bracketed, numeric string }{
		{"(1-0)", "1 5", "0 0"}, {"(1-0", "0 0", "0 0"}, {"(½–½) x", "3 9", "0 0"}, {"(0-0)", "4 5", "0 0"}, {"(a)", "0 0", "0 0"},
		{"1-0 x", "0 0", "1 3"}, {"1 - 0", "0 0", "1 5"}, {"1/2 - 1/2", "0 0", "3 9"}, {"1/2", "0 0", "3 3"}, {"0.5 - 0.5", "0 0", "3 9"},
		{"1/2 x", "0 0", "3 3"}, {"0.5-0.5", "0 0", "3 7"}, {"0 - 1/2", "0 0", "6 7"}, {"1 - 0.", "0 0", "0 0"}, {"1 - 0e", "0 0", "0 0"}, {"e4", "0 0", "0 0"}, {"12", "0 0", "0 0"},
	} {
		w := NewTextWindow([]byte(test.text), Start)
		if w.SkipSpace() == '(' {
			if got := fmt.Sprint(w.BracketedResult()); got != test.bracketed {
				t.Errorf("BracketedResult() at %q = %s, want %s", test.text, got, test.bracketed)
			}
		} else if got := fmt.Sprint(w.NumericResult()); got != test.numeric {
			t.Errorf("NumericResult() at %q = %s, want %s", test.text, got, test.numeric)
		}
	}
	for line, want := range map[string]bool{"e4 1-0": true, "*": true, "e4\u00a01/2-1/2": true, "1-0 x": false, "": false, "e4*": false} {
		if got := EndsWithResult([]byte(line)); got != want {
			t.Errorf("EndsWithResult(%q) = %v, want %v", line, got, want)
		}
	}
}

// TestMayEndWithResult checks that no result is overlooked, and that most moves are not examined.
func TestMayEndWithResult(t *testing.T) {
	for _, result := range strings.Fields("1-0 0-1 1/2-1/2 1:0 0—1 ½-½ ½ 1/2 0.5-0.5 1/2-0 0-½ +-- --+ WHITEWIN BLACKWIN") {
		for _, word := range []string{result, "e4" + result} {
			if !MayEndWithResult([]byte(word)) {
				t.Errorf("MayEndWithResult(%q) = false, want true", word)
			}
		}
	}
	for _, word := range strings.Fields("e4 Nf3 O-O O-O-O e8=Q Qh7# exd6") {
		if MayEndWithResult([]byte(word)) {
			t.Errorf("MayEndWithResult(%q) = true, want false", word)
		}
	}
}
