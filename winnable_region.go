package chess

import (
	"github.com/shakki/chess/internal/hashset"
	"github.com/shakki/chess/internal/matching"
)

// A regionSearch visits all positions that moves can lead to, as helpmateSearch does, but it does
// not distinguish positions that differ only in the squares of bishops with much room. These are
// called free bishops. It visits states. A state consists of
//
//   - the side to move, the pieces that are not free bishops, and their squares;
//   - for each free bishop, a region: squares that include the one on which it stands, if it was
//     not captured.
//
// A position fits a state if it has these pieces on these squares, and all its other pieces are
// free bishops in their regions. If a position fits a state, the position after each legal move
// fits one of the states that the search visits from there:
//
//  1. Kings are in nobody's way, but the other pieces that are not free bishops are walls. A free
//     bishop without captures stays in the squares that it can get to between the walls. Its region
//     always holds all of them.
//  2. A free bishop may capture a wall that is next to its region. Its square then becomes one of
//     the region.
//  3. A free bishop may make any number of moves that leave the state as it is, so the other side
//     may be to move.
//  4. A piece that is not a free bishop moves as if there were no free bishops. It may capture a
//     free bishop, which is not removed. A pawn captures on the squares of the regions of enemy
//     free bishops.
//  5. A move is skipped only if it leaves the king attacked wherever the free bishops stand: by a
//     piece that is not a free bishop, along squares that are empty and in no region.
//  6. A bishop may become a free bishop at any time. Its square is the start of its region.
//  7. The search gives up where a pawn can promote.
//
// So every position that moves lead to fits a visited state. The search looks at each move to a
// state that may be checkmate by a side that it is asked about. In such a checkmate the king is
// attacked, and each square around it is
//
//   - attacked by a piece that is not a free bishop, or by a free bishop on some square of its
//     region;
//   - blocked by another piece of the king's color, where different free bishops block different
//     squares.
//
// If the moved piece is not a bishop, a free bishop attacks the king only on a line that the move
// has opened. If the line was open before, another free bishop must have been on it. That one is
// still there, or the piece that captured it is. If a bishop moved, a free bishop next to the king
// attacks it only if it has just arrived, which means that it has a free square next to it.
//
// If no such state comes up, no line of legal moves ends in checkmate. If there are no free
// bishops, a state is a position, and the search tells exactly whether it is checkmate.
type regionSearch struct {
	winner  Color       // the side whose checkmates the search looks for
	effort  *effort     // what it may still cost
	merges  bool        // whether a visited state has free bishops
	seen    hashset.Set // keys of the visited states
	waiting []regionState
}

// A regionState is a state of a regionSearch.
type regionState struct {
	position Position                // without the free bishops
	bishops  [2][maxBishops]Bitboard // the regions of the free bishops of each color
	n        [2]int                  // number of free bishops of each color
}

// regions returns the regions of the free bishops of c.
func (s *regionState) regions(c Color) []Bitboard { return s.bishops[c&1][:s.n[c&1]] }

// count returns the number of free bishops.
func (s *regionState) count() int { return s.n[White] + s.n[Black] }

// isSealed reports whether a search of at most budget states proves that c cannot checkmate from p,
// which is no checkmate. It does not try if there are no bishops.
func (h *regionSearch) isSealed(p *Position, c Color, budget int) bool {
	if p.Castling() != 0 || p.ByType(Bishop) == 0 {
		return false
	}
	h.winner, h.merges, h.waiting = c, false, h.waiting[:0]
	h.seen.Clear()
	root := regionState{position: *p}
	if !p.canCaptureEnPassant() {
		root.position.state &^= stateLastMove
	}
	return root.settle() && h.run(&root, budget)
}

// run visits all states from the root on. It returns false if one of them may be checkmate by the
// winner, if there are more than budget states, or if there are many that are just positions.
func (h *regionSearch) run(root *regionState, budget int) bool {
	h.add(root)
	for len(h.waiting) > 0 {
		if !h.merges {
			budget = min(budget, fewStates)
		}
		s := h.waiting[len(h.waiting)-1]
		h.waiting = h.waiting[:len(h.waiting)-1]
		if h.seen.Len() > budget || len(h.waiting) > statesRoom || h.effort.isSpent() || !h.expand(&s) {
			return false
		}
	}
	return true
}

