package pgntext

import (
	"fmt"
	"strings"
	"testing"
)

func TestAtParagraphEnd(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "true"}, {" ", "true"}, {" \n", "true"}, {" \n \t\r\n e4", "true"}, {"\n [Event", "true"}, {"\r\n[", "true"},
		{"x", "false"}, {" x\n\n", "false"}, {"\nx", "false"}, {" [", "false"}, {"\n{", "false"}, {"\n\x00\n", "true"},
		{strings.Repeat(" ", 4*MaxWord-2) + "\n\nx", "true"}, {strings.Repeat(" ", 4*MaxWord-1) + "\n\nx", "false"},
	} {
		checkReads(t, test.text, test.want, test.text, func(w *Window) string { return fmt.Sprint(w.AtParagraphEnd(0)) })
	}
}

func TestReadLine(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"", `"" true 1`, ""},
		{"\n", `"" true 2`, ""},
		{"abc", `"abc" true 1`, ""},
		{"abc\n\ndef", `"abc" true 2`, "\ndef"},
		{"a}\r\nb", `"a}\r" true 2`, "b"},
		{"a\rb", `"a" true 2`, "b"},
		{"abcde\nf", `"abcde" true 2`, "f"},
		{"abcdef\ng", `false 2`, "g"},
		{"abcdef", `false 1`, ""},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string {
			text, fits := w.ReadLine(5)
			if !fits {
				return fmt.Sprint(fits, w.Line())
			}
			return fmt.Sprintf("%q %v %d", text, fits, w.Line())
		})
	}
}

func TestNextLines(t *testing.T) {
	for text, want := range map[string]string{
		"e4 e5\n[A \"b\"]": "e4 e5|A", "e4 \n\t[A \"": "e4|A", "e4\n\n[A \"b\"]": "e4|", "e4\n[A b]": "e4|", "e4": "e4|", "e4\n": "e4|",
	} {
		checkReads(t, text, want, text, func(w *Window) string {
			line, next, _ := w.NextLines(2)
			return fmt.Sprintf("%s|%s", line, NameOfTag(next))
		})
	}
}

func TestNextLineIsComment(t *testing.T) {
	for text, want := range map[string]bool{"\n;x": true, "\n {x": true, "\nx": false, "\n\n{x": false, "\n{White \"A\"]": false, "\n": false} {
		checkReads(t, text, fmt.Sprint(want), text, func(w *Window) string { return fmt.Sprint(w.NextLineIsComment()) })
	}
}
