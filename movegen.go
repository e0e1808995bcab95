package chess

import (
	"iter"
	"slices"
)

// A moveFilter narrows move generation to some squares.
type moveFilter struct {
	from   Bitboard // the squares that moves leave
	to     Bitboard // the squares that pieces reach
	pawnTo Bitboard // the squares that pawns reach
}

var allMoves = moveFilter{allSquares, allSquares, allSquares}

// MaxMoves is a bound on the number of legal moves in any position that [ParseFEN] accepts. The
// largest known number is 218 in a position that can arise in a game, and 270 with any number of
// queens.
//
// A move other than a knight's reaches a square from one of eight directions, and from each
// direction only the nearest piece can make it. The directions of all squares add up to 420: 3 for
// each of 4 corners, 5 for each of 24 other squares on the edge, and 8 for each of 36 inner ones. A
// square with a piece of the side to move is not reached, so the king takes away at least 3 and
// leaves 417. A knight takes away as many directions as it has moves, or more. A pawn that can
// promote has at most 3 targets and takes away 8 directions, or 2 targets and 5 directions on the
// a- and h-file. Promotion makes up to 4 moves of each, 9 or 6 more, so each of 8 pawns adds at
// most 1. Castling adds a move for each rook, which takes away at least 3. The bound is 417 + 8.
const MaxMoves = 425

// LegalMoves returns all legal moves, in no particular order. The list is empty after checkmate and
// stalemate. Castling is a move of the king, so it is found from the square of the king and never
// from the square of the rook (FIDE 4.4.2).
func (p Position) LegalMoves() []Move {
	return p.AppendLegalMoves(make([]Move, 0, 48))
}

// AppendLegalMoves appends all legal moves to dst and returns the extended slice. It does not
// allocate if dst has room: [MaxMoves] is always enough.
func (p *Position) AppendLegalMoves(dst []Move) []Move {
	return p.appendMoves(dst, &allMoves)
}

// AppendCaptures appends the legal captures and promotions to dst and returns the extended slice.
// Together with those of [Position.AppendQuietMoves] they are all legal moves.
func (p *Position) AppendCaptures(dst []Move) []Move {
	// Most bots call this at most nodes of their search. Without the filter of appendMoves,
	// castling, and steps of pawns, a search is about 4 percent faster.
	var g generator
	g.init(p, p.Turn())
	for b := kingAttacks[g.king] & g.enemies; b != 0; b &= b - 1 {
		if !p.isAttacked(&g, b.First()) {
			dst = append(dst, newMove(g.king, b.First()))
		}
	}
	if g.targets == 0 {
		return dst
	}
	us, pawns := &pawnGeometries[p.Turn()&1], p.pawns()&g.own
	diagonal, antidiagonal := g.pawnCaptures(us, pawns)
	if pawns.rotate(us.push)&promotes != 0 {
		push, _ := g.pawnSteps(us, pawns)
		dst = appendPromotions(dst, push&promotes, us.push)
		dst = appendPromotions(dst, diagonal&promotes, us.diagonal)
		dst = appendPromotions(dst, antidiagonal&promotes, us.antidiagonal)
		diagonal, antidiagonal = diagonal&^promotes, antidiagonal&^promotes
	}
	dst = appendPawnMoves(dst, diagonal, us.diagonal)
	dst = appendPawnMoves(dst, antidiagonal, us.antidiagonal)
	if p.canCaptureEnPassant() {
		for pawns := p.enPassantCaptures(pawns); pawns != 0; pawns &= pawns - 1 {
			dst = append(dst, newMove(pawns.First(), p.passed()))
		}
	}
	targets, from := g.targets&g.enemies, g.own
	if g.pinned != 0 {
		for b := g.pinned &^ (p.pawns() | p.knights()); b != 0; b &= b - 1 {
			dst = appendTargets(dst, b.First(), p.pinnedTargets(&g, b.First())&targets)
		}
		from &^= g.pinned
	}
	for b := p.knights() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), knightAttacks[b.First()]&targets)
	}
	for b := p.diagonalSliders() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), bishopAttacks(b.First(), g.occupied)&targets)
	}
	for b := p.straightSliders() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), rookAttacks(b.First(), g.occupied)&targets)
	}
	return dst
}

