package tabletop

import (
	"errors"
	"fmt"
	"strings"

	"github.com/shakki/chess/games"
	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/enum"
)

// Restore parses text and calls set with the value. On error it does not call set.
func Restore[T any](text []byte, parse func(string) (T, error), set func(T)) error {
	x, err := parse(string(text))
	if err == nil {
		set(x)
	}
	return err
}

// Unmarshal parses text and stores the value in v. On error v is unchanged.
func Unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	return Restore(text, parse, func(x T) { *v = x })
}

// Marshal returns the text of v, or an error if v is not valid.
func Marshal(kind string, v fmt.Stringer, valid bool) ([]byte, error) {
	if !valid {
		return nil, NewParseError(kind, v.String(), 1, "not a valid "+kind)
	}
	return []byte(v.String()), nil
}

// Enum returns the names of the values of an enumeration, whose errors are those of the games.
func Enum[T games.Reason](kind string, names ...string) enum.Names[T] {
	return enum.With[T](func(kind, text, want string) error {
		return NewParseError(kind, text, 1, "want "+want)
	}, kind, names...)
}

// A Form is the text form of a record: a start and the parts that follow it, such as the moves of a
// game. The last part is the word end, so that a text that was cut does not read.
type Form struct{ kind, separator string }

// The forms of games and of matches.
var (
	GameText  = Form{"game", "; "}
	MatchText = Form{"match", "\n"}
)

// end is the last part of the text of a record.
const end = "end"

// Text returns the text of a record with the given start and parts.
func Text[T fmt.Stringer](form Form, start string, parts []T) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(form.separator + p.String())
	}
	return start + b.String() + form.separator + end
}

// ParseText parses the form that Text returns. It calls begin with the start and add with each part
// that follows. The text must be that of the record, except for the case of letters and a newline
// at the end. Errors are reported at their place in text.
func ParseText[R fmt.Stringer](
	form Form, text string, begin func(string) (R, error), add func(R, string) error,
) (record R, err error) {
	var none R
	body := strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	rest, ended := strings.CutSuffix(body, form.separator+end)
	if !ended {
		reason := fmt.Sprintf("the text was cut: want %q at the end", form.separator+end)
		return none, NewParseError(form.kind, text, len(body)+1, reason)
	}
	at := 0
	for part := range strings.SplitSeq(rest, form.separator) {
		if at == 0 {
			record, err = begin(part)
		} else {
			err = add(record, part)
		}
		if err != nil {
			return none, Within(err, form.kind, text, at)
		}
		at += len(part) + len(form.separator)
	}
	want := record.String()
	if at := Difference(want, body); at >= 0 {
		return none, NewParseError(form.kind, text, at+1, fmt.Sprintf("want %q here", abridge.Text(want[at:], 40)))
	}
	return record, nil
}

// Difference returns the offset at which two texts begin to differ in more than the case of letters, or
// -1 if they do not.
func Difference(a, b string) int {
	a, b = Lower(a), Lower(b)
	if a == b {
		return -1
	}
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return at
}

// Within returns the error err of a part of text as an error of the whole text. The part begins at
// the given offset.
func Within(err error, kind, text string, offset int) error {
	whole := &games.ParseError{Kind: kind, Text: text, Column: offset + 1, Detail: err.Error(), Err: err}
	var part *games.ParseError
	if errors.As(err, &part) {
		whole.Column += part.Column - 1
		whole.Detail, whole.Err = part.Detail, part.Err
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

// BoardText returns a diagram of a square board with the rank numbers on the left and the file
// letters below. The function at returns the text of a square.
func BoardText(size int, at func(file, rank int) string) string {
	var b strings.Builder
	for rank := size - 1; rank >= 0; rank-- {
		fmt.Fprint(&b, rank+1)
		for file := range size {
			b.WriteString(" " + at(file, rank))
		}
		b.WriteByte('\n')
	}
	b.WriteByte(' ')
	for file := range size {
		fmt.Fprintf(&b, " %c", 'a'+file)
	}
	b.WriteByte('\n')
	return b.String()
}

// NewParseError returns a *games.ParseError for the given text.
func NewParseError(kind, text string, column int, reason string) error {
	return &games.ParseError{Kind: kind, Text: text, Column: column, Detail: reason}
}
