package pgntext

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// readTag returns what ReadTag returns with a limit of 40 bytes, and the token.
func readTag(w *Window) string {
	name, value, err := w.ReadTag(40)
	if err != nil {
		return fmt.Sprintf("%s=%s: %v", name, value, err)
	}
	return fmt.Sprintf("%s=%s", name, value)
}

func TestReadTag(t *testing.T) {
	for _, test := range []struct{ name, text, want, rest string }{
		{"usual", "[White \"Carlsen\"]\n", "White=Carlsen", "\n"},
		{"next to another", "[A \"b\"][C \"d\"]", "A=b", "[C \"d\"]"},
		{"empty value", "[A \"\"] e4", "A=", " e4"},
		{"blanks", "[ A\t \"b\" \r]x", "A=b", "x"},
		{"no blank", "[A\"b\"]", "A=b", ""},
		{"brackets in the value", "[A \"[b]\"]", "A=[b]", ""},
		{"escapes", `[A "\"b\" \\ \c"]`, `A="b" \ \c`, ""},
		{"four lines", "[\nA\n\"b\"\n] e4", "A=b", " e4"},
		{"the longest", "[A \"" + strings.Repeat("x", 34) + "\"]", "A=" + strings.Repeat("x", 34), ""},

		{"too long", "[A \"" + strings.Repeat("x", 35) + "\"]\ne4", "=: the tag has more than 40 bytes", "e4"},
		{"five lines", "[A \"b\"\n\n\n\n]", "A=b: the tag is not closed", "\n\n\n\n]"},
		{"not closed", "[A \"b\"\n[C \"d\"]", "A=b: the tag is not closed", "\n[C \"d\"]"},
		{"end of the stream", "[A \"b", "A=b: the tag is not closed", ""},
		{"end of the stream after the value", "[A \"b\"", "A=b: the tag is not closed", ""},
		{"end of the stream after a space", "[A \"b\"\u00a0", "A=b: the tag is not closed", ""},
		{"nothing but a bracket", "[", "=: the tag is not closed", ""},
		{"no name", "[\"b\"]\n", "=: the tag has no name", "\n"},
		{"no quotes", "[A b]\n", "=: the value of the tag is not in quotes", "\n"},
		{"no value", "[A]\n", "=: the value of the tag is not in quotes", "\n"},
		{"value without its second quote", "[A \"b]\nc", "A=b: the value of the tag is not closed", "\nc"},
		{"value on two lines", "[A \"b\nc\"]", "A=b: the value of the tag is not closed", "\nc\"]"},
		{"backslash before the second quote", `[A "b\"]` + "\n", `A=b\: the value of the tag is not closed`, "\n"},
		{"quotes inside", `[A "b "c" d"] e4` + "\n", `A=b "c" d: a quote in the value of the tag is not escaped`, " e4\n"},
		{"quotes inside, and a tag", `[A "b "c\"" d"] [B "e"f"]`, `A=b "c"" d: a quote in the value of the tag is not escaped`, ` [B "e"f"]`},
		{"no bracket before another tag", `[A "b \"c" [D "e"]`, `A=b "c: the tag is not closed`, `[D "e"]`},
		{"a bracket in quotes that are not escaped", `[A "b "[c]" d"]`, `A=b "[c]" d: a quote in the value of the tag is not escaped`, ""},
		{"spaces beyond ASCII", "[\u00a0A\u00a0\"b\"\u2009]", "A=b", ""},
		{"spaces of Windows-1252", "[A\xa0\"b\"\xa0]", "A=b", ""},
		{"quotes inside and none at the end", `[A "b "c" d]` + "\n", `A=b "c: the value of the tag is not closed`, "\n"},
	} {
		t.Run(test.name, func(t *testing.T) { checkReads(t, test.text, test.want, test.rest, readTag) })
	}
}

// TestPlainTagBytes puts each byte at each place of a value.
// A plain tag has ASCII without a control character, a quote, or a backslash, or bytes above ASCII.
func TestPlainTagBytes(t *testing.T) {
	for length := 1; length <= 17; length++ {
		for at := range length {
			for c := range 256 {
				value := []byte(strings.Repeat("~", length))
				value[at] = byte(c)
				w := NewTextWindow(fmt.Appendf(nil, "[A \"%s\"]        ", value), Start)
				_, got := w.plainTag(MaxWord)
				if plain := c >= ' ' && c != '"' && c != '\\'; plain != (got != nil) || plain && !bytes.Equal(got, value) {
					t.Fatalf("plainTag of the value %q = %q, want it read: %v", value, got, plain)
				}
			}
		}
	}
}

