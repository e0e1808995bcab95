package chess

import "fmt"

// The three ways in which a move can be refused; a [*MoveError] matches one of
// them with [errors.Is].
var (
	ErrSyntax    error = moveErrorKind("not the text of a move")
	ErrIllegal   error = moveErrorKind("illegal move")
	ErrAmbiguous error = moveErrorKind("ambiguous move")
)

// A moveErrorKind is an error that package cmp can compare.
type moveErrorKind string

func (k moveErrorKind) Error() string { return string(k) }

// A Cause is the reason why a move is illegal.
type Cause uint8

// The causes of illegality. Those that name a piece say in MoveError.By where
// it stands.
const (
	NoCause              Cause = iota // the move is not known, or not illegal
	NotYourTurn                       // the piece belongs to the other side
	NoPieceThere                      // nothing stands on the square to move from
	WrongMovement                     // the piece does not move like that
	NothingToCapture                  // a pawn moves diagonally only to capture
	NoEnPassant                       // there is no double step to capture now
	Blocked                           // By stands in the way
	OwnPiece                          // an own piece stands on the square to move to
	PromotionMissing                  // the pawn must be replaced by a named piece
	WrongPromotion                    // no pawn on its way to the last rank, or to no such piece
	Pinned                            // By would give check once the piece is gone
	IntoCheck                         // By attacks the square the king goes to
	CheckUnanswered                   // the king stays in check from By
	ExposesKing                       // en passant opens the line of By to the king
	CastlingNoRight                   // king or rook has moved before
	CastlingKingMoved                 // the king has moved before
	CastlingRookMoved                 // that rook has moved or was captured
	CastlingInCheck                   // By gives check
	CastlingThroughCheck              // By attacks a square that the king crosses or reaches
	CastlingBlocked                   // By stands between king and rook or on their way
	NoSuchPiece                       // no piece of that kind can get there
	GameOver                          // the game has ended
)

var causeTexts = [...]string{
	"no cause",
	"not your turn",
	"no piece there",
	"wrong movement",
	"nothing to capture",
	"no en passant",
	"blocked",
	"own piece",
	"promotion missing",
	"wrong promotion",
	"pinned",
	"into check",
	"check unanswered",
	"exposes king",
	"castling no right",
	"castling king moved",
	"castling rook moved",
	"castling in check",
	"castling through check",
	"castling blocked",
	"no such piece",
	"game over",
}

// ParseCause parses the form that [Cause.String] writes: "castling blocked".
// The error is a [*ParseError].
func ParseCause(s string) (Cause, error) { return parseName[Cause]("cause", causeTexts[:], s) }

// String returns the name of the cause in words: "castling blocked".
func (c Cause) String() string {
	if int(c) < len(causeTexts) {
		return causeTexts[c]
	}
	return fmt.Sprintf("Cause(%d)", uint8(c))
}

// AppendText implements [encoding.TextAppender] with the form of [Cause.String].
func (c Cause) AppendText(b []byte) ([]byte, error) {
	return appendName(b, "cause", causeTexts[:], c)
}

// MarshalText implements [encoding.TextMarshaler].
func (c Cause) MarshalText() ([]byte, error) { return c.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseCause].
func (c *Cause) UnmarshalText(text []byte) error { return unmarshal(c, text, ParseCause) }

// A MoveError tells why a move, or the text of one, was refused.
type MoveError struct {
	Position Position // in which the move was to be made
	Text     string   // the move as written, "" if it was not given as text
	Language Language // of the letters in Text
	Move     Move     // the move meant, NullMove if that is not known
	Kind     error    // ErrSyntax, ErrIllegal or ErrAmbiguous
	Cause    Cause    // of the illegality
	By       Square   // of the piece that the cause names, NoSquare if it names none
}

// Unwrap returns the kind of the error.
func (e *MoveError) Unwrap() error { return e.Kind }

