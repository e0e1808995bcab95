package chess

import (
	"context"
	"slices"

	"github.com/shakki/chess/internal/hashset"
)

// A lineSearch looks for a short line to checkmate by the winner. It visits the positions around a
// position breadth first and remembers the shortest line of two kinds: a move that gives checkmate,
// or a plan, from a position that it has visited. It visits none that is too far away for a shorter
// line.
type lineSearch struct {
	seeker mateSeeker // for its plans
	plans  bool       // whether to ask for plans
	nodes  []lineNode
	next   int // index of the first node that was not expanded
	seen   hashset.Set

	plies int    // length of the shortest line, or of the line that is to be shortened
	end   int    // index of the node from which that line goes on with rest, or -1 if there is none
	rest  []Move // ends in checkmate

	moves, replies []Move // memory for the moves from the node that is expanded and from the last one
}

// A lineNode is a position that a lineSearch has visited.
type lineNode struct {
	position Position
	before   int32 // index of the node before it
	move     Move  // the move from there
	plies    uint16
}

// newLineSearch returns a search for lines to checkmate by c, which spends e.
func newLineSearch(c Color, e *effort) lineSearch {
	return lineSearch{seeker: mateSeeker{winner: c, effort: e, from: -1}}
}

// start makes p the only node. Only lines of fewer plies count.
func (s *lineSearch) start(p *Position, plies int) {
	s.nodes, s.next, s.plies, s.end = s.nodes[:0], 0, plies, -1
	s.seen.Clear()
	s.add(p, 0, NullMove, 0)
}

// expand adds the positions after each move from the next node. It returns false if there is no next
// node.
func (s *lineSearch) expand() bool {
	if s.next == len(s.nodes) {
		return false
	}
	before := int32(s.next)
	node := s.nodes[before]
	s.next++
	s.moves = node.position.AppendLegalMoves(s.moves[:0])
	s.seeker.effort.spend(7 + 4*len(s.moves))
	for _, m := range s.moves {
		if int(node.plies)+2 >= s.plies {
			break
		}
		q := node.position.After(m)
		s.add(&q, before, m, node.plies+1)
	}
	return true
}

// add adds a node unless it was visited before or the winner cannot mate from it.
func (s *lineSearch) add(p *Position, before int32, m Move, plies uint16) {
	k := &s.seeker
	if !s.seen.Add(p.hash) || p.HalfmoveClock() == 0 && p.lacksMaterial(k.winner) {
		return
	}
	s.nodes = append(s.nodes, lineNode{*p, before, m, plies})
	if p.Turn() != k.winner {
		return
	}
	s.replies = p.AppendLegalMoves(s.replies[:0])
	if mate := p.matingMove(s.replies, k.effort); mate != NullMove {
		s.improve(int(plies), mate)
	} else if s.plans && k.hasPlan(p) {
		s.improve(int(plies), k.plan.moves[:k.plan.length]...)
	}
}

// improve takes the line to the last node and the rest, if it is shorter.
func (s *lineSearch) improve(plies int, rest ...Move) {
	if plies += len(rest); plies < s.plies {
		s.plies, s.end, s.rest = plies, len(s.nodes)-1, append(s.rest[:0], rest...)
	}
}

// appendLine appends the moves to the node i.
func (s *lineSearch) appendLine(line []Move, i int) []Move {
	first := len(line)
	for ; i > 0; i = int(s.nodes[i].before) {
		line = append(line, s.nodes[i].move)
	}
	slices.Reverse(line[first:])
	return line
}

// line returns the line that was found, or else the given one.
func (s *lineSearch) line(given []Move) []Move {
	if s.end < 0 {
		return given
	}
	return append(s.appendLine(nil, s.end), s.rest...)
}

