package pgntext

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// readComment returns what ReadComment returns, and the line at which it stops.
func readComment(w *Window, limit int) string {
	w.SkipSpace()
	text, fits, closed, _ := w.ReadComment(limit)
	switch {
	case !closed:
		return fmt.Sprintf("not closed, line %d", w.Line())
	case !fits:
		return fmt.Sprintf("too long, line %d", w.Line())
	}
	return fmt.Sprintf("%q, line %d", text, w.Line())
}

func TestReadComment(t *testing.T) {
	longName, longerName := strings.Repeat("N", MaxWord-1), strings.Repeat("N", MaxWord)
	for _, test := range []struct{ name, text, want, rest string }{
		{"empty", "}", `"", line 1`, ""},
		{"one line", "a b} c}", `"a b", line 1`, " c}"},
		{"lines", "a\n\n b\r\nc} d", `"a\n\n b\r\nc", line 4`, " d"},
		{"as long as the limit", "0123456789abcdef}", `"0123456789abcdef", line 1`, ""},
		{"too long", "0123456789abcdefg} x", "too long, line 1", " x"},
		{"too long, lines", "0123456789\nabc\ndefg} x", "too long, line 3", " x"},
		{"end of the stream", "a\nb", "not closed, line 2", ""},

		{"Event", "a\n[Event \"E\"]\n\n*", "not closed, line 2", "[Event \"E\"]\n\n*"},
		{"Event, end of the stream", "a\n[Event \"E\"]\nx", "not closed, line 3", ""},
		{"Event after a result", "a\n1. e4 1-0\n\n[Event \"E\"]}", "not closed, line 4", "[Event \"E\"]}"},
		{"Event after a result, too long", strings.Repeat("x\n", bufferSize) + "1-0\n[Event \"E\"]}", "not closed, line 65538", "[Event \"E\"]}"},
		{"Event, closed", "\n[Event \"E\"]\nx}", `"\n[Event \"E\"]\nx", line 3`, ""},
		{"Event and another brace", "\n[Event \"E\"] {}", "not closed, line 2", "[Event \"E\"] {}"},
		{"Event and a game", "\n[Event \"E\"]\n1. e4 *\n\n[A \"\"]\n\n1. d4 *\n}", "not closed, line 2",
			"[Event \"E\"]\n1. e4 *\n\n[A \"\"]\n\n1. d4 *\n}"},
		{"Event, indented", "a\n \t[Event \"E\"] {", "not closed, line 2", " \t[Event \"E\"] {"},
		{"Event on the first line", "[Event \"E\"]}", `"[Event \"E\"]", line 1`, ""},
		{"tag after a blank line", "a\n \r\n[A \"\"]\n\n*", "not closed, line 3", "[A \"\"]\n\n*"},
		{"tag after a blank line, closed", "a\n \r\n[A \"\"]}", `"a\n \r\n[A \"\"]", line 3`, ""},
		{"tag after blank lines", "a\n\n\n\n[A \"\"]\n\n*", "not closed, line 5", "[A \"\"]\n\n*"},
		{"tag after another line", "a\n\nb\n[A \"\"]}", `"a\n\nb\n[A \"\"]", line 4`, ""},
		{"tag on the second line", "\n[A \"\"]}", `"\n[A \"\"]", line 2`, ""},
		{"tag with a long name", "a\n\n[" + longName + "\"x\"]\n\n*", "not closed, line 3", "[" + longName + "\"x\"]\n\n*"},
		{"tag with a longer name", "a\n\n[" + longerName + "\"x\"]}", "too long, line 3", ""},
		{"tag after a long line", strings.Repeat("x", 300) + "\n\n[A \"\"]\n\n*", "not closed, line 3", "[A \"\"]\n\n*"},
		{"no quote", "a\n\n[A x]}", `"a\n\n[A x]", line 3`, ""},
		{"no name", "a\n\n[\"x\"]}", `"a\n\n[\"x\"]", line 3`, ""},
		{"end before the quote", "a\n\n[Event }\"", `"a\n\n[Event ", line 3`, "\""},
		{"end of the stream before the quote", "a\n\n[Event ", "not closed, line 3", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkReads(t, "{"+test.text, test.want, test.rest, func(w *Window) string { return readComment(w, 16) })
		})
	}
}

