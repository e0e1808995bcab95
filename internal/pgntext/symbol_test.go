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

// TestSkipSymbol checks the marks in parentheses and brackets that are neither variations nor tags.
func TestSkipSymbol(t *testing.T) {
	const diagram, command, offer = "the diagram mark is read as $220, true", "a command belongs in a comment, false", "the draw offer is read as a comment, false"
	for _, test := range []struct{ text, want, rest string }{
		{"(#)x", diagram, "x"}, {"(d)", diagram, ""}, {"(dia)", diagram, ""}, {"(diagram)", diagram, ""}, {"[#]", diagram, ""}, {"[d]", diagram, ""},
		{"[dia]", diagram, ""}, {"[diagram]", diagram, ""}, {"(=)", offer, ""}, {"[%clk 1] e4", command, " e4"},
		{"[%clk\n1]", ", false", "[%clk\n1]"}, {"[%clk", ", false", "[%clk"}, {"(e4)", ", false", "(e4)"}, {"[=]", ", false", "[=]"}, {"(#", ", false", "(#"},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string {
			deviation, isDiagram := w.SkipSymbol()
			return fmt.Sprintf("%s, %v", deviation, isDiagram)
		})
	}
}

func TestSkipBracket(t *testing.T) {
	for _, test := range []struct{ text, rest string }{{"[a]b", "b"}, {"[a}b", "b"}, {"[a\n]", "a\n]"}, {"[a", "a"}} {
		checkReads(t, test.text, "", test.rest, func(w *Window) string { w.SkipBracket(); return "" })
	}
}
