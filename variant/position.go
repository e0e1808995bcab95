package variant

import (
	"iter"
	"slices"

	"github.com/shakki/chess"
)

// A Position is everything that the rules know about a game at one moment: the variant, the pieces, the
// side to move, the castling rights, a pawn that can be captured en passant, the two clocks, the pieces
// in hand, and the checks that are left. It is a plain value of 64 bytes, and assignment copies it.
//
// Two positions are equal by == if they have the same FEN and the same [Position.IsChess960]. Two
// positions are the same by the rule on repetition if their keys are equal: see [Position.Key].
//
// The zero Position is an empty board of [Standard], which has no legal moves.
type Position struct {
	planes
	promoted chess.Bitboard // pieces that were pawns, in variants with drops
	state    state
	hands    hands
	variant  Variant
}

// planes are the pieces of a position, one bit of the PieceType in each plane, as in package chess.
type planes struct {
	plane0, plane1, plane2 chess.Bitboard
	black                  chess.Bitboard // the squares of Black's pieces
}

// A state holds the small parts of a Position in one word.
//
//	bits 0-7    White's rooks that may still castle, as on the first rank
//	bit 8       the side to move
//	bit 10      castling is written king-takes-rook
//	bits 16-23  the square on which a pawn can be captured en passant, 0 for none
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
	stateChess960  state = 1 << 10
	stateEnPassant state = 0xff << statePassed
	stateHalfmoves       = state(maxClock) << stateHalfmoveClock
	stateFullmoves       = state(maxClock) << stateFullmoveNumber
	stateOneHalf         = state(1) << stateHalfmoveClock
	stateOneFull         = state(1) << stateFullmoveNumber
)

// maxClock is the largest value of the two clocks.
const maxClock = 1<<16 - 1

const (
	rank1    chess.Bitboard = 0xff
	rank8    chess.Bitboard = rank1 << 56
	promotes chess.Bitboard = rank1 | rank8 // where pawns promote
	fileA    chess.Bitboard = 0x0101010101010101
	fileH    chess.Bitboard = fileA << 7
	all      chess.Bitboard = 1<<64 - 1
)

// hands holds the pieces in hand, six bits for each type and color, or the checks that are left, at the
// place of the pawns.
type hands uint64

// handShift returns the place of pieces of c and t in hands.
func handShift(c chess.Color, t chess.PieceType) int { return 30*int(c&1) + 6*int(t-chess.Pawn) }

// has returns the number of pieces.
func (h hands) has(c chess.Color, t chess.PieceType) int {
	return int(h >> (handShift(c, t) & 63) & 63)
}

// plus returns h with n more pieces, which may be negative.
func (h hands) plus(c chess.Color, t chess.PieceType, n int) hands {
	return h + hands(n)<<(handShift(c, t)&63)
}

// StartPosition returns the start position of v. It is the zero Position if v is not a variant.
func StartPosition(v Variant) Position {
	if !v.isValid() {
		return Position{}
	}
	return starts[v]
}

var starts = func() (starts [len(table)]Position) {
	for i := range starts {
		starts[i] = MustParseFEN(Variant(i), table[i].start)
	}
	return starts
}()

// Variant returns the variant of p.
func (p Position) Variant() Variant { return p.variant }

// rules returns the rules of p.
func (p *Position) rules() *rules { return &table[p.variant] }

// Turn returns the side to move.
func (p Position) Turn() chess.Color { return p.turn() }

func (p *Position) turn() chess.Color { return chess.Color(p.state >> stateTurn & 1) }

// HalfmoveClock returns the number of plies since the last capture, pawn move, or drop of a pawn, from
// 0 to 65535, where it stops.
func (p Position) HalfmoveClock() int { return int(p.state & stateHalfmoves >> stateHalfmoveClock) }

// FullmoveNumber returns the number of the next move. It starts at 1, increases after each move by
// Black, and stops at 65535.
func (p Position) FullmoveNumber() int { return p.number() }

func (p *Position) number() int { return int(p.state & stateFullmoves >> stateFullmoveNumber) }

// IsChess960 reports whether [Position.UCI] writes castling as the move of the king to its rook, as in
// package chess.
func (p Position) IsChess960() bool { return p.state&stateChess960 != 0 }

