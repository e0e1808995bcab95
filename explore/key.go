package explore

import (
	"errors"
	"math/bits"

	"github.com/shakki/chess"
)

// A Key identifies a position in a table. Two positions have the same key exactly if they are the
// same by [chess.Position.SamePosition]: the clocks do not count. The key holds the whole position,
// so two positions are never mistaken for each other. The zero Key belongs to no position.
type Key struct {
	order     uint64 // the occupied squares, mixed with the codes below so that keys spread evenly
	low, high uint64 // a code for each occupied square, from a1 to h8, four bits each
}

// The codes of pieces. A piece has its type, from 0 for a pawn to 5 for a king, and 6 more if it is
// black.
const (
	castlingRook  = 12 // a rook that may castle, one more if it is black
	doubleStepper = 14 // a pawn that can be captured en passant
	movingKing    = 15 // the black king if Black is to move
)

// codes holds the code of each piece that has no further meaning.
var codes = func() (codes [16]uint8) {
	for _, c := range []chess.Color{chess.White, chess.Black} {
		for t := chess.Pawn; t <= chess.King; t++ {
			codes[t.Of(c)&15] = uint8(t-chess.Pawn) + 6*uint8(c)
		}
	}
	return codes
}()

// KeyOf returns the key of p. It reports false if p has none: if more than 32 pieces are on the
// board.
func KeyOf(p *chess.Position) (Key, bool) {
	occupied := p.Occupied()
	castling, special := p.Castling(), p.Castling()
	stepper := chess.Bitboard(0)
	if s := p.EnPassant(); s != chess.NoSquare {
		stepper = (s ^ 8).Bitboard() // the pawn has moved from e2 over e3 to e4
		special |= stepper
	}
	if p.Turn() == chess.Black {
		special |= p.King(chess.Black).Bitboard()
	}
	var k [3]uint64 // the third word takes codes that have no room
	shift := 0
	for b := occupied; b != 0; b &= b - 1 {
		s := b.First()
		code := codes[p.PieceAt(s)&15]
		if special.Has(s) {
			code = specialCode(p, s, castling, stepper)
		}
		k[shift>>6] |= uint64(code) << (shift & 63)
		if shift += 4; shift > 128 {
			return Key{}, false
		}
	}
	return Key{mix(uint64(occupied), k[0], k[1]), k[0], k[1]}, true
}

// specialCode returns the code of a piece that means more than the piece.
func specialCode(p *chess.Position, s chess.Square, castling, stepper chess.Bitboard) uint8 {
	switch {
	case castling.Has(s):
		return castlingRook + uint8(p.PieceAt(s).Color())
	case stepper.Has(s):
		return doubleStepper
	}
	return movingKing
}

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
	switch {
	case k.order != l.order:
		return sign(k.order < l.order)
	case k.low != l.low:
		return sign(k.low < l.low)
	case k.high != l.high:
		return sign(k.high < l.high)
	}
	return 0
}

// sign returns -1 if less is true and 1 if not.
func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

// shard returns the number of the file, of n, that holds the rows of k. Each file has an equal range
// of keys, so that the files of a table, one after the other, are sorted.
func (k *Key) shard(n int) int {
	i, _ := bits.Mul64(k.order, uint64(n))
	return int(i)
}

var errKey = errors.New("explore: a key that belongs to no position")

// Position returns the position with the key k. Its halfmove clock is 0 and its move number 1.
func (k Key) Position() (chess.Position, error) {
	occupied := chess.Bitboard(unmix(k.order, k.low, k.high))
	if occupied.Count() > 32 {
		return chess.Position{}, errKey
	}
	var s chess.Setup
	words := [2]uint64{k.low, k.high}
	shift := 0
	for b := occupied; b != 0; b &= b - 1 {
		place(&s, b.First(), uint8(words[shift>>6]>>(shift&63)&15))
		shift += 4
	}
	s.FullmoveNumber = 1
	p, err := s.Position()
	if err != nil {
		return chess.Position{}, errKey
	}
	if q, ok := KeyOf(&p); !ok || q != k {
		return chess.Position{}, errKey
	}
	return p, nil
}

// place sets the piece with the given code on s.
func place(to *chess.Setup, s chess.Square, code uint8) {
	switch {
	case code < 12:
		to.Board[s] = (chess.Pawn + chess.PieceType(code%6)).Of(chess.Color(code / 6))
	case code < doubleStepper:
		to.Board[s] = chess.Rook.Of(chess.Color(code - castlingRook))
		to.Castling |= s.Bitboard()
	case code == doubleStepper:
		// The pawn stands on the fourth or the fifth rank, and the other side is to move.
		color := chess.White
		if s.Rank() > 3 {
			color = chess.Black
		}
		to.Board[s] = chess.Pawn.Of(color)
		to.EnPassant = s ^ 8
	default:
		to.Board[s] = chess.BlackKing
		to.Turn = chess.Black
	}
}
