package chess

import "context"

// A shortestSearch looks for the shortest line to checkmate by depth-first searches of growing
// depth.
type shortestSearch struct {
	ctx    context.Context
	winner Color
	left   int            // number of positions that it may still visit
	failed map[uint64]int // by hash, the number of plies in which no checkmate was found
	moves  []Move         // moves from the positions of the current line that have not been tried yet
	line   []Move         // the line that was found, last move first
}

// shortestLine returns the shortest line from p to checkmate by c, given some line. If the search
// reaches the limit on positions or ctx is done, it returns the given line and false.
func (p *Position) shortestLine(ctx context.Context, c Color, line []Move, positions int) ([]Move, bool) {
	s := shortestSearch{ctx: ctx, winner: c, left: positions, failed: map[uint64]int{}}
	for plies := 2 - len(line)%2; plies < len(line); plies += 2 {
		if s.mates(p, plies) {
			for i, m := range s.line {
				line[len(s.line)-1-i] = m
			}
			return line[:len(s.line)], true
		}
		if s.left <= 0 {
			return line, false
		}
	}
	return line, true
}

// mates reports whether a line of the given number of plies from p ends in checkmate.
func (s *shortestSearch) mates(p *Position, plies int) bool {
	if s.spent() || p.HalfmoveClock() == 0 && p.lacksMaterial(s.winner) || s.failed[p.hash] >= plies {
		return false
	}
	first := len(s.moves)
	s.moves = p.AppendLegalMoves(s.moves)
	for len(s.moves) > first && s.left > 0 {
		m := s.moves[len(s.moves)-1]
		s.moves = s.moves[:len(s.moves)-1]
		if plies == 1 && !p.GivesCheck(m) {
			continue
		}
		var q Position
		q.SetAfter(p, m)
		if plies > 1 && s.mates(&q, plies-1) || plies == 1 && !q.hasLegalMove() {
			s.line = append(s.line, m)
			return true
		}
	}
	if s.moves = s.moves[:first]; s.left > 0 && plies > 1 {
		s.failed[p.hash] = plies
	}
	return false
}

// spent counts a position and reports whether the search must end.
func (s *shortestSearch) spent() bool {
	if s.left--; s.left&255 == 0 && s.ctx.Err() != nil {
		s.left = 0
	}
	return s.left <= 0
}
