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
