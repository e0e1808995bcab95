package pgntext

import (
	"fmt"
	"strings"
	"testing"
)

// checkReads calls read on a window on text, in all ways in which the text can arrive, and compares
// its result and the rest of the text.
func checkReads(t *testing.T, text, want, wantRest string, read func(*Window) string) {
	t.Helper()
	for _, window := range windows {
		w := window.open(text)
		if got := read(&w); got != want {
			t.Errorf("%s: reading %q = %s, want %s", window.name, text, got, want)
		}
		if got := w.rest(); got != wantRest {
			t.Errorf("%s: after reading %q, %q follows, want %q", window.name, text, got, wantRest)
		}
	}
}

func TestClassOf(t *testing.T) {
	for class, bytes := range map[Class]string{
		Space:  " \t\r\n\v\f",
		Letter: "azAZ-+=@/#\x80\xa0\xff",
		Digit:  "09",
		InWord: ":_",
		Other:  "\x00\x1f!\"$%&'()*,.;<>?[\\]^`{|}~\x7f",
	} {
		for _, c := range []byte(bytes) {
			if got := ClassOf(c); got != class {
				t.Errorf("ClassOf(%q) = %d, want %d", c, got, class)
			}
		}
	}
}

func TestWord(t *testing.T) {
	long := strings.Repeat("x", MaxWord)
	for _, test := range []struct{ text, want string }{
		{"", ""}, {" a", ""}, {"Nf3+ e5", "Nf3+"}, {"e4!", "e4"}, {"1-0{", "1-0"}, {"a:b_c(", "a:b_c"},
		{"½-½\n", "½-½"}, {"a\x00b", "a"}, {long, long}, {long + "yz", long},
	} {
		checkReads(t, test.text, test.want, test.text, func(w *Window) string { return string(w.Word()) })
	}
}

// TestSkipMoves checks what SkipMoves leaves for its caller.
func TestSkipMoves(t *testing.T) {
	for _, test := range []struct{ text, wantRest string }{
		{"", ""},
		{" \n2. Nf3+ e8=Q#\r\n10... Rae1 {1-0} x@_ ", ""},
		{"e4 1-0 ", "1-0 "}, {"e4 1 - 0", "1 - 0"}, {"2.0-1", "0-1"}, {"Nf31-0 e5 ", "Nf31-0 e5 "},
		{"e4 0.5 - 0.5", "0.5 - 0.5"}, {"e4 WHITEWIN ", "WHITEWIN "}, {"BLACKWIN ", "BLACKWIN "},
		{"e41/2 ", "e41/2 "}, {"e4½ ", "e4½ "}, {"e41:0 ", "e41:0 "}, {"+-- ", "+-- "}, {"e4 *", "*"},
		{"e4\n\n1. d4", "1. d4"}, {"1... e5", "1... e5"}, {"12 e4", "12 e4"}, {"2. 11. e4 ", ""},
		{"e4 {a\n} e5", "{a\n} e5"}, {"{a", "{a"}, {"e4 (d4)", "(d4)"}, {"e4! d5", "! d5"}, {"e4\n[", "["},
	} {
		for _, window := range windows {
			w := window.open(test.text)
			inMemory := w.end == len(test.text)
			w.SkipMoves()
			// Where text is not in memory yet, SkipMoves may stop earlier.
			if got := w.rest(); got != test.wantRest && (inMemory || !strings.HasSuffix(got, test.wantRest)) {
				t.Errorf("%s: after SkipMoves in %q, %q follows, want %q", window.name, test.text, got, test.wantRest)
			}
		}
	}
}

func TestHead(t *testing.T) {
	for _, test := range []struct {
		text string
		want uint64
	}{
		{"", 0}, {"1234567", 0}, {"abcdefgh", 0x6867666564636261}, {"Nf3+ e5 1-0", 0x203565202b33664e},
	} {
		text := NewTextWindow([]byte(test.text), Start)
		if got := text.Head(); got != test.want {
			t.Errorf("Head() at %q = %#x, want %#x", test.text, got, test.want)
		}
		for _, window := range windows {
			w := window.open(test.text)
			if got := w.Head(); got != test.want && got != 0 {
				t.Errorf("%s: Head() at %q = %#x, want %#x, or 0 before all is in memory", window.name, test.text, got, test.want)
			}
		}
	}
}

