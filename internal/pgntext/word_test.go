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
