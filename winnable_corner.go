package chess

import (
	"slices"
	"sync"

	"github.com/shakki/chess/internal/hashset"
)

// A cornerSearch looks for a line to a checkmate in a corner by knights and bishops. It visits
// positions by best-first search: it always goes on with the one from which the pieces seem to need
// the fewest moves. All moves are legal, so a line that ends in checkmate is a proof. If there is
// none, nothing is known about the position.
type cornerSearch struct {
	cornerTarget
	winner Color
	effort effort
	nodes  []cornerNode
	open   [64][]int32 // the nodes that are not visited yet, by cost
	seen   hashset.Set
}

// A cornerTarget describes checkmates by squares: the corner with the loser's king, the winner's
// king, and the square next to the corner that neither this king nor the mating piece attacks. A
// helper takes that one: a piece of the loser that stands there, or another piece of the winner that
// attacks it.
type cornerTarget struct{ corner, king, flight Square }

// A cornerNode is a position that the search has seen, and the move that leads to it.
type cornerNode struct {
	position Position
	before   int32 // index of the node before it
	move     Move
}

// cornerSearches keeps the memory of searches for the next ones.
var cornerSearches = sync.Pool{New: func() any { return new(cornerSearch) }}

// cornerTargets are the targets in all corners.
var cornerTargets = func() (targets []cornerTarget) {
	for corner := range BitboardOf(A1, H1, A8, H8).Squares() {
		for king := range kingRing[corner].Squares() {
			if left := kingAttacks[corner] &^ kingAttacks[king]; !left.more() {
				targets = append(targets, cornerTarget{corner, king, left.First()})
			}
		}
	}
	return targets
}()

// find looks for a line from p to each target, the nearest first. If it finds one, the line ends with
// the last node.
func (s *cornerSearch) find(p *Position) bool {
	costOf := func(t cornerTarget) int {
		s.cornerTarget = t
		return s.cost(p)
	}
	s.effort.spend(8 * len(cornerTargets))
	for _, t := range slices.SortedFunc(slices.Values(cornerTargets), func(a, b cornerTarget) int { return costOf(a) - costOf(b) }) {
		if costOf(t) < len(s.open) && s.run(p) {
			return true
		}
	}
	return false
}

// run looks for a line from p to the target.
func (s *cornerSearch) run(p *Position) bool {
	s.nodes = s.nodes[:0]
	for cost := range s.open {
		s.open[cost] = s.open[cost][:0]
	}
	s.seen.Clear()
	s.add(p, -1, NullMove)
	for range cornerNodes {
		cost := slices.IndexFunc(s.open[:], func(nodes []int32) bool { return len(nodes) > 0 })
		if cost < 0 || s.effort.isSpent() {
			return false
		}
		last := len(s.open[cost]) - 1
		i := s.open[cost][last]
		s.open[cost] = s.open[cost][:last]
		if s.visit(i) {
			return true
		}
	}
	return false
}

// visit adds the positions after each move from the node i. It reports whether one of them is
// checkmate, which is then the last node.
func (s *cornerSearch) visit(i int32) bool {
	p := s.nodes[i].position
	var buffer [256]Move
	moves := p.AppendLegalMoves(buffer[:0])
	s.effort.spend(8 + len(moves)*5)
	for _, m := range moves {
		q := p.After(m)
		if s.add(&q, i, m) && q.Turn() != s.winner && q.IsCheckmate() {
			return true
		}
	}
	return false
}

// add adds a node and reports whether it is new.
func (s *cornerSearch) add(p *Position, before int32, m Move) bool {
	if !s.seen.Add(p.hash) {
		return false
	}
	if cost := s.cost(p); cost < len(s.open) {
		s.open[cost] = append(s.open[cost], int32(len(s.nodes)))
	}
	s.nodes = append(s.nodes, cornerNode{*p, before, m})
	return true
}

// cost estimates how many moves lead from p to the target: those of the two kings, of the mating piece
// except the last one, and of the helper. Each other piece on the board costs two moves, since it may
// be in the way.
func (s *cornerSearch) cost(p *Position) int {
	own, others := p.ByColor(s.winner)&^p.kings(), p.ByColor(s.winner.Other())&^p.kings()
	block := far
	for at := range others.Squares() {
		block = min(block, s.movesToBlock(p.PieceAt(at), at))
	}
	pieces := far
	for mating := range own.Squares() {
		check, helper := max(distance(p.typeAt(mating), mating, s.corner)-1, 1), block
		for at := range own.without(mating).Squares() {
			helper = min(helper, max(distance(p.typeAt(at), at, s.flight)-1, 0))
		}
		pieces = min(pieces, check+helper)
	}
	kings := p.King(s.winner.Other()).distance(s.corner) + p.King(s.winner).distance(s.king)
	return kings + pieces + 2*max(p.Occupied().Count()-4, 0)
}

// movesToBlock estimates how many moves a piece of the loser needs from the given square to the one
// that the helper takes. Another pawn promotes to a suitable piece first.
func (s *cornerSearch) movesToBlock(piece Piece, at Square) int {
	c := piece.Color()
	switch checks := attacksOf(piece, s.flight, 0).Has(s.king); {
	case piece.Type() != Pawn && checks:
		return far
	case piece.Type() != Pawn:
		return distance(piece.Type(), at, s.flight)
	case !checks && ahead(at.Bitboard(), c).with(at).Has(s.flight):
		return at.distance(s.flight)
	}
	return int(eighthRank-at.Rank().relativeTo(c)) + 2
}

// distance returns the number of moves that a knight, bishop, or other piece that slides needs on an
// empty board.
func distance(t PieceType, from, to Square) (n int) {
	switch {
	case t == Bishop && LightSquares.Has(from) != LightSquares.Has(to):
		return far
	case t == Knight:
		for found := from.Bitboard(); !found.Has(to); found |= steps(Knight, found) {
			n++
		}
		return n
	case from == to:
		return 0
	case attacksOf(t.Of(White), from, 0).Has(to):
		return 1
	}
	return 2
}
