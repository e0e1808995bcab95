package chess

// InsufficientMaterial reports whether c lacks the material to checkmate by any
// sequence of legal moves (FIDE 5.2.2, 6.9), wherever the pieces stand but for
// the colour of the bishops' squares. It is so for
//
//   - a lone king;
//   - a king and one knight, if the opponent has nothing but queens beside the
//     king: other pieces can block their own king's escape;
//   - a king and bishops, if all bishops on the board, the opponent's included,
//     stand on squares of one colour, and there is no knight and no pawn.
func (p *Position) InsufficientMaterial(c Color) bool {
	own := p.ByColor(c)
	switch {
	case own&(p.pawns()|p.straightSliders()) != 0:
		return false
	case own&p.knights() != 0:
		return own.Count() == 2 && p.ByColor(c.Other())&^(p.kings()|p.ByType(Queen)) == 0
	case own&p.ByType(Bishop) != 0:
		bishops := p.ByType(Bishop)
		oneColor := bishops&lightSquares == 0 || bishops&^lightSquares == 0
		return oneColor && p.pawns()|p.knights() == 0
	}
	return true
}

// CanWin reports whether c can checkmate by some sequence of legal moves, the
// opponent's most unskilled replies included; the draws by repetition and by
// counting moves do not cut a sequence short. It decides whether a player wins
// when the opponent's time is up (FIDE 6.9). After checkmate it is true for the
// winner only, after stalemate for neither.
//
// False is certain. True is not in a few positions that are blocked but neither
// for good nor in plain sight: CanWin looks at no more than 100,000 positions.
func (p *Position) CanWin(c Color) bool {
	return c.IsValid() && p.winnable(c, winBudget) != lost
}

// IsDead reports whether neither side can checkmate by any sequence of legal
// moves (FIDE 5.2.2), which ends the game at once.
//
// True is certain. Being called after every move, IsDead looks less far than
// [Position.CanWin]: it knows insufficient material, pawns and pieces that block
// each other for good while there is no free pawn, and lines in which each move
// leaves at most three replies. Where it misses a dead position, the game goes
// on to the same draw.
func (p *Position) IsDead() bool {
	switch {
	case p.isPlainlyDead():
		return true
	case !p.hasFewMoves(forcedReplies):
		return false
	}
	return p.isForcedDead()
}

// A prospect is what is known of a side's chances to checkmate.
type prospect uint8

const (
	open prospect = iota // nothing
	won                  // some sequence of legal moves leads to checkmate
	lost                 // none does
)

const (
	winBudget     = 100_000 // the positions that CanWin looks at
	forcedBudget  = 512     // the positions that IsDead looks at
	forcedReplies = 3       // the moves that a position of a forced line offers
)

// winnable returns the prospect of c, from the cheapest proof to the dearest:
// material, the blocked pieces, search. A decision procedure that leaves nothing
// open would take the place of the last.
func (p *Position) winnable(c Color, budget int) prospect {
	if p.hopeless(c) {
		return lost
	}
	return searchWin(p, c, budget)
}

// hopeless reports whether it shows without playing a move that c cannot
// checkmate.
func (p *Position) hopeless(c Color) bool {
	if p.InsufficientMaterial(c) {
		return true
	}
	var r reach
	return r.find(p) && !r.mayMate(c)
}

// isPlainlyDead reports whether it shows without playing a move that neither
// side can checkmate. It looks at the blocked pieces only where they may be
// blocked for good.
func (p *Position) isPlainlyDead() bool {
	if p.InsufficientMaterial(White) && p.InsufficientMaterial(Black) {
		return true
	}
	if !p.mayBeBlocked() {
		return false
	}
	var r reach
	return r.find(p) && !r.mayMate(White) && !r.mayMate(Black)
}

// mayBeBlocked reports whether there are pawns and none of them can move or,
// with only bishops beside them, none has a free file: a cheap sign that the
// position may be blocked.
func (p *Position) mayBeBlocked() bool {
	pawns := p.pawns()
	if pawns == 0 {
		return false
	}
	white, black := pawns&^p.black, pawns&p.black
	if (white.North()|black.South())&^p.Occupied() == 0 {
		return pawnsAttack(white, White)&p.black == 0 && pawnsAttack(black, Black)&p.ByColor(White) == 0
	}
	return p.Occupied() == pawns|p.kings()|p.ByType(Bishop) &&
		white&^ahead(black, Black) == 0 && black&^ahead(white, White) == 0
}

