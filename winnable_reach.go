package chess

import "github.com/shakki/chess/internal/matching"

// A reach holds the squares on which each piece of a position can ever stand, whatever legal moves
// the two sides make. It is computed from the following rules without playing moves, so it may
// include squares that a piece can never reach. It always includes every square that a piece can reach.
//
// find starts with the squares on which the pieces stand and applies the rules until they add no
// more squares. "Its squares" means the squares found so far.
//
//  1. A piece is fixed if its only square is the one on which it stands and no enemy piece can
//     capture it there.
//  2. No piece passes a fixed piece. No piece enters the square of a fixed piece of its own color
//     or of a fixed king.
//  3. A king does not enter a square that a fixed enemy piece attacks if no piece can come between,
//     which means that the attacker is adjacent or a knight.
//  4. A pawn captures only on the squares of enemy pieces. That includes en passant: a pawn that
//     makes a double step could make a single step instead, so the square that it passes over is
//     one of its squares.
//  5. A pawn that cannot leave its file does not enter the square on which an enemy pawn ahead of
//     it stands at the start, if that pawn cannot leave the file either and cannot be captured.
//     Neither pawn can pass the other.
//  6. A pawn that gets to the last rank moves from there like a queen or a knight.
//  7. King and rook castle only if no fixed piece is in the way. Attacks do not prevent castling
//     here.
//
// To prove that no square is missing, consider the first move of a game that takes a piece to a
// square that is not one of its squares. Before this move every piece stood on one of its squares,
// so no fixed piece has moved or been captured. No rule then forbids the move, because each of them
// follows from the laws of chess. But then find has added the square, which is a contradiction.
//
// The en passant square of the starting position needs care. The pawn that has just made a double
// step cannot make a single step any more, so find adds the square that it passed over.
type reach struct {
	position   Position
	squares    [64]Bitboard // indexed by the square on which the piece stands at the start
	fixed      Bitboard     // squares of the pieces that are fixed by rule 1
	guarded    [2]Bitboard  // squares that rule 3 forbids to the king of each color
	visited    [2]Bitboard  // squares of all pieces of each color except the king
	taken      [2]Bitboard  // squares on which pieces of each color can capture
	promotable Bitboard     // squares of the pawns that can promote
	keeps      Bitboard     // pawns that stay where they promote, for games that end there
	work       int          // what the answers have cost, as an effort counts it
}

// find computes the reach of the pieces of p. If promotions is false, it gives up and returns false
// when it finds that a pawn can get to the last rank. That saves time in open positions.
func (r *reach) find(p *Position, promotions bool) bool {
	*r = reach{position: *p, fixed: p.Occupied(), keeps: r.keeps}
	for s := range p.Occupied().Squares() {
		r.squares[s&63] = s.Bitboard()
	}
	if p.canCaptureEnPassant() {
		// The pawn that has just made a double step can be captured on the square that it passed
		// over.
		r.squares[(p.passed()^8)&63] |= p.passed().Bitboard()
	}
	for before := [64]Bitboard{}; r.squares != before; {
		before = r.squares
		r.work += 4 * p.Occupied().Count()
		r.update()
		for s := range p.Occupied().Squares() {
			r.squares[s&63] = r.grow(s)
			if !promotions && r.promotable != 0 {
				return false
			}
		}
		for rook := range p.Castling().Squares() {
			king := p.King(r.colorAt(rook))
			if castlingWays[king&15].byRook[rook&7].free&r.fixed == 0 {
				kingTo, rookTo := castlingSquares(king, rook)
				r.squares[king&63] |= kingTo.Bitboard()
				r.squares[rook&63] |= rookTo.Bitboard()
			}
		}
	}
	return true
}

