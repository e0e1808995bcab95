// Package tabletop holds what the packages in games share: the record of a game, its text form,
// enumerations as words, and parse errors.
package tabletop

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/abridge"
)

// ErrIllegal is the error that every MoveError of the games wraps.
var ErrIllegal = errors.New("illegal move")

// A ParseError reports text that is not the text form of a value.
type ParseError struct {
	Kind   string // what was expected: "move", "position", "game", ...
	Text   string // the text given
	Column int    // the byte where the problem is, counted from 1
	Reason string // what is wrong
	Err    error  // the *MoveError if a game has an illegal move, else nil
}

// NewParseError returns a *ParseError for the given text.
func NewParseError(kind, text string, column int, reason string) error {
	return &ParseError{Kind: kind, Text: text, Column: column, Reason: reason}
}

// Error returns a message with the text, the column, and the reason. It shortens long text.
func (e *ParseError) Error() string {
	return fmt.Sprintf("%s %q, column %d: %s", e.Kind, abridge.Text(e.Text, 80), e.Column, e.Reason)
}

// Unwrap returns the error of an illegal move, or nil.
func (e *ParseError) Unwrap() error { return e.Err }

// Unmarshal parses text and stores the value in v. On error v is unchanged.
func Unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}

// Marshal returns the text of v, or an error if v is not valid.
func Marshal(kind string, v fmt.Stringer, valid bool) ([]byte, error) {
	if !valid {
		return nil, NewParseError(kind, v.String(), 1, "not a valid "+kind)
	}
	return []byte(v.String()), nil
}

// An Enum gives the values of an enumeration T their names. The name of value i is Names[i].
type Enum[T ~uint8] struct {
	Type  string // the name of T
	Names []string
}

// String returns the name of v, or a form such as Reason(99) if it has none.
func (e *Enum[T]) String(v T) string {
	if int(v) < len(e.Names) {
		return e.Names[v]
	}
	return fmt.Sprintf("%s(%d)", e.Type, uint8(v))
}

// Kind returns what a ParseError calls the values, such as "illegal reason".
func (e *Enum[T]) Kind() string {
	var b strings.Builder
	for i, c := range e.Type {
		if i > 0 && 'A' <= c && c <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return strings.ToLower(b.String())
}

// Parse returns the value with the given name.
func (e *Enum[T]) Parse(name string) (T, error) {
	if i := slices.Index(e.Names, name); i >= 0 {
		return T(i), nil
	}
	return 0, NewParseError(e.Kind(), name, 1, "want "+e.list())
}

// list returns the names, such as "a, b, or c".
func (e *Enum[T]) list() string {
	last := len(e.Names) - 1
	return strings.Join(e.Names[:last], ", ") + ", or " + e.Names[last]
}

// Marshal returns the name of v, or an error if it has none.
func (e *Enum[T]) Marshal(v T) ([]byte, error) {
	if int(v) >= len(e.Names) {
		return nil, NewParseError(e.Kind(), e.String(v), 1, "not a valid "+e.Kind())
	}
	return []byte(e.Names[v]), nil
}

// Unmarshal stores the value with the given name in v. On error v is unchanged.
func (e *Enum[T]) Unmarshal(v *T, text []byte) error { return Unmarshal(v, text, e.Parse) }

// separator stands between the parts of the text of a game.
const separator = "; "

// GameText returns the text of a game: the text of the start and of each move, separated by "; ".
func GameText[M fmt.Stringer](start string, moves []M) string {
	var b strings.Builder
	b.WriteString(start)
	for _, m := range moves {
		b.WriteString(separator)
		b.WriteString(m.String())
	}
	return b.String()
}

// ParseGame parses the form that GameText returns. It calls begin with the text of the start and
// play with the text of each move. Errors are reported at their place in text.
func ParseGame[G any](text string, begin func(string) (G, error), play func(G, string) error) (G, error) {
	var none G
	start, rest, more := strings.Cut(text, separator)
	g, err := begin(start)
	if err != nil {
		return none, Within(err, "game", text, 0)
	}
	for more {
		at := len(text) - len(rest)
		var move string
		move, rest, more = strings.Cut(rest, separator)
		if err := play(g, move); err != nil {
			return none, Within(err, "game", text, at)
		}
	}
	return g, nil
}

// Within returns the error err of a part of text as an error of the whole text. The part begins at
// the given offset.
func Within(err error, kind, text string, offset int) error {
	whole := &ParseError{Kind: kind, Text: text, Column: offset + 1, Reason: err.Error(), Err: err}
	var part *ParseError
	if errors.As(err, &part) {
		whole.Column += part.Column - 1
		whole.Reason, whole.Err = part.Reason, part.Err
	}
	return whole
}

// Lower returns s with the letters A to Z in lower case.
func Lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
