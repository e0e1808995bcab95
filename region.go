package chess

import "sync"

const (
	maxRoamers = 12     // maximum number of roamers
	roomToRoam = 4      // a slider with a larger region is a roamer
	fewStates  = 2_000  // how many states the first search visits
	manyStates = 30_000 // how many states the second search visits
	deadStates = 20_000 // how many states the search of IsDead visits
)

// A regionSearch ...
type regionSearch struct {
	wanted  [2]bool  // the sides for which the search looks for checkmates
	strict  bool     // whether no slider becomes a roamer
	races   [2]races // by winner, if strict is set
	seen    []uint64
	count   int
	waiting []regionState
}

// A regionState is a position in which the squares of some sliders are not known exactly.
type regionState struct {
	Position // without the roamers
	roamers  [maxRoamers]roamer
	n        int // number of roamers
}

// A roamer is a slider ...
type roamer struct {
	region Bitboard // the squares on which it may stand
	piece  Piece
}

// regionSearches keeps the memory of searches for the next ones.
var regionSearches = sync.Pool{New: func() any { return new(regionSearch) }}

// only returns c as a set of colors.
func only(c Color) (colors [2]bool) {
	colors[c] = true
	return colors
}

// isSealed reports whether a search of at most budget states proves that none of the wanted sides
// can checkmate. If strict is set and there is no roamer at the start, none comes up later.
func (p *Position) isSealed(wanted [2]bool, budget int, strict bool) bool {
	if p.Castling() != 0 || p.IsCheckmate() {
		return false
	}
	h := regionSearches.Get().(*regionSearch)
	defer regionSearches.Put(h)
	h.wanted, h.count, h.waiting = wanted, 0, h.waiting[:0]
	h.seen = h.seen[:min(len(h.seen), 1<<10)]
	clear(h.seen)
	root := regionState{Position: *p}
	if !p.canCaptureEnPassant() {
		root.state &^= stateLastMove
	}
	if !root.settle() {
		return false
	}
	if h.strict = strict && root.n == 0; h.strict {
		h.races = [2]races{newRaces(p, White), newRaces(p, Black)}
	}
	h.add(&root)
	for len(h.waiting) > 0 {
		s := h.waiting[len(h.waiting)-1]
		h.waiting = h.waiting[:len(h.waiting)-1]
		if h.strict && h.closes(&s) {
			continue
		}
		if h.count > budget || !h.expand(&s) {
			return false
		}
	}
	return true
}

// settle makes each slider with much room a roamer, and updates the regions of the roamers. It
// returns false if there are too many of them.
func (s *regionState) settle() bool {
	for grown := true; grown; {
		grown = false
		occupied := s.Occupied()
		for rest := s.diagonalSliders() | s.straightSliders(); rest != 0; {
			at := rest.PopFirst()
			if flood(s.typeAt(at), at.Bitboard(), occupied, 0).Count() <= roomToRoam {
				continue
			}
			if s.n == maxRoamers {
				return false
			}
			s.roamers[s.n] = roamer{at.Bitboard(), s.PieceAt(at)}
			s.n++
			s.remove(s.PieceAt(at), at)
			occupied = occupied.without(at)
			grown = true
		}
	}
	walls := s.walls()
	for i := range s.n {
		r := &s.roamers[i]
		r.region = flood(r.piece.Type(), r.region&^walls, walls, 0)
	}
	return true
}

// walls returns the squares of the pieces that roamers do not pass.
func (s *regionState) walls() Bitboard { return s.Occupied() &^ s.kings() }

// visits returns the squares on which roamers of c may stand.
func (s *regionState) visits(c Color) (squares Bitboard) {
	for _, r := range s.roamers[:s.n] {
		if r.piece.Color() == c {
			squares |= r.region
		}
	}
	return squares
}

// attacks returns the squares that the pieces of c other than roamers attack if the squares in
// occupied hold pieces.
func (s *regionState) attacks(c Color, occupied Bitboard) Bitboard {
	return s.attacksFrom(s.ByColor(c), occupied) | kingAttacks[s.King(c)]
}

