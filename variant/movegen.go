package variant

import (
	"math/bits"
	"slices"

	"github.com/shakki/chess"
)

// MaxMoves is a bound on the number of legal moves in any position that [ParseFEN] accepts. It is
// [chess.MaxMoves] for the pieces on the board, plus three promotions to a king for each of sixteen pawns,
// plus drops of five types of pieces on 62 squares.
const MaxMoves = chess.MaxMoves + 3*8*2 + 5*62

// A filter narrows move generation to some squares.
type filter struct {
	from chess.Bitboard // the squares that moves leave, or the targets of drops
	to   chess.Bitboard // the squares that moves reach
}

var allMoves = filter{all, all}

// LegalMoves returns all legal moves, in no particular order. The list is empty once the game is over,
// except by insufficient material.
func (p Position) LegalMoves() []Move { return p.AppendLegalMoves(make([]Move, 0, 64)) }

// AppendLegalMoves appends all legal moves to dst and returns the extended slice. It does not allocate
// if dst has room: [MaxMoves] is always enough.
func (p *Position) AppendLegalMoves(dst []Move) []Move { return p.appendMoves(dst, &allMoves) }

// IsLegal reports whether m is a legal move in p, in the form in which [Position.LegalMoves] lists it. It
// is false for NullMove.
func (p Position) IsLegal(m Move) bool { return p.isLegal(m) }

func (p *Position) isLegal(m Move) bool {
	var buffer [8]Move
	return slices.Contains(p.appendMoves(buffer[:0], &filter{m.From().Bitboard(), m.To().Bitboard()}), m)
}

// hasLegalMove reports whether the side to move has a legal move. Usually a pawn has one.
func (p *Position) hasLegalMove() bool {
	var buffer [MaxMoves]Move
	return len(p.appendMoves(buffer[:0], &filter{p.pawns(), all})) > 0 || len(p.appendMoves(buffer[:0], &allMoves)) > 0
}

// A generator holds what decides whether the moves of a position are legal.
type generator struct {
	*rules
	us       chess.Color
	king     chess.Square   // that must not be in check, or NoSquare
	own      chess.Bitboard // pieces of the side to move
	enemies  chess.Bitboard
	occupied chess.Bitboard
	safe     chess.Bitboard // squares where the king touches the enemy king and so is not in check
	checkers chess.Bitboard
	pinned   chess.Bitboard // own pieces that may move only on the line through their king
	targets  chess.Bitboard // where pieces other than the king may go; in check, where they answer it
}

// init fills g for the moves of the side to move in p.
func (g *generator) init(p *Position) {
	g.rules, g.us = p.rules(), p.turn()
	g.occupied = p.occupied()
	g.enemies = g.occupied & (p.black ^ -chess.Bitboard(g.us))
	g.own = g.occupied ^ g.enemies
	g.king = (p.kings() & g.own).First()
	if g.explodes {
		g.safe = chess.KingAttacks((p.kings() & g.enemies).First())
	}
	if g.commonKings {
		g.king = chess.NoSquare
	}
	g.targets = ^g.own
	switch {
	case g.king != chess.NoSquare && !g.safe.Has(g.king):
		g.findChecks(p)
	case g.mustCapture && p.canCapture(g):
		g.targets = g.enemies
	}
}

// findChecks finds the checkers, the pinned pieces, and what answers the check.
func (g *generator) findChecks(p *Position) {
	king := g.king & 63
	checkers := (chess.PawnAttacks(g.us, king)&p.pawns() | chess.KnightAttacks(king)&p.knights()) & g.enemies
	sliders := (bishopRays[king]&p.diagonalSliders() | rookRays[king]&p.straightSliders()) & g.enemies
	for ; sliders != 0; sliders &= sliders - 1 {
		shield := between[king][sliders.First()&63] & g.occupied
		switch {
		case shield == 0:
			checkers |= sliders & -sliders
		case shield&(shield-1) == 0:
			g.pinned |= shield & g.own
		}
	}
	switch g.checkers = checkers; {
	case checkers == 0:
	case checkers&(checkers-1) == 0:
		g.targets = checkers | between[king][checkers.First()&63]
	default:
		g.targets = 0
	}
}

