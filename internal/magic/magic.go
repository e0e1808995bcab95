// Package magic looks up the squares that bishops and rooks attack. A set of squares is a number: bit n
// stands for square n, where a1 is 0, h1 is 7, and h8 is 63.
package magic

import "math/bits"

// A factor is the constant part of a magic. The offset is where the part of its square begins in
// the table. Volker Annuss found the factors and published them in the computer chess forum
// (http://talkchess.com/forum/viewtopic.php?p=670709#670709).
type factor struct{ factor, offset uint64 }

var bishopFactors = [64]factor{
	{0x0000404040404040, 33104}, {0x0000a060401007fc, 4094}, {0x0000401020200000, 24764}, {0x0000806004000000, 13882},
	{0x0000440200000000, 23090}, {0x0000080100800000, 32640}, {0x0000104104004000, 11558}, {0x0000020020820080, 32912},
	{0x0000040100202004, 13674}, {0x0000020080200802, 6109}, {0x0000010040080200, 26494}, {0x0000008060040000, 17919},
	{0x0000004402000000, 25757}, {0x00000021c100b200, 17338}, {0x0000000400410080, 16983}, {0x000003f7f05fffc0, 16659},
	{0x0004228040808010, 13610}, {0x0000200040404040, 2224}, {0x0000400080808080, 60405}, {0x0000200200801000, 7983},
	{0x0000240080840000, 17}, {0x000018000c03fff8, 34321}, {0x00000a5840208020, 33216}, {0x0000058408404010, 17127},
	{0x0002022000408020, 6397}, {0x0000402000408080, 22169}, {0x0000804000810100, 42727}, {0x000100403c0403ff, 155},
	{0x00078402a8802000, 8601}, {0x0000101000804400, 21101}, {0x0000080800104100, 29885}, {0x0000400480101008, 29340},
	{0x0001010102004040, 19785}, {0x0000808090402020, 12258}, {0x0007fefe08810010, 50451}, {0x0003ff0f833fc080, 1712},
	{0x007fe08019003042, 78475}, {0x0000202040008040, 7855}, {0x0001004008381008, 13642}, {0x0000802003700808, 8156},
	{0x0000208200400080, 4348}, {0x0000104100200040, 28794}, {0x0003ffdf7f833fc0, 22578}, {0x0000008840450020, 50315},
	{0x0000020040100100, 85452}, {0x007fffdd80140028, 32816}, {0x0000202020200040, 13930}, {0x0001004010039004, 17967},
	{0x0000040041008000, 33200}, {0x0003ffefe0c02200, 32456}, {0x0000001010806000, 7762}, {0x0000000008403000, 7794},
	{0x0000000100202000, 22761}, {0x0000040100200800, 14918}, {0x0000404040404000, 11620}, {0x00006020601803f4, 15925},
	{0x0003ffdfdfc28048, 32528}, {0x0000000820820020, 12196}, {0x0000000010108060, 32720}, {0x0000000000084030, 26781},
	{0x0000000001002020, 19817}, {0x0000000040408020, 24732}, {0x0000004040404040, 25468}, {0x0000404040404040, 10186},
}

var rookFactors = [64]factor{
	{0x00280077ffebfffe, 41305}, {0x2004010201097fff, 14326}, {0x0010020010053fff, 24477}, {0x0030002ff71ffffa, 8223},
	{0x7fd00441ffffd003, 49795}, {0x004001d9e03ffff7, 60546}, {0x004000888847ffff, 28543}, {0x006800fbff75fffd, 79282},
	{0x000028010113ffff, 6457}, {0x0020040201fcffff, 4125}, {0x007fe80042ffffe8, 81021}, {0x00001800217fffe8, 42341},
	{0x00001800073fffe8, 14139}, {0x007fe8009effffe8, 19465}, {0x00001800602fffe8, 9514}, {0x000030002fffffa0, 71090},
	{0x00300018010bffff, 75419}, {0x0003000c0085fffb, 33476}, {0x0004000802010008, 27117}, {0x0002002004002002, 85964},
	{0x0002002020010002, 54915}, {0x0001002020008001, 36544}, {0x0000004040008001, 71854}, {0x0000802000200040, 37996},
	{0x0040200010080010, 30398}, {0x0000080010040010, 55939}, {0x0004010008020008, 53891}, {0x0000040020200200, 56963},
	{0x0000010020020020, 77451}, {0x0000010020200080, 12319}, {0x0000008020200040, 88500}, {0x0000200020004081, 51405},
	{0x00fffd1800300030, 72878}, {0x007fff7fbfd40020, 676}, {0x003fffbd00180018, 83122}, {0x001fffde80180018, 22206},
	{0x000fffe0bfe80018, 75186}, {0x0001000080202001, 681}, {0x0003fffbff980180, 36453}, {0x0001fffdff9000e0, 20369},
	{0x00fffeebfeffd800, 1981}, {0x007ffff7ffc01400, 13343}, {0x0000408104200204, 10650}, {0x001ffff01fc03000, 57987},
	{0x000fffe7f8bfe800, 26302}, {0x0000008001002020, 58357}, {0x0003fff85fffa804, 40546}, {0x0001fffd75ffa802, 0},
	{0x00ffffec00280028, 14967}, {0x007fff75ff7fbfd8, 80361}, {0x003fff863fbf7fd8, 40905}, {0x001fffbfdfd7ffd8, 58347},
	{0x000ffff810280028, 20381}, {0x0007ffd7f7feffd8, 81868}, {0x0003fffc0c480048, 59381}, {0x0001ffffafd7ffd8, 84404},
	{0x00ffffe4ffdfa3ba, 45811}, {0x007fffef7ff3d3da, 62898}, {0x003fffbfdfeff7fa, 45796}, {0x001fffeff7fbfc22, 66994},
	{0x0000020408001001, 67204}, {0x0007fffeffff77fd, 32448}, {0x0003ffffbf7dfeec, 62946}, {0x0001ffff9dffa333, 17005},
}