// TestLongComment checks that the text of a comment is not returned if it exceeds the window, and how far a tag in a
// comment may be from the brace that closes it.
func TestLongComment(t *testing.T) {
	w := NewWindow(strings.NewReader("{"+strings.Repeat("x\n", MaxLastLine)+"}"), Start)
	w.SkipSpace()
	if text, fits, closed, _ := w.ReadComment(MaxLastLine + 1000); len(text) > 0 || fits || !closed {
		t.Errorf("a comment that is too long: %d bytes, fits: %v, closed: %v", len(text), fits, closed)
	}
	line := strings.Repeat("x", 255) + "\n"
	for n, want := range map[int]string{maxLook/len(line) - 1: "too long, line 130", maxLook / len(line): "not closed, line 2"} {
		w := NewTextWindow([]byte("{\n[Event \"E\"]\n"+strings.Repeat(line, n)+"}"), Start)
		if got := readComment(&w, 16); got != want {
			t.Errorf("a comment with a tag and %d lines: %s, want %s", n, got, want)
		}
	}
}

var (
	eventPattern = regexp.MustCompile(`^[ \t\r]*\[Event "`)
	tagPattern   = regexp.MustCompile(`^[ \t\r]*\[[\x00-\x20]*([^\x00-\x20"[\]]+)[\x00-\x20]*"`)
	endPattern   = regexp.MustCompile(`(?m)(\*|1-0|0-1|1/2-1/2)[ \t\r]*$`)
	blankPattern = regexp.MustCompile(`^[ \t\r]*$`)
)

// slowBeginsTag reports whether a tag with the name of a symbol begins in a line.
func slowBeginsTag(line string) bool {
	match := tagPattern.FindStringSubmatch(line)
	return match != nil && IsSymbol([]byte(match[1]))
}

// slowReadComment returns what readComment returns, and the text that follows.
func slowReadComment(text string, limit int) (want, rest string) {
	block, rest, closed := strings.Cut(text, "}")
	lines := strings.Split(block, "\n")
	afterBlank := false
	isOpen := strings.Contains(block, "{")
	for i, line := range lines[1:] {
		if isOpen && (eventPattern.MatchString(line) || afterBlank && slowBeginsTag(line)) {
			before := strings.Join(lines[:i+1], "\n") + "\n"
			return fmt.Sprintf("not closed, line %d", i+2), text[len(before):]
		}
		afterBlank = blankPattern.MatchString(line)
	}
	switch {
	case !closed:
		return fmt.Sprintf("not closed, line %d", len(lines)), ""
	case len(block) > limit:
		return fmt.Sprintf("too long, line %d", len(lines)), rest
	}
	return fmt.Sprintf("%q, line %d", block, len(lines)), rest
}

// FuzzReadComment compares ReadComment with a simple version of it.
func FuzzReadComment(f *testing.F) {
	for _, text := range []string{
		"a}b", "a\n\n[White \"x\"]", "a\n[Event \"x\"]\n}", "\r[Event \"", " \r\r\n\n\t[ A\t\"", "\n\n[\"\n\n[A\"",
		"\n \n [Event",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for line := range strings.Lines(text) {
			if len(line) > MaxWord/2 {
				return // the simple version has no limit on lines
			}
		}
		if block, _, _ := strings.Cut(text, "}"); endPattern.MatchString(block) {
			return // the simple version does not look for whole games
		}
		unix := []byte(text)
		endLines(unix)
		want, rest := slowReadComment(string(unix), 16)
		checkReads(t, "{"+text, want, rest, func(w *Window) string { return readComment(w, 16) })
	})
}

func TestBeginsGame(t *testing.T) {
	for _, test := range []struct {
		line       string
		afterBlank bool
		want       bool
	}{
		{"[Event \"", false, true}, {"[White \"", false, false}, {"[White \"", true, true}, {"[White", true, false},
		{"", true, false},
	} {
		if got := beginsGame([]byte(test.line), test.afterBlank); got != test.want {
			t.Errorf("beginsGame(%q, %v) = %v, want %v", test.line, test.afterBlank, got, test.want)
		}
	}
}
