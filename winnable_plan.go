package chess

// A matePlan looks for a line of legal moves of both sides that ends in checkmate with the help of
// three pieces:
//
//   - the loser's king walks to the square on which it is mated;
//   - the winner's king takes squares from it;
//   - the mating piece, a queen or a rook, or a pawn that first promotes, gives mate.
//
// All other pieces stay where they are, except that the loser may have a waiter, a piece that moves
// back and forth between two squares. So the plan needs no positions. A state is the squares of the
// three pieces, and sets of squares show that each move of the line is legal:
//
//   - The plan treats both squares of the waiter as occupied by it where a piece could be in the
//     way, and as empty where it could shield a square from an attack. None of the three pieces
//     ever enters them.
//   - guarded includes every square that the other pieces of the winner attack, wherever the three
//     pieces and the waiter are: it is computed as if they were not on the board. watched is the
//     same for the loser. Either may include more.
//   - No move captures except the last one. Each goes to an empty square over empty squares.
//   - The loser's king goes to squares that are not guarded, not next to the winner's king, and not
//     attacked by the mating piece. So no piece of the winner attacks it after its move.
//   - The waiter moves only if the loser's king is on a square that is not guarded, and that the
//     mating piece does not attack even if the waiter is lifted. So the loser is not in check, and
//     the waiter is not pinned.
//   - The winner's king goes to squares that are not watched and not next to the loser's king.
//   - The mating piece moves only if the winner's king is on a square that is not watched. So the
//     winner is not in check, and the mating piece is not pinned.
//
// None of this depends on the first position: a king that is in check or a piece that is pinned
// there only has fewer moves. If the line starts with a capture or a move of another piece, which
// answers a check, that move is one of AppendLegalMoves.
//
// The last position is checkmate. The mating piece attacks the loser's king. No piece of the loser
// can capture it, since its square is not watched, and none can enter a square between it and the
// king. Each square around the loser's king holds a piece of the loser other than the waiter, or
// the winner attacks it: the winner's king, the mating piece, or another piece whose way to the
// square is free. isMate checks this with the winner's two pieces on their squares.
//
// The order of the moves, the distances, and the limits are heuristic. If find returns false,
// nothing is known about the position.
type matePlan struct {
	winner Color
	nodes  int      // number of states that the plan may still examine
	moves  [64]Move // the line, which has at most 53 moves of both sides
	length int      // number of moves in the line

	// The mating piece.
	typ        PieceType // its type when it mates
	promotesOn Square    // square on which it promotes, or NoSquare if it is not a pawn at the start

	// The other pieces, which are all but the kings and the mating piece.
	others    Bitboard  // squares that they may stand on
	lifted    Bitboard  // others without those of the waiter
	blockers  Bitboard  // squares of the loser's pieces except the waiter
	guarded   Bitboard  // squares that the winner's may attack
	watched   Bitboard  // squares that the loser's may attack
	enterable Bitboard  // watched, and the squares that pawns of the loser may step to
	waiter    [2]Square // square of the waiter and the square to which it moves
	passes    int       // number of moves that the waiter may still make

	// The checkmate that the plan aims for.
	target      pattern
	loserWithin [planLayers]Bitboard // at i, squares from which the loser's king needs at most i moves
	kingWithin  [planLayers]Bitboard // the same for the winner's king
	pieceWithin [planLayers]Bitboard // the same for the mating piece, including the last move

	tried  uint32     // number of checkmates aimed for
	failed [64]uint32 // hash table of states that were tried and that need not be tried again
}

// A pattern is a checkmate, described by the squares of the loser's king, the winner's king, and
// the mating piece.
type pattern struct {
	loser, king, piece Square
}

// A planState holds the squares of the three pieces. If pawn is true, the mating piece still has to
// promote.
type planState struct {
	pattern
	pawn bool
}

const (
	planLayers = 12  // number of moves that a plan looks ahead for one piece, plus one
	planRange  = 24  // maximum number of moves of the three pieces together
	manyPasses = 64  // more moves of the waiter than a line can have
	far        = 100 // number of moves to a target that cannot be reached
)

