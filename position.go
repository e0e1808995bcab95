package chess

import "fmt"

// A Position is everything the rules know of a game at one moment: the pieces,
// whose turn it is, the castling rights, the double step that may have just
// been made, and the two clocks. It is a plain value of 48 bytes: assignment
// copies it, which is how a move is undone, and no method changes it but
// [Position.Play], [Position.SetAfter], [Position.SetChess960] and the Unmarshal
// methods. Most methods have a pointer receiver, for speed: what a function
// returns needs a name before they can be called.
//
//	p := g.Position()
//	fen := p.FEN()
//
// There are two equalities. p == q reports whether the positions are alike in
// all they hold, clocks included. [Position.SamePosition] is the equality of
// the rules on repetition, and [Position.Hash] goes with it; with the clocks it
// is [Position.Equal], the equality of FENs.
//
// The zero Position is an empty board, which no legal game reaches; it has no
// legal moves. Start from [StartPosition] or [ParseFEN].
type Position struct {
	// The pieces, one bit of the PieceType in each plane: a knight (2) has its
	// bit in plane1 alone, a bishop (3) in plane0 and plane1. Four words hold
	// the board, so that copying and updating it is cheap.
	plane0, plane1, plane2 Bitboard
	black                  Bitboard // the squares of Black's pieces

	hash  uint64
	state state
}

// A state holds the small parts of a Position in one word. A Position then
// is six words, which three moves copy.
//
//	bits 0-7    White's rooks that may still castle, as on the first rank
//	bit 8       the side to move
//	bit 9       a legal en passant capture exists
//	bit 10      castling is written king-takes-rook
//	bits 16-23  the square passed over by a double step just made, 0 for none
//	bits 24-39  the half-move clock
//	bits 40-55  the full-move number
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
	stateLastMove        = stateEnPassant | 0xff<<statePassed // what a move forgets of the last one
	stateHalfmoves       = state(1<<16-1) << stateHalfmoveClock
	stateFullmoves       = state(1<<16-1) << stateFullmoveNumber
	stateHigh            = state(1)<<(stateHalfmoveClock+15) | state(1)<<(stateFullmoveNumber+15)
	stateOneHalf         = state(1) << stateHalfmoveClock
	stateOneFull         = state(1) << stateFullmoveNumber
)

// passed returns the square that the last move passed over, 0 if it was no
// double step.
func (p *Position) passed() Square { return Square(p.state >> statePassed) }

// canCaptureEnPassant reports whether a legal en passant capture exists.
func (p *Position) canCaptureEnPassant() bool { return p.state&stateEnPassant != 0 }

// StartPosition returns the start position of standard chess.
func StartPosition() Position { return startPosition }

var startPosition = must(ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))

// Turn returns the side to move.
func (p *Position) Turn() Color { return Color(p.state >> stateTurn & 1) }

// HalfmoveClock returns the number of plies since the last capture or pawn
// move, 0 to 65535; it stays there.
func (p *Position) HalfmoveClock() int { return int(p.state & stateHalfmoves >> stateHalfmoveClock) }

// FullmoveNumber returns the number of the move to be made, which starts at 1
// and grows after each move of Black's, up to 65535.
func (p *Position) FullmoveNumber() int { return int(p.state & stateFullmoves >> stateFullmoveNumber) }

// Chess960 reports whether castling moves are written king-takes-rook by
// [Position.UCI], as engines expect for Chess960. It is so for positions with
// castling rights that standard chess does not know, for those whose FEN named
// the rooks' files, and after [Position.SetChess960]; the last right to castle
// takes it along.
func (p *Position) Chess960() bool { return p.state&stateChess960 != 0 }

// SetChess960 says whether castling moves are to be written king-takes-rook by
// [Position.UCI]. It changes nothing when no castling right is left, and does
// not turn off what rights unknown to standard chess demand.
func (p *Position) SetChess960(on bool) {
	p.state &^= stateChess960
	if p.Castling() != 0 && (on || !p.standardRights()) {
		p.state |= stateChess960
	}
}

// standardRights reports whether all castling rights are those of standard
// chess: kings on the e-file, rooks on the corners.
func (p *Position) standardRights() bool {
	for _, c := range []Color{White, Black} {
		rooks := p.Castling() & backRank(c)
		if rooks&^(fileA|fileH) != 0 || rooks != 0 && p.King(c).File() != FileE {
			return false
		}
	}
	return true
}

