package pgntext

import (
	"strings"
	"unicode/utf8"
)

// SkipSpace skips white space, line ends, and 0 bytes. It returns the next byte, or 0 at the end of
// the stream.
func (w *Window) SkipSpace() byte {
	for {
		data, p := w.data, w.pos
		for data[p] == ' ' {
			p++
		}
		c := data[p]
		w.pos = p
		switch {
		case c > ' ':
			if w.firstText < w.lineStart {
				w.firstText = w.Offset()
			}
			return c
		case c == '\n':
			w.pos++
			w.newLine()
		case c != 0 || w.pos < w.end:
			w.pos++
		default:
			w.token = w.pos // no token is open, so nothing needs to be kept
			if !w.fill() {
				return 0
			}
		}
	}
}

// SkipBlanks is SkipSpace for the rest of a line: it stops at a line feed and returns it.
func (w *Window) SkipBlanks() byte {
	for {
		w.token = w.pos // no token is open, so nothing needs to be kept
		c := w.Peek(0)
		if c == '\n' || c > ' ' || w.pos == w.end {
			return c
		}
		w.pos++
	}
}

// isFiller reports whether r is a character beyond ASCII that separates tokens like white space: a
// space of any width, a mark that is not printed, or an ellipsis, which stands for the dots after a
// move number.
func isFiller(r rune) bool {
	const others = "\u00a0\u202f\u205f\u3000\u2028\u2029\u0085…\u00ad\u2060\ufeff"
	return '\u2000' <= r && r <= '\u200f' || strings.ContainsRune(others, r)
}

// isWindowsFiller reports whether c is a no-break space or an ellipsis in Windows-1252.
func isWindowsFiller(c byte) bool { return c == 0xa0 || c == 0x85 }

// fillerLength returns the length of the filler that text, which is not empty, begins with, or 0 if there
// is none.
func fillerLength(text []byte) int {
	if isWindowsFiller(text[0]) {
		return 1
	}
	if r, n := utf8.DecodeRune(text); isFiller(r) {
		return n
	}
	return 0
}

// SkipFillers marks and skips characters beyond ASCII that separate tokens: spaces, marks that are
// not printed, and ellipses. It reports whether there are any.
func (w *Window) SkipFillers() bool {
	w.Mark()
	for n := w.fillerAt(0); n > 0; n = w.fillerAt(0) {
		w.pos += n
	}
	return w.pos > w.token
}

// fillerAt returns the length of the filler n bytes from here, or 0 if there is none.
func (w *Window) fillerAt(n int) int {
	if w.Peek(n) < utf8.RuneSelf {
		return 0
	}
	for !utf8.FullRune(w.data[w.pos+n:w.end]) && w.fill() {
	}
	return fillerLength(w.data[w.pos+n : w.end])
}

// cutFiller returns the part of a word before the first character that [Window.SkipFillers] skips.
func cutFiller(word []byte) []byte {
	for i, c := range word {
		if c >= utf8.RuneSelf && (utf8.RuneStart(c) && fillerLength(word[i:]) > 0 || isWindowsFiller(c) && !utf8.Valid(word)) {
			return word[:i]
		}
	}
	return word
}
