package pgntext

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTagName(t *testing.T) {
	long := strings.Repeat("é", 200)
	for name, want := range map[string]string{
		"White": "White", "": "Tag", "wHITE": "White", "My Tag": "My_Tag", "a[b]\"c": "a_b__c", "\xe9": "Tag_", long: "Tag" + strings.Repeat("_", 200),
	} {
		if got := TagName(name); got != want {
			t.Errorf("TagName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestWritable(t *testing.T) {
	for text, want := range map[string]string{
		"a\r\nb\rc":               "a\nb\nc",
		"a}\nb":                   "a} b",
		"a\n[Event \"E\"]":        "a [Event \"E\"]",
		"a\n\n[White \"W\"]\nb":   "a [White \"W\"]\nb",
		"a\n[White \"W\"]":        "a\n[White \"W\"]",
		"[Event \"E\"] is a tag.": "[Event \"E\"] is a tag.",
	} {
		if got := Writable(text); got != want {
			t.Errorf("Writable(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	l := NewLines([]byte("[x]\n"), 10)
	for _, token := range []string{"1.", "e4", "e5", "2.", "Nf3"} {
		l.Add(token)
	}
	l.AddComment([]byte("}"))
	l.Add("(")
	l.Glued = true
	l.Add("2.")
	want := "[x]\n1. e4 e5\n2. Nf3 ;}\n(2."
	if diff := cmp.Diff(want, string(l.Text)); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// TestLinesWidth checks that a line is shorter than the width, or has one token.
func TestLinesWidth(t *testing.T) {
	for columns, want := range map[int]string{6: "abc d\nefghijk", 5: "abc\nd\nefghijk", 14: "abc d efghijk", 13: "abc d\nefghijk", -1: "abc d efghijk"} {
		l := NewLines(nil, columns)
		for _, token := range []string{"abc", "d", "efghijk"} {
			l.Add(token)
		}
		if got := string(l.Text); got != want {
			t.Errorf("in %d columns: %q, want %q", columns, got, want)
		}
	}
}
