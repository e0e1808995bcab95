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

// TestCommands checks which text remains without clocks, and which commands remain without text.
func TestCommands(t *testing.T) {
	isClock := func(name, value string) bool { return name == "clk" && value != "" }
	for _, test := range []struct{ text, omitted, only string }{
		{"a [%clk 0:05:00] b", "a b", ""},
		{"[%clk 1][%eval 0.3] b", "[%eval 0.3] b", "[%eval 0.3]"},
		{"a [%x 1] b [%clk\n2][%y]", "a [%x 1] b [%y]", "[%x 1] [%y]"},
		{"[[%clk 1]%clk 2]", "[ %clk 2]", ""},
		{"[%clk ] a [%clk 1", "[%clk ] a [%clk 1", "[%clk ]"},
	} {
		if got := string(OmitCommands([]byte(test.text), isClock)); got != test.omitted {
			t.Errorf("OmitCommands(%q) = %q, want %q", test.text, got, test.omitted)
		}
		if got := string(OnlyCommands([]byte(test.text), isClock)); got != test.only {
			t.Errorf("OnlyCommands(%q) = %q, want %q", test.text, got, test.only)
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
