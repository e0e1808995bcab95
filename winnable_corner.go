package chess

import (
	"slices"
	"sync"

	"github.com/shakki/chess/internal/hashset"
)

// A cornerMate is a checkmate in a corner, described by the squares of four pieces: the loser's
// king, the winner's king, the knight or bishop that mates, and a helper. The helper is a piece of
// the loser that blocks its own king, or another knight or bishop of the winner.
type cornerMate [4]Square

const (
	cornerLoser = iota
	cornerKing
	cornerMating
	cornerHelper
)

// cornerMates returns the checkmates of a black king on a1 and a8, by the mating piece, where 0 is a
// knight and 1 a bishop, and the helper. The first call computes them. The other corners and colors
// are reflections.
var cornerMates = sync.OnceValue(func() *[2][16][]cornerMate {
	var mates [2][16][]cornerMate
	for i, mating := range [...]Piece{WhiteKnight, WhiteBishop} {
		for _, helper := range [...]Piece{WhiteKnight, WhiteBishop, BlackPawn, BlackKnight, BlackBishop, BlackRook} {
			mates[i][helper] = append(matesIn(A1, mating, helper), matesIn(A8, mating, helper)...)
		}
	}
	return &mates
})

// matesIn returns the checkmates of a black king in the given corner.
func matesIn(corner Square, mating, helper Piece) (mates []cornerMate) {
	near := corner.Bitboard()
	for range 4 {
		near = around(near) // a bishop that is farther away does the same as a near one
	}
	for king := range kingRing[corner].Squares() {
		for at := range (attacksOf(mating, corner, 0).without(king) & near).Squares() {
			left := kingAttacks[corner] &^ (kingAttacks[king] | attacksOf(mating, at, 0))
			if left == 0 || left.more() {
				continue // one helper cannot take two squares
			}
			helpers := left
			if helper.Color() == White {
				helpers = attacksOf(helper, left.First(), 0) & near
			}
			for helpers &^= BitboardOf(corner, king, at); helpers != 0; {
				m := cornerMate{corner, king, at, helpers.PopFirst()}
				p := Position{status: status{state: stateBlack}}
				for i, piece := range [...]Piece{BlackKing, WhiteKing, mating, helper} {
					p.put(piece, m[i])
				}
				if p.IsCheckmate() && p.attackersTo(king, p.Occupied())&p.black == 0 {
					mates = append(mates, m)
				}
			}
		}
	}
	return mates
}

// A cornerSearch looks for a line to a cornerMate. It visits positions by best-first search: it
// always goes on with the move after which the four pieces need the fewest moves to get to their
// squares. All moves are legal, so a line that ends in checkmate is a proof. If there is none,
// nothing is known about the position.
type cornerSearch struct {
	cornerTarget
	winner Color
	effort effort
	escape Square // square next to the corner that only a helper of the winner attacks, or NoSquare
	nodes  []cornerNode
	open   [64][]cornerMove // the moves not tried yet, by cost
	seen   hashset.Set
}

// A cornerTarget is a cornerMate to aim for and the pieces that are to form it.
type cornerTarget struct {
	mate, from     cornerMate
	mating, helper PieceType // types in the checkmate. The helper may be a pawn before.
	cost           int
}

// A cornerNode is a position that the search has visited.
type cornerNode struct {
	position Position
	cornerState
	cornerMove // that led here
}

// A cornerState describes how far the four pieces are from a cornerMate.
type cornerState struct {
	squares cornerMate
	needs   [4]int // numbers of moves that each of them needs by itself
	cost    int    // number of moves that they need together
}

// A cornerMove is a move from a node.
type cornerMove struct {
	parent int32
	move   Move
}

// cornerSearches keeps the memory of searches for the next ones.
var cornerSearches = sync.Pool{New: func() any { return new(cornerSearch) }}

// chooseTargets returns the checkmates that take the fewest moves from p, the nearest first.
func (s *cornerSearch) chooseTargets(p *Position) (targets [cornerTargets]cornerTarget) {
	for i := range targets {
		targets[i].cost = far
	}
	c := s.winner
	s.from = cornerMate{p.King(c.Other()), p.King(c)}
	for at := range (p.ByColor(c) & (p.knights() | p.ByType(Bishop))).Squares() {
		s.from[cornerMating], s.mating = at, p.typeAt(at)
		for at := range (p.Occupied() &^ (p.kings() | p.ByType(Queen)).with(at)).Squares() {
			s.from[cornerHelper], s.helper = at, p.typeAt(at)
			pawn := s.helper == Pawn
			s.addTargets(&targets, p.PieceAt(at).Color(), pawn)
			for s.helper = Knight; pawn && s.helper <= Rook; s.helper++ {
				s.addTargets(&targets, c.Other(), pawn)
			}
		}
	}
	return targets
}

// addTargets adds the checkmates with the mating piece and the helper of s to the targets.
func (s *cornerSearch) addTargets(targets *[cornerTargets]cornerTarget, c Color, pawn bool) {
	mates := cornerMates()[s.mating-Knight][s.helper.Of(c^s.winner)]
	s.effort.spend(2 * len(mates))
	for _, mate := range mates {
		for _, flip := range [...]Square{A1, H1} {
			s.cost = 0
			for i := range mate {
				s.mate[i] = mate[i] ^ flip ^ A8*Square(s.winner)
				s.cost += s.needs(i, s.from[i], pawn)
			}
			for i := len(targets) - 1; i >= 0 && s.cost < targets[i].cost; i-- {
				if i < len(targets)-1 {
					targets[i+1] = targets[i]
				}
				targets[i] = s.cornerTarget
			}
		}
	}
}

