package main

import (
	"context"
	"slices"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// A rootMove is a move in the position to search.
type rootMove struct {
	value int
	line  []chess.Move // the move, and what is expected to follow
}

// newSearch allocates the memory that searches need.
func newSearch(megabytes int) *search {
	s := &search{table: make(table, megabytes<<16), lines: 1, roots: make([]rootMove, chess.MaxMoves)}
	for i := range s.roots {
		s.roots[i].line = make([]chess.Move, 0, maxPly+2)
	}
	for i := range s.stack {
		s.stack[i].moves = make([]chess.Move, 0, chess.MaxMoves)
		s.stack[i].line = make([]chess.Move, 0, maxPly)
	}
	return s
}

// Search implements [uci.Searcher].
func (s *search) Search(ctx context.Context, r *uci.Request) uci.Best {
	return s.think(ctx, r.Game, r.Limits, r.Report)
}

// think searches deeper and deeper until a limit is reached.
func (s *search) think(ctx context.Context, g *chess.Game, l uci.Limits, report func(uci.Info)) uci.Best {
	s.ctx, s.limits, s.clock, s.nodes, s.stopped = ctx, l, newClock(l, g.Position().Turn()), 0, false
	s.setRoot(g)
	for depth := 1; !s.isDone(depth); depth++ {
		for rank := range min(s.lines, len(s.roots)) {
			s.searchRoots(depth, s.roots[rank:])
		}
		for rank, m := range s.roots[:min(s.lines, len(s.roots))] {
			report(uci.Info{Depth: depth, MultiPV: rank + 1, Score: scoreOf(m.value), PV: m.line,
				Nodes: s.nodes, Time: time.Since(s.clock.start)})
		}
	}
	best := append(s.roots[0].line, chess.NullMove) // a line of one move has no reply
	return uci.Best{Move: best[0], Ponder: best[1]}
}

// setRoot sets up the first frame, its moves, and the positions of the game that can occur again.
func (s *search) setRoot(g *chess.Game) {
	root := &s.stack[0]
	root.pos = g.Position()
	root.tally, root.oldest = tallyOf(&root.pos), 0
	s.number++
	s.path = append(append(s.path[:0], g.RepeatableHashes()...), root.pos.Hash())
	s.base = len(s.path) - 1
	s.path = slices.Grow(s.path, maxPly)[:len(s.path)+maxPly]
	s.roots = s.roots[:0]
	for m := range root.pos.Moves() {
		if n := len(s.roots); s.limits.SearchMoves == nil || slices.Contains(s.limits.SearchMoves, m) {
			s.roots = s.roots[:n+1]
			s.roots[n].line = append(s.roots[n].line[:0], m)
		}
	}
}

// isDone reports whether the search must not begin another depth.
func (s *search) isDone(depth int) bool {
	l := &s.limits
	return s.stopped || depth == maxPly || l.Depth > 0 && depth > l.Depth || depth > 1 &&
		(l.HasClock() && len(s.roots) == 1 || l.Mate > 0 && s.roots[0].value >= mate-2*l.Mate || s.clock.isPast(s.clock.soft))
}

// searchRoots is alphaBeta for the root. It moves the best of the moves to the front. The others
// keep their order from the depth before.
func (s *search) searchRoots(depth int, moves []rootMove) {
	alpha := -mate
	for n := range moves {
		m := moves[n]
		value := s.try(0, m.line[0], depth-1, 0, alpha, mate, n == 0)
		if s.stopped {
			return
		}
		if value > alpha {
			alpha = value
			m.value, m.line = value, append(m.line[:1], s.stack[1].line...)
			copy(moves[1:n+1], moves[:n])
			moves[0] = m
		}
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
