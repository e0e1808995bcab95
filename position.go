package chess

import (
	"math/bits"
)

// A Position is everything that the rules know about a game at one moment: the pieces, the side to
// move, the castling rights, the double step that may have just been made, and the two clocks. It
// is a plain value of 48 bytes, and assignment copies it. Copying is the way to undo a move.
//
// Methods that change the position have a pointer receiver. So have those that fill a buffer of moves
// and [Position.Checkers], which a search calls at every node: the copy for a value receiver would make
// them execute 3 to 12 % more instructions. All others have a value receiver, so that calls chain:
//
//	g.Position().Pieces(chess.White, chess.Queen).Count()
//	g.Position().LegalMoves()
//	p.After(m).InCheck()
//
// There are three ways to compare positions. p == q compares everything that the positions hold,
// including the clocks and an en passant square that no pawn can use. [Position.SamePosition] is
// the equality of the rule on repetition, and [Position.Key] returns a map key with that equality.
// [Position.Equal] is SamePosition together with the clocks, the equality of FENs.
//
// The zero Position is an empty board without legal moves, which no game reaches. Use
// [StartPosition], [ParseFEN], or [Setup.Position] to get a position.
type Position struct {
	// A Position promotes the methods of its parts. The compiler keeps a struct of at most four
	// words in registers, so that p.Turn() reads one word where a value receiver of type Position
	// would copy six. This makes a walk that asks for the turn and the hash at every leaf a third
	// faster.
	placement
	status
}

// A placement is the pieces of a position, one bit of the PieceType in each plane: a knight (2) has
// its bit in plane1 alone, a bishop (3) in plane0 and plane1.
type placement struct {
	plane0, plane1, plane2 Bitboard
	black                  Bitboard // the squares of Black's pieces
}

// A status is the rest of a position.
type status struct {
	hash  uint64
	state state
}

// A state holds the small parts of a Position in one word. It makes a Position six words long.
//
//	bits 0-7    White's rooks that may still castle, as on the first rank
//	bit 8       the side to move
//	bit 9       a legal en passant capture exists
//	bit 10      castling is written king-takes-rook
//	bits 16-23  the square passed over by a double step just made, 0 for none
//	bits 24-39  the halfmove clock
//	bits 40-55  the fullmove number
//	bits 56-63  Black's rooks that may still castle, as on the eighth rank
type state uint64

const (
	stateTurn           = 8 // shifts
	statePassed         = 16
	stateHalfmoveClock  = 24
	stateFullmoveNumber = 40

	stateCastling        = state(rank1 | rank8)
	stateBlack     state = 1 << stateTurn
	stateEnPassant state = 1 << 9
	stateChess960  state = 1 << 10
	stateLastMove        = stateEnPassant | 0xff<<statePassed // what a move clears of the one before it
	stateHalfmoves       = state(1<<16-1) << stateHalfmoveClock
	stateFullmoves       = state(1<<16-1) << stateFullmoveNumber
	stateHigh            = state(1)<<(stateHalfmoveClock+15) | state(1)<<(stateFullmoveNumber+15)
	stateOneHalf         = state(1) << stateHalfmoveClock
	stateOneFull         = state(1) << stateFullmoveNumber
)

// passed returns the square that the last move passed over, or 0 if it was not a double step.
func (p status) passed() Square { return Square(p.state >> statePassed) }

// canCaptureEnPassant reports whether a legal en passant capture exists.
func (p status) canCaptureEnPassant() bool { return p.state&stateEnPassant != 0 }

// Turn returns the side to move.
func (p status) Turn() Color { return Color(p.state >> stateTurn & 1) }

// HalfmoveClock returns the number of plies since the last capture or pawn move, from 0 to 65535,
// where it stops.
func (p status) HalfmoveClock() int {
	return int(p.state & stateHalfmoves >> stateHalfmoveClock)
}

// FullmoveNumber returns the number of the next move. It starts at 1, increases after each move by
// Black, and stops at 65535.
func (p status) FullmoveNumber() int {
	return int(p.state & stateFullmoves >> stateFullmoveNumber)
}

// IsChess960 reports whether [Position.UCI] writes castling as the move of the king to its rook, as
// engines expect in Chess960. It is true for positions with castling rights that do not exist in
// standard chess, for positions whose FEN names the files of the rooks, and for those made from a
// [Setup] that says so. It becomes false with the loss of the last castling right.
func (p status) IsChess960() bool { return p.state&stateChess960 != 0 }