// ahead returns all squares in front of c's pawns on their files.
func ahead(pawns Bitboard, c Color) Bitboard {
	squares := pawns.Forward(c)
	for range 6 {
		squares |= squares.Forward(c)
	}
	return squares
}

// A reach says how far the pieces of a position can get by any sequence of legal
// moves, without playing one. It errs on the side of too far: for each piece it
// holds at least the squares on which that piece can ever stand, so what it
// rules out is impossible.
//
// It is the least solution of rules that hold for every legal move, found by
// starting from the pieces where they stand and applying the rules until
// nothing is added:
//
//  1. A piece that can neither leave its square nor be captured there is fixed.
//  2. Nothing passes a fixed piece, and nothing takes its square.
//  3. A king does not step beside a fixed enemy piece that attacks the square:
//     nothing can come between them. (A king may not step where a knight or
//     pawn attacks either, at whatever distance.)
//  4. A pawn captures only where an enemy piece can be. En passant is no
//     exception: the pawn captured could have stopped where it is captured.
//  5. Of two opposing pawns on a file neither passes the square of the other, so
//     long as neither can leave the file and the other cannot be captured.
//
// A first move that broke a bound would have to break one of these rules while
// all pieces are still within their bounds; no legal move does.
type reach struct {
	Position
	squares [64]Bitboard // by the square on which the piece stands in p
	fixed   Bitboard     // the pieces that rule 1 names
	guarded [2]Bitboard  // by colour, the squares barred to its king by rule 3
	visited [2]Bitboard  // by colour, the squares of its pieces without the king
	taken   [2]Bitboard  // by colour, the squares on which it can capture
}

// find fills r for p. It gives up and reports false if a pawn may promote, and
// in positions in which castling or en passant may be possible: there is play
// enough in them.
func (r *reach) find(p *Position) bool {
	if p.Castling() != 0 || p.canCaptureEnPassant() {
		return false
	}
	r.Position, r.fixed = *p, p.Occupied()
	for rest := r.fixed; rest != 0; rest &= rest - 1 {
		r.squares[rest.First()&63] = rest & -rest
	}
	for grown := true; grown; {
		r.update()
		grown = false
		for rest := p.Occupied(); rest != 0; rest &= rest - 1 {
			s := rest.First()
			squares := r.grow(s)
			grown = grown || squares != r.squares[s&63]
			r.squares[s&63] = squares
			if p.typeAt(s) == Pawn && squares&(rank1|rank8) != 0 {
				return false
			}
		}
	}
	return true
}

// update derives the other fields from the squares of the pieces.
func (r *reach) update() {
	p := &r.Position
	r.visited, r.taken, r.guarded = [2]Bitboard{}, [2]Bitboard{}, [2]Bitboard{}
	for rest := p.Occupied() &^ p.kings(); rest != 0; rest &= rest - 1 {
		s := rest.First()
		r.visited[Color(p.black>>(s&63)&1)] |= r.squares[s&63]
	}
	for rest := p.Occupied(); rest != 0; rest &= rest - 1 {
		s := rest.First()
		c := Color(p.black >> (s & 63) & 1)
		if p.typeAt(s) == Pawn {
			r.taken[c] |= pawnsAttack(r.squares[s&63], c) & r.visited[c.Other()]
		} else {
			r.taken[c] |= r.squares[s&63]
		}
	}
	for rest := r.fixed; rest != 0; rest &= rest - 1 {
		s := rest.First()
		c := Color(p.black >> (s & 63) & 1)
		if r.squares[s&63] != s.Bitboard() || r.taken[c.Other()].Has(s) && p.typeAt(s) != King {
			r.fixed &^= s.Bitboard()
			continue
		}
		r.guarded[c.Other()] |= Attacks(p.PieceAt(s), s, allSquares)
	}
}

