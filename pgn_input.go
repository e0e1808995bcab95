package chess

import (
	"bytes"
	"io"
	"unicode/utf8"
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

const pgnBufferSize = 1 << 16

// A pgnInput is the text of a PGN stream: a window on it that slides as the
// tokens are read, with the line and column of the last token.
type pgnInput struct {
	r   io.Reader
	err error // why reading failed
	eof bool

	data     []byte // data[pos:end] is to be read; data[end] is 0, which ends every scan
	held     bool   // a carriage return follows data[:end], what comes after it not yet known
	pos, end int
	token    int   // where the last token begins; what is before may be dropped
	base     int64 // the offset of data[0] in the input

	line      int   // of pos, from 1
	lineStart int64 // the offset of that line
	indent    int64 // the offset of the first token on that line, if not before lineStart

	// The place of the last token marked: its line, and the offsets of that
	// line and of the token.
	tokenLine                   int
	tokenLineStart, tokenOffset int64
}

func newPGNInput(r io.Reader) pgnInput {
	return pgnInput{r: r, data: make([]byte, pgnBufferSize), line: 1, tokenLine: 1, indent: -1}
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
	if in.end >= len(in.data)-2 {
		in.data = append(in.data, make([]byte, len(in.data))...)
	}
	added := in.end
	if in.held {
		in.data[in.end] = '\r'
		in.end++
		in.held = false
	}
	for idle := 0; !in.eof; {
		n, err := in.r.Read(in.data[in.end : len(in.data)-1])
		in.end += n
		idle++
		if n > 0 {
			idle = 0
		}
		if err == nil && idle == 100 {
			err = io.ErrNoProgress
		}
		if err != nil {
			in.eof = true
			if err != io.EOF {
				in.err = err
			}
			break
		}
		if in.end > added && in.data[in.end-1] == '\r' { // it waits for what follows
			if in.end == added+1 {
				continue
			}
			in.end--
			in.held = true
		}
		if in.end > added {
			break
		}
	}
	in.data[in.end] = 0
	endLines(in.data[added:in.end])
	return in.end > added
}

// endLines makes line feeds of the carriage returns that end lines alone, as on
// old Macs.
func endLines(text []byte) {
	for i := 0; ; i++ {
		n := bytes.IndexByte(text[i:], '\r')
		if n < 0 {
			return
		}
		i += n
		if i+1 == len(text) || text[i+1] != '\n' {
			text[i] = '\n'
		}
	}
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

// atLineStart reports whether only blanks stand before pos on its line.
func (in *pgnInput) atLineStart() bool { return in.indent == in.base+int64(in.pos) }

// skipSpace passes over white space and NUL bytes and returns the byte that
// follows, 0 at the end of the input.
func (in *pgnInput) skipSpace() byte {
	for {
		c := in.data[in.pos]
		switch {
		case c > ' ':
			if in.indent < in.lineStart {
				in.indent = in.base + int64(in.pos)
			}
			return c
		case c == '\n':
			in.pos++
			in.newLine()
		case c != 0 || in.pos < in.end:
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
		case c == '\n' || c > ' ':
			return c
		case c != 0 || in.pos < in.end:
			in.pos++
		default:
			in.token = in.pos
			if !in.fill() {
				return 0
			}
		}
	}
}

// endsParagraph reports whether nothing but blanks follows on this line, and the
// next line is blank, begins with a tag or is not there.
func (in *pgnInput) endsParagraph() bool {
	in.token = in.pos
	lines := 0
	for i := 0; i < maxWord; i++ {
		switch c := in.peek(i); {
		case c == '\n':
			if lines++; lines == 2 {
				return true
			}
		case c == 0 && in.pos+i >= in.end:
			return true
		case c > ' ':
			return lines == 1 && c == '['
		}
	}
	return false
}

// peek returns the byte i bytes after pos, 0 beyond the end of the input.
func (in *pgnInput) peek(i int) byte {
	for in.pos+i >= in.end {
		if !in.fill() {
			return 0
		}
	}
	return in.data[in.pos+i]
}

// word marks and returns the word that begins here, at most maxWord bytes of
// it. It does not pass over it.
func (in *pgnInput) word() []byte {
	in.mark()
	for {
		p := in.pos
		for p-in.pos < maxWord && pgnClasses[in.data[p]] >= classLetter {
			p++
		}
		n := p - in.pos
		if p < in.end || n == maxWord || !in.fill() {
			return in.data[in.pos : in.pos+n]
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
	return in.data[in.pos+1] == s[1] && string(in.data[in.pos:in.pos+len(s)]) == s
}

// skipMoveNumber passes over a move number with its dots and reports whether
// there is one; without a dot a number is for others to judge.
func (in *pgnInput) skipMoveNumber() bool {
	in.mark()
	p := in.pos + 1
	for in.data[p]-'0' <= 9 && p-in.pos < maxWord {
		p++
	}
	if in.data[p] != '.' || in.data[in.pos] == '0' {
		return false
	}
	for in.data[p] == '.' {
		p++
	}
	in.pos = p
	return true
}

// spaceLength returns the length of what counts as space at the start of a word
// though it is none in ASCII, 0 if there is nothing such: a no-break space, a
// byte order mark, the dots of a move number in one character.
func spaceLength(word []byte) int {
	switch {
	case len(word) == 0:
		return 0
	case word[0] == 0xa0: // a no-break space in Latin-1
		return 1
	}
	for _, space := range [...]string{"\u00a0", "\ufeff", "…"} {
		if bytes.HasPrefix(word, []byte(space)) {
			return len(space)
		}
	}
	return 0
}

// skipSpaces passes over such spaces.
func (in *pgnInput) skipSpaces() {
	for n := 1; n > 0; in.pos += n {
		n = spaceLength(in.data[in.pos:in.end])
	}
}

// cutSpace returns the part of a word before such a space.
func cutSpace(word []byte) []byte {
	for i, c := range word {
		if c >= 0x80 && spaceLength(word[i:]) > 0 && utf8.RuneStart(c) || c == 0xa0 && !utf8.Valid(word) {
			return word[:i]
		}
	}
	return word
}

// bracketedPromotion returns the "(Q)" that follows a word of n bytes, with the
// mark of check or mate behind it; "" if none does.
func (in *pgnInput) bracketedPromotion(n int) string {
	if t := pieceTypeOf(in.peek(n + 1)); in.peek(n) != '(' || in.peek(n+2) != ')' || t < Knight || t > Queen {
		return ""
	}
	end := n + 3
	for c := in.peek(end); c == '+' || c == '#'; c = in.peek(end) {
		end++
	}
	return string(in.data[in.pos+n : in.pos+end])
}

// skipLine passes over the rest of the line.
func (in *pgnInput) skipLine() { in.until('\n', 0) }

// skipWrapper passes over the marks "[pgn]" and "[/pgn]" of web pages.
func (in *pgnInput) skipWrapper() bool {
	if c := in.data[in.pos+1]; c >= 'A' && c <= 'z' && c|0x20 != 'p' {
		return false // as nearly always
	}
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
	is, _ := beginsTag(in.lines(1, maxWord))
	return is
}

// beginsTag reports whether a text begins like a tag, as far as its value, and
// whether that is certain or a matter of what follows.
func beginsTag(text []byte) (is, certain bool) {
	if len(text) == 0 || text[0] != '[' {
		return false, len(text) > 0
	}
	name := trimBlanks(text[1:])
	n := nameLength(name)
	value := trimBlanks(name[n:])
	if len(value) == 0 {
		return false, len(text) > maxWord
	}
	return n > 0 && value[0] == '"', true
}

// lines returns the text from pos to the end of the given number of lines,
// without the last line's end, at most limit bytes of it.
func (in *pgnInput) lines(number, limit int) []byte {
	in.token = in.pos
	for {
		text := in.data[in.pos:min(in.end, in.pos+limit)]
		end := -1
		for i := 0; i < number; i++ {
			n := bytes.IndexByte(text[end+1:], '\n')
			if n < 0 {
				break
			}
			if end += n + 1; i == number-1 {
				return text[:min(end, limit)]
			}
		}
		if len(text) >= limit {
			return text
		}
		if !in.fill() {
			return in.data[in.pos:min(in.end, in.pos+limit)]
		}
	}
}

// lookingAtFaultyTag reports whether a line begins here that is meant as a tag
// but lacks its bracket, or, on the line of another tag, no movetext: the next
// line begins like a tag, and no result stands before it.
func (in *pgnInput) lookingAtFaultyTag(afterTag bool) bool {
	line, next, _ := bytes.Cut(in.lines(2, 2*maxWord), []byte{'\n'})
	name := 0
	for name < len(line) && (pgnClasses[line[name]] == classDigit || line[name]|0x20 >= 'a' && line[name]|0x20 <= 'z' || line[name] == '_') {
		name++
	}
	if value := trimBlanks(line[name:]); len(value) > 0 && value[0] == '"' {
		return true
	}
	if is, _ := beginsTag(trimBlanks(next)); !is || !afterTag {
		return false
	}
	words := bytes.Fields(line)
	last := words[len(words)-1]
	_, isResult := parseResultMark(last)
	return !isResult && !bytes.HasSuffix(last, []byte("*"))
}

// trimBlanks removes the blanks at the start of a text.
func trimBlanks(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t' || text[0] == '\r') {
		text = text[1:]
	}
	return text
}

// tag passes over the tag that begins here and returns its name and its value
// with the escapes resolved, as far as they can be read, and what is wrong with
// it, "" if nothing is. The tokens of a tag may stand on several lines.
func (in *pgnInput) tag(limit int) (name, value []byte, reason string) {
	const mostLines = 4
	if name, value, length, reason := parseTag(in.lines(1, min(maxWord, limit))); reason == "" {
		in.pass(0, length)
		return name, value, ""
	}
	for number := 1; ; number++ {
		text := in.lines(number, limit)
		name, value, length, reason := parseTag(text)
		switch {
		case reason == tagUnfinished && len(text) >= limit:
			in.until('\n', 0)
			return nil, nil, "the tag is too long"
		case reason == tagUnfinished && number < mostLines && in.pos+len(text) < in.end:
			continue
		}
		in.pass(0, length)
		return name, value, reason
	}
}

// tagUnfinished is what is wrong with a tag that ends before its bracket.
const tagUnfinished = "the tag is not closed"

// parseTag takes a tag apart. length is that of the tag; if something is wrong
// with it, up to the end of its line.
func parseTag(text []byte) (name, value []byte, length int, reason string) {
	lineEnd := func(from int) int {
		line, _, _ := bytes.Cut(text[from:], []byte{'\n'})
		return from + len(line)
	}
	rest := trimSpace(text[1:])
	n := nameLength(rest)
	name, rest = rest[:n], trimSpace(rest[n:])
	at := len(text) - len(rest)
	switch {
	case len(rest) == 0:
		return name, nil, lineEnd(0), tagUnfinished
	case n == 0:
		return nil, nil, lineEnd(0), "the tag has no name"
	case rest[0] != '"':
		end := lineEnd(0)
		return name, trimTagEnd(text[min(at, end):end]), end, "the value of the tag is not in quotes"
	}
	end := lineEnd(at)
	line := text[at+1 : end] // the value stands on one line
	quote := closingQuote(line)
	if quote < 0 {
		if end == len(text) && !bytes.ContainsAny(line, "]") {
			return name, trimTagEnd(line), end, tagUnfinished
		}
		return name, trimTagEnd(line), end, "the value of the tag is not closed"
	}
	rest = trimSpace(text[at+1+quote+1:])
	switch {
	case len(rest) == 0:
		return name, unescape(line[:quote]), end, tagUnfinished
	case rest[0] == ']':
		return name, unescape(line[:quote]), len(text) - len(rest) + 1, ""
	case len(trimBlanks(line[quote+1:])) == 0:
		return name, unescape(line[:quote]), end, tagUnfinished
	}
	last := bytes.LastIndexByte(line, '"')
	return name, line[:last], end, "a quote in the value of the tag is not escaped"
}

// trimSpace removes the white space at the start of a text, line ends included.
func trimSpace(text []byte) []byte {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	return text
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
func (in *pgnInput) sign() NAG {
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
func (in *pgnInput) nagNumber() (nag NAG, ok bool) {
	in.pos++
	for n := 0; ; {
		c := in.data[in.pos]
		switch {
		case c-'0' <= 9:
			n = min(10*n+int(c-'0'), 1000)
			ok = true
			in.pos++
			continue
		case c == 0 && in.pos == in.end && in.pos-in.token < maxWord && in.fill():
			continue
		}
		return NAG(n), ok && n <= 255
	}
}

// until passes over the text up to the next end byte, and that byte, and
// returns the text. fits is false, and the text lost, if it has more than limit
// bytes. closed is false if the end byte does not follow: what may stand on
// several lines also ends where a new game begins.
func (in *pgnInput) until(end byte, limit int) (text []byte, fits, closed bool) {
	start := in.pos - in.token // of the text, relative to the token
	fits = true
	blank := false
	for searched := start; ; {
		rest := in.data[in.token+searched : in.end]
		i := bytes.IndexByte(rest, end)
		if i >= 0 {
			rest = rest[:i]
		}
		to := searched + len(rest)
		if end != '\n' && bytes.IndexByte(rest, '\n') >= 0 {
			game, sure, wasBlank := in.newGame(searched, to, blank)
			if sure {
				in.pass(searched, game)
				return nil, fits, false
			}
			if i < 0 && !in.eof {
				to = game // look at it again with what follows
				blank = wasBlank
			}
		}
		in.pass(searched, to)
		searched = to
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
		if !fits || limit == 0 {
			in.token = in.pos // nothing of it is kept
			start, searched = 0, 0
		}
		if !in.fill() {
			in.pass(searched, in.end-in.token)
			text = in.data[in.token+start : in.pos]
			return text, fits && len(text) <= limit, false
		}
	}
}

// newGame looks for the start of a new game between two indices relative to the
// token: a line that begins like a tag and either names the event or follows a
// blank line, as the first one does if blank is true. It returns where, and true
// if that is certain; else from where on to search again when there is more
// text, and whether a blank line stands before.
func (in *pgnInput) newGame(from, to int, blank bool) (int, bool, bool) {
	text := in.data[in.token+from : in.token+to]
	i := bytes.IndexByte(text, '\n')
	if i > 0 {
		blank = false
	}
	for i >= 0 {
		line := text[i+1:]
		start := trimBlanks(line[:min(len(line), maxWord)])
		if len(start) > 0 && start[0] == '\n' {
			blank = true
			i += bytes.IndexByte(line, '\n') + 1
			continue
		}
		indent := min(len(line), maxWord) - len(start)
		is, certain := beginsTag(line[indent:min(len(line), 2*maxWord)])
		switch {
		case !certain && len(line) < 2*maxWord:
			return from + i, false, blank
		case is && (blank || bytes.HasPrefix(start, []byte(firstTag[1:]))):
			return from + i + 1, true, blank
		}
		blank = false
		n := bytes.IndexByte(line, '\n')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return to, false, false
}

// pass sets pos to an index relative to the token, and counts the lines in the
// text from another such index.
func (in *pgnInput) pass(from, to int) {
	text := in.data[in.token+from : in.token+to]
	in.pos = in.token + to
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		in.line += bytes.Count(text, []byte{'\n'})
		in.lineStart = in.base + int64(in.token+from+i+1)
		in.indent = in.lineStart // no token begins the line that this text ends on
	}
}

// firstTag is how most games begin, after the end of the line before.
const firstTag = "\n[Event \""