// AppendQuietMoves appends the legal moves that neither capture nor promote to dst and returns the
// extended slice. Castling is one of them.
func (p *Position) AppendQuietMoves(dst []Move) []Move {
	quiet := ^p.ByColor(p.Turn().Other())
	pawnTo := quiet &^ promotes
	if p.canCaptureEnPassant() {
		pawnTo &^= p.passed().Bitboard()
	}
	return p.appendMoves(dst, &moveFilter{allSquares, quiet, pawnTo})
}

// AppendMovesFrom appends the legal moves of the piece on s to dst and returns the extended slice.
// Castling is a move of the king: for the square of a rook only moves of that rook are listed, as
// the touch-move rule demands (rule sheet S0, FIDE 4.4.2).
func (p *Position) AppendMovesFrom(dst []Move, s Square) []Move {
	return p.appendMoves(dst, &moveFilter{s.Bitboard(), allSquares, allSquares})
}

// Moves iterates over the legal moves of p without allocating a slice. [Position.LegalMoves] returns
// a slice.
func (p Position) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var buffer [256]Move
		slices.Values(p.AppendLegalMoves(buffer[:0]))(yield)
	}
}

// IsLegal reports whether m is a legal move in p, in the form in which [Position.LegalMoves] lists
// it. It is false for NullMove, and for the other spelling of castling, which [Position.Play] accepts.
func (p Position) IsLegal(m Move) bool { return p.isLegal(m) }

func (p *Position) isLegal(m Move) bool {
	from, to, promotion := m.From(), m.To(), m.Promotion()
	source := Bitboard(1) << from
	switch t := p.typeAt(from); {
	case t == Pawn:
		fits := promotion == NoPieceType
		if promotes.Has(to) {
			fits = Knight <= promotion && promotion <= Queen
		}
		return fits && m>>15 == 0 && p.pawnSources(to, from.File() != to.File(), source) != 0
	case m>>12 != 0:
		return false
	case t == King && p.isCastling(m):
		var g generator
		g.init(p, p.Turn())
		return g.king == from && p.kingMoves(&g, to.Bitboard()) != 0
	default:
		return p.sources(t, to, source) != 0
	}
}

// castlingMeant returns the legal castling move that m spells as the move of the king to the square
// on which it lands or to its rook. If there is none, ok is false.
func (p *Position) castlingMeant(m Move) (castling Move, ok bool) {
	from, rook := m.From(), p.rookOf(m)
	kingTo, _ := castlingSquares(from, rook)
	if rook == NoSquare || m != newMove(from, rook) && m != newMove(from, kingTo) {
		return NullMove, false
	}
	castling = castlingMove(from, rook)
	return castling, p.isLegal(castling)
}

// sources returns those of the squares in from from which pieces of type t, which is not Pawn, can
// legally go to a square.
func (p *Position) sources(t PieceType, to Square, from Bitboard) Bitboard {
	own, occupied := p.ByColor(p.Turn()), p.Occupied()
	if own>>(to&63)&1 != 0 {
		return 0
	}
	from &= reaches[t&7][to&63] & p.ByType(t) & own
	for rest := from; rest != 0; rest &= rest - 1 {
		if s := rest.First(); between[s&63][to&63]&occupied != 0 || !p.isSafe(s, to) {
			from &^= rest & -rest
		}
	}
	return from
}

// pawnSources returns those of the squares in from from which pawns can legally go to a square,
// straight ahead or to capture.
func (p *Position) pawnSources(to Square, capture bool, from Bitboard) Bitboard {
	us, occupied := p.Turn(), p.Occupied()
	target := Bitboard(1) << (to & 63)
	from &= p.pawns() & p.ByColor(us)
	switch {
	case capture && target&occupied == 0:
		if to != p.EnPassant() {
			return 0
		}
		return p.enPassantCaptures(from)
	case capture:
		if target &= p.ByColor(us.Other()); target == 0 {
			return 0
		}
		from &= pawnAttacks[us.Other()&1][to]
	case target&occupied != 0:
		return 0
	default:
		geo := &pawnGeometries[us&1]
		step := target.rotate(-geo.push)
		from &= step | (step &^ occupied & geo.thirdRank).rotate(-geo.push)
	}
	for rest := from; rest != 0; rest &= rest - 1 {
		if !p.isSafe(rest.First(), to) {
			from &^= rest & -rest
		}
	}
	return from
}

