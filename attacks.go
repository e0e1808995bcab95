package chess

import "math/bits"

// The tables below are filled once, when the program starts, by walking along the rays square by
// square. Those indexed by a Square have 256 entries, one for each value of the type, so that the
// compiler needs no bounds check and an invalid square attacks nothing.
var (
	knightAttacks = leaper([]step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	kingAttacks   = leaper([]step{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
	pawnAttacks   = [2][256]Bitboard{leaper([]step{{-1, 1}, {1, 1}}), leaper([]step{{-1, -1}, {1, -1}})}

	bishopRays = rays(bishopSteps) // on an empty board
	rookRays   = rays(rookSteps)

	between, lines = pairs()

	// diagonals holds the line through each square in the direction a1-h8, antidiagonals the line
	// in the direction a8-h1. Both include the square.
	diagonals     = rays([]step{{1, 1}, {-1, -1}, {0, 0}})
	antidiagonals = rays([]step{{1, -1}, {-1, 1}, {0, 0}})
)

// A step is a direction on the board: a number of files to the east and of ranks to the north.
type step struct{ files, ranks int8 }

var (
	bishopSteps = []step{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	rookSteps   = []step{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	queenSteps  = append(append([]step{}, bishopSteps...), rookSteps...)
)

// from returns the square one step from s, or NoSquare beyond the edge.
func (d step) from(s Square) Square {
	return SquareAt(s.File()+File(d.files), s.Rank()+Rank(d.ranks))
}

// walk returns the squares reached from s by repeating each step up to the edge, or up to and
// including the first occupied square.
func walk(s Square, occupied Bitboard, steps []step) Bitboard {
	var reached Bitboard
	for _, d := range steps {
		for to := d.from(s); to != NoSquare; to = d.from(to) {
			reached |= to.Bitboard()
			if occupied.Has(to) || to == s {
				break
			}
		}
	}
	return reached
}

// leaper returns, for each square, the squares one step away.
func leaper(steps []step) (table [256]Bitboard) {
	for s := A1; s <= H8; s++ {
		for _, d := range steps {
			table[s] |= d.from(s).Bitboard()
		}
	}
	return table
}

// rays returns, for each square, the squares that repeated steps reach on an empty board.
func rays(steps []step) (table [256]Bitboard) {
	for s := A1; s <= H8; s++ {
		table[s] = walk(s, 0, steps)
	}
	return table
}

// pairs returns two tables for the pairs of distinct squares on one line: the squares strictly
// between them, and the whole line.
func pairs() (between, lines [64][64]Bitboard) {
	for a := A1; a <= H8; a++ {
		for i, d := range queenSteps {
			line := walk(a, 0, []step{d, queenSteps[i^2]}).with(a)
			var passed Bitboard
			for b := d.from(a); b != NoSquare; b = d.from(b) {
				between[a][b], lines[a][b] = passed, line
				passed |= b.Bitboard()
			}
		}
	}
	return between, lines
}

// A magic maps the occupancy of the lines of a slider to its place in sliderAttacks: multiplication
// by a suitable factor gathers the bits of the occupancy in the upper bits of the product.
type magic struct {
	mask Bitboard // the squares whose occupancy matters: the lines without the edge
	factor
}

// index returns the index of the attacks for an occupancy from the given number of upper bits of
// the product.
func (m *magic) index(occupied Bitboard, bits int) uint64 {
	return (m.offset + uint64(occupied&m.mask)*m.factor.factor>>(64-bits)) & (1<<17 - 1)
}

// sliderAttacks holds the attacks of bishops and rooks on every square for every relevant
// occupancy. Parts of different squares overlap where entries are unused or agree. The size is a
// power of two, so that masking the index replaces the bounds check.
var sliderAttacks [1 << 17]Bitboard

var (
	bishopMagics = magics(&bishopFactors, 9, bishopSteps)
	rookMagics   = magics(&rookFactors, 12, rookSteps)
)

// magics returns the magics of a slider and enters its attacks into sliderAttacks. Pieces on one
// line through a square do not change the attacks on the other, so it looks at each line once.
func magics(factors *[64]factor, bits int, steps []step) (magics [64]magic) {
	var room [2][64]blockedLine
	for s, f := range factors {
		first := blockLine(room[0][:0], Square(s), f.factor, steps[0], steps[2])
		second := blockLine(room[1][:0], Square(s), f.factor, steps[1], steps[3])
		for i := range first {
			first[i].fill(&sliderAttacks, 64-bits, f.offset, second)
		}
		magics[s] = magic{first[0].pieces | second[0].pieces, f}
	}
	return magics
}

// fill enters the attacks along a line with its pieces and another line with each set of pieces. The compiler
// keeps the variables of so small a loop in registers.
//
//go:noinline
func (a *blockedLine) fill(table *[1 << 17]Bitboard, shift int, offset uint64, second []blockedLine) {
	product, attacks := a.product, a.attacks
	for _, b := range second {
		table[(offset+(product+b.product)>>(shift&63))&(1<<17-1)] = attacks | b.attacks
	}
}

// A blockedLine holds the attacks along a line with some pieces on it, and the product of the
// pieces and a factor.
type blockedLine struct {
	pieces, attacks Bitboard
	product         uint64
}

// blockLine appends the attacks from s along a line with every set of pieces inside the edge of the
// board, the full set first.
func blockLine(dst []blockedLine, s Square, factor uint64, ways ...step) []blockedLine {
	line := walk(s, 0, ways)
	below := line & (s.Bitboard() - 1)
	edge := (rank1|rank8)&^(rank1<<(s&56)) | (fileA|fileH)&^(fileA<<(s&7))
	for pieces := line &^ edge; ; pieces = (pieces - 1) & line &^ edge {
		// Subtracting twice the square changes the bits up to the first piece above it. The others are
		// the squares from the last piece below it.
		above := pieces ^ (pieces - 2<<s)
		last := bits.Len64(uint64(pieces&below)|1) - 1
		dst = append(dst, blockedLine{pieces, above&line&^below | below>>last<<last, uint64(pieces) * factor})
		if pieces == 0 {
			return dst
		}
	}
}

// bishopAttacks is BishopAttacks for a valid square.
func bishopAttacks(s Square, occupied Bitboard) Bitboard {
	return sliderAttacks[bishopMagics[s&63].index(occupied, 9)]
}

// rookAttacks is RookAttacks for a valid square.
func rookAttacks(s Square, occupied Bitboard) Bitboard {
	return sliderAttacks[rookMagics[s&63].index(occupied, 12)]
}

// KnightAttacks returns the squares that a knight on s attacks, or the empty set if s is NoSquare.
func KnightAttacks(s Square) Bitboard { return knightAttacks[s] }

// KingAttacks returns the squares that a king on s attacks, or the empty set if s is NoSquare.
func KingAttacks(s Square) Bitboard { return kingAttacks[s] }

// PawnAttacks returns the squares that a pawn of color c on s attacks, or the empty set if s is
// NoSquare.
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c&1][s] }

// BishopAttacks returns the squares that a bishop on s attacks if the squares in occupied hold
// pieces. The first piece on each line is attacked, whatever its color. It returns the empty set if
// s is NoSquare. The attacks of a queen are those of a bishop and those of a rook.
func BishopAttacks(s Square, occupied Bitboard) Bitboard {
	if !s.isValid() {
		return 0
	}
	return bishopAttacks(s, occupied)
}

// RookAttacks is like [BishopAttacks] for a rook.
func RookAttacks(s Square, occupied Bitboard) Bitboard {
	if !s.isValid() {
		return 0
	}
	return rookAttacks(s, occupied)
}

// reaches holds what each piece other than a pawn attacks on an empty board, by type and square.
var reaches = func() (table [8][64]Bitboard) {
	for s := range table[NoPieceType] {
		table[Knight][s], table[King][s] = knightAttacks[s], kingAttacks[s]
		table[Bishop][s], table[Rook][s] = bishopRays[s], rookRays[s]
		table[Queen][s] = bishopRays[s] | rookRays[s]
	}
	return table
}()

// attacksOf returns the squares that piece p on a valid square attacks if the squares in occupied
// hold pieces.
func attacksOf(p Piece, s Square, occupied Bitboard) Bitboard {
	switch p.Type() {
	case Pawn:
		return pawnAttacks[p.Color()][s]
	case Bishop:
		return bishopAttacks(s, occupied)
	case Rook:
		return rookAttacks(s, occupied)
	case Queen:
		return bishopAttacks(s, occupied) | rookAttacks(s, occupied)
	}
	return reaches[p.Type()][s]
}

// Between returns the squares strictly between a and b on a rank, file, or diagonal. It returns the
// empty set if they are not on one line, are the same, or are not both valid.
func Between(a, b Square) Bitboard {
	if !a.isValid() || !b.isValid() {
		return 0
	}
	return between[a][b]
}

// LineThrough returns the whole rank, file, or diagonal on which a and b stand, both included. It
// returns the empty set if they are not on one line, are the same, or are not both valid. A pinned
// piece moves along the line through its square and that of its king.
func LineThrough(a, b Square) Bitboard {
	if !a.isValid() || !b.isValid() {
		return 0
	}
	return lines[a][b]
}
