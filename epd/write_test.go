package epd

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// TestMarshalText checks that an EPD that has no text form is not marshaled, and that String shows
// it all the same.
func TestMarshalText(t *testing.T) {
	start := chess.StartPosition()
	const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	long := strings.Repeat("x", maxLength)
	for _, test := range []struct {
		record Record
		form   string
	}{
		{Record{ID: "no position"}, `8/8/8/8/8/8/8/8 w - - id "no position";`},
		{Record{Position: start, BestMoves: moves("e2e5 e2e4")}, board + " bm e2e5 e4;"},
		{Record{Position: start, Line: moves("e2e5 e2e4 e7e5")}, board + " pv e2e5 e4 e5;"},
		{Record{Position: start, AvoidMoves: moves("e2e4q")}, board + " am e2e4q;"},
		{
			Record{Position: fen("4k3/8/8/8/8/8/4r3/4K3 w - -"), BestMoves: []chess.Move{chess.NullMove}},
			"4k3/8/8/8/8/8/4r3/4K3 w - - bm 0000;",
		},
		{Record{Position: start, Seconds: pointer(math.NaN())}, board + " acs NaN;"},
		{Record{Position: start, Others: []Operation{{Opcode: "two words"}}}, board + " two words;"},
		{Record{Position: start, ID: long}, board + ` id "` + long + `";`},
	} {
		text, err := test.record.MarshalText()
		var fault *Error
		if !errors.As(err, &fault) || text != nil || fault.Text != test.form || fault.Detail == "" {
			t.Errorf("MarshalText of %v = %q, %v, want an Error", test.record, text, err)
		}
		if got := test.record.String(); got != test.form {
			t.Errorf("String() = %q, want %q", got, test.form)
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

// TestUnmarshalText checks that UnmarshalText replaces the whole record, but on error changes nothing.
func TestUnmarshalText(t *testing.T) {
	const text = "4k3/8/8/8/8/8/8/4K3 w - - acd 20;"
	want := Record{Position: fen("4k3/8/8/8/8/8/8/4K3 w - -"), Depth: pointer(20)}
	r := Record{ID: "old"}
	for _, test := range []struct {
		text string
		ok   bool
		want Record
	}{{text, true, want}, {text + " bm;", false, want}, {"", true, Record{}}} {
		err := r.UnmarshalText([]byte(test.text))
		if diff := cmp.Diff(test.want, r); (err == nil) != test.ok || diff != "" {
			t.Errorf("UnmarshalText(%q) = %v, record differs (-want +got):\n%s", test.text, err, diff)
		}
	}
}
