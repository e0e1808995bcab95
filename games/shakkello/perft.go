package shakkello

import (
	"iter"

	"github.com/shakki/chess"
)

// Perft returns the number of sequences of legal moves from p with the given number
// of plies. It returns 1 if depth is 0 or negative, and 0 if depth is greater than
// the number of plies left in the game. It counts the moves of the last ply without
// playing them.
func Perft(p *Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.countMoves())
	}
	var nodes uint64
	var buffer [256]Move
	var q Position // declared outside the loop, because it would escape to the heap inside the loop
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q = p.After(m)
		nodes += Perft(&q, depth-1)
	}
	return nodes
}

// Divide returns an iterator over the legal moves in p, each with the number of
// sequences of depth plies that begin with it. The sum of these numbers is
// Perft(p, depth). If depth is 0 or negative, the iterator yields nothing.
func Divide(p *Position, depth int) iter.Seq2[Move, uint64] {
	return func(yield func(Move, uint64) bool) {
		if depth <= 0 {
			return
		}
		for _, m := range p.LegalMoves() {
			q := p.After(m)
			if !yield(m, Perft(&q, depth-1)) {
				return
			}
		}
	}
}

// countMoves returns the number of legal moves.
func (p *Position) countMoves() int {
	n := 0
	for t := chess.Knight; t <= chess.King; t++ {
		n += p.targets(t).Count()
	}
	return n
}
