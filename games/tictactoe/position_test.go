package tictactoe_test

import (
	"errors"
	"hash/crc32"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/shakki/chess/games/tictactoe"
)

// TestRuleTurns checks that the 3×3 board is empty at the start and that X and O take turns to
// place one piece, X first.
func TestRuleTurns(t *testing.T) {
	var zero Position
	p := StartPosition()
	if p != zero || p.String() != ".../.../..." || len(p.LegalMoves()) != 9 {
		t.Fatalf("StartPosition() = %v with legal moves %v, want the empty board with 9 moves", p, p.LegalMoves())
	}
	for i, m := range []Move{B2, A1, C3, C1, A3} {
		want := X
		if i%2 == 1 {
			want = O
		}
		if p.Turn() != want {
			t.Errorf("move %d: Turn() = %v, want %v", i+1, p.Turn(), want)
		}
		p = play(t, p, m)
		if p.PieceAt(m) != want {
			t.Errorf("move %d: PieceAt(%v) = %v, want %v", i+1, m, p.PieceAt(m), want)
		}
	}
}

// TestRuleFivePieces checks that each player has five pieces. On a full board, X has used all of
// them.
func TestRuleFivePieces(t *testing.T) {
	p := StartPosition()
	if p.InHand(X) != 5 || p.InHand(O) != 5 || p.InHand(NoPiece) != 0 {
		t.Errorf("at the start, InHand returns %d for X, %d for O, %d for NoPiece; want 5, 5, 0",
			p.InHand(X), p.InHand(O), p.InHand(NoPiece))
	}
	p = play(t, p, A1, B2, C3, B1, B3, A3, C1, C2, A2)
	if p.InHand(X) != 0 || p.InHand(O) != 1 {
		t.Errorf("on the full board, InHand returns %d for X, %d for O; want 0, 1", p.InHand(X), p.InHand(O))
	}
}

// TestRuleFullBoard checks that a full board without three in a row is a draw, and that the last
// piece can still win.
func TestRuleFullBoard(t *testing.T) {
	tests := []struct {
		name  string
		moves []Move
		want  Outcome
	}{
		{"no three in a row", []Move{A1, B2, C3, B1, B3, A3, C1, C2, A2}, draw},
		{"the ninth piece wins", []Move{A1, B1, C1, A2, B2, C2, B3, A3, C3}, xWins},
	}
	for _, tt := range tests {
		p := play(t, StartPosition(), tt.moves...)
		if got := p.Outcome(); got != tt.want {
			t.Errorf("%s: %v: Outcome() = %v, want %v", tt.name, p, got, tt.want)
		}
	}
}

func TestMoveErrors(t *testing.T) {
	tests := []struct {
		name string
		text string
		move Move
		want MoveError
	}{
		{"occupied by the opponent", "X../.../...", A3, MoveError{Player: O, Move: A3, Why: Occupied, Detail: "by X"}},
		{"occupied by the player", "X../.O./...", A3, MoveError{Player: X, Move: A3, Why: Occupied, Detail: "by X"}},
		{"first invalid square", ".../.../...", 9, MoveError{Player: X, Move: 9, Why: NoSuchSquare, Detail: ""}},
		{"last invalid square", ".../.../...", 255, MoveError{Player: X, Move: 255, Why: NoSuchSquare, Detail: ""}},
		{"invalid square, game won", "XXX/OO./...", 9, MoveError{Player: O, Move: 9, Why: NoSuchSquare, Detail: ""}},
		{"game won", "XXX/OO./...", A1, MoveError{Player: O, Move: A1, Why: GameOver, Detail: ""}},
		{"game won, square occupied", "XXX/OO./...", A3, MoveError{Player: O, Move: A3, Why: GameOver, Detail: ""}},
		{"game drawn", "OXX/XOO/XOX", A1, MoveError{Player: O, Move: A1, Why: GameOver, Detail: ""}},
	}
	for _, tt := range tests {
		p := position(t, tt.text)
		err := p.Play(tt.move)
		var got *MoveError
		if !errors.As(err, &got) || *got != tt.want || !errors.Is(err, ErrIllegal) {
			t.Errorf("%s: Play(%v) = %v, want %v", tt.name, tt.move, err, &tt.want)
		}
		if p != position(t, tt.text) {
			t.Errorf("%s: Play(%v) changes the position to %v", tt.name, tt.move, p)
		}
	}
}

func TestBoard(t *testing.T) {
	p := position(t, "X.O/.X./..O")
	want := "3 X . O\n2 . X .\n1 . . O\n  a b c\n"
	if diff := cmp.Diff(want, p.Board()); diff != "" {
		t.Errorf("%v.Board() (-want +got):\n%s", p, diff)
	}
}

// TestPictures checks the checksums of pictures. Look at a picture before you write a new checksum
// here.
func TestPictures(t *testing.T) {
	for text, want := range map[string]uint32{"XXX/OO./...": 0xd13d5989, "X.O/.X./...": 0xd41f0151, "XOX/XOO/OXX": 0x61d52c02} {
		p, err := ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if sum := crc32.ChecksumIEEE(p.AppendSVG(nil)); sum != want {
			t.Errorf("%s: the picture has the sum %#x, want %#x\n%s", text, sum, want, p.AppendSVG(nil))
		}
	}
}
