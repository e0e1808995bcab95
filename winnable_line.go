package chess

import (
	"context"
	"math"
)

// A lineSearch looks for a short line to checkmate by the winner. It visits the positions around a
// position breadth first and remembers the shortest line of two kinds: a move that gives checkmate,
// or a plan, from a position that it has visited. It visits none that is too far away for a shorter
// line.
type lineSearch struct {
	lineTree
	seeker *mateSeeker // for its plans and games
	plans  bool        // whether to ask for plans
	leave  effort      // how much of the effort it leaves
	next   int         // index of the first node that was not expanded
	best   []Move      // the shortest line, or else the line that is to be shortened

	moves, replies []Move // memory for the moves from the node that is expanded and from the last one
}

// look visits up to n positions around p, from which the given line leads to checkmate. It stops when
// the shortest line is at most share times as long as one that it has not seen can be.
func (s *lineSearch) look(ctx context.Context, p *Position, line []Move, n, share int) {
	s.reset()
	s.next, s.best = 0, line
	s.visit(p, 0, NullMove)
	for len(s.nodes) < n && s.mayBeat(share) && !s.isSpent() && (s.next&255 != 255 || ctx.Err() == nil) {
		s.expand()
	}
}

// mayBeat reports whether the search may find a line such that the shortest one up to now is more than
// share times as long.
func (s *lineSearch) mayBeat(share int) bool {
	return s.next < len(s.nodes) && share*s.least() < len(s.best)
}

// least returns the minimum length of a line that the search has not seen. It has looked for checkmates
// after each move from the nodes.
func (s *lineSearch) least() int { return int(s.nodes[s.next].plies) + 2 }

// isSpent reports whether no more effort may be spent.
func (s *lineSearch) isSpent() bool { return *s.seeker.effort <= s.leave }

// expand adds the positions after each move from the next node.
func (s *lineSearch) expand() {
	before := int32(s.next)
	node := s.nodes[before]
	s.next++
	s.moves = node.position.AppendLegalMoves(s.moves[:0])
	s.seeker.effort.spend(7 + 4*len(s.moves))
	for _, m := range s.moves {
		if int(node.plies)+2 >= len(s.best) || s.isSpent() {
			break
		}
		q := node.position.After(m)
		s.visit(&q, before, m)
	}
}

// visit adds a node unless it was visited before or the winner cannot mate from it, and looks for a
// line from there.
func (s *lineSearch) visit(p *Position, before int32, m Move) {
	k := s.seeker
	if p.HalfmoveClock() == 0 && p.lacksMaterial(k.winner) || !s.add(p, before, m) || p.Turn() != k.winner {
		return
	}
	s.replies = p.AppendLegalMoves(s.replies[:0])
	if mate := p.matingMove(s.replies, k.effort); mate != NullMove {
		s.improve(mate)
		return
	}
	plies := int(s.nodes[len(s.nodes)-1].plies)
	for s.plans && k.plan.find(p, k.winner, len(s.best)-1-plies, k.effort) {
		s.improve(k.plan.line...)
	}
}

// improve takes the line to the last node and the rest, if it is shorter.
func (s *lineSearch) improve(rest ...Move) {
	last := len(s.nodes) - 1
	if int(s.nodes[last].plies)+len(rest) < len(s.best) {
		s.best = append(s.appendLine(nil, last), rest...)
	}
}

// shorten returns a shorter line than the given one from p to checkmate, if it finds one. It spends
// effort in proportion to the length of the line and to what deciding the question has cost. It stops when
// the line is at most twice as long as the shortest one can be and not long. If the line is long after
// a first search, it tries games, and then passes along the line that look farther and farther. A very
// long line takes the first pass before all that.
func (s *lineSearch) shorten(ctx context.Context, p *Position, line []Move, cost effort) []Move {
	s.plans = true
	start := *s.seeker.effort
	allow := func() {
		plies := effort(min(len(line), 200)) // a larger cube would exceed every limit, and might overflow 32 bits
		cube := plies * plies * plies
		most := min(lineMost*cube, max(lineBase+lineShare*cost, cube/lineLeast))
		s.leave = start - min(most, max(start-cost, lineAlways))
	}
	allow()
	if len(line) > veryLongLine {
		line = s.pass(ctx, p, line, firstBall)
		allow()
	}
	s.look(ctx, p, line, nearNodes, 2)
	line = s.best
	enough := longLine
	if s.mayBeat(2) {
		enough = min(enough, 2*s.least())
	}
	if len(line) > longLine {
		line = s.replay(ctx, line)
	}
	for ball := firstBall; ball <= mostBall && len(line) > enough && ctx.Err() == nil; ball *= 4 {
		if allow(); s.isSpent() {
			break
		}
		line = s.pass(ctx, p, line, ball)
	}
	return line
}

// replay plays games, which find a shorter line than a long one more often than not.
func (s *lineSearch) replay(ctx context.Context, line []Move) []Move {
	k := s.seeker
	k.seed, k.games = 0, 0
	k.mayMate()
	for n := 0; n < moreLines && len(line) > longLine && !s.isSpent(); n++ {
		k.reset()
		if k.explore(ctx, lineMoves) && len(k.line()) < len(line) {
			line = k.line()
		}
	}
	return line
}

// pass goes along the line from p and looks for shortcuts. Around each position that it comes to, it
// visits up to n positions. It goes on from the one that saves the most plies, or ends with a line to
// checkmate that it finds.
func (s *lineSearch) pass(ctx context.Context, p *Position, line []Move, n int) (short []Move) {
	index := make(map[uint64]int, len(line)) // of the positions of the line, by hash
	q := *p
	for i, m := range line {
		index[q.hash] = i
		q.SetAfter(&q, m)
	}
	s.seeker.effort.spend(3 * len(line))
	q = *p
	for at := 0; at < len(line); {
		s.look(ctx, &q, line[at:], n, 2)
		best, most := 0, 0
		for i := range s.nodes {
			node := &s.nodes[i]
			if j, ok := index[node.position.hash]; ok && j-at-int(node.plies) > most {
				best, most = i, j-at-int(node.plies)
			}
		}
		switch {
		case len(line)-at-len(s.best) > most:
			return append(short, s.best...)
		case s.isSpent():
			return append(short, line[at:]...)
		case most > 0:
			q = s.nodes[best].position
			short, at = s.appendLine(short, best), index[q.hash]
			continue
		}
		next := min(at+1+int(s.nodes[len(s.nodes)-1].plies)/2, len(line))
		for ; at < next; at++ {
			short = append(short, line[at])
			q.SetAfter(&q, line[at])
		}
	}
	return short
}

// shortest returns the shortest line from p to checkmate, given some line, even if no effort is left.
// If the search reaches the limit on positions or ctx is done, it returns false and the shortest line
// that it has seen.
func (s *lineSearch) shortest(ctx context.Context, p *Position, line []Move, positions int) ([]Move, bool) {
	s.plans, s.leave = false, math.MinInt
	s.look(ctx, p, line, positions, 1)
	return s.best, !s.mayBeat(1)
}
