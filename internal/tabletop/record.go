package tabletop

import (
	"iter"
	"slices"
	"sync"
)

// A Record holds the position in which a game started, the moves played, and the position before
// each of them. The zero Record has no moves and starts from the zero position. A Record must not
// be copied.
type Record[P, M any] struct {
	_     [0]sync.Mutex // makes go vet report copies
	now   P
	past  []P
	moves []M
}

// Begin makes r a record without moves that starts from start.
func (r *Record[P, M]) Begin(start P) { r.now, r.past, r.moves = start, nil, nil }

// Take makes r an independent copy of s.
func (r *Record[P, M]) Take(s *Record[P, M]) {
	r.now, r.past, r.moves = s.now, slices.Clone(s.past), slices.Clone(s.moves)
}

// Add adds the move m, after which the position is next.
func (r *Record[P, M]) Add(m M, next P) {
	r.past = append(r.past, r.now)
	r.moves = append(r.moves, m)
	r.now = next
}

// Undo takes back the last move. It reports whether there was a move.
func (r *Record[P, M]) Undo() bool {
	n := len(r.moves)
	if n == 0 {
		return false
	}
	r.now = r.past[n-1]
	r.past, r.moves = r.past[:n-1], r.moves[:n-1]
	return true
}

// Now returns the position after the last move.
func (r *Record[P, M]) Now() P { return r.now }

// Start returns the position in which the game started.
func (r *Record[P, M]) Start() P {
	if len(r.past) == 0 {
		return r.now
	}
	return r.past[0]
}

// Last returns the last move. There must be one.
func (r *Record[P, M]) Last() M { return r.moves[len(r.moves)-1] }

// Moves returns a copy of the list of moves.
func (r *Record[P, M]) Moves() []M { return append([]M{}, r.moves...) }

// Plies returns the number of moves.
func (r *Record[P, M]) Plies() int { return len(r.moves) }

// Positions iterates over the positions, beginning with the start, with the number of moves before
// each. If moves are taken back during the loop, the loop ends where the record ends.
func (r *Record[P, M]) Positions() iter.Seq2[int, P] {
	return func(yield func(int, P) bool) {
		for i := 0; i < len(r.past); i++ {
			if !yield(i, r.past[i]) {
				return
			}
		}
		yield(len(r.past), r.now)
	}
}
