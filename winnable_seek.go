package chess

import (
	"context"
	"slices"

	"github.com/shakki/chess/internal/hashset"
)

// A mateSeeker looks for a line to checkmate by playing games in which both sides help the winner.
// It rates the moves, adds a random number to each rating, and picks the best. Every few moves it
// asks a plan for the rest of the line. Each move is one of AppendLegalMoves, so a line that ends
// in checkmate is a proof. If no game ends in checkmate, nothing is known about the position.
//
// The first games start from the given position and simplify it: the winner captures and advances
// its pawns. The later ones start from an archive of positions that earlier games have led to, as
// in the algorithm Go-Explore. In each of them other kinds of moves look good.
type mateSeeker struct {
	winner      Color
	effort      *effort  // what the games may still cost
	seed        uint32   // state of the random numbers
	games       int      // number of games played
	mateSquares Bitboard // squares on which the loser's king may be mated

	// The game that is being played.
	moves   [max(seekMoves, cornerNodes)]Move
	length  int      // number of moves
	planned int      // number of positions that plans have looked at
	plan    matePlan // the line that follows the moves, if a plan found one
	style   seekStyle

	*archive       // nil until explore
	from     int32 // index in the archive of the position from which the game started, or -1
}

// An archive holds positions that the games of a mateSeeker have led to, and the moves between
// them.
type archive struct {
	archived []archivedPosition
	known    hashset.Set // features of positions
}

// An archivedPosition is a position that a game has led to.
type archivedPosition struct {
	position Position
	before   int32  // index of the position from which that game started
	moves    []Move // the moves from there
	visited  bool   // whether a game has started here
}

// A seekStyle says which moves look good in a game.
type seekStyle struct {
	take    int       // rating of captures by the winner
	give    int       // rating of captures by the loser
	push    int       // rating of pawn moves by the winner, for each rank
	byMinor bool      // whether the winner is to mate with a minor piece
	kings   [2]Square // squares to which the king of each color should go then
}

// line returns the line that was found.
func (k *mateSeeker) line() []Move {
	line := slices.Concat(k.moves[:k.length], k.plan.moves[:k.plan.length])
	for i := k.from; i > 0; i = k.archived[i].before {
		line = slices.Concat(k.archived[i].moves, line)
	}
	return line
}

// hasPlan reports whether a plan finds a line from p of at most the given number of plies.
func (k *mateSeeker) hasPlan(p *Position, plies int) bool {
	c := k.winner
	if p.straightSliders()&p.ByColor(c) == 0 && p.Pieces(c, Pawn)&^ahead(p.Occupied()&^p.kings(), c.Other()) == 0 {
		return false
	}
	k.plan.winner, k.plan.plies, k.plan.nodes, k.plan.work = c, plies, planNodes, 0
	found := k.plan.find(p)
	k.effort.spend(k.plan.work + 2*(planNodes-k.plan.nodes))
	k.planned += planNodes - k.plan.nodes
	return found
}

// seek plays up to n games from p and reports whether one of them leads to checkmate. A side that
// has only minor pieces cannot mate by a plan, so it looks for a checkmate in a corner once
// instead.
func (k *mateSeeker) seek(p *Position, n int) bool {
	k.from = -1
	if k.isMinor(p) {
		k.games++
		return k.games == 1 && k.seekCorner(p)
	}
	for ; n > 0 && !k.effort.isSpent(); n-- {
		k.games++
		if k.play(*p, quickMoves) {
			return true
		}
	}
	return false
}

// isMinor reports whether the winner has no queen, rook, or pawn.
func (k *mateSeeker) isMinor(p *Position) bool {
	return p.ByColor(k.winner)&(p.pawns()|p.straightSliders()) == 0
}

// seekCorner looks for a line from p to a checkmate in a corner.
func (k *mateSeeker) seekCorner(p *Position) bool {
	s := cornerSearches.Get().(*cornerSearch)
	defer cornerSearches.Put(s)
	k.length, k.plan.length = 0, 0
	s.winner, s.effort = k.winner, *k.effort
	found := s.find(p)
	*k.effort = s.effort
	if !found {
		return false
	}
	for i := int32(len(s.nodes) - 1); i > 0; i = s.nodes[i].before {
		k.moves[k.length] = s.nodes[i].move
		k.length++
	}
	slices.Reverse(k.moves[:k.length])
	return true
}

