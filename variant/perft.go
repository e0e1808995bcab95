package variant

// Perft returns the number of sequences of legal moves of the given length from p. It is 1 for a length
// of 0 or less.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth)
}

func (p *Position) perft(depth int) (n uint64) {
	var buffer [MaxMoves]Move
	moves := p.AppendLegalMoves(buffer[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var q Position
	for _, m := range moves {
		q.SetAfter(p, m)
		n += q.perft(depth - 1)
	}
	return n
}