// HasLegalMove reports whether the side to move has a legal move. It is faster than listing the
// moves.
func (p Position) HasLegalMove() bool { return p.hasLegalMove() }

func (p *Position) hasLegalMove() bool {
	var g generator
	g.init(p, p.Turn())
	return p.kingMoves(&g, allSquares) != 0 || p.countPieceMoves(&g) != 0
}

// Pinned returns the squares of the pieces of color c that are pinned to their king: each stands
// alone between the king and an enemy slider.
func (p Position) Pinned(c Color) Bitboard {
	var g generator
	g.init(&p, c)
	return g.pinned
}

// A generator holds what decides whether the moves of a position are legal.
type generator struct {
	king     Square
	own      Bitboard
	enemies  Bitboard
	occupied Bitboard
	checkers Bitboard
	pinned   Bitboard // own pieces that may move only on the line through their king
	targets  Bitboard // where pieces other than the king may go; in check, where they answer it
}

// init fills g for the moves of us in p. A struct returned by value would be copied twice.
func (g *generator) init(p *Position, us Color) {
	g.occupied = p.Occupied()
	g.enemies = g.occupied & (p.black ^ -Bitboard(us))
	g.own = g.occupied ^ g.enemies
	g.king = (p.kings() & g.own).First()
	checkers := (pawnAttacks[us&1][g.king]&p.pawns() | knightAttacks[g.king]&p.knights()) & g.enemies
	sliders := (bishopRays[g.king]&p.diagonalSliders() | rookRays[g.king]&p.straightSliders()) & g.enemies
	var pinned Bitboard
	for ; sliders != 0; sliders &= sliders - 1 {
		shield := between[g.king&63][sliders.First()&63] & g.occupied
		switch {
		case shield == 0:
			checkers |= sliders & -sliders
		case !shield.more():
			pinned |= shield
		}
	}
	g.checkers, g.pinned = checkers, pinned&g.own
	switch {
	case checkers == 0:
		g.targets = ^g.own
	case !checkers.more():
		g.targets = checkers | between[g.king&63][checkers.First()&63]
	default:
		g.targets = 0
	}
}

// kingMoves returns those of the given squares to which the king may move, by a step or by castling.
//
// The king may step to squares without an own piece that are not attacked once it has left its
// square. It may castle (FIDE 3.8.2) if it is not in check, the squares between and those on which
// the two pieces land are free, no square that it crosses or reaches is attacked, and the rook does
// not shield it from an attack on the rank, as can happen in Chess960.
func (p *Position) kingMoves(g *generator, to Bitboard) Bitboard {
	squares := kingAttacks[g.king] &^ g.own & to
	rooks := p.Castling() & (g.own &^ g.pinned)
	if rooks != 0 && g.checkers == 0 && !hemmedIn(g.king, g.occupied&^rooks) {
		ways := &castlingWays[g.king&15]
		attacked := p.attackedNear(g, &ways.watch)
		squares &^= attacked
		for ; rooks != 0; rooks &= rooks - 1 {
			way := &ways.byRook[rooks.First()&7]
			if way.free&g.occupied|way.safe&attacked == 0 {
				squares |= way.to & to
			}
		}
		return squares
	}
	switch {
	case squares == 0:
		return 0
	case squares.more():
		return squares &^ p.attackedNear(g, &kingWatch[g.king&63])
	case p.isAttacked(g, squares.First()):
		return 0
	}
	return squares
}

// hemmedIn reports whether the king has pieces on both sides, so that it cannot castle. In most
// opening positions this saves a closer look.
func hemmedIn(king Square, occupied Bitboard) bool {
	return kingAttacks[king]&(rank1<<(king&56))&^occupied == 0
}

// A castlingWay holds the conditions for castling with one rook.
type castlingWay struct {
	free Bitboard // the squares where no other piece may stand
	safe Bitboard // the squares that the king crosses and reaches
	to   Bitboard // the square to which the move of the king goes, on the rank of the king
}

