package chess

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// MarshalBinary implements [encoding.BinaryMarshaler] with binary FEN, the form in which
// Stockfish's trainer and lichess.org store positions. [Position.UnmarshalBinary] returns p, equal
// by ==. The zero Position is written as no bytes. The error is always nil.
//
// Eight bytes hold the set of occupied squares, h8 in the highest bit of the first byte and a1 in
// the lowest bit of the last. Four bits follow for each piece in the order of the squares from a1,
// the low half of a byte first:
//
//	0 P  2 N  4 B  6 R  8 Q  10 K                       12 a pawn that has just made a double step
//	1 p  3 n  5 b  7 r  9 q  11 k with White to move    13 R with a castling right
//	                         15 k with Black to move    14 r with a castling right
//
// Then come the halfmove clock, the number of plies since White's first move, and a variant, as
// [binary.AppendUvarint] writes numbers. The variant is 2, Chess960, if [Position.IsChess960] is
// true though the castling rights are those of standard chess, and otherwise 0. A number is left
// out at the end if it is 0, or 1 for plies. 32 pieces without clocks take 24 bytes.
//
// The form does not mark its end, so positions that are stored together need their lengths. It does
// not tell which moves led to a position. Some writers mark the pawn only if it can be captured en
// passant, write variant 2 for all positions of a Chess960 game, or fill up with zero bytes.
//
// Source: "Adapting nnue-pytorch's binary position format for Lichess", a post by revoof on
// lichess.org, April 2024.
func (p Position) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// AppendBinary implements [encoding.BinaryAppender] with the form of [Position.MarshalBinary].
func (p Position) AppendBinary(b []byte) ([]byte, error) {
	occupied := p.Occupied()
	if occupied == 0 {
		return b, nil
	}
	b = slices.Grow(b, 8+32+2*binary.MaxVarintLen32)
	b = binary.BigEndian.AppendUint64(b, uint64(occupied))
	var nibbles [128]byte // by square, 0 for NoSquare
	p.nibbleBits().put(&nibbles)
	end := len(b) + (occupied.Count()+1)/2
	pairs := b[len(b):end]
	for i := range pairs {
		low := nibbles[occupied.index()&127]
		occupied &= occupied - 1
		pairs[i] = low | nibbles[occupied.index()&127]<<4
		occupied &= occupied - 1
	}
	b = b[:end]
	plies := uint64(2*(p.FullmoveNumber()-1)) + uint64(p.Turn())
	chess960 := p.IsChess960() && p.standardRights()
	if p.HalfmoveClock() > 0 || plies > 1 || chess960 {
		b = binary.AppendUvarint(b, uint64(p.HalfmoveClock()))
	}
	if plies > 1 || chess960 {
		b = binary.AppendUvarint(b, plies)
	}
	if chess960 {
		b = append(b, binaryChess960)
	}
	return b, nil
}

// binaryChess960 is the byte of the variant.
const binaryChess960 = 2

// nibbleBits holds the four bits of each piece in binary FEN, the lowest first. It treats all
// squares at once.
type nibbleBits struct{ bit0, bit1, bit2, bit3 Bitboard }

// exchange turns the bits of ordinary pieces into those of special ones, and back: of the pawn that
// made a double step, of rooks with castling rights, and of the black king if Black is to move.
func (n *nibbleBits) exchange(stepped, rooks, king Bitboard) {
	n.bit0 ^= stepped&^lowerHalf | rooks
	n.bit1 ^= rooks & rank1
	n.bit2 ^= stepped | king
	n.bit3 ^= stepped | rooks
}

// lowerHalf is White's half of the board, where the stepped pawn is White's.
const lowerHalf Bitboard = 1<<32 - 1

// put sets nibbles to the bits of the piece on each square.
func (n nibbleBits) put(nibbles *[128]byte) {
	for i := 0; i < 64; i += 8 {
		rank := rankBytes[n.bit0&255] | rankBytes[n.bit1&255]<<1 | rankBytes[n.bit2&255]<<2 | rankBytes[n.bit3&255]<<3
		binary.LittleEndian.PutUint64(nibbles[i:], rank)
		n.bit0, n.bit1, n.bit2, n.bit3 = n.bit0>>8, n.bit1>>8, n.bit2>>8, n.bit3>>8
	}
}

// nibbleBitsOf is the reverse of put.
func nibbleBitsOf(nibbles *[64]byte) (n nibbleBits) {
	for i := 56; i >= 0; i -= 8 {
		rank := binary.LittleEndian.Uint64(nibbles[i:])
		n.bit0 = n.bit0<<8 | lowBits(rank)
		n.bit1 = n.bit1<<8 | lowBits(rank>>1)
		n.bit2 = n.bit2<<8 | lowBits(rank>>2)
		n.bit3 = n.bit3<<8 | lowBits(rank>>3)
	}
	return n
}

