package chess

import (
	"bytes"
	"io"
)

// Classes of the bytes of movetext.
const (
	classOther  = iota
	classSpace  // between tokens
	classLetter // begins a word
	classDigit  // begins a number, a result or a word
	classInWord // belongs to a word but begins none
)

// pgnClasses holds the class of each byte. Bytes beyond ASCII are letters: they
// begin words, if odd ones.
var pgnClasses = func() (classes [256]uint8) {
	set := func(class uint8, bytes string) {
		for i := range len(bytes) {
			classes[bytes[i]] = class
		}
	}
	set(classSpace, " \t\r\n\v\f")
	set(classLetter, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-+=@/#")
	set(classDigit, "0123456789")
	set(classInWord, ":_")
	for c := 0x80; c < 0x100; c++ {
		classes[c] = classLetter
	}
	return classes
}()

var (
	noBreakSpace  = []byte("\u00a0")
	byteOrderMark = []byte("\ufeff")
)

const (
	pgnBufferSize = 1 << 16
	maxWord       = 255 // bytes of a word; what is longer is cut
)

// A pgnInput is the text of a PGN stream: a window on it that slides as the
// tokens are read, with the line and column of the last token.
type pgnInput struct {
	r   io.Reader
	err error // why reading failed
	eof bool

	data     []byte // data[pos:end] is to be read; data[end] is 0, which ends every scan
	pos, end int
	token    int   // where the last token begins; what is before may be dropped
	base     int64 // the offset of data[0] in the input

	line      int   // of pos, from 1
	lineStart int64 // the offset of that line

	// The place of the last token marked: its line, and the offsets of that
	// line and of the token.
	tokenLine                   int
	tokenLineStart, tokenOffset int64
}

func newPGNInput(r io.Reader) pgnInput {
	return pgnInput{r: r, data: make([]byte, pgnBufferSize), line: 1, tokenLine: 1}
}

// fill reads more and reports whether there is more. The bytes from token on
// stay, though they may move.
func (in *pgnInput) fill() bool {
	if in.eof {
		return false
	}
	if in.token > 0 {
		copy(in.data, in.data[in.token:in.end])
		in.base += int64(in.token)
		in.pos -= in.token
		in.end -= in.token
		in.token = 0
	}
	if in.end >= len(in.data)-1 {
		in.data = append(in.data, make([]byte, len(in.data))...)
	}
	for range 100 {
		n, err := in.r.Read(in.data[in.end : len(in.data)-1])
		in.end += n
		in.data[in.end] = 0
		if err != nil {
			in.eof = true
			if err != io.EOF {
				in.err = err
			}
		}
		if n > 0 || in.eof {
			return n > 0
		}
	}
	in.eof = true
	in.err = io.ErrNoProgress
	return false
}

// mark notes that a token begins here.
func (in *pgnInput) mark() {
	in.token = in.pos
	in.tokenLine, in.tokenLineStart = in.line, in.lineStart
	in.tokenOffset = in.base + int64(in.pos)
}

// tokenColumn returns the column of the last token in bytes, from 1.
func (in *pgnInput) tokenColumn() int {
	return int(in.tokenOffset-in.tokenLineStart) + 1
}

// tokenText returns the last token.
func (in *pgnInput) tokenText() []byte { return in.data[in.token:in.pos] }

// newLine notes that the byte before pos ends a line.
func (in *pgnInput) newLine() {
	in.line++
	in.lineStart = in.base + int64(in.pos)
}

// atLineStart reports whether only spaces stand before pos on its line.
func (in *pgnInput) atLineStart() bool {
	start := max(in.lineStart-in.base, 0)
	return len(bytes.TrimLeft(in.data[start:in.pos], " \t")) == 0 &&
		(in.lineStart >= in.base || in.base+int64(in.pos)-in.lineStart < maxWord)
}

// skipSpace passes over white space and NUL bytes and returns the byte that
// follows, 0 at the end of the input.
func (in *pgnInput) skipSpace() byte {
	for {
		c := in.data[in.pos]
		switch {
		case c == '\n':
			in.pos++
			in.newLine()
		case pgnClasses[c] == classSpace:
			in.pos++
		case c != 0:
			return c
		case in.pos < in.end: // a NUL byte of the text
			in.pos++
		default:
			in.token = in.pos
			if !in.fill() {
				return 0
			}
		}
	}
}

// skipBlanks passes over spaces on this line and returns the byte that follows,
// 0 at the end of the input.
func (in *pgnInput) skipBlanks() byte {
	for {
		switch c := in.data[in.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			in.pos++
		case c != 0:
			return c
		case in.pos < in.end:
			in.pos++
		default:
			in.token = in.pos
			if !in.fill() {
				return 0
			}
		}
	}
}

// word marks and returns the word that begins here, at most maxWord bytes of
// it. It does not pass over it.
func (in *pgnInput) word() []byte {
	in.mark()
	for {
		p := in.pos
		for pgnClasses[in.data[p]] >= classLetter {
			p++
		}
		n := p - in.pos
		if p < in.end || n > maxWord || !in.fill() {
			return in.data[in.pos : in.pos+min(n, maxWord)]
		}
	}
}

// lookingAt reports whether s stands here.
func (in *pgnInput) lookingAt(s string) bool {
	for in.end-in.pos < len(s) {
		if !in.fill() {
			return false
		}
	}
	return string(in.data[in.pos:in.pos+len(s)]) == s
}

// space returns the length of a no-break space or byte order mark at the start
// of a word, 0 if there is none.
func (in *pgnInput) space(word []byte) int {
	switch {
	case bytes.HasPrefix(word, byteOrderMark):
		return len(byteOrderMark)
	case bytes.HasPrefix(word, noBreakSpace):
		return len(noBreakSpace)
	case word[0] == 0xa0: // in Latin-1
		return 1
	}
	return 0
}

// bracketedPromotion returns the "(Q)" that follows a word of n bytes, "" if
// none does.
func (in *pgnInput) bracketedPromotion(n int) string {
	for in.end-in.pos < n+3 {
		if !in.fill() {
			return ""
		}
	}
	s := in.data[in.pos+n : in.pos+n+3]
	if t := pieceTypeOf(s[1]); s[0] != '(' || s[2] != ')' || t < Knight || t > Queen {
		return ""
	}
	return string(s)
}

// skipLine passes over the rest of the line.
func (in *pgnInput) skipLine() { in.until('\n', 0) }

// skipReserved passes over "<…>".
func (in *pgnInput) skipReserved() { in.until('>', 0) }

// skipWrapper passes over the marks "[pgn]" and "[/pgn]" of web pages.
func (in *pgnInput) skipWrapper() bool {
	for _, mark := range [...]string{"[pgn]", "[/pgn]", "[PGN]", "[/PGN]"} {
		if in.lookingAt(mark) {
			in.pos += len(mark)
			return true
		}
	}
	return false
}

// lookingAtTag reports whether a tag in its usual form begins here.
func (in *pgnInput) lookingAtTag() bool {
	line := in.restOfLine(maxWord)
	name := bytes.TrimLeft(line[1:], " \t")
	n := nameLength(name)
	value := bytes.TrimLeft(name[n:], " \t")
	return n > 0 && len(value) > 0 && value[0] == '"'
}

// restOfLine returns the text from pos to the end of the line, at most about n
// bytes of it.
func (in *pgnInput) restOfLine(n int) []byte {
	in.token = in.pos
	for {
		text := in.data[in.pos:in.end]
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			return text[:i]
		}
		if len(text) > n || !in.fill() {
			return in.data[in.pos:in.end]
		}
	}
}