// castlingWays holds the conditions for castling of a king on the first or the eighth rank, by the
// lowest four bits of its square and by the file of the rook. The watch covers every square that the
// king crosses or reaches, by castling or by a step.
var castlingWays = func() (ways [16]struct {
	byRook [8]castlingWay
	watch  watch
}) {
	for king := range (rank1 | rank8).Squares() {
		w, reached := &ways[king&15], kingAttacks[king]
		for rook := range (rank1 << (king & 56)).without(king).Squares() {
			kingTo, rookTo := castlingSquares(king, rook)
			safe := between[king][kingTo].with(kingTo).without(king)
			free := safe | between[king][rook] | between[rook][rookTo].with(rookTo)
			w.byRook[rook&7] = castlingWay{free.without(king).without(rook), safe, castlingMove(king, rook).To().Bitboard()}
			reached |= safe
		}
		w.watch = watchOf(reached)
	}
	return ways
}()

// A watch is every square from which a bishop, a rook, or a knight could attack a set of squares on an
// empty board. Pieces elsewhere are skipped.
type watch struct{ diagonal, straight, knights Bitboard }

// watchOf returns the watch of squares.
func watchOf(squares Bitboard) (w watch) {
	for s := range squares.Squares() {
		w.diagonal |= bishopRays[s]
		w.straight |= rookRays[s]
		w.knights |= knightAttacks[s]
	}
	return w
}

// kingWatch holds the watch of the squares beside a king, by its square.
var kingWatch = func() (watches [64]watch) {
	for king := range watches {
		watches[king] = watchOf(kingAttacks[king])
	}
	return watches
}()

// isAttacked reports whether the enemy attacks s, a square beside the king, once the king has left
// its square. It looks along the lines from s if a slider stands on one. For more squares than one
// or two, attackedNear is faster.
func (p *Position) isAttacked(g *generator, s Square) bool {
	occupied := g.occupied &^ (1 << (g.king & 63))
	diagonal, straight := p.diagonalSliders()&g.enemies, p.straightSliders()&g.enemies
	leapers := pawnAttacks[p.Turn()&1][s]&p.pawns() | knightAttacks[s]&p.knights() | kingAttacks[s]&p.kings()
	return leapers&g.enemies != 0 ||
		bishopRays[s]&diagonal != 0 && bishopAttacks(s, occupied)&diagonal != 0 ||
		rookRays[s]&straight != 0 && rookAttacks(s, occupied)&straight != 0
}

// attackedNear returns the squares that the enemy attacks once the king has left its square.
// Sliders and knights outside of w are left out.
func (p *Position) attackedNear(g *generator, w *watch) Bitboard {
	occupied := g.occupied &^ (1 << (g.king & 63))
	them := &pawnGeometries[p.Turn().Other()&1]
	pawns := p.pawns() & g.enemies
	found := kingAttacks[(p.kings()&g.enemies).First()] |
		pawns.rotate(them.diagonal)&them.diagonalTo | pawns.rotate(them.antidiagonal)&them.antidiagTo
	for b := p.knights() & g.enemies & w.knights; b != 0; b &= b - 1 {
		found |= knightAttacks[b.First()]
	}
	for b := p.diagonalSliders() & g.enemies & w.diagonal; b != 0; b &= b - 1 {
		found |= bishopAttacks(b.First(), occupied)
	}
	for b := p.straightSliders() & g.enemies & w.straight; b != 0; b &= b - 1 {
		found |= rookAttacks(b.First(), occupied)
	}
	return found
}

// A pawnGeometry describes the moves of the pawns of one color as shifts of a Bitboard.
type pawnGeometry struct {
	push         int      // the shift of a step forward
	diagonal     int      // the shift of a capture along a1-h8
	antidiagonal int      // the shift of a capture along a8-h1
	diagonalTo   Bitboard // the squares that a capture along a1-h8 can reach
	antidiagTo   Bitboard // the squares that a capture along a8-h1 can reach
	thirdRank    Bitboard // the squares that a double step passes over
}