// update computes the fields of r other than squares and promotable from the squares.
func (r *reach) update() {
	r.visited, r.taken, r.guarded = [2]Bitboard{}, [2]Bitboard{}, [2]Bitboard{}
	for s := range (r.position.Occupied() &^ r.position.kings()).Squares() {
		r.visited[r.colorAt(s)] |= r.squares[s&63]
	}
	for s := range r.position.Occupied().Squares() {
		c := r.colorAt(s)
		if r.position.typeAt(s) == Pawn && !r.promotable.Has(s) {
			r.taken[c] |= pawnsAttack(r.squares[s&63], c) & r.visited[c.Other()]
		} else {
			r.taken[c] |= r.squares[s&63]
		}
	}
	for s := range r.fixed.Squares() {
		enemy := r.colorAt(s).Other()
		if r.squares[s&63] != s.Bitboard() || r.taken[enemy].Has(s) {
			r.fixed &^= s.Bitboard()
			continue
		}
		r.guarded[enemy] |= attacksOf(r.position.PieceAt(s), s, allSquares)
	}
}

// colorAt returns the color of the piece on a valid square.
func (r *reach) colorAt(s Square) Color { return Color(r.position.black >> (s & 63) & 1) }

// grow returns the squares of the piece on s together with those that the rules add. It does not
// handle castling.
func (r *reach) grow(s Square) Bitboard {
	t, c := r.position.typeAt(s), r.colorAt(s)
	if t == Pawn {
		return r.growPawn(s, c)
	}
	barred := r.fixed & (r.position.ByColor(c) | r.position.kings())
	if t == King {
		barred |= r.guarded[c]
	}
	return flood(t, r.squares[s&63], barred, r.fixed.without(s))
}

// flood returns the given squares together with those that a piece of type t can get to from them
// in any number of moves. The piece does not enter the barred squares, and it does not move on from
// the last squares. It is enough to consider the shortest moves of a slider, since a slider can
// stop on each square that it can pass.
func flood(t PieceType, squares, barred, last Bitboard) Bitboard {
	for rest := squares; rest != 0; squares |= rest {
		rest = steps(t, rest&^last) &^ (barred | squares)
	}
	return squares
}

// steps returns the squares that a piece of type t can get to from the given squares by its
// shortest moves.
func steps(t PieceType, from Bitboard) Bitboard {
	switch t {
	case Knight:
		near, far := from.East()|from.West(), from.East().East()|from.West().West()
		return near<<16 | near>>16 | far<<8 | far>>8
	case Bishop:
		near := from.East() | from.West()
		return near<<8 | near>>8
	case Rook:
		return from.East() | from.West() | from<<8 | from>>8
	}
	return around(from)
}

// around returns the given squares and those next to them.
func around(b Bitboard) Bitboard {
	near := b | b.East() | b.West()
	return near | near<<8 | near>>8
}

// growPawn is grow for the pawn of color c on s. It also records whether the pawn can promote.
func (r *reach) growPawn(s Square, c Color) Bitboard {
	barred := r.fixed | r.facing(s, c)
	squares := r.squares[s&63]
	for found := squares; found != 0; squares |= found {
		found = (squares.forward(c)&^barred | pawnsAttack(squares, c)&r.visited[c.Other()]) &^ squares
	}
	if squares&promotes == 0 || r.keeps.Has(s) {
		return squares
	}
	r.promotable |= s.Bitboard()
	barred = r.fixed & (r.position.ByColor(c) | r.position.kings())
	from := squares & promotes
	for before := Bitboard(0); from != before; {
		before = from
		from = flood(Knight, flood(Queen, from, barred, r.fixed), barred, r.fixed)
	}
	return squares | from
}

// facing returns the squares of the enemy pawns that, by rule 5, the pawn of color c on s cannot
// pass. The result may include enemy pawns behind the pawn. That does no harm, since pawns never
// move backward.
func (r *reach) facing(s Square, c Color) Bitboard {
	file := s.File().Bitboard()
	if r.squares[s&63]&^file != 0 {
		return 0
	}
	pawns := r.position.Pieces(c.Other(), Pawn) & file
	for enemy := range pawns.Squares() {
		if r.squares[enemy&63]&(^file|r.taken[c]) != 0 {
			pawns = pawns.without(enemy)
		}
	}
	return pawns
}

// mayMate reports whether the reach of the pieces allows checkmate by c. In a checkmate the other
// king stands on one of its squares, and
//
//   - a piece of c other than the king attacks that square;
//   - each square around it is attacked by c or blocked by a piece of the king's own color.
//
// The king of c attacks squares around only one square at a time. To attack a square next to the
// other king, it must stand at a distance of two from that king.
func (r *reach) mayMate(c Color) bool { return r.matingSquares(c, 1) != 0 }

