package chess

// Perft returns the number of leaves of the tree of legal moves from p at the
// given depth in plies; 1 for a depth of 0 or less. It proves a move generator
// by comparison with published counts. The last ply is counted without being
// played, and nothing is remembered between positions.
func Perft(p *Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.countMoves())
	}
	var nodes uint64
	var buffer [256]Move
	var q Position // declared in the loop, it would move to the heap
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q.setAfter(p, m)
		nodes += Perft(&q, depth-1)
	}
	return nodes
}
