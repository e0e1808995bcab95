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
