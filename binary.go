package chess

import (
	"bytes"
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
// true even though the castling rights are those of standard chess, and otherwise 0. Numbers at the
// end are left out if they are 0, or at most 1 for the plies. 32 pieces without clocks take 24 bytes.
//
// The form does not mark its end, so positions that are stored together need their lengths. It does
// not tell which moves led to a position. Some writers mark the pawn only if it can be captured en
// passant, write variant 2 for all positions of a Chess960 game, or pad with zero bytes.
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
	return p.appendNumbers(b), nil
}

// appendNumbers appends the clocks and the variant.
func (p *Position) appendNumbers(b []byte) []byte {
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
	return b
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
// data. Its Offset is where the pieces or the numbers begin. On error p is unchanged.
func (p *Position) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		*p = Position{}
		return nil
	}
	var q Position
	if field, offset, reason := q.readBinary(data); reason != "" {
		return &FENError{string(data), fenFieldNames[field], offset, reason}
	}
	*p = q
	return nil
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

// readBinary sets p, an empty board, to a position in binary FEN. It returns the field with the error, the
// offset, and what is wrong, or "".
func (p *Position) readBinary(data []byte) (fenField, int, string) {
	if len(data) < 8 {
		return fenPlacement, 0, "missing"
	}
	occupied, pairs := Bitboard(binary.BigEndian.Uint64(data)), data[8:]
	count := occupied.Count()
	if len(pairs) < (count+1)/2 {
		return fenPlacement, 8, fmt.Sprintf("%d pieces, but bytes for %d", count, 2*len(pairs))
	}
	if count&1 != 0 && pairs[count/2]>>4 != 0 {
		return fenPlacement, 8, "a piece without a square"
	}
	n, hash := nibbles.Read(pairs, uint64(occupied), &binaryKeys)
	special := n.Bit3 & n.Bit2
	stepped, rooks, king := special&^n.Bit1&^n.Bit0, special&(n.Bit1^n.Bit0), special&n.Bit1&n.Bit0
	n = n.Exchange(stepped, rooks, king)
	p.plane0 = occupied &^ Bitboard(n.Bit1)
	p.plane1 = occupied &^ (Bitboard(n.Bit2) ^ p.plane0)
	p.plane2 = Bitboard(n.Bit3 | n.Bit2&n.Bit1)
	p.black, p.hash = Bitboard(n.Bit0), hash
	if king != 0 {
		p.state = stateBlack
	}
	if field, reason := p.whyNotBinary(Bitboard(rooks), Bitboard(stepped)); reason != "" {
		return field, 8, reason
	}
	numbers := pairs[(count+1)/2:]
	p.readNumbers(numbers)
	var buffer [3 * binary.MaxVarintLen64]byte
	if !bytes.Equal(p.appendNumbers(buffer[:0]), numbers) {
		return fenHalfmoveClock, len(data) - len(numbers), fmt.Sprintf("%x is not the form of the clocks and the variant", abridged(string(numbers)))
	}
	return 0, 0, ""
}

// whyNotBinary enters the castling rights and the double step in p, and returns the field with the error and
// what is wrong with it, or "".
func (p *Position) whyNotBinary(rooks, stepped Bitboard) (fenField, string) {
	if stepped.more() {
		return fenEnPassant, "two pawns have just made a double step"
	}
	white, black := p.kings()&^p.black, p.kings()&p.black
	if s := (p.pawns()&promotes | white&(white-1) | black&(black-1)).First(); s != NoSquare {
		piece := p.PieceAt(s)
		p.remove(piece, s)
		return fenPlacement, p.whyNotPlaced(piece, s)
	}
	passed := NoSquare
	if pawn := stepped.First(); pawn != NoSquare {
		passed = pawn ^ 8
		p.hash ^= pieceKeys[p.PieceAt(pawn)&15][pawn]
	}
	return p.complete(rooks, passed)
}

// readNumbers reads the clocks and the variant. Those that are left out are 0, and so is the number of plies,
// from which the move number follows.
func (p *Position) readNumbers(b []byte) {
	var numbers [3]uint64
	for i := range numbers {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			break
		}
		numbers[i], b = n, b[size:]
	}
	p.state |= state(uint16(numbers[0]))<<stateHalfmoveClock | state(uint16(numbers[1]/2+1))<<stateFullmoveNumber
	p.setChess960(numbers[2] != 0)
}
