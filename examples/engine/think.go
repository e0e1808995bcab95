package main

import (
	"context"
	"slices"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// A rootMove is a legal move in the position to search.
type rootMove struct {
	value int
	line  []chess.Move // the move and what is expected to follow
}

// think searches deeper and deeper until a limit is reached, and reports the best lines after each
// depth.
func (s *search) think(ctx context.Context, g *chess.Game, l uci.Limits, k clock, report func(uci.Info)) uci.Best {
	s.prepare(ctx, g, l, k)
	for depth := 1; !s.isDone(depth); depth++ {
		for rank := range min(s.lines, len(s.roots)) {
			s.searchRoot(depth, s.roots[rank:])
		}
		if !s.stopped {
			s.report(depth, report)
		}
	}
	best := append(s.roots[0].line, chess.NullMove) // a line of one move has no reply
	return uci.Best{Move: best[0], Ponder: best[1]}
}

// isDone reports whether the search must not begin another depth.
func (s *search) isDone(depth int) bool {
	l := &s.limits
	return s.stopped || depth >= maxPly || l.Depth > 0 && depth > l.Depth ||
		l.Mate > 0 && depth > 1 && s.roots[0].value >= mate-2*l.Mate ||
		depth > 1 && l.HasClock() && len(s.roots) == 1 && !l.Infinite || s.clock.isPast(s.clock.soft)
}

// prepare sets up the root and the history of the game.
func (s *search) prepare(ctx context.Context, g *chess.Game, l uci.Limits, k clock) {
	s.ctx, s.limits, s.clock = ctx, l, k
	s.clock.allot(l, g.Position().Turn())
	s.nodes, s.stopped = 0, false
	s.table.age++
	s.path = append(s.path[:0], g.RepeatableHashes()...)
	s.base = len(s.path)
	s.path = slices.Grow(s.path, maxPly+1)[:s.base+maxPly+1]
	root := &s.stack[0]
	root.pos = g.Position()
	root.tally, root.oldest = tallyOf(&root.pos), 0
	s.path[s.base] = root.pos.Hash()
	s.roots = s.roots[:0]
	for m := range root.pos.Moves() {
		if len(l.SearchMoves) == 0 || slices.Contains(l.SearchMoves, m) {
			s.roots = s.roots[:len(s.roots)+1]
			r := &s.roots[len(s.roots)-1]
			r.value, r.line = 0, append(r.line[:0], m)
		}
	}
}

// forget makes the next search independent of earlier ones.
func (s *search) forget() {
	clear(s.table.entries)
	s.history = [2][64][64]int16{}
	for i := range s.stack {
		s.stack[i].killers = [2]chess.Move{}
	}
}

// searchRoot moves the best of the given moves to the front. It first searches with a narrow
// window around the last value, and widens the window on the side where the value is outside.
func (s *search) searchRoot(depth int, moves []rootMove) {
	alpha, beta := -infinite, infinite
	if depth >= 5 {
		alpha, beta = max(moves[0].value-25, -infinite), min(moves[0].value+25, infinite)
	}
	for width := 50; !s.stopped; width *= 3 {
		value := s.searchMoves(depth, alpha, beta, moves)
		switch {
		case value <= alpha:
			alpha = max(value-width, -infinite)
		case value >= beta:
			beta = min(value+width, infinite)
		default:
			return
		}
	}
}

// searchMoves is alphaBeta for the root, where the moves keep their order from the depth before.
func (s *search) searchMoves(depth, alpha, beta int, moves []rootMove) int {
	best := -infinite
	for n := range moves {
		m := moves[n]
		value := s.try(0, m.line[0], depth, alpha, beta, 0, n == 0)
		if s.stopped {
			break
		}
		best = max(best, value)
		if value <= alpha {
			continue
		}
		alpha = value
		m.value, m.line = value, append(m.line[:1], s.stack[1].line...)
		copy(moves[1:n+1], moves[:n])
		moves[0] = m
		if value >= beta {
			break
		}
	}
	return best
}

// report sends the best lines.
func (s *search) report(depth int, send func(uci.Info)) {
	elapsed := max(time.Since(s.clock.start), time.Microsecond)
	for rank, m := range s.roots[:min(s.lines, len(s.roots))] {
		send(uci.Info{
			Depth: depth, MultiPV: rank + 1, Score: scoreOf(m.value), PV: m.line,
			Nodes: int64(s.nodes), NodesPerSecond: int64(float64(s.nodes) / elapsed.Seconds()),
			Time: elapsed, HashFull: s.table.permille(),
		})
	}
}

// scoreOf returns a value as UCI reports it, with mates in moves instead of plies.
func scoreOf(value int) *uci.Score {
	switch {
	case value > mateBound:
		return &uci.Score{Mate: (mate - value + 1) / 2}
	case value < -mateBound:
		return &uci.Score{Mate: -(mate + value) / 2}
	}
	return &uci.Score{Centipawns: value}
}
