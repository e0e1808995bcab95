package chess

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/internal/tagvalue"
)

// commandCases are comments with their MoveInfo and the text that MoveInfo.String returns.
var commandCases = []struct {
	name, comment string
	want          MoveInfo
	written       string
}{
	{"empty comment", "", MoveInfo{}, ""},
	{"text", "a good move", MoveInfo{Text: "a good move"}, "a good move"},
	{"clock", "[%clk 0:05:00]", MoveInfo{Clock: pointer(5 * time.Minute)}, "[%clk 0:05:00]"},
	{"clock with hours", "[%clk 12:34:56]",
		MoveInfo{Clock: pointer(12*time.Hour + 34*time.Minute + 56*time.Second)}, "[%clk 12:34:56]"},
	{"67: clock with milliseconds", "[%clk 0:00:01.234]",
		MoveInfo{Clock: pointer(1234 * time.Millisecond)}, "[%clk 0:00:01.234]"},
	{"clock with tenths", "[%clk 0:00:09.5]", MoveInfo{Clock: pointer(9500 * time.Millisecond)}, "[%clk 0:00:09.5]"},
	{"67: negative clock", "[%clk -0:00:01]", MoveInfo{Clock: pointer(time.Duration(0))}, "[%clk 0:00:00]"},
	{"clock without hours", "[%clk 5:07]", MoveInfo{Clock: pointer(5*time.Minute + 7*time.Second)}, "[%clk 0:05:07]"},
	{"clock with leading zeros", "[%clk 00:05:00]", MoveInfo{Clock: pointer(5 * time.Minute)}, "[%clk 0:05:00]"},
	{"clock with extra spaces", "[%clk  1:00:00 ]", MoveInfo{Clock: pointer(time.Hour)}, "[%clk 1:00:00]"},
	{"clock with a line break", "[%clk\n1:00:00]", MoveInfo{Clock: pointer(time.Hour)}, "[%clk 1:00:00]"},
	{"elapsed time", "[%emt 0:00:07]", MoveInfo{Elapsed: pointer(7 * time.Second)}, "[%emt 0:00:07]"},
	{"elapsed time in seconds", "[%emt 7.25]",
		MoveInfo{Elapsed: pointer(7250 * time.Millisecond)}, "[%emt 0:00:07.25]"},

	{"evaluation", "[%eval 0.17]", MoveInfo{Eval: &Eval{Centipawns: 17}}, "[%eval 0.17]"},
	{"evaluation in favor of Black", "[%eval -1.25]", MoveInfo{Eval: &Eval{Centipawns: -125}}, "[%eval -1.25]"},
	{"evaluation with depth", "[%eval -1.25,18]",
		MoveInfo{Eval: &Eval{Centipawns: -125, Depth: 18}}, "[%eval -1.25,18]"},
	{"67: evaluation without leading zero", "[%eval .99,23]",
		MoveInfo{Eval: &Eval{Centipawns: 99, Depth: 23}}, "[%eval 0.99,23]"},
	{"evaluation with plus sign", "[%eval +3]", MoveInfo{Eval: &Eval{Centipawns: 300}}, "[%eval 3.00]"},
	{"evaluation close to zero", "[%eval -0.05]", MoveInfo{Eval: &Eval{Centipawns: -5}}, "[%eval -0.05]"},
	{"mate", "[%eval #4]", MoveInfo{Eval: &Eval{Mate: 4}}, "[%eval #4]"},
	{"67: mate by Black", "[%eval #-3]", MoveInfo{Eval: &Eval{Mate: -3}}, "[%eval #-3]"},
	{"greatest mate and depth", "[%eval #-32768,65535]", MoveInfo{Eval: &Eval{Mate: -32768, Depth: 65535}}, "[%eval #-32768,65535]"},
	{"mate with depth", "[%eval #-3,30]", MoveInfo{Eval: &Eval{Mate: -3, Depth: 30}}, "[%eval #-3,30]"},

	{"squares", "[%csl Ge4,Rd5]", MoveInfo{Shapes: []Shape{{'G', E4, E4}, {'R', D5, D5}}}, "[%csl Ge4,Rd5]"},
	{"arrows", "[%cal Ge2e4,Yd7d5]", MoveInfo{Shapes: []Shape{{'G', E2, E4}, {'Y', D7, D5}}}, "[%cal Ge2e4,Yd7d5]"},
	{"shapes with spaces", "[%cal Ge2e4, Bd7d5 ]",
		MoveInfo{Shapes: []Shape{{'G', E2, E4}, {'B', D7, D5}}}, "[%cal Ge2e4,Bd7d5]"},
	{"squares with spaces", "[%csl Ge4 , Rd5\t]", MoveInfo{Shapes: []Shape{{'G', E4, E4}, {'R', D5, D5}}}, "[%csl Ge4,Rd5]"},
	{"67: squares and arrows", "[%csl Ge4][%cal Ge2e4]",
		MoveInfo{Shapes: []Shape{{'G', E4, E4}, {'G', E2, E4}}}, "[%csl Ge4] [%cal Ge2e4]"},
	{"67: squares between arrows", "[%cal Ge2e4][%csl Ge4][%cal Re7e5]",
		MoveInfo{Shapes: []Shape{{'G', E2, E4}, {'G', E4, E4}, {'R', E7, E5}}}, "[%csl Ge4] [%cal Ge2e4,Re7e5]"},

	{"all fields", "[%eval 0.3] text [%clk 0:01:00][%emt 0:00:02] [%csl Ge4]",
		MoveInfo{
			Clock:   pointer(time.Minute),
			Elapsed: pointer(2 * time.Second),
			Eval:    &Eval{Centipawns: 30},
			Shapes:  []Shape{{'G', E4, E4}},
			Text:    "text",
		},
		"[%csl Ge4] [%eval 0.30] [%clk 0:01:00] [%emt 0:00:02] text"},
	{"text before and after", "one [%clk 0:01:00] two",
		MoveInfo{Clock: pointer(time.Minute), Text: "one two"}, "[%clk 0:01:00] one two"},
	{"text without space before the command", "one[%clk 0:01:00] two",
		MoveInfo{Clock: pointer(time.Minute), Text: "one two"}, "[%clk 0:01:00] one two"},
	{"text with line breaks", "[%clk 0:01:00]\none\n\n two",
		MoveInfo{Clock: pointer(time.Minute), Text: "one\n\n two"}, "[%clk 0:01:00] one\n\n two"},
	{"second clock stays in the text", "[%clk 0:01:00] [%clk 0:02:00]",
		MoveInfo{Clock: pointer(time.Minute), Text: "[%clk 0:02:00]"}, "[%clk 0:01:00] [%clk 0:02:00]"},
	{"valid clock after an invalid one", "[%clk x] [%clk 0:02:00]",
		MoveInfo{Clock: pointer(2 * time.Minute), Text: "[%clk x]"}, "[%clk 0:02:00] [%clk x]"},
}

