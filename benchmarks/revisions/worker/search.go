package main

import "github.com/shakki/chess"

const (
	infinity  = 30_000
	mate      = 20_000
	maxPly    = 128 // more than the quiescence search can reach
	tableSize = 1 << 20
)

// A searcher searches positions to a fixed depth. It allocates nothing while it searches.
type searcher struct {
	table  [tableSize]entry // no position in the search has hash 0
	frames [maxPly + 1]frame
	moves  [256]chess.Move // the moves just generated, before they are ordered
	nodes  uint64
}

// A frame holds the position at one ply of the search and the keys of its moves.
//
// A key has the rank of a move in bits 16-31 and the move itself in bits 0-15. All keys of a
// position differ. Hence the search order does not depend on the order in which a revision
// generates the moves.
type frame struct {
	position chess.Position
	keys     [256]int32
}

// An entry of the transposition table is the result of searching one position.
type entry struct {
	hash  uint64
	move  chess.Move
	score int16
	depth int8
	bound bound
}

// A bound says how the score of an entry relates to the value of the position.
type bound uint8

const (
	exact bound = iota
	lower       // the value is at least the score
	upper       // the value is at most the score
)

// run searches p and returns the number of visited nodes and the score.
func (s *searcher) run(p *chess.Position, start start) (nodes uint64, score int64) {
	clear(s.table[:])
	s.nodes = 0
	s.frames[0].position = *p
	score = int64(s.search(0, start.search, -infinity, infinity))
	return s.nodes, score
}

// search returns the value of the position at ply for the side to move. A result between alpha and
// beta is exact. Otherwise it is an upper bound if it is at most alpha, or a lower bound if it is
// at least beta.
func (s *searcher) search(ply, depth, alpha, beta int) int {
	if s.repeats(ply) {
		return 0
	}
	if depth == 0 {
		return s.quiesce(ply, alpha, beta)
	}
	s.nodes++
	f := &s.frames[ply]
	e := &s.table[f.position.Hash()%tableSize]
	var first chess.Move
	if e.hash == f.position.Hash() {
		if int(e.depth) >= depth && e.decides(alpha, beta) {
			return int(e.score)
		}
		first = e.move
	}
	move, score := s.tryAll(ply, depth, alpha, beta, first)
	if score == -infinity { // no legal move
		if f.position.Checkers() != 0 {
			return -mate - depth // a mate in fewer moves is better
		}
		return 0
	}
	*e = entry{f.position.Hash(), move, int16(score), int8(depth), boundOf(score, alpha, beta)}
	return score
}

// tryAll searches captures first and quiet moves second, until a cutoff. It returns the best move
// and its score. If there is no legal move, the score is -infinity.
func (s *searcher) tryAll(ply, depth, alpha, beta int, first chess.Move) (best chess.Move, score int) {
	score = -infinity
	f, child := &s.frames[ply], &s.frames[ply+1].position
	for stage := range 2 {
		var moves []chess.Move
		if stage == 0 {
			moves = f.position.AppendCaptures(s.moves[:0])
		} else {
			moves = f.position.AppendQuietMoves(s.moves[:0])
		}
		f.rank(moves, first)
		for i := range moves {
			m := f.next(i, len(moves))
			child.SetAfter(&f.position, m)
			if v := -s.search(ply+1, depth-1, -beta, -max(alpha, score)); v > score {
				best, score = m, v
			}
			if score >= beta {
				return best, score
			}
		}
	}
	return best, score
}

// quiesce searches only captures, or all moves if the side to move is in check. Its result has the
// same meaning as the result of search.
func (s *searcher) quiesce(ply, alpha, beta int) int {
	s.nodes++
	f := &s.frames[ply]
	score := -mate
	var moves []chess.Move
	if f.position.Checkers() != 0 {
		moves = f.position.AppendLegalMoves(s.moves[:0])
	} else {
		if score = evaluate(&f.position); score >= beta {
			return score
		}
		moves = f.position.AppendCaptures(s.moves[:0])
	}
	f.rank(moves, chess.NullMove)
	child := &s.frames[ply+1].position
	for i := range moves {
		child.SetAfter(&f.position, f.next(i, len(moves)))
		score = max(score, -s.quiesce(ply+1, -beta, -max(alpha, score)))
		if score >= beta {
			break
		}
	}
	return score
}