// between and lines hold, for two squares on one line, the squares strictly between them, and the line.
var between, lines = func() (between, lines [64][64]chess.Bitboard) {
	for i := range 64 * 64 {
		a, b := chess.Square(i>>6), chess.Square(i&63)
		between[a][b], lines[a][b] = chess.Between(a, b), chess.LineThrough(a, b)
	}
	return between, lines
}()

// attacked reports whether an enemy attacks s, a square that the king reaches or crosses, if the squares
// in occupied hold pieces. The enemy king counts unless kings may touch.
func (g *generator) attacked(p *Position, s chess.Square, occupied chess.Bitboard) bool {
	if g.safe.Has(s) {
		return false
	}
	return p.attackers(s, occupied, g.enemies) != 0
}

// appendMoves appends the legal moves that pass the filter.
func (p *Position) appendMoves(dst []Move, f *filter) []Move {
	r := p.rules()
	if r.mayEnd && p.special(r).IsOver() {
		return dst
	}
	var g generator
	g.init(p)
	first := len(dst)
	if g.king != chess.NoSquare && f.from.Has(g.king) {
		dst = p.appendKing(dst, &g, f.to)
	}
	if g.explodes {
		g.targets &^= g.enemies
	}
	if g.targets != 0 {
		dst = p.appendPawns(dst, &g, f)
		dst = p.appendPieces(dst, &g, f)
	}
	switch {
	case g.drops:
		dst = p.appendDrops(dst, &g, f.from&f.to)
	case g.explodes:
		dst = p.appendBlasts(dst, &g, f)
	case g.noChecks:
		dst = dst[:first+len(p.withoutChecks(&g, dst[first:]))]
	}
	return dst
}

