// Package gametest holds checks that the tests of all games use.
package gametest

import (
	"encoding"
	"encoding/json"
	"testing"
)

// A Value is a value with a text form.
type Value interface {
	String() string
	encoding.TextMarshaler
}

// Text checks that v reads back equal from its text form and from JSON. The function equal compares
// two values.
func Text[T Value, P interface {
	*T
	encoding.TextUnmarshaler
}](t testing.TB, v T, equal func(a, b T) bool) {
	t.Helper()
	text, err := v.MarshalText()
	if err != nil || string(text) != v.String() {
		t.Fatalf("MarshalText() = %q, %v; want the form of String, %q", text, err, v.String())
	}
	var back T
	if err := P(&back).UnmarshalText(text); err != nil || !equal(back, v) {
		t.Fatalf("UnmarshalText(%q) gives %v, %v", text, back, err)
	}
	type wrapped struct{ V T }
	encoded, err := json.Marshal(wrapped{v})
	var decoded wrapped
	if err == nil {
		err = json.Unmarshal(encoded, &decoded)
	}
	if err != nil || !equal(decoded.V, v) {
		t.Fatalf("JSON %s of %v reads back as %v, %v", encoded, v, decoded.V, err)
	}
}

// Values checks with Text that each of the given comparable values reads back equal.
func Values[T interface {
	comparable
	Value
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t testing.TB, values ...T) {
	t.Helper()
	for _, v := range values {
		Text[T, P](t, v, func(a, b T) bool { return a == b })
	}
}

// A Game is a pointer to a game or a match.
type Game[T any] interface {
	*T
	Value
	encoding.TextUnmarshaler
	Equal(*T) bool
}

// Restored checks that g reads back equal from its text form and from JSON. It returns the game
// that was read back.
func Restored[T any, G Game[T]](t testing.TB, g G) G {
	t.Helper()
	text, err := g.MarshalText()
	if err != nil || string(text) != g.String() {
		t.Fatalf("MarshalText() = %q, %v; want the form of String, %q", text, err, g.String())
	}
	var back T
	if err := G(&back).UnmarshalText(text); err != nil || !G(&back).Equal(g) {
		t.Fatalf("%q reads back as %q, %v", text, G(&back).String(), err)
	}
	encoded, err := json.Marshal(map[string]G{"game": g})
	if err != nil {
		t.Fatal(err)
	}
	decoded := map[string]G{}
	if err := json.Unmarshal(encoded, &decoded); err != nil || !decoded["game"].Equal(g) {
		t.Fatalf("JSON %s reads back as %v, %v", encoded, decoded["game"], err)
	}
	return decoded["game"]
}
