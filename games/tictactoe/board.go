package tictactoe

import (
	"math/bits"
	"slices"

	"github.com/shakki/chess/internal/tabletop"
)

// A Piece is the contents of a square. It also identifies the player who owns the piece. The zero
// value is [NoPiece].
type Piece uint8

// The pieces. X moves first.
const (
	NoPiece Piece = iota
	X
	O
)

// PiecesEach is the number of pieces of each player (rule sheet S1).
const PiecesEach = 5

var pieces = tabletop.Enum[Piece]("piece", ".", "X", "O")

// ParsePiece parses "X" or "O", or "." for NoPiece. The error is a [*ParseError].
func ParsePiece(s string) (Piece, error) { return pieces.Parse(s) }

// IsValid reports whether p is X or O.
func (p Piece) IsValid() bool { return p == X || p == O }

// String returns "X", "O", or "." for NoPiece.
func (p Piece) String() string { return pieces.Text(p) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Piece) MarshalText() ([]byte, error) { return pieces.Marshal(p) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePiece].
func (p *Piece) UnmarshalText(text []byte) error { return pieces.Unmarshal(p, text) }

// A Square is one of the nine squares. The squares are numbered rank by rank from the bottom: a1 is
// 0, c1 is 2, and c3 is 8. The zero value is [A1].
type Square uint8

// The nine squares. C3 is the top right corner.
const (
	A1 Square = iota
	B1
	C1
	A2
	B2
	C2
	A3
	B3
	C3
)

var squares = tabletop.Enum[Square]("square", "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")

// A Move is the square on which the player to move places a piece.
type Move = Square

// ParseMove parses the square of a move, from "a1" to "c3". Case does not matter. The error is a
// [*ParseError].
func ParseMove(s string) (Move, error) {
	if i := slices.Index(squares.Names, tabletop.Lower(s)); i >= 0 {
		return Move(i), nil
	}
	return 0, tabletop.NewParseError("move", s, 1, "want a square from a1 to c3")
}

// IsValid reports whether s is one of the nine squares.
func (s Square) IsValid() bool { return s <= C3 }

// String returns the name of the square, from "a1" to "c3".
func (s Square) String() string { return squares.Text(s) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (s Square) MarshalText() ([]byte, error) { return squares.Marshal(s) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove].
func (s *Square) UnmarshalText(text []byte) error { return tabletop.Unmarshal(s, text, ParseMove) }

// A bitboard is a set of squares: bit n stands for Square(n).
type bitboard uint16

const allNine bitboard = 1<<9 - 1

// lines are the eight rows, columns, and diagonals.
var lines = [8]bitboard{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func (b bitboard) count() int { return bits.OnesCount16(uint16(b)) }

// three reports whether b holds three in a row.
func (b bitboard) three() bool {
	return slices.ContainsFunc(lines[:], func(line bitboard) bool { return b&line == line })
}
