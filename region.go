package chess

import (
	"math/bits"
	"slices"
	"sync"
)

const (
	maxRoamers = 12
	regionBits = 14
)

// A regionState is a position of a regionSearch.
type regionState struct {
	Position // without the roamers
	regions  [maxRoamers]Bitboard
	roaming  uint16 // the sliders that are roamers
}

// A regionSearch ...
type regionSearch struct {
	sliders [maxRoamers]Piece
	n       int
	open    [2]bool // whether the side may be able to checkmate
	wanted  [2]bool
	room    int
	visited int
	seen    []uint64
	waiting []regionState
}

var regionSearches = sync.Pool{New: func() any { return new(regionSearch) }}

// run ...
func (h *regionSearch) run(p *Position, white, black bool, budget int) bool {
	h.wanted, h.open = [2]bool{white, black}, [2]bool{}
	h.room, h.visited, h.waiting = budget, 0, h.waiting[:0]
	size := 1 << bits.Len(uint(2*budget))
	if len(h.seen) < size {
		h.seen = make([]uint64, size)
	}
	h.seen = h.seen[:size]
	clear(h.seen)
	var root regionState
	if p.Castling() != 0 || !h.start(&root, p) {
		return false
	}
	h.add(&root)
	for len(h.waiting) > 0 {
		s := h.waiting[len(h.waiting)-1]
		h.waiting = h.waiting[:len(h.waiting)-1]
		if !h.expand(&s) || h.visited > h.room {
			return false
		}
	}
	return true
}

// start sets s to the state for p.
func (h *regionSearch) start(s *regionState, p *Position) bool {
	s.Position = *p
	if !s.canCaptureEnPassant() {
		s.state &^= stateLastMove
	}
	h.n = 0
	for rest := p.diagonalSliders() | p.straightSliders(); rest != 0; {
		if h.n == maxRoamers {
			return false
		}
		at := rest.PopFirst()
		h.sliders[h.n] = p.PieceAt(at)
		s.regions[h.n] = at.Bitboard()
		h.n++
	}
	h.update(s)
	return true
}

// update ...
func (h *regionSearch) update(s *regionState) {
	for changed := true; changed; {
		changed = false
		barred := s.Occupied() &^ s.kings()
		for i := range h.n {
			region := s.regions[i]
			t := h.sliders[i].Type()
			if s.roaming>>i&1 == 0 {
				if region != 0 && steps(t, region)&^barred != 0 {
					s.roaming |= 1 << i
					s.remove(h.sliders[i], region.First())
					changed = true
				}
				continue
			}
			s.regions[i] = flood(t, region&^barred, barred, 0)
		}
	}
}

// key ...
func (s *regionState) key(n int) uint64 {
	k := s.hash
	for i := range n {
		x := uint64(s.regions[i]) + uint64(i)*0x9e3779b97f4a7c15
		x *= 0xc2b2ae3d27d4eb4f
		x ^= x >> 29
		x *= 0x165667b19e3779f9
		k ^= x ^ x>>32
	}
	return max(k, 1)
}

// add ...
func (h *regionSearch) add(s *regionState) bool {
	key := s.key(h.n)
	mask := uint64(len(h.seen) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		switch h.seen[i] {
		case key:
			return false
		case 0:
			h.seen[i] = key
			h.visited++
			h.waiting = append(h.waiting, *s)
			return true
		}
	}
}

// guarded returns the squares that the pieces of c in s attack.
func (h *regionSearch) guarded(s *regionState, c Color) Bitboard {
	own := s.ByColor(c)
	g := pawnsAttack(s.pawns()&own, c) | steps(Knight, s.knights()&own) | kingAttacks[s.King(c)]
	for rest := own & (s.diagonalSliders() | s.straightSliders()); rest != 0; {
		at := rest.PopFirst()
		g |= steps(s.typeAt(at), at.Bitboard())
	}
	return g
}

