package santext

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

type text = Text[uint8, uint8, uint8, uint8]

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text     string
		language uint8
		want     text
	}{
		{"e4", english, text{Piece: Pawn, File: 8, Rank: 8, ToFile: 4, ToRank: 3}},
		{"Nbd2+", english, text{Piece: Knight, File: 1, Rank: 8, ToFile: 3, ToRank: 1}},
		{"exd8=Q#", english, text{Piece: Pawn, Capture: true, File: 4, Rank: 8, ToFile: 3, ToRank: 7, Promotion: Queen}},
		{"ed e.p.", english, text{Piece: Pawn, Capture: true, File: 4, Rank: 8, ToFile: 3, ToRank: 8}},
		{"e2-e4", english, text{File: 4, Rank: 1, ToFile: 4, ToRank: 3}},
		{"O–O–O", english, text{Piece: King, Castling: true, Wing: 1, File: 8, Rank: 8, ToFile: 8, ToRank: 8}},
		{"0-0", english, text{Piece: King, Castling: true, File: 8, Rank: 8, ToFile: 8, ToRank: 8}},
		{"o-o-o", english, text{Piece: King, Castling: true, Wing: 1, File: 8, Rank: 8, ToFile: 8, ToRank: 8}},
		{"a1q", english, text{Piece: Pawn, File: 8, Rank: 8, ToFile: 0, ToRank: 0, Promotion: Queen}},
		{"Of4", uint8(4), text{Piece: Bishop, File: 8, Rank: 8, ToFile: 5, ToRank: 3}},
		{"e2:d3", english, text{Capture: true, File: 4, Rank: 1, ToFile: 3, ToRank: 2}},
		{"exd", english, text{Piece: Pawn, Capture: true, File: 4, Rank: 8, ToFile: 3, ToRank: 8}},
		{"e8q", english, text{Piece: Pawn, File: 8, Rank: 8, ToFile: 4, ToRank: 7, Promotion: Queen}},
		{"e8=K", english, text{Piece: Pawn, File: 8, Rank: 8, ToFile: 4, ToRank: 7, Promotion: King}},
		{"a8(N)", english, text{Piece: Pawn, File: 8, Rank: 8, ToFile: 0, ToRank: 7, Promotion: Knight}},
		{"O‑O", english, text{Piece: King, Castling: true, File: 8, Rank: 8, ToFile: 8, ToRank: 8}},
		{"O-O", uint8(4), text{Piece: King, Castling: true, File: 8, Rank: 8, ToFile: 8, ToRank: 8}},
		{"♞f6", uint8(15), text{Piece: Knight, File: 8, Rank: 8, ToFile: 5, ToRank: 5}},
		{"e4=", english, text{Piece: Pawn, File: 8, Rank: 8, ToFile: 4, ToRank: 3}},
		{"Крe2!?", uint8(14), text{Piece: King, File: 8, Rank: 8, ToFile: 4, ToRank: 1}},
	} {
		got, ok := Parse[uint8, uint8, uint8, uint8]([]byte(test.text), test.language)
		if diff := cmp.Diff(test.want, got); diff != "" || !ok {
			t.Errorf("Parse(%q), ok = %v (-want +got):\n%s", test.text, ok, diff)
		}
	}
	for _, text := range []string{"", "e", "e9", "N", "Nf", "Nx", "dd", "O", "O-O-O-O", "a8(Q", "i4", "e4x", "Pe4xd", "d+", "e8K", "e8P", "Nfd", "xd", "e2xd", "-e"} {
		if got, ok := Parse[uint8, uint8, uint8, uint8]([]byte(text), uint8(english)); ok {
			t.Errorf("Parse(%q) = %+v, want none", text, got)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"nf3": "Nf3", "nxd5": "Nxd5", "rad1": "Rad1", "qh4e1": "Qh4e1", "kXe2": "Kxe2", "bc3": "bc3", "NXf3†": "Nxf3+", "E4": "e4", "oo": "O-O", "ОО": "O-O", "а4": "a4", "e4:": "e4",
		"ke4": "Ke4", "qd1": "Qd1", "ra1": "Ra1", "OOO": "O-O-O", "ooo": "O-O-O", "e✗d5": "exd5", "e✕d5": "exd5", "e×d5": "exd5", "eхd5": "exd5", "Qh7‡": "Qh7#", "Qh7≠": "Qh7#",
		"N–f3": "N-f3", "N—f3": "N-f3", "N‐f3": "N-f3", "N‑f3": "N-f3", "N−f3": "N-f3", "с4": "c4", "е4": "e4", "о-о": "o-o", "e4＋": "e4+", "♘\ufe0ef3\ufe0f": "♘f3",
		"Be4": "Be4", "B5xc3": "B5xc3", "B5:c3": "B5:c3", "B2-B4": "b2-b4", "Bxc3": "Bxc3", "NE4": "Ne4",
		"A4": "a4", "H4": "h4", "B5xi3": "b5xi3", "B5xc9": "b5xc9",
	} {
		if got := Plain(text); got != want {
			t.Errorf("Plain(%q) = %q, want %q", text, got, want)
		}
	}
}
