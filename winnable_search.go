package chess

import (
	"context"
	"sync"

	"github.com/shakki/chess/internal/hashset"
)

// A helpmateSearch visits all positions that legal moves of both sides can lead to, until it finds
// a checkmate by the winner. It searches depth first, which finds long lines sooner than going on
// from the nearest position.
//
// If the search finds a checkmate, the line to it is the proof. The search ends without a mate only
// when each position that it has visited is of one of two kinds:
//
//   - The position is expanded: every legal move from it leads to a position that was visited, and
//     none gives checkmate.
//   - The position is closed: material, reach, or a race shows that no line from it ends in
//     checkmate.
//
// Suppose that a line from the root ends in checkmate. If every position before its last one is
// expanded, the last move would have been found to give checkmate. Otherwise the line passes
// through a closed position, from which no line ends in checkmate. So there is no such line.
//
// A visited position is known by its hash of 64 bits alone. That two positions of one search have
// the same hash is not impossible, but the chance is below one in 10⁹ for a search of the default
// size.
type helpmateSearch struct {
	winner   Color
	effort   effort      // what the search may still cost
	races    races       // by the side that is limited
	seen     hashset.Set // hashes of the visited positions
	closings int         // number of positions examined with reach
	path     searchPath  // the line from the root to the position that is being expanded
	moves    []Move      // moves from the positions of the path that have not been tried yet
	mate     Move        // move that gives checkmate at the end of the path, or NullMove
	budget   int         // maximum number of positions
	archive  archive     // for the games that are played besides the search
}

// A searchPath is the line that a search follows. Since it can be very long, it keeps one position
// of each block of steps, and those of the last steps. It plays the moves of a block again when the
// search returns to it.
type searchPath struct {
	steps  []pathStep
	marks  []Position              // the first position of each block
	recent [2 * pathBlock]Position // a ring, by the index of the step, of the positions from low on
	low    int
}

// A pathStep is a move of the line that a search follows, and where the moves after it begin.
type pathStep struct {
	move  Move
	first int32 // index in helpmateSearch.moves
}

const pathBlock = 32 // number of steps in a block

// last returns the last position of the path, which is not empty.
func (s *searchPath) last() *Position { return &s.recent[(len(s.steps)-1)%len(s.recent)] }

// next returns memory for the position that may become the last one of the path.
func (s *searchPath) next() *Position { return &s.recent[len(s.steps)%len(s.recent)] }

// push adds the step to the position in the memory of next.
func (s *searchPath) push(step pathStep) {
	n := len(s.steps)
	if n%pathBlock == 0 {
		s.marks = append(withRoom(s.marks, 1), *s.next())
	}
	s.steps = append(withRoom(s.steps, 1), step)
	s.low = max(s.low, n+2-len(s.recent)) // the next position does not overwrite one that counts
}

// pop removes the last step.
func (s *searchPath) pop() {
	s.steps = s.steps[:len(s.steps)-1]
	last := len(s.steps) - 1
	s.marks = s.marks[:last/pathBlock+1]
	if last >= s.low || last < 0 {
		return
	}
	s.low = last &^ (pathBlock - 1)
	p := &s.recent[s.low%len(s.recent)]
	*p = s.marks[s.low/pathBlock]
	for i := s.low + 1; i <= last; i++ {
		q := &s.recent[i%len(s.recent)]
		q.SetAfter(p, s.steps[i].move)
		p = q
	}
}

// helpmateSearches keeps the memory of searches for the next ones.
var helpmateSearches = sync.Pool{New: func() any { return new(helpmateSearch) }}

// newHelpmateSearch returns a search from p for c that visits at most budget positions. The caller
// gives it back to helpmateSearches when it is over.
func newHelpmateSearch(p *Position, c Color, budget int) *helpmateSearch {
	h := helpmateSearches.Get().(*helpmateSearch)
	h.winner, h.races, h.mate, h.budget = c, newRaces(p, c), NullMove, budget
	h.moves, h.closings = h.moves[:0], 0
	h.path.steps, h.path.marks, h.path.low = h.path.steps[:0], h.path.marks[:0], 0
	h.seen.Clear()
	root := h.path.next()
	*root = *p
	h.seen.Add(p.hash)
	h.visit(root, NullMove)
	return h
}

