package pgntext

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxWord is the length in bytes of the longest word. The rest of a longer word is a word of its
// own.
const MaxWord = 255

// Skip moves past the next n bytes. They must be in memory, as after [Window.Word] or
// [Window.Peek], and must not contain a line feed.
func (w *Window) Skip(n int) { w.pos += n }

// Peek returns the byte i bytes after the next one, or 0 beyond the end of the stream.
func (w *Window) Peek(i int) byte {
	for w.pos+i >= w.end {
		if !w.fill() {
			return 0
		}
	}
	return w.data[w.pos+i]
}

// span returns how many bytes from the next one on, of which it has seen n, are among the given ones.
// It looks at most MaxWord bytes ahead.
func (w *Window) span(n int, among string) int {
	for n < MaxWord && strings.IndexByte(among, w.Peek(n)) >= 0 {
		n++
	}
	return n
}

// HasPrefix reports whether the text that follows begins with s.
func (w *Window) HasPrefix(s string) bool { return w.hasPrefix(0, s, 0) }

// HasPrefixFold is HasPrefix for s in small letters, which may be capital letters in the text.
func (w *Window) HasPrefixFold(s string) bool { return w.hasPrefix(0, s, 'a'-'A') }

func (w *Window) hasPrefix(n int, s string, fold byte) bool {
	for i := range len(s) {
		if c := w.Peek(n + i); c != s[i] && (classes[c] != Letter || c+fold != s[i]) {
			return false
		}
	}
	return true
}

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

// Unread moves back to the start of the last token, which must not contain a line feed.
func (w *Window) Unread() { w.pos = w.token }

// Word marks and returns the word that begins here, without moving past it. It returns at most
// [MaxWord] bytes.
func (w *Window) Word() []byte {
	w.Mark()
	for {
		p := w.pos
		for p-w.pos < MaxWord && classes[w.data[p]] >= Letter {
			p++
		}
		n := p - w.pos
		if p < w.end || n == MaxWord || !w.fill() {
			return w.data[w.pos : w.pos+n]
		}
	}
}

// Head returns the next eight bytes as a number, the first byte in the lowest bits. It returns 0 if
// fewer are in memory.
func (w *Window) Head() uint64 {
	if w.pos+8 > w.end {
		return 0
	}
	return binary.LittleEndian.Uint64(w.data[w.pos:])
}

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

// resultless holds the bytes of words, such as most moves, that a word with a result cannot consist
// of alone: a result has a sign, a byte beyond ASCII, or the W of "WHITEWIN" and "BLACKWIN".
var resultless = func() (bytes [256]bool) {
	for c := range utf8.RuneSelf {
		bytes[c] = classes[c] >= Letter && strings.IndexByte("-/:W", byte(c)) < 0
	}
	return bytes
}()

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
		case c == ' ':
			q++
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

// ReadNumber reads the digits that begin here, at most MaxWord of them. It returns their value, but
// at most 1000, and whether there are any.
func (w *Window) ReadNumber() (n int, ok bool) {
	digits := w.span(0, "0123456789")
	for range digits {
		n = min(10*n+int(w.data[w.pos]-'0'), 1000)
		w.pos++
	}
	return n, digits > 0
}

// isFiller reports whether r is a character beyond ASCII that separates tokens like white space: a
// space of any width, a mark that is not printed, or an ellipsis, which stands for the dots after a
// move number.
func isFiller(r rune) bool {
	switch r {
	case '\u00a0', '\u202f', '\u205f', '\u3000', '\u2028', '\u2029', '\u0085', '…', '\u00ad', '\u2060', '\ufeff':
		return true
	}
	return '\u2000' <= r && r <= '\u200f'
}

// fillerLength returns the length of the filler that text begins with, or 0 if there is none.
func fillerLength(text []byte) int {
	if len(text) == 0 || text[0] < utf8.RuneSelf {
		return 0
	}
	if isWindowsFiller(text[0]) {
		return 1
	}
	if r, n := utf8.DecodeRune(text); isFiller(r) {
		return n
	}
	return 0
}