// PieceAt returns the piece on s, or NoPiece if s is empty or NoSquare.
func (p Position) PieceAt(s chess.Square) chess.Piece { return p.pieceAt(s) }

func (p *planes) pieceAt(s chess.Square) chess.Piece {
	square := chess.Bitboard(1) << s
	return bit(p.plane0&square) + 2*(bit(p.plane1&square)+2*(bit(p.plane2&square)+2*bit(p.black&square)))
}

// bit returns 1 if b is not empty, else 0.
func bit(b chess.Bitboard) chess.Piece {
	if b != 0 {
		return 1
	}
	return 0
}

// Occupied returns the squares of all pieces.
func (p Position) Occupied() chess.Bitboard { return p.occupied() }

func (p *planes) occupied() chess.Bitboard { return p.plane0 | p.plane1 | p.plane2 }

// ByColor returns the squares of the pieces of color c.
func (p Position) ByColor(c chess.Color) chess.Bitboard { return p.byColor(c) }

func (p *planes) byColor(c chess.Color) chess.Bitboard {
	if c == chess.Black {
		return p.black
	}
	return p.occupied() &^ p.black
}

// ByType returns the squares of the pieces of type t and either color, or the empty set if t is
// NoPieceType.
func (p Position) ByType(t chess.PieceType) chess.Bitboard { return p.byType(t) }

func (p *planes) byType(t chess.PieceType) chess.Bitboard {
	if t == chess.NoPieceType || t > chess.King {
		return 0
	}
	n := chess.Bitboard(t) // a plane in which t has no bit is complemented
	return (p.plane0 ^ (n&1 - 1)) & (p.plane1 ^ (n>>1&1 - 1)) & (p.plane2 ^ (n>>2 - 1))
}

// Pieces returns the squares of the pieces of color c and type t.
func (p Position) Pieces(c chess.Color, t chess.PieceType) chess.Bitboard {
	return p.byType(t) & p.byColor(c)
}

func (p *planes) pawns() chess.Bitboard   { return p.plane0 &^ (p.plane1 | p.plane2) }
func (p *planes) knights() chess.Bitboard { return p.plane1 &^ (p.plane0 | p.plane2) }
func (p *planes) kings() chess.Bitboard   { return p.plane1 & p.plane2 }

// diagonalSliders returns the squares of the bishops and queens.
func (p *planes) diagonalSliders() chess.Bitboard { return p.plane0 & (p.plane1 | p.plane2) }

// straightSliders returns the squares of the rooks and queens.
func (p *planes) straightSliders() chess.Bitboard { return p.plane2 &^ p.plane1 }

// put sets piece on the empty square s.
func (p *planes) put(piece chess.Piece, s chess.Square) {
	p.plane0 |= chess.Bitboard(piece&1) << (s & 63)
	p.plane1 |= chess.Bitboard(piece>>1&1) << (s & 63)
	p.plane2 |= chess.Bitboard(piece>>2&1) << (s & 63)
	p.black |= chess.Bitboard(piece>>3&1) << (s & 63)
}

// clear removes the pieces on squares.
func (p *planes) clear(squares chess.Bitboard) {
	p.plane0 &^= squares
	p.plane1 &^= squares
	p.plane2 &^= squares
	p.black &^= squares
}

// King returns the square of the king of color c, or of the first one in [Antichess]. It returns
// NoSquare if there is none.
func (p Position) King(c chess.Color) chess.Square { return p.king(c) }

func (p *planes) king(c chess.Color) chess.Square { return (p.kings() & p.byColor(c)).First() }

// Promoted returns the pieces that were promoted and go to the hand as pawns when they are captured. It
// is the empty set in variants without drops.
func (p Position) Promoted() chess.Bitboard { return p.promoted }

// InHand returns the number of pieces of type t that c can drop. It is 0 in variants without drops.
func (p Position) InHand(c chess.Color, t chess.PieceType) int {
	if !p.rules().drops || t < chess.Pawn || t > chess.Queen {
		return 0
	}
	return p.hands.has(c, t)
}

