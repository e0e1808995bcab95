package chess

import "testing"

// benchmarkPositions are the six positions of the move generation benchmarks,
// with the depth at which they take some tenths of a second.
var benchmarkPositions = []struct {
	name  string
	fen   string
	depth int
}{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
	{"pinned-en-passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6},
	{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5},
	{"castling-discovered", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4},
	{"middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4},
}

// perftList is perft whose leaves list their moves.
func perftList(p *Position, depth int, buffers [][]Move) uint64 {
	moves := p.AppendLegalMoves(buffers[depth-1][:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	var q Position
	for _, m := range moves {
		q = p.After(m)
		nodes += perftList(&q, depth-1, buffers)
	}
	return nodes
}

// perftPlay is perft whose leaves are played; their hashes are combined so that
// the work cannot be left out.
func perftPlay(p *Position, depth int, buffers [][]Move) (nodes, hash uint64) {
	if depth == 0 {
		return 1, p.Hash()
	}
	var q Position
	for _, m := range p.AppendLegalMoves(buffers[depth-1][:0]) {
		q = p.After(m)
		n, h := perftPlay(&q, depth-1, buffers)
		nodes += n
		hash ^= h
	}
	return nodes, hash
}

// perftSet is perftPlay in place, written out: a function that is passed in would
// be measured as well.
func perftSet(p *Position, depth int, buffers [][]Move) (nodes, hash uint64) {
	if depth == 0 {
		return 1, p.Hash()
	}
	var q Position
	for _, m := range p.AppendLegalMoves(buffers[depth-1][:0]) {
		q.SetAfter(p, m)
		n, h := perftSet(&q, depth-1, buffers)
		nodes += n
		hash ^= h
	}
	return nodes, hash
}

func moveBuffers(depth int) [][]Move {
	buffers := make([][]Move, depth)
	for i := range buffers {
		buffers[i] = make([]Move, 0, 256)
	}
	return buffers
}

// benchmarkPerft runs count on the six positions and reports the node rate.
func benchmarkPerft(b *testing.B, count func(p *Position, depth int, buffers [][]Move) uint64) {
	for _, c := range benchmarkPositions {
		b.Run(c.name, func(b *testing.B) {
			p := MustParseFEN(c.fen)
			buffers := moveBuffers(c.depth)
			var nodes uint64
			b.ReportAllocs()
			for b.Loop() {
				nodes += count(&p, c.depth, buffers)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// BenchmarkCount counts the leaves without listing their moves.
func BenchmarkCount(b *testing.B) {
	benchmarkPerft(b, func(p *Position, depth int, _ [][]Move) uint64 { return p.perft(depth) })
}

// BenchmarkList lists the moves at the leaves.
func BenchmarkList(b *testing.B) { benchmarkPerft(b, perftList) }

// BenchmarkPlay plays every leaf move, the hash kept up to date.
func BenchmarkPlay(b *testing.B) {
	benchmarkPerft(b, func(p *Position, depth int, buffers [][]Move) uint64 {
		nodes, _ := perftPlay(p, depth, buffers)
		return nodes
	})
}

// BenchmarkSet plays every leaf move in place.
func BenchmarkSet(b *testing.B) {
	benchmarkPerft(b, func(p *Position, depth int, buffers [][]Move) uint64 {
		nodes, _ := perftSet(p, depth, buffers)
		return nodes
	})
}
