package shakkello

import "github.com/shakki/chess"

// Rule 6 forbids a placement after which the game cannot be finished by the other rules. Checking
// it needs no search: only White's eighth piece can break rule 6, and it does so exactly if all
// squares next to it are occupied. The proof that the game can be finished after every other
// placement by rules 1 to 5 has three steps.
//
// First, the player to move always has a piece of a type that may be placed. A called queen is in
// hand, because otherwise both queens would be on the board. At the last move, which must place
// Black's king, no queen is called, because Black has already placed the seven other pieces.
//
// Second, a piece of every type has an empty square that touches another piece. It is enough to
// show this for a bishop that must be placed on one color, because other pieces have more choice.
// At most 15 of the 32 squares of that color are occupied. If at least one is occupied, then an
// empty square of that color touches an occupied one, because diagonal steps connect all squares of
// one color. If none is occupied, all pieces are on the other color, and each of them has a
// neighbor of this color, which is empty.
//
// Third, White's eighth piece has such a square that leaves an empty square next to it, even if the
// piece is a bishop that must be placed on one color. There are 14 pieces on the board. Divide the
// squares of that color into 16 pairs of diagonal neighbors (for the dark squares: a1 b2, c1 d2,
// …). At least two pairs are empty. Let x and y be the squares of such a pair. If no piece is on
// the color, any square of the color that touches a piece will do, because its diagonal neighbors
// are empty. Otherwise, walk from x in diagonal steps to a piece on the color. The last square
// before the first piece on the way is empty and touches that piece. The square before it on the
// way is also empty. If there is no such square, because the walk starts next to the piece, y is
// empty.

// lightSquares is the set of light squares, such as h1.
const lightSquares chess.Bitboard = 0x55aa55aa55aa55aa

// beside returns the squares that touch a square in b along a rank, a file, or a diagonal. The
// result includes a square in b only if it touches another square in b.
func beside(b chess.Bitboard) chess.Bitboard {
	sides := b.East() | b.West()
	row := b | sides
	return sides | row<<8 | row>>8
}

// colorsOf returns all squares that have the same color as some square in b.
func colorsOf(b chess.Bitboard) chess.Bitboard {
	var same chess.Bitboard
	for _, color := range [...]chess.Bitboard{lightSquares, ^lightSquares} {
		if b&color != 0 {
			same |= color
		}
	}
	return same
}

// bishops returns the squares of the bishops of the player to move.
func (p *Position) bishops() chess.Bitboard {
	return p.types[chess.Bishop] & p.colors[p.Turn()]
}

// targets returns the squares on which the player to move may place a piece of type t. The set is
// empty if that type may not be placed now.
func (p *Position) targets(t chess.PieceType) chess.Bitboard {
	if p.reject(t) != NoIllegalReason {
		return 0
	}
	occupied := p.Occupied()
	n := occupied.Count()
	if t == chess.King {
		if n == 0 {
			return ^occupied // rule 1
		}
		return beside(p.last) &^ occupied // rule 3
	}
	to := beside(occupied) &^ occupied // rule 2
	if t == chess.Bishop {
		to &^= colorsOf(p.bishops()) // rule 4
	}
	if n == plies-2 {
		to &= beside(^occupied) // rule 6
	}
	return to
}

// reject returns why the player to move may not place a piece of type t on any square, or
// NoIllegalReason if there is no such reason.
func (p *Position) reject(t chess.PieceType) IllegalReason {
	n := p.Plies()
	switch {
	case n == 0 && t != chess.King:
		return KingFirst // rule 1
	case p.InHand(p.Turn(), t) == 0:
		return NotHeld
	case t == chess.King && n != 0 && n != plies-1:
		return KingLast // rule 3
	case t != chess.Queen && p.QueenCalled():
		return QueenCalled // rule 5
	}
	return NoIllegalReason
}

// explain returns why m, which must be illegal, is illegal, and the square of the piece that the
// reason names, if there is one.
func (p *Position) explain(m Move) (reason IllegalReason, by chess.Bitboard) {
	t, s := m.PieceType(), m.Square()
	switch {
	case !m.IsValid():
		return NoSuchMove, 0
	case p.Plies() == plies:
		return GameOver, 0
	}
	reason = p.reject(t)
	switch {
	case reason == QueenCalled:
		return reason, p.types[chess.Queen]
	case reason != NoIllegalReason:
		return reason, 0
	case p.Occupied().Has(s):
		return Occupied, s.Bitboard()
	case t == chess.King:
		return NotBeside, p.last
	case !beside(p.Occupied()).Has(s):
		return Apart, 0
	case t == chess.Bishop && colorsOf(p.bishops()).Has(s):
		return SameColor, p.bishops()
	}
	return NoRoom, 0
}

// Perft returns the number of sequences of legal moves from p with the given number of plies. It
// returns 1 if depth is 0 or negative, and 0 if depth is greater than the number of plies left in
// the game. It counts the moves of the last ply without playing them.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var nodes uint64
	var buffer [256]Move
	moves := p.AppendLegalMoves(buffer[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		nodes += Perft(p.After(m), depth-1)
	}
	return nodes
}