func TestSkipMoveNumber(t *testing.T) {
	for _, test := range []struct{ text, rest string }{
		{"1.e4", "e4"}, {"12... e5", " e5"}, {"1 e4", "1 e4"}, {"1-0", "1-0"}, {"0.5", "0.5"}, {"12", "12"}, {"12.", "12."},
	} {
		w := NewTextWindow([]byte(test.text), Start)
		if got, want := w.SkipMoveNumber(), test.rest != test.text; got != want {
			t.Errorf("SkipMoveNumber() at %q = %v, want %v", test.text, got, want)
		}
		if got := w.rest(); got != test.rest {
			t.Errorf("after SkipMoveNumber() at %q, %q follows, want %q", test.text, got, test.rest)
		}
	}
}

func TestReadGlyph(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"", "0 false", ""}, {"x", "0 false", "x"}, {"0 ", "0 true", " "}, {"255)", "255 true", ")"},
		{"256", "255 false", ""}, {"1001a", "255 false", "a"}, {"0" + strings.Repeat("9", 50), "255 false", ""}, {"0014", "14 true", ""},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string {
			w.Mark()
			return fmt.Sprint(w.ReadGlyph())
		})
	}
}

func TestSkipFillers(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"", "false", ""}, {"a", "false", "a"}, {"é", "false", "é"}, {"\u00a0a", "true", "a"}, {"\ufeff…\u00a0", "true", ""},
		{"\xa0\xa0e4", "true", "e4"}, {"…½", "true", "½"}, {"\xe2\x80", "false", "\xe2\x80"},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string {
			w.Word()
			return fmt.Sprint(w.SkipFillers())
		})
	}
}

func TestCutFiller(t *testing.T) {
	for word, want := range map[string]string{
		"": "", "e4": "e4", "e4\u00a0e5": "e4", "1…": "1", "e4\ufeff": "e4", "caf\xe9\xa0x": "caf\xe9",
		"à": "à", "Ġ": "Ġ", // the last bytes of these are those of a no-break space in Latin-1
	} {
		if got := CutFiller([]byte(word)); string(got) != want {
			t.Errorf("CutFiller(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestAtParagraphEnd(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "true"}, {" ", "true"}, {" \n", "true"}, {" \n \t\r\n e4", "true"}, {"\n [Event", "true"}, {"\r\n[", "true"},
		{"x", "false"}, {" x\n\n", "false"}, {"\nx", "false"}, {" [", "false"}, {"\n{", "false"}, {"\n\x00\n", "true"},
	} {
		checkReads(t, test.text, test.want, test.text, func(w *Window) string { return fmt.Sprint(w.AtParagraphEnd(0)) })
	}
}

func TestSkipWrapper(t *testing.T) {
	for _, test := range []struct{ text, rest string }{
		{"[pgn]x", "x"}, {"[/pgn]", ""}, {"[PGN][", "["}, {"[/PGN]", ""},
		{"[pgn", "[pgn"}, {"[pgn ]", "[pgn ]"}, {"[Pgn]", "[Pgn]"}, {"[Event", "[Event"}, {"[", "["}, {"[/", "[/"},
	} {
		want := fmt.Sprint(test.rest != test.text)
		checkReads(t, test.text, want, test.rest, func(w *Window) string { return fmt.Sprint(w.SkipWrapper()) })
	}
}

func TestSkipBlanks(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"", "0", ""}, {" \t\x00", "0", ""}, {" \n a", "10", "\n a"}, {" \r\na", "10", "\na"}, {"  a", "97", "a"},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string { return fmt.Sprint(w.SkipBlanks()) })
	}
}

func TestHasPrefix(t *testing.T) {
	for _, test := range []struct {
		text, want string
	}{{"abc", "ab"}, {"abc", "abc"}, {"", ""}, {"abc", ""}} {
		checkReads(t, test.text, "true", test.text, func(w *Window) string { return fmt.Sprint(w.HasPrefix(test.want)) })
		longer := func(w *Window) string { return fmt.Sprint(w.HasPrefix(test.want + "d")) }
		checkReads(t, test.text, "false", test.text, longer)
	}
}
