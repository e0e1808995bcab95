package pgntext

import (
	"strings"
	"testing"
)

// TestSkipMoves checks what SkipMoves leaves for its caller.
func TestSkipMoves(t *testing.T) {
	for _, test := range []struct{ text, wantRest string }{
		{"", ""},
		{" \n2. Nf3+ e8=Q#\r\n10... Rae1 {1-0} x@_ ", ""},
		{"e4 1-0 ", "1-0 "}, {"e4 1 - 0", "1 - 0"}, {"2.0-1", "0-1"}, {"Nf31-0 e5 ", "Nf31-0 e5 "},
		{"e4 0.5 - 0.5", "0.5 - 0.5"}, {"e4 WHITEWIN ", "WHITEWIN "}, {"BLACKWIN ", "BLACKWIN "},
		{"e41/2 ", "e41/2 "}, {"e4½ ", "e4½ "}, {"e41:0 ", "e41:0 "}, {"+-- ", "+-- "}, {"e4 *", "*"},
		{"e4\n\n1. d4", "1. d4"}, {"1... e5", "1... e5"}, {"12 e4", "12 e4"}, {"2. 11. e4 ", ""},
		{"e4 {a\n} e5", "{a\n} e5"}, {"{a", "{a"}, {"e4 (d4)", "(d4)"}, {"e4! d5", "! d5"}, {"e4\n[", "["},
	} {
		for _, window := range windows {
			w := window.open(test.text)
			inMemory := w.end == len(test.text)
			w.SkipMoves()
			// Where text is not in memory yet, SkipMoves may stop earlier.
			if got := w.rest(); got != test.wantRest && (inMemory || !strings.HasSuffix(got, test.wantRest)) {
				t.Errorf("%s: after SkipMoves in %q, %q follows, want %q", window.name, test.text, got, test.wantRest)
			}
		}
	}
}
