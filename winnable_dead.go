package chess

// IsDead reports whether neither side can checkmate by any sequence of legal moves (FIDE 5.2.2),
// which ends the game. It is true after stalemate and false after checkmate.
//
// A true result is proven, with the same reservation as for [Position.CanWin]. IsDead is intended
// to be called after every move, so it examines less than [Position.CanWin]. It recognizes
// insufficient material, positions with clear signs that pawns and pieces block each other
// permanently, and positions in which nearly all moves are forced or one side can move nothing but
// pawns. It may return false for a position that is dead for another reason. Play then continues,
// and the game is drawn anyway.
func (p Position) IsDead() bool {
	e := 2 * newEffort(deadBudget)
	return p.isDead(&e) || p.IsStalemate()
}

// isDead is IsDead, but may return false for a stalemate. It spends e.
func (p *Position) isDead(e *effort) bool {
	return p.lacksMaterial(White) && p.lacksMaterial(Black) || p.mayBeDead() && p.isProvenDead(e)
}

// firstDead returns the index of the first position that is dead in the line of a game without
// passes, or the length of the line if there is none. All positions after a dead one are dead. So a
// mate from the last position shows that no position is dead, and otherwise only a few of the
// candidates need a search. firstDead spends e, however long the line is, and misses what it cannot afford.
func firstDead(line []Position, e *effort) int {
	found := len(line)
	last := &line[found-1]
	if e.isSpent() || found > 1 && last.isClearlyAlive(e) {
		return found
	}
	first := nextMayBeDead(line)
	if first == found || first < found-1 && last.canBeWon(winBudget, e) == proofByLine {
		return found
	}
	for low, high := first, found; low < high; {
		middle := (low + high) / 2
		switch i := middle + nextMayBeDead(line[middle:high]); {
		case i == high:
			high = middle
		case line[i].isDead(e):
			found, high = i, middle
		default:
			low = i + 1
		}
	}
	return found
}

// isClearlyAlive reports whether there is a checkmate on the board, or a simple plan leads to one,
// as in most positions of games.
func (p *Position) isClearlyAlive(e *effort) bool {
	var plan matePlan
	c := p.stronger()
	return plan.find(p, c, maxPlan, e) || p.IsCheckmate() || plan.find(p, c.Other(), maxPlan, e)
}

// canBeWon decides whether one of the sides can checkmate, the stronger one first.
func (p *Position) canBeWon(budget int, e *effort) winProof {
	c := p.stronger()
	return p.winProof(budget, e, c, c.Other())
}

// stronger returns the side with more pieces, which is more likely to have a quick mate.
func (p *Position) stronger() Color {
	if 2*p.ByColor(White).Count() < p.Occupied().Count() {
		return Black
	}
	return White
}

// nextMayBeDead returns the index of the first position that lacks material or shows a sign of a
// dead one, or the length of the line.
func nextMayBeDead(line []Position) int {
	for i := range line {
		if p := &line[i]; p.lacksMaterial(White) && p.lacksMaterial(Black) || p.mayBeDead() {
			return i
		}
	}
	return len(line)
}

// mayBeDead looks for cheap signs of a dead position: blocked pawns, forced moves, or a side that is
// stuck.
func (p *Position) mayBeDead() bool {
	return p.isStuck() || p.mayBeBlocked() || p.hasFewMoves(forcedReplies) && p.staysForced()
}

// isProvenDead reports whether there is a proof that neither side can checkmate in p, which shows a
// sign of a dead position.
func (p *Position) isProvenDead(e *effort) bool {
	if p.mayBeBlocked() {
		var r reach
		found := r.find(p, false)
		dead := found && !r.mayMate(White) && !r.mayMate(Black)
		e.spend(r.work)
		switch {
		case dead:
			return true
		case !found && steps(Knight, p.knights())&^p.Occupied() != 0 && !p.isStuck() && !p.hasFewMoves(blockedMoves):
			return false // the knights can open the position, so it is hardly ever dead
		}
	}
	return p.canBeWon(deadBudget, e) > proofByLine
}

// isStuck reports whether one of the sides can move only pawns, or also its king to one square while at
// most one pawn on the board can advance. It ignores pins and the captures of other pieces than the
// king.
func (p *Position) isStuck() bool {
	empty := ^p.Occupied()
	movable := steps(Bishop, empty) & p.diagonalSliders()
	if movable&p.black == 0 || movable&^p.black == 0 {
		movable |= steps(Knight, empty)&p.knights() | steps(Rook, empty)&p.straightSliders()
	}
	return movable&^p.black == 0 && p.isKingStuck(White) || movable&p.black == 0 && p.isKingStuck(Black)
}

// isKingStuck reports whether the king of c has no square to go to, or one while at most one pawn on
// the board can advance.
func (p *Position) isKingStuck(c Color) bool {
	king, enemies := p.King(c), p.ByColor(c.Other())
	squares := kingAttacks[king] &^ (p.ByColor(c) | kingAttacks[p.King(c.Other())])
	squares &^= p.attackedBy(enemies, p.Occupied().without(king))
	return squares == 0 || !squares.more() && !p.advances().more()
}

// advances returns the squares to which pawns can advance.
func (p *Position) advances() Bitboard {
	return (p.Pieces(White, Pawn)<<8 | p.Pieces(Black, Pawn)>>8) &^ p.Occupied()
}

// staysForced reports whether each move leads to a position that is dead, may be blocked, or has
// few moves.
func (p *Position) staysForced() bool {
	var buffer [16]Move
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q := p.After(m)
		if !(q.lacksMaterial(White) && q.lacksMaterial(Black)) && !q.mayBeBlocked() && !q.hasFewMoves(forcedReplies+1) {
			return false
		}
	}
	return true
}

// mayBeBlocked reports whether the pawns may be blocked permanently. It looks for cheap signs: no
// pawn can move or capture, and the rooks and queens have at most one empty square next to them on
// ranks and files. If no knight can move to an empty square, pawns may also move if they have an
// enemy pawn ahead on their files.
func (p *Position) mayBeBlocked() bool {
	pawns, occupied := p.pawns(), p.Occupied()
	white, black := pawns&^p.black, pawns&p.black
	rooks := p.straightSliders()
	switch {
	case pawns == 0 || ((rooks<<8 | rooks>>8 | rooks.East() | rooks.West()) &^ occupied).more():
		return false
	case p.advances() == 0:
		pieces := occupied &^ p.kings()
		return pawnsAttack(white, White)&pieces&p.black == 0 && pawnsAttack(black, Black)&pieces&^p.black == 0
	}
	return steps(Knight, p.knights())&^occupied == 0 &&
		white&^(occupied>>8|ahead(black, Black)) == 0 && black&^(occupied<<8|ahead(white, White)) == 0
}

// hasFewMoves reports whether the side to move has at most n moves. If it is not in check, pieces
// that are not on a line with the king can make every move, so it is mostly enough to look at the
// squares that they can step to.
func (p *Position) hasFewMoves(n int) bool {
	c := p.Turn()
	own, king := p.ByColor(c), p.King(c)
	free := own &^ (bishopRays[king] | rookRays[king])
	near := steps(Knight, p.knights()&free) | steps(Bishop, p.diagonalSliders()&free) |
		steps(Rook, p.straightSliders()&free)
	targets := (p.pawns()&free).forward(c)&^p.Occupied() | near&^own
	if targets.Count() > n && !p.inCheck() {
		return false
	}
	return p.countMoves() <= n
}
