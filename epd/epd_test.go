package epd

import (
	"errors"
	"math"
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
			AvoidMoves: moves("e1d1 e1f1"), BestMoves: moves("e1h1 h1h8"),
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
		"54: counters of a FEN are not opcodes", "\t4k3/8/8/8/8/8/8/4K3  w - - 3 40   bm   Kd2 ;id x",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - - 3 40"), BestMoves: moves("e1d2"), ID: "x"},
		`4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; fmvn 40; hmvc 3; id "x";`,
	},
	{
		"castling, as engines write it", "4k3/8/8/8/8/8/8/4K2R w K - bm e1g1;",
		Record{Position: fen("4k3/8/8/8/8/8/8/4K2R w K -"), BestMoves: moves("e1h1")},
		"4k3/8/8/8/8/8/8/4K2R w K - bm O-O;",
	},
	{
		"Chess960", "4k3/8/8/8/8/8/8/1R3KR1 w GB - bm O-O-O;",
		Record{Position: fen("4k3/8/8/8/8/8/8/1R3KR1 w GB -"), BestMoves: moves("f1b1")},
		"4k3/8/8/8/8/8/8/1R3KR1 w KQ - bm O-O-O;",
	},
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
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦- bm Kd2;", "", `"-" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ¦7;", "", `"7" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;;¦\"x\";", "", `"" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦sixteen_letters_ 1;", "", `"sixteen_letters_" is not an opcode`},
	{"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 ¦Ke3;", "bm", "Ke3: a king does not move from e1 to e3"},
	{"4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 ¦Kd1;", "pv", "Kd1: a king does not move from e8 to d1"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦bm;", "bm", "no moves"},
	{"4k3/8/8/8/8/8/8/4K3 w - - id ¦\"a; bm Kd2;", "id", "a text without its closing quote"},
	{"4k3/8/8/8/8/8/8/4K3 w - - id \"a¦\nb\";", "id", "a line break in a text"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦id a b;", "id", "2 operands, not one text"},
	{"4k3/8/8/8/8/8/8/4K3 w - - ce ¦+0.35;", "ce", `"+0.35" is not a whole number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - acs ¦1e3;", "acs", `"1e3" is not a decimal number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - acs ¦10,5;", "acs", `"10,5" is not a decimal number`},
	{"4k3/8/8/8/8/8/8/4K3 w - - ¦acd;", "acd", "0 operands, not one number"},
	{"4k3/8/8/8/8/8/8/4K3 w - - hmvc ¦-1;", "hmvc", "-1 is not a number from 0 to 65535"},
	{"4k3/8/8/8/8/8/8/4K3 w - - fmvn ¦-1;", "fmvn", "-1 is not a number from 1 to 65535"},
	{"4k3/8/8/8/8/8/8/4K3 w - - acd 1; ¦acd 2;", "acd", "the operation occurs twice"},
	{strings.Repeat(" ", maxLength) + "¦4k3/8/8/8/8/8/8/4K3 w - -", "", "longer than 65536 bytes"},
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

// TestMarshalText checks that an EPD that has no text form is not marshaled, and that String shows
// it all the same.
func TestMarshalText(t *testing.T) {
	start := chess.StartPosition()
	for _, r := range []Record{
		{ID: "no position"},
		{Position: start, BestMoves: moves("e2e5")},
		{Position: start, Seconds: pointer(math.NaN())},
		{Position: start, Others: []Operation{{Opcode: "two words"}}},
		{Position: start, ID: strings.Repeat("x", maxLength)},
	} {
		text, err := r.MarshalText()
		if err == nil || r.String() == "" {
			t.Errorf("MarshalText of %v = %q, nil, want an error", r, text)
		}
	}
	var zero Record
	if text, err := zero.MarshalText(); len(text) > 0 || err != nil {
		t.Errorf("MarshalText of the zero Record = %q, %v, want empty text", text, err)
	}
	for _, exact := range []string{
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 fmvn 2; hmvc 1;", // no pawn can capture
		"4k3/8/8/8/8/8/8/R3K3 w A -", // Chess960, which Q would not tell
	} {
		if e, err := Parse(exact); err != nil {
			t.Errorf("Parse(%q) = %v, want nil", exact, err)
		} else if text, err := e.MarshalText(); string(text) != exact || err != nil {
			t.Errorf("MarshalText of %q = %q, %v", exact, text, err)
		}
	}
	e := Record{Position: start, ID: "a\r\nb\xff", Comments: [10]string{"\n"}}
	text, err := e.MarshalText()
	back, err2 := Parse(string(text))
	if err != nil || err2 != nil || back.ID != "a bÿ" || back.Comments[0] != " " {
		t.Errorf("an EPD with line breaks is marshaled as %q, %v and reads back as %q, %v", text, err, back, err2)
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
