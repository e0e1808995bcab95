package shakkello

import "github.com/shakki/chess"

// Perft returns the number of sequences of legal moves from p with the given number of plies. It
// returns 1 if depth is 0 or negative, and 0 if depth is greater than the number of plies left in
// the game. It counts the moves of the last ply without playing them.
func Perft(p Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.countMoves())
	}
	var nodes uint64
	var buffer [256]Move
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		nodes += Perft(p.After(m), depth-1)
	}
	return nodes
}

// countMoves returns the number of legal moves.
func (p *Position) countMoves() int {
	n := 0
	for t := chess.Knight; t <= chess.King; t++ {
		n += p.targets(t).Count()
	}
	return n
}
