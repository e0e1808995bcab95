package pgntext

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/fault"
)

// maxTagLines is the number of lines that a tag may span.
const maxTagLines = 4

var (
	errTagNotClosed   = fault.New("the tag is not closed")
	errNoName         = fault.New("the tag has no name")
	errNotSymbol      = fault.New("the name of a tag consists of letters, digits, and the characters _+#=:-")
	errNotQuoted      = fault.New("the value of the tag is not in quotes")
	errValueNotClosed = fault.New("the value of the tag is not closed")
)

// ErrQuote reports a tag that is read as a whole although a quote in its value is not escaped.
var ErrQuote = fault.New("a quote in the value of the tag is not escaped")

// A tag is the result of parsing a tag such as [White "Carlsen"].
type tag struct {
	name   []byte // "White"
	value  []byte // "Carlsen", with the escapes resolved
	length int    // in bytes, or that of its line if it is faulty and has a name, or 0 if it is too long
	err    error  // the fault, or nil
}

// ReadTag reads the tag that begins here, which may have at most limit bytes. It returns the name,
// and the value with the escapes resolved. A tag may span up to four lines. If it is faulty,
// ReadTag returns the name and the value as far as it can read them, and an error, and moves to the
// end of the line. What has no name that is a symbol, or no value in quotes, is not a tag: ReadTag
// then returns no name, and moves past the closing bracket on this line, or past the opening one if
// there is none. The text of the tag becomes the token, unless it is longer than limit.
func (w *Window) ReadTag(limit int) (name, value []byte, err error) {
	if name, value = w.plainTag(limit); name != nil {
		return name, value, nil
	}
	w.token = w.pos
	t := w.longTag(limit)
	w.cut = w.cut && t.err != nil
	w.advance(t.length)
	if t.length == 0 { // the tag is longer than limit
		w.SkipLine()
		w.token = w.pos
	}
	return t.name, t.value, t.err
}