// setChess960 sets what IsChess960 reports. It has no effect if no castling right is left, and
// cannot turn it off if a right does not exist in standard chess.
func (p *Position) setChess960(on bool) {
	p.state &^= stateChess960
	if p.Castling() != 0 && (on || !p.standardRights()) {
		p.state |= stateChess960
	}
}

// standardRights reports whether all castling rights are those of standard chess: kings on the
// e-file, rooks in the corners.
func (p *Position) standardRights() bool {
	for _, c := range [...]Color{White, Black} {
		rooks := p.Castling() & backRank(c)
		if rooks&^(fileA|fileH) != 0 || rooks != 0 && p.Pieces(c, King)&^eFile.Bitboard() != 0 {
			return false
		}
	}
	return true
}

// PieceAt returns the piece on s, or NoPiece if s is empty or NoSquare.
func (p placement) PieceAt(s Square) Piece {
	square := Bitboard(1) << s
	return bit(p.plane0&square) + 2*(bit(p.plane1&square)+2*(bit(p.plane2&square)+2*bit(p.black&square)))
}

// typeAt returns the type of the piece on a valid square.
func (p placement) typeAt(s Square) PieceType {
	return pieceOn(p.plane0, p.plane1, p.plane2, 1<<(s&63), White).Type()
}

// pieceOn returns the piece of color c on a square, given as a set. The compiler makes one
// instruction of each sum.
func pieceOn(plane0, plane1, plane2, square Bitboard, c Color) Piece {
	return bit(plane0&square) + 2*(bit(plane1&square)+2*(bit(plane2&square)+2*Piece(c)))
}

// put sets piece on the empty square s.
func (p *Position) put(piece Piece, s Square) {
	p.plane0 |= Bitboard(piece&1) << (s & 63)
	p.plane1 |= Bitboard(piece>>1&1) << (s & 63)
	p.plane2 |= Bitboard(piece>>2&1) << (s & 63)
	p.black |= Bitboard(piece>>3&1) << (s & 63)
	p.hash ^= pieceKeys[piece&15][s&63]
}

// remove takes piece from the square s.
func (p *Position) remove(piece Piece, s Square) {
	left := Bitboard(1) << (s & 63)
	p.plane0 &^= left
	p.plane1 &^= left
	p.plane2 &^= left
	p.black &^= left
	p.hash ^= pieceKeys[piece&15][s&63]
}

// Occupied returns the squares of all pieces.
func (p placement) Occupied() Bitboard { return p.plane0 | p.plane1 | p.plane2 }

// ByColor returns the squares of the pieces of color c.
func (p placement) ByColor(c Color) Bitboard {
	if c == Black {
		return p.black
	}
	return p.Occupied() &^ p.black
}

// ByType returns the squares of the pieces of type t and either color, or the empty set if t is
// NoPieceType.
func (p placement) ByType(t PieceType) Bitboard {
	if t == NoPieceType || t > King {
		return 0
	}
	n := Bitboard(t) // a plane in which t has no bit is complemented
	return (p.plane0 ^ (n&1 - 1)) & (p.plane1 ^ (n>>1&1 - 1)) & (p.plane2 ^ (n>>2 - 1))
}

// planesOf holds, for each piece, all squares for each plane in which the piece has a bit, and no
// squares for the others.
var planesOf = func() (planes [16][4]Bitboard) {
	for piece := range planes {
		for i := range planes[piece] {
			planes[piece][i] = -Bitboard(piece >> i & 1)
		}
	}
	return planes
}()

// Pieces returns the squares of the pieces of color c and type t.
func (p placement) Pieces(c Color, t PieceType) Bitboard { return p.ByType(t) & p.ByColor(c) }

func (p placement) pawns() Bitboard   { return p.plane0 &^ (p.plane1 | p.plane2) }
func (p placement) knights() Bitboard { return p.plane1 &^ (p.plane0 | p.plane2) }
func (p placement) kings() Bitboard   { return p.plane1 & p.plane2 }

// diagonalSliders returns the squares of the bishops and queens.
func (p placement) diagonalSliders() Bitboard { return p.plane0 & (p.plane1 | p.plane2) }

// straightSliders returns the squares of the rooks and queens.
func (p placement) straightSliders() Bitboard { return p.plane2 &^ p.plane1 }

// King returns the square of the king of color c. It returns NoSquare for the zero Position.
func (p placement) King(c Color) Square {
	kings := p.plane1 & p.plane2
	if c == Black {
		return (kings & p.black).First()
	}
	return (kings &^ p.black).First()
}

// Castling returns the rooks of both colors that still have castling rights.
func (p status) Castling() Bitboard { return Bitboard(p.state & stateCastling) }

