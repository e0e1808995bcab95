package variant

import "github.com/shakki/chess"

// After returns the position after m, which must be legal in p or NullMove. It does not check m: for a
// move that is not legal the result is meaningless. [Position.Play] is the checked way to play a move,
// and [Position.SetAfter] the fastest.
func (p Position) After(m Move) (q Position) {
	q.SetAfter(&p, m)
	return q
}

// SetAfter sets q to the position after m in p, where m must be legal in p or NullMove. It does the same
// as *q = p.After(m) without copying the result. q and p may be the same.
func (q *Position) SetAfter(p *Position, m Move) {
	if q == p {
		before := *p
		p = &before
	}
	*q = *p
	r, us := p.rules(), p.turn()
	from, to := m.From(), m.To()
	q.state = p.state.afterMove(us)
	if from == to {
		q.dropped(us, m)
	} else if piece := p.pieceAt(from); piece.Type() == chess.King && p.isCastling(us, from, to) {
		q.castle(us, from, p.rookOf(us, from, to))
	} else {
		q.move(p, r, piece, m)
	}
	if r.checks > 0 && q.Checkers() != 0 {
		q.hands = q.hands.plus(us, chess.Pawn, -1)
	}
	if q.state&stateEnPassant != 0 && !q.hasEnPassant() {
		q.state &^= stateEnPassant
	}
}

// move makes the move of a piece that is neither castling nor a drop. p is the position before it.
func (q *Position) move(p *Position, r *rules, piece chess.Piece, m Move) {
	from, to, us := m.From(), m.To(), p.turn()
	fromBit, target := chess.Bitboard(1)<<from, chess.Bitboard(1)<<to
	both := fromBit | target
	isPawn := piece.Type() == chess.Pawn
	victim := target & p.occupied()
	if isPawn && to == p.passed() && to != 0 {
		victim = chess.Bitboard(1) << (to ^ 8)
	}
	if victim != 0 {
		q.clear(victim)
		q.state &^= stateHalfmoves
		if r.drops {
			q.capture(p, us, victim)
		}
	}
	placed := piece
	if t := m.kind(); t != chess.NoPieceType {
		placed = t.Of(us)
	}
	q.clear(fromBit)
	q.put(placed, to)
	if r.drops {
		q.movePromoted(p, m)
	}
	if lost := p.Castling() & (both | castlingLost[piece&15]); lost != 0 {
		q.loseCastling(lost)
	}
	if isPawn {
		q.state &^= stateHalfmoves
		if from^to == 16 && relativeRank(us, from) == 1 && chess.PawnAttacks(us, from^24)&q.pawns()&q.byColor(us.Other()) != 0 {
			q.state |= state(from^24) << statePassed
		}
	}
	if r.explodes && victim != 0 {
		q.explode(to)
	}
}

// castlingLost holds the squares of the rooks with which a move of a piece gives up the right to castle,
// besides the squares of the move itself.
var castlingLost = [16]chess.Bitboard{chess.WhiteKing: rank1, chess.BlackKing: rank8}

// loseCastling takes away the rights to castle with the given rooks.
func (q *Position) loseCastling(rooks chess.Bitboard) {
	q.state &^= state(rooks) & stateCastling
	if q.state&stateCastling == 0 {
		q.state &^= stateChess960
	}
}

// afterMove returns the state after a move of us that is neither a capture nor a pawn move: the turn
// changes and the clocks advance up to their limits.
func (s state) afterMove(us chess.Color) state {
	next := s&^stateEnPassant ^ stateBlack
	if s&stateHalfmoves != stateHalfmoves {
		next += stateOneHalf
	}
	if s&stateFullmoves != stateFullmoves {
		next += state(us) << stateFullmoveNumber
	}
	return next
}

// capture takes the piece on a square of p in the hand of us. A promoted piece becomes a pawn.
func (q *Position) capture(p *Position, us chess.Color, victim chess.Bitboard) {
	t := p.pieceAt(victim.First()).Type()
	if p.promoted&victim != 0 {
		t = chess.Pawn
	}
	q.promoted &^= victim
	q.hands = q.hands.plus(us, t, 1)
}

// movePromoted notes where a promoted piece stands after m.
func (q *Position) movePromoted(p *Position, m Move) {
	from, to := m.From().Bitboard(), m.To().Bitboard()
	if p.promoted&from != 0 || m.kind() != chess.NoPieceType {
		q.promoted = q.promoted&^from | to
	}
}

// dropped puts the piece of a drop on the board. m may be NullMove.
func (q *Position) dropped(us chess.Color, m Move) {
	t := m.kind()
	if t == chess.NoPieceType {
		return
	}
	q.put(t.Of(us), m.To())
	q.hands = q.hands.plus(us, t, -1)
	if t == chess.Pawn {
		q.state &^= stateHalfmoves
	}
}

// explode removes what a capture on to destroys besides the captured piece.
func (q *Position) explode(to chess.Square) {
	blast := chess.KingAttacks(to)&^q.pawns() | to.Bitboard()
	q.clear(blast)
	lost := blast
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		if q.king(c) == chess.NoSquare {
			lost |= backRank(c)
		}
	}
	q.loseCastling(lost)
}

// castles reports whether m, legal in p, castles.
func (p *Position) castles(m Move) bool {
	return p.pieceAt(m.From()).Type() == chess.King && p.isCastling(p.turn(), m.From(), m.To())
}

// isCastling reports whether the move of the king of us from one square to another castles.
func (p *Position) isCastling(us chess.Color, from, to chess.Square) bool {
	rights := p.state & stateCastling & state(backRank(us))
	return rights != 0 && (p.byColor(us).Has(to) || to-from == 2 || from-to == 2)
}

// rookOf returns the rook with which the king of us castles by a move between two squares.
func (p *Position) rookOf(us chess.Color, from, to chess.Square) chess.Square {
	if p.byColor(us).Has(to) {
		return to
	}
	return p.castlingRook(us, wingOf(from, to))
}

// castle castles with the king and the rook on the given squares.
func (q *Position) castle(us chess.Color, king, rook chess.Square) {
	kingTo, rookTo := castlingSquares(king, rook)
	promoted := q.promoted & rook.Bitboard()
	q.clear(king.Bitboard() | rook.Bitboard())
	q.put(chess.King.Of(us), kingTo)
	q.put(chess.Rook.Of(us), rookTo)
	if promoted != 0 {
		q.promoted = q.promoted&^promoted | rookTo.Bitboard()
	}
	q.loseCastling(backRank(us))
}

// castlingSquares returns where the king and the rook land when they castle.
func castlingSquares(king, rook chess.Square) (kingTo, rookTo chess.Square) {
	rank := king & 56
	if wingOf(king, rook) == chess.Kingside {
		return rank | chess.G1, rank | chess.F1
	}
	return rank | chess.C1, rank | chess.D1
}

// castlingMove returns the move that castles with the king and the rook on the given squares.
func castlingMove(king, rook chess.Square) Move {
	if king&7 == chess.E1 && (rook&7 == chess.A1 || rook&7 == chess.H1) {
		to, _ := castlingSquares(king, rook)
		return NewMove(king, to)
	}
	return NewMove(king, rook)
}

// wingOf returns the wing to which the king on one square castles if it moves toward another.
func wingOf(king, to chess.Square) chess.Wing {
	if to < king {
		return chess.Queenside
	}
	return chess.Kingside
}
