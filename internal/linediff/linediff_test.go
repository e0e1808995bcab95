package linediff

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// compared returns the lines that Compare finds, with their signs.
func compared(t *testing.T, before, after string) string {
	t.Helper()
	var found strings.Builder
	err := Compare(strings.NewReader(before), strings.NewReader(after), func(sign byte, lines []string) {
		for _, line := range lines {
			fmt.Fprintf(&found, "%c%s", sign, line)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return found.String()
}

// TestCompare checks that two texts are found to agree again behind many lines, but not at a blank one.
func TestCompare(t *testing.T) {
	many, far := strings.Repeat("x\n", 40), strings.Repeat("x\n", mostAhead)
	for _, test := range []struct{ before, after, want string }{
		{"", "", ""},
		{"a\nb", "a\nb", " a\n b"},
		{"a\nb\nc\n", "a\nc\nd\n", " a\n-b\n c\n+d\n"},
		{"a\nb\n", "a\n" + many + "b\n", " a\n" + strings.ReplaceAll(many, "x", "+x") + " b\n"},
		{"a\nb\n", "a\n" + far + "b\n", " a\n-b\n" + strings.ReplaceAll(far, "x", "+x") + "+b\n"},
		{"a\n\nb\n", "c\n\nd\n", "-a\n-\n-b\n+c\n+\n+d\n"},
	} {
		if got := compared(t, test.before, test.after); got != test.want {
			t.Errorf("Compare(%.20q, %.20q) finds %.200q, want %.200q", test.before, test.after, got, test.want)
		}
	}
}

// TestLongTexts checks that nothing is lost of texts that are longer than what Compare keeps of them.
func TestLongTexts(t *testing.T) {
	line := strings.Repeat("x", mostBytes/8) + "\n"
	if got, want := compared(t, strings.Repeat(line, 20), strings.Repeat(line, 20)+"y"), strings.Repeat(" "+line, 20)+"+y"; got != want {
		t.Errorf("the lines have %d bytes, want %d", len(got), len(want))
	}
}

// TestCompareErrors checks that an error of either text is returned.
func TestCompareErrors(t *testing.T) {
	text := func() io.Reader { return strings.NewReader("a\n") }
	failing := func() io.Reader { return io.MultiReader(text(), iotest.ErrReader(io.ErrNoProgress)) }
	add := func(byte, []string) {}
	for _, err := range []error{Compare(text(), failing(), add), Compare(failing(), text(), add), Compare(failing(), failing(), add)} {
		if err != io.ErrNoProgress {
			t.Errorf("Compare of a text that cannot be read = %v, want %v", err, io.ErrNoProgress)
		}
	}
}