// appendKing appends the moves of a king that must not be in check.
func (p *Position) appendKing(dst []Move, g *generator, to chess.Bitboard) []Move {
	squares := chess.KingAttacks(g.king) &^ g.own & to
	if g.explodes {
		squares &^= g.enemies // the king would not survive
	}
	occupied := g.occupied &^ g.king.Bitboard()
	for ; squares != 0; squares &= squares - 1 {
		if s := squares.First(); !g.attacked(p, s, occupied) {
			dst = append(dst, NewMove(g.king, s))
		}
	}
	if rooks := chess.Bitboard(p.state&stateCastling) & g.own; rooks != 0 && g.checkers == 0 {
		for ; rooks != 0; rooks &= rooks - 1 {
			if m := castlingMove(g.king, rooks.First()); to.Has(m.To()) && p.mayCastle(g, rooks.First()) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// A castlingWay holds what castling with one rook needs.
type castlingWay struct {
	kingTo, rookTo chess.Square
	free           chess.Bitboard // the squares where no other piece may stand
	crossed        chess.Bitboard // the squares that the king crosses
}

// castlingWays holds the ways to castle by the lowest four bits of the square of the king, which is on the
// first or the eighth rank, and by the file of the rook.
var castlingWays = func() (ways [16][8]castlingWay) {
	for king := range promotes.Squares() {
		for file := range chess.File(8) {
			rook := chess.SquareAt(file, king.Rank())
			kingTo, rookTo := castlingSquares(king, rook)
			crossed := between[king][kingTo]
			free := crossed | kingTo.Bitboard() | rookTo.Bitboard() | between[king][rook] | between[rook][rookTo]
			ways[king&15][file] = castlingWay{kingTo, rookTo, free &^ (king.Bitboard() | rook.Bitboard()), crossed}
		}
	}
	return ways
}()

// mayCastle reports whether the king, which is not in check, may castle with a rook for which it has the
// right. The square on which it lands is judged with the rook on its new square.
func (p *Position) mayCastle(g *generator, rook chess.Square) bool {
	way := &castlingWays[g.king&15][rook&7]
	if way.free&g.occupied != 0 {
		return false
	}
	occupied := g.occupied &^ g.king.Bitboard()
	for crossed := way.crossed; crossed != 0; crossed &= crossed - 1 {
		if g.attacked(p, crossed.First(), occupied) {
			return false
		}
	}
	return !g.attacked(p, way.kingTo, occupied&^rook.Bitboard()|way.kingTo.Bitboard()|way.rookTo.Bitboard())
}

// A pawnGeometry describes the moves of the pawns of one color as shifts of a set of squares.
type pawnGeometry struct {
	push         int            // the shift of a step forward
	diagonal     int            // the shift of a capture along a1-h8
	antidiagonal int            // the shift of a capture along a8-h1
	diagonalTo   chess.Bitboard // the squares that a capture along a1-h8 can reach
	antidiagTo   chess.Bitboard // the squares that a capture along a8-h1 can reach
	passes       chess.Bitboard // the squares that a double step passes over
}

var pawnGeometries = [2]pawnGeometry{
	chess.White: {8, 9, 7, ^fileA, ^fileH, rank1<<16 | rank1<<8}, // also from the first rank, where only Horde has pawns
	chess.Black: {-8, -9, -7, ^fileH, ^fileA, rank1 << 40},
}

// rotate shifts b left by n bits, or right if n is negative. Squares that leave the board come back at the other
// end.
func rotate(b chess.Bitboard, n int) chess.Bitboard {
	return chess.Bitboard(bits.RotateLeft64(uint64(b), n))
}

// appendPawns appends the moves of pawns.
func (p *Position) appendPawns(dst []Move, g *generator, f *filter) []Move {
	pawns := p.pawns() & g.own & f.from
	if pawns == 0 {
		return dst
	}
	geo := &pawnGeometries[g.us&1]
	stepping, right, left := pawns, pawns, pawns
	if pinned := pawns & g.pinned; pinned != 0 {
		king := g.king & 63
		stepping &^= pinned &^ (fileA << (king & 7))
		right &^= pinned &^ diagonals[king]
		left &^= pinned &^ antidiagonals[king]
	}
	push := rotate(stepping, geo.push) &^ g.occupied
	double := rotate(push&geo.passes, geo.push) &^ g.occupied
	targets := g.targets & f.to
	captures := targets & g.enemies
	push, double = push&targets, double&targets
	right = rotate(right, geo.diagonal) & geo.diagonalTo & captures
	left = rotate(left, geo.antidiagonal) & geo.antidiagTo & captures
	if (push|right|left)&promotes != 0 {
		dst = g.appendPromotions(dst, push&promotes, geo.push)
		dst = g.appendPromotions(dst, right&promotes, geo.diagonal)
		dst = g.appendPromotions(dst, left&promotes, geo.antidiagonal)
		push, right, left = push&^promotes, right&^promotes, left&^promotes
	}
	dst = appendPawnMoves(dst, push, geo.push)
	dst = appendPawnMoves(dst, double, 2*geo.push)
	dst = appendPawnMoves(dst, right, geo.diagonal)
	dst = appendPawnMoves(dst, left, geo.antidiagonal)
	if passed := p.passed(); passed != 0 && f.to.Has(passed) && !g.explodes {
		for b := pawns & chess.PawnAttacks(g.us.Other(), passed); b != 0; b &= b - 1 {
			if p.passesSafely(g, b.First()) {
				dst = append(dst, NewMove(b.First(), passed))
			}
		}
	}
	return dst
}

// diagonals and antidiagonals hold the lines through each square in the directions a1-h8 and a8-h1.
var diagonals, antidiagonals = func() (diagonal, anti [64]chess.Bitboard) {
	for s := range diagonal {
		for to := range bishopRays[s].Squares() {
			if (int(to)-s)%9 == 0 && (to.File() > chess.Square(s).File()) == (int(to) > s) {
				diagonal[s] |= to.Bitboard()
			} else {
				anti[s] |= to.Bitboard()
			}
		}
	}
	return diagonal, anti
}()

// passesSafely reports whether the king is safe after the en passant capture by the pawn on from.
func (p *Position) passesSafely(g *generator, from chess.Square) bool {
	to := p.passed()
	victim := (to ^ 8).Bitboard()
	occupied := g.occupied&^from.Bitboard()&^victim | to.Bitboard()
	return p.attackers(g.king, occupied, g.enemies&^victim) == 0
}

// appendPawnMoves appends the moves of pawns that reach the squares of to by the same shift. The move
// from to-shift to to is 65*to - shift.
func appendPawnMoves(dst []Move, to chess.Bitboard, shift int) []Move {
	for ; to != 0; to &= to - 1 {
		dst = append(dst, Move(65*uint(bits.TrailingZeros64(uint64(to)))-uint(shift)))
	}
	return dst
}

// appendPromotions appends the promotions of pawns that reach the squares of to by the same shift.
func (g *generator) appendPromotions(dst []Move, to chess.Bitboard, shift int) []Move {
	best := chess.Queen
	if g.commonKings {
		best = chess.King
	}
	for ; to != 0; to &= to - 1 {
		for t := best; t >= chess.Knight; t-- {
			dst = append(dst, 65*Move(to.First())-Move(shift)|Move(t)<<12)
		}
	}
	return dst
}

// appendPieces appends the moves of knights, sliders, and kings that are ordinary pieces.
func (p *Position) appendPieces(dst []Move, g *generator, f *filter) []Move {
	from, targets := g.own&f.from, g.targets&f.to
	if g.pinned&from != 0 {
		for b := g.pinned & from &^ (p.pawns() | p.knights()); b != 0; b &= b - 1 {
			s := b.First()
			dst = appendTargets(dst, s, p.slides(s, g.occupied)&targets&lines[g.king&63][s&63])
		}
		from &^= g.pinned
	}
	for b := p.knights() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), chess.KnightAttacks(b.First())&targets)
	}
	for b := p.diagonalSliders() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), chess.BishopAttacks(b.First(), g.occupied)&targets)
	}
	for b := p.straightSliders() & from; b != 0; b &= b - 1 {
		dst = appendTargets(dst, b.First(), chess.RookAttacks(b.First(), g.occupied)&targets)
	}
	if g.commonKings {
		for b := p.kings() & from; b != 0; b &= b - 1 {
			dst = appendTargets(dst, b.First(), chess.KingAttacks(b.First())&targets)
		}
	}
	return dst
}

