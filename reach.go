package chess

// lacksMaterial reports whether c lacks the material to checkmate by any sequence of legal moves
// (FIDE 5.2.2, 6.9), wherever the pieces stand except for the colors of the bishops' squares. That
// is so with
//
//   - a lone king;
//   - a king and a knight, if the opponent has only queens besides the king: any other piece may
//     block a square of its own king;
//   - a king and bishops, if all bishops on the board, including the opponent's, stand on squares
//     of one color, and there is no knight and no pawn.
func (p *Position) lacksMaterial(c Color) bool {
	own := p.ByColor(c)
	switch {
	case own&(p.pawns()|p.straightSliders()) != 0:
		return false
	case own&p.knights() != 0:
		return own.Count() == 2 && p.ByColor(c.Other())&^(p.kings()|p.ByType(Queen)) == 0
	case own&p.ByType(Bishop) != 0:
		dark, light := p.ByType(Bishop)&^lightSquares, p.ByType(Bishop)&lightSquares
		return (dark == 0 || light == 0) && p.pawns()|p.knights() == 0
	}
	return true
}

// isClosed reports whether the reach of the pieces of p rules out a checkmate by c.
func (p *Position) isClosed(c Color, promotions bool) bool {
	var r reach
	return r.find(p, promotions) && !r.mayMate(c)
}

// A reach says how far the pieces of a position can get by any sequence of legal moves, found without
// playing one. It may be too large, but never too small: for each piece it holds at least the squares
// on which that piece can ever stand.
//
// It is the smallest solution of these rules. find starts from the squares on which the pieces stand
// and adds squares until the rules add no more.
//
//  1. A piece is fixed if it cannot move and no enemy piece can capture it.
//  2. No piece passes a fixed piece, and no piece enters the square of a fixed piece of its own color or
//     of a fixed king.
//  3. A king does not enter a square that a fixed enemy piece attacks from so near that nothing can
//     come between.
//  4. A pawn captures only where an enemy piece can get. That includes en passant, since a pawn that
//     makes a double step could have made a single one.
//  5. As long as a pawn cannot leave its file, it does not get to the square of an enemy pawn ahead
//     that cannot leave the file either and cannot be captured on it: neither gets past the other.
//  6. A pawn that gets to the last rank moves from there like any piece.
//  7. King and rook castle only if no fixed piece stands in the way. Attacks are no obstacle here.
//
// The proof: consider the first legal move that takes a piece off its squares. Until then every piece is
// on one of its squares, and the fixed pieces are where they were. So the rules allow the move, and its
// target belongs to the squares of the piece. A pawn that has just made a double step may also stand on the
// square that it passed over, as a pawn that captures it en passant finds it there.
type reach struct {
	Position
	squares [64]Bitboard // by the square on which the piece stands at the start
	fixed   Bitboard     // the pieces fixed by rule 1
	guarded [2]Bitboard  // by color, the squares that rule 3 forbids to the king
	visited [2]Bitboard  // by color, the squares of all pieces except the king
	taken   [2]Bitboard  // by color, the squares on which its pieces can capture
	crowned Bitboard     // the pawns that can promote
}

// find computes the reach of the pieces of p. Without promotions it gives up and returns false when a pawn
// can get to the last rank, which saves time in open positions.
func (r *reach) find(p *Position, promotions bool) bool {
	*r = reach{Position: *p, fixed: p.Occupied()}
	for rest := p.Occupied(); rest != 0; {
		s := rest.PopFirst()
		r.squares[s&63] = s.Bitboard()
	}
	if p.canCaptureEnPassant() {
		// The pawn that has just made a double step can be captured as if it had made a single one.
		r.squares[(p.passed()^8)&63] |= p.passed().Bitboard()
	}
	for grown := true; grown; {
		r.update()
		grown = false
		for rest := p.Occupied(); rest != 0; {
			s := rest.PopFirst()
			squares := r.grow(s)
			if !promotions && r.crowned != 0 {
				return false
			}
			if squares != r.squares[s&63] {
				grown = true
				r.squares[s&63] = squares
			}
		}
		for rest := p.Castling(); rest != 0; {
			rook := rest.PopFirst()
			c := r.colorAt(rook)
			king := p.King(c)
			if castlingWays[c&1][king&7][rook&7].free&r.fixed != 0 {
				continue
			}
			kingTo, rookTo := castlingSquares(king, rook)
			if !r.squares[king&63].Has(kingTo) || !r.squares[rook&63].Has(rookTo) {
				grown = true
				r.squares[king&63] |= kingTo.Bitboard()
				r.squares[rook&63] |= rookTo.Bitboard()
			}
		}
	}
	return true
}

