package chess

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// pointer returns a pointer to a copy of v.
func pointer[T any](v T) *T { return &v }

// commandCases are comments with their Commands and the text that Commands.String
// returns.
var commandCases = []struct {
	name, comment string
	want          Commands
	written       string
}{
	{"empty comment", "", Commands{}, ""},
	{"text", "a good move", Commands{Text: "a good move"}, "a good move"},
	{"clock", "[%clk 0:05:00]", Commands{Clock: pointer(5 * time.Minute)}, "[%clk 0:05:00]"},
	{"clock with hours", "[%clk 12:34:56]",
		Commands{Clock: pointer(12*time.Hour + 34*time.Minute + 56*time.Second)}, "[%clk 12:34:56]"},
	{"67: clock with milliseconds", "[%clk 0:00:01.234]",
		Commands{Clock: pointer(1234 * time.Millisecond)}, "[%clk 0:00:01.234]"},
	{"clock with tenths", "[%clk 0:00:09.5]", Commands{Clock: pointer(9500 * time.Millisecond)}, "[%clk 0:00:09.5]"},
	{"67: negative clock", "[%clk -0:00:01]", Commands{Clock: pointer(time.Duration(0))}, "[%clk 0:00:00]"},
	{"clock without hours", "[%clk 5:07]", Commands{Clock: pointer(5*time.Minute + 7*time.Second)}, "[%clk 0:05:07]"},
	{"clock with leading zeros", "[%clk 00:05:00]", Commands{Clock: pointer(5 * time.Minute)}, "[%clk 0:05:00]"},
	{"clock with extra spaces", "[%clk  1:00:00 ]", Commands{Clock: pointer(time.Hour)}, "[%clk 1:00:00]"},
	{"clock with a line break", "[%clk\n1:00:00]", Commands{Clock: pointer(time.Hour)}, "[%clk 1:00:00]"},
	{"elapsed time", "[%emt 0:00:07]", Commands{Elapsed: pointer(7 * time.Second)}, "[%emt 0:00:07]"},
	{"elapsed time in seconds", "[%emt 7.25]",
		Commands{Elapsed: pointer(7250 * time.Millisecond)}, "[%emt 0:00:07.25]"},

	{"evaluation", "[%eval 0.17]", Commands{Eval: &Eval{Centipawns: 17}}, "[%eval 0.17]"},
	{"evaluation in favor of Black", "[%eval -1.25]", Commands{Eval: &Eval{Centipawns: -125}}, "[%eval -1.25]"},
	{"evaluation with depth", "[%eval -1.25,18]",
		Commands{Eval: &Eval{Centipawns: -125, Depth: 18}}, "[%eval -1.25,18]"},
	{"67: evaluation without leading zero", "[%eval .99,23]",
		Commands{Eval: &Eval{Centipawns: 99, Depth: 23}}, "[%eval 0.99,23]"},
	{"evaluation with plus sign", "[%eval +3]", Commands{Eval: &Eval{Centipawns: 300}}, "[%eval 3.00]"},
	{"evaluation close to zero", "[%eval -0.05]", Commands{Eval: &Eval{Centipawns: -5}}, "[%eval -0.05]"},
	{"mate", "[%eval #4]", Commands{Eval: &Eval{Mate: 4}}, "[%eval #4]"},
	{"67: mate by Black", "[%eval #-3]", Commands{Eval: &Eval{Mate: -3}}, "[%eval #-3]"},
	{"mate with depth", "[%eval #-3,30]", Commands{Eval: &Eval{Mate: -3, Depth: 30}}, "[%eval #-3,30]"},

	{"squares", "[%csl Ge4,Rd5]", Commands{Shapes: []Shape{{'G', E4, E4}, {'R', D5, D5}}}, "[%csl Ge4,Rd5]"},
	{"arrows", "[%cal Ge2e4,Yd7d5]", Commands{Shapes: []Shape{{'G', E2, E4}, {'Y', D7, D5}}}, "[%cal Ge2e4,Yd7d5]"},
	{"shapes with spaces", "[%cal Ge2e4, Bd7d5 ]",
		Commands{Shapes: []Shape{{'G', E2, E4}, {'B', D7, D5}}}, "[%cal Ge2e4,Bd7d5]"},
	{"67: squares and arrows", "[%csl Ge4][%cal Ge2e4]",
		Commands{Shapes: []Shape{{'G', E4, E4}, {'G', E2, E4}}}, "[%csl Ge4] [%cal Ge2e4]"},
	{"67: squares between arrows", "[%cal Ge2e4][%csl Ge4][%cal Re7e5]",
		Commands{Shapes: []Shape{{'G', E2, E4}, {'G', E4, E4}, {'R', E7, E5}}}, "[%csl Ge4] [%cal Ge2e4,Re7e5]"},

	{"all fields", "[%eval 0.3] text [%clk 0:01:00][%emt 0:00:02] [%csl Ge4]",
		Commands{
			Clock:   pointer(time.Minute),
			Elapsed: pointer(2 * time.Second),
			Eval:    &Eval{Centipawns: 30},
			Shapes:  []Shape{{'G', E4, E4}},
			Text:    "text",
		},
		"[%csl Ge4] [%eval 0.30] [%clk 0:01:00] [%emt 0:00:02] text"},
	{"text before and after", "one [%clk 0:01:00] two",
		Commands{Clock: pointer(time.Minute), Text: "one two"}, "[%clk 0:01:00] one two"},
	{"text without space before the command", "one[%clk 0:01:00] two",
		Commands{Clock: pointer(time.Minute), Text: "one two"}, "[%clk 0:01:00] one two"},
	{"text with line breaks", "[%clk 0:01:00]\none\n\n two",
		Commands{Clock: pointer(time.Minute), Text: "one\n\n two"}, "[%clk 0:01:00] one\n\n two"},
	{"second clock stays in the text", "[%clk 0:01:00] [%clk 0:02:00]",
		Commands{Clock: pointer(time.Minute), Text: "[%clk 0:02:00]"}, "[%clk 0:01:00] [%clk 0:02:00]"},
	{"valid clock after an invalid one", "[%clk x] [%clk 0:02:00]",
		Commands{Clock: pointer(2 * time.Minute), Text: "[%clk x]"}, "[%clk 0:02:00] [%clk x]"},
}