// inPlainTag holds the bytes that the value of a plain tag consists of.
var inPlainTag = func() (bytes [256]bool) {
	for c := range bytes {
		bytes[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return bytes
}()

// plainTag is ReadTag for the usual form, such as [White "Carlsen"], in one pass. It returns no
// name if the tag has another form, does not begin with a letter, has escapes in its value, or is not
// in memory as a whole.
func (w *Window) plainTag(limit int) (name, value []byte) {
	data, start := w.data, w.pos+1
	n := start
	for inName[data[n]] {
		n++
	}
	if data[n] != ' ' || data[n+1] != '"' || (data[start]|0x20)-'a' > 'z'-'a' {
		return nil, nil
	}
	i := n + 2
	for inPlainTag[data[i]] {
		i++
	}
	if data[i] != '"' || data[i+1] != ']' || i+2-w.pos > min(MaxWord, limit) {
		return nil, nil
	}
	w.token = w.pos
	w.pos = i + 2
	return data[start:n], data[n+2 : i]
}

// longTag parses a tag that is long, spans several lines, or is faulty.
func (w *Window) longTag(limit int) tag {
	for n := 1; ; n++ {
		text := w.lines(n, limit)
		var t tag
		t.parse(text)
		switch {
		case t.err != errTagNotClosed:
			return t
		case len(text) == limit:
			return tag{err: fault.Errorf("the tag has more than %d bytes", limit)}
		case n == maxTagLines || w.pos+len(text) == w.end:
			return t
		}
	}
}

// parse parses the tag at the start of text into the zero tag t.
func (t *tag) parse(text []byte) {
	name := trimSpace(text[1:])
	n := TagNameLength(name)
	rest := trimSpace(name[n:])
	if IsSymbol(name[:n]) && len(rest) > 0 && rest[0] == '"' {
		t.name = name[:n]
		t.parseValue(text, len(text)-len(rest))
		return
	}
	t.length = max(1, bytes.IndexByte(text[:endOfLine(text, 0)], ']')+1)
	switch {
	case len(rest) == 0:
		t.err = errTagNotClosed
	case n == 0:
		t.err = errNoName
	case rest[0] == '"':
		t.err = errNotSymbol
	default:
		t.err = errNotQuoted
	}
}

// parseValue parses the rest of a tag from the opening quote of its value, which is text[at]. The
// value must be on one line. White space may separate it from the closing bracket.
func (t *tag) parseValue(text []byte, at int) {
	t.length = endOfLine(text, at)
	line := text[at+1 : t.length]
	quote := closingQuote(line)
	if quote < 0 {
		t.value = trimTagEnd(line)
		t.err = errValueNotClosed
		if t.length == len(text) && bytes.IndexByte(line, ']') < 0 {
			t.err = errTagNotClosed // the line may be longer than text
		}
		return
	}
	rest := trimSpace(text[at+1+quote+1:])
	switch {
	case len(rest) > 0 && rest[0] == ']':
		t.value = unescape(line[:quote])
		t.length = len(text) - len(rest) + 1
	case len(rest) == 0 || len(trimBlanks(line[quote+1:])) == 0:
		t.value = unescape(line[:quote])
		t.err = errTagNotClosed
	default:
		t.parseQuotes(line, at+1)
	}
}

// parseQuotes parses the rest of a tag whose value has quotes that are not escaped. The value ends
// at the first quote before a bracket that ends the line or that another tag follows, or at the
// last quote before a bracket.
func (t *tag) parseQuotes(line []byte, at int) {
	t.value, t.err = line[:bytes.LastIndexByte(line, '"')], errValueNotClosed
	for i := range line {
		rest := trimBlanks(line[i+1:])
		if line[i] != '"' || len(rest) == 0 || rest[0] != ']' {
			continue
		}
		t.value, t.err = unescape(line[:i]), ErrQuote
		t.length = at + len(line) - len(rest) + 1
		if rest = trimBlanks(rest[1:]); len(rest) == 0 || rest[0] == '[' {
			return
		}
	}
}

// TagNameLength returns the length of the tag name that text begins with.
func TagNameLength(text []byte) int {
	for i, c := range text {
		if c <= ' ' || c == '"' || c == '[' || c == ']' {
			return i
		}
	}
	return len(text)
}

// endOfLine returns the index of the first line feed in text from the index on, or the length of
// text if there is none.
func endOfLine(text []byte, from int) int {
	if i := bytes.IndexByte(text[from:], '\n'); i >= 0 {
		return from + i
	}
	return len(text)
}

// closingQuote returns the index of the first quote in text that no backslash escapes, or -1 if
// there is none.
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

// trimSpace returns text without the white space at its start.
func trimSpace(text []byte) []byte {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	return text
}

// trimBlanks returns text without the white space at its start, up to the first line feed.
func trimBlanks(text []byte) []byte { return bytes.TrimLeft(text, " \t\r") }

// trimTagEnd returns text without the quotes, brackets, and blanks at its end.
func trimTagEnd(text []byte) []byte { return bytes.TrimRight(text, "\"] \t\r") }

// AtTag reports whether a tag begins here, as far as the quote of its value.
func (w *Window) AtTag() bool {
	isTag, certain := beginsTag(w.lines(1, MaxWord))
	w.cut = w.cut && !certain
	return isTag
}

// LooksLikeTag reports whether the line that begins here with a bracket may be a faulty tag: it has a
// quote, or a tag begins the next line.
func (w *Window) LooksLikeTag() bool {
	line, next := w.NextLines()
	return bytes.IndexByte(line, '"') >= 0 || len(NameOfTag(next)) > 0
}

// beginsTag reports whether text begins like a tag, as far as the quote of its value: [White ". The
// quote must be among the first MaxWord+1 bytes. The answer is certain unless it depends on what
// follows text.
func beginsTag(text []byte) (isTag, certain bool) {
	if len(text) == 0 || text[0] != '[' {
		return false, len(text) > 0
	}
	text = text[:min(len(text), MaxWord+1)]
	name := trimBlanks(text[1:])
	n := TagNameLength(name)
	value := trimBlanks(name[n:])
	if len(value) == 0 {
		return false, len(text) > MaxWord
	}
	return IsSymbol(name[:n]) && value[0] == '"', true
}

// NextLines returns the rest of this line and the next one, or as much as is nearby. What they seem
// to be decides nothing that a read error after them could change, so it does not count as a look
// beyond the end.
func (w *Window) NextLines() (line, next []byte) {
	cut := w.cut
	line, next, _ = bytes.Cut(w.lines(2, 2*MaxWord), []byte{'\n'})
	w.cut = cut
	return bytes.TrimRight(line, " \t\r"), bytes.Trim(next, " \t\r")
}

// NextText is NextLines with the next line that is not blank, if that is nearby. isNext reports
// whether no blank line is between the two. The text is a copy.
func (w *Window) NextText() (line, next []byte, isNext bool) {
	cut, n := w.cut, 2
	for ; len(next) == 0 && n < 6; n++ {
		line, next, _ = bytes.Cut(w.lines(n, 2*MaxWord), []byte{'\n'})
		next = bytes.TrimSpace(next)
	}
	w.cut = cut
	return bytes.TrimRight(bytes.Clone(line), " \t\r"), bytes.Clone(next), n == 3
}

// IsBareTag reports whether line is a tag without its opening bracket, or with another character in
// its place: White "Carlsen"] or {White "Carlsen"].
func IsBareTag(line []byte) bool {
	name := line
	if len(line) > 0 && !isPlain(line[0]) {
		_, n := utf8.DecodeRune(line)
		if name = line[n:]; !EndsTag(name) {
			return false
		}
	}
	n := 0
	for n < len(name) && isPlain(name[n]) {
		n++
	}
	return n > 0 && bytes.HasPrefix(bytes.TrimPrefix(name[n:], []byte{' '}), []byte{'"'})
}

// EndsTag reports whether line ends a tag that does not begin on it: sen"].
func EndsTag(line []byte) bool {
	return bytes.HasSuffix(line, []byte("\"]")) && !bytes.ContainsAny(line, "[}")
}

// NameOfTag returns the name of the tag that text begins with, or none if it begins with no tag.
func NameOfTag(text []byte) []byte {
	if isTag, _ := beginsTag(text); !isTag {
		return nil
	}
	name := trimBlanks(text[1:])
	return name[:TagNameLength(name)]
}

// inName holds the bytes that a symbol of PGN consists of, such as the name of a tag.
var inName = func() (bytes [256]bool) {
	for c := range bytes {
		bytes[c] = isPlain(byte(c)) || strings.IndexByte("+#=:-", byte(c)) >= 0
	}
	return bytes
}()

// IsSymbol reports whether name is a symbol of PGN (7), such as the name of a tag.
func IsSymbol(name []byte) bool {
	for _, c := range name {
		if !inName[c] {
			return false
		}
	}
	return len(name) > 0 && isPlain(name[0]) && name[0] != '_'
}

// isPlain reports whether c is a character of a standard tag name.
func isPlain(c byte) bool {
	return classes[c] == Digit || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}

// TagName returns the name of the tag that begins here, or none if there is none nearby.
func (w *Window) TagName() []byte {
	name := trimSpace(w.lines(1, MaxWord)[1:])
	n := TagNameLength(name)
	w.cut = w.cut && n == len(name)
	return name[:n]
}