// lowBits returns the lowest bits of the eight bytes of a rank.
func lowBits(rank uint64) Bitboard {
	return Bitboard(rank & 0x0101010101010101 * 0x0102040810204080 >> 56)
}

// rankBytes holds, for each set of squares of a rank, a 1 in the byte of each square.
var rankBytes = func() (table [256]uint64) {
	for set := range table {
		for s := range Bitboard(set).Squares() {
			table[set] |= 1 << (8 * s)
		}
	}
	return table
}()

// nibbleBits returns the bits of the pieces of p. Those of an ordinary piece are twice its type less
// one, plus its color.
func (p *Position) nibbleBits() nibbleBits {
	n := nibbleBits{p.black, ^p.plane0, ^(p.plane0 ^ p.plane1), p.plane2 & (p.plane0 | p.plane1)}
	var stepped, king Bitboard
	if p.passed() != 0 {
		stepped = (p.passed() ^ 8).Bitboard()
	}
	if p.Turn() == Black {
		king = p.kings() & p.black
	}
	n.exchange(stepped, p.Castling(), king)
	return n
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It accepts only what
// [Position.MarshalBinary] writes for some position. The error is a [*FENError] whose FEN holds
// data. On error p is unchanged.
func (p *Position) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		*p = Position{}
		return nil
	}
	r := binaryReader{data: data}
	err := r.pieces()
	if err == nil {
		err = r.lastMove()
	}
	if err == nil {
		err = r.castling()
	}
	if err == nil {
		err = r.clocks()
	}
	if err != nil {
		return err
	}
	*p = r.p
	return nil
}

// A binaryReader reads a position in binary FEN.
type binaryReader struct {
	data    []byte
	p       Position
	rooks   Bitboard // those with castling rights
	stepped Bitboard // pawns that have just made a double step
}

// fault returns the error for a fault at the given offset.
func (r *binaryReader) fault(field fenField, offset int, format string, args ...any) *FENError {
	return &FENError{string(r.data), fenFieldNames[field], offset, fmt.Sprintf(format, args...)}
}

// at returns the offset of the piece on s.
func (r *binaryReader) at(s Square) int {
	return 8 + (r.p.Occupied()&(s.Bitboard()-1)).Count()/2
}

// pieces reads the pieces and the side to move.
func (r *binaryReader) pieces() *FENError {
	if len(r.data) < 8 {
		return r.fault(fenPlacement, len(r.data), "missing")
	}
	occupied := Bitboard(binary.BigEndian.Uint64(r.data))
	count, pairs := occupied.Count(), r.data[8:]
	if len(pairs) < (count+1)/2 {
		return r.fault(fenPlacement, len(r.data), "%d pieces, but bytes for %d", count, 2*len(pairs))
	}
	if count&1 != 0 && pairs[count/2]>>4 != 0 {
		return r.fault(fenPlacement, 8+count/2, "a piece without a square")
	}
	var nibbles [64]byte // by square
	var hash uint64
	for rest, i := occupied, 8; rest != 0; i++ {
		pair, s := r.data[i], rest.index()&63
		nibbles[s] = pair & 15
		hash ^= pieceKeys[ordinary[pair&15]][s]
		if rest &= rest - 1; rest == 0 {
			break
		}
		s = rest.index() & 63
		nibbles[s] = pair >> 4
		hash ^= pieceKeys[ordinary[pair>>4]][s]
		rest &= rest - 1
	}
	r.p.hash = hash
	r.setPieces(nibbleBitsOf(&nibbles), occupied)
	return r.checkPieces()
}

// ordinary holds the piece of each nibble. That of nibbleStepped depends on its square.
var ordinary = [16]Piece{
	WhitePawn, BlackPawn, WhiteKnight, BlackKnight, WhiteBishop, BlackBishop, WhiteRook, BlackRook,
	WhiteQueen, BlackQueen, WhiteKing, BlackKing, NoPiece, WhiteRook, BlackRook, BlackKing,
}

