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

// CanWin reports whether c can checkmate by some sequence of legal moves, including the worst
// replies of the opponent. That decides a game when the opponent's time is up (FIDE 6.9). Draws by
// repetition and by counting moves do not end a sequence. After checkmate only the winner can win,
// and after stalemate nobody can.
//
// A false result is exact. CanWin examines the blocked pieces and at most 100,000 positions. If
// that does not settle the question, it returns true.
func (p Position) CanWin(c Color) bool {
	return c.isValid() && p.prospect(c, winBudget) != unwinnable
}

// IsDead reports whether neither side can checkmate by any sequence of legal moves (FIDE 5.2.2),
// which ends the game. It is true after stalemate and false after checkmate.
//
// A true result is exact. IsDead is meant to be called after every move and examines less than
// [Position.CanWin]: insufficient material, pawns and pieces that block each other for good where
// there are plain signs of it, and lines of play in which nearly every move is forced. It may
// return false for a position that is dead only because of what follows after free moves. Play
// then continues, to the same draw.
func (p Position) IsDead() bool {
	return p.isPlainlyDead() || p.hasFewMoves(forcedReplies) && p.isForcedDead()
}

const (
	winBudget     = 100_000 // how many positions CanWin examines
	reachBudget   = 1_000   // how many of them it examines with reach
	forcedBudget  = 512     // how many positions IsDead examines
	forcedReplies = 3       // with at most so many moves a position counts as forced
)

// A prospect says whether a side can still checkmate.
type prospect uint8

const (
	undecided  prospect = iota
	winnable            // some sequence of legal moves leads to checkmate
	unwinnable          // none does
)

// prospect decides whether c can checkmate by the cheapest proof that does: material, the reach of
// the pieces, or a search of at most budget positions.
func (p *Position) prospect(c Color, budget int) prospect {
	if p.isHopeless(c) {
		return unwinnable
	}
	search := helpmateSearch{winner: c}
	return search.run(p, budget)
}

// isHopeless reports whether it is clear without playing a move that c cannot checkmate.
func (p *Position) isHopeless(c Color) bool {
	if p.lacksMaterial(c) {
		return true
	}
	var r reach
	return r.find(p) && !r.mayMate(c)
}

// isPlainlyDead reports whether it is clear without playing a move that neither side can checkmate.
// It computes the reach of the pieces only if that is likely to give an answer.
func (p *Position) isPlainlyDead() bool {
	if p.lacksMaterial(White) && p.lacksMaterial(Black) {
		return true
	}
	if !p.mayBeBlocked() {
		return false
	}
	var r reach
	return r.find(p) && !r.mayMate(White) && !r.mayMate(Black)
}

// mayBeBlocked reports whether the pawns may be blocked for good. It looks at cheap signs: no pawn
// can move or capture, and no rook or queen has an empty square beside it. If there are only kings
// and bishops besides the pawns, it is enough that each pawn has an enemy pawn ahead on its file.
func (p *Position) mayBeBlocked() bool {
	pawns, occupied := p.pawns(), p.Occupied()
	white, black := pawns&^p.black, pawns&p.black
	switch {
	case pawns == 0:
		return false
	case (white<<8|black>>8)&^occupied == 0:
		rooks := p.straightSliders()
		return (rooks<<8|rooks>>8|rooks.East()|rooks.West())&^occupied == 0 &&
			pawnsAttack(white, White)&p.black == 0 && pawnsAttack(black, Black)&occupied&^p.black == 0
	}
	return occupied == pawns|p.kings()|p.ByType(Bishop) &&
		white&^ahead(black, Black) == 0 && black&^ahead(white, White) == 0
}

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

// hasFewMoves reports whether the side to move has at most n moves. If more than n pawns can step
// forward, it returns false without counting, which is right unless those pawns are pinned.
func (p *Position) hasFewMoves(n int) bool {
	c := p.Turn()
	steps := p.Pieces(c, Pawn).forward(c) &^ p.Occupied()
	if steps.Count() > n && !p.inCheck() {
		return false
	}
	return p.countMoves() <= n
}

// isForcedDead reports whether every line of play from p ends in stalemate, in a plainly dead
// position, or in a repetition. It follows lines in which nearly every move is forced, and gives up
// at a position with more than a few moves. The limit grows with the number of positions in which
// it has found play to be closed so far.
func (p *Position) isForcedDead() bool {
	var few [16]Position // nearly always enough, and cheap to clear
	dead, full := p.closes(few[:0])
	if full {
		return p.isForcedDeadAtLength()
	}
	return dead
}

