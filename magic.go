package chess

//go:generate go run ./internal/magics

// A magic maps the occupancy of the lines of a slider to its place in sliderAttacks: multiplication
// by a suitable constant gathers the bits of the occupancy in the upper bits of the product.
//
// sliderAttacks holds the attacks of bishops and rooks on every square for every relevant
// occupancy. It is generated because a program would need half a millisecond to fill it. Its size is a
// power of two, so that masking the index replaces the bounds check.
type magic struct {
	mask   Bitboard // the squares whose occupancy matters: the rays without the edge
	factor uint64
	offset uint64
}

// index returns the index of the attacks for an occupancy from the given number of upper bits of
// the product.
func (m *magic) index(occupied Bitboard, bits int) uint64 {
	return (m.offset + uint64(occupied&m.mask)*m.factor>>(64-bits)) & (1<<17 - 1)
}
