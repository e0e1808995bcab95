package chess

import "slices"

// A matePlan looks for a line of legal moves of both sides that ends in checkmate with the help of
// three pieces:
//
//   - the loser's king walks to the square on which it is mated;
//   - the winner's king takes squares from it;
//   - the mating piece, a queen or a rook, or a pawn that first promotes, gives mate.
//
// All other pieces stay where they are. So the plan needs no positions. A state is the squares of the
// three pieces, and sets of squares show that each move of the line is legal:
//
//   - winnerGuards includes every square that the other pieces of the winner attack, wherever the
//     three pieces are: it is computed as if they were not on the board. loserGuards is the same for
//     the loser. Either may include more.
//   - No move captures except the last one. Each goes to an empty square over empty squares.
//   - The loser's king goes to squares that are not in winnerGuards, not next to the winner's king,
//     and not attacked by the mating piece. So no piece of the winner attacks it after its move.
//   - The winner's king goes to squares that are not in loserGuards and not next to the loser's
//     king.
//   - The mating piece moves only if the winner's king is on a square that is not in loserGuards. So
//     the winner is not in check, and the mating piece is not pinned.
//
// None of this depends on the first position: a king that is in check or a piece that is pinned
// there only has fewer moves. If the line starts with a capture or a move of another piece, which
// answers a check, that move is one of AppendLegalMoves.
//
// The last position is checkmate. The mating piece attacks the loser's king. No piece of the loser
// can capture it, since its square is not in loserGuards, and none can enter a square between it
// and the king. Each square around the loser's king holds a piece of the loser, or the
// winner attacks it: the winner's king, the mating piece, or another piece whose way to the square is
// free. isMate checks this with the winner's two pieces on their squares.
//
// The order of the moves, the distances, and the limits are heuristic. If find returns false,
// nothing is known about the position.
type matePlan struct {
	winner Color
	nodes  int    // number of states that the plan may still examine
	work   int    // what it has cost besides, as an effort counts it
	plies  int    // maximum number of moves in the line, which is at most maxPlan
	line   []Move // what find has found, in memory. It is built from its end
	memory [maxPlan + 1]Move

	// The pieces that move.
	at         [planPieces]Square // their squares
	isPawn     bool               // whether the mating piece still has to promote
	promotesOn Square             // square on which it promotes, or NoSquare if it is not a pawn at the start
	mating     Piece              // what it is when it mates

	// The other pieces, which are all but the kings and the mating piece.
	occupied     Bitboard // their squares
	blockers     Bitboard // the squares of the loser's
	winnerGuards Bitboard // squares that the winner's may attack
	loserGuards  Bitboard // squares that the loser's may attack
	enterable    Bitboard // loserGuards, and the squares that pawns of the loser may step to

	// The checkmate that the plan aims for.
	target [planPieces]Square               // the squares of the pieces
	within [planPieces][planLayers]Bitboard // at i, squares from which a piece needs at most i moves
}

// The pieces that a matePlan moves. Those of the loser come first.
const (
	loserKing = iota
	winnerKing
	matingPiece
	planPieces
)

// far is a number of moves to a target that cannot be reached.
const far = 100

// find looks for a line from p to checkmate by the winner in at most the given number of plies, and
// reports whether it found one. It spends e.
func (pl *matePlan) find(p *Position, winner Color, plies int, e *effort) bool {
	pl.winner, pl.plies, pl.nodes, pl.work, pl.line = winner, plies, planNodes, 0, pl.memory[:0]
	if p.straightSliders()&p.ByColor(winner) == 0 && pl.freePawns(p) == 0 {
		return false
	}
	found := pl.answer(p)
	slices.Reverse(pl.line)
	e.spend(pl.work + 2*(planNodes-pl.nodes))
	return found
}

// freePawns returns the pawns of the winner with a free way to the last rank.
func (pl *matePlan) freePawns(p *Position) Bitboard {
	return p.Pieces(pl.winner, Pawn) &^ ahead(p.Occupied()&^p.kings(), pl.winner.Other())
}

