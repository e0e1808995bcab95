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
		w.token = w.pos
		w.ReadLine(0)
		w.token = w.pos
	}
	return t.name, t.value, t.err
}

// inPlainTag holds the bytes that the value of a plain tag consists of.
var inPlainTag = bytesWhere(func(c byte) bool { return c >= ' ' && c != '"' && c != '\\' })

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
		t := parseTag(text)
		switch {
		case t.err != errTagNotClosed:
			return t
		case len(text) == limit:
			return tag{err: fault.Errorf("the tag has more than %d bytes", limit)}
		case n == maxTagLines:
			return t
		}
	}
}

// parseTag parses the tag at the start of text.
func parseTag(text []byte) (t tag) {
	name, rest := headOfTag(text)
	if IsSymbol(name) && len(rest) > 0 && rest[0] == '"' {
		t.name = name
		t.parseValue(text, rest[1:])
		return t
	}
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	t.length = max(1, bytes.IndexByte(line, ']')+1)
	switch {
	case len(rest) == 0:
		t.err = errTagNotClosed
	case len(name) == 0:
		t.err = errNoName
	case rest[0] == '"':
		t.err = errNotSymbol
	default:
		t.err = errNotQuoted
	}
	return t
}

// headOfTag returns the name of the tag that text begins with, and what follows the name and white
// space.
func headOfTag(text []byte) (name, rest []byte) {
	text = trimSpace(text[1:])
	name = cutFiller(text[:TagNameLength(text)])
	return name, trimSpace(text[len(name):])
}

// parseValue parses the rest of a tag, whose value begins with rest, after the opening quote. The
// value must be on one line. White space may separate it from the closing bracket.
func (t *tag) parseValue(text, rest []byte) {
	line, _, isWhole := bytes.Cut(rest, []byte{'\n'})
	t.length = len(text) - len(rest) + len(line)
	quote := closingQuote(line)
	if quote < 0 {
		t.value, t.err = bytes.TrimRight(line, "\"] \t\r"), errValueNotClosed
		if !isWhole && bytes.IndexByte(line, ']') < 0 {
			t.err = errTagNotClosed // the line may be longer than text
		}
		return
	}
	t.value = unescape(line[:quote])
	switch after := trimSpace(rest[quote+1:]); {
	case len(after) > 0 && after[0] == ']':
		t.length = len(text) - len(after) + 1
	case len(after) == 0 || len(trimBlanks(line[quote+1:])) == 0:
		t.err = errTagNotClosed
	default:
		t.parseQuotes(line)
	}
}

// parseQuotes parses the rest of a tag whose value has quotes that are not escaped. The value ends
// at the first quote before a bracket that ends the line or that another tag follows, or at the
// last quote before a bracket. Before another tag, the bracket may be missing.
func (t *tag) parseQuotes(line []byte) {
	end := t.length
	t.value, t.err = line[:bytes.LastIndexByte(line, '"')], errValueNotClosed
	for i := range line {
		rest := trimBlanks(line[i+1:])
		if line[i] != '"' || len(rest) == 0 {
			continue
		}
		if len(NameOfTag(rest)) > 0 {
			t.value, t.err, t.length = unescape(line[:i]), errTagNotClosed, end-len(rest)
			return
		}
		if rest[0] != ']' {
			continue
		}
		t.value, t.err, t.length = unescape(line[:i]), ErrQuote, end-len(rest)+1
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

// unescaper resolves the escapes in the value of a tag. Other backslashes stay.
var unescaper = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

func unescape(value []byte) []byte {
	if bytes.IndexByte(value, '\\') < 0 {
		return value
	}
	return []byte(unescaper.Replace(string(value)))
}

// trimSpace returns text without the white space at its start, fillers included.
func trimSpace(text []byte) []byte {
	for len(text) > 0 && (text[0] <= ' ' || fillerLength(text) > 0) {
		text = text[max(1, fillerLength(text)):]
	}
	return text
}

// trimBlanks returns text without the white space at its start, up to the first line feed.
func trimBlanks(text []byte) []byte { return bytes.TrimLeft(text, " \t\r") }

// AtTag reports whether a tag begins here, as far as the quote of its value.
func (w *Window) AtTag() bool {
	name, certain := beginsTag(w.lines(1, MaxWord))
	w.cut = w.cut && !certain
	return len(name) > 0
}

// LooksLikeTag reports whether the line that begins here with a bracket may be a faulty tag: it has a
// quote, or a tag begins the next line.
func (w *Window) LooksLikeTag() bool {
	line, next, _ := w.NextLines(2)
	return bytes.IndexByte(line, '"') >= 0 || len(NameOfTag(next)) > 0
}

// beginsTag returns the name of the tag that text begins with, as far as the quote of its value:
// [White ". The quote must be among the first MaxWord+1 bytes. If there is no tag, the name is empty.
// The answer is certain unless it depends on what follows text.
func beginsTag(text []byte) (name []byte, certain bool) {
	if len(text) == 0 || text[0] != '[' {
		return nil, len(text) > 0
	}
	name, value := headOfTag(text[:min(len(text), MaxWord+1)])
	if len(value) == 0 {
		return nil, len(text) > MaxWord
	}
	if !IsSymbol(name) || value[0] != '"' {
		return nil, true
	}
	return name, true
}

// NameOfTag returns the name of the tag that text begins with, or none if it begins with no tag.
func NameOfTag(text []byte) []byte {
	name, _ := beginsTag(text)
	return name
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

// inName holds the bytes that a symbol of PGN consists of, such as the name of a tag.
var inName = bytesWhere(func(c byte) bool { return isPlain(c) || strings.IndexByte("+#=:-", c) >= 0 })

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
	name, rest := headOfTag(w.lines(1, MaxWord))
	w.cut = w.cut && len(rest) == 0
	return name
}

// SkipToTag skips the rest of this line up to a tag that begins on it. The token is lost.
func (w *Window) SkipToTag() {
	for c := w.Peek(0); c != '\n' && w.pos < w.end && (c != '[' || !w.AtTag()); c = w.Peek(0) {
		w.pos++
		w.token = w.pos
	}
}