// grow returns the squares of the piece on s with those that the rules add.
func (r *reach) grow(s Square) Bitboard {
	piece := r.PieceAt(s)
	if piece.Type() == Pawn {
		return r.growPawn(s, piece.Color())
	}
	barred := r.fixed & (r.ByColor(piece.Color()) | r.kings())
	if piece.Type() == King {
		barred |= r.guarded[piece.Color()]
	}
	squares := r.squares[s&63]
	for rest := squares; rest != 0; {
		found := Attacks(piece, rest.PopFirst(), r.fixed) &^ barred &^ squares
		squares |= found
		rest |= found
	}
	return squares
}

// growPawn is grow for a pawn of colour c.
func (r *reach) growPawn(s Square, c Color) Bitboard {
	barred := r.fixed | r.facing(s, c)
	squares := r.squares[s&63]
	for {
		found := squares.Forward(c)&^barred | pawnsAttack(squares, c)&r.visited[c.Other()]
		if found&^squares == 0 {
			return squares
		}
		squares |= found
	}
}

// facing returns the squares of the enemy pawns that the pawn of colour c on s
// cannot pass by rule 5.
func (r *reach) facing(s Square, c Color) Bitboard {
	file := s.File().Bitboard()
	if r.squares[s&63]&^file != 0 {
		return 0
	}
	facing := r.Pieces(c.Other(), Pawn) & file
	for rest := facing; rest != 0; rest &= rest - 1 {
		if squares := r.squares[rest.First()&63]; squares&(^file|r.taken[c]) != 0 {
			facing &^= rest & -rest
		}
	}
	return facing
}

// pawnsAttack returns the squares that pawns of colour c on the given squares
// attack.
func pawnsAttack(pawns Bitboard, c Color) Bitboard {
	ahead := pawns.Forward(c)
	return ahead.East() | ahead.West()
}

// mayMate reports whether the bounds leave room for a checkmate by c: on some
// square of the other king, which a piece of c's can check, and around which
// every square can be attacked by c or blocked by a piece of the king's own.
func (r *reach) mayMate(c Color) bool {
	king := r.King(c.Other())
	var attacked, checked Bitboard
	for rest := r.ByColor(c); rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := r.attacks(s, r.fixed.Without(king)) // the king does not shield what is behind it
		attacked |= attacks
		if r.typeAt(s) != King {
			checked |= attacks
		}
	}
	for rest := r.squares[king&63] & checked; rest != 0; rest &= rest - 1 {
		if r.canBlock(kingAttacks[rest.First()]&^attacked, c.Other()) {
			return true
		}
	}
	return false
}

// attacks returns the squares that the piece on s can ever attack.
func (r *reach) attacks(s Square, blockers Bitboard) Bitboard {
	var attacks Bitboard
	for rest := r.squares[s&63]; rest != 0; rest &= rest - 1 {
		attacks |= Attacks(r.PieceAt(s), rest.First(), blockers)
	}
	return attacks
}

// canBlock reports whether pieces of c can stand on all the given squares at
// once, the king left out. By Hall's theorem on marriages, each square can have
// a piece of its own if any n of them have n pieces that can get to one of them.
func (r *reach) canBlock(squares Bitboard, c Color) bool {
	for some := squares; some != 0; some = (some - 1) & squares {
		if r.visitors(some, c) < some.Count() {
			return false
		}
	}
	return true
}

// visitors returns the number of pieces of c without the king that can get to
// one of the given squares.
func (r *reach) visitors(squares Bitboard, c Color) int {
	n := 0
	for rest := r.ByColor(c) &^ r.kings(); rest != 0; rest &= rest - 1 {
		if r.squares[rest.First()&63]&squares != 0 {
			n++
		}
	}
	return n
}

// hasFewMoves reports whether the side to move has at most n moves, with a quick
// answer where more pawns than that can step forward.
func (p *Position) hasFewMoves(n int) bool {
	c := p.Turn()
	steps := p.Pieces(c, Pawn).Forward(c) &^ p.Occupied()
	if steps.Count() > n && !p.InCheck() {
		return false
	}
	return p.countMoves() <= n
}

