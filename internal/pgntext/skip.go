package pgntext

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// SkipMoves skips white space, move numbers, words that do not contain a result, and comments in
// braces, which must not nest. It stops at the move number 1, which may begin another game, and at
// other text. It is a fast path: it may stop earlier. It reports whether it has skipped a word.
func (w *Window) SkipMoves() (word bool) {
	for w.SkipSpace() != 0 {
		from := w.pos
		if word = w.skipLine() || word; w.pos == from || w.data[w.pos] > ' ' {
			break
		}
	}
	return word
}

// skipLine is SkipMoves up to the end of the line.
func (w *Window) skipLine() (word bool) {
	data, p := w.data, w.pos
	for {
		c, q := data[p], p
		switch class := classes[c]; {
		case class == Letter:
			q = w.afterWord(p)
			word = word || q > p
		case class == Digit && c != '0' && (c != '1' || data[p+1] != '.'):
			q = w.afterNumber(p)
		case c == '{':
			q = w.afterComment(p)
		}
		if q == p {
			w.pos = p
			return word
		}
		if p = q; data[p] == ' ' {
			p++
		}
	}
}

// afterWord returns the index after the word that begins at p. It returns p if the word may contain a
// result, or if a quote follows, as in a damaged tag.
func (w *Window) afterWord(p int) int {
	data, q := w.data, p
	for resultless[data[q]] {
		q++
	}
	if data[q] != ' ' && (q == w.end || classes[data[q]] >= Letter || data[q] == '"') || data[q+1] == '"' {
		return p
	}
	return q
}

// afterComment returns the index after the comment in braces that begins at p. It returns p if the
// comment is long or ends on another line.
func (w *Window) afterComment(p int) int {
	text := w.data[p:min(p+MaxWord, w.end)]
	n := bytes.IndexByte(text, '}')
	if n < 0 || bytes.IndexByte(text[:n], '\n') >= 0 {
		return p
	}
	return p + n + 1
}

// resultless holds the bytes of words, such as most moves, that a word with a result cannot consist
// of alone: a result has a sign, a byte beyond ASCII, or the W of "WHITEWIN" and "BLACKWIN".
var resultless = bytesWhere(func(c byte) bool {
	return c < utf8.RuneSelf && classes[c] >= Letter && strings.IndexByte("-/:W", c) < 0
})