// TestParseMoveInfo checks ParseMoveInfo and MoveInfo.String. The numbers in the case names are
// those of docs/rules.md.
func TestParseMoveInfo(t *testing.T) {
	for _, test := range commandCases {
		t.Run(test.name, func(t *testing.T) {
			got := ParseMoveInfo(test.comment)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("ParseMoveInfo(%q) differs (-want +got):\n%s", test.comment, diff)
			}
			if text := got.String(); text != test.written {
				t.Errorf("ParseMoveInfo(%q).String() = %q, want %q", test.comment, text, test.written)
			}
			checkMoveInfo(t, test.comment)
		})
	}
}

// TestParseMoveInfoInvalid checks that ParseMoveInfo leaves invalid and unknown commands unchanged
// in the text.
func TestParseMoveInfoInvalid(t *testing.T) {
	for _, comment := range []string{
		"[%clk]", "[%clk ]", "[%clk x]", "[%clk 1:2:3:4]", "[%clk 1::2]", "[%clk :]", "[%clk .]", "[%clk 1.5:00]",
		"[%clk 1e3]", "[%clk +1:00]", "[%clk 0x10]", "[%clk 1 2]", "[%clk --1]", "[%clk 0:05:00", "%clk 0:05:00]",
		"[clk 0:05:00]", "[% clk 0:05:00]", "[%CLK 0:05:00]", "[%clk0:05:00]", "[%clk 99999999999999999999:00:00]",
		"[%clk 0:05:00.1.2]", "[%clk NaN]", "[%clk Inf]", "[%clk ٣:00]", "[%clk 1_0:00]",
		"[%emt]", "[%emt soon]",
		"[%eval]", "[%eval x]", "[%eval 1,2,3]", "[%eval 1,]", "[%eval ,1]", "[%eval 1,-2]", "[%eval 1,99999]",
		"[%eval #]", "[%eval #x]", "[%eval #+]", "[%eval #--0]", "[%eval #32768]", "[%eval #99999999999]", "[%eval 1e2]", "[%eval NaN]", "[%eval Inf]",
		"[%eval 1.2.3]", "[%eval --1]", "[%eval 1-2]", "[%eval 1000000.01]", "[%eval 9999999999]", "[%eval M3]",
		"[%csl]", "[%csl ]", "[%csl Ge9]", "[%csl e4]", "[%csl ge4]", "[%csl Ge4,]", "[%csl Ge4 Rd5]", "[%csl Ge2e4]",
		"[%csl Gi1]", "[%csl ♞e4]",
		"[%cal]", "[%cal Ge4]", "[%cal Ge4e4]", "[%cal Ge2e4,Rd5]", "[%cal Ge2e4e5]", "[%cal Ge2]",
		"[%foo bar]", "[%]", "[% ]", "[%", "%]", "[]", "[%%clk 0:05:00]", "[%foo [%bar]]", "{[%clk 1:00:00",
		"[%mdl 32]", "[%tqu \"En\",\"\",\"e4\"]",
	} {
		if diff := cmp.Diff(MoveInfo{Text: comment}, ParseMoveInfo(comment)); diff != "" {
			t.Errorf("ParseMoveInfo(%q) differs (-want +got):\n%s", comment, diff)
		}
		want := MoveInfo{Clock: pointer(time.Minute), Text: comment}
		if diff := cmp.Diff(want, ParseMoveInfo("[%clk 0:01:00] "+comment)); diff != "" {
			t.Errorf("ParseMoveInfo(%q) differs (-want +got):\n%s", "[%clk 0:01:00] "+comment, diff)
		}
		checkMoveInfo(t, comment)
	}
}

