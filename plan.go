package chess

// A matePlan looks for a line of legal moves of both sides that ends in checkmate with the help of
// three pieces:
//
//   - the loser's king walks to the square on which it is mated;
//   - the winner's king takes squares from it;
//   - the mating piece, a queen or a rook, or a pawn that first promotes, gives mate.
//
// All other pieces of the winner stay where they are. The loser makes waiting moves with its other
// pieces when its king has nothing to do.
//
// The line is the proof: each of its moves is legal in the position in which it is played, and in
// the last position the loser is in check and has no legal move. That each move is legal follows
// from these facts:
//
//   - A reply to a check in the first position comes from AppendLegalMoves. King moves come from
//     kingMoves, and waiting moves from appendMoves.
//   - Every other move is made by a piece that is not pinned. It goes to a square that the piece
//     attacks, or one square forward if the piece is a pawn. Its target is one of
//     generator.targets, so it answers any check.
//   - After that first reply, no move captures except the last one. So the mating piece is where pl
//     takes it to be.
//
// Everything else here is heuristic. The estimate of which squares are safe, for example, decides
// only which lines are tried. If find returns false, nothing is known about the position.
type matePlan struct {
	winner Color
	nodes  int      // number of positions that the plan may still examine
	moves  [64]Move // the line, which has at most 57 moves of both sides
	length int      // number of moves in the line

	// The mating piece.
	piece      Square    // its square at the start
	typ        PieceType // its type when it mates
	pawn       bool      // whether it is a pawn at the start
	promotesOn Square    // square on which that pawn promotes, or NoSquare

	// The pieces other than the kings and the mating piece. These fields describe the start of the
	// line. Waiting moves do not update them.
	others    Bitboard // squares of these pieces
	losers    Bitboard // squares of those of the loser
	guarded   Bitboard // squares that the winner's attack
	watched   Bitboard // squares that the loser's attack
	enterable Bitboard // squares that the loser's attack, and squares that its pawns can step to

	// The checkmate that the plan aims for.
	target      pattern
	lane        Bitboard             // squares that waiting moves must leave empty
	loserWithin [planLayers]Bitboard // at i, squares from which the loser's king needs at most i moves
	kingWithin  [planLayers]Bitboard // the same for the winner's king
	pieceWithin [planLayers]Bitboard // the same for the mating piece

	tried  uint32      // number of checkmates aimed for
	failed [256]uint32 // hash table of states that were tried and that need not be tried again
}

// A pattern is a checkmate, described by the squares of the loser's king, the winner's king, and
// the mating piece.
type pattern struct {
	loser, king, piece Square
}

const (
	planLayers = 12 // number of moves that a plan looks ahead for one piece, plus one
	planRange  = 24 // maximum number of moves of the three pieces together
)

// line returns the line that find found.
func (pl *matePlan) line() []Move { return pl.moves[:pl.length] }

