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
func (p Position) IsDead() bool { return p.isDead() || p.IsStalemate() }

// isDead is IsDead, but may return false for a stalemate.
func (p *Position) isDead() bool {
	if p.lacksMaterial(White) && p.lacksMaterial(Black) {
		return true
	}
	if dead, clear := p.isClearlyDead(); clear {
		return dead
	}
	return p.isProvenDead()
}

// isProvenDead reports whether a short search proves that p is dead. It first looks for a quick mate
// by either side.
func (p *Position) isProvenDead() bool {
	e := newEffort(deadBudget)
	seekers := p.seekers(&e)
	for _, games := range [...]int{firstGames, moreGames} {
		for i := range seekers {
			if s := &seekers[i]; !p.lacksMaterial(s.winner) && s.seek(p, games) {
				return false
			}
		}
	}
	return p.cannotWin(White, deadBudget) && p.cannotWin(Black, deadBudget)
}

// seekers returns a mateSeeker for each side. The first one is for the side with more pieces, which
// is more likely to have a quick mate.
func (p *Position) seekers(e *effort) [2]mateSeeker {
	c := White
	if own := p.ByColor(White).Count(); 2*own < p.Occupied().Count() {
		c = Black
	}
	return [2]mateSeeker{{winner: c, effort: e}, {winner: c.Other(), effort: e}}
}

// isClearlyDead looks for cheap signs. If they are clear, it reports whether p is dead. A position
// that shows no sign of blocked pawns or forced moves counts as one that is not dead.
func (p *Position) isClearlyDead() (dead, clear bool) {
	stuck := p.isStuck()
	if p.mayBeBlocked() {
		var r reach
		switch {
		case r.find(p, false):
			if !r.mayMate(White) && !r.mayMate(Black) {
				return true, true
			}
		case !stuck && steps(Knight, p.knights())&^p.Occupied() != 0 && !p.hasFewMoves(blockedMoves):
			return false, true // the knights can open the position, so it is hardly ever dead
		}
	} else if !stuck && !(p.hasFewMoves(forcedReplies) && p.staysForced()) {
		return false, true
	}
	return false, !p.hasLegalMove()
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

// isClearlyAlive reports whether there is a checkmate on the board, or a simple plan leads to one,
// as in most positions of games.
func (p *Position) isClearlyAlive() bool {
	if p.outcome().Reason == Checkmate {
		return true
	}
	e := newEffort(0)
	seekers := p.seekers(&e)
	return seekers[0].hasPlan(p) || seekers[1].hasPlan(p)
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
