package chess

import (
	"context"
	"slices"

	"github.com/shakki/chess/internal/hashset"
)

// A lineSearch visits the positions around a position breadth first, until it finds a checkmate by
// the winner.
type lineSearch struct {
	winner Color
	effort *effort
	nodes  []lineNode
	next   int // index of the first node that was not expanded
	seen   hashset.Set
	mate   Move // move that gives checkmate in the last node, or NullMove

	moves, replies []Move // memory for the moves from the node that is expanded and from the last one
}

// A lineNode is a position that a lineSearch has visited.
type lineNode struct {
	position Position
	before   int32 // index of the node before it
	move     Move  // the move from there
	plies    uint16
}

// start makes p the only node.
func (s *lineSearch) start(p *Position) {
	s.nodes, s.next, s.mate = s.nodes[:0], 0, NullMove
	s.seen.Clear()
	s.add(p, 0, NullMove, 0)
}

// expand adds the positions after each move from the next node. It stops if one of them allows the
// winner to mate. It returns false if there is no next node.
func (s *lineSearch) expand() bool {
	if s.next == len(s.nodes) {
		return false
	}
	before := int32(s.next)
	node := s.nodes[before]
	s.next++
	s.moves = node.position.AppendLegalMoves(s.moves[:0])
	s.effort.spend(7 + 4*len(s.moves))
	for i := 0; i < len(s.moves) && s.mate == NullMove; i++ {
		q := node.position.After(s.moves[i])
		s.add(&q, before, s.moves[i], node.plies+1)
	}
	return true
}

// add adds a node unless it was visited before or the winner cannot mate from it.
func (s *lineSearch) add(p *Position, before int32, m Move, plies uint16) {
	if !s.seen.Add(p.hash) || p.HalfmoveClock() == 0 && p.lacksMaterial(s.winner) {
		return
	}
	s.nodes = append(s.nodes, lineNode{*p, before, m, plies})
	if p.Turn() == s.winner {
		s.replies = p.AppendLegalMoves(s.replies[:0])
		s.mate = p.matingMove(s.replies, s.effort)
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

// shortestLine returns the shortest line from p to checkmate by c, given some line. If the search
// reaches the limit on positions or ctx is done, it returns the given line and false.
func (p *Position) shortestLine(ctx context.Context, c Color, line []Move, positions int) ([]Move, bool) {
	if len(line) == 0 {
		return line, true // it is checkmate
	}
	s := lineSearch{winner: c, effort: new(effort)}
	for s.start(p); s.mate == NullMove; s.expand() {
		switch {
		case int(s.nodes[s.next].plies)+2 >= len(line):
			return line, true
		case len(s.nodes) >= positions || s.next&255 == 255 && ctx.Err() != nil:
			return line, false
		}
	}
	if plies := int(s.nodes[len(s.nodes)-1].plies) + 1; plies >= len(line) {
		return line, true
	}
	return append(s.appendLine(nil, len(s.nodes)-1), s.mate), true
}

// shorten returns a shorter line than the given one from p to checkmate by c, if it finds one. The
// passes look farther and farther. The question has left some effort.
func (p *Position) shorten(ctx context.Context, c Color, line []Move, left effort) []Move {
	e := left + lineEffort
	s := lineSearch{winner: c, effort: &e}
	for ball := firstBall; ball <= mostBall && len(line) > longLine && ctx.Err() == nil && !e.isSpent(); ball *= 4 {
		if short := s.pass(p, line, ball); len(short) < len(line) {
			line = short
		}
	}
	return line
}

// pass goes along the line from p and looks for shortcuts. Around each position that it comes to, it
// visits a number of positions. It goes on from the one that saves the most plies, or ends with a
// checkmate that it finds.
func (s *lineSearch) pass(p *Position, line []Move, ball int) (short []Move) {
	index := make(map[PositionKey]int, len(line)) // of the positions of the line
	q := *p
	for i, m := range line {
		index[q.Key()] = i
		q.SetAfter(&q, m)
	}
	s.effort.spend(3 * len(line))
	q = *p
	for at := 0; at < len(line); {
		best, most := s.findShortcut(&q, at, index, ball)
		switch {
		case s.mate != NullMove:
			return append(s.appendLine(short, len(s.nodes)-1), s.mate)
		case s.effort.isSpent():
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
// the node from which the rest of the line saves the most plies, and how many. It stops when it
// finds a checkmate.
func (s *lineSearch) findShortcut(p *Position, at int, index map[PositionKey]int, ball int) (best, most int) {
	checked := 0
	for s.start(p); s.mate == NullMove && !s.effort.isSpent() && s.expand(); {
		for ; checked < len(s.nodes); checked++ {
			n := &s.nodes[checked]
			if i, ok := index[n.position.Key()]; ok && i-at-int(n.plies) > most {
				best, most = checked, i-at-int(n.plies)
			}
		}
		if checked >= min(ballGrowth*ball, mostBall) || checked >= ball && most > 0 {
			break
		}
	}
	return best, most
}
