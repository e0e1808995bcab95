package explore

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/tagvalue"
)

// A Label sorts games into groups by their tags. Its text is a list of tags separated by commas,
// such as "WhiteElo/200,TimeControl". A number after a slash rounds the value of the tag down to a
// multiple of it, so that "2150" becomes "2000". The label of a game is the list of the values,
// such as "2000,180+2", with spaces for control characters. A value that is missing, or no number
// where one is needed, is "?". The zero Label has one group.
type Label struct {
	text string
	tags []labelTag
}

// A labelTag is a tag of a label.
type labelTag struct {
	name string
	step int // values are multiples of it, unless it is 0
}

// ParseLabel returns the label with the given text.
func ParseLabel(text string) (Label, error) {
	if text == "" {
		return Label{}, nil
	}
	if len(text) > maxLabelText {
		return Label{}, fault.Errorf("the label is longer than %d bytes", maxLabelText)
	}
	l := Label{text: text}
	for _, field := range strings.Split(text, ",") {
		name, step, rounded := strings.Cut(strings.TrimSpace(field), "/")
		n, err := strconv.Atoi(step)
		switch {
		case rounded && (err != nil || n < 1):
			return Label{}, fault.Errorf("label %q: %q must be a positive number", text, step)
		case name == "" || strings.ContainsAny(name, " \t\"[]"):
			return Label{}, fault.Errorf("label %q: %q is not the name of a tag", text, name)
		}
		l.tags = append(l.tags, labelTag{name, n})
	}
	return l, nil
}

// String returns the text of l.
func (l Label) String() string { return l.text }

// Of returns the label of a game. The function tag returns the value of a tag, or "". A label of more
// than 255 bytes is an error.
func (l Label) Of(tag func(name string) string) (string, error) {
	var values []string
	for _, t := range l.tags {
		values = append(values, t.value(tag(t.name)))
	}
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.Join(values, ","))
	if len(text) > maxLabel {
		return "", fault.Errorf("the label has %d bytes, more than %d", len(text), maxLabel)
	}
	return text, nil
}

// value returns the value of a tag in a label.
func (t labelTag) value(value string) string {
	if t.step > 0 {
		n, ok := tagvalue.Number(t.name, value)
		if !ok || !(0 <= n && n < 1e9) {
			return "?"
		}
		return strconv.Itoa(int(n) - int(n)%t.step)
	}
	return cmp.Or(tagvalue.Text(t.name, value), "?")
}

// MarshalText implements [encoding.TextMarshaler].
func (l Label) MarshalText() ([]byte, error) { return []byte(l.text), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Label) UnmarshalText(text []byte) error {
	parsed, err := ParseLabel(string(text))
	if err == nil {
		*l = parsed
	}
	return err
}
