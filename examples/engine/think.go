package main

import (
	"context"
	"time"

	"github.com/shakki/chess"
)

// limits say when a search ends. Zero values mean no limit.
type limits struct {
	depth int
	nodes uint64
	soft  time.Time // after this, no deeper search begins
	hard  time.Time // after this, the search ends at once
}

// A rootMove is a move in the position to search, with its line once that was searched.
type rootMove struct {
	move  chess.Move
	value int
	line  []chess.Move
}

// think searches p deeper and deeper until a limit is reached. The hashes are those of the earlier
// positions of the game that can occur again. It calls report after each depth, with the best
// moves in front.
func (s *search) think(ctx context.Context, p chess.Position, hashes []uint64, moves []rootMove, lines int, l limits, report func(depth int)) {
	s.prepare(ctx, p, hashes, l)
	for depth := 1; depth < maxPly && (l.depth == 0 || depth <= l.depth); depth++ {
		for k := range min(lines, len(moves)) {
			s.searchRoot(depth, moves[k:])
		}
		if s.stopped {
			return
		}
		report(depth)
		if !l.soft.IsZero() && time.Now().After(l.soft) {
			return
		}
	}
}

// prepare sets up the root and the history of the game.
func (s *search) prepare(ctx context.Context, p chess.Position, hashes []uint64, l limits) {
	s.ctx, s.limits, s.nodes, s.stopped = ctx, l, 0, false
	s.table.age++
	s.base = len(hashes)
	s.path = append(append(s.path[:0], hashes...), p.Hash())
	s.path = append(s.path, make([]uint64, maxPly)...)
	root := &s.stack[0]
	root.pos, root.tally, root.oldest = p, tallyOf(&p), 0
	for i := range s.stack {
		s.stack[i].killers = [2]chess.Move{}
	}
	for c := range s.history {
		for from := range s.history[c] {
			for to := range s.history[c][from] {
				s.history[c][from][to] /= 4
			}
		}
	}
}

// searchRoot brings the best of the given moves to the front. It first searches with a narrow
// window around the last value and widens the window on the side where the value is outside.
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
		value := s.try(0, m.move, depth, alpha, beta, 0, n == 0)
		if s.stopped {
			break
		}
		best = max(best, value)
		if value <= alpha {
			continue
		}
		alpha = value
		m.value, m.line = value, append(append(m.line[:0], m.move), s.stack[1].line...)
		copy(moves[1:n+1], moves[:n])
		moves[0] = m
		if value >= beta {
			break
		}
	}
	return best
}