// ChecksLeft returns the number of checks that c must still give to win. It is 0 in variants that do
// not count checks.
func (p Position) ChecksLeft(c chess.Color) int {
	if p.rules().checks == 0 {
		return 0
	}
	return p.hands.has(c, chess.Pawn)
}

// Castling returns the rooks of both colors that still have castling rights.
func (p Position) Castling() chess.Bitboard { return chess.Bitboard(p.state & stateCastling) }

// CastlingRook returns the square of the rook with which c may still castle to wing w, or NoSquare if
// that right is lost.
func (p Position) CastlingRook(c chess.Color, w chess.Wing) chess.Square { return p.castlingRook(c, w) }

func (p *Position) castlingRook(c chess.Color, w chess.Wing) chess.Square {
	rooks := chess.Bitboard(p.state&stateCastling) & backRank(c)
	west := p.king(c).Bitboard() - 1
	if w == chess.Queenside {
		return (rooks & west).First()
	}
	return (rooks &^ west).First()
}

// EnPassant returns the square on which a legal en passant capture is possible now, or NoSquare if
// there is none.
func (p Position) EnPassant() chess.Square {
	if p.passed() == 0 {
		return chess.NoSquare
	}
	return p.passed()
}

// passed returns the square of EnPassant, or 0.
func (p *Position) passed() chess.Square { return chess.Square(p.state >> statePassed) }

// backRank returns the rank on which the pieces of c start.
func backRank(c chess.Color) chess.Bitboard { return rank1 << (56 * (c & 1)) }

// relativeRank returns the rank of s as seen by c, from 0.
func relativeRank(c chess.Color, s chess.Square) int { return int(s>>3) ^ 7*int(c&1) }

// Checkers returns the squares of the pieces that give check to the side to move. There is no check
// where kings are ordinary pieces, and none to a king that touches the other king in [Atomic].
func (p *Position) Checkers() chess.Bitboard {
	us := p.turn()
	king := p.king(us)
	if p.rules().commonKings || chess.KingAttacks(king)&p.kings() != 0 { // elsewhere kings never touch
		return 0
	}
	return p.attackers(king, p.occupied(), p.byColor(us.Other()))
}

// InCheck reports whether the side to move is in check: see [Position.Checkers].
func (p Position) InCheck() bool { return p.Checkers() != 0 }

// attackers returns those of the given pieces that attack s if the squares in occupied hold pieces.
func (p *planes) attackers(s chess.Square, occupied, by chess.Bitboard) chess.Bitboard {
	if s > chess.H8 {
		return 0
	}
	pawns := p.pawns()
	found := (chess.PawnAttacks(chess.White, s)&p.black|chess.PawnAttacks(chess.Black, s)&^p.black)&pawns |
		chess.KnightAttacks(s)&p.knights() | chess.KingAttacks(s)&p.kings()
	if diagonal := p.diagonalSliders() & by; bishopRays[s]&diagonal != 0 {
		found |= chess.BishopAttacks(s, occupied) & diagonal
	}
	if straight := p.straightSliders() & by; rookRays[s]&straight != 0 {
		found |= chess.RookAttacks(s, occupied) & straight
	}
	return found & by
}

// bishopRays and rookRays hold the squares that a bishop and a rook attack on an empty board.
var bishopRays, rookRays = func() (bishop, rook [64]chess.Bitboard) {
	for s := range bishop {
		bishop[s], rook[s] = chess.BishopAttacks(chess.Square(s), 0), chess.RookAttacks(chess.Square(s), 0)
	}
	return bishop, rook
}()

// A Key identifies a position by the rule on repetition. It is comparable and serves as a map key. The
// zero Key is the key of the zero Position.
type Key struct{ position Position }

// Key returns the key of p. The keys of two positions are equal if and only if they are positions of
// the same variant with the same side to move, the same pieces on the same squares, the same castling
// rights, and the same en passant capture, and also with the same promoted pieces, the same hands, and
// the same checks left, where the variant has these.
func (p Position) Key() Key {
	p.state &= stateCastling | stateBlack | stateEnPassant
	return Key{p}
}

// Moves iterates over the legal moves of p.
func (p Position) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var buffer [256]Move
		slices.Values(p.AppendLegalMoves(buffer[:0]))(yield)
	}
}
