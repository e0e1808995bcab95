package chess

// Material counts the pieces of one side, indexed by [PieceType].
type Material [King + 1]int

// Material returns the pieces that c has on the board.
func (p Position) Material(c Color) Material {
	own := p.ByColor(c)
	var m Material
	for t := Pawn; t <= King; t++ {
		m[t] = (p.ByType(t) & own).Count()
	}
	return m
}

// Points returns the usual value of the pieces: 1 for a pawn, 3 for a knight or a bishop, 5 for a
// rook, 9 for a queen.
func (m Material) Points() int {
	return m[Pawn] + 3*(m[Knight]+m[Bishop]) + 5*m[Rook] + 9*m[Queen]
}

// InsufficientMaterial reports whether so little is left on the board that neither side can
// checkmate (rule sheets S1 and S2): two kings with at most one knight or bishop, or with bishops
// that all stand on squares of one color. It looks at the pieces alone. [Position.IsDead] decides
// whether a checkmate is possible.
func (p Position) InsufficientMaterial() bool { return p.insufficientMaterial() }

// insufficientMaterial is one of three rules about too little material. It is about both sides, for
// rule sheets that end the game by it. lacksMaterial is about one side and says what the FIDE Laws
// say. hasFewPieces is about one side too, which may still be able to win with help.
func (p *Position) insufficientMaterial() bool {
	pieces := p.Occupied() &^ p.kings()
	if p.kings() == 0 {
		return false
	}
	bishops := p.ByType(Bishop)
	return pieces&^(p.knights()|bishops) == 0 && !pieces.more() ||
		pieces == bishops && (bishops&LightSquares == 0 || bishops&^LightSquares == 0)
}

// lacksMaterial reports whether c lacks the material to checkmate by any sequence of legal moves
// (FIDE 5.2.2, 6.9). It considers only which pieces are on the board and the colors of the squares
// on which the bishops stand. c lacks the material if it has
//
//   - only a king;
//   - a king and a knight, and the opponent has only queens besides the king. A piece of any other
//     type could block a square next to its own king;
//   - a king and bishops, there is no knight and no pawn on the board, and all bishops, including
//     those of the opponent, stand on squares of one color.
func (p *Position) lacksMaterial(c Color) bool {
	own := p.ByColor(c)
	switch {
	case own&(p.pawns()|p.straightSliders()) != 0:
		return false
	case own&p.knights() != 0:
		return own.Count() == 2 && p.ByColor(c.Other())&^(p.kings()|p.ByType(Queen)) == 0
	case own&p.ByType(Bishop) != 0:
		dark, light := p.ByType(Bishop)&^LightSquares, p.ByType(Bishop)&LightSquares
		return (dark == 0 || light == 0) && p.pawns()|p.knights() == 0
	}
	return true
}

// hasFewPieces reports whether c has too few pieces to checkmate by the standard of chess.com: a
// lone king, a king with one knight or bishop, or a king with two knights against a lone king.
func (p *Position) hasFewPieces(c Color) bool {
	pieces, others := p.ByColor(c)&^p.kings(), p.ByColor(c.Other())&^p.kings()
	minors := pieces & (p.knights() | p.ByType(Bishop))
	return pieces == minors && (pieces.Count() <= 1 || pieces.Count() == 2 && pieces == pieces&p.knights() && others == 0)
}