// TestParseCommands checks ParseCommands and Commands.String. The numbers in the
// case names are those of docs/rules.md.
func TestParseCommands(t *testing.T) {
	for _, test := range commandCases {
		t.Run(test.name, func(t *testing.T) {
			got := ParseCommands(test.comment)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("ParseCommands(%q) differs (-want +got):\n%s", test.comment, diff)
			}
			if text := got.String(); text != test.written {
				t.Errorf("ParseCommands(%q).String() = %q, want %q", test.comment, text, test.written)
			}
			checkCommands(t, test.comment)
		})
	}
}

// TestParseCommandsInvalid checks that ParseCommands leaves invalid and unknown
// commands unchanged in the text.
func TestParseCommandsInvalid(t *testing.T) {
	for _, comment := range []string{
		"[%clk]", "[%clk ]", "[%clk x]", "[%clk 1:2:3:4]", "[%clk 1::2]", "[%clk :]", "[%clk .]", "[%clk 1.5:00]",
		"[%clk 1e3]", "[%clk +1:00]", "[%clk 0x10]", "[%clk 1 2]", "[%clk --1]", "[%clk 0:05:00", "%clk 0:05:00]",
		"[clk 0:05:00]", "[% clk 0:05:00]", "[%CLK 0:05:00]", "[%clk0:05:00]", "[%clk 99999999999999999999:00:00]",
		"[%clk 0:05:00.1.2]", "[%clk NaN]", "[%clk Inf]", "[%clk ٣:00]", "[%clk 1_0:00]",
		"[%emt]", "[%emt soon]",
		"[%eval]", "[%eval x]", "[%eval 1,2,3]", "[%eval 1,]", "[%eval ,1]", "[%eval 1,-2]", "[%eval 1,99999]",
		"[%eval #]", "[%eval #x]", "[%eval #0]", "[%eval #99999999999]", "[%eval 1e2]", "[%eval NaN]", "[%eval Inf]",
		"[%eval 1.2.3]", "[%eval --1]", "[%eval 1-2]", "[%eval 9999999999]", "[%eval M3]",
		"[%csl]", "[%csl ]", "[%csl Ge9]", "[%csl e4]", "[%csl ge4]", "[%csl Ge4,]", "[%csl Ge4 Rd5]", "[%csl Ge2e4]",
		"[%csl Gi1]", "[%csl ♞e4]",
		"[%cal]", "[%cal Ge4]", "[%cal Ge4e4]", "[%cal Ge2e4,Rd5]", "[%cal Ge2e4e5]", "[%cal Ge2]",
		"[%foo bar]", "[%]", "[% ]", "[%", "%]", "[]", "[%%clk 0:05:00]", "[%foo [%bar]]", "{[%clk 1:00:00",
		"[%mdl 32]", "[%tqu \"En\",\"\",\"e4\"]",
	} {
		if diff := cmp.Diff(Commands{Text: comment}, ParseCommands(comment)); diff != "" {
			t.Errorf("ParseCommands(%q) differs (-want +got):\n%s", comment, diff)
		}
		want := Commands{Clock: pointer(time.Minute), Text: comment}
		if diff := cmp.Diff(want, ParseCommands("[%clk 0:01:00] "+comment)); diff != "" {
			t.Errorf("ParseCommands(%q) differs (-want +got):\n%s", "[%clk 0:01:00] "+comment, diff)
		}
		checkCommands(t, comment)
	}
}

