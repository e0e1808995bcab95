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
		"a\r\nb\rc":                            "a\nb\nc",
		"a}\nb":                                "a} b",
		"a\n[Event \"E\"]":                     "a [Event \"E\"]",
		"a\n\n[White \"W\"]\nb":                "a [White \"W\"]\nb",
		"  \n[White \"W\"]":                    "  \n[White \"W\"]",
		"a\n[White \"W\"]":                     "a\n[White \"W\"]",
		"\n\n[White \"W\"]":                    " [White \"W\"]",
		"a\nb\n\n[White \"W\"]":                "a\nb [White \"W\"]",
		"a\n[Event \"E\"]\n\n[Event \"F\"]\nb": "a [Event \"E\"] [Event \"F\"]\nb",
		"}\nb":                                 "} b",
		"[Event \"E\"] is a tag.":              "[Event \"E\"] is a tag.",
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
	l.Add("c5")
	l.AddComment([]byte("a"))
	l.Glued = true
	l.Add("Nf3")
	l.AddComment([]byte("b\nccc"))
	l.Add("dxc4")
	l.Add("d5")
	l.AddComment([]byte("}}"))
	l.AddComment([]byte("}too long"))
	l.Add("e5")
	l.Glued = true
	l.Add("Nf3-d4xe5")
	want := "[x]\n1. e4 e5\n2. Nf3 ;}\n(2. c5\n{a}Nf3\n{b\nccc} dxc4\nd5 ;}}\n;}too long\ne5\nNf3-d4xe5"
	if diff := cmp.Diff(want, string(l.Text)); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// TestLinesWidth checks that a line is shorter than the width, or has one token.
func TestLinesWidth(t *testing.T) {
	for columns, want := range map[int]string{6: "abc d\nefghijk", 5: "abc\nd\nefghijk", 14: "abc d efghijk", 13: "abc d\nefghijk", -1: "abc d efghijk", 0: "abc\nd\nefghijk", 2: "abc\nd\nefghijk"} {
		l := NewLines(nil, columns)
		for _, token := range []string{"abc", "d", "efghijk"} {
			l.Add(token)
		}
		if got := string(l.Text); got != want {
			t.Errorf("in %d columns: %q, want %q", columns, got, want)
		}
	}
}

// TestStandardNames checks that a name in any case becomes the one of the standard or of the program that introduced it.
func TestStandardNames(t *testing.T) {
	const names = "Event Site Date Round White Black Result WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA " +
		"WhiteType BlackType EventDate EventSponsor Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime UTCDate TimeControl " +
		"SetUp FEN Termination Annotator Mode PlyCount Variant WhiteFideId BlackFideId WhiteTeam BlackTeam WhiteClock BlackClock " +
		"WhiteRatingDiff BlackRatingDiff StartTime EndDate EndTime GameId GameStartTime GameEndTime CurrentPosition Rules EndReason DrawOffer"
	for _, name := range strings.Fields(names) {
		for _, text := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
			if got := StandardName(text); got != name {
				t.Errorf("StandardName(%q) = %q, want %q", text, got, name)
			}
		}
	}
	if n := len(strings.Fields(names)); len(standardNames) != n || StandardName("eVENTS") != "eVENTS" {
		t.Errorf("%d standard names, want %d", len(standardNames), n)
	}
}

// TestTags checks how tags are written, and which values.
func TestTags(t *testing.T) {
	for value, want := range map[string]string{
		"x": "[A \"x\"]\n", "a\"b": "[A \"a\\\"b\"]\n", "a\\b": "[A \"a\\\\b\"]\n", "\"": "[A \"\\\"\"]\n", "\\": "[A \"\\\\\"]\n", "a\r\nb\rc\nd": "[A \"a b c d\"]\n", "\xe9": "[A \"é\"]\n",
	} {
		if got := string(AppendTag(nil, "A", TagValue(value))); got != want {
			t.Errorf("a tag with the value %q is written as %s, want %s", value, got, want)
		}
	}
}
