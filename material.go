package chess

// Material counts the pieces of one side, indexed by [PieceType].
type Material [King + 1]int

// Material returns the pieces that c has on the board.
func (p *Position) Material(c Color) Material {
	var m Material
	for t := Pawn; t <= King; t++ {
		m[t] = p.Pieces(c, t).Count()
	}
	return m
}

// Points returns the usual value of the pieces: pawn 1, knight and bishop 3,
// rook 5, queen 9.
func (m Material) Points() int {
	return m[Pawn] + 3*(m[Knight]+m[Bishop]) + 5*m[Rook] + 9*m[Queen]
}

// CapturedBy returns the pieces that c has captured in the main line, in the
// order of their capture, as they stood beside the board (rule sheet S3): a
// promoted piece is captured as what it was promoted to.
func (g *Game) CapturedBy(c Color) []Piece {
	g.follow()
	var captured []Piece
	for ply, i := range g.ends[1:] {
		p, m := &g.line[ply], g.nodes[i].move
		if piece := p.Captured(m); p.Turn() == c && m != NullMove && piece != NoPiece {
			captured = append(captured, piece)
		}
	}
	return captured
}