// line returns the line that find found.
func (pl *matePlan) line() []Move { return pl.moves[:pl.length] }

// find looks for a line from p and reports whether it found one. If the side to move is in check,
// find tries each reply.
func (pl *matePlan) find(p *Position) bool {
	if !p.inCheck() {
		return pl.findQuiet(p)
	}
	var buffer [64]Move
	total := pl.nodes
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q := p.After(m)
		if q.Turn() != pl.winner && q.IsCheckmate() {
			pl.moves[0], pl.length = m, 1
			return true
		}
		pl.nodes = total / 2
		if pl.findQuiet(&q) {
			copy(pl.moves[1:], pl.moves[:pl.length])
			pl.moves[0] = m
			pl.length++
			return true
		}
	}
	return false
}

// findQuiet looks for a line from p with each mating piece: queens, rooks, then pawns that have a
// free way to the last rank.
func (pl *matePlan) findQuiet(p *Position) bool {
	c := pl.winner
	majors := p.straightSliders() & p.ByColor(c)
	for rest := majors & p.diagonalSliders(); rest != 0; {
		if pl.findWith(p, rest.PopFirst(), Queen, NoSquare) {
			return true
		}
	}
	for rest := majors &^ p.diagonalSliders(); rest != 0; {
		if pl.findWith(p, rest.PopFirst(), Rook, NoSquare) {
			return true
		}
	}
	occupied := p.Occupied() &^ p.kings()
	for rest := p.Pieces(c, Pawn); rest != 0; {
		s := rest.PopFirst()
		if path := ahead(s.Bitboard(), c); path&occupied == 0 && pl.findWith(p, s, Queen, (path&promotes).First()) {
			return true
		}
	}
	return false
}

// findWith looks for a line in which the piece on s mates as a piece of type t. If the piece on s
// is a pawn, it promotes on promotesOn. Otherwise promotesOn is NoSquare.
func (pl *matePlan) findWith(p *Position, s Square, t PieceType, promotesOn Square) bool {
	if pl.nodes -= 2; pl.nodes <= 0 {
		return false
	}
	c := pl.winner
	loser, king := p.King(c.Other()), p.King(c)
	pl.typ, pl.promotesOn = t, promotesOn
	st := planState{pattern{loser, king, s}, promotesOn != NoSquare}
	pl.setOthers(p, st)
	start := s.Bitboard()
	if st.pawn {
		start = promotesOn.Bitboard()
	}
	reach := flood(t, start, pl.others&^pl.blockers, pl.blockers)
	if reach == start && !st.pawn {
		return false
	}
	reach &^= pl.watched
	places := flood(King, king.Bitboard(), pl.others|pl.watched, 0)
	free := ^(pl.others | pl.guarded)
	var seen Bitboard
	for found := loser.Bitboard(); found != 0; found = steps(King, found) & free &^ seen {
		for rest := found &^ pl.guarded; rest != 0; {
			if pl.findAt(p, st, rest.PopFirst(), places, reach) {
				return true
			}
			if pl.nodes <= 0 {
				return false
			}
		}
		seen |= found
	}
	return false
}

// setOthers sets the fields that describe the other pieces. It looks for a waiter if the loser's
// king cannot move to an empty square.
func (pl *matePlan) setOthers(p *Position, st planState) {
	c := pl.winner
	pl.others = p.Occupied().without(st.loser).without(st.king).without(st.piece)
	pl.lifted = pl.others
	pl.blockers = pl.others & p.ByColor(c.Other())
	pl.guarded = p.attackedBy(pl.others&^pl.blockers, pl.others)
	pl.watched = p.attackedBy(pl.blockers, pl.others)
	pl.passes = 0
	pawns := p.pawns() & pl.blockers
	stuck := pl.others | pl.guarded | kingAttacks[st.king]
	if !st.pawn {
		stuck |= pl.attacks(st.piece, pl.others.with(st.king))
	}
	if kingAttacks[st.loser]&^stuck == 0 {
		pl.setWaiter(p, st)
	}
	step := pawns.forward(c.Other()) &^ pl.lifted
	pl.enterable = pl.watched | step | step.forward(c.Other())
}

