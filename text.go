package chess

import (
	"database/sql/driver"
	"encoding"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/charset"
	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/fault"
)

// A ParseError reports text that is not the text form of a small value such as a color, a piece, a
// square, or a move.
type ParseError struct {
	Kind string `json:"kind"`  // what was expected: "square", "piece", "move", ...
	Text string `json:"input"` // the text given
	Want string `json:"want"`  // what is valid, such as "white or black", or "" if it cannot be said in a few words
}

// Error returns a sentence such as: "z9" is not a valid square, want a1 to h8, or -.
func (e *ParseError) Error() string {
	text := fmt.Sprintf("%q is not a valid %s", abridged(e.Text), e.Kind)
	if e.Want != "" {
		text += ", want " + e.Want
	}
	return text
}

// must returns v and panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// capitalized returns an ASCII word with its first letter in upper case.
func capitalized(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// unmarshal parses text and stores the value in v. On error v is unchanged.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}

// sqlValue returns v as a database stores it, by its text.
func sqlValue(v encoding.TextMarshaler) (driver.Value, error) {
	text, err := v.MarshalText()
	if err != nil {
		return nil, err
	}
	return string(text), nil
}

// sqlScan stores in v what a database has returned, which must be text.
func sqlScan(v encoding.TextUnmarshaler, stored any) error {
	switch stored := stored.(type) {
	case string:
		return v.UnmarshalText([]byte(stored))
	case []byte:
		return v.UnmarshalText(stored)
	case nil:
		return &ParseError{"text", "NULL", "a value: a column that can be NULL is scanned into a sql.Null"}
	}
	return &ParseError{"text", fmt.Sprint(stored), fmt.Sprintf("a string or bytes and not %T", stored)}
}

func init() {
	enum.Invalid = func(kind, text, want string) error { return &ParseError{kind, text, want} }
}

// equalFold reports whether s and t are equal except for the case of the letters A to Z.
func equalFold(s, t string) bool { return len(s) == len(t) && strings.EqualFold(s, t) }

// abridged shortens text that takes more than 120 bytes between the quotes of an error message.
func abridged(s string) string { return abridge.Text(s, 120) }

// printable replaces what cannot be printed, line breaks and invalid UTF-8 included, by U+FFFD. It
// is used for text that a message shows without quotes.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// toUTF8 returns text as a string. Text that is not valid UTF-8 is converted from Windows-1252.
func toUTF8(text []byte) string { return charset.ToUTF8(text) }

// MarshalJSON returns an object with the message as "text", the field Text as "input", and the other
// fields.
func (e *ParseError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