// guarded returns the squares that the pieces of c attack wherever the roamers stand. The other
// king does not shield the squares behind it.
func (s *regionState) guarded(c Color) Bitboard {
	occupied := s.Occupied() | s.visits(White) | s.visits(Black)
	return s.attacks(c, occupied.without(s.King(c.Other())))
}

// key returns a hash of the state, which is not zero.
func (s *regionState) key() uint64 {
	key := s.hash
	for i := range s.n {
		x := (uint64(s.roamers[i].region) + uint64(s.roamers[i].piece)) * 0x9e3779b97f4a7c15
		x = (x ^ x>>29 + uint64(i)) * 0xc2b2ae3d27d4eb4f
		key ^= x ^ x>>32
	}
	return max(key, 1)
}

// add adds s to the visited states unless it was visited before.
func (h *regionSearch) add(s *regionState) {
	if 2*h.count >= len(h.seen) {
		h.grow()
	}
	key := s.key()
	if slot := h.slot(key); *slot == 0 {
		*slot = key
		h.count++
		h.waiting = append(h.waiting, *s)
	}
}

// closes reports whether material or races show that no wanted side can checkmate from s.
func (h *regionSearch) closes(s *regionState) bool {
	for c := White; c <= Black; c++ {
		if h.wanted[c] && !(s.HalfmoveClock() == 0 && s.lacksMaterial(c)) && !h.races[c].close(&s.Position) {
			return false
		}
	}
	return true
}

// slot returns the slot of a key, or the empty slot to use for it.
func (h *regionSearch) slot(key uint64) *uint64 {
	mask := uint64(len(h.seen) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		if slot := &h.seen[i]; *slot == 0 || *slot == key {
			return slot
		}
	}
}

// grow enlarges the hash table.
func (h *regionSearch) grow() {
	old := h.seen
	h.seen = make([]uint64, max(1<<10, 4*len(old)))
	for _, key := range old {
		if key != 0 {
			*h.slot(key) = key
		}
	}
}

// expand visits the states after each move from s. It returns false if one of them may be
// checkmate by a wanted side, as do the methods that it calls.
func (h *regionSearch) expand(s *regionState) bool {
	guarded := s.guarded(s.Turn().Other())
	for rest := s.ByColor(s.Turn()); rest != 0; {
		from := rest.PopFirst()
		for targets := s.targets(from, guarded); targets != 0; {
			if !h.move(s, from, targets.PopFirst()) {
				return false
			}
		}
	}
	return h.roam(s, guarded)
}

// targets returns the squares to which the piece on the given square, which is not a roamer, may
// move. The opponent guards the given squares.
func (s *regionState) targets(from Square, guarded Bitboard) Bitboard {
	c := s.Turn()
	allowed := ^(s.ByColor(c) | s.kings())
	switch t := s.typeAt(from); t {
	case King:
		return kingAttacks[from] & allowed &^ guarded
	case Pawn:
		occupied := s.Occupied()
		steps := from.Bitboard().forward(c) &^ occupied
		if from.Rank().RelativeTo(c) == secondRank {
			steps |= steps.forward(c) &^ occupied
		}
		prey := s.ByColor(c.Other()) | s.visits(c.Other())
		if s.canCaptureEnPassant() {
			prey |= s.passed().Bitboard()
		}
		return steps | pawnAttacks[c][from]&prey&allowed
	default:
		return attacksOf(t.Of(c), from, s.Occupied()) & allowed
	}
}

// move visits the states after the move of the piece on from, which is not a roamer, to a square.
func (h *regionSearch) move(s *regionState, from, to Square) bool {
	if s.typeAt(from) != Pawn || !promotes.Has(to) {
		return h.play(s, NewMove(from, to))
	}
	for t := Knight; t <= Queen; t++ {
		if !h.play(s, NewPromotion(from, to, t)) {
			return false
		}
	}
	return true
}

// play visits the state after the move m of a piece that is not a roamer.
func (h *regionSearch) play(s *regionState, m Move) bool {
	q := *s
	q.setAfter(&s.Position, m)
	if s.n > 0 && q.passed() != 0 && !q.canCaptureEnPassant() && q.enPassantPawns() != 0 {
		q.state |= stateEnPassant // a roamer may stand where it makes the capture legal
		q.hash ^= enPassantKey(q.passed())
	}
	from := m.From().Bitboard()
	if s.kings()&from != 0 && !s.Occupied().Has(m.To()) {
		return h.visitSettled(s, &q, from)
	}
	return h.visit(s, &q, from)
}