var pawnGeometries = [2]pawnGeometry{
	White: {8, 9, 7, ^fileA, ^fileH, rank1 << 16},
	Black: {-8, -9, -7, ^fileH, ^fileA, rank1 << 40},
}

// pawnSteps returns the squares that the given pawns reach by one step forward and by two. A pinned
// pawn steps only on the file of its king. Separate from pawnCaptures, the function is small enough
// to be inlined, and so is appendPawnMoves without promotions. That makes listing 4 to 8 % faster.
func (g *generator) pawnSteps(geo *pawnGeometry, pawns Bitboard) (push, double Bitboard) {
	if pinned := pawns & g.pinned; pinned != 0 {
		pawns &^= pinned &^ (fileA << (g.king & 7))
	}
	push = pawns.rotate(geo.push) &^ g.occupied
	double = (push & geo.thirdRank).rotate(geo.push) &^ g.occupied
	return push & g.targets, double & g.targets
}

// pawnCaptures returns the squares on which the given pawns capture along each diagonal, except en
// passant. A pinned pawn captures only on the diagonal of its king.
func (g *generator) pawnCaptures(geo *pawnGeometry, pawns Bitboard) (diagonal, antidiagonal Bitboard) {
	enemies := g.enemies & g.targets
	diagonal, antidiagonal = pawns, pawns
	if pinned := pawns & g.pinned; pinned != 0 {
		diagonal &^= pinned &^ diagonals[g.king]
		antidiagonal &^= pinned &^ antidiagonals[g.king]
	}
	diagonal = diagonal.rotate(geo.diagonal) & geo.diagonalTo & enemies
	antidiagonal = antidiagonal.rotate(geo.antidiagonal) & geo.antidiagTo & enemies
	return diagonal, antidiagonal
}

// isSafe reports whether the king of the side to move is safe after a move of one of its pieces
// that is neither castling nor en passant. With a call of attackersTo, PGN is read 5 % slower.
func (p *Position) isSafe(from, to Square) bool {
	us, target := p.Turn(), Bitboard(1)<<(to&63)
	king, enemies := p.King(us), p.ByColor(us.Other())&^target
	if from == king {
		king = to
	}
	near := pawnAttacks[us&1][king]&p.pawns() | knightAttacks[king]&p.knights() | kingAttacks[king]&p.kings()
	if near&enemies != 0 {
		return false
	}
	occupied := p.Occupied()&^(1<<(from&63)) | target
	diagonal, straight := p.diagonalSliders()&enemies, p.straightSliders()&enemies
	return bishopRays[king]&diagonal|rookRays[king]&straight == 0 ||
		bishopAttacks(king, occupied)&diagonal|rookAttacks(king, occupied)&straight == 0
}

// appendMoves appends the legal moves that pass the filter.
func (p *Position) appendMoves(dst []Move, filter *moveFilter) []Move {
	var g generator
	g.init(p, p.Turn())
	if filter.from>>(g.king&63)&1 != 0 {
		dst = appendTargets(dst, g.king, p.kingMoves(&g, filter.to))
	}
	targets := g.targets & filter.to
	g.targets &= filter.pawnTo // for the pawns, then targets for the pieces
	us, pawns := &pawnGeometries[p.Turn()&1], p.pawns()&g.own&filter.from
	push, double := g.pawnSteps(us, pawns)
	diagonal, antidiagonal := g.pawnCaptures(us, pawns)
	if (push|diagonal|antidiagonal)&promotes != 0 {
		dst = appendPromotions(dst, push&promotes, us.push)
		dst = appendPromotions(dst, diagonal&promotes, us.diagonal)
		dst = appendPromotions(dst, antidiagonal&promotes, us.antidiagonal)
		push, diagonal, antidiagonal = push&^promotes, diagonal&^promotes, antidiagonal&^promotes
	}
	dst = appendPawnMoves(dst, push, us.push)
	dst = appendPawnMoves(dst, double, 2*us.push)
	dst = appendPawnMoves(dst, diagonal, us.diagonal)
	dst = appendPawnMoves(dst, antidiagonal, us.antidiagonal)
	if p.canCaptureEnPassant() && filter.pawnTo>>(p.passed()&63)&1 != 0 {
		for pawns := p.enPassantCaptures(filter.from); pawns != 0; pawns &= pawns - 1 {
			dst = append(dst, newMove(pawns.First(), p.passed()))
		}
	}
	from := g.own & filter.from
	g.targets = targets
	if g.pinned != 0 {
		for b := g.pinned &^ (p.pawns() | p.knights()) & from; b != 0; b &= b - 1 {
			dst = appendTargets(dst, b.First(), p.pinnedTargets(&g, b.First()))
		}
		from &^= g.pinned
	}
	for b := p.knights() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), knightAttacks[b.First()]&g.targets)
	}
	for b := p.diagonalSliders() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), bishopAttacks(b.First(), g.occupied)&g.targets)
	}
	for b := p.straightSliders() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), rookAttacks(b.First(), g.occupied)&g.targets)
	}
	return dst
}

