package chess

// A matePlan looks for a line of play that ends in checkmate, where three pieces can do it: the loser's king
// walks to a square on which it can be mated, a helper of the winner (the king, or another piece if the king
// stays where it is) goes to its post, and then a queen, a rook, or a pawn that promotes gives mate. The other
// pieces stay where they are, except that the loser makes waiting moves, and may first move a defender away.
//
// The proof: the line consists of moves that the rules of move generation allow in the position in which
// they are made, and no move is left to the loser in its last position, who is in check. Everything else here,
// such as the squares that are taken to be safe, decides only what is tried. A plan that fails proves nothing.
type matePlan struct {
	winner Color
	nodes  int      // how many positions the plan may still look at
	moves  [64]Move // the line, which is at most 57 plies long
	length int      // the number of its moves

	// The pieces that take part.
	piece  Square    // the square from which the mating piece starts
	typ    PieceType // its type when it mates
	pawn   bool      // it is a pawn at first
	crown  Square    // the square on which that pawn promotes
	helper Square    // the square from which the helper starts
	helps  PieceType // the type of the helper

	// The pieces that stay where they are.
	others    Bitboard // their squares
	losers    Bitboard // the squares of those of the loser
	guarded   Bitboard // the squares that those of the winner attack
	watched   Bitboard // the squares that those of the loser attack
	firmly    Bitboard // the squares that those of the loser attack with a pawn or with two pieces
	enterable Bitboard // the squares that those of the loser attack or can move to
	deflects  bool     // a target that one piece of the loser attacks will do
	defender  Square   // that piece, which must go away first, or NoSquare

	// The checkmate to aim at.
	target      pattern
	lane        Bitboard // the squares that the others must leave free
	loserWithin [planLayers]Bitboard
	helpWithin  [planLayers]Bitboard // from these squares a piece needs at most so many moves to its target
	pieceWithin [planLayers]Bitboard

	tried  uint32      // the number of checkmates aimed at
	failed [256]uint32 // states from which no line was found
}

// A pattern is a checkmate: the squares of the loser's king, of the helper, and of the mating piece.
type pattern struct {
	loser, helper, piece Square
}

const (
	planLayers = 12 // how many moves of one piece a plan looks ahead, plus one
	planRange  = 24 // how many moves a plan may take
)

// A planScan holds the squares that the pieces can get to, by the number of moves.
type planScan struct {
	loser, helper [planLayers]Bitboard
	helpers       int // the number of layers of helper that differ
}

// line returns the line that was found.
func (pl *matePlan) line() []Move { return pl.moves[:pl.length] }

// find looks for a line from p. If the side to move is in check, it first tries the answers.
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

