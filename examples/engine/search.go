package main

import (
	"context"
	"math"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/uci"
)

// Values above mateBound are mates. Scores of quiet moves are from -maxScore to maxScore.
const maxPly, mate, mateBound, maxScore = 128, 32000, 32000 - 128, 8192

// A search is the engine with its working memory.
type search struct {
	book        *book.Book
	tables      *syzygy.Tables
	table       []entry // what was found out about positions, so that none is searched twice
	stack       [maxPly + 1]frame
	history     [2][64][64]int16 // by color, from, and to: how good quiet moves were
	path        []uint64         // the hashes of the game, and then of the line being searched
	roots       []rootMove       // the best first
	base, lines int              // the index of the root in path; how many roots to report
	ctx         context.Context
	limits      uci.Limits
	start       time.Time
	soft, hard  time.Duration // when no deeper search begins, and when the search ends; 0 for never
	nodes       int64
	stopped     bool
}

// alphaBeta returns the value of the position at ply for the side to move: exact between alpha and
// beta, otherwise a bound.
func (s *search) alphaBeta(ply, depth, alpha, beta int) int {
	f := &s.stack[ply]
	f.line = f.line[:0]
	checkers, hash := f.pos.Checkers().Count(), f.pos.Hash()
	depth += checkers // a check leaves few moves
	if depth <= 0 || ply == maxPly {
		return s.quiesce(ply, alpha, beta)
	}
	if s.stop() || s.isDraw(f, ply) {
		return 0
	}
	if value, ok := s.probe(f, ply); ok {
		return value
	}
	known := &s.table[hash%uint64(len(s.table))]
	if beta-alpha == 1 && known.proves(hash, depth, alpha, beta) {
		return int(known.value)
	}
	if beta-alpha == 1 && checkers == 0 { // the question is only whether the value is at least beta
		if value := s.prune(f, ply, depth, beta); value >= beta {
			return value
		}
	}
	s.generate(f, known.move, true)
	if len(f.moves) == 0 && checkers == 0 {
		return 0
	}
	found := entry{hash: hash, move: known.move, depth: int8(depth), bound: tooHigh}
	s.searchMoves(f, ply, alpha, beta, checkers > 0, &found)
	if !s.stopped {
		*known = found
	}
	return int(found.value)
}

// searchMoves finds the best of the moves at f and its value.
func (s *search) searchMoves(f *frame, ply, alpha, beta int, inCheck bool, found *entry) {
	best, depth := ply-mate, int(found.depth)
	for n := 0; n < len(f.moves) && best < beta && !s.stopped; n++ {
		m, reduced := f.pick(), 0
		if n > 2 && depth > 2 && !inCheck && f.isQuiet(m) { // good moves come earlier
			reduced = min(depth-2, int(0.8+math.Log(float64(depth+1))*math.Log(float64(n+1))/2.3))
		}
		value := s.try(ply, m, depth-1, reduced, alpha, beta, n == 0)
		best = max(best, value)
		if value > alpha {
			alpha, found.move, found.bound = value, m, exact
			f.line = append(append(f.line[:0], m), s.stack[ply+1].line...)
		}
	}
	if best >= beta {
		found.bound = tooLow
		s.reward(f, found.move, depth)
	}
	found.value = int16(best)
}

// try returns the value of m. It expects all moves but the first to fail in an empty window.
func (s *search) try(ply int, m chess.Move, depth, reduced, alpha, beta int, first bool) int {
	s.play(ply, m)
	if first {
		return -s.alphaBeta(ply+1, depth, -beta, -alpha)
	}
	value := -s.alphaBeta(ply+1, depth-reduced, -alpha-1, -alpha)
	if value > alpha && reduced > 0 {
		value = -s.alphaBeta(ply+1, depth, -alpha-1, -alpha)
	}
	if value > alpha && value < beta {
		value = -s.alphaBeta(ply+1, depth, -beta, -alpha)
	}
	return value
}

// prune returns a value of at least beta if the position is so good that a full search would only
// confirm it: by a wide margin, or although the opponent moves twice.
func (s *search) prune(f *frame, ply, depth, beta int) int {
	value := evaluate(&f.pos, f.tally)
	if value < beta || beta < -mateBound || f.last == chess.NullMove {
		return -mate
	}
	if depth <= 6 && value-80*depth >= beta {
		return value
	}
	pieces := f.pos.ByColor(f.pos.Turn()) &^ (f.pos.ByType(chess.Pawn) | f.pos.ByType(chess.King))
	if depth < 3 || pieces == 0 { // with pawns alone, having to move is often the problem
		return -mate
	}
	s.play(ply, chess.NullMove)
	return min(-s.alphaBeta(ply+1, depth-4-depth/4, -beta, 1-beta), mateBound)
}

// quiesce returns the value of the position at ply when the captures are played out.
func (s *search) quiesce(ply, alpha, beta int) int {
	f := &s.stack[ply]
	f.line = f.line[:0]
	best := evaluate(&f.pos, f.tally)
	if s.stop() || best >= beta || ply == maxPly {
		return best
	}
	alpha = max(alpha, best)
	s.generate(f, chess.NullMove, false)
	for f.next < len(f.moves) && best < beta {
		m := f.pick()
		gain := worth[f.pos.PieceAt(m.To()).Type()][m.To()].value()
		if best+gain+150 < alpha && m.Promotion() == chess.NoPieceType {
			continue
		}
		s.play(ply, m)
		best = max(best, -s.quiesce(ply+1, -beta, -alpha))
		alpha = max(alpha, best)
	}
	return best
}

// play sets up the next ply with the position after m.
func (s *search) play(ply int, m chess.Move) {
	f, next := &s.stack[ply], &s.stack[ply+1]
	next.pos.SetAfter(&f.pos, m)
	next.tally = f.tally.after(&f.pos, m, &next.pos)
	next.last, next.oldest = m, f.oldest
	if m == chess.NullMove || next.pos.HalfmoveClock() == 0 {
		next.oldest = s.base + ply + 1
	}
	s.path[s.base+ply+1] = next.pos.Hash()
}

// isDraw reports whether the position at ply is drawn. What repeats once can repeat again.
func (s *search) isDraw(f *frame, ply int) bool {
	for i := s.base + ply - 4; i >= f.oldest; i -= 2 {
		if s.path[i] == f.pos.Hash() {
			return true
		}
	}
	return f.pos.HalfmoveClock() >= 100 && !f.pos.IsCheckmate() || f.pos.InsufficientMaterial()
}

// stop counts a node and reports whether the search must end.
func (s *search) stop() bool {
	s.nodes++
	if s.nodes%1024 == 0 || s.nodes == s.limits.Nodes {
		s.stopped = s.ctx.Err() != nil || s.nodes == s.limits.Nodes || s.hard > 0 && time.Since(s.start) > s.hard
	}
	return s.stopped
}
