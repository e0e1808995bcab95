package shakkello

import (
	"fmt"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/tabletop"
)

// A Move is a type of piece and the square on which the player to move places it. The zero value is
// [NoMove].
type Move uint16

// NoMove represents no move. It is never legal.
const NoMove Move = 0

// Place returns the move that places a piece of type t on s. It returns NoMove if t is a pawn or if
// t or s is invalid.
func Place(t chess.PieceType, s chess.Square) Move {
	if !inSet(t) || s >= chess.NoSquare {
		return NoMove
	}
	return Move(t)<<6 | Move(s)
}

// ParseMove parses a piece letter (K, Q, R, B, or N) followed by a square, such as "Nd5". Case does
// not matter. [Move.String] returns the form with the letter of the piece in upper case. The error
// is a [*ParseError].
func ParseMove(s string) (Move, error) {
	if len(s) != 3 {
		return NoMove, tabletop.NewParseError("move", s, 1, "want a piece and a square, such as Nd5")
	}
	t := chess.Knight + chess.PieceType(strings.IndexByte("NBRQK", s[0]&^0x20))
	square, err := chess.ParseSquare(tabletop.Lower(s[1:]))
	switch {
	case !inSet(t):
		return NoMove, tabletop.NewParseError("move", s, 1, "want a piece: K, Q, R, B, or N")
	case err != nil:
		return NoMove, tabletop.NewParseError("move", s, 2, "want a square from a1 to h8")
	}
	return Place(t, square), nil
}

// IsValid reports whether m is a piece type and a square. [Position.IsLegal] reports whether it is
// legal in a position.
func (m Move) IsValid() bool { return Move(chess.Knight) <= m>>6 && m>>6 <= Move(chess.King) }

// PieceType returns the type of the piece that m places, or NoPieceType if m is invalid.
func (m Move) PieceType() chess.PieceType {
	if !m.IsValid() {
		return chess.NoPieceType
	}
	return chess.PieceType(m >> 6)
}

// Square returns the square on which m places a piece, or NoSquare if m is invalid.
func (m Move) Square() chess.Square {
	if !m.IsValid() {
		return chess.NoSquare
	}
	return chess.Square(m & 63)
}

// String returns the piece letter and the square, such as "Nd5". It returns "none" for NoMove.
func (m Move) String() string {
	switch {
	case m == NoMove:
		return "none"
	case !m.IsValid():
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	return chess.English.Letter(m.PieceType()) + m.Square().String()
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (m Move) MarshalText() ([]byte, error) { return tabletop.Marshal("move", m, m.IsValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove]. It does not change m on
// error.
func (m *Move) UnmarshalText(text []byte) error { return tabletop.Unmarshal(m, text, ParseMove) }
