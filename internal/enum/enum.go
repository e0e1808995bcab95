// Package enum holds the text forms of enumerations, for the packages beside package chess.
package enum

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
)

// Of returns the name of v, or a form such as Theme(99) if it has none. The name of value i is
// names[i], and kind is the name of the type.
func Of[T ~uint8](kind string, names []string, v T) string {
	if int(v) >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, uint8(v))
	}
	return names[v]
}

// Marshal returns the name of v, or a [*chess.ParseError] if it has none. The error calls the value
// a kind.
func Marshal[T ~uint8](kind string, names []string, v T) ([]byte, error) {
	if int(v) >= len(names) {
		return nil, &chess.ParseError{Kind: kind, Text: strconv.Itoa(int(v))}
	}
	return []byte(names[v]), nil
}

// Unmarshal stores the value with the given name in v. The error is a [*chess.ParseError] that
// calls the value a kind.
func Unmarshal[T ~uint8](kind string, names []string, v *T, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return &chess.ParseError{Kind: kind, Text: string(text), Want: "one of " + strings.Join(names, ", ")}
	}
	*v = T(i)
	return nil
}
