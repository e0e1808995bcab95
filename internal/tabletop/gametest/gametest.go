// Package gametest holds checks that the tests of all games use.
package gametest

import (
	"encoding"
	"encoding/json"
	"fmt"
	"testing"
)

// Values checks that each of the given comparable values reads back equal. The values have a text form
// without a pointer to them, so that they look the same in JSON as behind one.
func Values[T interface {
	comparable
	encoding.TextMarshaler
}](t testing.TB, values ...T) {
	t.Helper()
	for _, v := range values {
		if back := Restored(t, &v); *back != v {
			t.Fatalf("%v reads back as %v", v, *back)
		}
	}
}

// Restored checks that v, such as a game, has the form of String in JSON, in which its text form is a
// string, and reads back with the same text. It returns the value that was read back.
func Restored[T any](t testing.TB, v *T) *T {
	t.Helper()
	encoded, err := json.Marshal(v)
	if want, _ := json.Marshal(fmt.Sprint(v)); err != nil || string(encoded) != string(want) {
		t.Fatalf("the form in JSON is %s, %v; want that of String, %s", encoded, err, want)
	}
	back := new(T)
	if err := json.Unmarshal(encoded, back); err != nil || fmt.Sprint(back) != fmt.Sprint(v) {
		t.Fatalf("JSON %s reads back as %v, %v", encoded, back, err)
	}
	return back
}