// repeats reports whether the position at ply occurred at an earlier ply of the current line.
func (s *searcher) repeats(ply int) bool {
	p := &s.frames[ply].position
	for i := ply - 4; i >= 0 && i >= ply-p.HalfmoveClock(); i -= 2 {
		if s.frames[i].position.Hash() == p.Hash() {
			return true
		}
	}
	return false
}

// decides reports whether the score of e can replace a search between alpha and beta.
func (e *entry) decides(alpha, beta int) bool {
	return e.bound == exact || e.bound == lower && int(e.score) >= beta || e.bound == upper && int(e.score) <= alpha
}

// boundOf returns the kind of bound that a score is after a search between alpha and beta.
func boundOf(score, alpha, beta int) bound {
	switch {
	case score >= beta:
		return lower
	case score <= alpha:
		return upper
	}
	return exact
}

// rank computes the keys of the moves. The move first gets the highest key.
func (f *frame) rank(moves []chess.Move, first chess.Move) {
	us := f.position.Turn()
	for i, m := range moves {
		rank := 10_000
		if m != first {
			rank = rankOf(&f.position, us, m)
		}
		f.keys[i] = int32(rank)<<16 | int32(m)
	}
}

// rankOf returns the rank of a move. Captures are ranked by the most valuable victim and then by
// the least valuable attacker. Quiet moves are ranked by their gain in the piece-square table.
func rankOf(p *chess.Position, us chess.Color, m chess.Move) int {
	attacker, victim := p.PieceAt(m.From()).Type(), p.PieceAt(m.To())
	if m.Promotion() != chess.NoPieceType || victim != chess.NoPiece && victim.Color() != us {
		return 5000 + 16*int(victim.Type()) + 16*int(m.Promotion()) - int(attacker)
	}
	table, flip := &values[attacker&7], chess.Square(us&1)*56 // flip the ranks for Black
	return table[(m.To()^flip)&63] - table[(m.From()^flip)&63]
}

// next swaps the highest of the keys i to n-1 into place i and returns its move.
func (f *frame) next(i, n int) chess.Move {
	keys := f.keys[i:n]
	best := 0
	for j, key := range keys {
		if key > keys[best] {
			best = j
		}
	}
	keys[0], keys[best] = keys[best], keys[0]
	return chess.Move(uint16(keys[0]))
}

// evaluate returns the sum of the piece-square values from the point of view of the side to move.
func evaluate(p *chess.Position) int {
	white := p.ByColor(chess.White)
	score := balance(p.ByType(chess.Pawn), white, &values[chess.Pawn]) +
		balance(p.ByType(chess.Knight), white, &values[chess.Knight]) +
		balance(p.ByType(chess.Bishop), white, &values[chess.Bishop]) +
		balance(p.ByType(chess.Rook), white, &values[chess.Rook]) +
		balance(p.ByType(chess.Queen), white, &values[chess.Queen]) +
		balance(p.ByType(chess.King), white, &values[chess.King])
	if p.Turn() == chess.Black {
		return -score
	}
	return score
}

// balance returns the sum of the values of the pieces on the given squares, with those of Black
// subtracted.
func balance(pieces, white chess.Bitboard, values *[64]int) (score int) {
	for b := pieces & white; b != 0; {
		score += values[b.PopFirst()&63]
	}
	for b := pieces &^ white; b != 0; {
		score -= values[(b.PopFirst()^56)&63]
	}
	return score
}

// values holds the value of a white piece of each type on each square, in hundredths of a pawn.
var values = func() (values [8][64]int) {
	for t, w := range [...]struct{ material, center, rank int }{
		chess.Pawn: {90, 3, 4}, chess.Knight: {300, 6, 0}, chess.Bishop: {315, 4, 0},
		chess.Rook: {490, 1, 2}, chess.Queen: {900, 2, 0}, chess.King: {0, -6, -4},
	} {
		for s := range 64 {
			file, rank := s%8, s/8
			values[t][s] = w.material + w.center*(min(file, 7-file)+min(rank, 7-rank)) + w.rank*rank
		}
	}
	return values
}()
