package chess

import (
	"database/sql/driver"
	"fmt"
)

// A Move is a move from one square to another, with the piece type that a pawn promotes to.
// Castling is a move of the king. If it stands on the e-file and the rook in a corner, as in standard
// chess, it moves to the square on which it lands, e1g1 or e1c1, and otherwise to its rook, such as
// f1h1. Every call that takes a move or its text, except [Position.IsLegal], understands the other
// spelling too, such as e1h1, unless that is another legal move. Everything else about a move follows
// from the position in which it is made.
//
// The zero Move is [NullMove]. Moves are compared by ==. To let cmp.Diff show them as moves, give
// it cmp.Comparer(func(a, b Move) bool { return a == b }).
type Move uint16

// NullMove is a pass. Annotators and engines use it, but the rules of chess do not allow it:
// [Position.IsLegal] reports false for it, [Position.LegalMoves] never lists it, and
// [Position.Play] and [Game.Play] refuse it. Every other call that takes or returns a move accepts
// it unless the side to move is in check: [Position.After] and [Position.SetAfter], [Position.SAN]
// and [Position.ParseSAN] as "--", [Position.UCI] and [Position.ParseUCI] as "0000", [Node.Add],
// and PGN.
const NullMove Move = 0

// NewMove returns the move from one square to another, or NullMove if one of them is NoSquare.
func NewMove(from, to Square) Move { return NewPromotion(from, to, NoPieceType) }

// NewPromotion returns the move of a pawn from one square to another with promotion to t, or NullMove
// if one of the squares is NoSquare.
func NewPromotion(from, to Square, t PieceType) Move {
	if !from.isValid() || !to.isValid() {
		return NullMove
	}
	return newPromotion(from, to, min(t, King))
}

// newMove and newPromotion are NewMove and NewPromotion for valid squares.
func newMove(from, to Square) Move { return Move(from&63) | Move(to&63)<<6 }

func newPromotion(from, to Square, t PieceType) Move { return newMove(from, to) | Move(t&7)<<12 }

// ParseMove parses the form that [Move.String] writes: "e2e4", "a7a8q", or "0000" for NullMove. The
// error is a [*ParseError]. To read a move for a given position, use [Position.ParseUCI].
func ParseMove(s string) (Move, error) {
	if s == "0000" {
		return NullMove, nil
	}
	if m, ok := parseCoordinates(s); ok {
		return m, nil
	}
	return NullMove, &ParseError{"move", s, "e2e4, a7a8q, or 0000"}
}

// MustParseMove calls [ParseMove] and panics on error. It is intended for tests and constants.
func MustParseMove(s string) Move { return must(ParseMove(s)) }

// parseCoordinates parses two squares and an optional lower-case promotion letter, and reports
// whether s has that form.
func parseCoordinates(s string) (Move, bool) {
	if len(s) != 4 && len(s) != 5 {
		return NullMove, false
	}
	from, to := squareOf(s[0], s[1]), squareOf(s[2], s[3])
	if from == NoSquare || to == NoSquare || from == to {
		return NullMove, false
	}
	if len(s) == 4 {
		return newMove(from, to), true
	}
	piece := pieceOf(s[4])
	m := newPromotion(from, to, piece.Type())
	return m, piece.Color() == Black && m.isText()
}

// From returns the square that the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the piece moves to. If m castles in Chess960, that may be the square of
// the rook: [Position.CastlingSquares] returns where king and rook land.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the piece type that a pawn promotes to, or NoPieceType if m is not a promotion.
func (m Move) Promotion() PieceType { return PieceType(m >> 12 & 7) }

// String returns the two squares and the promotion letter: "e2e4", "a7a8q", "e1g1" for castling,
// "0000" for NullMove. [Position.UCI] writes moves for engines, [Position.SAN] for people.
func (m Move) String() string {
	if !m.isText() {
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	return string(m.appendCoordinates(make([]byte, 0, 5)))
}

// GoString returns an expression for m, such as chess.MustParseMove("e2e4").
func (m Move) GoString() string {
	if !m.isText() {
		return "chess." + m.String()
	}
	return fmt.Sprintf("chess.MustParseMove(%q)", m.String())
}

// isText reports whether m has a text form, as every move from NewMove, NewPromotion, or a move
// generator has.
func (m Move) isText() bool {
	t := m.Promotion()
	return m == NullMove || m>>15 == 0 && m.From() != m.To() && t != Pawn && t < King
}

// appendCoordinates appends the form of String for a move that has a text form.
func (m Move) appendCoordinates(b []byte) []byte {
	if m == NullMove {
		return append(b, "0000"...)
	}
	b = append(append(b, m.From().String()...), m.To().String()...)
	if t := m.Promotion(); t != NoPieceType {
		b = append(b, t.letter()|0x20)
	}
	return b
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (m Move) MarshalText() ([]byte, error) { return marshal("move", m.String(), m.isText()) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove].
func (m *Move) UnmarshalText(text []byte) error { return unmarshal(m, text, ParseMove) }

// Value implements [driver.Valuer] with the form of MarshalText.
func (m Move) Value() (driver.Value, error) { return sqlValue(m) }

// Scan implements [database/sql.Scanner] with UnmarshalText.
func (m *Move) Scan(stored any) error { return sqlScan(m, stored) }

// castlingSquares returns where the king and the rook land when they castle: on the g- and f-file,
// or the c- and d-file (FIDE 3.8.2, Chess960 guidelines II.3).
func castlingSquares(king, rook Square) (kingTo, rookTo Square) {
	rank := king & 56
	if rook > king {
		return rank | Square(gFile), rank | Square(fFile)
	}
	return rank | Square(cFile), rank | Square(dFile)
}

// castlingMove returns the castling move of the king on one square with the rook on another.
func castlingMove(king, rook Square) Move {
	if king.File() == eFile && (rook.File() == aFile || rook.File() == hFile) {
		rook, _ = castlingSquares(king, rook)
	}
	return newMove(king, rook)
}

// wingOf returns the wing to which the king on one square castles by a move to another.
func wingOf(king, to Square) Wing {
	if to < king {
		return Queenside
	}
	return Kingside
}
