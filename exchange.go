package chess

// StaticExchange returns what m, legal in p, wins if both sides may then capture on the same square
// in turn, each with its least valuable piece, and stop when that is better. It is negative if m
// loses material. Every capture is legal: pieces behind others take part once the line is open, and
// a pinned piece does not leave its line. A pawn that captures on the last rank becomes a queen.
// Castling and [NullMove] win 0.
//
// The argument values holds the value of each piece type, indexed by [PieceType]. The value of the
// king is not used.
func (p Position) StaticExchange(m Move, values [7]int) int { return p.exchange(m, &values) }

func (p *Position) exchange(m Move, values *[7]int) int {
	if m == NullMove || p.isCastling(m) {
		return 0
	}
	won := values[min(p.captured(m).Type(), King)]
	if t := m.Promotion(); t != NoPieceType {
		won += values[min(t, King)] - values[Pawn]
	}
	var q Position
	q.SetAfter(p, m)
	if answer := q.leastCapture(m.To()); answer != NullMove {
		won -= max(0, q.exchange(answer, values))
	}
	return won
}

// leastCapture returns the legal move with which the least valuable piece captures on s, or
// NullMove if there is none.
func (p *Position) leastCapture(s Square) Move {
	attackers := p.Attackers(p.Turn(), s)
	for t := Pawn; attackers != 0; t++ {
		ofType := attackers & p.ByType(t)
		attackers &^= ofType
		for ofType != 0 {
			if from := ofType.PopFirst(); p.isSafe(from, s) {
				if t == Pawn && promotes.Has(s) {
					return newPromotion(from, s, Queen)
				}
				return newMove(from, s)
			}
		}
	}
	return NullMove
}
