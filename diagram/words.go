package diagram

import (
	"github.com/shakki/chess"
)

// plurals are the names of several pieces, by type.
var plurals = [...]string{"", "pawns", "knights", "bishops", "rooks", "queens", "kings"}

// sideName returns "White" or "Black".
func sideName(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// Describe returns the position in words, for readers who do not see a picture of it: "White: king
// e1, rooks a1 and h1. Black: king e8. White to move." Each sentence ends with a period.
func Describe(p chess.Position) string {
	b := make([]byte, 0, 400)
	for _, c := range []chess.Color{chess.White, chess.Black} {
		b = append(b, sideName(c)...)
		if p.ByColor(c) == 0 {
			b = append(b, " has no pieces. "...)
			continue
		}
		b = append(b, ": "...)
		for t := chess.King; t >= chess.Pawn; t-- {
			b = appendPieces(b, t, p.Pieces(c, t))
		}
		b = append(b[:len(b)-2], ". "...)
	}
	b = append(b, sideName(p.Turn())...)
	return string(append(b, state(&p)...))
}

// appendPieces appends the squares of the pieces of one type, such as "rooks a1 and h1, ".
func appendPieces(b []byte, t chess.PieceType, squares chess.Bitboard) []byte {
	n := squares.Count()
	switch {
	case n == 0:
		return b
	case n == 1:
		b = append(b, t.String()...)
	default:
		b = append(b, plurals[t]...)
	}
	left := n
	for s := range squares.Squares() {
		switch {
		case left == 1 && n > 1:
			b = append(b, " and "...)
		case left < n:
			b = append(b, ", "...)
		default:
			b = append(b, ' ')
		}
		b = append(b, s.String()...)
		left--
	}
	return append(b, ", "...)
}

// state returns what to say about the side to move after its name.
func state(p *chess.Position) string {
	check, stuck := p.InCheck(), p.Occupied() != 0 && !p.HasLegalMove()
	switch {
	case check && stuck:
		return " is checkmated."
	case stuck:
		return " is stalemated."
	case check:
		return " to move, in check."
	}
	return " to move."
}
