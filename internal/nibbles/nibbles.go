// Package nibbles packs numbers from 0 to 15 on some squares of a board, two to a byte. Numbers are
// given by four sets of squares, one for each bit.
package nibbles

import (
	"encoding/binary"
	"math/bits"
)

// A Board holds a number for each square. Bit i is set for the squares in Biti.
type Board struct{ Bit0, Bit1, Bit2, Bit3 uint64 }

// Exchange turns the codes of ordinary pieces in binary FEN into those of special ones, and back: of
// the pawn that made a double step, of rooks with castling rights, and of the black king if Black is
// to move.
func (n Board) Exchange(stepped, rooks, king uint64) Board {
	const firstRank, fromFifthRank = 1<<8 - 1, ^uint64(1<<32 - 1) // from there on the pawn is Black's
	n.Bit0 ^= stepped&fromFifthRank | rooks
	n.Bit1 ^= rooks & firstRank
	n.Bit2 ^= stepped | king
	n.Bit3 ^= stepped | rooks
	return n
}

// Append appends the numbers of the squares in set, a1 first and the low half of a byte first.
func (n Board) Append(b []byte, set uint64) []byte {
	var numbers [128]byte // by square, 0 at 64
	bit0, bit1, bit2, bit3 := n.Bit0, n.Bit1, n.Bit2, n.Bit3
	for i := 0; i < 64; i += 8 {
		rank := spread[bit0&255] | spread[bit1&255]<<1 | spread[bit2&255]<<2 | spread[bit3&255]<<3
		binary.LittleEndian.PutUint64(numbers[i:], rank)
		bit0, bit1, bit2, bit3 = bit0>>8, bit1>>8, bit2>>8, bit3>>8
	}
	end := len(b) + (bits.OnesCount64(set)+1)/2
	pairs := b[len(b):end]
	for i := range pairs {
		low := numbers[bits.TrailingZeros64(set)&127]
		set &= set - 1
		pairs[i] = low | numbers[bits.TrailingZeros64(set)&127]<<4
		set &= set - 1
	}
	return b[:end]
}

// Read is the reverse of Append. It also returns the sum by exclusive or of the keys of the numbers
// on their squares. data must be long enough for the set.
func Read(data []byte, set uint64, keys *[16]*[64]uint64) (n Board, hash uint64) {
	var numbers [64]byte // by square
	for i := 0; set != 0; i++ {
		pair, s := data[i], bits.TrailingZeros64(set)&63
		numbers[s] = pair & 15
		hash ^= keys[pair&15][s]
		if set &= set - 1; set == 0 {
			break
		}
		s = bits.TrailingZeros64(set) & 63
		numbers[s] = pair >> 4
		hash ^= keys[pair>>4][s]
		set &= set - 1
	}
	for i := 56; i >= 0; i -= 8 {
		rank := binary.LittleEndian.Uint64(numbers[i:])
		n.Bit0 = n.Bit0<<8 | gather(rank)
		n.Bit1 = n.Bit1<<8 | gather(rank>>1)
		n.Bit2 = n.Bit2<<8 | gather(rank>>2)
		n.Bit3 = n.Bit3<<8 | gather(rank>>3)
	}
	return n, hash
}

// gather returns the lowest bits of the eight bytes of a rank.
func gather(rank uint64) uint64 { return rank & 0x0101010101010101 * 0x0102040810204080 >> 56 }

// spread is the reverse of gather.
var spread = func() (table [256]uint64) {
	for i := range table {
		for j := range 8 {
			table[i] |= uint64(i>>j&1) << (8 * j)
		}
	}
	return table
}()
