package main

import (
	"context"
	"math"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

const (
	maxPly    = 128
	mate      = 32000           // the value of giving mate now
	mateBound = mate - 2*maxPly // values above this are mates
	infinite  = mate + 1
)

// A search is the working memory of the engine.
type search struct {
	table   table
	stack   [maxPly + 1]frame
	history [2][64][64]int16 // by color, from, and to: how often a quiet move was best
	path    []uint64         // the hashes of the game and then of the line being searched
	base    int              // the index of the root in path

	roots []rootMove // the legal moves at the root, the best first
	lines int        // how many of them to report

	ctx     context.Context
	limits  uci.Limits
	clock   clock
	nodes   int64
	stopped bool
}

func newSearch(megabytes int) *search {
	s := &search{table: newTable(megabytes), lines: 1, roots: make([]rootMove, chess.MaxMoves)}
	for i := range s.roots {
		s.roots[i].line = make([]chess.Move, 0, maxPly+1)
	}
	for i := range s.stack {
		s.stack[i].moves = make([]chess.Move, 0, chess.MaxMoves)
		s.stack[i].line = make([]chess.Move, 0, maxPly)
	}
	return s
}

// reductions holds by how much late moves are searched less deep, by depth and number of the move.
var reductions = func() (r [64][64]int) {
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 64; n++ {
			r[depth][n] = int(0.8 + math.Log(float64(depth))*math.Log(float64(n))/2.3)
		}
	}
	return r
}()

// alphaBeta returns the value of the position at ply for the side to move: exact between alpha and
// beta, otherwise a bound.
func (s *search) alphaBeta(ply, depth, alpha, beta int) int {
	f := &s.stack[ply]
	f.line = f.line[:0]
	inCheck := f.pos.InCheck()
	if inCheck {
		depth++
	}
	if depth <= 0 || ply == maxPly {
		return s.quiesce(ply, alpha, beta)
	}
	if s.stop() || s.isDraw(f, ply) {
		return 0
	}
	alpha, beta = max(alpha, ply-mate), min(beta, mate-ply-1) // a shorter mate is already found
	if alpha >= beta {
		return alpha
	}
	known := s.table.probe(f.pos.Hash(), ply)
	isPV := beta-alpha > 1
	if !isPV && int(known.depth) >= depth && known.cuts(alpha, beta) {
		return int(known.value)
	}
	if !isPV && !inCheck {
		if value, ok := s.prune(ply, depth, beta); ok {
			return value
		}
	}
	best, bound := -infinite, upper
	var bestMove chess.Move
	f.start(known.move)
	n := 0
	for ; ; n++ {
		m := s.pick(f)
		if m == chess.NullMove {
			break
		}
		quiet := f.stage == quietMoves
		value := s.try(ply, m, depth, alpha, beta, s.reduction(depth, n, quiet && !inCheck, isPV), n == 0)
		if s.stopped {
			return 0
		}
		if value <= best {
			continue
		}
		best = value
		if value > alpha {
			alpha, bestMove, bound = value, m, exact
			f.line = append(append(f.line[:0], m), s.stack[ply+1].line...)
		}
		if value >= beta {
			bound = lower
			if f.pos.Captured(m) == chess.NoPiece && m.Promotion() == chess.NoPieceType {
				s.reward(f, m, depth)
			}
			break
		}
	}
	if n == 0 && best == -infinite {
		if inCheck {
			return ply - mate
		}
		return 0
	}
	s.table.store(entry{f.pos.Hash(), bestMove, int16(best), int8(depth), bound, 0}, ply)
	return best
}

// cuts reports whether the entry alone shows that a value is not between alpha and beta.
func (e *entry) cuts(alpha, beta int) bool {
	return e.bound == exact || e.bound == lower && int(e.value) >= beta || e.bound == upper && int(e.value) <= alpha
}

// reduction returns by how much the nth move is searched less deep.
func (s *search) reduction(depth, n int, quiet, isPV bool) int {
	if depth < 3 || n < 3 || !quiet {
		return 0
	}
	r := reductions[min(depth, 63)][min(n, 63)]
	if isPV {
		r--
	}
	return min(max(r, 0), depth-2)
}