// shortestLine returns the shortest line from p to checkmate by c, given some line. If the search
// reaches the limit on positions or ctx is done, it returns false and the shortest line that it has
// seen. It spends e, even if nothing is left.
func (p *Position) shortestLine(ctx context.Context, c Color, line []Move, positions int, e *effort) ([]Move, bool) {
	s := newLineSearch(c, e)
	isShortest := len(line) == 0 // it is checkmate
	for s.start(p, len(line)); !isShortest && len(s.nodes) < positions && (s.next&255 != 255 || ctx.Err() == nil); {
		isShortest = !s.expand()
	}
	return s.line(line), isShortest
}

// shorten returns a shorter line than the given one from p to checkmate by c, if it finds one. It spends
// e. A first search stops when the line is at most twice as long as the shortest one can be. If the line
// is still long after that, it tries games, and then passes along the line that look farther and
// farther.
func (p *Position) shorten(ctx context.Context, c Color, line []Move, e *effort) []Move {
	s := newLineSearch(c, e)
	s.plans = true
	s.start(p, len(line))
	for len(s.nodes) < min(nodesPerPly*s.plies, nearNodes) && s.mayBeHalved() && ctx.Err() == nil {
		s.expand()
	}
	line = s.replay(ctx, p, s.line(line))
	for ball := firstBall; ball <= mostBall && len(line) > longLine && ctx.Err() == nil && !e.isSpent(); ball *= 4 {
		if short := s.pass(p, line, ball); len(short) < len(line) {
			line = short
		}
	}
	return line
}

// mayBeHalved reports whether there may be a line of less than half as many plies as the shortest one
// that was found: no position that is nearer than the next one has a mate in one.
func (s *lineSearch) mayBeHalved() bool {
	return s.next < len(s.nodes) && 2*(int(s.nodes[s.next].plies)+1) < s.plies
}

// replay plays games from p, which find a shorter line than the given one more often than not. It leaves
// half of the effort.
func (s *lineSearch) replay(ctx context.Context, p *Position, line []Move) []Move {
	k := &s.seeker
	k.archive = new(archive)
	k.mayMate(p)
	for n := 0; n < moreLines && len(line) > longLine && *k.effort > lineEffort/2; n++ {
		k.reset(p)
		if k.explore(ctx, lineMoves) && len(k.line()) < len(line) {
			line = k.line()
		}
	}
	return line
}

// pass goes along the line from p and looks for shortcuts. Around each position that it comes to, it
// visits a number of positions. It goes on from the one that saves the most plies, or ends with a
// line to checkmate that it finds.
func (s *lineSearch) pass(p *Position, line []Move, ball int) (short []Move) {
	index := make(map[PositionKey]int, len(line)) // of the positions of the line
	q := *p
	for i, m := range line {
		index[q.Key()] = i
		q.SetAfter(&q, m)
	}
	e := s.seeker.effort
	e.spend(3 * len(line))
	q = *p
	for at := 0; at < len(line); {
		best, most := s.findShortcut(&q, at, index, len(line), ball)
		switch {
		case len(line)-at-s.plies > most:
			return append(s.appendLine(short, s.end), s.rest...)
		case e.isSpent():
			return append(short, line[at:]...)
		case most > 0:
			q = s.nodes[best].position
			short, at = s.appendLine(short, best), index[q.Key()]
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

// findShortcut visits positions around p, the position of the line with the given index. It returns
// the node from which the rest of the line saves the most plies, and how many.
func (s *lineSearch) findShortcut(p *Position, at int, index map[PositionKey]int, end, ball int) (best, most int) {
	checked := 0
	for s.start(p, end-at); !s.seeker.effort.isSpent() && s.expand(); {
		for ; checked < len(s.nodes); checked++ {
			n := &s.nodes[checked]
			if i, ok := index[n.position.Key()]; ok && i-at-int(n.plies) > most {
				best, most = checked, i-at-int(n.plies)
			}
		}
		if checked >= min(ballGrowth*ball, mostBall) || checked >= ball && (most > 0 || s.end >= 0) {
			break
		}
	}
	return best, most
}
