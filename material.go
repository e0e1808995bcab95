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

func (p *Position) insufficientMaterial() bool {
	pieces := p.Occupied() &^ p.kings()
	if p.kings() == 0 {
		return false
	}
	bishops := p.ByType(Bishop)
	return pieces&^(p.knights()|bishops) == 0 && !pieces.more() ||
		pieces == bishops && (bishops&lightSquares == 0 || bishops&^lightSquares == 0)
}
