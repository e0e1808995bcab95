package santext

import "testing"

// TestHeadMove checks the moves that are read from eight bytes.
func TestHeadMove(t *testing.T) {
	const all = 1<<64 - 1
	for _, test := range []struct {
		text      string
		piece, to uint8
		from      uint64
		capture   bool
	}{
		{"e4", Pawn, 28, fileA << 4, false}, {"h7", Pawn, 55, fileA << 7, false}, {"exd5+", Pawn, 35, fileA << 4, true}, {"Nf3 e5", Knight, 21, all, false},
		{"Bxe5", Bishop, 36, all, true}, {"Rad1", Rook, 3, fileA, false}, {"Qhxe1#", Queen, 4, fileA << 7, true}, {"N1d2", Knight, 11, rank1, false},
		{"R8xa1", Rook, 0, rank1 << 56, true}, {"Kg8", King, 62, all, false},
		{"e8", NoPiece, 0, 0, false}, {"e1", NoPiece, 0, 0, false}, {"exd8", NoPiece, 0, 0, false}, {"Qh4xe1", NoPiece, 0, 0, false}, {"Qh4e1", NoPiece, 0, 0, false},
		{"ed5", NoPiece, 0, 0, false}, {"e9", NoPiece, 0, 0, false}, {"i4", NoPiece, 0, 0, false}, {"e", NoPiece, 0, 0, false}, {"Sf3", NoPiece, 21, all, false}, {"N9d2", Knight, 11, 0, false},
		{"e4 Nf3 x", Pawn, 28, fileA << 4, false}, {"+e4567e4", NoPiece, 0, 0, false}, {"4+e4567e", NoPiece, 0, 0, false}, {"Nxxxe4", NoPiece, 0, 0, false},
	} {
		h := HeadOf(test.text)
		piece, to, from, capture := h.Move(h.Word())
		if piece != test.piece || piece != NoPiece && (to != test.to || from != test.from || from != 0 && capture != test.capture) {
			t.Errorf("%q is read as piece %d to %d from %#x, capture %v, want %+v", test.text, piece, to, from, capture, test)
		}
	}
	for text, want := range map[string]int{"e4": 2, "e4 x": 2, "Nf3+": 3, "e4!": 2, "e4)": 2, "e4-e5": 5, "abcdefghi": 8} {
		if got := HeadOf(text).Word(); got != want {
			t.Errorf("the word of %q has %d bytes, want %d", text, got, want)
		}
	}
}
