package pgntext

import "testing"

func TestSkipMoveNumber(t *testing.T) {
	for _, test := range []struct{ text, rest string }{
		{"1.e4", "e4"}, {"12... e5", " e5"}, {"1 e4", "1 e4"}, {"1-0", "1-0"}, {"0.5", "0.5"}, {"12", "12"}, {"12.", "12."},
	} {
		w := NewTextWindow([]byte(test.text), Start)
		if got, want := w.SkipMoveNumber(), test.rest != test.text; got != want {
			t.Errorf("SkipMoveNumber() at %q = %v, want %v", test.text, got, want)
		}
		if got := w.rest(); got != test.rest {
			t.Errorf("after SkipMoveNumber() at %q, %q follows, want %q", test.text, got, test.rest)
		}
	}
}