// settle makes each bishop with much room a free bishop and updates the regions. It returns false
// if there are too many free bishops.
func (s *regionState) settle() bool {
	for n := -1; n != s.count(); { // a bishop that goes may give another one room
		n = s.count()
		for at := range s.position.ByType(Bishop).Squares() {
			if flood(Bishop, at.Bitboard(), s.position.Occupied(), 0).Count() <= freeSquares {
				continue
			}
			if s.count() == maxBishops {
				return false
			}
			piece := s.position.PieceAt(at)
			c := piece.Color()
			s.bishops[c][s.n[c]] = at.Bitboard()
			s.n[c]++
			s.position.remove(piece, at)
		}
	}
	s.flood()
	return true
}

// flood extends each region to the squares that its bishop can get to without captures.
func (s *regionState) flood() {
	walls := s.position.Occupied() &^ s.position.kings()
	for c := range Black + 1 {
		for i, r := range s.regions(c) {
			s.bishops[c][i] = flood(Bishop, r&^walls, walls, 0)
		}
	}
}

// visits returns the squares on which free bishops of c may stand.
func (s *regionState) visits(c Color) (squares Bitboard) {
	for _, r := range s.regions(c) {
		squares |= r
	}
	return squares
}

// attacks returns the squares that the pieces of c other than free bishops attack if the squares in
// occupied hold pieces.
func (s *regionState) attacks(c Color, occupied Bitboard) Bitboard {
	return s.position.attackedBy(s.position.ByColor(c), occupied) | kingAttacks[s.position.King(c)]
}

// guarded returns the squares that the pieces of c attack wherever the free bishops stand. The
// other king does not shield the squares behind it.
func (s *regionState) guarded(c Color) Bitboard {
	occupied := s.position.Occupied().without(s.position.King(c.Other()))
	return s.attacks(c, occupied|s.visits(White)|s.visits(Black))
}

// key returns a hash of the state, in which the order of the free bishops does not matter.
func (s *regionState) key() uint64 {
	key := s.position.hash
	for c := range Black + 1 {
		for _, r := range s.regions(c) {
			key += mix(0, uint64(r), uint64(c))
		}
	}
	return key
}

// add adds s to the states that are to be expanded, unless it was visited before.
func (h *regionSearch) add(s *regionState) {
	if !h.seen.Add(s.key()) {
		return
	}
	h.merges = h.merges || s.count() > 0
	h.waiting = append(withRoom(h.waiting, 1), *s)
}

// expand visits the states after all moves from s. It returns false if one of them may be checkmate
// by the winner, has too many free bishops, or follows a promotion, as do the methods that it calls.
func (h *regionSearch) expand(s *regionState) bool {
	h.effort.spend(9)
	guarded := s.guarded(s.position.Turn().Other())
	for from := range s.position.ByColor(s.position.Turn()).Squares() {
		for targets := s.targets(from, guarded); targets != 0; {
			if !h.play(s, newMove(from, targets.PopFirst())) {
				return false
			}
		}
	}
	return h.playBishops(s, guarded)
}

// targets returns the squares to which the piece on the given square, which is not a free bishop,
// may move. The opponent guards the given squares.
func (s *regionState) targets(from Square, guarded Bitboard) Bitboard {
	c := s.position.Turn()
	allowed := ^(s.position.ByColor(c) | s.position.kings())
	switch t := s.position.typeAt(from); t {
	case King:
		return kingAttacks[from] & allowed &^ guarded
	case Pawn:
		occupied := s.position.Occupied()
		steps := from.Bitboard().forward(c) &^ occupied
		if from.Rank().relativeTo(c) == secondRank {
			steps |= steps.forward(c) &^ occupied
		}
		captured := s.position.ByColor(c.Other()) | s.visits(c.Other())
		if s.position.canCaptureEnPassant() {
			captured |= s.position.passed().Bitboard()
		}
		return steps | pawnAttacks[c][from]&captured&allowed
	default:
		return attacksOf(t.Of(c), from, s.position.Occupied()) & allowed
	}
}