// checkMoveInfo checks that the MoveInfo of a comment survives writing and reading, and that
// writing them again gives the same text.
func checkMoveInfo(t *testing.T, comment string) {
	t.Helper()
	c := ParseMoveInfo(comment)
	back := ParseMoveInfo(c.String())
	if diff := cmp.Diff(arrowsLast(c), arrowsLast(back)); diff != "" {
		t.Errorf("ParseMoveInfo(%q) written as %q and read back differs (-want +got):\n%s", comment, c, diff)
	}
	if back.String() != c.String() {
		t.Errorf("ParseMoveInfo(%q) written again = %q, want %q", comment, back, c)
	}
	if text := c.Text; strings.TrimSpace(text) != text {
		t.Errorf("ParseMoveInfo(%q).Text = %q, want no leading or trailing space", comment, text)
	}
}

// arrowsLast returns c with its arrows after its squares, which is the order in which they are
// written.
func arrowsLast(c MoveInfo) MoveInfo {
	squares := slices.DeleteFunc(slices.Clone(c.Shapes), func(s Shape) bool { return s.From != s.To })
	arrows := slices.DeleteFunc(slices.Clone(c.Shapes), func(s Shape) bool { return s.From == s.To })
	c.Shapes = nil
	c.Shapes = append(append(c.Shapes, squares...), arrows...)
	return c
}

// TestParseMoveInfoNested checks that removing a command from a comment does not form a new command
// from the text around it.
func TestParseMoveInfoNested(t *testing.T) {
	for _, comment := range []string{
		"[[%eval 1]%clk 0:05:00]", "[%[%eval 1]clk 0:05:00]", "[%cl[%eval 1]k 0:05:00]", "[%clk 0:05[%eval 1]:00]",
		"a[%eval 1]b", "[%eval 1][%eval 2][%eval 3]", "[[[%eval 1] %clk 0:05:00]", "[%eval 1]]", "[[%eval 1]",
	} {
		checkMoveInfo(t, comment)
	}
}

func TestEvalString(t *testing.T) {
	for want, e := range map[string]Eval{
		"0.00": {}, "0.10,22": {Centipawns: 10, Depth: 22}, "-0.01": {Centipawns: -1}, "12.34": {Centipawns: 1234},
		"1000000.00": {Centipawns: 1e8},
		"#1":         {Mate: 1, Centipawns: 5}, "#-12,3": {Mate: -12, Depth: 3},
		"#0": {Mate: 1, Mated: true}, "#-0,9": {Mate: -1, Mated: true, Depth: 9},
	} {
		if got := e.String(); got != want {
			t.Errorf("%+v.String() = %q, want %q", e, got, want)
		}
		read := ParseMoveInfo("[%eval " + want + "]").Eval
		if e.Mate != 0 {
			e.Centipawns = 0
		}
		if read == nil || *read != e {
			t.Errorf("[%%eval %s] is read as %+v, want %+v", want, read, e)
		}
	}
}