// setWaiter makes a piece of the loser the waiter, if one can make a short move to an empty square
// without leaving the loser's king on a guarded square. A pawn waits only once.
func (pl *matePlan) setWaiter(p *Position, st planState) {
	c := pl.winner.Other()
	empty := ^p.Occupied()
	for rest := pl.blockers; rest != 0; {
		from := rest.PopFirst()
		t, passes := p.typeAt(from), manyPasses
		to := steps(t, from.Bitboard()) & empty
		if t == Pawn {
			to, passes = from.Bitboard().forward(c)&empty&^promotes, 1
		}
		if to == 0 {
			continue
		}
		lifted := pl.lifted.without(from)
		guarded := p.attackedBy(lifted&^pl.blockers, lifted)
		if guarded.Has(st.loser) {
			continue
		}
		pl.waiter, pl.passes = [2]Square{from, to.First()}, passes
		pl.watched = p.attackedBy(pl.blockers, lifted) | attacksOf(t.Of(c), to.First(), lifted)
		pl.others, pl.lifted, pl.guarded = pl.others.with(to.First()), lifted, guarded
		pl.blockers = pl.blockers.without(from)
		return
	}
}

// attackedBy returns the squares that the given pieces attack. It ignores kings.
func (p *Position) attackedBy(pieces, occupied Bitboard) Bitboard {
	found := pawnsAttack(p.pawns()&pieces&^p.black, White) | pawnsAttack(p.pawns()&pieces&p.black, Black) |
		steps(Knight, p.knights()&pieces)
	for rest := p.diagonalSliders() & pieces; rest != 0; {
		found |= bishopAttacks(rest.PopFirst(), occupied)
	}
	for rest := p.straightSliders() & pieces; rest != 0; {
		found |= rookAttacks(rest.PopFirst(), occupied)
	}
	return found
}

// attacks returns the squares that the mating piece attacks from s, as the piece that it is when it
// mates.
func (pl *matePlan) attacks(s Square, occupied Bitboard) Bitboard {
	if pl.typ == Queen {
		return rookAttacks(s, occupied) | bishopAttacks(s, occupied)
	}
	return rookAttacks(s, occupied)
}

// findAt looks for a line that ends with the loser's king on the square at, where places are the
// squares that the winner's king can get to and reach those that the mating piece can get to.
func (pl *matePlan) findAt(p *Position, st planState, at Square, places, reach Bitboard) bool {
	near := kingAttacks[at] &^ pl.guarded
	flights := near &^ pl.blockers
	if flights.Count() > 5 {
		return false // the winner's king and the mating piece hardly ever take so many squares
	}
	places &^= kingAttacks[at].with(at)
	for from := pl.attacks(at, pl.others) & reach; from != 0; {
		s := from.PopFirst()
		lane := between[at&63][s&63]
		if lane&pl.enterable != 0 {
			continue
		}
		rays := rookRays[s]
		if pl.typ == Queen {
			rays |= bishopRays[s]
		}
		left := flights&^rays | near&s.Bitboard()
		kings := places &^ lane.with(s)
		for ; left != 0 && kings != 0; kings &= kingAttacks[left.PopFirst()] {
		}
		if kings != 0 && pl.tryTarget(p, st, at, s, kings) {
			return true
		}
	}
	return false
}

// tryTarget looks for a line to a checkmate of the loser's king on the square at by the mating
// piece on s, in which the winner's king is on one of the given squares.
func (pl *matePlan) tryTarget(p *Position, st planState, at, s Square, kings Bitboard) bool {
	for tries := 2; kings != 0 && tries > 0; {
		k := nearestOf(kings, st.king)
		kings = kings.without(k)
		target := pattern{at, k, s}
		if !pl.isMate(p, target) {
			continue // a piece is in the way
		}
		tries--
		if posts := pl.posts(target); posts != 0 && pl.tryPattern(p, st, target, posts) {
			return true
		}
		if pl.nodes <= 0 {
			return false
		}
	}
	return false
}

