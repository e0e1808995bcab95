package chess

// Perft returns the number of leaves of the tree of legal moves from p at the given depth in plies,
// or 1 if depth is 0 or less. It is used to test a move generator against published counts. The
// last ply is counted without being played.
func Perft(p Position, depth int) uint64 { return p.perft(depth) }

func (p *Position) perft(depth int) uint64 {
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
		q.SetAfter(p, m)
		if depth == 2 {
			nodes += uint64(q.countMoves())
		} else {
			nodes += q.perft(depth - 1)
		}
	}
	return nodes
}
