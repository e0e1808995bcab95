package pgntext

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/charset"
)

// maxTagName is the length in bytes of the longest tag name that a game stores. It leaves room for
// the bracket and the quote in the text that the reader examines to recognize a tag.
const maxTagName = MaxWord - 5

// TagName returns name in its standard spelling, changed if PGN cannot represent it.
func TagName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf || !inName[r] {
			return '_'
		}
		return r
	}, name)
	if !IsSymbol([]byte(name)) {
		name = "Tag" + name
	}
	return StandardName(name[:min(len(name), maxTagName)])
}

// StandardName returns the standard spelling of the name of a tag: that of the PGN standard or of the
// program that introduced it. Other names stay as they are.
func StandardName(name string) string { return cmp.Or(standardNames[strings.ToLower(name)], name) }

// standardNames maps the names of tags in small letters to their standard spelling:
// those of the PGN standard (8.1.1, 9) first, then those of servers, federations, and this library.
var standardNames = func() map[string]string {
	names := map[string]string{}
	for name := range strings.FieldsSeq(`Event Site Date Round White Black Result
WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType BlackType EventDate EventSponsor
Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime UTCDate TimeControl SetUp FEN Termination
Annotator Mode PlyCount
Variant WhiteFideId BlackFideId WhiteTeam BlackTeam WhiteClock BlackClock WhiteRatingDiff BlackRatingDiff StartTime
EndDate EndTime GameId GameStartTime GameEndTime CurrentPosition Rules EndReason DrawOffer`) {
		names[strings.ToLower(name)] = name
	}
	return names
}()

// TagValue returns value, changed if PGN cannot represent it.
func TagValue(value string) string {
	if strings.ContainsAny(value, "\r\n") {
		value = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(value)
	}
	return charset.ToUTF8([]byte(value))
}

// AppendTag appends a tag with the quotes and backslashes in its value escaped, and a line feed.
func AppendTag(b []byte, name, value string) []byte {
	if strings.IndexByte(value, '"') >= 0 || strings.IndexByte(value, '\\') >= 0 {
		value = escapes.Replace(value)
	}
	b = append(append(append(b, '['), name...), ` "`...)
	return append(append(b, value...), "\"]\n"...)
}

// escapes escapes what would end the value of a tag.
var escapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`)

// Writable returns a comment as PGN can hold it. A comment with a closing brace is written to the
// end of a line and so must be one line. No line may begin like a new game. Text that is not UTF-8
// is read as Windows-1252.
func Writable(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(charset.ToUTF8([]byte(text)))
	var b []byte
	end := 0 // of the last line that is not blank
	for i, line := range strings.Split(text, "\n") {
		start := strings.TrimLeft(line, " \t")
		if i > 0 && beginsGame([]byte(start), end < len(b)) {
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

// Lines writes tokens of movetext into lines. A token is what is appended to Text between a call of
// Begin and one of End.
type Lines struct {
	Text  []byte // the text so far
	Glued bool   // no space precedes the next token

	columns int // the width of the lines in bytes
	start   int // the index in Text of the current line
	token   int // the index of the last token and the space before it
}

// NewLines returns lines that follow text. They have the given width in bytes, or are not broken if
// it is negative.
func NewLines(text []byte, columns int) Lines {
	if columns < 0 {
		columns = math.MaxInt
	}
	return Lines{Text: text, columns: columns, start: len(text)}
}

// Begin begins a token.
func (l *Lines) Begin() {
	l.token = len(l.Text)
	if l.token > l.start && !l.Glued {
		l.Text = append(l.Text, ' ')
	}
}

// End ends a token. If the line has become too long, the token begins a new one.
func (l *Lines) End() {
	if len(l.Text)-l.start >= l.columns && l.token > l.start {
		if l.Glued {
			l.Text = slices.Insert(l.Text, l.token, '\n')
		}
		l.Text[l.token] = '\n'
		l.start = l.token + 1
	}
	l.Glued = false
}

// Add writes a token.
func (l *Lines) Add(token string) {
	l.Begin()
	l.Text = append(l.Text, token...)
	l.End()
}

// AddComment writes a comment in braces, or after ";" to the end of the line if it contains a
// closing brace.
func (l *Lines) AddComment(text []byte) {
	l.Begin()
	if bytes.IndexByte(text, '}') >= 0 {
		l.Text = append(append(l.Text, ';'), text...)
		l.End()
		l.Text = append(l.Text, '\n')
		l.start = len(l.Text)
		return
	}
	l.Text = append(append(append(l.Text, '{'), text...), '}')
	l.End()
	if bytes.IndexByte(text, '\n') >= 0 { // faster than looking for the last one at once
		l.start = bytes.LastIndexByte(l.Text, '\n') + 1
	}
}
