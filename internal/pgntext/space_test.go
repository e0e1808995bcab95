package pgntext

import (
	"fmt"
	"testing"
)

func TestSkipFillers(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"", "false", ""}, {"a", "false", "a"}, {"é", "false", "é"}, {"\u00a0a", "true", "a"}, {"\ufeff…\u00a0", "true", ""},
		{"\xa0\x85e4", "true", "e4"}, {"\u2000\u200fe4", "true", "e4"}, {"\u2010", "false", "\u2010"}, {"…½", "true", "½"}, {"\xe2\x80", "false", "\xe2\x80"},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string { return fmt.Sprint(w.SkipFillers()) })
	}
}

func TestCutFiller(t *testing.T) {
	for word, want := range map[string]string{
		"": "", "e4": "e4", "e4\u00a0e5": "e4", "1…": "1", "e4\ufeff": "e4", "caf\xe9\xa0x": "caf\xe9", "1\x85": "1",
		"à": "à", "Ġ": "Ġ", // the last bytes of these are those of a no-break space in Latin-1
	} {
		if got := cutFiller([]byte(word)); string(got) != want {
			t.Errorf("cutFiller(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestSkipBlanks(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"", "0", ""}, {" \t\x00", "0", ""}, {" \n a", "10", "\n a"}, {" \r\na", "10", "\na"}, {"  a", "97", "a"},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string { return fmt.Sprint(w.SkipBlanks()) })
	}
}