// expand ...
func (h *regionSearch) expand(s *regionState) bool {
	c := s.Turn()
	own, occupied := s.ByColor(c), s.Occupied()
	enemy := occupied &^ own
	king := s.King(c)
	guarded := h.guarded(s, c.Other())
	for rest := kingAttacks[king] &^ own &^ guarded; rest != 0; {
		if !h.move(s, NewMove(king, rest.PopFirst())) {
			return false
		}
	}
	var visitors Bitboard // squares of the enemy's roamers
	var roams bool
	for i := range h.n {
		if s.roaming>>i&1 == 0 {
			continue
		}
		if h.sliders[i].Color() != c {
			visitors |= s.regions[i]
		} else if s.regions[i].more() {
			roams = true
		}
	}
	for rest := own &^ s.kings(); rest != 0; {
		from := rest.PopFirst()
		t := s.typeAt(from)
		var targets Bitboard
		switch t {
		case Pawn:
			targets = from.Bitboard().forward(c) &^ occupied
			if from.Rank().RelativeTo(c) == secondRank {
				targets |= targets.forward(c) &^ occupied
			}
			prey := enemy | visitors
			if s.canCaptureEnPassant() {
				prey |= s.passed().Bitboard()
			}
			targets |= pawnAttacks[c][from] & prey
			if targets&promotes != 0 {
				return false
			}
		case Knight:
			targets = knightAttacks[from] &^ own
		default:
			targets = steps(t, from.Bitboard()) & enemy
		}
		for targets &^= s.kings(); targets != 0; {
			if !h.move(s, NewMove(from, targets.PopFirst())) {
				return false
			}
		}
	}
	if roams && !guarded.Has(king) {
		q := *s
		q.setAfterNull(&s.Position)
		if !h.visit(s, &q, true) {
			return false
		}
	}
	for i := range h.n {
		if s.roaming>>i&1 == 0 || h.sliders[i].Color() != c {
			continue
		}
		for rest := steps(h.sliders[i].Type(), s.regions[i]) & enemy &^ s.kings(); rest != 0; {
			at := rest.PopFirst()
			q := *s
			q.setAfterNull(&s.Position)
			h.capture(&q, at)
			q.remove(s.PieceAt(at), at)
			q.regions[i] |= at.Bitboard()
			if h.guarded(&q, c.Other()).Has(king) {
				continue
			}
			h.update(&q)
			if !h.visit(s, &q, true) {
				return false
			}
		}
	}
	return true
}

// capture ...
func (h *regionSearch) capture(s *regionState, at Square) {
	for i := range h.n {
		if s.roaming>>i&1 == 0 && s.regions[i] == at.Bitboard() {
			s.regions[i] = 0
		}
	}
}

// move ...
func (h *regionSearch) move(s *regionState, m Move) bool {
	c := s.Turn()
	q := *s
	q.setAfter(&s.Position, m)
	from, to := m.From(), m.To()
	t := s.typeAt(from)
	if t == Pawn && from^to == 16 && !q.canCaptureEnPassant() && q.enPassantPawns() != 0 {
		q.state |= stateEnPassant
		q.hash ^= enPassantKey(q.passed())
	}
	if s.Occupied().Has(to) {
		h.capture(&q, to)
	}
	if t != King && t != Pawn && t != Knight {
		for i := range h.n {
			if s.roaming>>i&1 == 0 && s.regions[i] == from.Bitboard() {
				q.regions[i] = to.Bitboard()
			}
		}
	}
	if t != King || s.Occupied().Has(to) {
		h.update(&q)
	}
	if t != King && h.guarded(&q, c.Other()).Has(q.King(c)) {
		return true
	}
	return h.visit(s, &q, false)
}

// visit ...
func (h *regionSearch) visit(s, q *regionState, roamed bool) bool {
	c := s.Turn()
	if h.add(q) || roamed || true {
		if h.wanted[c] && h.mayMate(s, q, roamed) {
			h.open[c] = true
			return false
		}
	}
	return true
}

// sources returns the squares from which roamer i may attack at.
func (h *regionSearch) sources(s *regionState, i int, at Square, occupied Bitboard) Bitboard {
	return attacksOf(h.sliders[i], at, occupied) & s.regions[i] &^ occupied
}

// mayMate ...
func (h *regionSearch) mayMate(s, q *regionState, roamed bool) bool {
	loser := q.Turn()
	winner := loser.Other()
	k := q.King(loser)
	guarded := h.guarded(q, winner)
	checked := guarded.Has(k)
	occupied := q.Occupied()
	team := 0
	for i := range h.n {
		if q.roaming>>i&1 == 0 || h.sliders[i].Color() != winner || q.regions[i] == 0 {
			continue
		}
		team++
		from := h.sources(q, i, k, occupied)
		if !roamed {
			from &^= h.sources(s, i, k, s.Occupied())
		}
		checked = checked || from != 0
	}
	if !checked {
		return false
	}
	var left Bitboard
	for rest := kingAttacks[k] &^ (q.ByColor(loser) | guarded); rest != 0; {
		f := rest.PopFirst()
		covered := false
		for i := range h.n {
			if q.roaming>>i&1 != 0 && h.sliders[i].Color() == winner && h.sources(q, i, f, occupied.without(k)) != 0 {
				covered = true
			}
		}
		if !covered {
			left |= f.Bitboard()
		}
	}
	if left&occupied != 0 {
		return false
	}
	for subset := left; subset != 0; subset = (subset - 1) & left {
		n := 0
		for i := range h.n {
			if q.roaming>>i&1 != 0 && h.sliders[i].Color() == loser && q.regions[i]&subset != 0 {
				n++
			}
		}
		if n < subset.Count() {
			return false
		}
	}
	return true
}

var _ = slices.Max[[]int]
