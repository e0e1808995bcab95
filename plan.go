package chess

// A matePlan looks for a line of legal moves of both sides that ends in checkmate with the help of
// three pieces:
//
//   - the loser's king walks to the square on which it is mated;
//   - a helper takes squares from that king. It is the winner's king, or another piece of the
//     winner if the winner's king stays where it is;
//   - the mating piece, a queen or a rook, or a pawn that first promotes, gives mate.
//
// All other pieces of the winner stay where they are. The loser makes waiting moves with its other
// pieces when its king has nothing to do, and may first move one defender away.
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
//   - After that first reply, no move captures except the last one. So the mating piece and the
//     helper are where pl takes them to be.
//
// Everything else here is heuristic. The estimate of which squares are safe, for example, decides
// only which lines are tried. If find returns false, nothing is known about the position.
type matePlan struct {
	winner Color
	nodes  int      // number of positions that the plan may still examine
	moves  [64]Move // the line, which has at most 57 moves of both sides
	length int      // number of moves in the line

	// The mating piece and the helper.
	piece      Square    // square of the mating piece at the start
	typ        PieceType // type of the mating piece when it mates
	pawn       bool      // whether the mating piece is a pawn at the start
	promotesOn Square    // square on which that pawn promotes, or NoSquare
	helper     Square    // square of the helper at the start
	helperType PieceType // type of the helper

	// The pieces other than the loser's king, the helper, and the mating piece. These fields
	// describe the start of the line. Waiting moves do not update them.
	others    Bitboard // squares of these pieces
	losers    Bitboard // squares of those of the loser
	guarded   Bitboard // squares that the winner's attack, including its king if it is not the helper
	watched   Bitboard // squares that the loser's attack
	firmly    Bitboard // squares that the loser's attack with a pawn or with two pieces
	enterable Bitboard // squares that the loser's attack, and squares that its pawns can step to
	deflects  bool     // allow a target in watched if it is not in firmly
	defender  Square   // the piece that attacks such a target and must move away, or NoSquare

	// The checkmate that the plan aims for.
	target      pattern
	lane        Bitboard             // squares that waiting moves must leave empty
	loserWithin [planLayers]Bitboard // at i, squares from which the loser's king needs at most i moves
	helpWithin  [planLayers]Bitboard // the same for the helper
	pieceWithin [planLayers]Bitboard // the same for the mating piece

	tried  uint32      // number of checkmates aimed for
	failed [256]uint32 // hash table of states that were tried and that need not be tried again
}

// A pattern is a checkmate, described by the squares of the loser's king, the helper, and the
// mating piece.
type pattern struct {
	loser, helper, piece Square
}

const (
	planLayers = 12 // number of moves that a plan looks ahead for one piece, plus one
	planRange  = 24 // maximum number of moves of the three pieces together
)

// A planScan holds the squares that the loser's king and the helper can get to. Element i of each
// array holds the squares that they can get to in at most i moves.
type planScan struct {
	loser, helper [planLayers]Bitboard
	helpers       int // number of elements of helper that differ
}

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
	own := p.ByColor(c)
	king := p.King(c)
	majors := p.straightSliders() & own
	total := pl.nodes
	pl.nodes = total * 3 / 4
	for rest := majors & p.diagonalSliders(); rest != 0; {
		if pl.findWith(p, rest.PopFirst(), Queen, NoSquare, king) {
			return true
		}
	}
	for rest := majors &^ p.diagonalSliders(); rest != 0; {
		if pl.findWith(p, rest.PopFirst(), Rook, NoSquare, king) {
			return true
		}
	}
	occupied := p.Occupied() &^ p.kings()
	for rest := p.pawns() & own; rest != 0; {
		s := rest.PopFirst()
		if path := ahead(s.Bitboard(), c); path&occupied == 0 {
			promotesOn := (path & promotes).First()
			if pl.findWith(p, s, Queen, promotesOn, king) {
				return true
			}
		}
	}
	pl.nodes += total / 4
	if pl.findHelped(p, majors, own.without(king)&^p.pawns()) {
		return true
	}
	pl.deflects = true
	pl.nodes = max(pl.nodes, total/4)
	found := pl.findHelped(p, majors, own)
	pl.deflects = false
	return found
}

