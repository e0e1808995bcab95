package main

import "github.com/shakki/chess"

const maxDepth = 8

// A walker visits all positions up to a given depth. It keeps a position and a move buffer for each
// remaining depth, so that it allocates nothing.
type walker struct {
	positions [maxDepth + 1]chess.Position
	moves     [maxDepth + 1][256]chess.Move

	leaves uint64
	hashes uint64 // exclusive or of the hashes of all leaves
}

// run runs the task minimax. It returns the number of leaves and a checksum.
func (w *walker) run(p *chess.Position, start start) (nodes uint64, score int64) {
	w.leaves, w.hashes = 0, 0
	best := w.minimax(p, start.leaves)
	return w.leaves, int64(w.hashes) + int64(best)
}

// minimax returns the minimax value of p for the side to move.
func (w *walker) minimax(p *chess.Position, depth int) int {
	if depth == 0 {
		return w.leaf(p)
	}
	best := -1 << 15
	child := &w.positions[depth-1]
	for _, m := range p.AppendLegalMoves(w.moves[depth][:0]) {
		child.SetAfter(p, m)
		best = max(best, -w.minimax(child, depth-1))
	}
	return best
}

// leaf counts p as a leaf and returns its material for the side to move, and less than a pawn that
// depends on the hash.
func (w *walker) leaf(p *chess.Position) int {
	hash := p.Hash()
	w.leaves++
	w.hashes ^= hash
	value := material(p)*16 + int(hash>>60)
	if p.Turn() == chess.Black {
		return -value
	}
	return value
}

// material returns how many pawns' worth of pieces White is ahead. It names the types one by one,
// which lets the compiler compute as much as it can.
func material(p *chess.Position) int {
	white := p.ByColor(chess.White)
	balance := func(b chess.Bitboard) int { return 2*(b&white).Count() - b.Count() }
	return balance(p.ByType(chess.Pawn)) + 3*balance(p.ByType(chess.Knight)) + 3*balance(p.ByType(chess.Bishop)) +
		5*balance(p.ByType(chess.Rook)) + 9*balance(p.ByType(chess.Queen))
}

// list returns the perft count. It generates the moves of the last ply but does not play them.
func (w *walker) list(p *chess.Position, depth int) (nodes uint64) {
	moves := p.AppendLegalMoves(w.moves[depth][:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	child := &w.positions[depth-1]
	for _, m := range moves {
		child.SetAfter(p, m)
		nodes += w.list(child, depth-1)
	}
	return nodes
}

// set returns the perft count. It plays all moves, including those of the last ply.
func (w *walker) set(p *chess.Position, depth int) (nodes uint64) {
	if depth == 0 {
		return 1
	}
	child := &w.positions[depth-1]
	for _, m := range p.AppendLegalMoves(w.moves[depth][:0]) {
		child.SetAfter(p, m)
		nodes += w.set(child, depth-1)
	}
	return nodes
}
