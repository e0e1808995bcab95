package main

import (
	"math/bits"

	"github.com/shakki/chess"
)

// The bounds say how the value of an entry relates to the value of its position.
const (
	exact = 1 + iota
	lower // the position is worth at least the value
	upper // the position is worth at most the value
)

// An entry is what a search found out about a position. It takes 16 bytes.
type entry struct {
	hash              uint64
	move              chess.Move // the best move, or NullMove
	value             int16
	depth             int8
	bound, searchedBy uint8
}

// proves reports whether e makes a search to the given depth unnecessary. The value of a mate
// does not count, because it depends on the distance from the root.
func (e *entry) proves(depth, alpha, beta int) bool {
	v := int(e.value)
	return int(e.depth) >= depth && max(v, -v) < mateBound &&
		(e.bound == exact || e.bound == lower && v >= beta || e.bound == upper && v <= alpha)
}

// A table remembers positions by their hash. A position that several orders of moves lead to is
// then searched once.
type table []entry

// at returns the only place for a position in the table. The position there may be another one.
func (t table) at(hash uint64) *entry {
	i, _ := bits.Mul64(hash, uint64(len(t)))
	return &t[i]
}

// store stores e, unless the same search has stored a much deeper one of another position.
func (t table) store(e entry) {
	if old := t.at(e.hash); old.hash == e.hash || old.searchedBy != e.searchedBy || old.depth <= e.depth+2 {
		*old = e
	}
}
