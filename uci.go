package chess

import (
	"slices"
	"strings"
)

// UCI returns m, legal in p or NullMove, in the form of the Universal Chess Interface: "e2e4",
// "a7a8q". Castling is the move of the king to the square on which it lands, "e1g1", or, if
// [Position.IsChess960] reports true, the move of the king to its rook, "e1h1". NullMove is "0000".
// For other moves the result is meaningless.
func (p Position) UCI(m Move) string {
	var buffer [5]byte
	return string(p.uciMove(m).appendCoordinates(buffer[:0]))
}

// uciMove returns m with the target square that UCI writes.
func (p *Position) uciMove(m Move) Move {
	rook := p.rookOf(m)
	switch {
	case rook == NoSquare:
		return m
	case p.IsChess960():
		return newMove(m.From(), rook)
	}
	return castlingMove(m.From(), rook)
}

// ParseUCI parses a legal move in the form of the Universal Chess Interface, or "0000" for
// NullMove. It accepts both spellings of castling in any position: the move of the king to the square
// on which it lands, "e1g1", unless that is a step of the king, and to its rook, "e1h1". It ignores
// space at both ends. The error is a [*MoveError] that matches [ErrSyntax] or
// [ErrIllegal].
func (p Position) ParseUCI(s string) (Move, error) { return p.parseUCI(s) }

func (p *Position) parseUCI(s string) (Move, error) {
	text := strings.TrimSpace(s)
	m, ok := parseCoordinates(text)
	if !ok && text != "0000" {
		return NullMove, p.syntaxError(text, English)
	}
	return p.legal(m, text)
}

// Destinations returns the squares to which each piece of the side to move can legally go, in
// ascending order, by the square on which the piece stands. Pieces without a legal move are left
// out. The squares are those of [Position.UCI]: castling is listed by the square on which the king
// lands (e1 to g1), or by the square of the rook if [Position.IsChess960] reports true.
// [Position.FindMove] turns the two squares back into a move.
func (p Position) Destinations() map[Square][]Square {
	found := map[Square]Bitboard{}
	var buffer [MaxMoves]Move
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		m = p.uciMove(m)
		found[m.From()] |= m.To().Bitboard()
	}
	destinations := make(map[Square][]Square, len(found))
	for from, to := range found {
		destinations[from] = slices.Collect(to.Squares())
	}
	return destinations
}
