package chess

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/shakki/chess/internal/nibbles"
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
	b = p.nibbles().Append(b, uint64(occupied))
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

// nibbles returns the four bits of each piece. Those of an ordinary piece are twice its type less
// one, plus its color.
func (p *Position) nibbles() nibbles.Board {
	n := nibbles.Board{
		Bit0: uint64(p.black), Bit1: uint64(^p.plane0), Bit2: uint64(^(p.plane0 ^ p.plane1)), Bit3: uint64(p.plane2 & (p.plane0 | p.plane1)),
	}
	var stepped, king Bitboard
	if p.passed() != 0 {
		stepped = (p.passed() ^ 8).Bitboard()
	}
	if p.Turn() == Black {
		king = p.kings() & p.black
	}
	return n.Exchange(uint64(stepped), uint64(p.Castling()), uint64(king))
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
	if field, offset, reason := r.pieces(); reason != "" {
		return &FENError{string(data), fenFieldNames[field], offset, reason}
	}
	*p = r.p
	return nil
}

// A binaryReader reads a position in binary FEN. Its methods return the field with the error, the offset,
// and what is wrong, or "".
type binaryReader struct {
	data    []byte
	p       Position
	rooks   Bitboard // those with castling rights
	stepped Bitboard // pawns that have just made a double step
}

// at returns the offset of the piece on s.
func (r *binaryReader) at(s Square) int {
	return 8 + (r.p.Occupied()&(s.Bitboard()-1)).Count()/2
}

// binaryKeys holds the keys of the piece of each nibble, and none for a pawn after a double step.
var binaryKeys = func() (keys [16]*[64]uint64) {
	for nibble, piece := range [16]Piece{
		WhitePawn, BlackPawn, WhiteKnight, BlackKnight, WhiteBishop, BlackBishop, WhiteRook, BlackRook,
		WhiteQueen, BlackQueen, WhiteKing, BlackKing, NoPiece, WhiteRook, BlackRook, BlackKing,
	} {
		keys[nibble] = &pieceKeys[piece]
	}
	return keys
}()

// pieces reads the pieces and the side to move, and then the rest.
func (r *binaryReader) pieces() (fenField, int, string) {
	if len(r.data) < 8 {
		return fenPlacement, len(r.data), "missing"
	}
	p, occupied, pairs := &r.p, Bitboard(binary.BigEndian.Uint64(r.data)), r.data[8:]
	count := occupied.Count()
	if len(pairs) < (count+1)/2 {
		return fenPlacement, len(r.data), fmt.Sprintf("%d pieces, but bytes for %d", count, 2*len(pairs))
	}
	if count&1 != 0 && pairs[count/2]>>4 != 0 {
		return fenPlacement, 8 + count/2, "a piece without a square"
	}
	n, hash := nibbles.Read(pairs, uint64(occupied), &binaryKeys)
	special := n.Bit3 & n.Bit2
	stepped, rooks, king := special&^n.Bit1&^n.Bit0, special&(n.Bit1^n.Bit0), special&n.Bit1&n.Bit0
	r.stepped, r.rooks = Bitboard(stepped), Bitboard(rooks)
	n = n.Exchange(stepped, rooks, king)
	p.plane0 = occupied &^ Bitboard(n.Bit1)
	p.plane1 = occupied &^ (Bitboard(n.Bit2) ^ p.plane0)
	p.plane2 = Bitboard(n.Bit3 | n.Bit2&n.Bit1)
	p.black, p.hash = Bitboard(n.Bit0), hash
	if king != 0 {
		p.state = stateBlack
	}
	if pawn := (p.pawns() & promotes).First(); pawn != NoSquare {
		return fenPlacement, r.at(pawn), fmt.Sprintf("a pawn cannot stand on %v", pawn)
	}
	for _, c := range [...]Color{White, Black} {
		switch kings := p.kings() & p.ByColor(c); {
		case kings == 0:
			return fenPlacement, 8, c.name() + " has no king"
		case kings.more():
			return fenPlacement, r.at(kings.last()), c.name() + " has two kings"
		}
	}
	if reason := p.whyWrongTurn(); reason != "" {
		return fenTurn, r.at(p.King(Black)), reason
	}
	return r.rights()
}

// rights reads the double step and the castling rights, and then the clocks.
func (r *binaryReader) rights() (fenField, int, string) {
	p := &r.p
	if r.stepped.more() {
		return fenEnPassant, r.at(r.stepped.last()), "two pawns have just made a double step"
	}
	if pawn := r.stepped.First(); pawn != NoSquare {
		if reason := p.whyNoDoubleStep(pawn ^ 8); reason != "" {
			return fenEnPassant, r.at(pawn), reason
		}
		p.state |= state(pawn^8) << statePassed
		p.hash ^= pieceKeys[p.PieceAt(pawn)&15][pawn]
	}
	for rest := r.rooks; rest != 0; {
		rook := rest.PopFirst()
		if reason := p.whyNoCastlingRook(rook); reason != "" {
			return fenCastling, r.at(rook), reason
		}
		p.state |= state(rook.Bitboard())
	}
	p.finishSetup()
	return r.clocks()
}

// clocks reads the halfmove clock, the plies, and the variant. The last of them that is present
// must differ from what it would be if it were left out.
func (r *binaryReader) clocks() (fenField, int, string) {
	numbers := [...]uint64{0, uint64(r.p.Turn()), 0}
	offset, needed := 8+(r.p.Occupied().Count()+1)/2, true
	for i, field := range [...]fenField{fenHalfmoveClock, fenFullmoveNumber, fenCastling} {
		if offset == len(r.data) {
			break
		}
		n, size := binary.Uvarint(r.data[offset:])
		if size <= 0 || size > 1 && r.data[offset+size-1] == 0 {
			return field, offset, "not a number in its shortest form"
		}
		if reason := r.whyNot(field, n); reason != "" {
			return field, offset, reason
		}
		needed = n != numbers[i]
		numbers[i] = n
		offset += size
	}
	if offset < len(r.data) {
		return fenTrailing, offset, "bytes follow the last field"
	}
	if !needed {
		return fenTrailing, offset - 1, "the last number is to be left out"
	}
	r.p.state |= state(numbers[0])<<stateHalfmoveClock | state(numbers[1]/2+1)<<stateFullmoveNumber
	r.p.setChess960(numbers[2] != 0)
	return 0, 0, ""
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
