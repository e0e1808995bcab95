package chess

import (
	"context"

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
// A visited position is identified by its 64-bit hash alone. Two positions of one search may have the
// same hash, but the chance is below one in 10⁹ for a search of the default size.
type helpmateSearch struct {
	winner   Color
	effort   effort      // what the search may still cost
	races    races       // by the side that is limited
	seen     hashset.Set // hashes of the visited positions
	closings int         // number of positions examined with reach
	path     []pathStep  // the line from the root to the position that is being expanded
	moves    []Move      // moves from the positions of the path that have not been tried yet
	mate     Move        // move that gives checkmate at the end of the path, or NullMove
	budget   int         // maximum number of positions
}

// A pathStep is a position of the line that a search follows, with the move that leads to it.
type pathStep struct {
	position Position
	move     Move
	first    int32 // index in helpmateSearch.moves of the first move from the position
}

// start starts a search from p for c that visits at most budget positions.
func (h *helpmateSearch) start(p *Position, c Color, budget int) {
	h.winner, h.races, h.mate, h.budget = c, newRaces(p, c), NullMove, budget
	h.moves, h.closings, h.path = h.moves[:0], 0, h.path[:0]
	h.seen.Clear()
	h.seen.Add(p.hash)
	h.visit(pathStep{position: *p})
}

// run searches until the question is settled, which it reports, or the search has visited budget
// positions or has no room left, e is spent, or ctx is done. If h.mate is then set, line returns the
// line to checkmate. Without an answer, run can be called again with a larger budget.
func (h *helpmateSearch) run(ctx context.Context, budget int, e *effort) bool {
	h.effort = *e // a pointer in memory that is kept would move e to the heap
	defer func() { *e = h.effort }()
	for len(h.path) > 0 && h.mate == NullMove {
		visited, waiting := h.seen.Len(), len(h.moves)
		if visited >= budget || waiting > 4*h.budget || h.effort.isSpent() || visited&255 == 255 && ctx.Err() != nil {
			return false
		}
		last := &h.path[len(h.path)-1]
		m, isNew := h.nextMove(last)
		h.effort.spend(2 + waiting - len(h.moves))
		if m == NullMove {
			h.path = h.path[:len(h.path)-1]
			continue
		}
		next := pathStep{move: m}
		if next.position.SetAfter(&last.position, m); isNew || h.seen.Add(next.position.hash) {
			h.visit(next)
		}
	}
	return true
}

// nextMove removes moves from the last position of the path until it finds one that may lead to
// a new position. It returns NullMove if there is none. Mostly the keys of the pieces tell the hash
// of the position after the move, which saves making most moves. Then it marks the position as
// visited and reports that it is new.
func (h *helpmateSearch) nextMove(last *pathStep) (m Move, isNew bool) {
	p := &last.position
	for len(h.moves) > int(last.first) {
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

// visit visits the position of the next step for the first time. If it is not closed, visit adds the step
// to the path.
func (h *helpmateSearch) visit(next pathStep) {
	p := &next.position
	if h.closes(p) {
		return
	}
	first := len(h.moves)
	next.first = int32(first)
	h.path = append(withRoom(h.path, 1), next)
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
	for _, step := range h.path[1:] {
		line = append(line, step.move)
	}
	return append(line, h.mate)
}

// A race is a position in which one side has nothing left but a limited number of pawn moves until
// the other side promotes a pawn. If the other side cannot promote in time, the first one runs out
// of moves, which is stalemate.
//
// newRace computes the reach of the pieces in all games before the first move of a piece to which
// the other side has promoted a pawn. It follows from this reach that up to then
//
//  1. no piece of the limited side other than pawns moves;
//  2. all pawns stay on their files, so none captures, and no pawn of the limited side promotes;
//  3. the limited side captures nothing, because by 1 and 2 it only advances pawns;
//  4. the winner, which is one of the two sides, does not checkmate unless it is by promoting.
//
// By 3 the other side keeps all its pawns until it promotes one. As long as it has as many pawns as
// at the start, these bounds hold:
//
//   - A pawn of the limited side never gets past a pawn ahead of it, so it has at most as many moves
//     as there are squares between the two. The sum over all pawns is the number of spare moves.
//   - A pawn of the other side needs one move for each rank, or one less with a double step. If pawns
//     of the limited side are ahead of it, pieces must capture them first, which takes at least one
//     move for each. If only the king can do that, it must first walk there.
//
// The limited side makes a move between any two moves of the other side. If it is the winner, it
// also needs a move after the promotion. That one is still among the spare moves. It does not
// capture the promoted piece, because no pawn attacks its own first rank and no other piece can
// move by 1.
type race struct {
	limited  Color
	pawns    int      // number of pawns of the other side, or 0 if there is no race
	fixed    Bitboard // pawns that do not move before a promotion
	walking  bool     // whether the king is the only piece of the other side that can capture pawns
	isWinner bool     // whether the limited side is the winner
}

// races are the races in which one side or the other is limited.
type races [2]race

// newRaces returns the races in p in which c tries to win.
func newRaces(p *Position, c Color) races {
	return races{newRace(p, White, c), newRace(p, Black, c)}
}

// close reports whether one of the races shows that the winner cannot checkmate from p, to which
// moves lead from the position for which the races were made.
func (r *races) close(p *Position, e *effort) bool {
	if r[0].pawns+r[1].pawns == 0 {
		return false
	}
	e.spend(2 * p.pawns().Count())
	return r[0].isOver(p) || r[1].isOver(p)
}

// newRace returns the race in p in which the given side is limited. There is none if one of the
// conditions may not hold.
func newRace(p *Position, limited, winner Color) race {
	own, pawns := p.ByColor(limited), p.Pieces(limited.Other(), Pawn)
	if p.Castling() != 0 || pawns == 0 || own&p.pawns() == 0 {
		return race{}
	}
	r := reach{keeps: pawns}
	r.find(p, true)
	if r.squares[p.King(limited)&63].more() || r.promotable != 0 || r.mayMate(winner) {
		return race{}
	}
	walking := true
	for s := range (p.Occupied() &^ p.kings()).Squares() {
		switch {
		case p.typeAt(s) == Pawn:
			passed := own.Has(s) && ahead(s.Bitboard(), limited)&pawns == 0
			if r.squares[s&63]&^s.File().Bitboard() != 0 || passed && r.squares[s&63].more() {
				return race{}
			}
		case r.squares[s&63].more():
			if own.Has(s) {
				return race{}
			}
			walking = false
		}
	}
	return race{limited, pawns.Count(), r.fixed & p.pawns(), walking, limited == winner}
}

// isOver reports whether the limited side runs out of moves before the winner can checkmate.
func (r *race) isOver(p *Position) bool {
	own, pawns := p.Pieces(r.limited, Pawn), p.Pieces(r.limited.Other(), Pawn)
	if r.pawns == 0 || pawns.Count() != r.pawns {
		return false
	}
	spare := 0
	for rest := own &^ r.fixed; rest != 0; {
		path := ahead(rest.PopFirst().Bitboard(), r.limited)
		spare += (path &^ pawns &^ ahead(path&pawns, r.limited)).Count()
	}
	needed := 100
	for rest := pawns &^ r.fixed; rest != 0; {
		needed = min(needed, r.movesToPromote(p, rest.PopFirst()))
	}
	if p.Turn() != r.limited {
		needed--
	}
	if r.isWinner {
		needed++
	}
	return spare < needed
}

// movesToPromote returns a lower bound on the number of moves that the other side needs to promote
// its pawn on s.
func (r *race) movesToPromote(p *Position, s Square) int {
	other := r.limited.Other()
	rank := s.Rank().relativeTo(other)
	moves := int(eighthRank - rank)
	if rank == secondRank {
		moves--
	}
	path := ahead(s.Bitboard(), other)
	blockers := path & p.Pieces(r.limited, Pawn)
	if blockers == 0 {
		return moves
	}
	walk := 1
	if r.walking {
		walk = 7
		for king := p.King(other); path != 0; {
			walk = min(walk, max(path.PopFirst().distance(king), 1))
		}
	}
	return moves + blockers.Count() - 1 + walk
}
