package shakkello

import (
	"iter"

	"github.com/shakki/chess"
)

// Perft returns the number of sequences of legal moves from p that are depth
// plies long, or 1 if depth is 0 or less. It is 0 if depth reaches beyond the end
// of the game. The last ply is counted without being played.
func Perft(p *Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.countMoves())
	}
	var nodes uint64
	var buffer [256]Move
	var q Position // declared in the loop, q would be allocated on the heap
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q = p.After(m)
		nodes += Perft(&q, depth-1)
	}
	return nodes
}

// Divide splits [Perft] by the first move: it iterates over the legal moves,
// each with the number of sequences that begin with it. If depth is 0 or less,
// there are none.
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