// findQuiet looks for a line from p, in which nobody is in check.
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
			crown := (path & promotes).First()
			if pl.findWith(p, s, Queen, crown, king) {
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

// findHelped looks for a line in which one of the pieces mates with one of the helpers.
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

// findWith looks for a line in which the piece on s mates with the helper.
func (pl *matePlan) findWith(p *Position, s Square, t PieceType, crown, helper Square) bool {
	if pl.nodes -= 2; pl.nodes <= 0 {
		return false
	}
	pl.assign(p, s, t, crown, helper)
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

// assign gives the pieces of p their parts in the plan, as findWith describes them.
func (pl *matePlan) assign(p *Position, s Square, t PieceType, crown, helper Square) {
	c := pl.winner
	loser, king := p.King(c.Other()), p.King(c)
	pl.piece, pl.typ, pl.crown, pl.pawn = s, t, crown, crown != NoSquare
	pl.helper, pl.helps = helper, p.typeAt(helper)
	pl.others = p.Occupied().without(loser).without(helper).without(s)
	pl.losers = pl.others & p.ByColor(c.Other())
	pl.guarded, _ = p.attacksFrom(pl.others&^pl.losers, pl.others)
	pl.watched, pl.firmly = p.attacksFrom(pl.losers, pl.others)
	if pl.helps != King {
		pl.guarded |= kingAttacks[king]
	}
	lost := p.pawns() & pl.losers
	step := lost.forward(c.Other()) &^ pl.others
	pl.enterable = pl.watched | step | step.forward(c.Other())
}

// findAt looks for a line that ends with the loser's king on the given square.
func (pl *matePlan) findAt(p *Position, at Square, scan *planScan, reach Bitboard) bool {
	flights := kingAttacks[at] &^ pl.losers &^ pl.guarded
	if pl.helps != King && flights.Count() > 6 {
		return false
	}
	helper := pl.helps.Of(pl.winner)
	barred := attacksOf(helper, at, pl.others).with(at)
	var seen Bitboard
	for j := range scan.helpers {
		places := scan.helper[j] &^ seen &^ barred
		seen = scan.helper[j]
		if j > 0 && pl.helps == King {
			places &= kingRing[at&63]
		}
		for places != 0 {
			k := places.PopFirst()
			covered := attacksOf(helper, k, pl.others)
			left := flights &^ covered
			if left.Count() > 3 {
				continue
			}
			if pl.helps != King && j > 0 && covered&kingAttacks[at] == 0 {
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

// spreadHelper fills layers with the squares from which, or to which, the helper needs at most so many moves
// from the given squares. It returns the number of layers that differ.
func (pl *matePlan) spreadHelper(layers *[planLayers]Bitboard, squares Bitboard) int {
	if pl.helps == King {
		return spread(layers, squares, ^(pl.others | pl.watched))
	}
	layers[0] = squares
	rest := squares
	for i := 1; i < planLayers; i++ {
		if i < 3 {
			var found Bitboard
			for rest != 0 {
				found |= attacksOf(pl.helps.Of(White), rest.PopFirst(), pl.others)
			}
			rest = found &^ squares &^ pl.others
			squares |= rest
		}
		layers[i] = squares
	}
	return 3
}

// attacksFrom returns the squares that the given pieces attack, and those that a pawn or at least two other
// pieces attack.
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

// spread fills layers with the squares that a king on one of the given squares reaches by at most so many
// steps through the free squares. It returns the number of layers that differ.
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

// pieceReach returns the squares that the mating piece can get to.
func (pl *matePlan) pieceReach() Bitboard {
	start := pl.piece
	if pl.pawn {
		start = pl.crown
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

// tryPattern looks for a line to a checkmate of the king on at with the other king on k, in which the mating
// piece has to attack the squares left.
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

// posts returns the squares from which the mating piece can go to its target when both kings are on theirs,
// and from which it leaves the loser's king a way to get there.
func (pl *matePlan) posts(p *Position, at, k, s Square, covered Bitboard) Bitboard {
	occupied := pl.others.with(at).with(k)
	if pl.pawn && s == pl.crown {
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

// tryTarget looks for a line to the given checkmate.
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

// needs returns the first layer that holds s, which is the number of moves to the target, or a large number if
// there is none.
func needs(within *[planLayers]Bitboard, s Square) int {
	for i := range within {
		if within[i].Has(s) {
			return i
		}
	}
	return 100
}

// helpNeeds returns how many moves the helper needs from s.
func (pl *matePlan) helpNeeds(s Square) int { return needs(&pl.helpWithin, s) }

// pieceNeeds returns how many moves the mating piece needs from s, where it may still be a pawn.
func (pl *matePlan) pieceNeeds(s Square, pawn bool) int {
	if !pawn {
		return needs(&pl.pieceWithin, s)
	}
	return pl.crown.Distance(s) + needs(&pl.pieceWithin, pl.crown)
}

// winnerMoves plays on from p with the winner to move, who has n moves to mate.
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

// leavesWay reports whether the mating piece leaves the loser's king on the given square a step that gets nearer to
// its target, or the king is there already.
func (pl *matePlan) leavesWay(loser, piece Square, occupied Bitboard) bool {
	d := needs(&pl.loserWithin, loser)
	if d == 0 {
		return true
	}
	nearer := kingAttacks[loser] & pl.loserWithin[min(d, planLayers)-1]
	return nearer&^attacksOf(pl.typ.Of(pl.winner), piece, occupied) != 0
}

// playPawn plays the move of the mating piece while it is a pawn.
func (pl *matePlan) playPawn(p *Position, g *generator, piece, helper Square, n int) bool {
	left := n - 1 - pl.helpNeeds(helper)
	if left < 0 || g.pinned.Has(piece) {
		return false
	}
	d := pl.crown.Distance(piece)
	to := piece.Bitboard().forward(pl.winner) & g.targets &^ g.occupied
	if to == 0 || left < d-1+needs(&pl.pieceWithin, pl.crown) {
		return false
	}
	m := NewMove(piece, to.First())
	if d == 1 {
		m = NewPromotion(piece, to.First(), pl.typ)
	}
	return pl.play(p, m, to.First(), helper, n)
}

// playPiece plays the moves of the mating piece.
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
	// The way of the loser's king comes first.
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

// playPieceTo plays the moves of the mating piece to the squares.
func (pl *matePlan) playPieceTo(p *Position, piece, helper Square, squares Bitboard, n int) bool {
	for squares != 0 {
		s := squares.PopFirst()
		if pl.play(p, NewMove(piece, s), s, helper, n) {
			return true
		}
	}
	return false
}

// playHelper plays the moves of the helper from which it needs at most the number of moves left.
func (pl *matePlan) playHelper(p *Position, g *generator, piece, helper Square, left, n int) bool {
	within := pl.helpWithin[min(left, planLayers-1)]
	var squares Bitboard
	if pl.helps == King {
		squares, _ = p.kingMoves(g, within)
	} else if !g.pinned.Has(helper) {
		squares = attacksOf(pl.helps.Of(pl.winner), helper, g.occupied) & g.targets & within
	}
	squares &^= g.occupied
	if left > 0 {
		// A step that gets nearer comes first.
		near := squares & pl.helpWithin[min(left, planLayers-1)-1]
		if pl.playHelperTo(p, piece, helper, near, n) {
			return true
		}
		squares &^= near
	}
	return pl.playHelperTo(p, piece, helper, squares, n)
}

// playHelperTo plays the moves of the helper to the squares.
func (pl *matePlan) playHelperTo(p *Position, piece, helper Square, squares Bitboard, n int) bool {
	for squares != 0 {
		s := squares.PopFirst()
		if pl.play(p, NewMove(helper, s), piece, s, n) {
			return true
		}
	}
	return false
}

// play plays m, after which the loser moves.
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

// loserMoves plays on from p with the loser to move, after which the winner has n moves to mate.
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
	// The last of n moves of the loser must reach the target.
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

// playDefender plays a few moves that take the defender away.
func (pl *matePlan) playDefender(p *Position, g *generator, piece, helper Square, n int) bool {
	d := pl.defender
	if g.pinned.Has(d) {
		return false
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

// playWaiting plays a few moves of other pieces of the loser that capture nothing.
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

// playLoserMove plays m, after which the winner moves.
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

// playLoser plays the moves of the loser's king to the squares.
func (pl *matePlan) playLoser(p *Position, g *generator, piece, helper Square, squares Bitboard, n int) bool {
	for squares != 0 {
		if pl.playLoserMove(p, NewMove(g.king, squares.PopFirst()), piece, helper, n) {
			return true
		}
	}
	return false
}
