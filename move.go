package chess

import "fmt"

// A Move is a move of a piece from one square to another, with the piece a
// pawn promotes to. Castling is the king's move onto the square of its own
// rook, in standard chess as in Chess960: e1h1, not e1g1. What else there is
// to know of a move follows from the position it is made in.
//
// The zero Move, [NullMove], goes from a1 to a1: a pass, which the rules do
// not know but annotators do. It is never legal.
type Move uint16

// NullMove is the move that moves nothing.
const NullMove Move = 0

// NewMove returns the move between two valid squares.
func NewMove(from, to Square) Move { return Move(from&63) | Move(to&63)<<6 }

// NewPromotion returns the move of a pawn between two valid squares with its
// promotion to t.
func NewPromotion(from, to Square, t PieceType) Move {
	return NewMove(from, to) | Move(t&7)<<12
}

// ParseMove parses the form that [Move.String] writes: "e2e4", "a7a8q", "0000"
// for NullMove. The error is a [*ParseError]. To read what engines and people
// write in a given position, castling included, use [Position.ParseUCI].
func ParseMove(s string) (Move, error) {
	if s == "0000" {
		return NullMove, nil
	}
	if m, ok := parseCoordinates(s); ok {
		return m, nil
	}
	return NullMove, &ParseError{"move", s}
}

// MustParseMove is [ParseMove] for texts known to be right; it panics on others.
func MustParseMove(s string) Move { return must(ParseMove(s)) }

// parseCoordinates parses two squares and an optional lower-case promotion
// letter, and reports whether s has that form.
func parseCoordinates(s string) (Move, bool) {
	if len(s) != 4 && len(s) != 5 {
		return NullMove, false
	}
	from, to := squareOf(s[0], s[1]), squareOf(s[2], s[3])
	if from == NoSquare || to == NoSquare || from == to {
		return NullMove, false
	}
	if len(s) == 4 {
		return NewMove(from, to), true
	}
	t := pieceOf(s[4])
	if t.Color() != Black || t.Type() == Pawn || t.Type() == King {
		return NullMove, false
	}
	return NewPromotion(from, to, t.Type()), true
}

// From returns the square the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square the piece reaches; for castling that of the rook.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the piece type a pawn is replaced by, NoPieceType if the
// move is no promotion.
func (m Move) Promotion() PieceType { return PieceType(m >> 12 & 7) }

// Equal reports whether m and other are the same move, as == does. Package cmp
// asks for it, so that cmp.Diff shows moves where lists of them differ.
func (m Move) Equal(other Move) bool { return m == other }

