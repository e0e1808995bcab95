package variant

import (
	"fmt"
	"strings"

	"github.com/shakki/chess"
)

// A Move is a move from one square to another, with the piece type that a pawn promotes to, or a drop
// of a piece from the hand. Castling is the king's move of two squares, e1g1 or e1c1, if the king is
// on the e-file and the rook in its corner, and otherwise the move of the king to the square of its
// rook.
//
// The zero Move is [NullMove]. Moves are compared by ==.
type Move uint16

// NullMove is a pass. Annotators and engines use it, but the rules do not allow it.
const NullMove Move = 0

// NewMove returns the move from one square to another. Both must be valid.
func NewMove(from, to chess.Square) Move { return Move(from&63) | Move(to&63)<<6 }

// NewPromotion returns the move of a pawn with promotion to t, which may be a king in [Antichess]. Both
// squares must be valid.
func NewPromotion(from, to chess.Square, t chess.PieceType) Move {
	return NewMove(from, to) | Move(t&7)<<12
}

// NewDrop returns the drop of a piece of type t on a valid square.
func NewDrop(t chess.PieceType, to chess.Square) Move { return NewPromotion(to, to, t) }

// ParseMove parses the form that [Move.String] writes: "e2e4", "a7a8q", "N@f3", or "0000" for
// NullMove. The error is a [*chess.ParseError]. To read a move for a given position, use
// [Position.ParseUCI].
func ParseMove(s string) (Move, error) {
	if m, ok := parseCoordinates(s); ok || s == "0000" {
		return m, nil
	}
	return NullMove, &chess.ParseError{Kind: "move", Text: s, Want: "e2e4, a7a8q, N@f3, or 0000"}
}

// parseCoordinates parses two squares and an optional promotion letter, or a drop, and reports whether
// s has that form.
func parseCoordinates(s string) (Move, bool) {
	if i := strings.IndexByte(s, '@'); i >= 0 {
		return parseDrop(s, i)
	}
	if len(s) != 4 && len(s) != 5 {
		return NullMove, false
	}
	from, to := squareOf(s[:2]), squareOf(s[2:4])
	if from == chess.NoSquare || to == chess.NoSquare || from == to {
		return NullMove, false
	}
	if len(s) == 4 {
		return NewMove(from, to), true
	}
	t, ok := typeOf(s[4] &^ 0x20)
	return NewPromotion(from, to, t), ok && t != chess.Pawn && s[4] >= 'a'
}

// parseDrop parses a drop whose sign is at index i: "N@f3", "@e4", or "P@e4".
func parseDrop(s string, i int) (Move, bool) {
	t, ok := chess.Pawn, i == 0
	if i == 1 {
		t, ok = typeOf(s[0])
	}
	to := squareOf(s[i+1:])
	return NewDrop(t, to), ok && t != chess.King && to != chess.NoSquare
}

// squareOf returns the square with the given name, or NoSquare.
func squareOf(name string) chess.Square {
	s, _ := chess.ParseSquare(name)
	return s
}

// letters holds the letters of the piece types.
const letters = "-PNBRQK"

// typeOf returns the piece type with the given upper-case letter.
func typeOf(letter byte) (chess.PieceType, bool) {
	i := strings.IndexByte(letters, letter)
	return chess.PieceType(max(i, 0)), i > 0
}

// From returns the square that the piece leaves, or the target of a drop.
func (m Move) From() chess.Square { return chess.Square(m & 63) }

// To returns the square that the piece moves to. For castling, see [Move].
func (m Move) To() chess.Square { return chess.Square(m >> 6 & 63) }

// Promotion returns the piece type that a pawn promotes to, or NoPieceType if m is not a promotion.
func (m Move) Promotion() chess.PieceType {
	if m.isDrop() {
		return chess.NoPieceType
	}
	return m.kind()
}

// Drop returns the type of the piece that is dropped, or NoPieceType if m is not a drop.
func (m Move) Drop() chess.PieceType {
	if !m.isDrop() {
		return chess.NoPieceType
	}
	return m.kind()
}

// kind returns the piece type that m names.
func (m Move) kind() chess.PieceType { return chess.PieceType(m >> 12 & 7) }

// isDrop reports whether m is a drop. It returns false for NullMove.
func (m Move) isDrop() bool { return (m^m>>6)&63 == 0 && m != NullMove }

// String returns the two squares and the promotion letter, or the piece and the square of a drop:
// "e2e4", "a7a8q", "N@f3", "P@e4", or "0000" for NullMove.
func (m Move) String() string {
	if !m.isText() {
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	return string(m.appendCoordinates(make([]byte, 0, 5)))
}

// isText reports whether m has a text form, as all moves have that come from a constructor or a move
// generator.
func (m Move) isText() bool {
	t := m.kind()
	if m.isDrop() {
		return m>>15 == 0 && chess.Pawn <= t && t <= chess.Queen
	}
	return m>>15 == 0 && t != chess.Pawn && t <= chess.King
}

// appendCoordinates appends the form of String for a move that has a text form.
func (m Move) appendCoordinates(b []byte) []byte {
	switch {
	case m == NullMove:
		return append(b, "0000"...)
	case m.isDrop():
		return append(append(b, letters[m.kind()], '@'), m.To().String()...)
	}
	b = append(append(b, m.From().String()...), m.To().String()...)
	if t := m.kind(); t != chess.NoPieceType {
		b = append(b, letters[t]|0x20)
	}
	return b
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (m Move) MarshalText() ([]byte, error) {
	if !m.isText() {
		return nil, &chess.ParseError{Kind: "move", Text: m.String()}
	}
	return []byte(m.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove].
func (m *Move) UnmarshalText(text []byte) error {
	parsed, err := ParseMove(string(text))
	if err == nil {
		*m = parsed
	}
	return err
}
