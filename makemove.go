package chess

// After returns the position after m, which must be legal in p or NullMove. It does not check m:
// for a move that is not legal the result is meaningless. [Position.Play] is the checked way to play
// a move, and [Position.SetAfter] the fastest.
func (p Position) After(m Move) (q Position) {
	q.SetAfter(&p, m)
	return q
}

// isCapture reports whether m, legal in p, captures a piece. That includes en passant.
func (p *Position) isCapture(m Move) bool {
	return p.ByColor(p.Turn().Other()).Has(m.To()) || p.isEnPassant(m)
}

// IsEnPassant reports whether m, legal in p, is an en passant capture.
func (p Position) IsEnPassant(m Move) bool { return p.isEnPassant(m) }

func (p *Position) isEnPassant(m Move) bool {
	return p.passed() != 0 && m.To() == p.passed() && p.typeAt(m.From()) == Pawn
}

// IsCastling reports whether m, legal in p, castles. [Position.CastlingSquares] says where king and
// rook land.
func (p Position) IsCastling(m Move) bool { return p.isCastling(m) }

func (p *Position) isCastling(m Move) bool { return p.rookOf(m) != NoSquare }

// rookOf returns the square of the rook with which m castles, or NoSquare if m is another move: the
// king moves onto that rook or farther than a step.
func (p *Position) rookOf(m Move) Square {
	from, to := m.From(), m.To()
	switch {
	case p.kings()>>from&1 == 0, p.Castling() == 0:
		return NoSquare
	case p.Castling().Has(to) && p.ByColor(p.Turn()).Has(to):
		return to
	case kingAttacks[from].with(from).Has(to):
		return NoSquare
	}
	return p.castlingRook(p.Turn(), wingOf(from, to))
}

// CastlingSquares returns the squares on which king and rook land after m, legal in p, and the wing
// to which it castles. If m does not castle, ok is false and both squares are NoSquare.
// [Position.CastlingRook] says which rights are left.
func (p Position) CastlingSquares(m Move) (king, rook Square, wing Wing, ok bool) {
	from := p.rookOf(m)
	if from == NoSquare {
		return NoSquare, NoSquare, Kingside, false
	}
	king, rook = castlingSquares(m.From(), from)
	return king, rook, wingOf(m.From(), from), true
}

// GivesCheck reports whether m, legal in p, gives check.
func (p Position) GivesCheck(m Move) bool { return p.givesCheck(m) }

func (p *Position) givesCheck(m Move) bool {
	to, king := m.To(), p.King(p.Turn().Other())
	moved := p.typeAt(m.From())
	if moved == Pawn && m.Promotion() != NoPieceType {
		moved = m.Promotion()
	}
	switch rare := false; moved {
	case NoPieceType: // a pass
		return false
	case Knight:
		if knightAttacks[to].Has(king) {
			return true
		}
	case Pawn:
		if pawnAttacks[p.Turn()&1][to].Has(king) {
			return true
		}
		rare = to == p.passed()
		fallthrough
	case King:
		if rare || moved == King && p.isCastling(m) {
			q := p.After(m)
			return q.inCheck()
		}
	}
	from, at := m.From().Bitboard(), to.Bitboard()
	if (bishopRays[king]|rookRays[king])&(from|at) == 0 {
		return false
	}
	own, planes := p.ByColor(p.Turn())&^from, &planesOf[moved&15]
	diagonal := p.diagonalSliders()&own | planes[0]&(planes[1]|planes[2])&at
	straight := p.straightSliders()&own | planes[2]&^planes[1]&at
	occupied := p.Occupied()&^from | at
	for sliders := bishopRays[king]&diagonal | rookRays[king]&straight; sliders != 0; sliders &= sliders - 1 {
		if between[king&63][sliders.First()&63]&occupied == 0 {
			return true
		}
	}
	return false
}

// Captured returns the piece that m, legal in p, captures, or NoPiece if m is not a capture.
func (p Position) Captured(m Move) Piece { return p.captured(m) }

func (p *Position) captured(m Move) Piece {
	switch {
	case m == NullMove, p.isCastling(m):
		return NoPiece
	case p.isEnPassant(m):
		return Pawn.Of(p.Turn().Other())
	}
	return p.PieceAt(m.To())
}