// find looks for a line from p and reports whether it found one. If the side to move is in check,
// find tries each reply that does not give check itself.
func (pl *matePlan) find(p *Position) bool {
	if !p.inCheck() {
		return pl.findQuiet(p)
	}
	var buffer [64]Move
	total := pl.nodes
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q := p.After(m)
		if q.inCheck() {
			if q.Turn() != pl.winner && !q.hasLegalMove() {
				pl.moves[0], pl.length = m, 1
				return true
			}
			continue
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

// findQuiet looks for a line from p, in which neither side is in check.
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
	pl.piece, pl.typ, pl.promotesOn, pl.pawn = s, t, promotesOn, promotesOn != NoSquare
	pl.others = p.Occupied().without(loser).without(king).without(s)
	pl.losers = pl.others & p.ByColor(c.Other())
	pl.guarded = p.attacksFrom(pl.others&^pl.losers, pl.others)
	pl.watched = p.attacksFrom(pl.losers, pl.others)
	step := (p.pawns() & pl.losers).forward(c.Other()) &^ pl.others
	pl.enterable = pl.watched | step | step.forward(c.Other())

	reach := pl.pieceReach()
	if reach == 0 {
		return false
	}
	places := flood(King, king.Bitboard(), pl.others|pl.watched, 0)
	free := ^(pl.others | pl.guarded)
	var seen Bitboard
	for found := loser.Bitboard(); found != 0; found = steps(King, found) & free &^ seen {
		for rest := found &^ pl.guarded; rest != 0; {
			if pl.findAt(p, rest.PopFirst(), places, reach) {
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

// attacksFrom returns the squares that the given pieces attack. It ignores kings.
func (p *Position) attacksFrom(pieces, occupied Bitboard) Bitboard {
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

// spread sets layers[i] to the squares that a king can get to from the given squares in at most i
// steps over free squares.
func spread(layers *[planLayers]Bitboard, squares, free Bitboard) {
	for i := range layers {
		layers[i] = squares
		squares |= steps(King, squares) & free
	}
}

// pieceReach returns the squares that the mating piece can get to in at most three moves, once it
// has promoted if it is a pawn.
func (pl *matePlan) pieceReach() Bitboard {
	start := pl.piece
	if pl.pawn {
		start = pl.promotesOn
	}
	reached := start.Bitboard()
	for rest, n := reached, 0; rest != 0 && n < 3; n++ {
		var found Bitboard
		for rest != 0 {
			found |= attacksOf(pl.typ.Of(White), rest.PopFirst(), pl.others)
		}
		rest = found &^ reached &^ pl.others
		reached |= found
		if reached|pl.others == allSquares {
			break
		}
	}
	return reached &^ (pl.others &^ pl.losers)
}

// findAt looks for a line that ends with the loser's king on the square at, where places are the
// squares that the winner's king can get to and reach is the result of pieceReach.
func (pl *matePlan) findAt(p *Position, at Square, places, reach Bitboard) bool {
	near := kingAttacks[at] &^ pl.guarded
	flights := near &^ pl.losers
	from := rookAttacks(at, pl.others)
	most := 5 // squares that the winner's king and a rook can cover
	if pl.typ == Queen {
		from |= bishopAttacks(at, pl.others)
		most = 6
	}
	if flights.Count() > most {
		return false
	}
	places &^= kingAttacks[at].with(at)
	for from &= reach &^ pl.watched; from != 0; {
		s := from.PopFirst()
		lane := between[at][s]
		if lane&pl.enterable != 0 {
			continue
		}
		left := flights&^attacksOf(pl.typ.Of(White), s, pl.others) | near&s.Bitboard()
		kings := places &^ lane.with(s)
		for ; left != 0 && kings != 0; kings &= kingAttacks[left.PopFirst()] {
		}
		if kings != 0 && pl.tryTarget(p, at, s, kings, flights, reach) {
			return true
		}
	}
	return false
}

// tryTarget looks for a line to a checkmate of the loser's king on the square at by the mating
// piece on s, in which the winner's king is on one of the given squares.
func (pl *matePlan) tryTarget(p *Position, at, s Square, kings, flights, reach Bitboard) bool {
	king := p.King(pl.winner)
	for tries := 2; kings != 0 && tries > 0; {
		k := nearestOf(kings, king)
		kings = kings.without(k)
		if flights.without(s)&^kingAttacks[k]&^attacksOf(pl.typ.Of(White), s, pl.others.with(k)) != 0 {
			continue // the king is in the way
		}
		tries--
		if posts := pl.posts(p, at, k, s) & reach; posts != 0 && pl.tryPattern(p, pattern{at, k, s}, posts) {
			return true
		}
		if pl.nodes <= 0 {
			return false
		}
	}
	return false
}

// nearestOf returns the nearest of the given squares to s.
func nearestOf(squares Bitboard, s Square) Square {
	best := squares.PopFirst()
	for squares != 0 {
		if t := squares.PopFirst(); t.Distance(s) < best.Distance(s) {
			best = t
		}
	}
	return best
}

// posts returns the squares from which the mating piece can go to its target s when the loser's
// king is on the square at and the winner's king is on k. It omits squares from which the mating
// piece would give check or would keep the loser's king from getting to its square. If the mating
// piece is a pawn that promotes on s, posts returns s.
func (pl *matePlan) posts(p *Position, at, k, s Square) Bitboard {
	occupied := pl.others.with(at).with(k)
	if pl.pawn && s == pl.promotesOn {
		return s.Bitboard()
	}
	posts := attacksOf(pl.typ.Of(White), s, occupied) &^ occupied
	entry := kingAttacks[at] &^ (pl.others | pl.guarded | kingAttacks[k])
	stays := p.King(pl.winner.Other()) == at
	var found Bitboard
	for posts != 0 {
		post := posts.PopFirst()
		attacks := attacksOf(pl.typ.Of(White), post, occupied)
		if !attacks.Has(at) && (stays || entry&^attacks != 0) {
			found |= post.Bitboard()
		}
	}
	return found
}

// tryPattern looks for a line to the given checkmate in which the mating piece makes its last move
// from one of the posts.
func (pl *matePlan) tryPattern(p *Position, target pattern, posts Bitboard) bool {
	c := pl.winner
	pl.nodes -= 4 // for the work below
	pl.target = target
	pl.tried++
	loser := p.King(c.Other())
	free := ^(pl.others | pl.guarded) | loser.Bitboard()
	spread(&pl.loserWithin, target.loser.Bitboard(), free&^kingAttacks[target.king])
	if !pl.loserWithin[planLayers-1].Has(loser) {
		spread(&pl.loserWithin, target.loser.Bitboard(), free)
	}
	spread(&pl.kingWithin, target.king.Bitboard(), ^(pl.others | pl.watched))
	pl.spreadPiece(posts)
	kingMoves, pieceMoves := needs(&pl.kingWithin, p.King(c)), pl.pieceNeeds(pl.piece, pl.pawn)
	loserMoves := needs(&pl.loserWithin, loser)
	if kingMoves+pieceMoves+loserMoves > planRange {
		return false
	}
	least := max(kingMoves+pieceMoves, loserMoves)
	if p.Turn() == c {
		least = max(kingMoves+pieceMoves, loserMoves+1)
	}
	pl.lane = between[target.loser][target.piece].with(target.piece).with(target.king).with(target.loser)
	limit := pl.nodes
	for more := 0; more <= 2; more += 2 {
		n := least + more
		pl.nodes = min(limit, 2*n+20)
		limit -= pl.nodes
		pl.length = 0
		found := false
		if p.Turn() == c {
			found = pl.winnerMoves(p, pl.piece, n)
		} else {
			found = pl.loserMoves(p, pl.piece, n)
		}
		limit += pl.nodes
		pl.nodes = limit
		if found {
			return true
		}
		if limit <= 0 {
			return false
		}
	}
	return false
}

// spreadPiece sets pl.pieceWithin for a mating piece that makes its last move from one of the
// posts.
func (pl *matePlan) spreadPiece(posts Bitboard) {
	reached := pl.target.piece.Bitboard()
	rest := posts
	for i := range pl.pieceWithin {
		pl.pieceWithin[i] = reached
		if 0 < i && i < 4 {
			var found Bitboard
			for rest != 0 {
				found |= attacksOf(pl.typ.Of(White), rest.PopFirst(), pl.others)
			}
			rest = found &^ reached &^ pl.others
		}
		reached |= rest
	}
}

// needs returns the index of the first layer that holds s, or 100 if no layer does. The index is
// the number of moves that a piece on s needs to get to its target.
func needs(within *[planLayers]Bitboard, s Square) int {
	for i := range within {
		if within[i].Has(s) {
			return i
		}
	}
	return 100
}

// pieceNeeds returns the number of moves that the mating piece needs from s. If pawn is true, it
// still has to promote.
func (pl *matePlan) pieceNeeds(s Square, pawn bool) int {
	if !pawn {
		return needs(&pl.pieceWithin, s)
	}
	return pl.promotesOn.Distance(s) + needs(&pl.pieceWithin, pl.promotesOn)
}

// winnerMoves looks for a line from p, in which the winner is to move and mates with its nth move.
// The mating piece is on the given square.
func (pl *matePlan) winnerMoves(p *Position, piece Square, n int) bool {
	if n <= 0 {
		return false
	}
	c := pl.winner
	state := uint32(p.King(c.Other())) | uint32(p.King(c))<<6 | uint32(piece)<<12 | uint32(n)<<18 | pl.tried<<24
	slot := &pl.failed[(state*0x9e3779b1>>24)&255]
	if *slot == state {
		return false
	}
	pl.nodes--
	if pl.nodes < 0 {
		return false
	}
	*slot = state
	var g generator
	g.init(p, c)
	pawn := p.typeAt(piece) == Pawn
	pieceNeeds := pl.pieceNeeds(piece, pawn)
	// If the mating piece is in the way of the loser's king, try its moves first.
	late := pawn || n == 1 || pl.leavesWay(p.King(c.Other()), piece, g.occupied)
	if !late && pl.playPiece(p, &g, piece, n) {
		return true
	}
	if left := n - 1 - pieceNeeds; left >= 0 && pl.playKing(p, &g, piece, left, n) {
		return true
	}
	if !late {
		return false
	}
	if pawn {
		return pl.playPawn(p, &g, piece, n)
	}
	return pl.playPiece(p, &g, piece, n)
}

// leavesWay reports whether the loser's king, on the square loser, is on its target or can step
// closer to it without entering a square that the mating piece attacks.
func (pl *matePlan) leavesWay(loser, piece Square, occupied Bitboard) bool {
	d := needs(&pl.loserWithin, loser)
	if d == 0 {
		return true
	}
	nearer := kingAttacks[loser] & pl.loserWithin[min(d, planLayers)-1]
	return nearer&^attacksOf(pl.typ.Of(pl.winner), piece, occupied) != 0
}

// playPawn tries the single step of the mating piece, which is still a pawn. It reports whether
// that led to checkmate, as do the other play methods.
func (pl *matePlan) playPawn(p *Position, g *generator, piece Square, n int) bool {
	left := n - 1 - needs(&pl.kingWithin, p.King(pl.winner))
	if left < 0 || g.pinned.Has(piece) {
		return false
	}
	d := pl.promotesOn.Distance(piece)
	to := piece.Bitboard().forward(pl.winner) & g.targets &^ g.occupied
	if to == 0 || left < d-1+needs(&pl.pieceWithin, pl.promotesOn) {
		return false
	}
	m := NewMove(piece, to.First())
	if d == 1 {
		m = NewPromotion(piece, to.First(), pl.typ)
	}
	return pl.play(p, m, to.First(), n)
}

// playPiece tries the moves of the mating piece, which is not a pawn. Only the last one may
// capture.
func (pl *matePlan) playPiece(p *Position, g *generator, piece Square, n int) bool {
	left := n - 1 - needs(&pl.kingWithin, p.King(pl.winner))
	if left < 0 || g.pinned.Has(piece) {
		return false
	}
	loser := p.King(pl.winner.Other())
	if n == 1 && loser != pl.target.loser || needs(&pl.pieceWithin, piece)-1 > left {
		return false
	}
	mating := pl.typ.Of(pl.winner)
	targets := attacksOf(mating, piece, g.occupied) & g.targets
	if n == 1 {
		return pl.playPieceTo(p, piece, targets&pl.target.piece.Bitboard(), n)
	}
	targets &= pl.pieceWithin[min(left, planLayers-1)] &^ g.occupied
	// Try the moves that leave the loser's king free to step first.
	way := kingAttacks[loser] | loser.Bitboard()
	var inWay Bitboard
	for targets != 0 {
		s := targets.PopFirst()
		if attacksOf(mating, s, g.occupied)&way != 0 {
			inWay |= s.Bitboard()
		} else if pl.play(p, NewMove(piece, s), s, n) {
			return true
		}
	}
	return pl.playPieceTo(p, piece, inWay, n)
}

// playPieceTo tries the moves of the mating piece to the given squares.
func (pl *matePlan) playPieceTo(p *Position, piece Square, squares Bitboard, n int) bool {
	for squares != 0 {
		s := squares.PopFirst()
		if pl.play(p, NewMove(piece, s), s, n) {
			return true
		}
	}
	return false
}

// playKing tries the moves of the winner's king after which it needs at most left more moves.
func (pl *matePlan) playKing(p *Position, g *generator, piece Square, left, n int) bool {
	left = min(left, planLayers-1)
	squares, _ := p.kingMoves(g, pl.kingWithin[left]&^g.occupied)
	if left > 0 {
		// Try the moves that get closer first.
		near := squares & pl.kingWithin[left-1]
		if pl.playKingTo(p, g.king, piece, near, n) {
			return true
		}
		squares &^= near
	}
	return pl.playKingTo(p, g.king, piece, squares, n)
}

// playKingTo tries the moves of the winner's king to the given squares.
func (pl *matePlan) playKingTo(p *Position, king, piece Square, squares Bitboard, n int) bool {
	for squares != 0 {
		if pl.play(p, NewMove(king, squares.PopFirst()), piece, n) {
			return true
		}
	}
	return false
}

// play tries the winner's move m. The mating piece is on the given square after it.
func (pl *matePlan) play(p *Position, m Move, piece Square, n int) bool {
	var q Position
	q.SetAfter(p, m)
	pl.moves[pl.length&63] = m
	pl.length++
	if pl.loserMoves(&q, piece, n-1) {
		return true
	}
	pl.length--
	return false
}

// loserMoves looks for a line from p, in which the loser is to move and the winner then mates with
// its nth move. If n is 0, loserMoves reports whether p is checkmate.
func (pl *matePlan) loserMoves(p *Position, piece Square, n int) bool {
	pl.nodes--
	if pl.nodes < 0 {
		return false
	}
	var g generator
	g.init(p, p.Turn())
	if n == 0 {
		if g.checkers == 0 {
			return false
		}
		squares, _ := p.kingMoves(&g, allSquares)
		return squares == 0 && (g.targets == 0 || p.countPieceMoves(&g) == 0)
	}
	// The loser's king must be on its target after the last of the loser's n moves.
	within := min(n-1, planLayers-1)
	squares, _ := p.kingMoves(&g, pl.loserWithin[within]&^g.occupied)
	if within > 0 {
		near := squares & pl.loserWithin[within-1]
		if pl.playLoser(p, &g, piece, near, n) {
			return true
		}
		squares &^= near
	}
	if pl.playLoser(p, &g, piece, squares, n) {
		return true
	}
	return pl.loserWithin[within].Has(g.king) && pl.playWaiting(p, &g, piece, n)
}

// playWaiting tries a few moves of the loser's pieces other than the king. They capture nothing and
// stay out of the lane.
func (pl *matePlan) playWaiting(p *Position, g *generator, piece Square, n int) bool {
	var buffer [256]Move
	free := ^(g.occupied | pl.lane)
	if p.canCaptureEnPassant() {
		free = free.without(p.passed())
	}
	moves := p.appendMoves(buffer[:0], &moveFilter{g.own.without(g.king), free, free})
	if len(moves) == 0 {
		return false
	}
	stride := max(1, len(moves)/3)
	for i := 0; i < len(moves); i += stride {
		if pl.playLoserMove(p, moves[i], piece, n) {
			return true
		}
	}
	return false
}

// playLoserMove tries the loser's move m.
func (pl *matePlan) playLoserMove(p *Position, m Move, piece Square, n int) bool {
	var q Position
	q.SetAfter(p, m)
	pl.moves[pl.length&63] = m
	pl.length++
	if pl.winnerMoves(&q, piece, n) {
		return true
	}
	pl.length--
	return false
}

// playLoser tries the moves of the loser's king to the given squares.
func (pl *matePlan) playLoser(p *Position, g *generator, piece Square, squares Bitboard, n int) bool {
	for squares != 0 {
		if pl.playLoserMove(p, NewMove(g.king, squares.PopFirst()), piece, n) {
			return true
		}
	}
	return false
}