// CastlingRook returns the square of the rook with which c may still castle to wing w, or NoSquare
// if that right is lost. [Position.LegalMoves] says whether castling is legal now.
func (p Position) CastlingRook(c Color, w Wing) Square { return p.castlingRook(c, w) }

func (p *Position) castlingRook(c Color, w Wing) Square {
	rooks := p.Castling() & backRank(c)
	west := p.King(c).Bitboard() - 1
	if w == Queenside {
		return (rooks & west).First()
	}
	return (rooks &^ west).First()
}

// EnPassant returns the square on which a legal en passant capture is possible now, or NoSquare if
// there is none.
func (p status) EnPassant() Square {
	if !p.canCaptureEnPassant() {
		return NoSquare
	}
	return p.passed()
}

// doubleStep returns the square that the last move passed over if it was the double step of a pawn,
// or NoSquare.
func (p status) doubleStep() Square {
	if p.passed() == 0 {
		return NoSquare
	}
	return p.passed()
}

// enPassantPawns returns the pawns of the side to move that stand beside the pawn which just made a
// double step.
func (p *Position) enPassantPawns() Bitboard {
	return pawnAttacks[^p.Turn()&1][p.passed()] & p.pawns() & p.ByColor(p.Turn())
}

// enPassantSafe reports whether the king of the side to move is safe after the en passant capture
// by the pawn on from.
func (p *Position) enPassantSafe(from Square) bool {
	victim := p.passed() ^ 8
	occupied := p.Occupied()&^from.Bitboard()&^victim.Bitboard() | p.passed().Bitboard()
	attackers := p.attackersTo(p.King(p.Turn()), occupied) & p.ByColor(p.Turn().Other())
	return attackers&^victim.Bitboard() == 0
}

// enPassantCaptures returns those of the given pawns that may capture en passant after the double
// step that was just made.
func (p *Position) enPassantCaptures(from Bitboard) Bitboard {
	pawns := p.enPassantPawns() & from
	for rest := pawns; rest != 0; rest &= rest - 1 {
		if !p.enPassantSafe(rest.First()) {
			pawns &^= rest & -rest
		}
	}
	return pawns
}

// setEnPassant notes whether the double step just made lets the side to move capture en passant.
func (p *Position) setEnPassant() {
	if p.enPassantCaptures(allSquares) != 0 {
		p.state |= stateEnPassant
		p.hash ^= enPassantKey(p.passed())
	}
}

// attackersTo returns the pieces of both colors that attack s when the squares in occupied hold
// pieces.
func (p *placement) attackersTo(s Square, occupied Bitboard) Bitboard {
	pawns := p.pawns()
	return pawnAttacks[White][s]&pawns&p.black |
		pawnAttacks[Black][s]&pawns&^p.black |
		knightAttacks[s]&p.knights() |
		kingAttacks[s]&p.kings() |
		bishopAttacks(s, occupied)&p.diagonalSliders() |
		rookAttacks(s, occupied)&p.straightSliders()
}

// Attackers returns the squares of the pieces of color c that attack s, or the empty set if s is
// NoSquare. A pinned piece attacks like any other (FIDE 3.1.3). En passant is not an attack.
func (p placement) Attackers(c Color, s Square) Bitboard {
	if !s.isValid() {
		return 0
	}
	return p.attackersTo(s, p.Occupied()) & p.ByColor(c)
}

// AttacksFrom returns the squares that the piece on s attacks, those of its own color included. The
// result is the empty set if s is empty or NoSquare. A pinned piece attacks like any other.
func (p placement) AttacksFrom(s Square) Bitboard {
	if !s.isValid() {
		return 0
	}
	return attacksOf(p.PieceAt(s), s, p.Occupied())
}

// Checkers returns the squares of the pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard {
	us, occupied := p.Turn(), p.Occupied()
	enemies := occupied & (p.black ^ -Bitboard(us))
	king := (p.kings() &^ enemies).First()
	checkers := (pawnAttacks[us&1][king]&p.pawns() | knightAttacks[king]&p.knights()) & enemies
	sliders := (bishopRays[king]&p.diagonalSliders() | rookRays[king]&p.straightSliders()) & enemies
	for ; sliders != 0; sliders &= sliders - 1 {
		if between[king&63][sliders.First()&63]&occupied == 0 {
			checkers |= sliders & -sliders
		}
	}
	return checkers
}

// InCheck reports whether the side to move is in check (FIDE 3.9.1). It copies p. Right after
// [Position.SetAfter], a search is faster with [Position.Checkers], which makes no copy.
func (p Position) InCheck() bool { return p.inCheck() }