// Error returns a sentence that starts with the move as written: "Nf6: the
// knight on g8 is pinned by the bishop on b5".
func (e *MoveError) Error() string {
	name := printable(abridged(e.Text))
	if name == "" {
		name = e.Move.String()
		if e.Kind == ErrSyntax {
			name = `""`
		}
	}
	return fmt.Sprintf("%s: %s", name, e.Reason())
}

// Reason returns why the move was refused, without the move: "the knight on g8
// is pinned by the bishop on b5".
func (e *MoveError) Reason() string {
	p, m := &e.Position, e.Move
	mover := describe(p, m.From())
	by := describe(p, e.By)
	switch e.Cause {
	case NotYourTurn, NoPieceThere, WrongMovement:
		return wrongPiece(p, m, e.Cause)
	case NothingToCapture:
		return fmt.Sprintf("%s has nothing to capture on %v", mover, m.To())
	case NoEnPassant:
		return fmt.Sprintf("no pawn can be captured en passant on %v", m.To())
	case Blocked:
		return fmt.Sprintf("%s is blocked by %s", mover, by)
	case OwnPiece:
		return fmt.Sprintf("%s's own %v is on %v", p.Turn().name(), p.typeAt(m.To()), m.To())
	case PromotionMissing:
		return "the piece that the pawn is replaced by is missing"
	case WrongPromotion:
		return fmt.Sprintf("%s cannot promote to a %v on %v", mover, m.Promotion(), m.To())
	case Pinned:
		return fmt.Sprintf("%s is pinned by %s", mover, by)
	case IntoCheck:
		return fmt.Sprintf("the king would be in check from %s", by)
	case CheckUnanswered:
		return fmt.Sprintf("it does not answer the check by %s", by)
	case ExposesKing:
		return fmt.Sprintf("capturing en passant exposes the king to %s", by)
	case CastlingNoRight:
		return "castling: the king or the rook has moved before"
	case CastlingKingMoved:
		return "castling: the king has moved before"
	case CastlingRookMoved:
		return "castling: the rook has moved before or was captured"
	case CastlingInCheck:
		return fmt.Sprintf("castling: the king is in check from %s", by)
	case CastlingThroughCheck:
		return fmt.Sprintf("castling: the king would pass or reach a square attacked by %s", by)
	case CastlingBlocked:
		return fmt.Sprintf("castling: %s stands in the way", by)
	case NoSuchPiece:
		return e.noSuchPiece()
	case GameOver:
		return "the game is over"
	}
	switch {
	case e.Kind == nil: // made by hand
		return ErrIllegal.Error()
	case e.Kind == ErrSyntax && p.IsLegal(m):
		return fmt.Sprintf("the prescribed form of this move is %s", p.SAN(m))
	case e.Kind == ErrAmbiguous:
		return e.ambiguous()
	}
	return e.Kind.Error()
}

// wrongPiece says that no piece, or another one, moves like m, and what is meant
// if that is castling by the king's way.
func wrongPiece(p *Position, m Move, cause Cause) string {
	switch {
	case m == NullMove:
		return "passing is not a legal move"
	case cause == NotYourTurn:
		return fmt.Sprintf("%s is not %s's, who is to move", describe(p, m.From()), p.Turn().name())
	case cause == NoPieceThere:
		return fmt.Sprintf("there is no piece on %v", m.From())
	}
	if rook := p.CastlingRook(p.Turn(), wingOf(m.From(), m.To())); rook != NoSquare && p.isCastlingAttempt(m) {
		if castling := NewMove(m.From(), rook); p.IsLegal(castling) {
			return fmt.Sprintf("castling is the king's move to its rook, %v", castling)
		}
	}
	return fmt.Sprintf("a %v does not move from %v to %v", p.typeAt(m.From()), m.From(), m.To())
}

// noSuchPiece names the piece and the square that a text in SAN asks for.
func (e *MoveError) noSuchPiece() string {
	if t, ok := parseSANText([]byte(e.Text), e.Language); ok && t.to != NoSquare {
		return fmt.Sprintf("%s has no %v that can go to %v", e.Position.Turn().name(), t.piece, t.to)
	}
	return ErrIllegal.Error()
}