// answer looks for a line from p. If the side to move is in check, it tries each reply.
func (pl *matePlan) answer(p *Position) bool {
	if !p.inCheck() {
		return pl.findQuiet(p)
	}
	var buffer [64]Move
	total := pl.nodes
	pl.plies--
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q := p.After(m)
		if q.Turn() == pl.winner || !q.IsCheckmate() {
			pl.nodes = total / 2
			if !pl.findQuiet(&q) {
				continue
			}
		}
		pl.line = append(pl.line, m)
		return true
	}
	return false
}

// findQuiet looks for a line from p with each mating piece: queens, rooks, then pawns that have a
// free way to the last rank.
func (pl *matePlan) findQuiet(p *Position) bool {
	c := pl.winner
	for _, t := range [...]PieceType{Queen, Rook, Pawn} {
		pieces := p.Pieces(c, t)
		if t == Pawn {
			pieces = pl.freePawns(p)
		}
		for pieces != 0 {
			if pl.findWith(p, pieces.PopFirst(), t) {
				return true
			}
		}
	}
	return false
}

// findWith looks for a line in which the piece of type t on s mates. A pawn promotes to a queen.
func (pl *matePlan) findWith(p *Position, s Square, t PieceType) bool {
	if pl.nodes -= 2; pl.nodes <= 0 {
		return false
	}
	pl.work += 15
	c := pl.winner
	loser, king := p.King(c.Other()), p.King(c)
	start := s.Bitboard()
	pl.promotesOn, pl.isPawn = NoSquare, t == Pawn
	if pl.isPawn {
		t, start = Queen, ahead(start, c)&promotes
		pl.promotesOn = start.First()
	} else if steps(t, start)&^p.ByColor(c).without(king) == 0 {
		return false
	}
	pl.mating = t.Of(c)
	pl.at = [planPieces]Square{loserKing: loser, winnerKing: king, matingPiece: s}
	pl.setOthers(p)
	free := ^(pl.occupied | pl.winnerGuards)
	if kingAttacks[loser]&free == 0 && p.Turn() != c {
		return false // the loser never has a move
	}
	pieceReach := flood(t, start, pl.occupied&^pl.blockers, pl.blockers) &^ pl.loserGuards
	kingReach := flood(King, king.Bitboard(), pl.occupied|pl.loserGuards, 0)
	var seen Bitboard
	for found, left := loser.Bitboard(), pl.plies; found != 0 && pl.nodes > 0 && left > 0; found, left = around(found)&free&^seen, left-2 {
		for rest := found &^ pl.winnerGuards; rest != 0 && pl.nodes > 0; {
			if pl.findAt(p, rest.PopFirst(), kingReach, pieceReach) {
				return true
			}
		}
		seen |= found
	}
	return false
}

// setOthers sets the fields that describe the other pieces.
func (pl *matePlan) setOthers(p *Position) {
	loser := pl.winner.Other()
	pl.occupied = (p.Occupied() &^ p.kings()).without(pl.at[matingPiece])
	pl.blockers = pl.occupied & p.ByColor(loser)
	pl.winnerGuards = p.attackedBy(pl.occupied&^pl.blockers, pl.occupied)
	pl.loserGuards = p.attackedBy(pl.blockers, pl.occupied)
	step := (p.pawns() & pl.blockers).forward(loser) &^ pl.occupied
	pl.enterable = pl.loserGuards | step | step.forward(loser)
}

