package diagram_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// TestPlacements checks pictures of boards that are not playable.
func TestPlacements(t *testing.T) {
	for _, test := range []struct {
		fen                   string
		selected              chess.Square
		filled, dots, corners chess.Bitboard
		description           string
	}{
		{"8/8/8/3N4/8/8/8/8", chess.D5, chess.D5.Bitboard(), chess.KnightAttacks(chess.D5), 0,
			"White: knight d5. Black has no pieces."},
		{"8/8/8/8/8/1p6/P7/8", chess.A2, chess.A2.Bitboard(), chess.BitboardOf(chess.A3, chess.A4), chess.B3.Bitboard(),
			"White: pawn a2. Black: pawn b3."},
		{"8/p7/P7/8/8/8/8/8 b", chess.A7, chess.A7.Bitboard(), 0, 0, "White: pawn a6. Black: pawn a7."},
		{"8/8/8/8/8/8/8/P7", chess.A1, chess.A1.Bitboard(), chess.A2.Bitboard(), 0, "White: pawn a1. Black has no pieces."},
		{"p7/8/8/8/8/8/8/8", chess.A8, chess.A8.Bitboard(), chess.A7.Bitboard(), 0, "White has no pieces. Black: pawn a8."},
		{"8/8/8/8/8/8/8/K6r", chess.NoSquare, chess.A1.Bitboard(), 0, 0, "White: king a1. Black: rook h1."},
		{"k7/8/8/8/8/8/8/K6r b", chess.NoSquare, chess.A1.Bitboard(), 0, 0, "White: king a1. Black: king a8, rook h1."},
		{"8/8/8/8/8/8/8/Kk6", chess.NoSquare, chess.BitboardOf(chess.A1, chess.B1), 0, 0, "White: king a1. Black: king b1."},
		{"8/8/8/8/8/8/1P6/B7", chess.A1, chess.A1.Bitboard(), 0, 0, "White: bishop a1, pawn b2. Black has no pieces."},
	} {
		setup, err := chess.ParseSetup(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		o := diagram.Options{HideCoordinates: true, Selected: test.selected.Bitboard()}
		svg := diagram.AppendSVG(nil, setup, o)
		filled, dots, corners := marksOf(t, svg)
		if filled != test.filled || dots != test.dots || corners != test.corners {
			t.Errorf("%s: marks %v, dots %v, corners %v, want %v, %v, %v",
				test.fen, filled, dots, corners, test.filled, test.dots, test.corners)
		}
		list := elements(t, svg)
		if diff := cmp.Diff([]string{"Chess position", test.description}, append(texts(list, "title"), texts(list, "desc")...)); diff != "" {
			t.Errorf("%s: texts (-want +got):\n%s", test.fen, diff)
		}
	}
	p := chess.StartPosition()
	if !bytes.Equal(diagram.AppendSVG(nil, p, marked), diagram.AppendSVG(nil, p.Setup(), marked)) {
		t.Error("the pictures of a position and its setup differ")
	}
	odd := chess.Setup{Turn: 9}
	odd.Board[3], odd.Board[4], odd.Board[5] = 7, 200, chess.WhiteKing
	if board, _ := piecesOn(t, elements(t, diagram.AppendSVG(nil, odd, marked)), chess.White); board[5] != chess.WhiteKing || board[3] != chess.NoPiece {
		t.Errorf("a board with wrong pieces is drawn as %v", board)
	}
}