// isForcedDead reports whether no line from p leads to checkmate, each being
// forced or nearly so until it ends in a plainly dead position, in stalemate or
// in a repetition.
func (p *Position) isForcedDead() bool {
	var first [16]Position
	var buffer [256]Move
	lines := append(first[:0], *p)
	for i := 0; i < len(lines); i++ {
		moves := lines[i].AppendLegalMoves(buffer[:0])
		if len(moves) == 0 && lines[i].InCheck() {
			return false
		}
		for _, m := range moves {
			next := lines[i].After(m)
			if next.isPlainlyDead() || contains(lines, &next) {
				continue
			}
			if len(lines) == forcedBudget || !next.hasFewMoves(forcedReplies+len(lines)/devDiv) {
				devF[len(lines)]++
				return false
			}
			lines = append(lines, next)
		}
	}
	return true
}

var devF [1000]int
var devDiv = 1

// contains reports whether one of the positions is the same as p.
func contains(positions []Position, p *Position) bool {
	for i := range positions {
		if positions[i].hash == p.hash && positions[i].SamePosition(p) {
			return true
		}
	}
	return false
}

var devNodes int

// searchWin looks for a checkmate by c among the positions that legal moves
// lead to from p, the most promising first, and passes over those that are
// hopeless. Having seen all without finding one is the proof that there is
// none; having seen as many as the budget allows leaves the prospect open.
func searchWin(p *Position, c Color, budget int) prospect {
	var s winSearch
	s.add(p, c)
	var buffer [256]Move
	defer func() { devNodes = len(s.positions) }()
	for {
		i, ok := s.next()
		if !ok {
			return lost
		}
		q := s.positions[i]
		moves := q.AppendLegalMoves(buffer[:0])
		if len(moves) == 0 && q.InCheck() && q.Turn() != c {
			return won
		}
		for _, m := range moves {
			next := q.After(m)
			s.add(&next, c)
			if len(s.positions) == budget {
				return open
			}
		}
	}
}

type winSearch struct {
	positions []Position
	slots     []int32
	frontier  [128][]int32
}

// add
func (s *winSearch) add(p *Position, c Color) {
	if 2*len(s.positions) >= len(s.slots) {
		s.rehash()
	}
	slot, found := s.find(p)
	if found {
		return
	}
	n := int32(len(s.positions))
	*slot = n + 1
	s.positions = append(s.positions, *p)
	if (p.HalfmoveClock() == 0 || n < 1000) && p.hopeless(c) {
		return
	}
	i := p.shortOfMate(c)
	s.frontier[i] = append(s.frontier[i], n)
}

func (s *winSearch) find(p *Position) (slot *int32, found bool) {
	mask := uint64(len(s.slots) - 1)
	for i := p.hash & mask; ; i = (i + 1) & mask {
		n := s.slots[i]
		if n == 0 {
			return &s.slots[i], false
		}
		if q := &s.positions[n-1]; q.hash == p.hash && q.SamePosition(p) {
			return nil, true
		}
	}
}

func (s *winSearch) rehash() {
	s.slots = make([]int32, max(64, 4*len(s.slots)))
	for i := range s.positions {
		slot, _ := s.find(&s.positions[i])
		*slot = int32(i) + 1
	}
}

func (s *winSearch) next() (int32, bool) {
	for i := range s.frontier {
		f := &s.frontier[i]
		if n := len(*f); n > 0 {
			p := (*f)[n-1]
			*f = (*f)[:n-1]
			return p, true
		}
	}
	return 0, false
}

// shortOfMate estimates how far c is from checkmate.
func (p *Position) shortOfMate(c Color) int {
	king := p.King(c.Other())
	n := 0
	for rest := kingAttacks[king] &^ p.ByColor(c.Other()); rest != 0; rest &= rest - 1 {
		if p.attackersTo(rest.First(), p.Occupied().Without(king))&p.ByColor(c) == 0 {
			n++
		}
	}
	if p.attackersTo(king, p.Occupied())&p.ByColor(c) == 0 {
		n++
	}
	corner := min(king.Distance(A1), king.Distance(H1), king.Distance(A8), king.Distance(H8))
	return 2*n + king.Distance(p.King(c)) + corner
}

var devBudget = 1000