// run searches until the question is settled, which it reports, or the search has visited budget
// positions or has no room left, e is spent, or ctx is done. If h.mate is then set, line returns the
// line to checkmate. Without an answer, run can be called again with a larger budget.
func (h *helpmateSearch) run(ctx context.Context, budget int, e *effort) bool {
	h.effort = *e // a pointer in memory that is kept would move e to the heap
	defer func() { *e = h.effort }()
	for len(h.path.steps) > 0 && h.mate == NullMove {
		visited, waiting := h.seen.Len(), len(h.moves)
		if visited >= budget || waiting > 4*h.budget || h.effort.isSpent() || visited&255 == 255 && ctx.Err() != nil {
			return false
		}
		p := h.path.last()
		m, isNew := h.nextMove(p)
		h.effort.spend(2 + waiting - len(h.moves))
		if m == NullMove {
			h.path.pop()
			continue
		}
		q := h.path.next()
		if q.SetAfter(p, m); isNew || h.seen.Add(q.hash) {
			h.visit(q, m)
		}
	}
	return true
}

// nextMove removes moves from p, the last position of the path, until it finds one that may lead to
// a new position. It returns NullMove if there is none. Mostly the keys of the pieces tell the hash
// of the position after the move, which saves making most moves. Then it marks the position as
// visited and reports that it is new.
func (h *helpmateSearch) nextMove(p *Position) (m Move, isNew bool) {
	first := int(h.path.steps[len(h.path.steps)-1].first)
	for len(h.moves) > first {
		m := h.moves[len(h.moves)-1]
		h.moves = h.moves[:len(h.moves)-1]
		from, to := m.From(), m.To()
		piece := p.PieceAt(from) & 15
		if piece.Type() == Pawn && (from^to == 16 || m.Promotion() != NoPieceType) || p.state&(stateCastling|stateEnPassant) != 0 {
			return m, false
		}
		keys := &pieceKeys[piece]
		if h.seen.Add(p.hash ^ polyglotKeys[turnKey] ^ keys[from&63] ^ keys[to] ^ pieceKeys[p.PieceAt(to)&15][to]) {
			return m, true
		}
	}
	return NullMove, false
}

// visit visits p, the position after m in the last position of the path, for the first time. It
// stands in the memory of path.next. If p is not closed, it becomes the last position of the path.
func (h *helpmateSearch) visit(p *Position, m Move) {
	if h.closes(p) {
		return
	}
	first := len(h.moves)
	h.path.push(pathStep{m, int32(first)})
	if cap(h.moves)-first < MaxMoves {
		h.moves = withRoom(h.moves, MaxMoves) // only then, since a pointer that is written costs the collector time
	}
	h.moves = h.moves[:len(p.AppendLegalMoves(h.moves))]
	moves := h.moves[first:]
	h.effort.spend(7 + len(moves)/8)
	if p.Turn() == h.winner {
		h.mate = p.matingMove(moves, &h.effort)
	}
}

// matingMove returns one of the legal moves in p that gives checkmate, or NullMove.
func (p *Position) matingMove(moves []Move, e *effort) Move {
	e.spend(2 + len(moves)/4)
	king := p.King(p.Turn().Other())
	occupied, own := p.Occupied(), p.ByColor(p.Turn())
	diagonal, straight := bishopAttacks(king, occupied), rookAttacks(king, occupied)
	var special Bitboard // a move from here may give check from elsewhere
	behind := occupied &^ (diagonal | straight)
	switch sliders := bishopAttacks(king, behind)&p.diagonalSliders() | rookAttacks(king, behind)&p.straightSliders(); {
	case p.state&(stateCastling|stateEnPassant) != 0:
		special = allSquares
	case sliders&own != 0:
		special = diagonal | straight
	}
	checks := [8]Bitboard{Pawn: pawnAttacks[p.Turn().Other()&1][king], Knight: knightAttacks[king],
		Bishop: diagonal, Rook: straight, Queen: diagonal | straight}
	for _, m := range moves {
		checking := special.Has(m.From()) || checks[p.typeAt(m.From())&7].Has(m.To()) || m.Promotion() != NoPieceType
		if !checking || !p.GivesCheck(m) {
			continue
		}
		e.spend(5)
		var q Position
		if q.SetAfter(p, m); !q.hasLegalMove() {
			return m
		}
	}
	return NullMove
}

// closes reports whether a race, material, or reach shows that no line from p ends in checkmate.
// With material and reach it examines the first positions, and later those to which the move cannot
// be taken back. It stops examining the reach after many positions.
func (h *helpmateSearch) closes(p *Position) bool {
	if h.races.close(p, &h.effort) {
		return true
	}
	if p.HalfmoveClock() != 0 && h.seen.Len() > reachFirst {
		return false
	}
	if p.lacksMaterial(h.winner) {
		return true
	}
	if h.closings >= reachMost {
		return false
	}
	h.closings++
	return p.isClosed(h.winner, h.closings < reachAll, &h.effort)
}

// line returns the moves from the root to the checkmate.
func (h *helpmateSearch) line() []Move {
	var line []Move
	for _, step := range h.path.steps[1:] {
		line = append(line, step.move)
	}
	return append(line, h.mate)
}
