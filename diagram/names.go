package diagram

import (
	"slices"
	"strconv"

	"github.com/shakki/chess"
)

// nameOf returns names[i], or the number if there is none.
func nameOf(names []string, i int) string {
	if i >= len(names) {
		return strconv.Itoa(i)
	}
	return names[i]
}

// marshalName returns names[i]. The kind is what an error calls the value.
func marshalName(names []string, i int, kind string) ([]byte, error) {
	if i >= len(names) {
		return nil, &chess.ParseError{Kind: kind, Text: strconv.Itoa(i)}
	}
	return []byte(names[i]), nil
}

// unmarshalName sets v to the index of text in names. The kind is what an error calls the value.
func unmarshalName[T ~uint8](v *T, names []string, text []byte, kind string) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return &chess.ParseError{Kind: kind, Text: string(text)}
	}
	*v = T(i)
	return nil
}
