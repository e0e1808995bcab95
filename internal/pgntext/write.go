package pgntext

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/charset"
)

// maxTagName is the length in bytes of the longest tag name that a game stores. It leaves room for
// the bracket and the quote in the text that the reader examines to recognize a tag.
const maxTagName = MaxWord - 5

// TagName returns name, changed if PGN cannot represent it.
func TagName(name string) string {
	if 0 < len(name) && len(name) <= maxTagName && TagNameLength([]byte(name)) == len(name) && utf8.ValidString(name) {
		return name
	}
	name = strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && TagNameLength([]byte{byte(r)}) == 0 {
			return '_'
		}
		return r
	}, charset.ToUTF8([]byte(name)))
	for len(name) > maxTagName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name == "" {
		return "_"
	}
	return name
}

// TagValue returns value, changed if PGN cannot represent it.
func TagValue(value string) string {
	if strings.ContainsAny(value, "\r\n") {
		value = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(value)
	}
	return charset.ToUTF8([]byte(value))
}

// ParseVariant reports whether the value of a Variant tag names Chess960, and whether it names a
// game that package chess plays.
func ParseVariant(variant string) (chess960, known bool) {
	if variant == "" {
		return false, true
	}
	switch strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(variant)) {
	case "?", "standard", "chess", "normal", "fromposition", "classical", "classic":
		return false, true
	case "chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess",
		"frc", "freestyle", "freestylechess", "dfrc", "doublefischerandom", "doublefischerrandom":
		return true, true
	}
	return false, false
}

// AppendTag appends a tag with the quotes and backslashes in its value escaped, and a line feed.
func AppendTag(b []byte, name, value string) []byte {
	b = append(append(append(b, '['), name...), ' ', '"')
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			b = append(b, '\\')
		}
		b = append(b, value[i])
	}
	return append(b, '"', ']', '\n')
}

// Writable returns a comment as PGN can hold it. A comment with a closing brace is written to the
// end of a line and so must be one line. No line may begin like a new game. Text that is not UTF-8
// is read as Windows-1252.
func Writable(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(charset.ToUTF8([]byte(text)))
	var b []byte
	end := 0 // of the last line that is not blank
	for i, line := range strings.Split(text, "\n") {
		start := strings.TrimLeft(line, " \t")
		if i > 0 && BeginsGame([]byte(start), end < len(b)) {
			b = append(append(b[:end], ' '), start...)
			end = len(b)
			continue
		}
		if i > 0 {
			b = append(b, '\n')
		}
		b = append(b, line...)
		if i == 0 || start != "" {
			end = len(b)
		}
	}
	if bytes.IndexByte(b, '}') >= 0 {
		return strings.ReplaceAll(string(b), "\n", " ")
	}
	return string(b)
}

// Lines writes tokens of movetext into lines.
type Lines struct {
	Text    []byte // the text so far
	Columns int    // the width of the lines in bytes, or a negative number for lines that are not broken
	Glued   bool   // no space precedes the next token

	start int // the index in Text of the current line
}

// NewLines returns lines that follow text.
func NewLines(text []byte, columns int) Lines {
	return Lines{Text: text, Columns: columns, start: len(text)}
}

// Add writes a token without line feeds, on a new line if the current one is full.
func (l *Lines) Add(token string) {
	switch column := len(l.Text) - l.start; {
	case column == 0:
	case l.Glued && l.fits(column+len(token)):
	case l.Glued || !l.fits(column+1+len(token)):
		l.end()
	default:
		l.Text = append(l.Text, ' ')
	}
	l.Glued = false
	l.Text = append(l.Text, token...)
}

// fits reports whether a line may have the given number of columns.
func (l *Lines) fits(columns int) bool { return l.Columns < 0 || columns <= l.Columns-1 }

// end ends the line.
func (l *Lines) end() {
	l.Text = append(l.Text, '\n')
	l.start = len(l.Text)
}

// AddComment writes a comment in braces, or after ";" to the end of the line if it contains a
// closing brace.
func (l *Lines) AddComment(text []byte) {
	if bytes.IndexByte(text, '}') >= 0 {
		l.Add(";" + string(text))
		l.end()
		return
	}
	l.Add("{" + string(text) + "}")
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		l.start = len(l.Text) - len(text[i+1:]) - len("}")
	}
}