// ambiguous names the squares from which the pieces come that a text in SAN does
// not tell apart.
func (e *MoveError) ambiguous() string {
	reason := e.Kind.Error()
	if t, ok := parseSANText([]byte(e.Text), e.Language); ok && t.to != NoSquare {
		preposition := "from"
		for s := range e.Position.origins(&t).Squares() {
			reason += fmt.Sprintf(" %s %v", preposition, s)
			preposition = "or"
		}
	}
	return reason
}

// describe returns "the knight on g8".
func describe(p *Position, s Square) string {
	return fmt.Sprintf("the %v on %v", p.PieceAt(s).Type(), s)
}

// illegal returns the error for the illegal move m, written as text.
func (p *Position) illegal(text string, m Move) *MoveError {
	cause, by := p.whyIllegal(m)
	return &MoveError{*p, text, English, m, ErrIllegal, cause, by}
}

// whyIllegal returns the cause why m is illegal, and the piece the cause names.
func (p *Position) whyIllegal(m Move) (Cause, Square) {
	if m.Promotion() == NoPieceType && p.isCastlingAttempt(m) {
		return p.whyNoCastling(wingOf(m.From(), m.To()))
	}
	return p.whyNoMove(m)
}

// whyNoMove is whyIllegal for a move that is not meant as castling.
func (p *Position) whyNoMove(m Move) (Cause, Square) {
	from, to := m.From(), m.To()
	piece := p.PieceAt(from)
	switch {
	case piece == NoPiece:
		return NoPieceThere, NoSquare
	case piece.Color() != p.Turn():
		return NotYourTurn, NoSquare
	case from == to:
		return WrongMovement, NoSquare
	case p.ByColor(p.Turn()).Has(to):
		return OwnPiece, NoSquare
	}
	if cause, by := p.whyUnreachable(piece, from, to); cause != NoCause {
		return cause, by
	}
	if cause := whyNoPromotion(piece, m); cause != NoCause {
		return cause, NoSquare
	}
	return p.whyInCheck(piece, from, to)
}

// whyUnreachable returns why the piece cannot get from one square to another,
// whatever becomes of its king; NoCause if it can.
func (p *Position) whyUnreachable(piece Piece, from, to Square) (Cause, Square) {
	occupied := p.Occupied()
	if piece.Type() == Pawn {
		return p.whyNoPawnMove(piece.Color(), from, to)
	}
	if !Attacks(piece, from, 0).Has(to) {
		return WrongMovement, NoSquare
	}
	if Attacks(piece, from, occupied).Has(to) {
		return NoCause, NoSquare
	}
	blockers := between[from][to] & occupied
	if to > from {
		return Blocked, blockers.First()
	}
	return Blocked, blockers.Last()
}

// whyNoPawnMove is whyUnreachable for a pawn.
func (p *Position) whyNoPawnMove(c Color, from, to Square) (Cause, Square) {
	occupied := p.Occupied()
	if pawnAttacks[c][from].Has(to) {
		switch {
		case occupied.Has(to) || p.passed() != 0 && to == p.passed():
			return NoCause, NoSquare
		case p.PieceAt(to^8) == Pawn.Of(c.Other()) && to.Rank().RelativeTo(c) == Rank6:
			return NoEnPassant, NoSquare
		}
		return NothingToCapture, NoSquare
	}
	step := from.Bitboard().Forward(c)
	double := Bitboard(0)
	if from.Rank().RelativeTo(c) == Rank2 {
		double = step.Forward(c)
	}
	switch {
	case !(step | double).Has(to):
		return WrongMovement, NoSquare
	case step&occupied != 0:
		return Blocked, step.First()
	case occupied.Has(to):
		return Blocked, to
	}
	return NoCause, NoSquare
}

