// Package gametest holds checks that the tests of all games use.
package gametest

import (
	"encoding"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/shakki/chess/internal/tabletop"
)

// A pointer is a pointer to a value with a text form that can be read back.
type pointer[T any] interface {
	tabletop.Reader[T]
	fmt.Stringer
	encoding.TextMarshaler
}

// Values checks that each of the given comparable values reads back equal from its text form and
// from JSON, in which a pointer to it looks the same.
func Values[T comparable, P pointer[T]](t testing.TB, values ...T) {
	t.Helper()
	for _, v := range values {
		back := Restored(t, P(&v))
		itself, err := json.Marshal(v)
		pointed, err2 := json.Marshal(&v)
		if *back != v || err != nil || err2 != nil || string(itself) != string(pointed) {
			t.Fatalf("%v reads back from JSON as %v; it is %s, %v, and behind a pointer %s, %v", v, *back, itself, err, pointed, err2)
		}
	}
}

// Restored checks that v, such as a game, reads back with the same text from its text form and from
// JSON. It returns the value that was read back.
func Restored[T any, P pointer[T]](t testing.TB, v P) P {
	t.Helper()
	text, err := v.MarshalText()
	if err != nil || string(text) != v.String() {
		t.Fatalf("MarshalText() = %q, %v; want the form of String, %q", text, err, v.String())
	}
	back := P(new(T))
	if err := back.UnmarshalText(text); err != nil || back.String() != v.String() {
		t.Fatalf("UnmarshalText(%q) gives %v, %v", text, back, err)
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	decoded := P(new(T))
	if err := json.Unmarshal(encoded, decoded); err != nil || decoded.String() != v.String() {
		t.Fatalf("JSON %s reads back as %v, %v", encoded, decoded, err)
	}
	return decoded
}
