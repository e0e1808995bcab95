package epd

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
)

// cases are texts with the EPD that they mean and its standard form.
var cases = []struct {
	name, text string
	want       Record
	form       string // "" if it is the text
}{
	{"position alone", "4k3/8/8/8/8/8/8/4K3 b - -", Record{Position: fen("4k3/8/8/8/8/8/8/4K3 b - -")}, ""},
	{
		"test position", `1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";`,
		Record{
			Position:  fen("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -"),
			BestMoves: moves("d6d1"), ID: "BK.01",
		}, "",
	},
	{
		"several moves", "4k3/8/8/8/8/8/8/R3K2R w KQ - am Kd1 Kf1; bm O-O Rh8+;",
		Record{
			Position:   fen("4k3/8/8/8/8/8/8/R3K2R w KQ -"),
			AvoidMoves: moves("e1d1 e1f1"), BestMoves: moves("e1g1 h1h8"),
		}, "",
	},
	{
		"54: line of play, evaluation, and clocks",
		"4k3/8/8/8/8/8/4P3/4K3 w - - acd 20; acn 1000; acs 3; ce -35; dm 7; fmvn 60; hmvc 12; pv e4 Kd7 e5;",
		Record{
			Position: fen("4k3/8/8/8/8/8/4P3/4K3 w - - 12 60"), Depth: pointer(20), Nodes: pointer(1000),
			Seconds: pointer(3.0), Centipawns: pointer(-35), Mate: pointer(7),
			Line: moves("e2e4 e8d7 e4e5"),
		}, "",
	},
	{
		"54: quotes, semicolons, and backslashes", `4k3/8/8/8/8/8/8/4K3 w - - c0 "a;b"; c9 "say \"x\" \\ C:\dir"; id "";`,
		Record{
			Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"),
			Comments: [10]string{0: "a;b", 9: `say "x" \ C:\dir`},
		},
		`4k3/8/8/8/8/8/8/4K3 w - - c0 "a;b"; c9 "say \"x\" \\ C:\\dir";`,
	},
	{
		"other operations", `4k3/8/8/8/8/8/8/4K3 w - - eco "C20"; noop; rc 2; fifteen_letters a "b c" ""; draw_offer;`,
		Record{
			Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"),
			Others: []Operation{
				{"eco", []string{"C20"}}, {"noop", nil}, {"rc", []string{"2"}}, {"fifteen_letters", []string{"a", "b c", ""}},
				{"draw_offer", nil},
			},
		}, "",
	},
	{
		"empty operations and a decimal", "4k3/8/8/8/8/8/8/4K3 w - - ; bm Kd2; ; acs 10.5;;",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"), BestMoves: moves("e1d2"), Seconds: pointer(10.5)},
		"4k3/8/8/8/8/8/8/4K3 w - - acs 10.5; bm Kd2;",
	},
	{
		"a hyphen for a clock, as in ERET, and a missing quote", "4k3/8/8/8/8/8/8/4K3 w - - - bm Kd2; id \"ERET 001 - Relief;",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"), BestMoves: moves("e1d2"), ID: "ERET 001 - Relief"},
		`4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "ERET 001 - Relief";`,
	},
	{
		"54: counters of a FEN are not opcodes", "\t4k3/8/8/8/8/8/8/4K3  w - - 3 40   bm   Kd2 ;id x",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - - 3 40"), BestMoves: moves("e1d2"), ID: "x"},
		`4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; fmvn 40; hmvc 3; id "x";`,
	},
	{
		"castling, as engines write it", "4k3/8/8/8/8/8/8/4K2R w K - bm e1g1;",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K2R w K -"), BestMoves: moves("e1g1")},
		"4k3/8/8/8/8/8/8/4K2R w K - bm O-O;",
	},
	{
		"Chess960", "4k3/8/8/8/8/8/8/1R3KR1 w GB - bm O-O-O;",
		Record{Position: fen("4k3/8/8/8/8/8/8/1R3KR1 w GB -"), BestMoves: moves("f1b1")},
		"4k3/8/8/8/8/8/8/1R3KR1 w KQ - bm O-O-O;",
	},
	{
		"a halfmove clock alone", "4k3/8/8/8/8/8/8/4K3 w - - 3",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - - 3 1")}, "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3;",
	},
	{
		"the largest clocks", "4k3/8/8/8/8/8/8/4K3 w - - fmvn 65535; hmvc 65535;",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - - 65535 65535")}, "",
	},
	{
		"the smallest clocks", "4k3/8/8/8/8/8/8/4K3 w - - fmvn 0; hmvc 0;",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")}, "4k3/8/8/8/8/8/8/4K3 w - -",
	},
	{
		"all comments", `4k3/8/8/8/8/8/8/4K3 w - - c0 "a"; c1 "b"; c2 "c"; c3 "d"; c4 "e"; c5 "f"; c6 "g"; c7 "h"; c8 "i"; c9 "j";`,
		Record{
			Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"),
			Comments: [10]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"},
		}, "",
	},
	{
		"opcodes at the edges of what is allowed", "4k3/8/8/8/8/8/8/4K3 w - - c; c10; cz; d0; C0; A_; Z9; z_0; azAZ09;",
		Record{
			Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"),
			Others: []Operation{
				{"c", nil}, {"c10", nil}, {"cz", nil}, {"d0", nil}, {"C0", nil}, {"A_", nil}, {"Z9", nil}, {"z_0", nil}, {"azAZ09", nil},
			},
		}, "",
	},
	{
		"operations of the standard that have a text",
		"4k3/8/8/8/8/8/8/4K3 w - - eco a; nic a; v0 a; v1 a; v2 a; v3 a; v4 a; v5 a; v6 a; v7 a; v8 a; v9 a; v10 a;",
		Record{
			Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"),
			Others: []Operation{
				{"eco", []string{"a"}}, {"nic", []string{"a"}},
				{"v0", []string{"a"}}, {"v1", []string{"a"}}, {"v2", []string{"a"}}, {"v3", []string{"a"}}, {"v4", []string{"a"}},
				{"v5", []string{"a"}}, {"v6", []string{"a"}}, {"v7", []string{"a"}}, {"v8", []string{"a"}}, {"v9", []string{"a"}},
				{"v10", []string{"a"}},
			},
		},
		`4k3/8/8/8/8/8/8/4K3 w - - eco "a"; nic "a"; v0 "a"; v1 "a"; v2 "a"; v3 "a"; v4 "a"; v5 "a"; v6 "a"; v7 "a"; v8 "a"; v9 "a"; v10 a;`,
	},
	{
		"backslashes", `4k3/8/8/8/8/8/8/4K3 w - - c0 "\\\\"; c1 "C:\\"; c2 "\\\\\\"; x "a;" "\t" \ "a b" "\\\"";`,
		Record{
			Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"),
			Comments: [10]string{`\\`, `C:\`, `\\\`},
			Others:   []Operation{{"x", []string{"a;", `\t`, `\`, "a b", `\"`}}},
		},
		`4k3/8/8/8/8/8/8/4K3 w - - c0 "\\\\"; c1 "C:\\"; c2 "\\\\\\"; x "a;" \t \ "a b" "\\\"";`,
	},
	{
		"words that need quotes", "4k3/8/8/8/8/8/8/4K3 w - - x \"a\tb\" \"\" a\\b \"it's\";",
		Record{
			Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"),
			Others:   []Operation{{"x", []string{"a\tb", "", `a\b`, "it's"}}},
		},
		"4k3/8/8/8/8/8/8/4K3 w - - x \"a\tb\" \"\" a\\b it's;",
	},
	{
		"all white space", "4k3/8/8/8/8/8/8/4K3\tw\r-\n- bm\tKd2\rKe2\n;\r\n",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"), BestMoves: moves("e1d2 e1e2")},
		"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2;",
	},
	{
		"passes", "4k3/8/8/8/8/8/4P3/4K3 w - - bm --; pv -- -- e4;",
		Record{
			Position:  fen("4k3/8/8/8/8/8/4P3/4K3 w - -"),
			BestMoves: []chess.Move{chess.NullMove},
			Line:      []chess.Move{chess.NullMove, chess.NullMove, moves("e2e4")[0]},
		}, "",
	},
	{
		"decimals", "4k3/8/8/8/8/8/8/4K3 w - - acs -0.25; ce +5;",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"), Seconds: pointer(-0.25), Centipawns: pointer(5)},
		"4k3/8/8/8/8/8/8/4K3 w - - acs -0.25; ce 5;",
	},
	{
		"Windows-1252, and what follows a missing quote", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"M\xfc\"; x M\xfc; id \"M\xfc ; ",
		Record{
			Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"), ID: "Mü", Comments: [10]string{"Mü"}, Others: []Operation{{"x", []string{"Mü"}}},
		},
		`4k3/8/8/8/8/8/8/4K3 w - - c0 "Mü"; id "Mü"; x Mü;`,
	},
	{
		"the longest text", "4k3/8/8/8/8/8/8/4K3 w - -" + strings.Repeat(" ", maxLength-25),
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - -")}, "4k3/8/8/8/8/8/8/4K3 w - -",
	},
}

func TestParse(t *testing.T) {
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse(test.text)
			if err != nil {
				t.Fatalf("Parse(%q) = %v, want nil", test.text, err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Parse(%q) differs (-want +got):\n%s", test.text, diff)
			}
			want := test.form
			if want == "" {
				want = test.text
			}
			if got.String() != want {
				t.Errorf("String() of %q = %q, want %q", test.text, got, want)
			}
		})
	}
}