// findHelped looks for a line in which one of the given pieces mates with the help of one of the
// helpers.
func (pl *matePlan) findHelped(p *Position, pieces, helpers Bitboard) bool {
	for pieces != 0 {
		s := pieces.PopFirst()
		for rest := helpers.without(s) &^ p.pawns(); rest != 0; {
			if pl.findWith(p, s, p.typeAt(s), NoSquare, rest.PopFirst()) {
				return true
			}
		}
	}
	return false
}

// findWith looks for a line in which the piece on s mates as a piece of type t with the help of the
// piece on helper. If the piece on s is a pawn, it promotes on promotesOn. Otherwise promotesOn is
// NoSquare.
func (pl *matePlan) findWith(p *Position, s Square, t PieceType, promotesOn, helper Square) bool {
	if pl.nodes -= 2; pl.nodes <= 0 {
		return false
	}
	pl.assign(p, s, t, promotesOn, helper)
	reach := pl.pieceReach()
	if reach == 0 {
		return false
	}
	var scan planScan
	loser := p.King(pl.winner.Other())
	layers := spread(&scan.loser, loser.Bitboard(), ^(pl.others | pl.guarded))
	scan.helpers = pl.spreadHelper(&scan.helper, helper.Bitboard())
	var before Bitboard
	for i := range layers {
		for rest := scan.loser[i] &^ before &^ pl.guarded; rest != 0; {
			if pl.findAt(p, rest.PopFirst(), &scan, reach) {
				return true
			}
			if pl.nodes <= 0 {
				return false
			}
		}
		before = scan.loser[i]
	}
	return false
}

// assign sets the fields of pl that describe the pieces of p. Its parameters are those of findWith.
func (pl *matePlan) assign(p *Position, s Square, t PieceType, promotesOn, helper Square) {
	c := pl.winner
	loser, king := p.King(c.Other()), p.King(c)
	pl.piece, pl.typ, pl.promotesOn, pl.pawn = s, t, promotesOn, promotesOn != NoSquare
	pl.helper, pl.helperType = helper, p.typeAt(helper)
	pl.others = p.Occupied().without(loser).without(helper).without(s)
	pl.losers = pl.others & p.ByColor(c.Other())
	pl.guarded, _ = p.attacksFrom(pl.others&^pl.losers, pl.others)
	pl.watched, pl.firmly = p.attacksFrom(pl.losers, pl.others)
	if pl.helperType != King {
		pl.guarded |= kingAttacks[king]
	}
	step := (p.pawns() & pl.losers).forward(c.Other()) &^ pl.others
	pl.enterable = pl.watched | step | step.forward(c.Other())
}

// findAt looks for a line that ends with the loser's king on the square at, where reach is the
// result of pieceReach.
func (pl *matePlan) findAt(p *Position, at Square, scan *planScan, reach Bitboard) bool {
	flights := kingAttacks[at] &^ pl.losers &^ pl.guarded
	if pl.helperType != King && flights.Count() > 6 {
		return false
	}
	helper := pl.helperType.Of(pl.winner)
	barred := attacksOf(helper, at, pl.others).with(at)
	var seen Bitboard
	for j := range scan.helpers {
		places := scan.helper[j] &^ seen &^ barred
		seen = scan.helper[j]
		if j > 0 && pl.helperType == King {
			places &= kingRing[at&63]
		}
		for places != 0 {
			k := places.PopFirst()
			covered := attacksOf(helper, k, pl.others)
			left := flights &^ covered
			if left.Count() > 3 {
				continue
			}
			if pl.helperType != King && j > 0 && covered&kingAttacks[at] == 0 {
				continue
			}
			if pl.tryPattern(p, at, k, left, reach, covered) {
				return true
			}
			if pl.nodes <= 0 {
				return false
			}
		}
	}
	return false
}

// spreadHelper sets layers[i] to the squares that the helper can get to from the given squares in
// at most i moves. The moves can be reversed, so these are also the squares from which the helper
// can get to the given ones. spreadHelper returns the number of layers that differ.
func (pl *matePlan) spreadHelper(layers *[planLayers]Bitboard, squares Bitboard) int {
	if pl.helperType == King {
		return spread(layers, squares, ^(pl.others | pl.watched))
	}
	layers[0] = squares
	rest := squares
	for i := 1; i < planLayers; i++ {
		if i < 3 {
			var found Bitboard
			for rest != 0 {
				found |= attacksOf(pl.helperType.Of(White), rest.PopFirst(), pl.others)
			}
			rest = found &^ squares &^ pl.others
			squares |= rest
		}
		layers[i] = squares
	}
	return 3
}

