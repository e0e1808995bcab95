package pgntext

import "testing"

// isMove stands for the moves of a game.
func isMove(text string) bool { return text == "e4" || text == "Nf3" || text == "e5" || text == "O-O" }

// TestHeader checks what a text between games and among the tags of a game is, and which token of it
// means nothing.
func TestHeader(t *testing.T) {
	repeats := func(name []byte) bool { return string(name) == "Event" }
	for _, test := range []struct {
		text            string
		outside, inTags HeaderKind
		token           string // inTags
	}{
		{"1. e4", Movetext, Movetext, ""},
		{"e4 e5", Movetext, Movetext, ""},
		{"(1. e4)", Movetext, Movetext, ""},
		{"1 e4", Movetext, Movetext, ""},
		{"1. O-O2. Nf3", Movetext, Movetext, ""},
		{"1. {a}", Movetext, Movetext, ""},
		{"1 {a}", Movetext, Movetext, ""},
		{"1", StrayText, StrayText, "1"},
		{"1.", StrayText, Movetext, ""},
		{"(x", StrayText, Movetext, ""},
		{"e41-0", Movetext, Movetext, ""},
		{"1. a3", Movetext, Movetext, ""},
		{"a3", Prose, Movetext, ""},
		{"--", Prose, Movetext, ""},
		{"1. --", Movetext, Movetext, ""},
		{"1-0", StrayText, Movetext, ""},
		{"*", StrayText, Movetext, ""},
		{"0-0", StrayText, Movetext, ""},
		{"1/2 - 1/2", StrayText, Movetext, ""},
		{"{a", Markup, Markup, ""},
		{"; a", Markup, Markup, ""},
		{"<a>", Markup, Markup, ""},
		{"% a", Markup, Markup, ""},
		{"Round two", Prose, StrayText, "Round"},
		{"Round two\n[White \"A\"]", Prose, Prose, "Round"},
		{"Round two\n\n\n\n[White \"A\"]", Prose, Prose, "Round"},
		{"1 ; a", Movetext, Movetext, ""},
		{"Round two\n[Event \"A\"]", Prose, StrayText, "Round"},
		{"Round two 1-0", StrayText, StrayText, "Round"},
		{"a3\n[White \"A\"]", Prose, Prose, "a3"},
		{"a3\n[Event \"A\"]", Prose, Movetext, ""},
		{"2024", StrayText, StrayText, "2024"},
		{"White \"A\"]", DamagedTag, DamagedTag, "White"},
		{"{White \"A\"]", DamagedTag, DamagedTag, "{White \"A\"]"},
		{"?[White \"A\"]", StrayText, StrayText, "?"},
		{"?[Event \"A\"]", StrayText, Movetext, ""},
		{"2 lost\"]", StrayText, Prose, "2"},
		{"1/2 - 1/2 lost\"]", StrayText, Prose, "1/2"},
		{"{2 lost\"]", Markup, Markup, ""},
		{"?", StrayText, Movetext, ""},
		{"=", Prose, StrayText, "="},
		{":", StrayText, StrayText, ":"},
		{"é", Prose, StrayText, "é"},
	} {
		for _, isInTags := range []bool{false, true} {
			want, wantToken := test.outside, ""
			if isInTags {
				want, wantToken = test.inTags, test.token
			}
			for _, window := range windows {
				w := window.open(test.text)
				c := w.SkipSpace()
				h := Header{InTags: isInTags, Repeats: repeats, IsMove: isMove}
				kind, token := h.Classify(&w, c)
				if kind != want || isInTags && string(token) != wantToken {
					t.Errorf("%s: header %q, in tags: %v, is %d with the token %q, want %d, %q", window.name, test.text, isInTags, kind, token, want, wantToken)
				}
			}
		}
	}
}

// TestHeaderOnTag checks that a line with a tag before another one does not begin the movetext,
// whatever it seems to be.
func TestHeaderOnTag(t *testing.T) {
	for _, test := range []struct {
		text          string
		onTag, inTags bool
		want          HeaderKind
	}{
		{"e4\n[White \"A\"]", true, true, Prose}, {"e4\n[White \"A\"]", false, true, Movetext},
		{"e4\n\n[White \"A\"]", true, true, Movetext}, {"e4\n[White \"A\"]", true, false, Movetext},
		{"e4\nx", true, true, Movetext}, {"1. e4 1-0\n[White \"A\"]", true, true, Movetext},
	} {
		w := NewTextWindow([]byte(test.text), Start)
		c := w.SkipSpace()
		h := Header{InTags: test.inTags, OnTag: test.onTag, Repeats: func([]byte) bool { return false }, IsMove: isMove}
		if got, _ := h.Classify(&w, c); got != test.want {
			t.Errorf("%q, after a tag: %v, in tags: %v, is %d, want %d", test.text, test.onTag, test.inTags, got, test.want)
		}
	}
}
