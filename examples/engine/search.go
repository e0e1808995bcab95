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

// Values above mateBound are mates. Scores of quiet moves in the history are from -maxScore to maxScore.
const maxPly, mate, mateBound, maxScore = 128, 32000, 32000 - 128, 8192

// A search is the engine with its working memory.
type search struct {
	book        *book.Book
	tables      *syzygy.Tables // endgame tables
	table       []entry        // the transposition table
	stack       [maxPly + 1]frame
	history     [2][64][64]int16 // the history: by color, from, and to, how good quiet moves were
	path        []uint64         // the hashes of the game, and then of the line being searched
	roots       []rootMove       // the best first
	base, lines int              // the index of the root in path; how many roots to report
	ctx         context.Context
	limits      uci.Limits
	start       time.Time
	soft, hard  time.Duration   // when no deeper search begins, and when the search ends; 0 for never
	overhead    time.Duration   // stays on the clock, for what is lost on the way to the client
	hit         <-chan struct{} // closed when the opponent has made the move on which the search ponders
	showWDL     bool
	nodes, hits int64 // positions that were searched, and those that the tables knew
	stopped     bool
}

// alphaBeta returns the value of the position at ply for the side to move: exact between alpha and
// beta, otherwise a bound. This is the alpha-beta search, a minimax search in the form of negamax:
// once a move refutes the opponent's last one, the others need no look, which saves most of the tree.
func (s *search) alphaBeta(ply, depth, alpha, beta int) int {
	f := &s.stack[ply]
	f.line = f.line[:0]
	checkers, hash := f.pos.Checkers().Count(), f.pos.Hash()
	depth += checkers // check extension: a check leaves few moves, so it is cheap to see what comes of it
	if depth <= 0 || ply == maxPly {
		return s.quiesce(ply, alpha, beta)
	}
	if s.stop() || s.isDraw(f, ply) {
		return 0
	}
	if value, ok := s.probe(f, ply); ok {
		return value
	}
	// The transposition table spares searching a position again that other moves lead to. Its move
	// is the best guess when the position must be searched deeper.
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

// searchMoves finds the best of the moves at f and its value. Late move reduction searches quiet
// moves that come late in the order less deep, which lets the search see farther along the others.
func (s *search) searchMoves(f *frame, ply, alpha, beta int, inCheck bool, found *entry) {
	best, depth := ply-mate, int(found.depth)
	for n := 0; n < len(f.moves) && best < beta; n++ {
		m, reduced := f.pick(), 0
		if n > 2 && depth > 2 && !inCheck && f.isQuiet(m) {
			reduced = min(depth-2, int(0.8+math.Log(float64(depth+1))*math.Log(float64(n+1))/2.3))
		}
		value := s.try(ply, m, depth-1, reduced, alpha, beta, n == 0)
		if s.stopped {
			return
		}
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

// try returns the value of m. This is principal variation search: all moves but the first are only
// asked whether they are better than the best so far, in an empty window between alpha and beta, which
// is cheaper to answer than how good they are. The few that are better are searched again.
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
// confirm it: by a wide margin (reverse futility pruning), or even if the side to move passes (null
// move pruning). Both cut off the positions in which one side is far ahead, which are most of them.
func (s *search) prune(f *frame, ply, depth, beta int) int {
	value := evaluate(&f.pos, f.tally)
	if value < beta || beta < -mateBound || f.last == chess.NullMove {
		return -mate
	}
	if depth <= 6 && value-80*depth >= beta {
		return value
	}
	pieces := f.pos.ByColor(f.pos.Turn()) &^ (f.pos.ByType(chess.Pawn) | f.pos.ByType(chess.King))
	if depth < 3 || pieces == 0 { // zugzwang: with pawns alone, having to move is often the problem
		return -mate
	}
	s.play(ply, chess.NullMove)
	return min(-s.alphaBeta(ply+1, depth-4-depth/4, -beta, 1-beta), mateBound)
}

// quiesce returns the value of the position at ply when the captures are played out. Without this
// quiescence search, the engine would evaluate positions in the middle of an exchange.
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
			continue // delta pruning: even the captured piece would not be enough
		}
		if f.loses(m) {
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

// stop reports whether the search must end, and counts a node otherwise. A search that has been
// stopped stays stopped.
func (s *search) stop() bool {
	if s.stopped || s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes {
		s.stopped = true
		return true
	}
	s.nodes++
	if s.nodes%1024 == 0 { // often enough, and looking at the clock takes time
		s.stopped = s.ctx.Err() != nil || s.hard > 0 && !s.isPondering() && time.Since(s.start) > s.hard
	}
	return s.stopped
}