// TestTagToken: the token is the tag, its line if it is faulty, or its bracket if it is none.
func TestTagToken(t *testing.T) {
	for text, want := range map[string]string{
		"[A \"b\"] e4\n": "[A \"b\"]", "[A\n\"b\"]\n": "[A\n\"b\"]", "[A b] e4\ne5": "[A b]", "[A b e4\ne5": "[",
	} {
		checkReads(t, " "+text, want+" at 1:2", text[len(want):], func(w *Window) string {
			w.SkipSpace()
			w.Mark()
			w.ReadTag(40)
			return fmt.Sprintf("%s at %d:%d", w.Token(), w.Place().Line, w.Place().Column)
		})
	}
}

// TestTagTokenAlone checks that a tag becomes the token without a Mark before it, and that Cut reports a look for a tag
// where the text could not be read.
func TestTagTokenAlone(t *testing.T) {
	w := NewTextWindow([]byte(" [A \"b\"]\n"), Start)
	w.SkipSpace()
	if w.ReadTag(40); string(w.Token()) != "[A \"b\"]" {
		t.Errorf("the token is %q", w.Token())
	}
	w = NewWindow(FailingReader{errReadCount}, Start)
	if w.AtTag() || !w.Cut() {
		t.Errorf("at the end of a text that could not be read, AtTag() is true, or Cut() is %v", w.Cut())
	}
}

// TestTagNameCut checks that an error matters only for a name that it may have cut off.
func TestTagNameCut(t *testing.T) {
	for _, test := range []struct {
		text, name string
		end        error
		cut        bool
	}{{"[White \"", "White", errReadCount, false}, {"[Whi", "Whi", errReadCount, true}, {"[Whi", "Whi", io.EOF, false}} {
		w := NewWindow(io.MultiReader(strings.NewReader(test.text), FailingReader{test.end}), Start)
		if got := string(w.TagName()); got != test.name || w.Cut() != test.cut {
			t.Errorf("%q before %v: TagName() = %s, Cut() = %v, want %s, %v", test.text, test.end, got, w.Cut(), test.name, test.cut)
		}
	}
}

func TestTagNameLength(t *testing.T) {
	for text, want := range map[string]int{"": 0, "White": 5, "White ": 5, "A\"": 1, "A[": 1, "]": 0, "é:_\t": 4} {
		if got := TagNameLength([]byte(text)); got != want {
			t.Errorf("TagNameLength(%q) = %d, want %d", text, got, want)
		}
	}
}

// TestTagsAhead tests the methods that recognize a tag without reading it.
func TestTagsAhead(t *testing.T) {
	for _, test := range []struct {
		text      string
		tag, bare bool
	}{
		{text: "[A \"b\"]\nx", tag: true},
		{text: "[ A\"", tag: true},
		{text: "[A b]"},
		{text: "[A"},
		{text: "["},
		{text: ""},
		{text: "A \"b\"]", bare: true},
		{text: "Z_9\"", bare: true},
		{text: "A: \"b\"]"},
		{text: "e4 \"b\"", bare: true},
		{text: "e4 e5\n[A \"b\"]"},
		{text: "{A \"b\"]", bare: true},
		{text: "éA \"b\"]\t", bare: true},
		{text: "{A \"b\"}"},
		{text: "{ \"b\"]"},
		{text: "{[A \"b\"]"},
		{text: "[" + strings.Repeat("A", MaxWord) + "\""},
	} {
		want := fmt.Sprint(test.tag, test.bare)
		checkReads(t, test.text, want, test.text, func(w *Window) string {
			line, _, _ := w.NextLines(2)
			return fmt.Sprint(w.AtTag(), len(line) > 0 && line[0] != '[' && IsBareTag(line))
		})
	}
}

func TestEndsTag(t *testing.T) {
	for line, want := range map[string]bool{"sen\"]": true, "a} b\"]": false, "[a\"]": false, "a\"] ": false, "a]": false} {
		if got := EndsTag([]byte(line)); got != want {
			t.Errorf("EndsTag(%q) = %v, want %v", line, got, want)
		}
	}
}
