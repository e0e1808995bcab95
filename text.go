package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/charset"
)

// A ParseError reports text that is not the text form of a small value such as
// a color, a piece, a square, or a move.
type ParseError struct {
	Kind string // what was expected: "square", "piece", "move", ...
	Text string // the text given
}

// Error returns a sentence such as: "z9" is not a valid square.
func (e *ParseError) Error() string {
	return fmt.Sprintf("%q is not a valid %s", abridged(e.Text), e.Kind)
}

// must returns v and panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// unmarshal parses text and stores the value in v. On error v is unchanged.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}

// parseName returns the value whose name is s. The name of value i is names[i].
func parseName[T ~uint8](kind string, names []string, s string) (T, error) {
	if i := slices.Index(names, s); i >= 0 {
		return T(i), nil
	}
	return 0, &ParseError{kind, s}
}

// nameOf returns the name of v, or a form such as Reason(99) if it has none.
func nameOf[T ~uint8](kind string, names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", kind, uint8(v))
}

// marshalName returns the name of v, or an error if it has none.
func marshalName[T ~uint8](kind string, names []string, v T) ([]byte, error) {
	if int(v) >= len(names) {
		return nil, &ParseError{kind, strconv.Itoa(int(v))}
	}
	return []byte(names[v]), nil
}

// abridged shortens text that takes more than 120 bytes between the quotes of an error message.
func abridged(s string) string { return abridge.Text(s, 120) }

// printable replaces what cannot be printed, line breaks and invalid UTF-8
// included, by U+FFFD. It is used for text that a message shows without quotes.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// quoteFirst quotes the first character of s.
func quoteFirst(s string) string {
	for _, c := range s {
		return strconv.QuoteRune(c)
	}
	return "''"
}

// toUTF8 returns text as a string. Text that is not valid UTF-8 is converted from Windows-1252.
func toUTF8(text []byte) string { return charset.ToUTF8(text) }

// appendUTF8 appends text to dst as toUTF8 returns it.
func appendUTF8(dst, text []byte) []byte { return charset.AppendUTF8(dst, text) }