// findAt looks for a line that ends with the loser's king on the square at, where kingReach are the
// squares that the winner's king can get to and pieceReach those that the mating piece can get to.
func (pl *matePlan) findAt(p *Position, at Square, kingReach, pieceReach Bitboard) bool {
	pl.work++
	near := kingAttacks[at] &^ pl.winnerGuards
	flights := near &^ pl.blockers
	if flights.Count() > 5 {
		return false // the winner's king and the mating piece hardly ever take more than five squares
	}
	kingReach &^= kingAttacks[at].with(at)
	// The loser cannot enter the squares between the two pieces.
	for from := attacksOf(pl.mating, at, pl.occupied|pl.enterable) & pieceReach; from != 0 && pl.nodes > 0; {
		pl.work++
		s := from.PopFirst()
		kings := kingReach
		for left := flights&^reaches[pl.mating.Type()][s] | near&s.Bitboard(); left != 0 && kings != 0; kings &= kingAttacks[left.PopFirst()] {
		}
		if kings != 0 && pl.tryTarget(p, at, s, kings&^between[at&63][s&63].with(s)) {
			return true
		}
	}
	return false
}

// tryTarget looks for a line to a checkmate of the loser's king on the square at by the mating
// piece on s. It puts the winner's king on the nearest of the given squares from which the piece
// gives checkmate.
func (pl *matePlan) tryTarget(p *Position, at, s Square, kings Bitboard) bool {
	for kings != 0 {
		pl.target = [planPieces]Square{at, nearest(kings, pl.at[winnerKing]).First(), s}
		pl.work += 2
		if pl.isMate(p) {
			origins := pl.origins()
			return origins != 0 && pl.tryPattern(p, origins)
		}
		kings = kings.without(pl.target[winnerKing]) // a piece is in the way
	}
	return false
}

// isMate reports whether in the target the winner attacks the loser's king and each square around
// it on which there is no blocker. The caller makes sure that the loser can neither capture the
// mating piece nor put a piece in between.
func (pl *matePlan) isMate(p *Position) bool {
	t := &pl.target
	attacks := attacksOf(pl.mating, t[matingPiece], pl.occupied.with(t[winnerKing]))
	if !attacks.Has(t[loserKing]) {
		return false
	}
	left := kingAttacks[t[loserKing]] &^ (pl.blockers.without(t[matingPiece]) | kingAttacks[t[winnerKing]] | attacks)
	others, occupied := pl.occupied&p.ByColor(pl.winner), pl.occupied.with(t[winnerKing]).with(t[matingPiece])
	return left == 0 || left&^pl.winnerGuards == 0 && left&^p.attackedBy(others, occupied) == 0
}

// nearest returns those of the given squares that are nearest to s. There must be at least one.
func nearest(squares Bitboard, s Square) Bitboard {
	near := s.Bitboard()
	for squares&near == 0 {
		near = around(near)
	}
	return squares & near
}

// origins returns the squares from which the mating piece can go to its target without giving check
// before, when the kings are on their squares. If the mating piece is a pawn that promotes on its
// target, origins returns the target.
func (pl *matePlan) origins() Bitboard {
	t := &pl.target
	if t[matingPiece] == pl.promotesOn {
		return t[matingPiece].Bitboard()
	}
	occupied := pl.occupied.with(t[loserKing]).with(t[winnerKing])
	return attacksOf(pl.mating, t[matingPiece], occupied) &^ (occupied | attacksOf(pl.mating, t[loserKing], occupied))
}

// tryPattern looks for a line to the target in which the mating piece makes its last move from one
// of the given squares.
func (pl *matePlan) tryPattern(p *Position, origins Bitboard) bool {
	if pl.nodes -= 4; pl.nodes <= 0 { // for the work below
		return false
	}
	pl.work += 10
	t := &pl.target
	free := ^(pl.occupied | pl.winnerGuards)
	loserMoves := pl.spreadKing(loserKing, t[loserKing], free&^kingAttacks[t[winnerKing]])
	if loserMoves == far {
		loserMoves = pl.spreadKing(loserKing, t[loserKing], free)
	}
	kingMoves := pl.spreadKing(winnerKing, t[winnerKing], ^(pl.occupied | pl.loserGuards))
	pl.spreadPiece(origins)
	pieceMoves := pl.pieceNeeds()
	least := max(kingMoves+pieceMoves, loserMoves+1)
	n, moves := min(least+1, pl.plies/2), pl.loserMoves
	if p.Turn() == pl.winner {
		n, moves = min(least+1, (pl.plies+1)/2), pl.winnerMoves
	}
	if n < least {
		return false
	}
	return moves(n)
}

