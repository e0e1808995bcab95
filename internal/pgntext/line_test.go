package pgntext

import (
	"fmt"
	"testing"
)

func TestAtParagraphEnd(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "true"}, {" ", "true"}, {" \n", "true"}, {" \n \t\r\n e4", "true"}, {"\n [Event", "true"}, {"\r\n[", "true"},
		{"x", "false"}, {" x\n\n", "false"}, {"\nx", "false"}, {" [", "false"}, {"\n{", "false"}, {"\n\x00\n", "true"},
	} {
		checkReads(t, test.text, test.want, test.text, func(w *Window) string { return fmt.Sprint(w.AtParagraphEnd(0)) })
	}
}
