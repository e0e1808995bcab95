// Package enum gives the values of enumerations their names, in package chess and in other packages.
package enum

import (
	"fmt"
	"slices"
	"strings"
)

// Invalid returns the error for text that is not a valid value of a kind: a [*chess.ParseError].
// Package chess sets it.
var Invalid func(kind, text, want string) error

// Names are the names of the values of an enumeration: the name of value i has index i.
type Names[T ~uint8] struct {
	kind    string
	Names   []string
	invalid func(kind, text, want string) error // Invalid if it is nil
}

// Of returns the names of an enumeration. An error calls a value a kind, such as "illegal reason".
func Of[T ~uint8](kind string, names ...string) Names[T] { return Names[T]{kind: kind, Names: names} }

// With returns the names of an enumeration with other errors than Invalid.
func With[T ~uint8](invalid func(kind, text, want string) error, kind string, names ...string) Names[T] {
	return Names[T]{kind, names, invalid}
}

// Text returns the name of v, or a form such as Theme(99) if v has no name.
func (n *Names[T]) Text(v T) string {
	if int(v) < len(n.Names) {
		return n.Names[v]
	}
	name := fmt.Sprintf("%T(%d)", v, uint8(v))
	return name[strings.IndexByte(name, '.')+1:]
}

// Marshal returns the name of v, or an error if v has no name.
func (n *Names[T]) Marshal(v T) ([]byte, error) {
	if int(v) >= len(n.Names) {
		return nil, n.Unknown(n.Text(v))
	}
	return []byte(n.Names[v]), nil
}

// Parse returns the value with the given name.
func (n *Names[T]) Parse(name string) (T, error) {
	if i := slices.Index(n.Names, name); i >= 0 {
		return T(i), nil
	}
	return 0, n.Unknown(name)
}

// Unmarshal stores the value with the given name in v.
func (n *Names[T]) Unmarshal(v *T, name []byte) error {
	parsed, err := n.Parse(string(name))
	if err == nil {
		*v = parsed
	}
	return err
}

// Unknown returns an error that lists the names.
func (n *Names[T]) Unknown(text string) error {
	last := len(n.Names) - 1
	want := strings.Join(n.Names[:last], ", ")
	if last > 1 {
		want += ","
	}
	invalid := n.invalid
	if invalid == nil {
		invalid = Invalid
	}
	return invalid(n.kind, text, want+" or "+n.Names[last])
}