// setPieces sets the pieces and the side to move, given the bits of the nibbles.
func (r *binaryReader) setPieces(n nibbleBits, occupied Bitboard) {
	special := n.bit3 & n.bit2
	king := special & n.bit1 & n.bit0
	r.stepped, r.rooks = special&^n.bit1&^n.bit0, special&(n.bit1^n.bit0)
	n.exchange(r.stepped, r.rooks, king)
	p := &r.p
	p.plane0 = occupied &^ n.bit1
	p.plane1 = occupied &^ (n.bit2 ^ p.plane0)
	p.plane2 = n.bit3 | n.bit2&n.bit1
	p.black = n.bit0
	if king != 0 {
		p.state |= stateBlack
	}
}

// checkPieces checks the kings, the pawns, and the side to move.
func (r *binaryReader) checkPieces() *FENError {
	p := &r.p
	if misplaced := p.pawns() & promotes; misplaced != 0 {
		return r.fault(fenPlacement, r.at(misplaced.First()), "pawn on %v", misplaced.First())
	}
	for _, c := range [...]Color{White, Black} {
		switch kings := p.kings() & p.ByColor(c); {
		case kings == 0:
			return r.fault(fenPlacement, 8, "%s has no king", c.name())
		case kings.more():
			return r.fault(fenPlacement, r.at(kings.last()), "%s has two kings", c.name())
		}
	}
	if reason := p.whyWrongTurn(); reason != "" {
		return r.fault(fenTurn, r.at(p.King(Black)), "%s", reason)
	}
	return nil
}

// lastMove reads the double step.
func (r *binaryReader) lastMove() *FENError {
	if r.stepped == 0 {
		return nil
	}
	pawn := r.stepped.First()
	r.p.hash ^= pieceKeys[r.p.PieceAt(pawn)&15][pawn&63]
	if r.stepped.more() {
		return r.fault(fenEnPassant, r.at(r.stepped.last()), "two pawns have just made a double step")
	}
	if reason := r.p.whyNoDoubleStep(pawn ^ 8); reason != "" {
		return r.fault(fenEnPassant, r.at(pawn), "%s", reason)
	}
	r.p.state |= state(pawn^8) << statePassed
	return nil
}

// castling reads the castling rights, and completes the position but for its clocks.
func (r *binaryReader) castling() *FENError {
	for rest := r.rooks; rest != 0; {
		rook := rest.PopFirst()
		if reason := r.p.whyNoCastlingRook(rook); reason != "" {
			return r.fault(fenCastling, r.at(rook), "%s", reason)
		}
		r.p.state |= state(rook.Bitboard())
	}
	r.p.finishSetup()
	return nil
}

// clocks reads the halfmove clock, the plies, and the variant. The last of them that is present must
// differ from what it would be if it were left out.
func (r *binaryReader) clocks() *FENError {
	numbers := [...]uint64{0, uint64(r.p.Turn()), 0}
	offset, needed := 8+(r.p.Occupied().Count()+1)/2, true
	for i, field := range [...]fenField{fenHalfmoveClock, fenFullmoveNumber, fenCastling} {
		if offset == len(r.data) {
			break
		}
		n, size := binary.Uvarint(r.data[offset:])
		if size <= 0 || size > 1 && r.data[offset+size-1] == 0 {
			return r.fault(field, offset, "not a number in its shortest form")
		}
		if reason := r.whyNot(field, n); reason != "" {
			return r.fault(field, offset, "%s", reason)
		}
		needed = n != numbers[i]
		numbers[i] = n
		offset += size
	}
	if offset < len(r.data) {
		return r.fault(fenTrailing, offset, "bytes follow the last field")
	}
	if !needed {
		return r.fault(fenTrailing, offset-1, "the last number is to be left out")
	}
	r.p.state |= state(numbers[0])<<stateHalfmoveClock | state(numbers[1]/2+1)<<stateFullmoveNumber
	r.p.setChess960(numbers[2] != 0)
	return nil
}

// whyNot returns why a number of binary FEN cannot be n, or "" if it can.
func (r *binaryReader) whyNot(field fenField, n uint64) string {
	switch {
	case field == fenHalfmoveClock && n > maxClock:
		return fmt.Sprintf("%d is not a number from 0 to %d", n, maxClock)
	case field == fenFullmoveNumber && n > 2*maxClock-1:
		return fmt.Sprintf("%d plies are not a number from 0 to %d", n, 2*maxClock-1)
	case field == fenFullmoveNumber && Color(n&1) != r.p.Turn():
		return fmt.Sprintf("after %d plies %s is not to move", n, r.p.Turn().name())
	case field == fenCastling && n != 0 && n != binaryChess960:
		return fmt.Sprintf("variant %d is not Chess960", n)
	case field == fenCastling && n != 0 && (r.p.Castling() == 0 || !r.p.standardRights()):
		return "Chess960 follows from the castling rights"
	}
	return ""
}