// spreadKing sets pl.within[i] for the king i: layer n holds the squares from which it needs at most
// n steps to the target, over free squares. It returns the number of steps that it needs, or far.
// Layers after that one hold all squares.
func (pl *matePlan) spreadKing(i int, target Square, free Bitboard) int {
	start, layers := pl.at[i].Bitboard(), &pl.within[i]
	squares, free := target.Bitboard(), free|start
	for layer := range layers {
		layers[layer] = squares
		if squares&start != 0 {
			for i := layer + 1; i < planLayers; i++ {
				layers[i] = allSquares
			}
			return layer
		}
		squares |= around(squares) & free
	}
	return far
}

// spreadPiece sets the layers of a mating piece that makes its last move from one of the origins.
func (pl *matePlan) spreadPiece(origins Bitboard) {
	start := pl.at[matingPiece].Bitboard()
	if pl.isPawn {
		start = pl.promotesOn.Bitboard()
	}
	layers := &pl.within[matingPiece]
	layers[0] = 0
	if pl.target[matingPiece] == pl.promotesOn {
		layers[0] = origins
	}
	reached, rest := origins, origins
	for i := 1; i < planLayers; i++ {
		layers[i] = reached
		if reached&start != 0 {
			reached = allSquares
		} else if i < 4 {
			var found Bitboard
			for rest != 0 {
				found |= attacksOf(pl.mating, rest.PopFirst(), pl.occupied)
			}
			rest = found &^ reached &^ pl.occupied
			reached |= rest
		}
	}
}

// needs returns the index of the first layer that holds s, which is the number of moves that a
// piece on s needs, or far if no layer does.
func needs(within *[planLayers]Bitboard, s Square) int {
	at := s.Bitboard()
	for i := range within {
		if within[i]&at != 0 {
			return i
		}
	}
	return far
}

// layer returns the squares from which the piece i needs at most n moves.
func (pl *matePlan) layer(i, n int) Bitboard { return pl.within[i][min(n, planLayers-1)] }

// pieceNeeds returns the number of moves that the mating piece needs, including the last one.
func (pl *matePlan) pieceNeeds() int {
	at := pl.at[matingPiece]
	if !pl.isPawn {
		return needs(&pl.within[matingPiece], at)
	}
	return pl.promotesOn.distance(at) + needs(&pl.within[matingPiece], pl.promotesOn)
}

// winnerMoves looks for a line in which the winner is to move and mates with its nth move at the
// latest.
func (pl *matePlan) winnerMoves(n int) bool {
	if pl.nodes--; pl.nodes < 0 {
		return false
	}
	loser, king, piece := pl.at[loserKing], pl.at[winnerKing], pl.at[matingPiece]
	if pl.mates() {
		return true
	}
	kingNeeds, pieceNeeds := needs(&pl.within[winnerKing], king), pl.pieceNeeds()
	spare := n - kingNeeds - pieceNeeds
	if n <= 1 || spare < 0 {
		return false
	}
	kings := kingAttacks[king] &^ (pl.occupied | pl.loserGuards | kingAttacks[loser]).with(piece)
	pieces := pl.pieceSquares()
	nearPieces := pieces & pl.pieceLayer(pieceNeeds-1)
	nearKings := kings & pl.layer(winnerKing, max(kingNeeds-1, 0))
	return pl.try(winnerKing, nearKings, n) || pl.try(matingPiece, nearPieces, n) ||
		spare > 0 && (pl.try(matingPiece, pieces&^nearPieces&pl.pieceLayer(pieceNeeds+spare-1), n) ||
			pl.try(winnerKing, kings&^nearKings&pl.layer(winnerKing, kingNeeds+spare-1), n))
}