// matingSquares returns up to n squares on which the other king may be checkmated by c.
func (r *reach) matingSquares(c Color, n int) (found Bitboard) {
	loser := r.position.King(c.Other())
	blockers := r.fixed.without(loser) // a king does not shield the squares behind it
	r.work += 64
	var attacked Bitboard // by pieces of c other than the king
	for s := range (r.position.ByColor(c) &^ r.position.kings()).Squares() {
		attacked |= r.attacks(s, blockers)
	}
	for rest := r.squares[loser&63] & attacked; rest != 0 && found.Count() < n; {
		if at := rest.PopFirst(); r.mayMateOn(at, c, attacked) {
			found |= at.Bitboard()
		}
	}
	return found
}

// mayMateOn reports whether the reach of the pieces allows checkmate by c of the other king on the
// given square. Pieces of c other than the king can attack that square and the others in attacked.
func (r *reach) mayMateOn(at Square, c Color, attacked Bitboard) bool {
	escapes := kingAttacks[at] &^ attacked
	if r.canBlock(escapes, c.Other()) {
		return true
	}
	for places := r.squares[r.position.King(c)&63] & kingRing[at&63]; places != 0; {
		near := kingAttacks[places.PopFirst()]
		if near&escapes != 0 && r.canBlock(escapes&^near, c.Other()) {
			return true
		}
	}
	return false
}

// attacks returns the squares that the piece on s can ever attack if only the blockers stop it.
func (r *reach) attacks(s Square, blockers Bitboard) Bitboard {
	squares := r.squares[s&63]
	piece := r.position.PieceAt(s)
	if r.promotable.Has(s) {
		piece = Queen.Of(piece.Color())
	}
	var attacks Bitboard
	switch {
	case piece.Type() == Pawn:
		return pawnsAttack(squares, piece.Color())
	case piece.Type() == Knight:
		return steps(Knight, squares)
	case blockers == r.fixed:
		// The piece can move to every square that it attacks except those of fixed pieces of its
		// own color. They are one step away from its squares.
		attacks = steps(piece.Type(), squares&^(r.fixed.without(s))) | squares
	default:
		for rest := squares; rest != 0; {
			attacks |= attacksOf(piece, rest.PopFirst(), blockers)
		}
	}
	if r.promotable.Has(s) {
		attacks |= steps(Knight, squares) | pawnsAttack(squares, piece.Color())
	}
	return attacks
}

// canBlock reports whether pieces of c other than the king may stand on all of the given squares at
// the same time.
func (r *reach) canBlock(squares Bitboard, c Color) bool {
	if squares == 0 {
		return true
	}
	var buffer [16]Bitboard
	sets := buffer[:0]
	for rest := r.position.ByColor(c) &^ r.position.kings(); rest != 0; {
		sets = append(sets, r.squares[rest.PopFirst()&63])
	}
	r.work += 2 + len(sets)<<squares.Count()>>5
	return matching.Covers(sets, squares)
}

// kingRing holds, for each square, the squares at a distance of two from it.
var kingRing = func() (rings [64]Bitboard) {
	for s := range rings {
		near := around(Square(s).Bitboard())
		rings[s] = around(near) &^ near
	}
	return rings
}()

// ahead returns the squares ahead of the given pawns of c on their files.
func ahead(pawns Bitboard, c Color) Bitboard {
	squares := pawns.forward(c)
	for range 6 {
		squares |= squares.forward(c)
	}
	return squares
}

// pawnsAttack returns the squares that the given pawns of c attack.
func pawnsAttack(pawns Bitboard, c Color) Bitboard {
	forward := pawns.forward(c)
	return forward.East() | forward.West()
}

// isClosed reports whether the reach of the pieces of p rules out checkmate by c. If promotions is
// false, it returns false for every position in which a pawn may be able to promote.
func (p *Position) isClosed(c Color, promotions bool, e *effort) bool {
	var r reach
	closed := r.find(p, promotions) && !r.mayMate(c)
	e.spend(r.work)
	return closed
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