// isMate reports whether the winner attacks the loser's king and each square around it on which
// there is no blocker. The caller makes sure that the loser can neither capture the mating piece
// nor put a piece in between.
func (pl *matePlan) isMate(p *Position, t pattern) bool {
	near, taken := kingAttacks[t.loser], kingAttacks[t.king]
	attacks := pl.attacks(t.piece, pl.others.with(t.king))
	if !attacks.Has(t.loser) {
		return false
	}
	left := near &^ (pl.blockers.without(t.piece) | taken | attacks)
	if left == 0 {
		return true
	}
	others := pl.others & p.ByColor(pl.winner)
	return left&^pl.guarded == 0 && left&^p.attackedBy(others, pl.others.with(t.king).with(t.piece)) == 0
}

// nearestOf returns the nearest of the given squares to s.
func nearestOf(squares Bitboard, s Square) Square {
	if squares.Has(s) {
		return s
	}
	best := squares.PopFirst()
	for squares != 0 {
		if t := squares.PopFirst(); t.Distance(s) < best.Distance(s) {
			best = t
		}
	}
	return best
}

// posts returns the squares from which the mating piece can go to its target without giving check
// before, when the kings are on their squares. If the mating piece is a pawn that promotes on its
// target, posts returns the target.
func (pl *matePlan) posts(t pattern) Bitboard {
	if t.piece == pl.promotesOn {
		return t.piece.Bitboard()
	}
	occupied := pl.others.with(t.loser).with(t.king)
	return pl.attacks(t.piece, occupied) &^ (occupied | pl.attacks(t.loser, occupied))
}

// tryPattern looks for a line to the given checkmate in which the mating piece makes its last move
// from one of the posts.
func (pl *matePlan) tryPattern(p *Position, st planState, target pattern, posts Bitboard) bool {
	pl.nodes -= 4 // for the work below
	pl.target = target
	pl.tried++
	free := ^(pl.others | pl.guarded)
	loserMoves := routes(&pl.loserWithin, target.loser, st.loser, free&^kingAttacks[target.king])
	if loserMoves == far {
		loserMoves = routes(&pl.loserWithin, target.loser, st.loser, free)
	}
	kingMoves := routes(&pl.kingWithin, target.king, st.king, ^(pl.others | pl.watched))
	pl.spreadPiece(posts, st)
	pieceMoves := pl.pieceNeeds(st)
	if kingMoves+pieceMoves+loserMoves > planRange {
		return false
	}
	pl.length = 0
	limit := pl.nodes
	least := max(kingMoves+pieceMoves, loserMoves+1)
	pl.nodes = min(limit, 4*least+40)
	limit -= pl.nodes
	var found bool
	if p.Turn() == pl.winner {
		found = pl.winnerMoves(st, least+1)
	} else {
		found = pl.loserMoves(st, least+1)
	}
	pl.nodes += limit
	return found
}

// routes sets layers[i] to squares from which a king needs at most i steps to the target, over free
// squares. It returns the number of steps from start, or far. Later layers hold all squares.
func routes(layers *[planLayers]Bitboard, target, start Square, free Bitboard) int {
	free = free.with(start)
	squares := target.Bitboard()
	for i := range layers {
		layers[i] = squares
		if squares.Has(start) {
			for i++; i < planLayers; i++ {
				layers[i] = allSquares
			}
			return needs(layers, start)
		}
		squares |= steps(King, squares) & free
	}
	return far
}