// isWindowsFiller reports whether c is a no-break space or an ellipsis in Windows-1252.
func isWindowsFiller(c byte) bool { return c == 0xa0 || c == 0x85 }

// SkipFillers skips characters beyond ASCII that separate tokens: spaces, marks that are not
// printed, and ellipses. It reports whether there are any. It must follow a call of [Window.Word],
// which makes sure that a whole character is in memory.
func (w *Window) SkipFillers() bool {
	start := w.pos
	for n := fillerLength(w.data[w.pos:w.end]); n > 0; n = fillerLength(w.data[w.pos:w.end]) {
		w.pos += n
	}
	return w.pos > start
}

// CutFiller returns the part of a word before the first character that [Window.SkipFillers] skips.
func CutFiller(word []byte) []byte {
	for i, c := range word {
		inUTF8 := c >= utf8.RuneSelf && utf8.RuneStart(c) && fillerLength(word[i:]) > 0
		inWindows := isWindowsFiller(c) && !utf8.Valid(word)
		if inUTF8 || inWindows {
			return word[:i]
		}
	}
	return word
}

// AtParagraphEnd reports whether the paragraph ends n bytes from here: only blanks follow on that
// line, and the next line is blank, begins a tag, or does not exist. If n is not 0, comments in
// braces may follow too.
func (w *Window) AtParagraphEnd(n int) bool {
	lines, inComment := 0, false
	for i := n; i < n+4*MaxWord; i++ {
		switch c := w.Peek(i); {
		case c == 0 && w.pos+i >= w.end:
			return true
		case inComment || c == '{' && n > 0:
			inComment = c != '}'
		case c == '\n':
			if lines++; lines == 2 {
				return true
			}
		case c > ' ':
			return lines == 1 && c == '['
		}
	}
	return false
}

