package pgntext

import (
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
	}
}

// TestMayEndWithResult checks that no result is overlooked, and that most moves are not examined.
func TestMayEndWithResult(t *testing.T) {
	for _, result := range strings.Fields("1-0 0-1 1/2-1/2 1:0 0—1 ½-½ ½ 1/2 0.5-0.5 1/2-0 0-½ +-- --+ WHITEWIN BLACKWIN") {
		for _, word := range []string{result, "e4" + result} {
			if !MayEndWithResult([]byte(word)) {
				t.Errorf("MayEndWithResult(%q) = false, want true", word)
			}
		}
	}
	for _, word := range strings.Fields("e4 Nf3 O-O O-O-O e8=Q Qh7# exd6") {
		if MayEndWithResult([]byte(word)) {
			t.Errorf("MayEndWithResult(%q) = true, want false", word)
		}
	}
}