// mayMate reports whether the reach of the pieces of p allows checkmate by the winner, and learns on
// which squares.
func (k *mateSeeker) mayMate(p *Position) bool {
	var r reach
	r.find(p, true)
	k.mateSquares = r.matingSquares(k.winner, 64)
	k.effort.spend(r.work)
	return k.mateSquares != 0
}

// reset makes p the only archived position.
func (a *archive) reset(p *Position) {
	a.archived = append(a.archived[:0], archivedPosition{position: *p, before: -1})
	a.known.Clear()
}

// explore plays games from archived positions, with about n moves in all, and reports whether one
// of them leads to checkmate.
func (k *mateSeeker) explore(ctx context.Context, n int) bool {
	for n > 0 && ctx.Err() == nil && !k.effort.isSpent() {
		k.from = int32(k.random(len(k.archived)))
		s := &k.archived[k.from]
		isNew := !s.visited
		s.visited = true
		if isNew && k.isMinor(&s.position) {
			if k.seekCorner(&s.position) {
				return true
			}
			n -= cornerMoves
		}
		k.games++
		k.setStyle(&s.position)
		if k.play(s.position, seekMoves) {
			return true
		}
		n -= k.length + 4 + k.planned/4
	}
	return false
}

// setStyle picks a random style for a game from p.
func (k *mateSeeker) setStyle(p *Position) {
	c := k.winner
	own := p.ByColor(c)
	k.style = seekStyle{
		take: [...]int{8, 8, 0, -8}[k.random(4)],
		give: [...]int{-18, -8, 0, 8}[k.random(4)],
		push: [...]int{1, 0, -1, 2}[k.random(4)],
	}
	minors := own &^ p.pawns() &^ p.kings()
	if minors == 0 || own&p.straightSliders() != 0 || own&p.pawns() != 0 && k.games%2 != 0 {
		return
	}
	at := k.choose(k.mateSquares)
	k.style.byMinor = true
	k.style.kings[c], k.style.kings[c.Other()] = k.choose(kingRing[at]), at
}

// play plays a game from p with at most limit moves and reports whether it leads to checkmate.
func (k *mateSeeker) play(p Position, limit int) bool {
	k.length, k.planned, k.plan.length = 0, 0, 0
	var buffer [256]Move
	for k.length < limit {
		var m Move
		if k.from < 0 {
			m = k.pickFirst(&p, buffer[:0])
		} else if moves := p.AppendLegalMoves(buffer[:0]); len(moves) != 0 {
			m = k.pick(&p, moves)
			k.effort.spend(len(moves))
		}
		k.effort.spend(9)
		if m == NullMove {
			return p.Turn() != k.winner && p.inCheck()
		}
		k.moves[k.length] = m
		k.length++
		var q Position
		q.SetAfter(&p, m)
		p = q
		if k.from >= 0 && !k.add(&p) {
			return false
		}
		if k.length%4 == 0 && k.hasPlan(&p, maxPlan) {
			return true
		}
	}
	return false
}

// pickFirst returns a random move of a kind that simplifies the position, or NullMove if there is
// no legal move. The winner captures. If it has neither queens nor rooks, it advances its pawns
// otherwise. The loser captures nothing and offers its pieces to the winner's pawns.
func (k *mateSeeker) pickFirst(p *Position, buffer []Move) Move {
	c := k.winner
	var moves []Move
	if p.Turn() == c {
		moves = p.AppendCaptures(buffer)
		if len(moves) == 0 && p.straightSliders()&p.ByColor(c) == 0 {
			moves = p.appendMoves(buffer, &moveFilter{p.pawns() | p.kings(), k.approachBlocker(p), allSquares})
		}
	} else {
		free := ^p.Occupied()
		offered := pawnsAttack(p.Pieces(c, Pawn), c) & free
		moves = p.appendMoves(buffer, &moveFilter{allSquares, offered, offered})
		if len(moves) == 0 {
			moves = p.appendMoves(buffer, &moveFilter{allSquares, free, free})
		}
	}
	if len(moves) == 0 {
		moves = p.AppendLegalMoves(buffer)
	}
	if len(moves) == 0 {
		return NullMove
	}
	m := moves[k.random(len(moves))]
	if m.Promotion() != NoPieceType && p.Turn() == c {
		return newPromotion(m.From(), m.To(), Queen)
	}
	return m
}

