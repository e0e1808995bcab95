package shakkello

import "github.com/shakki/chess"

// Rule 6 forbids a placement after which the game cannot be finished by the
// other rules. It needs no search, for such a placement is always White's
// eighth, and then it shows at once: no square beside it is empty. That every
// other placement by rules 1 to 5 leaves a way to finish follows in three steps.
//
// The kinds of pieces never run into a dead end. A queen that is called is in
// hand, since otherwise both would stand. Black has placed seven pieces before
// White's eighth, and none was the king: so Black's queen stands by then, White
// has been called if it was the seventh, and nothing is called when the king's
// turn comes.
//
// Every kind has a square that touches a piece; it is enough to show it for a
// bishop bound to one color, because other pieces are freer. At most 15 of the
// 32 squares of that color are occupied. If one is, then, since diagonal steps
// lead from each square of a color to every other, somewhere an empty square
// of the color lies beside an occupied one. If none is, every piece stands on
// the other color, and beside it is a square of this one, which is empty.
//
// White's eighth piece, too, has a square, of either color, that leaves one
// beside it empty. 14 pieces stand before it. Each color falls into 16 pairs
// of diagonal neighbors (a1 b2, c1 d2, … of the dark squares), and 14 pieces
// leave at least two of the pairs untouched: so x and y, of that color and
// diagonal neighbors, are both empty. If no piece stands on the color, a
// square of it beside any piece will do: its own diagonal neighbors are empty.
// If one does, walk to it from x by diagonal steps. The last square before the
// first piece on the way is empty and touches that piece, and beside it the
// square before is empty, or y if the walk has made no step.

// lightSquares are the squares of the color of h1.
const lightSquares chess.Bitboard = 0x55aa55aa55aa55aa

// beside returns the squares that touch a square of b along a rank, a file or
// a diagonal. Those of b are among them only if they touch each other.
func beside(b chess.Bitboard) chess.Bitboard {
	sides := b.East() | b.West()
	row := b | sides
	return sides | row<<8 | row>>8
}

// colorsOf returns all squares that have the color of a square of b.
func colorsOf(b chess.Bitboard) chess.Bitboard {
	var same chess.Bitboard
	if b&lightSquares != 0 {
		same |= lightSquares
	}
	if b&^lightSquares != 0 {
		same |= ^lightSquares
	}
	return same
}

// bishops returns the squares of the bishops of the player to move.
func (p *Position) bishops() chess.Bitboard {
	return p.types[chess.Bishop] & p.colors[p.Turn()]
}

// targets returns the squares on which the player to move may place a piece of
// type t, none if it is not the turn of that type.
func (p *Position) targets(t chess.PieceType) chess.Bitboard {
	if p.refuse(t) != nil {
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

// refuse returns why the player to move may not place a piece of type t on any
// square, nil if there is no reason.
func (p *Position) refuse(t chess.PieceType) error {
	n := p.Plies()
	switch {
	case n == 0 && t != chess.King:
		return ErrKingFirst // rule 1
	case p.InHand(p.Turn(), t) == 0:
		return ErrNotHeld
	case t == chess.King && n != 0 && n != plies-1:
		return ErrKingLast // rule 3
	case t != chess.Queen && p.QueenCalled():
		return ErrQueenCalled // rule 5
	}
	return nil
}

// explain returns why m, which is not legal, is not, and the piece that this
// depends on.
func (p *Position) explain(m Move) (detail string, err error) {
	t, s := m.PieceType(), m.Square()
	switch {
	case !m.IsValid():
		return "", ErrNoMove
	case p.Plies() == plies:
		return "", ErrGameOver
	}
	err = p.refuse(t)
	switch {
	case err == ErrQueenCalled:
		return p.describe(p.types[chess.Queen]), err
	case err != nil:
		return "", err
	case p.Occupied().Has(s):
		return p.describe(s.Bitboard()), ErrOccupied
	case t == chess.King:
		return p.describe(p.last), ErrNotBeside
	case !beside(p.Occupied()).Has(s):
		return "", ErrApart
	case t == chess.Bishop && colorsOf(p.bishops()).Has(s):
		return p.describe(p.bishops()), ErrSameColor
	}
	return "", ErrNoRoom
}

// describe returns the piece on the one square of b in words: "white rook on
// d5".
func (p *Position) describe(b chess.Bitboard) string {
	s := b.First()
	piece := p.At(s)
	return piece.Color().String() + " " + piece.Type().String() + " on " + s.String()
}