// update computes the other fields of r from the squares.
func (r *reach) update() {
	r.visited, r.taken, r.guarded = [2]Bitboard{}, [2]Bitboard{}, [2]Bitboard{}
	for rest := r.Occupied() &^ r.kings(); rest != 0; {
		s := rest.PopFirst()
		r.visited[r.colorAt(s)] |= r.squares[s&63]
	}
	for rest := r.Occupied(); rest != 0; {
		s := rest.PopFirst()
		c := r.colorAt(s)
		if r.typeAt(s) == Pawn && !r.crowned.Has(s) {
			r.taken[c] |= pawnsAttack(r.squares[s&63], c) & r.visited[c.Other()]
		} else {
			r.taken[c] |= r.squares[s&63]
		}
	}
	for rest := r.fixed; rest != 0; {
		s := rest.PopFirst()
		enemy := r.colorAt(s).Other()
		if r.squares[s&63] != s.Bitboard() || r.taken[enemy].Has(s) {
			r.fixed &^= s.Bitboard()
			continue
		}
		r.guarded[enemy] |= attacksOf(r.PieceAt(s), s, allSquares)
	}
}

// colorAt returns the color of the piece on a valid square.
func (r *reach) colorAt(s Square) Color { return Color(r.black >> (s & 63) & 1) }

// grow returns the squares of the piece on s together with those that the rules add.
func (r *reach) grow(s Square) Bitboard {
	t, c := r.typeAt(s), r.colorAt(s)
	if t == Pawn {
		return r.growPawn(s, c)
	}
	barred := r.fixed & (r.ByColor(c) | r.kings())
	if t == King {
		barred |= r.guarded[c]
	}
	return flood(t, r.squares[s&63], barred, r.fixed.without(s))
}

// flood returns the squares together with those that a piece of type t gets to from them in any number of
// moves, without entering the barred squares or going on from the last ones. A slider that can pass a square
// can stop on it, so it is enough to look at its shortest moves.
func flood(t PieceType, squares, barred, last Bitboard) Bitboard {
	for rest := squares; rest != 0; {
		rest = steps(t, rest&^last) &^ barred &^ squares
		squares |= rest
	}
	return squares
}

// steps returns the squares that a piece of type t gets to by its shortest moves from the given squares.
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
	near := from | from.East() | from.West()
	return near | near<<8 | near>>8
}

// growPawn is grow for a pawn of color c.
func (r *reach) growPawn(s Square, c Color) Bitboard {
	barred := r.fixed | r.facing(s, c)
	squares := r.squares[s&63]
	for {
		found := squares.forward(c)&^barred | pawnsAttack(squares, c)&r.visited[c.Other()]
		if found&^squares == 0 {
			break
		}
		squares |= found
	}
	if squares&promotes == 0 {
		return squares
	}
	r.crowned |= s.Bitboard()
	barred = r.fixed & (r.ByColor(c) | r.kings())
	for from := squares & promotes; ; {
		grown := flood(Knight, flood(Queen, from, barred, r.fixed), barred, r.fixed)
		if grown == from {
			return squares | from
		}
		from = grown
	}
}

// facing returns the enemy pawns that the pawn of color c on s does not pass by rule 5. The result may
// include enemy pawns behind it, which does no harm.
func (r *reach) facing(s Square, c Color) Bitboard {
	file := s.File().Bitboard()
	if r.squares[s&63]&^file != 0 {
		return 0
	}
	pawns := r.Pieces(c.Other(), Pawn) & file
	for rest := pawns; rest != 0; {
		enemy := rest.PopFirst()
		if r.squares[enemy&63]&(^file|r.taken[c]) != 0 {
			pawns = pawns.without(enemy)
		}
	}
	return pawns
}