// String returns the two squares and the promotion letter: "e2e4", "a7a8q",
// "e1h1" for castling; "0000" for NullMove. [Position.UCI] and [Position.SAN]
// write moves for engines and for people.
func (m Move) String() string {
	text, err := m.AppendText(make([]byte, 0, 5))
	if err != nil {
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	return string(text)
}

// isText reports whether m has a text form: all moves but those that no
// generator makes.
func (m Move) isText() bool {
	t := m.Promotion()
	return m == NullMove || m>>15 == 0 && m.From() != m.To() && t != Pawn && t < King
}

// AppendText implements [encoding.TextAppender] with the form of [Move.String].
func (m Move) AppendText(b []byte) ([]byte, error) {
	if !m.isText() {
		return b, &ParseError{"move", fmt.Sprintf("Move(%d)", uint16(m))}
	}
	return m.appendCoordinates(b), nil
}

// appendCoordinates appends the form of String for a move that has one.
func (m Move) appendCoordinates(b []byte) []byte {
	if m == NullMove {
		return append(b, "0000"...)
	}
	b = append(append(b, m.From().String()...), m.To().String()...)
	if t := m.Promotion(); t != NoPieceType {
		b = append(b, t.Letter()|0x20)
	}
	return b
}

// MarshalText implements [encoding.TextMarshaler].
func (m Move) MarshalText() ([]byte, error) { return m.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove].
func (m *Move) UnmarshalText(text []byte) error { return unmarshal(m, text, ParseMove) }

// UCI returns m, legal in p, as engines write it: "e2e4", "a7a8q". Castling is
// the king's move to its final square, "e1g1", or for a [Position.Chess960]
// position the king's move to its rook, "e1h1". NullMove is "0000".
func (p *Position) UCI(m Move) string {
	var buffer [5]byte
	return string(p.AppendUCI(buffer[:0], m))
}

// AppendUCI appends the form of [Position.UCI] to b and returns it.
func (p *Position) AppendUCI(b []byte, m Move) []byte {
	if !p.Chess960() && p.IsCastling(m) {
		kingTo, _ := castlingSquares(m.From(), m.To())
		m = NewMove(m.From(), kingTo)
	}
	return m.appendCoordinates(b)
}

// ParseUCI parses a legal move as engines write it. Castling is read in both
// spellings in any position: the king's move to its final square, "e1g1",
// unless it is a plain king's move, and to its rook, "e1h1". The error is a
// [*MoveError] that matches [ErrSyntax] or [ErrIllegal].
func (p *Position) ParseUCI(s string) (Move, error) {
	m, ok := parseCoordinates(s)
	if !ok {
		return NullMove, &MoveError{*p, s, English, NullMove, ErrSyntax, NoCause, NoSquare}
	}
	if m = p.castlingMove(m); p.IsLegal(m) {
		return m, nil
	}
	return NullMove, p.illegal(s, m)
}

// castlingMove returns the castling move that m, a king's move to the final
// square of castling, stands for; other moves it returns as they are.
func (p *Position) castlingMove(m Move) Move {
	from, to := m.From(), m.To()
	if p.Castling() == 0 || p.PieceAt(from) != King.Of(p.Turn()) || kingAttacks[from].Has(to) {
		return m
	}
	for _, w := range [...]Wing{Kingside, Queenside} {
		rook := p.CastlingRook(p.Turn(), w)
		if rook == NoSquare {
			continue
		}
		if kingTo, _ := castlingSquares(from, rook); kingTo == to && p.IsLegal(NewMove(from, rook)) {
			return NewMove(from, rook)
		}
	}
	return m
}

// Play plays m if it is legal. If not, p stays as it is and the error, a
// [*MoveError] that matches [ErrIllegal], tells why.
func (p *Position) Play(m Move) error {
	if !p.IsLegal(m) {
		return p.illegal("", m)
	}
	*p = p.After(m)
	return nil
}

// IsCapture reports whether m, legal in p, captures a piece, en passant
// included.
func (p *Position) IsCapture(m Move) bool {
	return p.ByColor(p.Turn().Other()).Has(m.To()) || p.IsEnPassant(m)
}

// IsEnPassant reports whether m, legal in p, is an en passant capture.
func (p *Position) IsEnPassant(m Move) bool {
	return p.passed() != 0 && m.To() == p.passed() && p.typeAt(m.From()) == Pawn
}

// IsCastling reports whether m, legal in p, castles.
func (p *Position) IsCastling(m Move) bool {
	return p.Castling().Has(m.To()) && p.PieceAt(m.From()) == King.Of(p.Turn()) && p.ByColor(p.Turn()).Has(m.To())
}

// IsDoubleStep reports whether m, legal in p, is a pawn's double step.
func (p *Position) IsDoubleStep(m Move) bool {
	return m.From()^m.To() == 16 && p.typeAt(m.From()) == Pawn
}

// GivesCheck reports whether m, legal in p, gives check.
func (p *Position) GivesCheck(m Move) bool {
	var q Position
	q.setAfter(p, m)
	return q.InCheck()
}

// Captured returns the piece that m, legal in p, captures, NoPiece if none.
func (p *Position) Captured(m Move) Piece {
	switch {
	case p.IsEnPassant(m):
		return Pawn.Of(p.Turn().Other())
	case p.IsCastling(m):
		return NoPiece
	}
	return p.PieceAt(m.To())
}

// After returns the position after m, which must be legal in p: it is the
// engine's path and checks nothing. A move that is not legal gives a position
// that means nothing. See [Position.Play] for the checked one, and
// [Position.SetAfter].
func (p *Position) After(m Move) (q Position) {
	q.setAfter(p, m)
	return q
}

// SetAfter sets q to the position after m, which must be legal in p, as
// [Position.After] returns it. That saves a copy: a search that keeps one
// Position a ply moves a quarter faster. q may be p.
func (q *Position) SetAfter(p *Position, m Move) {
	if q == p {
		before := *p
		p = &before
	}
	q.setAfter(p, m)
}

// setAfter sets q to the position after m in p: first what most moves do, then
// what sets some of them apart.
func (q *Position) setAfter(p *Position, m Move) {
	from, to := m.From(), m.To()
	fromBit, toBit := Bitboard(1)<<(from&63), Bitboard(1)<<(to&63)
	plane0, plane1, plane2, black := p.plane0, p.plane1, p.plane2, p.black
	bit0, bit1, bit2 := bit(plane0&fromBit), bit(plane1&fromBit), bit(plane2&fromBit)
	moved := PieceType(bit0 | bit1<<1 | bit2<<2)
	us := p.Turn()
	next := p.state.afterMove()
	hash := p.hash ^ polyglotKeys[turnKey]
	if (plane0|plane1|plane2)&toBit != 0 {
		if Color(bit(black&toBit)) == us {
			q.setCastled(p, from, to)
			return
		}
		next &^= stateHalfmoves
		hash ^= pieceKeys[(Piece(p.typeAt(to))|Piece(us.Other())<<3)&15][to&63]
		plane0 &^= toBit
		plane1 &^= toBit
		plane2 &^= toBit
		black &^= toBit
	}

	// Where the piece has a bit, it leaves one square and is set on the other.
	both := fromBit | toBit
	q.plane0 = plane0 ^ both&-bit0
	q.plane1 = plane1 ^ both&-bit1
	q.plane2 = plane2 ^ both&-bit2
	q.black = black ^ both&-Bitboard(us)
	keys := &pieceKeys[(Piece(moved)|Piece(us)<<3)&15]
	q.hash = hash ^ keys[from&63] ^ keys[to&63]
	q.state = next
	if p.canCaptureEnPassant() {
		q.hash ^= enPassantKey(p.passed())
	}
	if rooks := p.Castling(); rooks != 0 && (moved == King || rooks&both != 0) {
		if moved == King {
			both |= backRank(us)
		}
		q.loseCastling(p, rooks&both)
	}
	if moved == Pawn {
		q.state &^= stateHalfmoves
		switch {
		case from^to == 16:
			q.state |= state(from^24) << statePassed
			if q.enPassantPawns() != 0 {
				q.setEnPassant()
			}
		case to == p.passed() || m.Promotion() != NoPieceType:
			q.setSpecial(p, m)
		}
	}
}

// setSpecial completes q, the position after m in p, a promotion or a capture en
// passant.
func (q *Position) setSpecial(p *Position, m Move) {
	to, us := m.To(), p.Turn()
	if t := m.Promotion(); t != NoPieceType {
		q.remove(Pawn.Of(us), to)
		q.put(t.Of(us), to)
		return
	}
	q.remove(Pawn.Of(us.Other()), to^8)
}

// loseCastling takes from q, the position after a move in p, the rights to
// castle with the given rooks. They end with the king's move, and with the
// rook's, whether it moves or is captured.
func (q *Position) loseCastling(p *Position, rooks Bitboard) {
	q.hash ^= p.castlingKey(rooks)
	q.state &^= state(rooks)
	if q.state&stateCastling == 0 {
		q.state &^= stateChess960
	}
}

// afterMove returns the state after a move that is neither a capture nor a
// pawn's: the turn passes and the clocks advance, up to their limits.
func (s state) afterMove() state {
	next := s&^stateLastMove ^ stateBlack + stateOneHalf + s&stateBlack<<(stateFullmoveNumber-stateTurn)
	if s&stateHigh != 0 { // a clock has passed half its range
		next = s.afterLateMove()
	}
	return next
}

// afterLateMove is afterMove for clocks that may stand at their limits.
func (s state) afterLateMove() state {
	next := s&^stateLastMove ^ stateBlack
	if s&stateHalfmoves != stateHalfmoves {
		next += stateOneHalf
	}
	if s&stateFullmoves != stateFullmoves {
		next += s & stateBlack << (stateFullmoveNumber - stateTurn)
	}
	return next
}

// bit returns 1 if b is not empty, else 0. The compiler makes no branch of it,
// which would be mispredicted in every other move.
func bit(b Bitboard) Bitboard {
	if b != 0 {
		return 1
	}
	return 0
}

// setEnPassant notes whether the double step just made lets the side to move
// capture en passant.
func (p *Position) setEnPassant() {
	if p.anyEnPassantCapture() {
		p.state |= stateEnPassant
		p.hash ^= enPassantKey(p.passed())
	}
}

// setCastled sets q to the position after castling, legal in p, of the king with
// the rook.
func (q *Position) setCastled(p *Position, king, rook Square) {
	q.setAfterNull(p)
	us := p.Turn()
	q.loseCastling(p, p.Castling()&backRank(us))
	kingTo, rookTo := castlingSquares(king, rook)
	q.remove(King.Of(us), king)
	q.remove(Rook.Of(us), rook)
	q.put(King.Of(us), kingTo)
	q.put(Rook.Of(us), rookTo)
}

// AfterNull returns the position after the side to move has passed: NullMove,
// which the rules do not know but annotators and engines do. It makes sense
// only if that side is not in check.
func (p *Position) AfterNull() (q Position) {
	q.setAfterNull(p)
	return q
}

// setAfterNull sets q to the position after a pass in p.
func (q *Position) setAfterNull(p *Position) {
	*q = *p
	q.hash ^= polyglotKeys[turnKey]
	if p.canCaptureEnPassant() {
		q.hash ^= enPassantKey(p.passed())
	}
	q.state = p.state.afterMove()
}

// castlingSquares returns where the king and the rook stand after castling:
// on the g- and f-file, or the c- and d-file (FIDE 3.8.2, Chess960 guidelines
// II.3).
func castlingSquares(king, rook Square) (kingTo, rookTo Square) {
	rank := king & 56
	if rook > king {
		return rank | Square(FileG), rank | Square(FileF)
	}
	return rank | Square(FileC), rank | Square(FileD)
}
