package main

import "github.com/shakki/chess"

// The value of an entry is equal to the value of its position, too low, or too high.
const exact, tooLow, tooHigh = 1, 2, 3

// An entry of the transposition table is what a search found out about a position. It takes 16 bytes.
type entry struct {
	hash  uint64
	move  chess.Move // the one to try first, if it is legal
	value int16
	depth int8
	bound uint8
}

// proves reports whether e makes a search of the position with the given hash unnecessary. Mates
// do not count, because their values depend on the distance from the root.
func (e *entry) proves(hash uint64, depth, alpha, beta int) bool {
	v := int(e.value)
	return e.hash == hash && int(e.depth) >= depth && max(v, -v) < mateBound &&
		(e.bound == exact || e.bound == tooLow && v >= beta || e.bound == tooHigh && v <= alpha)
}
