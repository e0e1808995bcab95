package pgntext

import (
	"fmt"
	"strings"
	"testing"
)

func TestWord(t *testing.T) {
	long := strings.Repeat("x", MaxWord)
	for _, test := range []struct{ text, want string }{
		{"", ""}, {" a", ""}, {"Nf3+ e5", "Nf3+"}, {"e4!", "e4"}, {"1-0{", "1-0"}, {"a:b_c(", "a:b_c"},
		{"½-½\n", "½-½"}, {"a\x00b", "a"}, {long, long}, {long + "yz", long},
	} {
		checkReads(t, test.text, test.want, test.text, func(w *Window) string { return string(w.Word()) })
		checkReads(t, strings.Repeat("\n", 300)+"("+test.text, test.want, test.text, func(w *Window) string {
			w.SkipSpace()
			w.Take(1)
			return string(w.Word())
		})
	}
}

// TestPartOf checks what a word means that is not a move.
func TestPartOf(t *testing.T) {
	for kind, words := range map[WordKind]string{
		PassWord:    "-- --# Z0 @@@@ 0000 0000# null pass pass+",
		ResultWord:  "1-0 +-- --+ ½ 0-1/2",
		GlyphWord:   "+- ± = ∞ N D",
		SignWord:    "ep + ++ # ## † ‡ †† ≠ ch dbl disch dblch check mate checkmate",
		UnknownWord: "e4 * 0-0 e.p. Z1 --- Pass ep+ +# xx",
	} {
		for _, word := range strings.Fields(words) {
			if got := PartOf(word); got.Kind != kind || (got.Deviation != "") != (kind == GlyphWord || kind == SignWord) {
				t.Errorf("PartOf(%q) = %+v, want the kind %d", word, got, kind)
			}
		}
	}
	if ep := PartOf("ep").Deviation; ep != noEnPassant {
		t.Errorf("PartOf(ep) departs by %q, want %q", ep, noEnPassant)
	}
}

// TestClassify checks words with what belongs to them, and the size of the first part of one.
func TestClassify(t *testing.T) {
	for text, want := range map[string]string{
		"½ - ½ x": "2 ½ 7", "e.p. x": "4 e.p. 3", "e x": "0 e 1", "Nf3 x": "0 Nf3 3", "\xbd-\xbd": "2 ½-½ 3",
	} {
		w := NewTextWindow([]byte(text), Start)
		if got := w.Classify(w.Word()); fmt.Sprintln(got.Kind, got.Text, got.Size) != want+"\n" {
			t.Errorf("Classify at %q = %+v, want %s", text, got, want)
		}
	}
	for text, want := range map[string]int{"é1-0": 2, "\xe91-0": 1} {
		if got := NewWord([]byte(text)).Cut(len("é")); got.Text != "é" || got.Size != want {
			t.Errorf("the first letter of %q is %+v, want the size %d", text, got, want)
		}
	}
}
