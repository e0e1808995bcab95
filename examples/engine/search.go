package main

import (
	"context"
	"math"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

const (
	maxPly    = 128
	mate      = 32000         // the value of giving mate at the root
	mateBound = mate - maxPly // values above this are mates
)

// A search is the engine with its working memory.
type search struct {
	table   table
	stack   [maxPly + 1]frame
	history [2][64][64]int16 // by color, from, and to: how good a quiet move was
	path    []uint64         // the hashes of the game, and then of the line being searched
	base    int              // the index of the root in path
	roots   []rootMove       // the best first
	lines   int              // how many of them to report

	ctx     context.Context
	limits  uci.Limits
	clock   clock
	number  uint8 // how many searches there were
	nodes   int64
	stopped bool
}

// alphaBeta returns the value of the position at ply for the side to move: exact between alpha and
// beta, otherwise a bound.
func (s *search) alphaBeta(ply, depth, alpha, beta int) int {
	f := &s.stack[ply]
	f.line = f.line[:0]
	inCheck, hash := f.pos.InCheck(), f.pos.Hash()
	if inCheck {
		depth++
	}
	if depth <= 0 || ply == maxPly {
		return s.quiesce(ply, alpha, beta)
	}
	if s.stop() || s.isDraw(f, ply) {
		return 0
	}
	known := *s.table.at(hash)
	if known.hash != hash {
		known = entry{}
	}
	if beta-alpha == 1 { // the question is only whether the value is at least beta
		if known.proves(depth, alpha, beta) {
			return int(known.value)
		}
		if value := s.prune(f, ply, depth, beta); value >= beta {
			return value
		}
	}
	best, n, found := -mate, 0, entry{hash: hash, depth: int8(depth), bound: upper, searchedBy: s.number}
	for f.start(known.move); best < beta; n++ {
		m := s.pick(f)
		if m == chess.NullMove {
			break
		}
		value := s.try(ply, m, depth-1, s.reduction(f, n, depth, inCheck), alpha, beta, n == 0)
		if s.stopped {
			return 0
		}
		best = max(best, value)
		if value > alpha {
			alpha, found.move, found.bound = value, m, exact
			f.line = append(append(f.line[:0], m), s.stack[ply+1].line...)
		}
	}
	switch {
	case n == 0 && inCheck:
		return ply - mate
	case n == 0:
		return 0
	case best >= beta:
		found.bound = lower
		if f.next > f.captures { // a quiet move, not known from the table
			s.reward(f, found.move, depth)
		}
	}
	found.value = int16(best)
	s.table.store(found)
	return best
}

// reduction returns how many plies less deep to search the nth move, from 0. Quiet moves late in
// the order are rarely good.
func (s *search) reduction(f *frame, n, depth int, inCheck bool) int {
	if n < 3 || depth < 3 || inCheck || f.next <= f.captures {
		return 0
	}
	return min(depth-2, int(0.8+logs[min(depth, 63)]*logs[min(n, 63)]/2.3))
}

var logs = func() (l [64]float64) {
	for n := range l {
		l[n] = math.Log(float64(n + 1))
	}
	return l
}()

// try returns the value of m. The first move is searched with the full window. Of the others, a
// search with an empty window is expected to show that they are worse.
func (s *search) try(ply int, m chess.Move, depth, reduction, alpha, beta int, first bool) int {
	s.play(ply, m)
	value := alpha + 1
	if reduction > 0 {
		value = -s.alphaBeta(ply+1, depth-reduction, -alpha-1, -alpha)
	}
	if !first && value > alpha {
		value = -s.alphaBeta(ply+1, depth, -alpha-1, -alpha)
	}
	if first || value > alpha && value < beta {
		value = -s.alphaBeta(ply+1, depth, -beta, -alpha)
	}
	return value
}

// prune returns a value of at least beta if the position is so good that a full search would only
// confirm it: by a wide margin, or although the opponent moves twice.
func (s *search) prune(f *frame, ply, depth, beta int) int {
	value := evaluate(&f.pos, f.tally)
	pieces := f.pos.ByColor(f.pos.Turn()) &^ (f.pos.ByType(chess.Pawn) | f.pos.ByType(chess.King))
	switch {
	case value < beta || beta < -mateBound || f.last == chess.NullMove || f.pos.InCheck():
		return -mate
	case depth <= 6 && value-80*depth >= beta:
		return value
	case depth < 3 || pieces == 0: // with pawns alone, having to move is often the problem
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
	f.start(chess.NullMove)
	f.addCaptures()
	for f.next < len(f.moves) && best < beta {
		m := f.best()
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

// isDraw reports whether the position at ply is drawn. One repetition is enough: what was best
// the first time will be best again.
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
		s.stopped = s.ctx.Err() != nil || s.nodes == s.limits.Nodes || s.clock.isPast(s.clock.hard)
	}
	return s.stopped
}