// attacksFrom returns the squares that the given pieces attack, and those that a pawn or at least
// two pieces attack. It ignores kings.
func (p *Position) attacksFrom(pieces, occupied Bitboard) (found, firmly Bitboard) {
	firmly = pawnsAttack(p.pawns()&pieces&^p.black, White) | pawnsAttack(p.pawns()&pieces&p.black, Black)
	found = firmly
	for rest := p.knights() & pieces; rest != 0; {
		attacks := knightAttacks[rest.PopFirst()]
		firmly |= found & attacks
		found |= attacks
	}
	for rest := (p.diagonalSliders() | p.straightSliders()) & pieces; rest != 0; {
		s := rest.PopFirst()
		attacks := attacksOf(p.PieceAt(s), s, occupied)
		firmly |= found & attacks
		found |= attacks
	}
	return found, firmly
}

// spread sets layers[i] to the squares that a king can get to from the given squares in at most i
// steps over free squares. It returns the number of layers that differ.
func spread(layers *[planLayers]Bitboard, squares, free Bitboard) int {
	n := planLayers
	for i := range layers {
		layers[i] = squares
		wide := squares | squares.East() | squares.West()
		next := squares | (wide|wide<<8|wide>>8)&free
		if next == squares && n == planLayers {
			n = i + 1
		}
		squares = next
	}
	return n
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

// tryPattern looks for a line to a checkmate of the loser's king on the square at with the helper
// on k, which covers the given squares. The mating piece must be able to get to its target, which
// is in reach, and must attack the squares left.
func (pl *matePlan) tryPattern(p *Position, at, k Square, left, reach, covered Bitboard) bool {
	occupied := pl.others.with(k)
	from := rookAttacks(at, occupied)
	if pl.typ == Queen {
		from |= bishopAttacks(at, occupied)
	} else if left&^rookRays[at] != 0 {
		return false
	}
	near := kingAttacks[at]
	barred := pl.watched
	if pl.deflects {
		barred = pl.firmly
	}
	from &= reach &^ barred &^ (near &^ (pl.guarded | covered))
	from = from.without(k)
	for from != 0 {
		s := from.PopFirst()
		if between[at][s]&pl.enterable != 0 {
			continue
		}
		if left.without(s)&^attacksOf(pl.typ.Of(White), s, occupied) != 0 {
			continue
		}
		pl.defender = NoSquare
		if pl.watched.Has(s) {
			pl.defender = (p.attackersTo(s, occupied) & pl.losers).First()
			if pl.defender == NoSquare || left.Has(pl.defender) || kingAttacks[at].Has(pl.defender) {
				continue
			}
		}
		posts := pl.posts(p, at, k, s, covered) & reach
		if posts == 0 {
			continue
		}
		if pl.tryTarget(p, pattern{at, k, s}, posts, covered) {
			return true
		}
		if pl.nodes <= 0 {
			return false
		}
	}
	return false
}

// posts returns the squares from which the mating piece can go to its target s when the loser's
// king is on the square at and the helper is on k. It omits squares from which the mating piece
// would give check or would keep the loser's king from getting to its square. If the mating piece
// is a pawn that promotes on s, posts returns s.
func (pl *matePlan) posts(p *Position, at, k, s Square, covered Bitboard) Bitboard {
	occupied := pl.others.with(at).with(k)
	if pl.pawn && s == pl.promotesOn {
		return s.Bitboard()
	}
	posts := attacksOf(pl.typ.Of(White), s, occupied) &^ occupied
	entry := kingAttacks[at] &^ (pl.others | pl.guarded | covered)
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

// tryTarget looks for a line to the given checkmate in which the mating piece makes its last move
// from one of the posts.
func (pl *matePlan) tryTarget(p *Position, target pattern, posts, covered Bitboard) bool {
	c := pl.winner
	pl.target = target
	pl.tried++
	loser := p.King(c.Other())
	free := ^(pl.others | pl.guarded) | loser.Bitboard()
	spread(&pl.loserWithin, target.loser.Bitboard(), free&^covered)
	if !pl.loserWithin[planLayers-1].Has(loser) {
		spread(&pl.loserWithin, target.loser.Bitboard(), free)
	}
	pl.spreadHelper(&pl.helpWithin, target.helper.Bitboard())
	reached := target.piece.Bitboard()
	rest := reached
	for i := range pl.pieceWithin {
		pl.pieceWithin[i] = reached
		if i == 0 {
			rest = posts
			reached |= posts
		} else if i < 4 {
			var found Bitboard
			for rest != 0 {
				found |= attacksOf(pl.typ.Of(White), rest.PopFirst(), pl.others)
			}
			rest = found &^ reached &^ pl.others
			reached |= rest
		}
	}
	kingMoves, pieceMoves := pl.helpNeeds(pl.helper), pl.pieceNeeds(pl.piece, pl.pawn)
	loserMoves := needs(&pl.loserWithin, p.King(c.Other()))
	if kingMoves+pieceMoves+loserMoves > planRange {
		return false
	}
	if pl.defender != NoSquare {
		loserMoves++
	}
	least := max(kingMoves+pieceMoves, loserMoves)
	if p.Turn() == c {
		least = max(kingMoves+pieceMoves, loserMoves+1)
	}
	pl.lane = between[target.loser][target.piece].with(target.piece).with(target.helper).with(target.loser)
	limit := pl.nodes
	for more := 0; more <= 2; more += 2 {
		n := least + more
		pl.nodes = min(limit, 2*n+20)
		limit -= pl.nodes
		pl.length = 0
		found := false
		if p.Turn() == c {
			found = pl.winnerMoves(p, pl.piece, pl.helper, n)
		} else {
			found = pl.loserMoves(p, pl.piece, pl.helper, n)
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

// helpNeeds returns the number of moves that the helper needs from s.
func (pl *matePlan) helpNeeds(s Square) int { return needs(&pl.helpWithin, s) }

// pieceNeeds returns the number of moves that the mating piece needs from s. If pawn is true, it
// still has to promote.
func (pl *matePlan) pieceNeeds(s Square, pawn bool) int {
	if !pawn {
		return needs(&pl.pieceWithin, s)
	}
	return pl.promotesOn.Distance(s) + needs(&pl.pieceWithin, pl.promotesOn)
}

// winnerMoves looks for a line from p, in which the winner is to move and mates with its nth move.
// The mating piece and the helper are on the given squares.
func (pl *matePlan) winnerMoves(p *Position, piece, helper Square, n int) bool {
	if n <= 0 {
		return false
	}
	c := pl.winner
	state := uint32(p.King(c.Other())) | uint32(helper)<<6 | uint32(piece)<<12 | uint32(n)<<18 | pl.tried<<24
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
	if !late && pl.playPiece(p, &g, piece, helper, n) {
		return true
	}
	if left := n - 1 - pieceNeeds; left >= 0 && pl.playHelper(p, &g, piece, helper, left, n) {
		return true
	}
	if !late {
		return false
	}
	if pawn {
		return pl.playPawn(p, &g, piece, helper, n)
	}
	return pl.playPiece(p, &g, piece, helper, n)
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
func (pl *matePlan) playPawn(p *Position, g *generator, piece, helper Square, n int) bool {
	left := n - 1 - pl.helpNeeds(helper)
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
	return pl.play(p, m, to.First(), helper, n)
}

// playPiece tries the moves of the mating piece, which is not a pawn. Only the last one may
// capture.
func (pl *matePlan) playPiece(p *Position, g *generator, piece, helper Square, n int) bool {
	left := n - 1 - pl.helpNeeds(helper)
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
		return pl.playPieceTo(p, piece, helper, targets&pl.target.piece.Bitboard(), n)
	}
	targets &= pl.pieceWithin[min(left, planLayers-1)] &^ g.occupied
	// Try the moves that leave the loser's king free to step first.
	way := kingAttacks[loser] | loser.Bitboard()
	var inWay Bitboard
	for targets != 0 {
		s := targets.PopFirst()
		if attacksOf(mating, s, g.occupied)&way != 0 {
			inWay |= s.Bitboard()
		} else if pl.play(p, NewMove(piece, s), s, helper, n) {
			return true
		}
	}
	return pl.playPieceTo(p, piece, helper, inWay, n)
}

// playPieceTo tries the moves of the mating piece to the given squares.
func (pl *matePlan) playPieceTo(p *Position, piece, helper Square, squares Bitboard, n int) bool {
	for squares != 0 {
		s := squares.PopFirst()
		if pl.play(p, NewMove(piece, s), s, helper, n) {
			return true
		}
	}
	return false
}

// playHelper tries the moves of the helper after which it needs at most left more moves.
func (pl *matePlan) playHelper(p *Position, g *generator, piece, helper Square, left, n int) bool {
	within := pl.helpWithin[min(left, planLayers-1)]
	var squares Bitboard
	if pl.helperType == King {
		squares, _ = p.kingMoves(g, within)
	} else if !g.pinned.Has(helper) {
		squares = attacksOf(pl.helperType.Of(pl.winner), helper, g.occupied) & g.targets & within
	}
	squares &^= g.occupied
	if left > 0 {
		// Try the moves that get closer first.
		near := squares & pl.helpWithin[min(left, planLayers-1)-1]
		if pl.playHelperTo(p, piece, helper, near, n) {
			return true
		}
		squares &^= near
	}
	return pl.playHelperTo(p, piece, helper, squares, n)
}

// playHelperTo tries the moves of the helper to the given squares.
func (pl *matePlan) playHelperTo(p *Position, piece, helper Square, squares Bitboard, n int) bool {
	for squares != 0 {
		s := squares.PopFirst()
		if pl.play(p, NewMove(helper, s), piece, s, n) {
			return true
		}
	}
	return false
}

// play tries the winner's move m. The mating piece and the helper are on the given squares after
// it.
func (pl *matePlan) play(p *Position, m Move, piece, helper Square, n int) bool {
	var q Position
	q.setAfter(p, m)
	pl.moves[pl.length&63] = m
	pl.length++
	if pl.loserMoves(&q, piece, helper, n-1) {
		return true
	}
	pl.length--
	return false
}

// loserMoves looks for a line from p, in which the loser is to move and the winner then mates with
// its nth move. If n is 0, loserMoves reports whether p is checkmate.
func (pl *matePlan) loserMoves(p *Position, piece, helper Square, n int) bool {
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
	if pl.defender != NoSquare {
		if needs(&pl.loserWithin, g.king) < n && pl.playDefender(p, &g, piece, helper, n) {
			return true
		}
		if n == 1 {
			return false
		}
	}
	// The loser's king must be on its target after the last of the loser's n moves.
	within := min(n-1, planLayers-1)
	squares, _ := p.kingMoves(&g, pl.loserWithin[within]&^g.occupied)
	if within > 0 {
		near := squares & pl.loserWithin[within-1]
		if pl.playLoser(p, &g, piece, helper, near, n) {
			return true
		}
		squares &^= near
	}
	if pl.playLoser(p, &g, piece, helper, squares, n) {
		return true
	}
	if !pl.loserWithin[within].Has(g.king) {
		return false
	}
	return pl.playWaiting(p, &g, piece, helper, n)
}

// playDefender tries at most three moves of the defender after which it attacks no square that the
// mating piece needs. The defender is not a king, which is not in losers. Nor is it a pawn at the
// start of the line, because firmly holds every square that a pawn attacks.
func (pl *matePlan) playDefender(p *Position, g *generator, piece, helper Square, n int) bool {
	d := pl.defender
	if g.pinned.Has(d) || !(g.own &^ p.pawns()).Has(d) {
		return false // pinned, or a waiting move has moved it away
	}
	pl.defender = NoSquare
	defender := p.PieceAt(d)
	spared := pl.lane.without(pl.target.helper).without(pl.target.loser)
	tries := 3
	for to := attacksOf(defender, d, g.occupied) & g.targets &^ g.occupied &^ pl.lane; to != 0 && tries > 0; {
		s := to.PopFirst()
		if attacksOf(defender, s, g.occupied)&spared != 0 {
			continue
		}
		tries--
		if pl.playLoserMove(p, NewMove(d, s), piece, helper, n) {
			return true
		}
	}
	pl.defender = d
	return false
}

// playWaiting tries a few moves of the loser's pieces other than the king. They capture nothing and
// stay out of the lane.
func (pl *matePlan) playWaiting(p *Position, g *generator, piece, helper Square, n int) bool {
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
		if pl.playLoserMove(p, moves[i], piece, helper, n) {
			return true
		}
	}
	return false
}

// playLoserMove tries the loser's move m.
func (pl *matePlan) playLoserMove(p *Position, m Move, piece, helper Square, n int) bool {
	var q Position
	q.setAfter(p, m)
	pl.moves[pl.length&63] = m
	pl.length++
	if pl.winnerMoves(&q, piece, helper, n) {
		return true
	}
	pl.length--
	return false
}

// playLoser tries the moves of the loser's king to the given squares.
func (pl *matePlan) playLoser(p *Position, g *generator, piece, helper Square, squares Bitboard, n int) bool {
	for squares != 0 {
		if pl.playLoserMove(p, NewMove(g.king, squares.PopFirst()), piece, helper, n) {
			return true
		}
	}
	return false
}
