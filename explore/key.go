package explore

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/nibbles"
)

// A Key identifies a position in a table. Two positions have the same key exactly if they are the
// same by [chess.Position.SamePosition]: the clocks do not count. The key holds the whole position,
// so two positions are never mistaken for each other. The zero Key belongs to no position.
type Key struct {
	order uint64 // the occupied squares, mixed with the pieces so that keys spread evenly

	// Each piece, from a1 to h8, has the four bits that [chess.Position.MarshalBinary] gives it. The
	// first word holds the lowest bits of all pieces and then the second bits, the other word the third
	// and the fourth bits.
	low, high uint64
}

// KeyOf returns the key of p. It reports false if p has none: if more than 32 pieces are on the
// board.
func KeyOf(p chess.Position) (Key, bool) { return gathers().keyOf(&p) }

// keyOf is KeyOf.
func (table *gatherTable) keyOf(p *chess.Position) (Key, bool) {
	occupied := p.Occupied()
	if occupied.Count() > 32 {
		return Key{}, false
	}
	rooks, kings, black := p.ByType(chess.Rook), p.ByType(chess.King), p.ByColor(chess.Black)
	var stepped, king chess.Bitboard
	if s := p.EnPassant(); s != chess.NoSquare {
		stepped = (s ^ 8).Bitboard() // the pawn has moved from e2 over e3 to e4
	}
	if p.Turn() == chess.Black {
		king = kings & black
	}
	codes := nibbles.Board{
		Bit0: uint64(black),
		Bit1: uint64(p.ByType(chess.Knight) | rooks | kings),
		Bit2: uint64(p.ByType(chess.Bishop) | rooks),
		Bit3: uint64(p.ByType(chess.Queen) | kings),
	}.Exchange(uint64(stepped), uint64(p.Castling()), uint64(king))
	low, high := table.gather(uint64(occupied), codes)
	return Key{mix(uint64(occupied), low, high), low, high}, true
}

// gather returns the bits of each set on the occupied squares, next to each other: those of the
// first set and then of the second in low, those of the others in high.
func (table *gatherTable) gather(occupied uint64, codes nibbles.Board) (low, high uint64) {
	n := 0
	for shift := 0; shift < 64; shift += 8 {
		rank := &table[uint8(occupied>>shift)]
		low |= (uint64(rank[uint8(codes.Bit0>>shift)]) | uint64(rank[uint8(codes.Bit1>>shift)])<<32) << (n & 63)
		high |= (uint64(rank[uint8(codes.Bit2>>shift)]) | uint64(rank[uint8(codes.Bit3>>shift)])<<32) << (n & 63)
		n += bits.OnesCount8(uint8(occupied >> shift))
	}
	const first = 1<<32 - 1
	return low&first | low>>32<<n, high&first | high>>32<<n
}

// A gatherTable gathers the bits of one rank: its entry [occupied][set] has the bits of set on the
// occupied squares, next to each other.
type gatherTable [256][256]uint8

// gathers returns the table.
var gathers = sync.OnceValue(func() *gatherTable {
	var table gatherTable
	for occupied := range table {
		for set := range table[occupied] {
			n := 0
			for square := range 8 {
				if occupied>>square&1 != 0 {
					table[occupied][set] |= uint8(set >> square & 1 << n)
					n++
				}
			}
		}
	}
	return &table
})

const (
	factor1, inverse1 = 0x9e3779b97f4a7c15, 0xf1de83e19937733d // odd, with their inverses modulo 1<<64
	factor2, inverse2 = 0xbf58476d1ce4e5b9, 0x96de1b173f119089
)

// mix returns a word from which the occupied squares can be computed again, and which is spread
// evenly over all words.
func mix(occupied, low, high uint64) uint64 {
	x := (occupied ^ fold(low, high)) * factor1
	x = (x ^ x>>32) * factor2
	return x ^ x>>32
}

// unmix returns the occupied squares.
func unmix(order, low, high uint64) uint64 {
	x := (order ^ order>>32) * inverse2
	x = (x ^ x>>32) * inverse1
	return x ^ fold(low, high)
}

// fold returns a word that depends on all bits of both words.
func fold(low, high uint64) uint64 {
	a, b := bits.Mul64(low^factor1, high^factor2)
	return a ^ b
}

// compare orders keys as they stand in a table.
func (k *Key) compare(l *Key) int {
	if k.order != l.order { // which most keys tell apart
		return cmp.Compare(k.order, l.order)
	}
	return cmp.Or(cmp.Compare(k.low, l.low), cmp.Compare(k.high, l.high))
}

// shard returns the number of the file, of n, that holds the rows of k. Each file has an equal
// range of keys, so that the files of a table, one after the other, are sorted.
func (k *Key) shard(n int) int {
	i, _ := bits.Mul64(k.order, uint64(n))
	return int(i)
}

var errKey = fault.New("explore: a key that belongs to no position")

// MarshalText implements [encoding.TextMarshaler] with the form of [chess.PositionKey]. The zero Key
// is written as "".
func (k Key) MarshalText() ([]byte, error) {
	if k == (Key{}) {
		return []byte{}, nil
	}
	p, err := k.Position()
	if err != nil {
		return nil, err
	}
	return p.Key().MarshalText()
}

// UnmarshalText implements [encoding.TextUnmarshaler] for a FEN with or without the clocks.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*k = Key{}
		return nil
	}
	p, err := chess.ParseFEN(string(text))
	if err != nil {
		return err
	}
	key, ok := KeyOf(p)
	if !ok {
		return errKey
	}
	*k = key
	return nil
}

// Position returns the position with the key k. Its halfmove clock is 0 and its move number 1.
func (k Key) Position() (chess.Position, error) {
	occupied := unmix(k.order, k.low, k.high)
	b := binary.BigEndian.AppendUint64(nil, occupied)
	n := bits.OnesCount64(occupied)
	for i := range n {
		code := byte(k.low>>i&1 | k.low>>(i+n)&1<<1 | k.high>>i&1<<2 | k.high>>(i+n)&1<<3)
		if i%2 == 0 {
			b = append(b, code)
		} else {
			b[len(b)-1] |= code << 4
		}
	}
	var p chess.Position
	if p.UnmarshalBinary(b) != nil {
		return chess.Position{}, errKey
	}
	if q, _ := KeyOf(p); q != k {
		return chess.Position{}, errKey
	}
	return p, nil
}
