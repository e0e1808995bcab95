package diagram_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess/diagram"
)

// hostile are captions that try to get out of their element.
var hostile = []string{
	"</text></svg><script>alert(1)</script>", `" onload="alert(1)`, "' onload='alert(1)", "]]><!--", "<![CDATA[",
	"&lt;&amp;&#0;&bogus;", "\x00\x01\x1f\x7f\u0085", "\xff\xfe\xed\xa0\x80", "\ufffe\uffff\ufeff", "a\nb\r\nc\td",
	strings.Repeat("W", 10000), strings.Repeat("wide ", 1000), strings.Repeat("\u0301", 100000), "\u202eright to left", "棋譜",
	strings.Repeat("\n", 1000) + "x",
}

// checkCaption checks that a caption changes nothing but the text of a picture.
func checkCaption(t *testing.T, caption string) {
	t.Helper()
	svg := diagram.AppendSVG(nil, kiwipete, diagram.Options{Caption: caption})
	if !utf8.Valid(svg) {
		t.Fatalf("caption %.60q: not UTF-8", caption)
	}
	list := elements(t, svg)
	lines := texts(list, "text")
	if len(lines) > 3 || len(svg) > 20000 {
		t.Errorf("caption %.60q: %d lines in %d bytes", caption, len(lines), len(svg))
	}
	for _, line := range lines {
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("caption %.60q: line %q has control characters", caption, line)
		}
	}
	plain := len(elements(t, diagram.AppendSVG(nil, kiwipete, diagram.Options{})))
	if len(list) != plain+len(lines) {
		t.Errorf("caption %.60q: %d elements, want %d", caption, len(list), plain+len(lines))
	}
}

// TestHostileCaptions checks captions that try to break out of the picture.
func TestHostileCaptions(t *testing.T) {
	for _, caption := range hostile {
		checkCaption(t, caption)
	}
}

// FuzzCaption checks that no caption breaks a picture.
func FuzzCaption(f *testing.F) {
	for _, caption := range hostile {
		f.Add(caption)
	}
	f.Fuzz(checkCaption)
}

// TestCaption checks where captions are broken into lines, and that they are the title.
func TestCaption(t *testing.T) {
	words := strings.Repeat("bishop ", 30)
	long := strings.Repeat("bishop ", 60)
	const name = "Donaudampfschifffahrtsgesellschaftskapitän"
	for _, test := range []struct {
		caption string
		want    []string
	}{
		{"", nil},
		{"  Mate in 2 ", []string{"Mate in 2"}},
		{"one\ntwo\nthree", []string{"one", "two", "three"}},
		{"a < b & \"c\"", []string{"a < b & \"c\""}},
		{"bad \xff byte", []string{"bad \ufffd byte"}},
		{words, []string{words[:69], words[:69], words[:69]}},
		{long, []string{words[:69], words[:69], words[:62] + "…"}},
		{name, []string{name}},
		{"a" + strings.Repeat("\u0301", 601), []string{"a" + strings.Repeat("\u0301", 600), "\u0301"}}, // 1201 bytes without width
		{"ab" + strings.Repeat("\u0301", 601), []string{"ab" + strings.Repeat("\u0301", 600), "\u0301"}},
	} {
		list := elements(t, diagram.AppendSVG(nil, kiwipete, diagram.Options{Caption: test.caption}))
		if diff := cmp.Diff(test.want, texts(list, "text")); diff != "" {
			t.Errorf("caption %q (-want +got):\n%s", test.caption, diff)
		}
		title := strings.Join(test.want, " ")
		if title == "" {
			title = "Chess position, White to move"
		}
		if diff := cmp.Diff([]string{title}, texts(list, "title")); diff != "" {
			t.Errorf("title for %q (-want +got):\n%s", test.caption, diff)
		}
	}
}