// spreadPiece sets pl.pieceWithin for a mating piece that makes its last move from one of the
// posts.
func (pl *matePlan) spreadPiece(posts Bitboard, st planState) {
	start := st.piece
	if st.pawn {
		start = pl.promotesOn
	}
	pl.pieceWithin[0] = 0
	if pl.target.piece == pl.promotesOn {
		pl.pieceWithin[0] = posts
	}
	reached, rest := posts, posts
	for i := 1; i < planLayers; i++ {
		pl.pieceWithin[i] = reached
		if reached.Has(start) {
			reached = allSquares
		} else if i < 4 {
			var found Bitboard
			for rest != 0 {
				found |= pl.attacks(rest.PopFirst(), pl.others)
			}
			rest = found &^ reached &^ pl.others
			reached |= rest
		}
	}
}

// needs returns the index of the first layer that holds s, or far if no layer does. The index is
// the number of moves that a piece on s needs to get to its target.
func needs(within *[planLayers]Bitboard, s Square) int {
	for i := range within {
		if within[i].Has(s) {
			return i
		}
	}
	return far
}

// pieceNeeds returns the number of moves that the mating piece needs, including the last one.
func (pl *matePlan) pieceNeeds(st planState) int {
	if !st.pawn {
		return needs(&pl.pieceWithin, st.piece)
	}
	return pl.promotesOn.Distance(st.piece) + needs(&pl.pieceWithin, pl.promotesOn)
}

// winnerMoves looks for a line from st, in which the winner is to move and mates with its nth move
// at the latest.
func (pl *matePlan) winnerMoves(st planState, n int) bool {
	pl.nodes--
	if pl.nodes < 0 {
		return false
	}
	hash := uint32(st.loser) | uint32(st.king)<<6 | uint32(st.piece)<<12 | uint32(n)<<18 | pl.tried<<24
	slot := &pl.failed[(hash*0x9e3779b1>>26)&63]
	if *slot == hash {
		return false
	}
	*slot = hash
	if pl.mates(st) {
		return true
	}
	kingNeeds, pieceNeeds := needs(&pl.kingWithin, st.king), pl.pieceNeeds(st)
	spare := n - kingNeeds - pieceNeeds
	if n <= 1 || spare < 0 {
		return false
	}
	if !st.pawn && pl.inWay(st) && pl.playPiece(st, pieceNeeds+spare-1, n) {
		return true
	}
	if kingNeeds > 0 && pl.playKing(st, pl.kingWithin[min(kingNeeds-1, planLayers-1)], n) {
		return true
	}
	if pl.playPiece(st, pieceNeeds-1, n) {
		return true
	}
	if spare == 0 {
		return false
	}
	kingNeeds = min(kingNeeds+spare-1, planLayers-1)
	return pl.playPiece(st, pieceNeeds+spare-1, n) || pl.playKing(st, pl.kingWithin[kingNeeds], n)
}

// mates reports whether the mating piece can move to its target now with the kings on theirs. It
// adds that move to the line.
func (pl *matePlan) mates(st planState) bool {
	t := &pl.target
	if st.loser != t.loser || st.king != t.king || pl.watched.Has(st.king) {
		return false
	}
	m := NewMove(st.piece, t.piece)
	if st.pawn {
		if t.piece != pl.promotesOn || st.piece.Distance(t.piece) != 1 || pl.others.Has(t.piece) {
			return false
		}
		m = NewPromotion(st.piece, t.piece, pl.typ)
	} else if !pl.attacks(st.piece, pl.others.with(st.king).with(st.loser)).Has(t.piece) {
		return false
	}
	pl.moves[pl.length&63] = m
	pl.length++
	return true
}

// inWay reports whether the loser's king is not on its target and cannot step closer to it without
// entering a square that the mating piece attacks.
func (pl *matePlan) inWay(st planState) bool {
	d := needs(&pl.loserWithin, st.loser)
	if d == 0 {
		return false
	}
	nearer := kingAttacks[st.loser] & pl.loserWithin[min(d, planLayers)-1]
	return nearer&^pl.attacks(st.piece, pl.lifted.with(st.king)) == 0
}