// pinnedTargets returns where the pinned slider on s may go: along the line through its king.
func (p *Position) pinnedTargets(g *generator, s Square) Bitboard {
	var to Bitboard
	if p.diagonalSliders().Has(s) {
		to = bishopAttacks(s, g.occupied)
	}
	if p.straightSliders().Has(s) {
		to |= rookAttacks(s, g.occupied)
	}
	return to & g.targets & lines[g.king&63][s&63]
}

// appendTargets appends the moves from a square to each of the squares in to. Here and below, the
// arithmetic is on whole words, because the compiler extends smaller integers in each turn of the
// loop.
func appendTargets(dst []Move, from Square, to Bitboard) []Move {
	move := uint(from)
	for ; to != 0; to &= to - 1 {
		dst = append(dst, Move(move|to.index()<<6))
	}
	return dst
}

// appendPawnMoves appends the moves of pawns that reach the squares of to by the same shift. The
// move from to-shift to to is 65*to - shift.
func appendPawnMoves(dst []Move, to Bitboard, shift int) []Move {
	for ; to != 0; to &= to - 1 {
		dst = append(dst, Move(65*to.index()-uint(shift)))
	}
	return dst
}

// appendPromotions appends the promotions of pawns that reach the squares of to by the same shift.
func appendPromotions(dst []Move, to Bitboard, shift int) []Move {
	for ; to != 0; to &= to - 1 {
		for t := Queen; t >= Knight; t-- {
			dst = append(dst, 65*Move(to.First())-Move(shift)|Move(t)<<12)
		}
	}
	return dst
}

// countMoves returns the number of legal moves without listing them.
func (p *Position) countMoves() int {
	var g generator
	g.init(p, p.Turn())
	return p.kingMoves(&g, allSquares).Count() + p.countPieceMoves(&g)
}

// countPieceMoves returns the number of legal moves of pieces other than the king.
func (p *Position) countPieceMoves(g *generator) int {
	us, pawns := &pawnGeometries[p.Turn()&1], p.pawns()&g.own
	push, double := g.pawnSteps(us, pawns)
	diagonal, antidiagonal := g.pawnCaptures(us, pawns)
	// A step and a capture never share a square, but two captures may.
	push |= double | diagonal
	n := push.Count() + antidiagonal.Count()
	if (push|antidiagonal)&promotes != 0 {
		n += 3 * ((push & promotes).Count() + (antidiagonal & promotes).Count())
	}
	if p.canCaptureEnPassant() {
		n += p.enPassantCaptures(allSquares).Count()
	}
	if g.pinned != 0 {
		for b := g.pinned &^ (p.pawns() | p.knights()); b != 0; b &= b - 1 {
			n += p.pinnedTargets(g, b.First()).Count()
		}
	}
	free := g.own &^ g.pinned
	for b := p.knights() & free; b != 0; b &= b - 1 {
		n += (knightAttacks[b.First()] & g.targets).Count()
	}
	for b := p.diagonalSliders() & free; b != 0; b &= b - 1 {
		n += (bishopAttacks(b.First(), g.occupied) & g.targets).Count()
	}
	for b := p.straightSliders() & free; b != 0; b &= b - 1 {
		n += (rookAttacks(b.First(), g.occupied) & g.targets).Count()
	}
	return n
}
