package syzygy

import (
	"math/bits"

	"github.com/shakki/chess"
)

// A symmetry is one of the eight that map the board onto itself.
type symmetry uint8

const (
	mirrorFiles symmetry = 1 << iota
	flipRanks
	transpose // exchanges files and ranks, after the others
)

// imageOf holds the image of each square under each symmetry.
var imageOf = func() (images [8][64]uint8) {
	for g := range images {
		for s := range uint8(64) {
			t := s ^ 7*uint8(g&1) ^ 56*uint8(g>>1&1)
			if symmetry(g)&transpose != 0 {
				t = t>>3 | t&7<<3
			}
			images[g][s] = t
		}
	}
	return images
}()

// toTriangle returns the symmetry without transposition that moves a square into the quarter
// a1-d1-d4-a4.
func toTriangle(s uint8) symmetry { return symmetry(s>>2&1) | symmetry(s>>5&1)*flipRanks }

// height returns how far a square is above the diagonal a1-h8, negative if it is below.
func height(s uint8) int { return int(s>>3) - int(s&7) }

// triangle holds the squares of the triangle a1-d1-d4 in their order in a table: first those below
// the diagonal.
var triangle = [...]chess.Square{
	chess.B1, chess.C1, chess.D1, chess.C2, chess.D2, chess.D3, chess.A1, chess.B2, chess.C3, chess.D4,
}

// triangleCode is the inverse of triangle.
var triangleCode = func() (codes [64]uint8) {
	for i, s := range triangle {
		codes[s] = uint8(i)
	}
	return codes
}()

// belowCode numbers the 28 squares below the diagonal a1-h8.
var belowCode = func() (codes [64]uint8) {
	next := uint8(0)
	for s := range uint8(64) {
		if height(s) < 0 {
			codes[s] = next
			next++
		}
	}
	return codes
}()

// leadingPieceWays holds the numbers of ways to place the leading pieces of a table without pawns, up
// to symmetry: two kings that do not touch, or three different pieces.
var leadingPieceWays = [...]uint64{2: 462, 3: 31332}

// kingsCode numbers the placements of two kings, the first by triangleCode. If both are on the
// diagonal a1-h8 they come last.
var kingsCode = func() (codes [len(triangle)][64]uint16) {
	next := uint16(0)
	for _, onDiagonal := range [...]bool{false, true} {
		for first, s := range triangle {
			below, near := height(uint8(s)), chess.KingAttacks(s)|s.Bitboard()
			for second := range uint8(64) {
				if near.Has(chess.Square(second)) || below == 0 && height(second) > 0 {
					continue
				}
				if (below == 0 && height(second) == 0) == onDiagonal {
					codes[first][second] = next
					next++
				}
			}
		}
	}
	return codes
}()

// pawnCode numbers the squares of pawns from 47 on a2 down to 0. Among several pawns of one color
// the leading pawn has the highest number: it is nearest to the edge, and on its file nearest to
// the first rank. The mirror image of a square has a number that differs only in bit 0.
var pawnCode = func() (codes [64]uint8) {
	next := uint8(47)
	for file := range uint8(4) {
		for rank := uint8(1); rank < 7; rank++ {
			codes[rank*8+file] = next
			codes[rank*8+7-file] = next - 1
			next -= 2
		}
	}
	return codes
}()

// pawnSquare is the inverse of pawnCode.
var pawnSquare = func() (squares [48]uint8) {
	for s := uint8(8); s < 56; s++ {
		squares[pawnCode[s]] = s
	}
	return squares
}()

// binomial holds the number of ways to choose k of n squares in binomial[k][n].
var binomial = func() (choose [MaxPieces][65]uint64) {
	for n := range choose[0] {
		choose[0][n] = 1
		for k := 1; k < len(choose) && n > 0; k++ {
			choose[k][n] = choose[k][n-1] + choose[k-1][n-1]
		}
	}
	return choose
}()

// maxLeadingPawns is the largest number of pawns of one color in a table.
const maxLeadingPawns = MaxPieces - 2

// leadingPawnStart holds, for each number of pawns and each square of the leading one on the files
// a to d, the number of ways to place them with the leading pawn nearer to the first rank on the
// same file. leadingPawnWays holds the sum for the whole file.
var leadingPawnStart, leadingPawnWays = func() (start [maxLeadingPawns + 1][64]uint64, ways [maxLeadingPawns + 1][4]uint64) {
	for n := 1; n <= maxLeadingPawns; n++ {
		for file := range 4 {
			for rank := 1; rank < 7; rank++ {
				s := rank*8 + file
				start[n][s] = ways[n][file]
				ways[n][file] += binomial[n-1][pawnCode[s]]
			}
		}
	}
	return start, ways
}()

// later returns 1 if s comes after t, and 0 otherwise.
func later(s, t uint8) int { return int((uint64(t) - uint64(s)) >> 63) }

// threePieces returns the number of the placement of three different pieces, of which the first is
// in the triangle a1-d1-d4, and the first that is not on the diagonal a1-h8 is below it.
func threePieces(a, b, c uint8) int {
	const second, third = 63, 62 // the squares that are left for the second and the third piece
	bRank, cRank := int(b)-later(b, a), int(c)-later(c, a)-later(c, b)
	switch {
	case height(a) != 0:
		return (int(triangleCode[a])*second+bRank)*third + cRank
	case height(b) != 0:
		return (6*second+int(a>>3)*28+int(belowCode[b]))*third + cRank
	}
	onDiagonal := (6*second + 4*28) * third
	bRank = int(b>>3) - later(b, a)
	if height(c) != 0 {
		return onDiagonal + (int(a>>3)*7+bRank)*28 + int(belowCode[c])
	}
	cRank = int(c>>3) - later(c, a) - later(c, b)
	return onDiagonal + 4*7*28 + (int(a>>3)*7+bRank)*6 + cRank
}

// combination returns the number of a set of squares among all sets of its size, when the squares
// in taken cannot be used and the first skip squares do not count.
func combination(set, taken uint64, skip int) uint64 {
	n := uint64(0)
	for k := 1; set != 0; k++ {
		s := bits.TrailingZeros64(set)
		n += binomial[k][s-skip-bits.OnesCount64(taken&(1<<s-1))]
		set &= set - 1
	}
	return n
}