// SkipWrapper skips a mark that web pages put around PGN, such as "[pgn]" or "[/PGN]", and reports
// whether there is one. The next byte must be '['.
func (w *Window) SkipWrapper() bool {
	if c := w.data[w.pos+1]; c >= 'A' && c <= 'z' && c|0x20 != 'p' {
		return false // most tags
	}
	for _, mark := range [...]string{"[pgn]", "[/pgn]", "[PGN]", "[/PGN]"} {
		if w.HasPrefix(mark) {
			w.pos += len(mark)
			return true
		}
	}
	return false
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
			isSure = isSure || filler == len("…") && c == "…"[0] && w.Peek(n+2) == "…"[2]
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

// fillerAt returns the length of the filler n bytes from here, or 0 if there is none.
func (w *Window) fillerAt(n int) int {
	if w.Peek(n) < utf8.RuneSelf {
		return 0
	}
	w.Peek(n + utf8.UTFMax - 1)
	return fillerLength(w.data[w.pos+n : w.end])
}

// WordAt returns the word that begins n bytes from here, up to a filler.
func (w *Window) WordAt(n int) []byte {
	end := n
	for end-n < MaxWord && classes[w.Peek(end)] >= Letter {
		end++
	}
	return CutFiller(w.data[w.pos+n : w.pos+end])
}

// AtFirstMove reports whether a line begins here with a first move in its usual form, such as "1. e4"
// or "1. Nf3". It is a fast path: it may return false for others.
func (w *Window) AtFirstMove() bool {
	text := w.data[w.pos:w.end]
	if len(text) < len("1. Nf3 ") || text[0] != '1' || text[1] != '.' || w.firstText != w.Offset() {
		return false
	}
	text = text[2:]
	if text[0] == ' ' {
		text = text[1:]
	}
	if text[0] == 'N' {
		text = text[1:]
	}
	return text[0]-'a' <= 'h'-'a' && text[1]-'1' <= '8'-'1' && text[2] == ' '
}

// SkipToTag skips the rest of this line up to a tag that begins on it. The token is lost.
func (w *Window) SkipToTag() {
	for c := w.Peek(0); c != '\n' && (c != 0 || w.pos < w.end) && (c != '[' || !w.AtTag()); c = w.Peek(0) {
		w.pos++
		w.token = w.pos
	}
}

// BracketedResult returns the result in parentheses that begins here, such as "(1-0)", and the length
// of its text, or 0 if there is none.
func (w *Window) BracketedResult() (result Result, length int) {
	const longest = len("( 1/2—1/2 )")
	for n := 1; n < longest; n++ {
		c := w.Peek(n)
		if c == ')' {
			if result, ok := ParseResultTag(string(w.data[w.pos+1 : w.pos+n])); ok {
				return result, n + 1
			}
		}
		if c < utf8.RuneSelf && strings.IndexByte("0125-/:.* ", c) < 0 {
			break
		}
	}
	return Unfinished, 0
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

// NextLineIsComment reports whether the next line begins with a comment. The next byte must be the
// line feed of this line.
func (w *Window) NextLineIsComment() bool {
	if c := w.Peek(w.span(1, " \t\r")); c != '{' && c != ';' {
		return false
	}
	_, line := w.NextLines()
	return !IsBareTag(line)
}

// HasEllipsis reports whether dots, or an ellipsis, and blanks follow n bytes from here.
func (w *Window) HasEllipsis(n int) bool {
	n = w.span(n, " \t")
	return w.hasPrefix(n, "..", 0) || w.hasPrefix(n, "…", 0)
}

// EntityLength returns the length of the rest of an HTML entity such as "&nbsp;" whose first byte
// has been read, or 0 if there is none of at most ten bytes.
func (w *Window) EntityLength() int {
	for i := range 9 {
		switch c := w.Peek(i); {
		case c == ';':
			return i + 1
		case c != '#' && classes[c] < Letter:
			return 0
		}
	}
	return 0
}

// SkipSymbol marks and skips a symbol in parentheses or brackets: a draw offer such as "(=)", the
// place of a diagram such as "[#]", or a command such as "[%clk 0:05:00]". It says how the symbol
// departs from the standard, or returns "" if there is none.
func (w *Window) SkipSymbol() (deviation string, isDiagram bool) {
	if w.HasPrefix("[%") {
		if n := w.toClosing("]"); n > 0 {
			w.Mark()
			w.Skip(n)
			return "a command belongs in a comment", false
		}
	}
	for i, symbol := range [...]string{"(=)", "(#)", "(d)", "(dia)", "(diagram)", "[#]", "[d]", "[dia]", "[diagram]"} {
		switch {
		case !w.HasPrefixFold(symbol):
			continue
		case i == 0:
			deviation = "the draw offer is read as a comment"
		default:
			deviation, isDiagram = "the diagram mark is read as $"+strconv.Itoa(Diagram), true
		}
		w.Mark()
		w.Skip(len(symbol))
		return deviation, isDiagram
	}
	return "", false
}

// SkipBracket marks and skips text in brackets, up to a "]" or "}" that is nearby on this line, or
// the bracket alone.
func (w *Window) SkipBracket() {
	n := w.toClosing("]}")
	w.Mark()
	w.Skip(max(n, 1))
}

// toClosing returns how many bytes it takes from here to the end of the first of the given brackets
// that is nearby on this line, or 0 if there is none.
func (w *Window) toClosing(brackets string) int {
	for n := range MaxWord {
		switch c := w.Peek(n); {
		case strings.IndexByte(brackets, c) >= 0:
			return n + 1
		case c == '\n':
			return 0
		}
	}
	return 0
}

// SignFollows reports whether a sign of check follows apart from its move.
func (w *Window) SignFollows() bool {
	c := w.Peek(w.span(0, " !?"))
	return c == '+' || c == '#'
}