// nameLength returns the length of the tag name that text begins with.
func nameLength(text []byte) int {
	if n := bytes.IndexAny(text, " \t\r\n\"[]"); n >= 0 {
		return n
	}
	return len(text)
}

// tag passes over the tag that begins here and returns its name and its value
// with the escapes resolved, as far as they can be read, and what is wrong with
// it, "" if nothing is.
func (in *pgnInput) tag(limit int) (name, value []byte, reason string) {
	line := in.restOfLine(limit)
	if len(line) > limit {
		in.skipLine()
		return nil, nil, "the tag is too long"
	}
	text := bytes.TrimLeft(line[1:], " \t")
	n := nameLength(text)
	name = text[:n]
	text = bytes.TrimLeft(text[n:], " \t\r")
	if n == 0 {
		in.pos += len(line)
		return nil, nil, "the tag has no name"
	}
	if len(text) == 0 || text[0] != '"' {
		in.pos += len(line)
		return name, trimTagEnd(text), "the value of the tag is not in quotes"
	}
	text = text[1:]
	end := closingQuote(text)
	if end < 0 {
		in.pos += len(line)
		return name, trimTagEnd(text), "the value of the tag is not closed"
	}
	rest := bytes.TrimLeft(text[end+1:], " \t\r")
	if len(rest) > 0 && rest[0] == ']' {
		in.pos += len(line) - len(rest) + 1
		return name, unescape(text[:end]), ""
	}
	in.pos += len(line)
	if len(rest) == 0 {
		return name, unescape(text[:end]), "the tag is not closed"
	}
	last := bytes.LastIndexByte(text, '"')
	return name, text[:last], "a quote in the value of the tag is not escaped"
}