// checkCommands checks that the Commands of a comment survive writing and reading,
// and that writing them again gives the same text.
func checkCommands(t *testing.T, comment string) {
	t.Helper()
	c := ParseCommands(comment)
	back := ParseCommands(c.String())
	if diff := cmp.Diff(arrowsLast(c), arrowsLast(back)); diff != "" {
		t.Errorf("ParseCommands(%q) written as %q and read back differs (-want +got):\n%s", comment, c, diff)
	}
	if back.String() != c.String() {
		t.Errorf("ParseCommands(%q) written again = %q, want %q", comment, back, c)
	}
	if text := c.Text; strings.TrimSpace(text) != text {
		t.Errorf("ParseCommands(%q).Text = %q, want no leading or trailing space", comment, text)
	}
}

// arrowsLast returns c with its arrows after its squares, which is the order in
// which they are written.
func arrowsLast(c Commands) Commands {
	squares := slices.DeleteFunc(slices.Clone(c.Shapes), func(s Shape) bool { return s.From != s.To })
	arrows := slices.DeleteFunc(slices.Clone(c.Shapes), func(s Shape) bool { return s.From == s.To })
	c.Shapes = nil
	c.Shapes = append(append(c.Shapes, squares...), arrows...)
	return c
}

// TestParseCommandsNested checks that removing a command from a comment does not
// form a new command from the text around it.
func TestParseCommandsNested(t *testing.T) {
	for _, comment := range []string{
		"[[%eval 1]%clk 0:05:00]", "[%[%eval 1]clk 0:05:00]", "[%cl[%eval 1]k 0:05:00]", "[%clk 0:05[%eval 1]:00]",
		"a[%eval 1]b", "[%eval 1][%eval 2][%eval 3]", "[[[%eval 1] %clk 0:05:00]", "[%eval 1]]", "[[%eval 1]",
	} {
		checkCommands(t, comment)
	}
}

func TestEvalString(t *testing.T) {
	for want, e := range map[string]Eval{
		"0.00": {}, "0.10,22": {Centipawns: 10, Depth: 22}, "-0.01": {Centipawns: -1}, "12.34": {Centipawns: 1234},
		"#1": {Mate: 1, Centipawns: 5}, "#-12,3": {Mate: -12, Depth: 3},
	} {
		if got := e.String(); got != want {
			t.Errorf("%+v.String() = %q, want %q", e, got, want)
		}
	}
}

