package santext

import "math/bits"

// A Head is the first eight bytes of a text, the first one in the lowest bits.
type Head uint64

// HeadOf returns the head of s, filled up with zeros.
func HeadOf(s string) (h Head) {
	for i := range min(len(s), 8) {
		h |= Head(s[i]) << (8 * i)
	}
	return h
}

// At returns the byte of index i modulo 8.
func (h Head) At(i int) byte { return byte(h >> (8 * i & 63)) }

// Word returns the number of bytes before the first one below '-', which ends a move: white space,
// a sign of check, "!", or a parenthesis. It is 8 if there is none.
func (h Head) Word() int {
	const each, high Head = 0x0101010101010101, 0x8080808080808080
	below := ^(h | high - '-'*each) &^ h & high // the high bit of each such byte
	return bits.TrailingZeros64(uint64(below)) / 8
}

// Move reads the first n bytes of h as a move in one of the usual forms in English: a piece and
// perhaps its file or rank, or the file of a pawn, then x and the target. The move starts on one of
// the squares in from, a set in which bit n stands for square n. If the text has another form, the
// piece is NoPiece or from is empty.
func (h Head) Move(n int) (piece, to uint8, from uint64, capture bool) {
	file, rank := h.At(n-2)-'a', h.At(n-1)-'1'
	if file|rank > 7 {
		return NoPiece, 0, 0, false
	}
	to = rank<<3 | file
	n -= 2
	if n > 0 && h.At(n-1) == 'x' {
		capture = true
		n--
	}
	first := h.At(0)
	if file := first - 'a'; file <= 7 {
		if capture != (n == 1) || n > 1 || rank == 0 || rank == 7 {
			return NoPiece, 0, 0, false
		}
		return Pawn, to, fileA << file, capture
	}
	switch n {
	case 1:
		return pieces[first], to, 1<<64 - 1, capture
	case 2:
		return pieces[first], to, lineOf(h.At(1)), capture
	}
	return NoPiece, 0, 0, false
}

// pieces holds the letters of the pieces in English.
var pieces = [256]uint8{'N': Knight, 'B': Bishop, 'R': Rook, 'Q': Queen, 'K': King}

const fileA, rank1 uint64 = 0x0101010101010101, 0xff

// lineOf returns the squares of a file or a rank, such as 'a' or '1', or the empty set for other
// characters.
func lineOf(c byte) uint64 {
	switch {
	case c-'a' <= 7:
		return fileA << (c - 'a')
	case c-'1' <= 7:
		return rank1 << (8 * (c - '1'))
	}
	return 0
}
