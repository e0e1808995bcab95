package syzygy

import (
	"math/bits"
	"sync"

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

// image returns the image of a square under g.
func (g symmetry) image(s chess.Square) chess.Square { return chess.Square(imageOf[g&7][s&63]) }

// Sets of squares by which leading pieces are put in order.
const (
	diagonal chess.Bitboard = 0x8040201008040201 // a1-h8
	below    chess.Bitboard = 0x0080c0e0f0f8fcfe // the squares below that diagonal, such as h1
	triangle chess.Bitboard = 0x080c0e0f         // a1-d1-d4, where the first piece is
)

// leadingPieces holds, for two and three leading pieces, the function that returns the numbers of
// their placements.
var leadingPieces = [...]func() (codes []uint16, ways uint64){
	2: sync.OnceValues(func() ([]uint16, uint64) { return placements(2) }),
	3: sync.OnceValues(func() ([]uint16, uint64) { return placements(3) }),
}

// placements numbers the placements of two kings that do not touch, or of three different pieces.
// The squares of a placement are the digits of its key to the base 64. The first piece that is not
// on the diagonal is below it. The fewer pieces on the diagonal precede it, the lower is the number.
func placements(pieces int) (codes []uint16, ways uint64) {
	codes = make([]uint16, 28<<(6*(pieces-1)))
	for preceding := range pieces + 1 {
		var place func(i, key int, free chess.Bitboard)
		place = func(i, key int, free chess.Bitboard) {
			squares := free
			switch {
			case i == pieces:
				codes[key] = uint16(ways)
				ways++
				return
			case i < preceding:
				squares &= diagonal
			case i == preceding:
				squares &= below
			}
			for s := range squares.Squares() {
				near := s.Bitboard()
				if pieces == 2 {
					near |= chess.KingAttacks(s)
				}
				if i > 0 || triangle.Has(s) {
					place(i+1, key<<6|int(s), free&^near)
				}
			}
		}
		place(0, 0, ^chess.Bitboard(0))
	}
	return codes, ways
}

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

// leadingPawns returns the number of ways to place n pawns of one color with the leading one on a
// file, 0 for a to 3 for d, and how many of them have it nearer to the first rank than each of the
// ranks from the second on.
func leadingPawns(n, file int) (starts [6]uint64, ways uint64) {
	for i := range starts {
		starts[i] = ways
		ways += binomial[n-1][47-12*file-2*i]
	}
	return starts, ways
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