// trimTagEnd removes the end of a tag without its closing quote.
func trimTagEnd(text []byte) []byte { return bytes.TrimRight(text, "\"] \t\r") }

// closingQuote returns the index of the first quote that no backslash escapes,
// -1 if there is none.
func closingQuote(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return -1
}

// unescape resolves the escapes \" and \\. Other backslashes stay.
func unescape(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	plain := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\') {
			i++
		}
		plain = append(plain, text[i])
	}
	return plain
}

// sign passes over an annotation sign of one or two characters and returns its
// number.
func (in *pgnInput) sign() int {
	in.lookingAt("!!") // makes sure that both bytes are there
	n := 1
	if c := in.data[in.pos+1]; c == '!' || c == '?' {
		n = 2
	}
	in.pos += n
	return glyphNAGs[string(in.tokenText())]
}

// nagNumber passes over "$n" and returns the number, and whether it is one from
// 0 to 255.
func (in *pgnInput) nagNumber() (nag int, ok bool) {
	in.pos++
	for {
		c := in.data[in.pos]
		switch {
		case c-'0' <= 9:
			nag = min(10*nag+int(c-'0'), 1000)
			ok = true
			in.pos++
			continue
		case c == 0 && in.pos == in.end && in.pos-in.token < maxWord && in.fill():
			continue
		}
		return nag, ok && nag <= 255
	}
}

// until passes over the text up to the next end byte, and that byte, and
// returns the text. fits is false, and the text lost, if it has more than limit
// bytes. closed is false if the end byte does not follow: a comment in braces is
// also taken to end where a line begins like the first tag of a game.
func (in *pgnInput) until(end byte, limit int) (text []byte, fits, closed bool) {
	start := in.pos - in.token // of the text, relative to the token
	fits = true
	for searched := start; ; {
		rest := in.data[in.token+searched : in.end]
		i := bytes.IndexByte(rest, end)
		if i >= 0 {
			rest = rest[:i]
		}
		if end == '}' {
			if j := in.newGame(searched, searched+len(rest)); j >= 0 {
				in.pass(searched, j)
				return nil, fits, false
			}
		}
		in.pass(searched, searched+len(rest))
		searched += len(rest)
		if i >= 0 {
			text = in.data[in.token+start : in.pos]
			in.pos++
			if end == '\n' {
				in.newLine()
			}
			return text, fits && len(text) <= limit, true
		}
		if searched > start+limit+pgnBufferSize {
			fits = false
		}
		if !fits || limit == 0 { // keep no more than what may begin a tag
			kept := min(len(firstTag), searched)
			in.token = in.pos - kept
			start, searched = kept, kept
		}
		if !in.fill() {
			text = in.data[in.token+start : in.pos]
			return text, fits && len(text) <= limit, false
		}
	}
}

// pass sets pos to an index relative to the token, and counts the lines in the
// text from another such index.
func (in *pgnInput) pass(from, to int) {
	text := in.data[in.token+from : in.token+to]
	in.pos = in.token + to
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		in.line += bytes.Count(text, []byte{'\n'})
		in.lineStart = in.base + int64(in.token+from+i+1)
	}
}

// firstTag is how a line begins with which a new game starts, after the end of
// the line before it.
const firstTag = "\n[Event \""

// newGame returns where a line begins with the first tag of a game in the text
// between two indices relative to the token, -1 if none does. What was passed
// just before is searched along, so that the place may lie across.
func (in *pgnInput) newGame(from, to int) int {
	text := in.data[in.token+max(from-len(firstTag), 0) : in.token+to]
	if bytes.IndexByte(text, '\n') < 0 {
		return -1
	}
	i := bytes.Index(text, []byte(firstTag))
	if i < 0 {
		return -1
	}
	return max(from-len(firstTag), 0) + i + 1
}