// whyNoPromotion returns what is wrong with the promotion of m, or its absence.
func whyNoPromotion(piece Piece, m Move) Cause {
	t := m.Promotion()
	promotion := piece.Type() == Pawn && promotes.Has(m.To())
	switch {
	case promotion && t == NoPieceType:
		return PromotionMissing
	case !promotion && t != NoPieceType, t == Pawn, t >= King:
		return WrongPromotion
	}
	return NoCause
}

// whyInCheck returns why a move that the piece could make leaves its king in
// check.
func (p *Position) whyInCheck(piece Piece, from, to Square) (Cause, Square) {
	king := p.King(p.Turn())
	enemies := p.ByColor(p.Turn().Other()).Without(to)
	occupied := p.Occupied().Without(from).With(to)
	if piece.Type() == King {
		return IntoCheck, (p.attackersTo(to, occupied) & enemies).First()
	}
	enPassant := p.IsEnPassant(NewMove(from, to))
	if enPassant {
		enemies = enemies.Without(to ^ 8)
		occupied = occupied.Without(to ^ 8)
	}
	attackers := p.attackersTo(king, occupied) & enemies
	checkers := p.Checkers()
	switch {
	case attackers&checkers != 0:
		return CheckUnanswered, (attackers & checkers).First()
	case attackers == 0:
		return NoCause, NoSquare
	case enPassant && !p.Pinned(p.Turn()).Has(from):
		return ExposesKing, attackers.First()
	}
	return Pinned, attackers.First()
}

// isCastlingAttempt reports whether the king's move m is meant as castling:
// onto an own rook, or two files along its first rank.
func (p *Position) isCastlingAttempt(m Move) bool {
	from, to := m.From(), m.To()
	if p.PieceAt(from) != King.Of(p.Turn()) || from == to || !backRank(p.Turn()).Has(from) || !backRank(p.Turn()).Has(to) {
		return false
	}
	if p.PieceAt(to) == Rook.Of(p.Turn()) {
		return true
	}
	return from.File() == FileE && (to.File() == FileG || to.File() == FileC)
}

// whyNoCastling returns why the king may not castle to the wing.
func (p *Position) whyNoCastling(wing Wing) (Cause, Square) {
	king, rook := p.King(p.Turn()), p.CastlingRook(p.Turn(), wing)
	if rook == NoSquare {
		return p.whyNoRight(wing), NoSquare
	}
	enemies := p.ByColor(p.Turn().Other())
	if checkers := p.Checkers(); checkers != 0 {
		return CastlingInCheck, checkers.First()
	}
	kingTo, rookTo := castlingSquares(king, rook)
	way := between[king][kingTo].With(kingTo) | between[rook][rookTo].With(rookTo) | between[king][rook]
	if others := way & p.Occupied().Without(king).Without(rook); others != 0 {
		return CastlingBlocked, others.First()
	}
	for s := range between[king][kingTo].With(kingTo).Without(king).Squares() {
		if attackers := p.attackersTo(s, p.Occupied()) & enemies; attackers != 0 {
			return CastlingThroughCheck, attackers.First()
		}
	}
	occupied := p.Occupied().Without(king).Without(rook).With(kingTo).With(rookTo)
	if attackers := p.attackersTo(kingTo, occupied) & enemies; attackers != 0 {
		return CastlingThroughCheck, attackers.First()
	}
	return WrongMovement, NoSquare // right in substance, but for another rook
}

// whyNoRight returns what can be told from the position about a lost right to
// castle.
func (p *Position) whyNoRight(wing Wing) Cause {
	home := backRank(p.Turn())
	corner := (home & fileH).First()
	if wing == Queenside {
		corner = (home & fileA).First()
	}
	switch {
	case p.Castling()&home != 0:
		return CastlingRookMoved
	case p.King(p.Turn()) != (home & (fileA << FileE)).First():
		return CastlingKingMoved
	case p.PieceAt(corner) != Rook.Of(p.Turn()):
		return CastlingRookMoved
	}
	return CastlingNoRight
}