// playPiece tries the moves of the mating piece after which it needs at most left more moves.
func (pl *matePlan) playPiece(st planState, left, n int) bool {
	if pl.watched.Has(st.king) {
		return false
	}
	occupied := pl.others.with(st.king).with(st.loser)
	if st.pawn {
		to := st.piece.Bitboard().forward(pl.winner) &^ occupied
		if to == 0 {
			return false
		}
		next := st
		next.piece = to.First()
		m := NewMove(st.piece, next.piece)
		if next.piece == pl.promotesOn {
			if pl.target.piece == pl.promotesOn {
				return false // it mates by promoting
			}
			m = NewPromotion(st.piece, next.piece, pl.typ)
			next.pawn = false
		}
		return pl.play(m, next, n)
	}
	targets := pl.attacks(st.piece, occupied) & pl.pieceWithin[min(left, planLayers-1)] &^ occupied
	// Try the moves that leave the loser's king free to step first.
	way := kingAttacks[st.loser].with(st.loser)
	var inWay Bitboard
	for targets != 0 {
		s := targets.PopFirst()
		if pl.attacks(s, occupied)&way != 0 {
			inWay |= s.Bitboard()
			continue
		}
		next := st
		next.piece = s
		if pl.play(NewMove(st.piece, s), next, n) {
			return true
		}
	}
	for inWay != 0 {
		next := st
		next.piece = inWay.PopFirst()
		if pl.play(NewMove(st.piece, next.piece), next, n) {
			return true
		}
	}
	return false
}

// playKing tries the moves of the winner's king to the given squares.
func (pl *matePlan) playKing(st planState, squares Bitboard, n int) bool {
	squares &= kingAttacks[st.king] &^ (pl.others | pl.watched | kingAttacks[st.loser]).with(st.piece)
	for squares != 0 {
		next := st
		next.king = squares.PopFirst()
		if pl.play(NewMove(st.king, next.king), next, n) {
			return true
		}
	}
	return false
}

// play tries the winner's move m, which leads to st.
func (pl *matePlan) play(m Move, st planState, n int) bool {
	pl.moves[pl.length&63] = m
	pl.length++
	if pl.loserMoves(st, n-1) {
		return true
	}
	pl.length--
	return false
}

// loserMoves looks for a line from st, in which the loser is to move and the winner then mates with
// its nth move at the latest.
func (pl *matePlan) loserMoves(st planState, n int) bool {
	pl.nodes--
	if pl.nodes < 0 {
		return false
	}
	danger := pl.guarded
	if st.pawn {
		danger |= pawnAttacks[pl.winner&1][st.piece]
	} else {
		danger |= pl.attacks(st.piece, pl.lifted.with(st.king))
	}
	d := needs(&pl.loserWithin, st.loser)
	squares := kingAttacks[st.loser] &^ (pl.others | danger | kingAttacks[st.king]).with(st.piece)
	if d > 0 {
		near := squares & pl.loserWithin[min(d, planLayers)-1]
		if pl.playLoser(st, near, n) {
			return true
		}
		squares &^= near
	}
	within := pl.loserWithin[min(n-1, planLayers-1)]
	if pl.passes > 0 && !danger.Has(st.loser) && within.Has(st.loser) && pl.pass(st, n) {
		return true
	}
	return pl.playLoser(st, squares&within, n)
}

// pass tries a move of the waiter.
func (pl *matePlan) pass(st planState, n int) bool {
	pl.moves[pl.length&63] = NewMove(pl.waiter[0], pl.waiter[1])
	pl.waiter[0], pl.waiter[1] = pl.waiter[1], pl.waiter[0]
	pl.passes--
	pl.length++
	if pl.winnerMoves(st, n) {
		return true
	}
	pl.length--
	pl.passes++
	pl.waiter[0], pl.waiter[1] = pl.waiter[1], pl.waiter[0]
	return false
}

// playLoser tries the moves of the loser's king to the given squares.
func (pl *matePlan) playLoser(st planState, squares Bitboard, n int) bool {
	for squares != 0 {
		next := st
		next.loser = squares.PopFirst()
		pl.moves[pl.length&63] = NewMove(st.loser, next.loser)
		pl.length++
		if pl.winnerMoves(next, n) {
			return true
		}
		pl.length--
	}
	return false
}