// refused are texts that are not EPD, with the place of the fault marked by ¦.
var refused = []struct{ text, opcode, reason string }{
	{"¦", "", "piece placement: missing"},
	{"4k3/8/8/8/8/8/8/4K3 w -¦", "", "en passant: missing"},
	{"4k3/8/8/8/8/8/8/4K3  w   -  ¦e3 bm Kd2;", "", "en passant: Black cannot have just moved a pawn over e3"},
	{"4k3/8/8/8/8/8/8¦   w   -   -", "", "piece placement: only 7 ranks"},
	{"  4k3/8/8/8/8/8/8/4K3  ¦k   -    -", "", `side to move: "k" is neither w nor b`},
	{"4k3/8/8/8/8/8/8/4K3 w  ¦x   -    3     4", "", "castling: 'x' is not a castling right"},
	{"4k3/8/8/8/8/8/8/4K3 w  -   -    ¦99999999999     4", "", `halfmove clock: "99999999999" is not a number from 0 to 65535`},
	{"4k3/8/8/8/8/8/8/4K3  w   -    -     3      ¦99999999999", "", `fullmove number: "99999999999" is not a number from 1 to 65535`},
	{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ¦7;", "", `"7" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ¦7 x;", "", `"7" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦_a;", "", `"_a" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦a@;", "", `"a@" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦a[;", "", `"a[" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦a`;", "", "\"a`\" is not an opcode"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦a{;", "", `"a{" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦a/;", "", `"a/" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦a:;", "", `"a:" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦é;", "", `"é" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;;¦\"x\";", "", `"" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦sixteen_letters_ 1;", "", `"sixteen_letters_" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ¦Ke3;", "bm", "Ke3: a king does not move from e1 to e3"},
	{"4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 ¦Kd1;", "pv", "Kd1: a king does not move from e8 to d1"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦bm;", "bm", "no moves"},
	{"4k3/8/8/8/8/8/8/4K3 w - - id ¦\"a; bm Kd2;", "id", "a text without its closing quote"},
	{"4k3/8/8/8/8/8/8/4K3 w - - id ¦\";", "id", "a text without its closing quote"},
	{"4k3/8/8/8/8/8/8/4K3 w - - id \"a¦\nb\";", "id", "a line break in a text"},
	{"4k3/8/8/8/8/8/8/4K3 w - - id \"a¦\rb\";", "id", "a line break in a text"},
	{`4k3/8/8/8/8/8/8/4K3 w - - id ¦"a\`, "id", "a text without its closing quote"},
	{`4k3/8/8/8/8/8/8/4K3 w - - id ¦"a\"`, "id", "a text without its closing quote"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦id;", "id", "0 operands, not one text"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦id a b;", "id", "2 operands, not one text"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ce ¦+0.35;", "ce", `"+0.35" is not a whole number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - acs ¦1e3;", "acs", `"1e3" is not a decimal number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - acs ¦10,5;", "acs", `"10,5" is not a decimal number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - acs ¦1.2.3;", "acs", `"1.2.3" is not a decimal number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - acs ¦NaN;", "acs", `"NaN" is not a decimal number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - acs ¦-Inf;", "acs", `"-Inf" is not a decimal number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - acs ¦1" + strings.Repeat("0", 400) + ";", "acs", `"` + abridged("1"+strings.Repeat("0", 400)) + `" is not a decimal number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦acs 1 2;", "acs", "2 operands, not one number"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦acd;", "acd", "0 operands, not one number"},
	{"4k3/8/8/8/8/8/8/4K3 w - - hmvc ¦-1;", "hmvc", "-1 is not a number from 0 to 65535"},
	{"4k3/8/8/8/8/8/8/4K3 w - - hmvc ¦65536;", "hmvc", "65536 is not a number from 0 to 65535"},
	{"4k3/8/8/8/8/8/8/4K3 w - - fmvn ¦65536;", "fmvn", "65536 is not a number from 1 to 65535"},
	{"4k3/8/8/8/8/8/8/4K3 w - - fmvn ¦-1;", "fmvn", "-1 is not a number from 1 to 65535"},
	{"4k3/8/8/8/8/8/8/4K3 w - - acd 1; ¦acd 2;", "acd", "the operation occurs twice"},
	{"4k3/8/8/8/8/8/8/4K3 w - -" + strings.Repeat(" ", maxLength-25) + "¦ ", "", "longer than 65536 bytes"},
}

func TestErrors(t *testing.T) {
	for _, test := range refused {
		before, after, _ := strings.Cut(test.text, "¦")
		text, offset := before+after, len(before)
		_, err := Parse(text)
		var fault *Error
		if !errors.As(err, &fault) {
			t.Errorf("Parse(%q) = %v, want an Error", text, err)
			continue
		}
		if fault.Text != text || fault.Opcode != test.opcode || fault.Offset != offset || fault.Detail != test.reason {
			t.Errorf("Parse(%q) = %q, offset %d, %q, want %q, offset %d, %q",
				text, fault.Opcode, fault.Offset, fault.Detail, test.opcode, offset, test.reason)
		}
		field := test.opcode
		if field == "" {
			field = "position"
		}
		message := fmt.Sprintf("EPD %q: %s, offset %d: %s", text, field, offset, test.reason)
		if len(text) <= 100 && fault.Error() != message {
			t.Errorf("Parse(%q) = %q, want %q", text, fault, message)
		}
		if len(fault.Error()) > 400 {
			t.Errorf("Parse of %d bytes gives a message of %d bytes, want at most 400", len(text), len(fault.Error()))
		}
	}
	_, err := Parse("4k3/8/8/8/8/8/8/4K3 w - - bm Ke3;")
	var illegal *chess.MoveError
	if !errors.As(err, &illegal) || illegal.Text != "Ke3" {
		t.Errorf("Parse of an illegal move = %v, want an error that holds the MoveError", err)
	}
}

// TestCollections checks that the lines of the shared collections read and round-trip.
func TestCollections(t *testing.T) {
	for _, name := range []string{"popular_positions.epd", "frc_openings.epd", "dfrc_openings.epd"} {
		text, err := os.ReadFile(deep.Data(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			checkRoundTrip(t, line)
		}
	}
}

// FuzzParse checks that Parse never panics, that an EPD reads back equal from its text forms, and
// that every error is an Error with an offset within the text.
func FuzzParse(f *testing.F) {
	for _, test := range cases {
		f.Add(test.text)
	}
	for _, test := range refused[:len(refused)-1] {
		f.Add(strings.Replace(test.text, "¦", "", 1))
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text)
		if err == nil {
			if len(text) < maxLength/8 { // an operand grows by quotes and backslashes, a move by its check
				checkRoundTrip(t, text)
			}
			return
		}
		var fault *Error
		if !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text) || fault.Detail == "" {
			t.Errorf("Parse(%q) = %#v, want an Error with an offset within the text", text, err)
		}
		if !reflect.DeepEqual(e, Record{}) {
			t.Errorf("Parse(%q) = %v with an error, want the zero Record", text, e)
		}
	})
}

// fen returns the position of a FEN.
func fen(s string) chess.Position { return chess.MustParseFEN(s) }

// moves returns the moves in s, which has them as engines write them.
func moves(s string) (moves []chess.Move) {
	for _, m := range strings.Fields(s) {
		moves = append(moves, chess.MustParseMove(m))
	}
	return moves
}

// pointer returns a pointer to n.
func pointer[T any](n T) *T { return &n }

// checkRoundTrip checks that text reads as an EPD that reads back from its text forms.
func checkRoundTrip(t *testing.T, text string) {
	t.Helper()
	e, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q) = %v, want nil", text, err)
	}
	form, err := e.MarshalText()
	if err != nil {
		t.Fatalf("MarshalText of %q = %v, want nil", text, err)
	}
	if back, err := Parse(string(form)); err != nil || !reflect.DeepEqual(back, e) {
		t.Errorf("%q is marshaled as %q, which reads as %v, %v, want %v", text, form, back, err, e)
	}
	back, err := Parse(e.String())
	if err != nil || back.String() != e.String() || !back.Position.SamePosition(e.Position) {
		t.Errorf("%q is written as %q, which reads as %q, %v", text, e, back, err)
	}
}