// isForcedDeadAtLength is isForcedDead with room for longer lines.
func (p *Position) isForcedDeadAtLength() bool {
	var many [forcedBudget]Position
	dead, _ := p.closes(many[:0])
	return dead
}

// closes is isForcedDead with room for as many positions as seen can hold. It reports with full that
// it gave up because the room was used up.
func (p *Position) closes(seen []Position) (dead, full bool) {
	var buffer [256]Move
	seen = append(seen, *p)
	for i := 0; i < len(seen); i++ {
		moves := seen[i].AppendLegalMoves(buffer[:0])
		if len(moves) == 0 && seen[i].inCheck() {
			return false, false // checkmate
		}
		for _, m := range moves {
			next := seen[i].After(m)
			if contains(seen, &next) || next.isPlainlyDead() {
				continue
			}
			if !next.hasFewMoves(forcedReplies + len(seen)/2) {
				return false, false
			}
			if len(seen) == cap(seen) {
				return false, true
			}
			seen = append(seen, next)
		}
	}
	return true, false
}

// contains reports whether positions contains p, by SamePosition.
func contains(positions []Position, p *Position) bool {
	for i := range positions {
		if q := &positions[i]; q.hash == p.hash && q.samePosition(p) {
			return true
		}
	}
	return false
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
//
// The proof: consider the first legal move that takes a piece off its squares. Until then every piece is
// on one of its squares, and the fixed pieces are where they were. So the rules allow the move, and its
// target belongs to the squares of the piece.
type reach struct {
	Position
	squares [64]Bitboard // by the square on which the piece stands at the start
	fixed   Bitboard     // the pieces fixed by rule 1
	guarded [2]Bitboard  // by color, the squares that rule 3 forbids to the king
	visited [2]Bitboard  // by color, the squares of all pieces except the king
	taken   [2]Bitboard  // by color, the squares on which its pieces can capture
}

// find computes the reach of the pieces of p. It gives up and returns false if a pawn can get to the
// last rank, or if a right to castle or to capture en passant is left.
func (r *reach) find(p *Position) bool {
	if p.Castling() != 0 || p.canCaptureEnPassant() {
		return false
	}
	r.Position, r.fixed = *p, p.Occupied()
	for s := range p.Occupied().Squares() {
		r.squares[s] = s.Bitboard()
	}
	for grown := true; grown; {
		r.update()
		grown = false
		for rest := p.Occupied(); rest != 0; {
			s := rest.PopFirst()
			squares := r.grow(s)
			if p.typeAt(s) == Pawn && squares&(rank1|rank8) != 0 {
				return false
			}
			grown = grown || squares != r.squares[s&63]
			r.squares[s&63] = squares
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
		if r.typeAt(s) == Pawn {
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
	piece, c := r.PieceAt(s), r.colorAt(s)
	if piece.Type() == Pawn {
		return r.growPawn(s, c)
	}
	barred := r.fixed & (r.ByColor(c) | r.kings())
	if piece.Type() == King {
		barred |= r.guarded[c]
	}
	squares := r.squares[s&63]
	for rest := squares; rest != 0; {
		found := attacksOf(piece, rest.PopFirst(), r.fixed) &^ barred &^ squares
		squares |= found
		rest |= found
	}
	return squares
}

// growPawn is grow for a pawn of color c.
func (r *reach) growPawn(s Square, c Color) Bitboard {
	barred := r.fixed | r.facing(s, c)
	squares := r.squares[s&63]
	for {
		found := squares.forward(c)&^barred | pawnsAttack(squares, c)&r.visited[c.Other()]
		if found&^squares == 0 {
			return squares
		}
		squares |= found
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
// by a piece of the king's own side.
func (r *reach) mayMate(c Color) bool {
	king := r.King(c.Other())
	blockers := r.fixed.without(king) // a king cannot hide behind itself
	var attacked, checked Bitboard
	for rest := r.ByColor(c); rest != 0; {
		s := rest.PopFirst()
		attacks := r.attacks(s, blockers)
		attacked |= attacks
		if r.typeAt(s) != King {
			checked |= attacks
		}
	}
	for rest := r.squares[king&63] & checked; rest != 0; {
		escapes := kingAttacks[rest.PopFirst()] &^ attacked
		if r.canBlock(escapes, c.Other()) {
			return true
		}
	}
	return false
}

// attacks returns the squares that the piece on s can ever attack through everything except the
// blockers.
func (r *reach) attacks(s Square, blockers Bitboard) Bitboard {
	piece := r.PieceAt(s)
	var attacks Bitboard
	for rest := r.squares[s&63]; rest != 0; {
		attacks |= attacksOf(piece, rest.PopFirst(), blockers)
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

// A helpmateSearch looks for a sequence of legal moves of both sides that ends in checkmate by the
// winner. It keeps every position that it has reached. If it has played every move from all of them
// without a checkmate, that is the proof that there is none.
type helpmateSearch struct {
	winner    Color
	positions []Position
	slots     []int32     // a hash table of indices of positions, plus one; 0 is an empty slot
	frontier  [32][]int32 // the positions still to play on from, by distance
}

// run searches from p, the positions nearest to a checkmate first, until it finds one or nothing is left
// to search. It returns undecided when it would need more positions than the budget.
func (h *helpmateSearch) run(p *Position, budget int) prospect {
	var buffer [256]Move
	h.add(p)
	for i, ok := h.next(); ok; i, ok = h.next() {
		p := h.positions[i]
		moves := p.AppendLegalMoves(buffer[:0])
		if len(moves) == 0 && p.inCheck() && p.Turn() != h.winner {
			return winnable
		}
		for _, m := range moves {
			if len(h.positions) >= budget {
				return undecided
			}
			q := p.After(m)
			h.add(&q)
		}
	}
	return unwinnable
}

// add adds p to the positions, and to the frontier unless it is hopeless. That can change with any move,
// but mostly does so with a capture or a pawn move, so the others are checked only at the start of the
// search, where a forced move may close the position.
func (h *helpmateSearch) add(p *Position) {
	n := len(h.positions)
	if 2*n >= len(h.slots) {
		h.rehash()
	}
	slot := h.slot(p)
	if *slot != 0 {
		return
	}
	*slot = int32(n) + 1
	h.positions = append(h.positions, *p)
	if (p.HalfmoveClock() == 0 || n < reachBudget) && p.isHopeless(h.winner) {
		return
	}
	d := h.distance(p)
	h.frontier[d] = append(h.frontier[d], int32(n))
}

// next removes the nearest position from the frontier. If the frontier is empty, ok is false.
func (h *helpmateSearch) next() (i int32, ok bool) {
	for d := range h.frontier {
		list := h.frontier[d]
		if last := len(list) - 1; last >= 0 {
			h.frontier[d] = list[:last]
			return list[last], true
		}
	}
	return 0, false
}

// slot returns the slot of p, or the empty slot where p belongs.
func (h *helpmateSearch) slot(p *Position) *int32 {
	mask := uint64(len(h.slots) - 1)
	for i := p.hash & mask; ; i = (i + 1) & mask {
		slot := &h.slots[i]
		if *slot == 0 {
			return slot
		}
		if q := &h.positions[*slot-1]; q.hash == p.hash && q.samePosition(p) {
			return slot
		}
	}
}

// rehash enlarges the hash table.
func (h *helpmateSearch) rehash() {
	h.slots = make([]int32, max(256, 4*len(h.slots)))
	for i := range h.positions {
		*h.slot(&h.positions[i]) = int32(i) + 1
	}
}

// distance estimates how far p is from a checkmate by the winner: by the escape squares of the other king,
// and its distances from a corner and from the winner's king. The estimate affects only the order of the
// search. It must be below 32.
func (h *helpmateSearch) distance(p *Position) int {
	own := p.ByColor(h.winner.Other())
	enemies := p.ByColor(h.winner)
	king := (p.kings() & own).First()
	occupied := p.Occupied().without(king)
	ways := 0
	for rest := (kingAttacks[king] &^ own).with(king); rest != 0; {
		if p.attackersTo(rest.PopFirst(), occupied)&enemies == 0 {
			ways++
		}
	}
	corner := min(king.Distance(A1), king.Distance(H1), king.Distance(A8), king.Distance(H8))
	return 2*ways + corner + king.Distance(p.King(h.winner))
}
