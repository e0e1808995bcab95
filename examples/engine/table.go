package main

import (
	"math/bits"

	"github.com/shakki/chess"
)

// A bound says how the value of an entry relates to the value of its position.
type bound uint8

const (
	none  bound = iota
	upper       // the position is worth at most the value
	lower       // the position is worth at least the value
	exact       // the position is worth the value
)

// An entry is what an earlier search found out about a position.
type entry struct {
	hash  uint64
	move  chess.Move // the best move, or NullMove
	value int16
	depth int8
	bound bound
	age   uint8 // the search that stored it
}

// A table remembers positions by their hash, so that a position that is reached by two orders of
// moves is searched once.
type table struct {
	entries []entry
	age     uint8
}

func newTable(megabytes int) table {
	return table{entries: make([]entry, megabytes<<20/16)}
}

// at returns the only place in the table for a position with the given hash.
func (t *table) at(hash uint64) *entry {
	i, _ := bits.Mul64(hash, uint64(len(t.entries)))
	return &t.entries[i]
}

// probe returns the entry for a position that is ply moves from the root. If there is none, it
// returns the zero entry.
func (t *table) probe(hash uint64, ply int) entry {
	e := *t.at(hash)
	if e.hash != hash {
		return entry{}
	}
	e.value = int16(moveMate(int(e.value), -ply))
	return e
}

// store replaces an entry unless it is of this search and of a deeper one.
func (t *table) store(e entry, ply int) {
	old := t.at(e.hash)
	if old.hash == e.hash && e.move == chess.NullMove {
		e.move = old.move
	}
	if old.age == t.age && old.hash != e.hash && old.depth > e.depth+2 && e.bound != exact {
		return
	}
	e.age = t.age
	e.value = int16(moveMate(int(e.value), ply))
	*old = e
}

// moveMate returns a mate value counted from a position that is the given number of plies further
// from the mate. The table counts from the position, the search from the root.
func moveMate(value, plies int) int {
	switch {
	case value > mateBound:
		return value + plies
	case value < -mateBound:
		return value - plies
	}
	return value
}

// permille returns how much of the table this search has filled, from 0 to 1000.
func (t *table) permille() int {
	sample := t.entries[:min(1000, len(t.entries))]
	filled := 0
	for i := range sample {
		if sample[i].bound != none && sample[i].age == t.age {
			filled++
		}
	}
	return filled * 1000 / len(sample)
}
