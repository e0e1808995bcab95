package pgntext

import (
	"fmt"
	"testing"
)

func TestSkipWrapper(t *testing.T) {
	for _, test := range []struct{ text, rest string }{
		{"[pgn]x", "x"}, {"[/pgn]", ""}, {"[PGN][", "["}, {"[/PGN]", ""}, {"[Pgn]", ""},
		{"[pgn", "[pgn"}, {"[pgn ]", "[pgn ]"}, {"[Event", "[Event"}, {"[", "["}, {"[/", "[/"},
	} {
		want := fmt.Sprint(test.rest != test.text)
		checkReads(t, test.text, want, test.rest, func(w *Window) string { return fmt.Sprint(w.SkipWrapper()) })
	}
}

func TestSkipAngles(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"<a>b", "3", "b"}, {"<>", "2", ""}, {"<a [b>c", "6", "c"}, {"<a\n[b>", "0", "<a\n[b>"}, {"<a\n b>", "6", ""}, {"<a", "0", "<a"},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string { return fmt.Sprint(w.SkipAngles()) })
	}
}
