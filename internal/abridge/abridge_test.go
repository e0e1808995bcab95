package abridge

import (
	"strings"
	"testing"
)

// TestText checks that Text cuts between characters, and counts escapes with all their bytes.
func TestText(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"12345678", "12345678"},
		{"123456789", "12345678…"},
		{"1234567é", "1234567…"},
		{"1\n2\n34", "1\n2\n34"},
		{"\x00\x01\x02", "\x00\x01…"},
		{"\xff\xfe\xfd", "\xff\xfe…"},
		{"\u2028\u2028", "\u2028…"},
		{"\U000e0001", "…"},
		{strings.Repeat("x", 1<<20), "xxxxxxxx…"},
	} {
		if got := Text(test.text, 8); got != test.want {
			t.Errorf("Text(%.20q, 8) = %.20q, want %q", test.text, got, test.want)
		}
	}
}
