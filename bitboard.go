package chess

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// A Bitboard is a set of squares. Bit n stands for Square(n). The zero value is the empty set. Go's
// operators are the set operations: | is union, & intersection, &^ difference, and ^ complement.
// Shifting by 8 moves every square one rank, << up and >> down.
type Bitboard uint64

const (
	fileA      Bitboard = 0x0101010101010101
	fileH      Bitboard = fileA << 7
	rank1      Bitboard = 0xff
	rank8      Bitboard = rank1 << 56
	promotes   Bitboard = rank1 | rank8 // where pawns promote
	allSquares Bitboard = 1<<64 - 1
)

// LightSquares is the set of the light squares, such as h1. The others are dark.
const LightSquares Bitboard = 0x55aa55aa55aa55aa

// BitboardOf returns the set of the given squares. It ignores NoSquare.
func BitboardOf(squares ...Square) Bitboard {
	var b Bitboard
	for _, s := range squares {
		b |= s.Bitboard()
	}
	return b
}

// Bitboard returns the set that contains only s, or the empty set if s is NoSquare.
func (s Square) Bitboard() Bitboard { return Bitboard(1) << s }

// Bitboard returns the squares of f, or the empty set if f is out of range.
func (f File) Bitboard() Bitboard {
	if !f.isValid() {
		return 0
	}
	return fileA << f
}

// Bitboard returns the squares of r, or the empty set if r is out of range.
func (r Rank) Bitboard() Bitboard {
	if !r.isValid() {
		return 0
	}
	return rank1 << (8 * r)
}

// backRank returns the rank on which the pieces of c start.
func backRank(c Color) Bitboard {
	if c == Black {
		return rank8
	}
	return rank1
}

// Has reports whether s is in b. No set contains NoSquare.
func (b Bitboard) Has(s Square) bool { return b>>s&1 != 0 }

// with returns b with s added.
func (b Bitboard) with(s Square) Bitboard { return b | s.Bitboard() }

// without returns b with s removed.
func (b Bitboard) without(s Square) Bitboard { return b &^ s.Bitboard() }

// Count returns the number of squares in b, from 0 to 64.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// more reports whether b has more than one square.
func (b Bitboard) more() bool { return b&(b-1) != 0 }

// bit returns 1 if b is not empty, else 0. It compiles without a branch, which would be mispredicted
// for every other move.
func bit(b Bitboard) Piece {
	if b != 0 {
		return 1
	}
	return 0
}

// First returns the lowest square in b, or NoSquare if b is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// index returns the lowest square in b as an integer, or 64 if b is empty.
func (b Bitboard) index() uint { return uint(bits.TrailingZeros64(uint64(b))) }

// last returns the highest square in b, or NoSquare if b is empty.
func (b Bitboard) last() Square {
	if b == 0 {
		return NoSquare
	}
	return Square(63 - bits.LeadingZeros64(uint64(b)))
}

// PopFirst removes the lowest square from b and returns it, or returns NoSquare if b is empty. It
// is the fastest way to loop over a set. Use [Bitboard.Squares] where speed does not matter.
func (b *Bitboard) PopFirst() Square {
	s := b.First()
	*b &= *b - 1
	return s
}

// Squares iterates over the squares of b in ascending order.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// East returns b moved one file toward the h-file. Squares that leave the board are dropped.
func (b Bitboard) East() Bitboard { return b &^ fileH << 1 }

// West returns b moved one file toward the a-file. Squares that leave the board are dropped.
func (b Bitboard) West() Bitboard { return b &^ fileA >> 1 }

// forward returns b moved one rank in the direction of c's pawns.
func (b Bitboard) forward(c Color) Bitboard {
	if c == Black {
		return b >> 8
	}
	return b << 8
}

// rotate shifts b by n bits, to the left if n is positive. Squares that leave the board come back at
// the other end. Callers rule that out or mask them.
func (b Bitboard) rotate(n int) Bitboard {
	return Bitboard(bits.RotateLeft64(uint64(b), n))
}

// String returns the squares of b in ascending order, such as "{a1 c3}".
func (b Bitboard) String() string {
	squares := fmt.Sprint(slices.Collect(b.Squares())) // "[a1 c3]"
	return "{" + squares[1:len(squares)-1] + "}"
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (b Bitboard) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes, with one
// space between squares. The error is a [*ParseError].
func (b *Bitboard) UnmarshalText(text []byte) error { return unmarshal(b, text, parseBitboard) }

// parseBitboard parses the form that String writes, with the squares in any order.
func parseBitboard(s string) (b Bitboard, err error) {
	for name := range strings.SplitSeq(strings.Trim(s, "{}"), " ") {
		sq, _ := ParseSquare(name) // NoSquare on error
		b |= sq.Bitboard()
	}
	if written := b.String(); len(s) != len(written) || !strings.HasPrefix(s, "{") || !strings.HasSuffix(s, "}") {
		return 0, &ParseError{Kind: "set of squares", Text: s}
	}
	return b, nil
}

// boardDiagram draws a board, the eighth rank first, with what cell returns for each square.
func boardDiagram(cell func(Square) string) string {
	var sb strings.Builder
	for i := range 64 {
		sb.WriteString(cell(Square(i) ^ 56))
		sb.WriteByte("       \n"[i%8])
	}
	return sb.String()
}
