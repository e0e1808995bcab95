package santext

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text     string
		language Language
		want     Text
	}{
		{"e4", English, Text{Piece: Pawn, File: 8, Rank: 8, ToFile: 4, ToRank: 3}},
		{"Nbd2+", English, Text{Piece: Knight, File: 1, Rank: 8, ToFile: 3, ToRank: 1}},
		{"exd8=Q#", English, Text{Piece: Pawn, Capture: true, File: 4, Rank: 8, ToFile: 3, ToRank: 7, Promotion: Queen}},
		{"ed e.p.", English, Text{Piece: Pawn, Capture: true, File: 4, Rank: 8, ToFile: 3, ToRank: 8}},
		{"e2-e4", English, Text{File: 4, Rank: 1, ToFile: 4, ToRank: 3}},
		{"O–O–O", English, Text{Piece: King, Castling: true, Queenside: true, File: 8, Rank: 8, ToFile: 8, ToRank: 8}},
		{"Of4", estonian, Text{Piece: Bishop, File: 8, Rank: 8, ToFile: 5, ToRank: 3}},
		{"Крe2!?", russian, Text{Piece: King, File: 8, Rank: 8, ToFile: 4, ToRank: 1}},
	} {
		got, ok := Parse([]byte(test.text), test.language)
		if diff := cmp.Diff(test.want, got); diff != "" || !ok {
			t.Errorf("Parse(%q), ok = %v (-want +got):\n%s", test.text, ok, diff)
		}
	}
	for _, text := range []string{"", "e", "e9", "N", "Nf", "Nx", "dd", "O", "O-O-O-O", "a8(Q", "i4", "e4x"} {
		if got, ok := Parse([]byte(text), English); ok {
			t.Errorf("Parse(%q) = %+v, want none", text, got)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"nf3": "Nf3", "bc3": "bc3", "NXf3†": "Nxf3+", "E4": "e4", "oo": "O-O", "ОО": "O-O", "а4": "a4", "e4:": "e4",
	} {
		if got := Plain(text); got != want {
			t.Errorf("Plain(%q) = %q, want %q", text, got, want)
		}
	}
}