// needs returns how many moves the piece i needs from the given square to its target on an empty
// board. If pawn is set, the helper still is a pawn.
func (s *cornerSearch) needs(i int, from Square, pawn bool) int {
	to := s.mate[i]
	switch {
	case i <= cornerKing:
		return from.distance(to)
	case i == cornerMating:
		corner := s.mate[cornerLoser]
		if from == to || from == corner || s.mating == Bishop && bishopRays[corner].Has(from) {
			return 2 // it is to give check with its last move
		}
		return distance(s.mating, from, to)
	case !pawn:
		return distance(s.helper, from, to)
	}
	c := s.winner.Other()
	rank := from.Rank().relativeTo(c)
	if s.helper != Pawn {
		promotesOn := SquareAt(from.File(), eighthRank.relativeTo(c))
		return int(eighthRank-rank) + distance(s.helper, promotesOn, to)
	}
	if n := int(to.Rank().relativeTo(c)) - int(rank); n >= 0 && from.File() == to.File() {
		return n
	}
	return far
}

// distance returns the number of moves that a knight, bishop, or rook needs on an empty board.
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

// costOf returns the number of moves that the pieces on the given squares need together, and more if
// one of them is too early. By themselves they need n moves. A helper of the loser comes last, since
// the loser must have a move until then. A helper of the winner arrives with check to the king on
// the escape square, which then has to go to the corner.
func (s *cornerSearch) costOf(squares *cornerMate, n [4]int) int {
	loser, helper := &n[cornerLoser], &n[cornerHelper]
	switch early := *helper == 0; {
	case s.escape == NoSquare:
		if early && (*loser+n[cornerKing] > 0 || n[cornerMating] > 1) {
			*helper = 2
		}
	case *loser == 0 && !early:
		*loser = 2
	case *loser > 0:
		if early && squares[cornerLoser] != s.escape {
			*helper = 2
		}
		if *helper > 0 {
			*loser = squares[cornerLoser].distance(s.escape) + 1
		}
	}
	return n[0] + n[1] + n[2] + n[3]
}

// run looks for a line from p to the target.
func (s *cornerSearch) run(p *Position, target *cornerTarget) bool {
	if target.cost >= far {
		return false
	}
	s.cornerTarget, s.escape = *target, NoSquare
	if p.ByColor(s.winner).Has(s.from[cornerHelper]) {
		taken := kingAttacks[s.mate[cornerKing]] | attacksOf(s.mating.Of(White), s.mate[cornerMating], 0)
		s.escape = (kingAttacks[s.mate[cornerLoser]] &^ taken).First()
	}
	s.nodes = s.nodes[:0]
	for cost := range s.open {
		s.open[cost] = s.open[cost][:0]
	}
	s.seen.Clear()
	node := cornerNode{position: *p, cornerState: cornerState{squares: s.from}}
	for i, from := range s.from {
		node.needs[i] = s.needs(i, from, p.typeAt(s.from[cornerHelper]) == Pawn)
	}
	node.cost = s.costOf(&node.squares, node.needs)
	for !s.expand(&node) {
		if len(s.nodes) == cornerNodes || s.effort.isSpent() || !s.next(&node) {
			return false
		}
	}
	return true
}

// expand visits node and adds its moves to the open ones. It reports whether one of them gives
// checkmate. Each other piece on the board costs two moves, since it may be in the way.
func (s *cornerSearch) expand(node *cornerNode) bool {
	index, others := int32(len(s.nodes)), node.position.Occupied().Count()-len(node.squares)
	s.nodes = append(s.nodes, *node)
	var buffer [256]Move
	moves := node.position.AppendLegalMoves(buffer[:0])
	s.effort.spend(8 + len(moves)*5/3)
	for _, m := range moves {
		if node.cost <= 3 && node.position.Turn() == s.winner && node.position.GivesCheck(m) {
			if q := node.position.After(m); !q.hasLegalMove() {
				s.nodes = append(s.nodes, cornerNode{cornerMove: cornerMove{index, m}})
				return true
			}
		}
		cost := s.after(node, m).cost + 2*others
		if node.position.Occupied().Has(m.To()) {
			cost -= 2
		}
		if cost < len(s.open) {
			s.open[cost] = append(s.open[cost], cornerMove{index, m})
		}
	}
	return false
}

// next sets node to the position after the cheapest open move that leads to a new one.
func (s *cornerSearch) next(node *cornerNode) bool {
	for cost := range s.open {
		for n := len(s.open[cost]) - 1; n >= 0; n-- {
			o := s.open[cost][n]
			s.open[cost] = s.open[cost][:n]
			parent := &s.nodes[o.parent]
			if node.position.SetAfter(&parent.position, o.move); s.seen.Add(node.position.hash) {
				node.cornerMove, node.cornerState = o, s.after(parent, o.move)
				return true
			}
		}
	}
	return false
}

// after returns the state of the four pieces after the move m. If one of them is captured or becomes
// a wrong piece, the cost is far.
func (s *cornerSearch) after(node *cornerNode, m Move) cornerState {
	next, promotion := node.cornerState, m.Promotion()
	switch moved := slices.Index(next.squares[:], m.From()); {
	case slices.Contains(next.squares[:], m.To()),
		moved >= 0 && promotion != NoPieceType && promotion != s.helper:
		next.cost = far
	case moved >= 0:
		pawn := moved == cornerHelper && node.position.typeAt(m.From()) == Pawn && promotion == NoPieceType
		next.squares[moved], next.needs[moved] = m.To(), s.needs(moved, m.To(), pawn)
		next.cost = s.costOf(&next.squares, next.needs)
	}
	return next
}
