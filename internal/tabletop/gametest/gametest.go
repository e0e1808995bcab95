// Package gametest holds checks that the tests of all games use.
package gametest

import (
	"encoding"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/shakki/chess/internal/tabletop"
)

// A value is a value with a text form.
type value interface {
	fmt.Stringer
	encoding.TextMarshaler
}

// A pointer is a pointer to a value with a text form that can be read back.
type pointer[T any] interface {
	tabletop.Reader[T]
	value
}

// Values checks that each of the given comparable values reads back equal. The values have a text form
// without a pointer to them, so that they look the same in JSON as behind one.
func Values[T interface {
	comparable
	value
}, P pointer[T]](t testing.TB, values ...T) {
	t.Helper()
	for _, v := range values {
		if back := Restored(t, P(&v)); *back != v {
			t.Fatalf("%v reads back as %v", v, *back)
		}
	}
}

// Restored checks that v, such as a game, has the form of String in JSON, in which its text form is a
// string, and reads back with the same text. It returns the value that was read back.
func Restored[T any, P pointer[T]](t testing.TB, v P) P {
	t.Helper()
	encoded, err := json.Marshal(v)
	if want, _ := json.Marshal(v.String()); err != nil || string(encoded) != string(want) {
		t.Fatalf("the form in JSON is %s, %v; want that of String, %s", encoded, err, want)
	}
	back := P(new(T))
	if err := json.Unmarshal(encoded, back); err != nil || back.String() != v.String() {
		t.Fatalf("JSON %s reads back as %v, %v", encoded, back, err)
	}
	return back
}
