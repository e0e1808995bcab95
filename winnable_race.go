package chess

// A race is a position in which one side has nothing left but a limited number of pawn moves until
// the other side promotes a pawn. If the other side cannot promote in time, the first one runs out
// of moves, which is stalemate.
//
// newRace computes the reach of the pieces in all games before the first move of a piece to which
// the other side has promoted a pawn. It follows from this reach that up to then
//
//  1. no piece of the limited side other than pawns moves;
//  2. all pawns stay on their files, so none captures, and no pawn of the limited side promotes;
//  3. the limited side captures nothing, because by 1 and 2 it only advances pawns;
//  4. the winner, which is one of the two sides, does not checkmate unless it is by promoting.
//
// By 3 the other side keeps all its pawns until it promotes one. As long as it has as many pawns as
// at the start, these bounds hold:
//
//   - A pawn of the limited side never gets past a pawn ahead of it, so it has at most as many moves
//     as there are squares between the two. The sum over all pawns is the number of spare moves.
//   - A pawn of the other side needs one move for each rank, or one less with a double step. If pawns
//     of the limited side are ahead of it, pieces must capture them first, which takes at least one
//     move for each. If only the king can do that, it must first walk there.
//
// The limited side makes a move between any two moves of the other side. If it is the winner, it
// also needs a move after the promotion. That one is still among the spare moves. It does not
// capture the promoted piece, because no pawn attacks its own first rank and no other piece can
// move by 1.
type race struct {
	limited  Color
	pawns    int      // number of pawns of the other side, or 0 if there is no race
	fixed    Bitboard // pawns that do not move before a promotion
	walking  bool     // whether the king is the only piece of the other side that can capture pawns
	isWinner bool     // whether the limited side is the winner
}

// races are the races in which one side or the other is limited.
type races [2]race

// newRaces returns the races in p in which c tries to win.
func newRaces(p *Position, c Color) races {
	return races{newRace(p, White, c), newRace(p, Black, c)}
}

// close reports whether one of the races shows that the winner cannot checkmate from p, to which
// moves lead from the position for which the races were made.
func (r *races) close(p *Position, e *effort) bool {
	if r[0].pawns+r[1].pawns == 0 {
		return false
	}
	e.spend(2 * p.pawns().Count())
	return r[0].isOver(p) || r[1].isOver(p)
}

// newRace returns the race in p in which the given side is limited. There is none if one of the
// conditions may not hold.
func newRace(p *Position, limited, winner Color) race {
	own, pawns := p.ByColor(limited), p.Pieces(limited.Other(), Pawn)
	if p.Castling() != 0 || pawns == 0 || own&p.pawns() == 0 {
		return race{}
	}
	r := reach{keeps: pawns}
	r.find(p, true)
	if r.squares[p.King(limited)&63].more() || r.promotable != 0 || r.mayMate(winner) {
		return race{}
	}
	walking := true
	for s := range (p.Occupied() &^ p.kings()).Squares() {
		switch {
		case p.typeAt(s) == Pawn:
			passed := own.Has(s) && ahead(s.Bitboard(), limited)&pawns == 0
			if r.squares[s&63]&^s.File().Bitboard() != 0 || passed && r.squares[s&63].more() {
				return race{}
			}
		case r.squares[s&63].more():
			if own.Has(s) {
				return race{}
			}
			walking = false
		}
	}
	return race{limited, pawns.Count(), r.fixed & p.pawns(), walking, limited == winner}
}

// isOver reports whether the limited side runs out of moves before the winner can checkmate.
func (r *race) isOver(p *Position) bool {
	own, pawns := p.Pieces(r.limited, Pawn), p.Pieces(r.limited.Other(), Pawn)
	if r.pawns == 0 || pawns.Count() != r.pawns {
		return false
	}
	spare := 0
	for rest := own &^ r.fixed; rest != 0; {
		path := ahead(rest.PopFirst().Bitboard(), r.limited)
		spare += (path &^ pawns &^ ahead(path&pawns, r.limited)).Count()
	}
	needed := 100
	for rest := pawns &^ r.fixed; rest != 0; {
		needed = min(needed, r.movesToPromote(p, rest.PopFirst()))
	}
	if p.Turn() != r.limited {
		needed--
	}
	if r.isWinner {
		needed++
	}
	return spare < needed
}

// movesToPromote returns a number of moves without which the other side cannot promote its pawn on
// s.
func (r *race) movesToPromote(p *Position, s Square) int {
	other := r.limited.Other()
	rank := s.Rank().relativeTo(other)
	moves := int(eighthRank - rank)
	if rank == secondRank {
		moves--
	}
	path := ahead(s.Bitboard(), other)
	blockers := path & p.Pieces(r.limited, Pawn)
	if blockers == 0 {
		return moves
	}
	walk := 1
	if r.walking {
		walk = 7
		for king := p.King(other); path != 0; {
			walk = min(walk, max(path.PopFirst().distance(king), 1))
		}
	}
	return moves + blockers.Count() - 1 + walk
}