// slides returns the squares that the slider on s attacks if the squares in occupied hold pieces.
func (p *Position) slides(s chess.Square, occupied chess.Bitboard) (to chess.Bitboard) {
	if p.diagonalSliders().Has(s) {
		to = chess.BishopAttacks(s, occupied)
	}
	if p.straightSliders().Has(s) {
		to |= chess.RookAttacks(s, occupied)
	}
	return to
}

// appendTargets appends the moves from a square to each of the squares in to.
func appendTargets(dst []Move, from chess.Square, to chess.Bitboard) []Move {
	move := uint(from)
	for ; to != 0; to &= to - 1 {
		dst = append(dst, Move(move|uint(bits.TrailingZeros64(uint64(to)))<<6))
	}
	return dst
}

// appendDrops appends the drops on the given squares.
func (p *Position) appendDrops(dst []Move, g *generator, to chess.Bitboard) []Move {
	to &= g.targets &^ g.occupied
	held := p.hands >> (handShift(g.us, chess.Pawn) & 63) & (1<<30 - 1)
	if held == 0 {
		return dst
	}
	for t := chess.Pawn; t <= chess.Queen; t++ {
		if p.hands.has(g.us, t) == 0 {
			continue
		}
		squares := to
		if t == chess.Pawn {
			squares &^= promotes
		}
		for ; squares != 0; squares &= squares - 1 {
			dst = append(dst, 65*Move(squares.First())|Move(t)<<12)
		}
	}
	return dst
}

