package pgntext

import (
	"slices"
	"strconv"
	"strings"
)

// diagramMarks are the marks that ask for a diagram, as programs and books write them.
var diagramMarks = [...]string{"(#)", "(d)", "(dia)", "(diagram)", "[#]", "[d]", "[dia]", "[diagram]"}

// SkipSymbol marks and skips a symbol in parentheses or brackets: a draw offer such as "(=)", the
// place of a diagram such as "[#]", or a command such as "[%clk 0:05:00]". It says how the symbol
// departs from the standard, or returns "" if there is none.
func (w *Window) SkipSymbol() (deviation string, isDiagram bool) {
	n := 0
	if w.HasPrefix("[%") {
		n, deviation = w.toClosing("]", false), "a command belongs in a comment"
	} else if w.HasPrefix("(=)") {
		n, deviation = len("(=)"), "the draw offer is read as a comment"
	} else if i := slices.IndexFunc(diagramMarks[:], w.HasPrefix); i >= 0 {
		n, deviation, isDiagram = len(diagramMarks[i]), "the diagram mark is read as $"+strconv.Itoa(Diagram), true
	}
	if n == 0 {
		return "", false
	}
	w.Take(n)
	return deviation, isDiagram
}

// SkipWrapper skips a mark that web pages put around PGN, such as "[pgn]" or "[/PGN]", and reports
// whether there is one. The next byte must be '['.
func (w *Window) SkipWrapper() bool {
	if c := w.data[w.pos+1]; c >= 'A' && c <= 'z' && c|0x20 != 'p' {
		return false // most tags
	}
	for _, mark := range [...]string{"[pgn]", "[/pgn]"} {
		if w.HasPrefix(mark) {
			w.pos += len(mark)
			return true
		}
	}
	return false
}

// SkipBracket marks and skips text in brackets, up to a "]" or "}" that is nearby on this line, or
// the bracket alone.
func (w *Window) SkipBracket() {
	w.Take(max(w.toClosing("]}", false), 1))
}

// toClosing returns how many bytes it takes from here to the end of the first of the given brackets
// that is nearby: on this line or, across lines, before one that begins with a tag. It returns 0 if
// there is none.
func (w *Window) toClosing(brackets string, acrossLines bool) int {
	for n := range MaxWord {
		switch c := w.Peek(n); {
		case strings.IndexByte(brackets, c) >= 0:
			return n + 1
		case c == '\n' && (!acrossLines || w.Peek(n+1) == '['):
			return 0
		}
	}
	return 0
}

// SkipAngles skips text in angle brackets, and returns its length with the brackets. It returns 0
// if no bracket closes the text within [MaxWord] bytes and before a line that begins with a tag.
func (w *Window) SkipAngles() int {
	n := w.toClosing(">", true)
	w.advance(n)
	return n
}