// A magic maps the occupancy of the lines of a slider to its place in attacks: multiplication by a
// suitable factor gathers the bits of the occupancy in the upper bits of the product.
type magic struct {
	mask uint64 // the squares whose occupancy matters: the lines without the edge
	factor
}

// index returns the index of the attacks for an occupancy from the given number of upper bits of
// the product.
func (m *magic) index(occupied uint64, bits int) uint64 {
	return (m.offset + occupied&m.mask*m.factor.factor>>(64-bits)) & (1<<17 - 1)
}

// attacks holds the attacks of bishops and rooks on every square for every relevant occupancy. Parts
// of different squares overlap where entries are unused or agree. The size is a power of two, so
// that masking the index replaces the bounds check.
var attacks [1 << 17]uint64

var (
	bishops = magics(&bishopFactors, 9, 1, 1)
	rooks   = magics(&rookFactors, 12, 0, 1)
)

// magics returns the magics of a slider and enters its attacks into the table. It moves in the given
// direction, in the one at a right angle to it, and in the opposite ones. Pieces on one line through a
// square do not change the attacks on the other, so it looks at each line once.
func magics(factors *[64]factor, bits, files, ranks int) (magics [64]magic) {
	var room [2][64]blockedLine
	for s, f := range factors {
		first := blockLine(room[0][:0], s, f.factor, Line(s, files, ranks))
		second := blockLine(room[1][:0], s, f.factor, Line(s, ranks, -files))
		for i := range first {
			first[i].fill(&attacks, 64-bits, f.offset, second)
		}
		magics[s] = magic{first[0].pieces | second[0].pieces, f}
	}
	return magics
}

// fill enters the attacks along a line with its pieces and another line with each set of pieces. The
// compiler keeps the variables of so small a loop in registers.
//
//go:noinline
func (a *blockedLine) fill(table *[1 << 17]uint64, shift int, offset uint64, second []blockedLine) {
	product, attacks := a.product, a.attacks
	for _, b := range second {
		table[(offset+(product+b.product)>>(shift&63))&(1<<17-1)] = attacks | b.attacks
	}
}

// A blockedLine holds the attacks along a line with some pieces on it, and the product of the
// pieces and a factor.
type blockedLine struct {
	pieces, attacks, product uint64
}

// blockLine appends the attacks from s along a line with every set of pieces inside the edge of the
// board, the full set first.
func blockLine(dst []blockedLine, s int, factor, line uint64) []blockedLine {
	const rank1, rank8, fileA, fileH uint64 = 0xff, 0xff << 56, 0x0101010101010101, 0x8080808080808080
	below := line & (1<<s - 1)
	edge := (rank1|rank8)&^(rank1<<(s&56)) | (fileA|fileH)&^(fileA<<(s&7))
	for pieces := line &^ edge; ; pieces = (pieces - 1) & line &^ edge {
		// Subtracting twice the square changes the bits up to the first piece above it. The others are
		// the squares from the last piece below it.
		above := pieces ^ (pieces - 2<<s)
		last := bits.Len64(pieces&below|1) - 1
		dst = append(dst, blockedLine{pieces, above&line&^below | below>>last<<last, pieces * factor})
		if pieces == 0 {
			return dst
		}
	}
}

// Line returns the squares on a line through s, without s. The line goes a number of files to the east
// and of ranks to the north with each step, and back.
func Line(s, files, ranks int) (line uint64) {
	for range 2 {
		for file, rank := s&7+files, s>>3+ranks; file&^7 == 0 && rank&^7 == 0; file, rank = file+files, rank+ranks {
			line |= 1 << (8*rank + file)
		}
		files, ranks = -files, -ranks
	}
	return line
}

// Bishop returns the squares that a bishop on s attacks if the squares in occupied hold pieces. The
// first piece on each line is attacked.
func Bishop(s uint8, occupied uint64) uint64 { return attacks[bishops[s&63].index(occupied, 9)] }

// Rook is Bishop for a rook.
func Rook(s uint8, occupied uint64) uint64 { return attacks[rooks[s&63].index(occupied, 12)] }