func (p *Position) inCheck() bool { return p.Checkers() != 0 }

// Hash returns the Zobrist key of p, which consists of Polyglot's published keys. Every move
// updates it. The en passant file counts only if a legal capture exists, and the clocks do not
// count, so positions that are the same by [Position.SamePosition] have the same hash. The converse
// is not certain: the keys are public, so somebody who tries can find two positions with one hash.
// The rules on repetition compare whole positions. Where a collision would matter, use [Position.Key].
func (p status) Hash() uint64 { return p.hash }

// PolyglotKey returns the key of p in Polyglot opening books. It differs from [Position.Hash] in
// one case: the en passant file counts whenever a pawn stands beside the pawn that made the double
// step, even if it cannot legally capture. As with Hash, two positions can have the same key.
func (p Position) PolyglotKey() uint64 {
	if p.passed() == 0 || p.canCaptureEnPassant() || p.enPassantPawns() == 0 {
		return p.hash
	}
	return p.hash ^ enPassantKey(p.passed())
}

// castlingKey returns the key of the rights to castle with the given rooks.
func (p *Position) castlingKey(rooks Bitboard) uint64 {
	white, black := p.kings()&^p.black, p.kings()&p.black
	return castlingKeys[bit(rooks&rank1&-white)+2*bit(rooks&rank1&(white-1))+
		4*bit(rooks&rank8&-black)+8*bit(rooks&rank8&(black-1))]
}

// finishSetup computes what follows from the fields of a new position, whose hash already includes the
// pieces.
func (p *Position) finishSetup() {
	p.hash ^= p.castlingKey(p.Castling())
	if p.Turn() == White {
		p.hash ^= polyglotKeys[turnKey]
	}
	if p.passed() != 0 {
		p.setEnPassant()
	}
}

// Flip returns p with the board mirrored across the middle and the colors exchanged: White's knight
// on b1 becomes Black's on b8, and the other side is to move. Nothing in the rules tells the two
// positions apart, so an evaluation should not either.
func (p Position) Flip() Position {
	var q Position
	for s := range p.Occupied().Squares() {
		q.put(p.PieceAt(s)^8, s^56)
	}
	q.state = p.state&^(stateCastling|stateLastMove) ^ stateBlack
	q.state |= state(bits.ReverseBytes64(uint64(p.Castling())))
	if p.passed() != 0 {
		q.state |= state(p.passed()^56) << statePassed
	}
	q.finishSetup()
	return q
}

// SamePosition reports whether p and q are the same position by the rule on repetition (FIDE
// 9.2.3): the same side to move, the same pieces on the same squares, the same castling rights, and
// the same right to capture en passant, which counts only if the capture is legal. The clocks do
// not count.
func (p Position) SamePosition(q Position) bool { return p.samePosition(&q) }

func (p *Position) samePosition(q *Position) bool {
	return p.plane0 == q.plane0 && p.plane1 == q.plane1 && p.plane2 == q.plane2 &&
		p.black == q.black && p.Castling() == q.Castling() && p.Turn() == q.Turn() &&
		p.EnPassant() == q.EnPassant()
}

// A PositionKey identifies a position by the rule on repetition. It is comparable and serves as a
// map key. Package cmp needs cmpopts.EquateComparable to compare it. The zero PositionKey is the
// key of the zero Position.
type PositionKey struct {
	plane0, plane1, plane2, black Bitboard
	state                         state // the turn, the castling rights, and a legal en passant capture
}

// Key returns the key of p. The keys of two positions are equal if and only if
// [Position.SamePosition] holds.
func (p Position) Key() PositionKey {
	kept := stateCastling | stateBlack
	if p.canCaptureEnPassant() {
		kept |= stateLastMove
	}
	return PositionKey{p.plane0, p.plane1, p.plane2, p.black, p.state & kept}
}

// Equal reports whether p and q have the same FEN: whether they are the same by
// [Position.SamePosition] and their clocks agree. Unlike ==, it ignores a double step that no pawn
// can answer, and how castling is written. Package cmp uses it, so that cmp.Diff of two positions
// shows their FENs.
func (p Position) Equal(q Position) bool {
	return p.samePosition(&q) && p.HalfmoveClock() == q.HalfmoveClock() && p.FullmoveNumber() == q.FullmoveNumber()
}

// Diagram returns p as eight lines of FEN letters, the eighth rank first, with "." for an empty
// square.
func (p Position) Diagram() string {
	return boardDiagram(func(s Square) string { return p.PieceAt(s).String() })
}
