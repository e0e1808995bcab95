package pgntext

import (
	"bytes"
	"strconv"
	"strings"
)

// SkipMoveNumber skips a move number that ends with a dot, such as "12." or "12...", and reports
// whether there is one. It is a fast path: it may return false for a number that begins with 0 or
// that is not yet in memory as a whole. The number must begin here with a digit.
func (w *Window) SkipMoveNumber() bool {
	w.Mark()
	p := w.afterNumber(w.pos)
	if p == w.pos || w.data[w.pos] == '0' {
		return false
	}
	w.pos = p
	return true
}

// afterNumber returns the index after the move number with a dot that begins at p. It returns p if
// there is none, or if it is not certain where it ends.
func (w *Window) afterNumber(p int) int {
	data, q := w.data, p+1
	for data[q]-'0' <= 9 && q-p < MaxWord {
		q++
	}
	if data[q] != '.' {
		return p
	}
	for data[q] == '.' {
		q++
	}
	if q == w.end || data[q] == '*' {
		return p // more dots may follow, or what should be one
	}
	return q
}

// MoveNumberFollows reports whether a move number that begins no game follows n bytes from here: one
// that is not 1, or that has more than one dot. At most one line end stands before it.
func (w *Window) MoveNumberFollows(n int) bool {
	const blanks = " \t\r\v\f"
	if n = w.span(n, blanks); w.Peek(n) == '\n' {
		n = w.span(n+1, blanks)
	}
	end := w.span(n, "0123456789")
	isOne := end == n+1 && w.Peek(n) == '1'
	return end > n && w.Peek(end) == '.' && (!isOne || w.Peek(end+1) == '.')
}

// Lead looks ahead and returns the length of what may precede a move here: opening parentheses, a
// move number, what ends it, and glyphs. isSure is false for a bare number and for nothing, which
// say nothing about what follows.
func (w *Window) Lead() (n int, isSure bool) {
	isNumber := false
	for n = w.span(0, "( "); n < MaxWord; {
		c := w.Peek(n)
		filler := w.fillerAt(n)
		switch {
		case filler > 0:
			isSure = isSure || w.hasPrefix(n, "…")
			n += filler
		case classes[c] == Space || c == 0 && w.pos+n < w.end:
			n++
		case classes[c] == Digit && !isNumber:
			isNumber = true
			n = w.span(n, "0123456789")
		case isNumber && w.endsNumberAt(n), c == '!', c == '?':
			isSure = true
			n++
		case c == '$':
			isSure = true
			n = w.span(n+1, "0123456789")
		default:
			return n, isSure
		}
	}
	return n, isSure
}

// endsNumberAt reports whether a character that ends a move number is n bytes from here.
func (w *Window) endsNumberAt(n int) bool {
	c := w.Peek(n)
	return strings.IndexByte(".:)*", c) >= 0 || c == '-' && w.Peek(n+1) > '9'
}

// SkipDots skips the dots after a move number. A star counts as a dot if a word follows it on this
// line, after dots and spaces, because then it is no result.
func (w *Window) SkipDots() {
	for w.Peek(0) == '.' || w.Peek(0) == '*' {
		if w.Peek(0) == '*' && classes[w.Peek(w.span(1, ". "))] != Letter {
			return
		}
		w.Skip(1)
	}
}

// hasEllipsis reports whether dots, or an ellipsis, and blanks follow n bytes from here.
func (w *Window) hasEllipsis(n int) bool {
	n = w.span(n, " \t")
	return w.hasPrefix(n, "..") || w.hasPrefix(n, "…")
}

// A Number is a move number.
type Number struct {
	Value, Dots int
	Place       Place
}

// String returns a form such as "7..." or "7".
func (n Number) String() string {
	return strconv.Itoa(n.Value) + strings.Repeat(".", min(n.Dots, 3))
}

// Number returns the move number that is the token. Its value is at most 1,000,000, and a star counts
// as a dot, as in [Window.SkipDots].
func (w *Window) Number() Number {
	n := Number{Place: w.Place()}
	for _, c := range w.Token() {
		if c == '.' || c == '*' {
			n.Dots++
		} else {
			n.Value = min(10*n.Value+int(c-'0'), 1_000_000)
		}
	}
	return n
}

// Restarts reports whether the move number 1 that has just been read begins another game. If so, it
// moves back to the number.
func (w *Window) Restarts(isMove func(text string) bool) bool {
	if !w.afterBlank {
		return false
	}
	length := len(w.Token())
	w.pos = w.token
	if w.AtLineStart() && !w.hasEllipsis(length) && (w.Peek(length-1) == '.' || w.moveFollows(isMove)) {
		return true
	}
	w.pos += length
	return false
}

// moveFollows reports whether a move follows the number that begins here.
func (w *Window) moveFollows(isMove func(text string) bool) bool {
	n, _ := w.Lead()
	return isMove(string(w.WordAt(n)))
}

// MoveMayFollow reports whether a move may follow a move number without a dot.
func (w *Window) MoveMayFollow() bool {
	switch c := w.SkipSpace(); {
	case c == 0, c == '*', c == ')', c == '[':
		return false
	case classes[c] == Digit:
		word := w.WordAt(0)
		_, isResult := ParseResult(word)
		return !isResult && len(bytes.Trim(word, "0123456789")) > 0
	}
	return true
}

// EndsNumber reports whether the text after the digits of a move number, a colon or a hyphen before
// its move, ends the number as a dot would.
func EndsNumber(rest []byte) bool {
	return string(rest) == ":" || len(rest) > 1 && (rest[0] == '-' || rest[0] == ':') && rest[1] > '9'
}
