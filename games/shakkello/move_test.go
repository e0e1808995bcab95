package shakkello_test

import (
	"fmt"
	"testing"

	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// TestMoveText checks the text forms and accessors of all valid and invalid moves.
func TestMoveText(t *testing.T) {
	seen := map[Move]bool{}
	for kind := chess.NoPieceType; kind < 9; kind++ {
		for s := chess.A1; s < 70; s++ {
			m := Place(kind, s)
			want := chess.Knight <= kind && kind <= chess.King && s <= chess.H8
			if m.IsValid() != want || (m == NoMove) == want {
				t.Errorf("Place(%v, %v) = %v", kind, s, m)
			}
			if !want {
				continue
			}
			if m.PieceType() != kind || m.Square() != s || m.String() != chess.English.Letter(kind)+s.String() {
				t.Errorf("Place(%v, %v) = %v with piece type %v and square %v", kind, s, m, m.PieceType(), m.Square())
			}
			seen[m] = true
			gametest.Values(t, m)
		}
	}
	if len(seen) != 5*64 {
		t.Errorf("%d valid moves, want 320", len(seen))
	}
	for n := range 1 << 16 {
		m := Move(n)
		if m.IsValid() != seen[m] {
			t.Errorf("%v.IsValid() = %v, want %v", m, m.IsValid(), seen[m])
		}
		if !seen[m] && (m.PieceType() != chess.NoPieceType || m.Square() != chess.NoSquare) {
			t.Errorf("%v has piece type %v and square %v, want none", m, m.PieceType(), m.Square())
		}
	}
	p := StartPosition()
	for _, m := range []Move{NoMove, 1, 127, 447 + 1, 1 << 14, 1<<16 - 1} {
		if _, err := m.MarshalText(); err == nil {
			t.Errorf("%v.MarshalText() succeeds, want an error", m)
		}
		if err := p.Play(m); reasonOf(err) != NoSuchMove || p.IsLegal(m) {
			t.Errorf("Play(%v) = %v, IsLegal(%v) = %v; want %v, false", m, err, m, p.IsLegal(m), NoSuchMove)
		}
		if got := p.After(m); got != p {
			t.Errorf("After(%v) = %v, want %v", m, got, p)
		}
	}
	if m, err := ParseMove("nD5"); err != nil || m.String() != "Nd5" {
		t.Errorf("ParseMove(nD5) = %v, %v; want Nd5", m, err)
	}
	if got, want := fmt.Sprint(NoMove, Move(7), Move(1<<15)), "none Move(7) Move(32768)"; got != want {
		t.Errorf("invalid moves are printed as %s, want %s", got, want)
	}
}

// TestMoveErrorMessages checks the message of each kind of MoveError.
func TestMoveErrorMessages(t *testing.T) {
	tests := []struct{ moves, move, want string }{
		{"", "Nd4", "white: Nd4: the first white piece must be the king"},
		{"Kd4", "Kd5", "black: Kd5: the king must be Black's last piece"},
		{"Kd4", "Nd6", "black: Nd6: the square touches no piece"},
		{"Kd4", "Nd4", "black: Nd4: the square is occupied (white king on d4)"},
		{"Kd4 Nd5", "Ke4", "white: Ke4: the piece is not in hand"},
		{"Kd4 Qd5", "Ne4", "white: Ne4: the queen is called and must be placed (black queen on d5)"},
		{"Kd4 Be4 Be5 Nd5", "Bc3", "white: Bc3: the other bishop is on a square of the same color (white bishop on e5)"},
		{fourteen, "Ra1", "white: Ra1: no empty square would be left for Black's king"},
		{fourteen + "Rf4", "Ka1", "black: Ka1: the square does not touch White's last piece (white rook on f4)"},
		{fourteen + "Rf4 Kg5", "Na1", "white: Na1: the game is over"},
	}
	for _, tt := range tests {
		p := play(t, tt.moves)
		err := p.Play(move(t, tt.move))
		if err == nil || err.Error() != tt.want {
			t.Errorf("Play(%s) = %v, want %s", tt.move, err, tt.want)
		}
	}
	for _, p := range []Position{StartPosition(), play(t, fourteen+"Rf4 Kg5")} {
		if err := p.Play(NoMove); err == nil || err.Error() != "white: none: there is no such move" {
			t.Errorf("%v: Play(NoMove) = %v, want white: none: there is no such move", p, err)
		}
	}
}