// mayMate reports whether the reach of the pieces allows a checkmate by c: a square that the other king
// can get to and that a piece of c can attack, around which every square can be attacked by c or blocked
// by a piece of the king's own side. The king of c attacks only the squares around one square at a time, and
// only from a distance of two does it attack a square beside the other king.
func (r *reach) mayMate(c Color) bool {
	checked := r.allAttacks(c)
	for rest := r.squares[r.King(c.Other())&63] & checked; rest != 0; {
		if r.mayMateOn(rest.PopFirst(), c, checked) {
			return true
		}
	}
	return false
}

// matingSquares returns the squares on which the king may be checkmated by c.
func (r *reach) matingSquares(c Color) Bitboard {
	checked := r.allAttacks(c)
	var found Bitboard
	for rest := r.squares[r.King(c.Other())&63] & checked; rest != 0; {
		if at := rest.PopFirst(); r.mayMateOn(at, c, checked) {
			found |= at.Bitboard()
		}
	}
	return found
}

// allAttacks returns the squares that the pieces of c other than the king can ever attack.
func (r *reach) allAttacks(c Color) Bitboard {
	blockers := r.fixed.without(r.King(c.Other())) // a king cannot hide behind itself
	var attacked Bitboard
	for rest := r.ByColor(c) &^ r.kings(); rest != 0; {
		attacked |= r.attacks(rest.PopFirst(), blockers)
	}
	return attacked
}

// mayMateOn is mayMate for a king on the given square.
func (r *reach) mayMateOn(at Square, c Color, attacked Bitboard) bool {
	escapes := kingAttacks[at] &^ attacked
	if r.canBlock(escapes, c.Other()) {
		return true
	}
	for places := r.squares[r.King(c)&63] & kingRing[at&63]; places != 0; {
		near := kingAttacks[places.PopFirst()]
		if near&escapes != 0 && r.canBlock(escapes&^near, c.Other()) {
			return true
		}
	}
	return false
}

// attacks returns the squares that the piece on s can ever attack through everything except the
// blockers.
func (r *reach) attacks(s Square, blockers Bitboard) Bitboard {
	squares := r.squares[s&63]
	piece := r.PieceAt(s)
	if r.crowned.Has(s) {
		piece = Queen.Of(piece.Color())
	}
	var attacks Bitboard
	switch {
	case piece.Type() == Pawn:
		return pawnsAttack(squares, piece.Color())
	case piece.Type() == Knight:
		return steps(Knight, squares)
	case blockers == r.fixed:
		// The piece can go on to all squares that it passes, so only the next ones can be missing.
		attacks = steps(piece.Type(), squares&^(r.fixed.without(s))) | squares
	default:
		for rest := squares; rest != 0; {
			attacks |= attacksOf(piece, rest.PopFirst(), blockers)
		}
	}
	if r.crowned.Has(s) {
		attacks |= steps(Knight, squares) | pawnsAttack(squares, piece.Color())
	}
	return attacks
}

// canBlock reports whether pieces of c other than the king may stand on all the given squares at once. By
// Hall's marriage theorem there is a piece for each square if, for every n of the squares, at least n
// pieces can get to one of them.
func (r *reach) canBlock(squares Bitboard, c Color) bool {
	for subset := squares; subset != 0; subset = (subset - 1) & squares {
		if r.visitors(subset, c) < subset.Count() {
			return false
		}
	}
	return true
}

// visitors returns the number of pieces of c other than the king that can get to one of the squares.
func (r *reach) visitors(squares Bitboard, c Color) int {
	n := 0
	for rest := r.ByColor(c) &^ r.kings(); rest != 0; {
		if r.squares[rest.PopFirst()&63]&squares != 0 {
			n++
		}
	}
	return n
}

// kingRing holds the squares at a distance of two from each square.
var kingRing = func() (rings [64]Bitboard) {
	for s := A1; s <= H8; s++ {
		for t := A1; t <= H8; t++ {
			if s.Distance(t) == 2 {
				rings[s] |= t.Bitboard()
			}
		}
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