func TestCommandsString(t *testing.T) {
	for _, test := range []struct {
		name string
		c    Commands
		want string
	}{
		{"zero Commands", Commands{}, ""},
		{"negative times", Commands{Clock: pointer(-time.Second), Elapsed: pointer(-time.Hour)},
			"[%clk 0:00:00] [%emt 0:00:00]"},
		{"fraction of a millisecond", Commands{Clock: pointer(time.Second + 999*time.Microsecond)},
			"[%clk 0:00:01]"},
		{"many hours", Commands{Clock: pointer(1000 * time.Hour)}, "[%clk 1000:00:00]"},
		{"zero clock and evaluation", Commands{Clock: pointer(time.Duration(0)), Eval: &Eval{}},
			"[%eval 0.00] [%clk 0:00:00]"},
	} {
		if got := test.c.String(); got != test.want {
			t.Errorf("%s: String() = %q, want %q", test.name, got, test.want)
		}
	}
}

// TestNodeCommands checks Node.Commands and Node.SetCommands.
func TestNodeCommands(t *testing.T) {
	g := mustParsePGN(t, "1. e4 {[%clk 0:01:00]} {book [%eval 0.3]} e5 {[%foo]} *")
	e4 := g.Root().Next()
	want := Commands{Clock: pointer(time.Minute), Eval: &Eval{Centipawns: 30}, Text: "book"}
	if diff := cmp.Diff(want, e4.Commands()); diff != "" {
		t.Errorf("Commands() differs (-want +got):\n%s", diff)
	}
	want.Eval.Depth = 20
	want.Shapes = []Shape{{'G', E2, E4}}
	e4.SetCommands(want)
	if got, want := outline(g), "e4 {[%cal Ge2e4] [%eval 0.30,20] [%clk 0:01:00] book} e5 {[%foo]} *"; got != want {
		t.Errorf("game after SetCommands = %s, want %s", got, want)
	}
	if diff := cmp.Diff(want, e4.Commands()); diff != "" {
		t.Errorf("Commands() after SetCommands differs (-want +got):\n%s", diff)
	}
	e4.SetCommands(Commands{})
	if got, want := outline(g), "e4 e5 {[%foo]} *"; got != want {
		t.Errorf("game after SetCommands(Commands{}) = %s, want %s", got, want)
	}
	if diff := cmp.Diff(Commands{}, e4.Commands()); diff != "" {
		t.Errorf("Commands() after SetCommands(Commands{}) differs (-want +got):\n%s", diff)
	}
	checkRoundTrip(t, g)
}

// TestCommandsSurvive checks that reading and writing a game does not change
// comments with commands (case 67 in docs/rules.md).
func TestCommandsSurvive(t *testing.T) {
	for _, test := range commandCases {
		if strings.TrimSpace(test.comment) == "" {
			continue
		}
		g := mustParsePGN(t, "1. e4 {"+test.comment+"} e5 *")
		back := mustParsePGN(t, g.String())
		for _, game := range []*Game{g, back} {
			if got := game.Root().Next().Comments(); !slices.Equal(got, []string{test.comment}) {
				t.Errorf("%s: Comments() = %q, want %q", test.name, got, []string{test.comment})
			}
			if diff := cmp.Diff(test.want, game.Root().Next().Commands()); diff != "" {
				t.Errorf("%s: Commands() differs (-want +got):\n%s", test.name, diff)
			}
		}
	}
}

// FuzzParseCommands checks that the Commands of any comment survive writing and
// reading.
func FuzzParseCommands(f *testing.F) {
	for _, test := range commandCases {
		f.Add(test.comment)
	}
	f.Add("[[%eval 1]%clk 0:05:00] [%foo] {[%csl Ge4")
	f.Fuzz(func(t *testing.T, comment string) { checkCommands(t, comment) })
}