// TestEvalOrder checks that the numbers of evaluations have their order.
func TestEvalOrder(t *testing.T) {
	ascending := []Eval{
		{Mate: -1, Mated: true}, {Mate: -1, Centipawns: 5}, {Mate: -2}, {Mate: -400}, {Centipawns: -99999}, {Centipawns: -1}, {Depth: 3}, {Centipawns: 30},
		{Centipawns: 99999}, {Mate: 30}, {Mate: 1, Centipawns: -5}, {Mate: 1, Mated: true},
	}
	for i, e := range ascending {
		for j, f := range ascending {
			if (e.Number() < f.Number()) != (i < j) || (e.Number() == f.Number()) != (i == j) {
				t.Errorf("%v and %v have the numbers %v and %v, want them in the other order", e, f, e.Number(), f.Number())
			}
		}
	}
	for want, e := range map[int]Eval{
		-125: {Centipawns: -125}, 999_999: {Mate: 1}, -999_998: {Mate: -2}, 900_000: {Centipawns: 1e8}, -900_000: {Centipawns: -1e8}, -900_001: {Mate: math.MinInt}, 900_001: {Mate: math.MaxInt}, 1_000_000: {Mated: true},
	} {
		if got := e.Number(); got != want {
			t.Errorf("%v.Number() = %v, want %v", e, got, want)
		}
	}
}

func TestMoveInfoString(t *testing.T) {
	for _, test := range []struct {
		name string
		c    MoveInfo
		want string
	}{
		{"zero MoveInfo", MoveInfo{}, ""},
		{"negative times", MoveInfo{Clock: pointer(-time.Second), Elapsed: pointer(-time.Hour)},
			"[%clk 0:00:00] [%emt 0:00:00]"},
		{"fraction of a millisecond", MoveInfo{Clock: pointer(time.Second + 999*time.Microsecond)},
			"[%clk 0:00:01]"},
		{"many hours", MoveInfo{Clock: pointer(1000 * time.Hour)}, "[%clk 1000:00:00]"},
		{"zero clock and evaluation", MoveInfo{Clock: pointer(time.Duration(0)), Eval: &Eval{}},
			"[%eval 0.00] [%clk 0:00:00]"},
	} {
		if got := test.c.String(); got != test.want {
			t.Errorf("%s: String() = %q, want %q", test.name, got, test.want)
		}
	}
}

// TestMoveInfoSurvives checks that reading and writing a game does not change comments with
// commands (case 67 in docs/rules.md).
func TestMoveInfoSurvives(t *testing.T) {
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
			if diff := cmp.Diff(test.want, game.Root().Next().Info()); diff != "" {
				t.Errorf("%s: Info() differs (-want +got):\n%s", test.name, diff)
			}
		}
	}
}

// FuzzParseMoveInfo checks that the MoveInfo of any comment survives writing and reading.
func FuzzParseMoveInfo(f *testing.F) {
	for _, test := range commandCases {
		f.Add(test.comment)
	}
	f.Add("[[%eval 1]%clk 0:05:00] [%foo] {[%csl Ge4")
	f.Fuzz(func(t *testing.T, comment string) { checkMoveInfo(t, comment) })
}

// TestClockBounds checks the bounds and the rounding of the clock in a comment.
func TestClockBounds(t *testing.T) {
	for value, want := range map[string]string{
		"1000000:00:00": "1000000:00:00", "1000000:00:01": "", "0:00:00.0004": "0:00:00", "0:00:00.0005": "0:00:00.001",
		"0:00:59.9996": "0:01:00", "0:00:00.0014": "0:00:00.001", "-0:05:00": "0:00:00", "90": "0:01:30", "1:2:3:4": "",
		"0:00.5:00": "", "1:00:": "", "0:90:00": "1:30:00",
	} {
		c := ParseMoveInfo("[%clk " + value + "]")
		got := ""
		if c.Clock != nil {
			got = tagvalue.ClockText(*c.Clock)
		}
		if got != want {
			t.Errorf("clock of %q = %q, want %q", value, got, want)
		}
	}
}

func TestShapeText(t *testing.T) {
	testWords(t, wordTest[Shape]{
		kind: "shape",
		values: []Shape{
			{'G', E4, E4}, {'G', E4, E5}, {'G', E5, E4}, {'R', A1, H8}, {'A', H8, A1}, {'Z', A1, A1},
		},
		refused: []string{"", "G", "e4", "Ge", "Ge9", "Gi4", "ge4", "@e4", "[e4", "Ge4e4", "Ge4e", "Ge4e9", "Ge4i5",
			"Gi4e5", "Ge4e5f6", "Ge4-e5", "Ée4"},
		nonsense: map[Shape]string{
			{'g', E4, E4}:       "ge4",
			{'G', NoSquare, E4}: "G-e4",
			{'G', E4, NoSquare}: "Ge4-",
			{}:                  "\x00a1",
			{200, E4, E4}:       "Èe4",
		},
	})
}