// try returns the value of m. A first move is searched with the full window. Other moves are
// expected to be worse, which a search with an empty window and reduced depth shows faster.
func (s *search) try(ply int, m chess.Move, depth, alpha, beta, reduced int, first bool) int {
	s.play(ply, m)
	if first {
		return -s.alphaBeta(ply+1, depth-1, -beta, -alpha)
	}
	value := -s.alphaBeta(ply+1, depth-1-reduced, -alpha-1, -alpha)
	if value > alpha && reduced > 0 {
		value = -s.alphaBeta(ply+1, depth-1, -alpha-1, -alpha)
	}
	if value > alpha && value < beta {
		value = -s.alphaBeta(ply+1, depth-1, -beta, -alpha)
	}
	return value
}

// prune reports whether the position is so good that it need not be searched in full.
func (s *search) prune(ply, depth, beta int) (value int, ok bool) {
	f := &s.stack[ply]
	value = evaluate(&f.pos, f.tally)
	if value < beta || beta < -mateBound || f.last == chess.NullMove {
		return 0, false
	}
	if depth <= 6 && value-80*depth >= beta {
		return value, true
	}
	pieces := f.pos.ByColor(f.pos.Turn()) &^ (f.pos.ByType(chess.Pawn) | f.pos.ByType(chess.King))
	if depth < 3 || pieces == 0 { // in zugzwang, the right to move is no advantage
		return 0, false
	}
	s.play(ply, chess.NullMove)
	value = -s.alphaBeta(ply+1, depth-4-depth/4, -beta, 1-beta)
	return min(value, mateBound), value >= beta
}

// quiesce returns the value of the position at ply after the captures that are left in it.
func (s *search) quiesce(ply, alpha, beta int) int {
	f := &s.stack[ply]
	f.line = f.line[:0]
	if s.stop() {
		return 0
	}
	best := evaluate(&f.pos, f.tally)
	if best >= beta || ply == maxPly {
		return best
	}
	alpha = max(alpha, best)
	futile := alpha - best - 150
	f.start(chess.NullMove)
	f.addCaptures()
	for f.next < len(f.moves) {
		m := f.best()
		if victim := f.pos.PieceAt(m.To()).Type(); shapes[victim][1].value < futile && m.Promotion() == chess.NoPieceType {
			continue
		}
		s.play(ply, m)
		value := -s.quiesce(ply+1, -beta, -alpha)
		if value > best {
			best, alpha = value, max(alpha, value)
			if value >= beta {
				break
			}
		}
	}
	return best
}

// play sets up the next ply with the position after m.
func (s *search) play(ply int, m chess.Move) {
	f, next := &s.stack[ply], &s.stack[ply+1]
	next.pos.SetAfter(&f.pos, m)
	next.tally = f.tally.after(&f.pos, m)
	next.last, next.oldest = m, f.oldest
	if m == chess.NullMove || next.pos.HalfmoveClock() == 0 {
		next.oldest = s.base + ply + 1
	}
	s.path[s.base+ply+1] = next.pos.Hash()
}

// isDraw reports whether a position below the root is drawn: by a repetition, by fifty moves, or
// because neither side can win.
func (s *search) isDraw(f *frame, ply int) bool {
	if f.pos.HalfmoveClock() >= 100 {
		return !f.pos.IsCheckmate()
	}
	before := 0
	for i := s.base + ply - 4; i >= f.oldest; i -= 2 {
		if s.path[i] != f.pos.Hash() {
			continue
		}
		if before++; i >= s.base || before == 2 {
			return true
		}
	}
	return f.pos.InsufficientMaterial()
}

// stop counts a node and reports whether the search must end.
func (s *search) stop() bool {
	s.nodes++
	if s.nodes%1024 == 0 || s.nodes == s.limits.Nodes {
		s.stopped = s.ctx.Err() != nil || s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes || s.clock.isPast(s.clock.hard)
	}
	return s.stopped
}