// pieceLayer returns the squares from which the mating piece needs at most n moves. A pawn has only
// one way.
func (pl *matePlan) pieceLayer(n int) Bitboard {
	if pl.isPawn {
		return allSquares
	}
	return pl.layer(matingPiece, n)
}

// mates reports whether the mating piece can move to its target now with the kings on theirs. It
// adds that move to the line.
func (pl *matePlan) mates() bool {
	t, king, piece := &pl.target, pl.at[winnerKing], pl.at[matingPiece]
	if pl.at[loserKing] != t[loserKing] || king != t[winnerKing] || pl.loserGuards.Has(king) ||
		pl.isPawn && t[matingPiece] != pl.promotesOn || !pl.pieceReaches().Has(t[matingPiece]) {
		return false
	}
	pl.push(piece, t[matingPiece], matingPiece)
	return true
}

// push adds the move of the piece i to the line.
func (pl *matePlan) push(from, to Square, i int) {
	m := newMove(from, to)
	if i == matingPiece && pl.isPawn && to == pl.promotesOn {
		m = newPromotion(from, to, Queen)
	}
	pl.line = append(pl.line, m)
}

// pieceReaches returns the squares that the mating piece attacks or, if it still is a pawn, steps to.
func (pl *matePlan) pieceReaches() Bitboard {
	occupied := pl.occupied.with(pl.at[winnerKing]).with(pl.at[loserKing])
	if pl.isPawn {
		return pl.at[matingPiece].Bitboard().forward(pl.winner) &^ occupied
	}
	return attacksOf(pl.mating, pl.at[matingPiece], occupied)
}

// pieceSquares returns the squares to which the mating piece can move without giving mate.
func (pl *matePlan) pieceSquares() Bitboard {
	switch king := pl.at[winnerKing]; {
	case pl.loserGuards.Has(king):
		return 0
	case pl.isPawn && pl.target[matingPiece] == pl.promotesOn:
		return pl.pieceReaches().without(pl.promotesOn) // it mates by promoting
	default:
		return pl.pieceReaches() &^ pl.occupied.with(king).with(pl.at[loserKing])
	}
}

// try tries the moves of the piece i to the given squares. The winner is to mate within n moves,
// including this one if it is the winner's.
func (pl *matePlan) try(i int, squares Bitboard, n int) bool {
	from, isPawn := pl.at[i], pl.isPawn
	for squares != 0 && pl.nodes >= 0 {
		to := squares.PopFirst()
		pl.at[i] = to
		if i == matingPiece {
			pl.isPawn = isPawn && to != pl.promotesOn
		}
		if i < winnerKing && pl.winnerMoves(n) || i >= winnerKing && pl.loserMoves(n-1) {
			pl.isPawn = isPawn
			pl.push(from, to, i)
			return true
		}
	}
	pl.at[i], pl.isPawn = from, isPawn
	return false
}

// loserMoves looks for a line in which the loser is to move and the winner then mates with its nth
// move at the latest.
func (pl *matePlan) loserMoves(n int) bool {
	if pl.nodes--; pl.nodes < 0 {
		return false
	}
	loser, king, piece := pl.at[loserKing], pl.at[winnerKing], pl.at[matingPiece]
	danger := pl.winnerGuards
	if pl.isPawn {
		danger |= pawnAttacks[pl.winner&1][piece]
	} else {
		danger |= attacksOf(pl.mating, piece, pl.occupied.with(king))
	}
	squares := kingAttacks[loser] &^ (pl.occupied | danger | kingAttacks[king]).with(piece)
	near := squares & pl.layer(loserKing, max(needs(&pl.within[loserKing], loser)-1, 0))
	return pl.try(loserKing, near, n) || pl.try(loserKing, squares&^near&pl.layer(loserKing, n-1), n)
}
