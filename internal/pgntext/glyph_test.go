package pgntext

import (
	"fmt"
	"strings"
	"testing"
)

func TestReadGlyph(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"$", "0 false", ""}, {"$x", "0 false", "x"}, {"$0 ", "0 true", " "}, {"$255)", "255 true", ")"},
		{"!", "1 true", ""}, {"?!!", "6 true", "!"}, {"!e4", "1 true", "e4"},
		{"$256", "255 false", ""}, {"$1001a", "255 false", "a"}, {"$0" + strings.Repeat("9", 50), "255 false", ""}, {"$0014", "14 true", ""},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string {
			w.SkipSpace()
			return fmt.Sprint(w.ReadGlyph())
		})
	}
}