// canCapture reports whether the side to move can capture anything, where there is no check.
func (p *Position) canCapture(g *generator) bool {
	if p.passed() != 0 {
		return true
	}
	geo, pawns := &pawnGeometries[g.us&1], p.pawns()&g.own
	reached := rotate(pawns, geo.diagonal)&geo.diagonalTo | rotate(pawns, geo.antidiagonal)&geo.antidiagTo
	for b := p.knights() & g.own; b != 0; b &= b - 1 {
		reached |= chess.KnightAttacks(b.First())
	}
	for b := p.kings() & g.own; b != 0; b &= b - 1 {
		reached |= chess.KingAttacks(b.First())
	}
	for b := p.diagonalSliders() & g.own; b != 0; b &= b - 1 {
		reached |= chess.BishopAttacks(b.First(), g.occupied)
	}
	for b := p.straightSliders() & g.own; b != 0; b &= b - 1 {
		reached |= chess.RookAttacks(b.First(), g.occupied)
	}
	return reached&g.enemies != 0
}

// withoutChecks returns those of the given moves that do not give check. It reuses the slice. In variants
// that forbid checks there are no pawns and no castling.
func (p *Position) withoutChecks(g *generator, moves []Move) []Move {
	king := (p.kings() & g.enemies).First() & 63
	var checks [8]chess.Bitboard // the squares from which each type of piece gives check
	checks[chess.Knight] = chess.KnightAttacks(king)
	checks[chess.Bishop] = chess.BishopAttacks(king, g.occupied)
	checks[chess.Rook] = chess.RookAttacks(king, g.occupied)
	checks[chess.Queen] = checks[chess.Bishop] | checks[chess.Rook]
	var shields chess.Bitboard // own pieces that give check when they leave the line
	sliders := (bishopRays[king]&p.diagonalSliders() | rookRays[king]&p.straightSliders()) & g.own
	for ; sliders != 0; sliders &= sliders - 1 {
		if shield := between[king][sliders.First()&63] & g.occupied; shield&(shield-1) == 0 {
			shields |= shield & g.own
		}
	}
	kept := moves[:0]
	for _, m := range moves {
		from, to := m.From(), m.To()
		if checks[p.pieceAt(from).Type()].Has(to) || shields.Has(from) && !lines[king][from].Has(to) {
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

// appendBlasts appends the captures that explode, except those by the king, which would not survive.
func (p *Position) appendBlasts(dst []Move, g *generator, f *filter) []Move {
	to := g.enemies & f.to
	first := len(dst)
	geo, pawns := &pawnGeometries[g.us&1], p.pawns()&g.own&f.from
	for _, way := range [...]struct {
		shift int
		to    chess.Bitboard
	}{{geo.diagonal, geo.diagonalTo}, {geo.antidiagonal, geo.antidiagTo}} {
		reached := rotate(pawns, way.shift) & way.to & to
		dst = g.appendPromotions(dst, reached&promotes, way.shift)
		dst = appendPawnMoves(dst, reached&^promotes, way.shift)
	}
	if passed := p.passed(); passed != 0 && f.to.Has(passed) {
		for b := pawns & chess.PawnAttacks(g.us.Other(), passed); b != 0; b &= b - 1 {
			dst = append(dst, NewMove(b.First(), passed))
		}
	}
	dst = p.appendPieces(dst, &generator{rules: g.rules, own: g.own, occupied: g.occupied, targets: to}, f)
	kept := dst[:first]
	for _, m := range dst[first:] {
		if p.blastIsSafe(g, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// blastIsSafe reports whether a capture is legal: it leaves the own king on the board, and takes the
// enemy king or leaves the own king out of check.
func (p *Position) blastIsSafe(g *generator, m Move) bool {
	from, to := m.From(), m.To()
	blast := chess.KingAttacks(to)&^p.pawns() | to.Bitboard() | from.Bitboard()
	if to == p.passed() && to != 0 {
		blast |= (to ^ 8).Bitboard()
	}
	switch {
	case blast.Has(g.king):
		return false
	case blast&p.kings()&g.enemies != 0 || g.safe.Has(g.king):
		return true
	}
	return p.attackers(g.king, g.occupied&^blast, g.enemies&^blast) == 0
}

// hasEnPassant reports whether a capture on the square passed is legal.
func (p *Position) hasEnPassant() bool {
	var buffer [8]Move
	from := chess.PawnAttacks(p.turn().Other(), p.passed()) & p.pawns()
	return len(p.appendMoves(buffer[:0], &filter{from, p.passed().Bitboard()})) > 0
}