// approachBlocker returns the squares on which the winner's king is nearer to a piece that blocks a
// pawn of the winner.
func (k *mateSeeker) approachBlocker(p *Position) Bitboard {
	goal := (p.Pieces(k.winner, Pawn).forward(k.winner) & p.ByColor(k.winner.Other())).First()
	if goal == NoSquare {
		return 0
	}
	return nearest(kingAttacks[p.King(k.winner)], goal)
}

// add archives p unless a position with the same features was archived before. It returns false if
// no line from p ends in checkmate by the winner.
func (k *mateSeeker) add(p *Position) bool {
	irreversible := p.HalfmoveClock() == 0
	if irreversible && p.lacksMaterial(k.winner) {
		return false
	}
	if k.known.Len() == maxArchived || !k.known.Add(p.features()) {
		return true
	}
	if irreversible && len(k.archived) < archiveReach && p.isClosed(k.winner, true, k.effort) {
		return false
	}
	line := slices.Clone(k.moves[:k.length])
	k.archived = append(k.archived, archivedPosition{position: *p, before: k.from, moves: line})
	return true
}

// features returns a hash of the pawns, the numbers of pieces, and the regions of the kings.
func (p *Position) features() uint64 {
	pieces := p.Occupied() &^ p.pawns()
	counts := (pieces&p.black).Count()<<4 | (pieces &^ p.black).Count()
	white, black := uint64(p.King(White)&^9), uint64(p.King(Black)&^9) // squares that stand for two by two
	return mix(uint64(counts), uint64(p.pawns()&p.black), uint64(p.pawns()&^p.black), white, black)
}

// pick returns the move that looks best.
func (k *mateSeeker) pick(p *Position, moves []Move) Move {
	c := p.Turn()
	if k.style.byMinor && c == k.winner && p.King(c.Other()) == k.style.kings[c.Other()] {
		for _, m := range moves {
			if q := p.After(m); q.IsCheckmate() {
				return m
			}
		}
	}
	occupied, pawns, king := p.Occupied(), p.pawns(), p.King(c)
	best, most := moves[0], -1000
	for _, m := range moves {
		r := k.random(8)
		if goal := k.style.kings[c]; k.style.byMinor && m.From() == king {
			r += 4 * (king.distance(goal) - m.To().distance(goal))
		}
		if c == k.winner {
			r += k.rateWinner(m, occupied, pawns)
		} else {
			r += k.rateLoser(m, occupied, king)
		}
		if r > most {
			best, most = m, r
		}
	}
	return best
}

// rateWinner rates a move of the winner, given all pieces and the pawns. Higher is better.
func (k *mateSeeker) rateWinner(m Move, occupied, pawns Bitboard) (r int) {
	if occupied.Has(m.To()) {
		r = k.style.take
	}
	if pawns.Has(m.From()) { // its captures count twice
		r += r + int(m.To().Rank().relativeTo(k.winner))*k.style.push
	}
	return r
}

// rateLoser rates a move of the loser, given all pieces and its king. Higher is better. If the
// winner is to mate with a minor piece, the loser's pieces go near its king.
func (k *mateSeeker) rateLoser(m Move, occupied Bitboard, king Square) (r int) {
	from, to := m.From(), m.To()
	if occupied.Has(to) {
		r = k.style.give
	}
	mateOn := k.style.kings[k.winner.Other()]
	near := kingAttacks[mateOn&63]
	switch {
	case from == king:
		return r + 2
	case !k.style.byMinor:
		return r
	case near.Has(to):
		return r + 8
	case near.Has(from):
		return r - 12
	}
	return r + from.distance(mateOn) - to.distance(mateOn)
}

// random returns a random number below n, which is at most 1<<16.
func (k *mateSeeker) random(n int) int {
	k.seed = k.seed*1664525 + 1013904223
	return int(uint64(k.seed) * uint64(n) >> 32)
}

// choose returns a random one of the squares, or any square if there are none.
func (k *mateSeeker) choose(squares Bitboard) Square {
	if squares == 0 {
		squares = allSquares
	}
	for n := k.random(squares.Count()); n > 0; n-- {
		squares.PopFirst()
	}
	return squares.First()
}