// backRank returns the rank on which c's king castles.
func backRank(c Color) Bitboard {
	if c == Black {
		return rank8
	}
	return rank1
}

// PieceAt returns the piece on s, NoPiece if there is none or s is invalid.
func (p *Position) PieceAt(s Square) Piece {
	return Piece(p.plane0>>s&1 | p.plane1>>s&1<<1 | p.plane2>>s&1<<2 | p.black>>s&1<<3)
}

// typeAt returns the type of the piece on a valid square.
func (p *Position) typeAt(s Square) PieceType {
	square := Bitboard(1) << (s & 63)
	return PieceType(bit(p.plane0&square) | bit(p.plane1&square)<<1 | bit(p.plane2&square)<<2)
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
func (p *Position) Occupied() Bitboard { return p.plane0 | p.plane1 | p.plane2 }

// ByColor returns the squares of c's pieces.
func (p *Position) ByColor(c Color) Bitboard {
	if c == Black {
		return p.black
	}
	return p.Occupied() &^ p.black
}

// ByType returns the squares of the pieces of type t of both colours, none for
// NoPieceType.
func (p *Position) ByType(t PieceType) Bitboard {
	switch t {
	case Pawn:
		return p.pawns()
	case Knight:
		return p.knights()
	case Bishop:
		return p.plane0 & p.plane1
	case Rook:
		return p.plane2 &^ (p.plane0 | p.plane1)
	case Queen:
		return p.plane0 & p.plane2
	case King:
		return p.kings()
	}
	return 0
}

// Pieces returns the squares of c's pieces of type t.
func (p *Position) Pieces(c Color, t PieceType) Bitboard { return p.ByType(t) & p.ByColor(c) }

func (p *Position) pawns() Bitboard   { return p.plane0 &^ (p.plane1 | p.plane2) }
func (p *Position) knights() Bitboard { return p.plane1 &^ (p.plane0 | p.plane2) }
func (p *Position) kings() Bitboard   { return p.plane1 & p.plane2 }

// diagonalSliders returns the squares of the bishops and queens.
func (p *Position) diagonalSliders() Bitboard { return p.plane0 & (p.plane1 | p.plane2) }

// straightSliders returns the squares of the rooks and queens.
func (p *Position) straightSliders() Bitboard { return p.plane2 &^ p.plane1 }

// King returns the square of c's king, NoSquare if there is none, as only in
// the zero Position.
func (p *Position) King(c Color) Square { return (p.kings() & p.ByColor(c)).First() }

// Castling returns the squares of the rooks with which castling may still
// become possible, of both colours.
func (p *Position) Castling() Bitboard { return Bitboard(p.state & stateCastling) }

// A Wing is one half of the board, and names the two ways to castle. The zero
// value is [Kingside].
type Wing uint8

// The two wings.
const (
	Kingside  Wing = iota // the side of the h-file: the king castles to the g-file
	Queenside             // the side of the a-file: the king castles to the c-file
)

var wingNames = [...]string{"kingside", "queenside"}

// ParseWing parses "kingside" or "queenside". The error is a [*ParseError].
func ParseWing(s string) (Wing, error) { return parseName[Wing]("wing", wingNames[:], s) }

// String returns "kingside" or "queenside".
func (w Wing) String() string {
	if int(w) < len(wingNames) {
		return wingNames[w]
	}
	return fmt.Sprintf("Wing(%d)", uint8(w))
}

// AppendText implements [encoding.TextAppender] with the form of [Wing.String].
func (w Wing) AppendText(b []byte) ([]byte, error) {
	return appendName(b, "wing", wingNames[:], w)
}

// MarshalText implements [encoding.TextMarshaler].
func (w Wing) MarshalText() ([]byte, error) { return w.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseWing].
func (w *Wing) UnmarshalText(text []byte) error { return unmarshal(w, text, ParseWing) }

// CastlingRook returns the square of the rook with which c may still castle to
// wing w, NoSquare if that right is lost. Whether castling is legal now is
// another question; [Position.LegalMoves] answers it.
func (p *Position) CastlingRook(c Color, w Wing) Square {
	rooks := p.Castling() & backRank(c)
	west := p.King(c).Bitboard() - 1
	if w == Queenside {
		return (rooks & west).First()
	}
	return (rooks &^ west).First()
}

// EnPassant returns the square on which a legal en passant capture can be made
// now, NoSquare if there is none.
func (p *Position) EnPassant() Square {
	if !p.canCaptureEnPassant() {
		return NoSquare
	}
	return p.passed()
}

// DoubleStep returns the square that the last move passed over if it was a
// pawn's double step, NoSquare if not.
func (p *Position) DoubleStep() Square {
	if p.passed() == 0 {
		return NoSquare
	}
	return p.passed()
}

// enPassantPawns returns the pawns of the side to move that stand beside the
// pawn which just made a double step.
func (p *Position) enPassantPawns() Bitboard {
	return pawnAttacks[p.Turn().Other()&1][p.passed()] & p.pawns() & p.ByColor(p.Turn())
}

// enPassantSafe reports whether the king of the side to move is safe after the
// en passant capture by the pawn on from.
func (p *Position) enPassantSafe(from Square) bool {
	victim := p.passed() ^ 8
	occupied := p.Occupied()&^from.Bitboard()&^victim.Bitboard() | p.passed().Bitboard()
	attackers := p.attackersTo(p.King(p.Turn()), occupied) & p.ByColor(p.Turn().Other())
	return attackers&^victim.Bitboard() == 0
}

// anyEnPassantCapture reports whether one of the pawns beside the double step
// may capture.
func (p *Position) anyEnPassantCapture() bool {
	for pawns := p.enPassantPawns(); pawns != 0; {
		if p.enPassantSafe(pawns.PopFirst()) {
			return true
		}
	}
	return false
}

// attackersTo returns the pieces of both colours that attack s when the
// squares in occupied hold pieces.
func (p *Position) attackersTo(s Square, occupied Bitboard) Bitboard {
	pawns := p.pawns()
	return pawnAttacks[White][s]&pawns&p.black |
		pawnAttacks[Black][s]&pawns&^p.black |
		knightAttacks[s]&p.knights() |
		kingAttacks[s]&p.kings() |
		bishopAttacks(s, occupied)&p.diagonalSliders() |
		rookAttacks(s, occupied)&p.straightSliders()
}

// Attackers returns the squares of c's pieces that attack s, none if s is
// invalid. A pinned piece attacks like any other (FIDE 3.1.2), and en passant
// is not an attack.
func (p *Position) Attackers(s Square, c Color) Bitboard {
	return p.AttackersThrough(s, c, p.Occupied())
}

// AttackersThrough is [Position.Attackers] with the lines of the sliding
// pieces blocked by the squares in occupied instead of the pieces on the board.
func (p *Position) AttackersThrough(s Square, c Color, occupied Bitboard) Bitboard {
	if !s.IsValid() {
		return 0
	}
	return p.attackersTo(s, occupied) & p.ByColor(c)
}

// Checkers returns the squares of the pieces that give check to the side to
// move.
func (p *Position) Checkers() Bitboard { return p.Attackers(p.King(p.Turn()), p.Turn().Other()) }

// InCheck reports whether the side to move is in check (FIDE 3.9.1).
func (p *Position) InCheck() bool { return p.Checkers() != 0 }

// Pinned returns the squares of c's pieces that are pinned to their own king:
// each stands alone between it and an enemy slider.
func (p *Position) Pinned(c Color) Bitboard {
	var g generator
	g.init(p, c)
	return g.pinned
}

// SamePosition reports whether p and q are the same position in the sense of
// the rules on repetition (FIDE 9.2.3): the same side to move, the same pieces
// on the same squares, the same castling rights, and the same right to capture
// en passant, which counts only if the capture is legal. The clocks do not
// count.
func (p *Position) SamePosition(q *Position) bool {
	return p.plane0 == q.plane0 && p.plane1 == q.plane1 && p.plane2 == q.plane2 &&
		p.black == q.black && p.Castling() == q.Castling() && p.Turn() == q.Turn() &&
		p.EnPassant() == q.EnPassant()
}

// Equal reports whether p and q have the same FEN: the same position in the
// sense of [Position.SamePosition], with the same clocks. Unlike == it does not
// tell apart what nobody can play differently: a double step that no pawn can
// answer, and how castling is to be written. Package cmp asks for it, so that
// cmp.Diff of two positions shows their FENs.
func (p Position) Equal(q Position) bool {
	return p.SamePosition(&q) && p.HalfmoveClock() == q.HalfmoveClock() && p.FullmoveNumber() == q.FullmoveNumber()
}

// Board returns p as eight lines of FEN letters, the eighth rank first, with
// "." for an empty square.
func (p *Position) Board() string {
	return diagram(func(s Square) string { return p.PieceAt(s).String() })
}