// play visits the state after the move m of a piece that is not a free bishop.
func (h *regionSearch) play(s *regionState, m Move) bool {
	t := s.position.typeAt(m.From())
	if t == Pawn && promotes.Has(m.To()) {
		return false
	}
	q := *s
	q.position.SetAfter(&s.position, m)
	if s.count() > 0 && q.position.passed() != 0 && !q.position.canCaptureEnPassant() && q.position.enPassantPawns() != 0 {
		q.position.state |= stateEnPassant // free bishops may stand where they make the capture legal
		q.position.hash ^= enPassantKey(q.position.passed())
	}
	if t == King && !s.position.Occupied().Has(m.To()) {
		return h.visit(s, &q, false) // the walls are the same, and the king is not attacked
	}
	return h.visitChanged(s, &q, t == Bishop)
}

// playBishops visits the states after the moves of free bishops. The opponent guards the given
// squares.
func (h *regionSearch) playBishops(s *regionState, guarded Bitboard) bool {
	c := s.position.Turn()
	var waits bool
	var captured Bitboard
	for _, r := range s.regions(c) {
		waits = waits || r.more()
		captured |= steps(Bishop, r)
	}
	if waits && !guarded.Has(s.position.King(c)) {
		q := *s
		q.position.setAfterNull(&s.position)
		if !h.visit(s, &q, true) {
			return false
		}
	}
	for captured &= s.position.ByColor(c.Other()) &^ s.position.kings(); captured != 0; {
		at := captured.PopFirst()
		q := *s
		q.position.setAfterNull(&s.position)
		q.position.remove(s.position.PieceAt(at), at)
		for i, r := range q.regions(c) {
			if steps(Bishop, r).Has(at) {
				q.bishops[c][i] = r.with(at)
			}
		}
		if !h.visitChanged(s, &q, true) {
			return false
		}
	}
	return true
}

// visitChanged is visit for a move that may have changed the walls or may be illegal.
func (h *regionSearch) visitChanged(s, q *regionState, bishop bool) bool {
	if !q.settle() {
		return false
	}
	c := s.position.Turn()
	return q.guarded(c.Other()).Has(q.position.King(c)) || h.visit(s, q, bishop)
}

// visit visits q, the state after a move from s. It is told whether the moved piece is a bishop
// after the move.
func (h *regionSearch) visit(s, q *regionState, bishop bool) bool {
	h.effort.spend(5 + q.count()/2)
	if s.position.Turn() == h.winner && q.mayBeMate(s, bishop) {
		return false
	}
	h.add(q)
	return true
}

// mayBeMate reports whether q, the state after a move from s, may be checkmate.
func (q *regionState) mayBeMate(s *regionState, bishop bool) bool {
	if q.count() == 0 {
		return q.position.IsCheckmate()
	}
	loser := q.position.Turn()
	king, occupied := q.position.King(loser), q.position.Occupied()
	visits := q.visits(loser.Other()) &^ occupied
	sources := bishopAttacks(king, occupied) & visits
	if bishop {
		sources &= steps(Bishop, visits) | ^kingAttacks[king]
	} else {
		sources &^= bishopAttacks(king, s.position.Occupied())
	}
	checked := sources != 0 || q.position.attackersTo(king, occupied)&q.position.ByColor(loser.Other()) != 0
	return checked && q.mayHold(king, occupied.without(king))
}

// mayHold reports whether the king of the side to move may have no square to go to. The squares in
// occupied hold the other pieces.
func (s *regionState) mayHold(king Square, occupied Bitboard) bool {
	loser := s.position.Turn()
	flights := kingAttacks[king] &^ (s.position.ByColor(loser) | s.attacks(loser.Other(), occupied))
	visits := s.visits(loser.Other()) &^ occupied
	for at := range flights.Squares() {
		if bishopAttacks(at, occupied)&visits != 0 {
			flights = flights.without(at)
		}
	}
	return flights&occupied == 0 && matching.Covers(s.regions(loser), flights)
}