// SetAfter sets q to the position after m in p, where m must be legal in p or NullMove. It does the
// same as *q = p.After(m) without copying the result, which makes a search that keeps a Position
// for each ply about a quarter faster. q and p may be the same.
func (q *Position) SetAfter(p *Position, m Move) {
	if m == NullMove || q == p {
		q.setRareAfter(p, m)
		return
	}
	from, to := int(m&63), int(m>>6&63) // a Square would be extended at each use
	fromBit, toBit := Bitboard(1)<<from, Bitboard(1)<<to
	plane0, plane1, plane2, black := p.plane0, p.plane1, p.plane2, p.black
	us := p.Turn()
	next := p.state.afterMove(us)
	hash := p.hash ^ polyglotKeys[turnKey]
	if (plane0|plane1|plane2)&toBit != 0 {
		captured := pieceOn(plane0, plane1, plane2, toBit, Color(bit(black&toBit)))
		if captured.color() == us {
			q.setCastled(p, m.From(), m.To())
			return
		}
		next &^= stateHalfmoves
		hash ^= pieceKeys[captured&15][to]
		plane0 &^= toBit
		plane1 &^= toBit
		plane2 &^= toBit
		black &^= toBit
	}

	// In each plane where the piece has a bit, it moves from one square to the other.
	both := fromBit | toBit
	piece := int(pieceOn(plane0, plane1, plane2, fromBit, us) & 15)
	planes := &planesOf[piece]
	q.state = next
	q.plane0 = plane0 ^ both&planes[0]
	q.plane1 = plane1 ^ both&planes[1]
	q.plane2 = plane2 ^ both&planes[2]
	q.black = black ^ both&planes[3]
	keys := &pieceKeys[piece]
	hash ^= keys[from] ^ keys[to]
	if p.canCaptureEnPassant() {
		hash ^= enPassantKey(p.passed())
	}
	q.hash = hash
	if piece&7 != int(Pawn) {
		if lost := p.Castling() & (both | castlingLost[piece]); lost != 0 {
			q.loseCastling(p, m, lost)
		}
		return
	}
	q.state &^= stateHalfmoves
	if from^to == 16 {
		q.state |= state(from^24) << statePassed
		if q.enPassantPawns() != 0 {
			q.setEnPassant()
		}
		return
	}
	if to == int(p.passed()) || m.Promotion() != NoPieceType {
		q.setSpecial(p, m)
	}
}

// castlingLost holds the squares of the rooks with which a move of a piece gives up the right to
// castle, besides the squares of the move itself: the first rank for a king.
var castlingLost = [16]Bitboard{WhiteKing: rank1, BlackKing: rank8}

// setRareAfter is SetAfter for a NullMove, and for q and p that are the same.
func (q *Position) setRareAfter(p *Position, m Move) {
	if m == NullMove {
		q.setAfterNull(p)
		return
	}
	before := *p
	q.SetAfter(&before, m)
}

// setSpecial completes q, the position after m in p, if m is a promotion or an en passant capture. A
// promotion is the only move of a pawn that can capture a rook with a right to castle.
func (q *Position) setSpecial(p *Position, m Move) {
	to, us := m.To(), p.Turn()
	if t := m.Promotion(); t != NoPieceType {
		q.remove(Pawn.Of(us), to)
		q.put(t.Of(us), to)
		if lost := p.Castling() & to.Bitboard(); lost != 0 {
			q.loseCastling(p, m, lost)
		}
		return
	}
	q.remove(Pawn.Of(us.Other()), to^8)
}

// loseCastling completes q, the position after m in p, if m gives up the right to castle with the
// given rooks: a move of the king, or a move or the capture of the rook. If the king has moved
// farther than a step, it castles, and the rook moves too.
func (q *Position) loseCastling(p *Position, m Move, rooks Bitboard) {
	q.hash ^= p.castlingKey(rooks)
	q.state &^= state(rooks)
	if q.Castling() == 0 {
		q.state &^= stateChess960
	}
	if from := m.From(); p.kings()>>from&1 != 0 && !kingAttacks[from].Has(m.To()) {
		us := p.Turn()
		rook := p.castlingRook(us, wingOf(from, m.To()))
		_, rookTo := castlingSquares(from, rook)
		q.remove(Rook.Of(us), rook)
		q.put(Rook.Of(us), rookTo)
	}
}

// afterMove returns the state after a move of us that is neither a capture nor a pawn move: the
// turn changes and the clocks advance up to their limits.
func (s state) afterMove(us Color) state {
	next := s&^stateLastMove + stateSteps[us&1]
	if s&stateHigh != 0 { // a clock has passed half its range
		next = s.afterLateMove()
	}
	return next
}

// stateSteps holds what a move by each color adds to a state.
var stateSteps = [2]state{stateBlack + stateOneHalf, stateOneHalf + stateOneFull - stateBlack}

// afterLateMove is afterMove for clocks that may have reached their limits.
func (s state) afterLateMove() state {
	next := s&^stateLastMove ^ stateBlack
	if s&stateHalfmoves != stateHalfmoves {
		next += stateOneHalf
	}
	if s&stateFullmoves != stateFullmoves {
		next += s & stateBlack << (stateFullmoveNumber - stateTurn)
	}
	return next
}

// setCastled sets q to the position after castling with the king and the rook on the given squares
// of p.
func (q *Position) setCastled(p *Position, king, rook Square) {
	q.setAfterNull(p)
	us := p.Turn()
	q.loseCastling(p, newMove(rook, rook), p.Castling()&backRank(us))
	kingTo, rookTo := castlingSquares(king, rook)
	q.remove(King.Of(us), king)
	q.remove(Rook.Of(us), rook)
	q.put(King.Of(us), kingTo)
	q.put(Rook.Of(us), rookTo)
}

// setAfterNull sets q to the position after a pass in p.
func (q *Position) setAfterNull(p *Position) {
	*q = *p
	q.hash ^= polyglotKeys[turnKey]
	if p.canCaptureEnPassant() {
		q.hash ^= enPassantKey(p.passed())
	}
	q.state = p.state.afterMove(p.Turn())
}