// roam visits the states after the moves of roamers. The opponent guards the given squares.
func (h *regionSearch) roam(s *regionState, guarded Bitboard) bool {
	c := s.Turn()
	var waits bool
	var prey Bitboard
	for _, r := range s.roamers[:s.n] {
		if r.piece.Color() == c {
			waits = waits || r.region.more()
			prey |= steps(r.piece.Type(), r.region)
		}
	}
	if waits && !guarded.Has(s.King(c)) {
		q := *s
		q.setAfterNull(&s.Position)
		if !h.visitSettled(s, &q, 0) {
			return false
		}
	}
	for prey &= s.ByColor(c.Other()) &^ s.kings(); prey != 0; {
		at := prey.PopFirst()
		q := *s
		q.setAfterNull(&s.Position)
		q.remove(s.PieceAt(at), at)
		for i := range q.n {
			r := &q.roamers[i]
			if r.piece.Color() == c && steps(r.piece.Type(), r.region).Has(at) {
				r.region |= at.Bitboard()
			}
		}
		if !h.visit(s, &q, 0) {
			return false
		}
	}
	return true
}

// visit visits q, the state after a move from s that may have changed the walls. The square from
// which the piece moved is from, or 0 if a roamer moved. Illegal moves are skipped.
func (h *regionSearch) visit(s, q *regionState, from Bitboard) bool {
	c := s.Turn()
	if !h.strict && !q.settle() {
		return false
	}
	return q.guarded(c.Other()).Has(q.King(c)) || h.visitSettled(s, q, from)
}

// visitSettled is visit for a legal move after which the regions are up to date.
func (h *regionSearch) visitSettled(s, q *regionState, from Bitboard) bool {
	if h.wanted[s.Turn()] && q.isChecked(s, from) && q.mayBeMate() {
		return false
	}
	h.add(q)
	return true
}

// sources returns the squares on which the roamer may stand and attack the given square.
func (r *roamer) sources(at Square, occupied Bitboard) Bitboard {
	return attacksOf(r.piece, at, occupied) & r.region &^ occupied
}

// isChecked reports whether q, the state after a move from s, may be check.
func (q *regionState) isChecked(s *regionState, from Bitboard) bool {
	loser := q.Turn()
	king, occupied := q.King(loser), q.Occupied()
	if q.attackersTo(king, occupied)&q.ByColor(loser.Other()) != 0 {
		return true
	}
	for i := range q.n {
		r := &q.roamers[i]
		if r.piece.Color() == loser {
			continue
		}
		sources := r.sources(king, occupied)
		if from != 0 && i < s.n {
			sources &^= s.roamers[i].sources(king, s.Occupied())
		}
		if sources != 0 {
			return true
		}
	}
	return false
}

// mayBeMate reports whether q may be checkmate, if it may be check.
func (q *regionState) mayBeMate() bool {
	if q.n == 0 {
		return q.IsCheckmate()
	}
	loser := q.Turn()
	king := q.King(loser)
	occupied := q.Occupied().without(king)
	flights := kingAttacks[king] &^ (q.ByColor(loser) | q.attacks(loser.Other(), occupied))
	for _, r := range q.roamers[:q.n] {
		if r.piece.Color() == loser {
			continue
		}
		for rest := flights; rest != 0; {
			if at := rest.PopFirst(); r.sources(at, occupied) != 0 {
				flights = flights.without(at)
			}
		}
	}
	return q.mayBlock(flights, loser)
}

// mayBlock reports whether roamers of c may stand on all of the given squares at the same time. It
// uses Hall's marriage theorem, as reach.canBlock does.
func (s *regionState) mayBlock(squares Bitboard, c Color) bool {
	if squares&s.Occupied() != 0 {
		return false
	}
	for subset := squares; subset != 0; subset = (subset - 1) & squares {
		blockers := 0
		for _, r := range s.roamers[:s.n] {
			if r.piece.Color() == c && r.region&subset != 0 {
				blockers++
			}
		}
		if blockers < subset.Count() {
			return false
		}
	}
	return true
}
