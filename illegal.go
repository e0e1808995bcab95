package chess

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/fault"
)

// The three ways in which a move can be refused. A [*MoveError] matches one of them with
// [errors.Is].
var (
	ErrSyntax    = fault.New("not a move")
	ErrIllegal   = fault.New("illegal move")
	ErrAmbiguous = fault.New("ambiguous move")
)

// An IllegalReason is the reason why a move is illegal. The zero value is [NoIllegalReason].
type IllegalReason uint8

// The reasons why a move is illegal. Where one names a piece, MoveError.By is its square.
const (
	NoIllegalReason      IllegalReason = iota // the move is not known, or not illegal
	NotYourTurn                               // the piece belongs to the other side
	NoPieceThere                              // there is no piece on the square to move from
	NotHowItMoves                             // the piece does not move like that
	NothingToCapture                          // a pawn moves diagonally only to capture
	NoEnPassant                               // there is no double step to capture now
	PathBlocked                               // By is in the way
	OwnPiece                                  // a piece of the same color is on the target square
	PromotionMissing                          // the move does not say what the pawn promotes to
	WrongPromotion                            // only a pawn on the last rank promotes, and not to a pawn or king
	Pinned                                    // By would give check if the piece moved away
	IntoCheck                                 // By attacks the square that the king goes to
	CheckUnanswered                           // the king stays in check from By
	ExposesKing                               // en passant opens the line of By to the king
	CastlingNoRight                           // there is no right to castle on that side
	CastlingKingMoved                         // the king has moved before, as a game knows
	CastlingDone                              // the side has castled, and its king stayed on its square, as a game knows
	CastlingRookMoved                         // the rook has moved before or was captured, as a game knows
	CastlingInCheck                           // By gives check
	CastlingThroughCheck                      // By attacks a square that the king crosses or reaches
	CastlingBlocked                           // By is between king and rook or on their path
	NoSuchPiece                               // no piece of that type can go there
	PassNotAllowed                            // the rules of chess do not allow a pass
	OtherMoveAnnounced                        // the player has announced another move with a claim: see Game.AnnouncedMove
	GameOver                                  // the game has ended
)

var illegalReasonNames = enum.Of[IllegalReason]("illegal reason",
	"none", "not your turn", "no piece there", "not how it moves", "nothing to capture", "no en passant", "path blocked",
	"own piece", "promotion missing", "wrong promotion", "pinned", "into check", "check unanswered", "exposes king",
	"castling no right", "castling king moved", "castling done", "castling rook moved", "castling in check", "castling through check",
	"castling blocked", "no such piece", "pass not allowed",
	"other move announced", "game over",
)

// String returns the reason in words, such as "castling blocked".
func (r IllegalReason) String() string { return illegalReasonNames.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasonNames.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (r *IllegalReason) UnmarshalText(text []byte) error {
	return illegalReasonNames.Unmarshal(r, text)
}

// illegalReasonTexts holds what a MoveError says for each reason. The words in braces are those of
// MoveError.fill.
var illegalReasonTexts = [...]string{
	NoIllegalReason:      "illegal move",
	NotYourTurn:          "{mover} belongs to {opponent}, and {side} is to move",
	NoPieceThere:         "there is no piece on {from}",
	NotHowItMoves:        "a {piece} does not move from {from} to {to}",
	NothingToCapture:     "{mover} has nothing to capture on {to}",
	NoEnPassant:          "no pawn can be captured en passant on {to}",
	PathBlocked:          "{mover} is blocked by {by}",
	OwnPiece:             "{side}'s own {target} is on {to}",
	PromotionMissing:     "the piece that the pawn promotes to is missing",
	WrongPromotion:       "{mover} cannot promote to a {promotion} on {to}",
	Pinned:               "{mover} is pinned by {by}",
	IntoCheck:            "the king would be in check from {by}",
	CheckUnanswered:      "the king stays in check from {by}",
	ExposesKing:          "capturing en passant exposes the king to {by}",
	CastlingNoRight:      "castling: {side} has no right to castle on that side",
	CastlingKingMoved:    "castling: the king has moved before",
	CastlingDone:         "castling: {side} has castled before",
	CastlingRookMoved:    "castling: the rook has moved before or was captured",
	CastlingInCheck:      "castling: the king is in check from {by}",
	CastlingThroughCheck: "castling: the king would cross or reach a square attacked by {by}",
	CastlingBlocked:      "castling: {by} stands in the way",
	NoSuchPiece:          "{side} has no {type} that can go to {square}",
	PassNotAllowed:       "passing is not a legal move",
	GameOver:             "the game is over",
	OtherMoveAnnounced:   "{side} has announced another move with a claim and must play it",
}

// A MoveError reports why a move, or the text of a move, was rejected.
type MoveError struct {
	Position   Position      // the position in which the move was tried
	Text       string        // the move as written, without space at both ends, or "" if it was not given as text
	Language   Language      // the language of Text
	Languages  []Language    // those in which Text is a legal move, if it is not a move in Language
	Move       Move          // the move that was meant, or NullMove if that is not known
	Kind       error         // ErrSyntax, ErrIllegal, or ErrAmbiguous
	Why        IllegalReason // why the move is illegal
	By         Square        // the square of the piece that Why names, or NoSquare
	Piece      PieceType     // the piece type that Text names in SAN, or NoPieceType
	To         Square        // the target that Text names in SAN, or NoSquare
	Candidates Bitboard      // the squares of the pieces that could make an ambiguous move
	Spelling   string        // how the move should be written, or "" if that is not known
}

// MarshalJSON returns an object with the message as "text", the field Text as "input", and those of
// the other fields that are set: "kind", "why", "move" with its squares "from" and "to", "by",
// "piece", "candidates", "spelling", "language", "languages", and "position".
func (e *MoveError) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"position": e.Position}
	set := func(name string, is bool, v any) {
		if is {
			fields[name] = fmt.Sprint(v)
		}
	}
	m := e.Move
	set("input", e.Text != "", e.Text)
	set("kind", e.Kind != nil, e.Kind)
	set("why", e.Why != NoIllegalReason, e.Why)
	set("to", e.To.isValid(), e.To)
	set("move", m != NullMove, m)
	set("from", m != NullMove, m.From())
	set("to", m != NullMove, m.To())
	set("by", e.By.isValid(), e.By)
	set("piece", e.Piece != NoPieceType, e.Piece)
	set("spelling", e.Spelling != "", e.Spelling)
	set("language", e.Language != English, e.Language)
	if e.Languages != nil {
		fields["languages"] = e.Languages
	}
	if e.Candidates != 0 {
		fields["candidates"] = slices.Collect(e.Candidates.Squares())
	}
	return fault.JSON(e, fields)
}

// Unwrap returns the kind of the error.
func (e *MoveError) Unwrap() error { return e.Kind }

// Error returns a sentence that begins with the move: "Nf6: the knight on g8 is pinned by the
// bishop on b5". It quotes text that is not a move.
func (e *MoveError) Error() string {
	name := printable(abridged(e.Text))
	switch {
	case e.Kind == ErrSyntax && e.Spelling == "":
		name = fmt.Sprintf("%q", abridged(e.Text))
	case name == "":
		name = string(e.Move.appendCoordinates(nil))
	}
	return name + ": " + e.explanation()
}

// explanation returns why the move was refused, without the move.
func (e *MoveError) explanation() string {
	switch {
	case e.Spelling != "" && e.Why == NotHowItMoves:
		return "castling is written " + e.Spelling
	case e.Spelling != "":
		return "the standard form of this move is " + e.Spelling
	case e.Kind == ErrSyntax:
		return ErrSyntax.Error() + e.otherLanguages()
	case e.Kind == ErrAmbiguous && e.Candidates == 0:
		return ErrAmbiguous.Error()
	case e.Kind == ErrAmbiguous:
		squares := strings.Trim(e.Candidates.String(), "{}")
		return "ambiguous move from " + strings.ReplaceAll(squares, " ", " or ")
	case e.Why == WrongPromotion && e.Position.typeAt(e.Move.From()) == Pawn && promotes.Has(e.Move.To()):
		return fmt.Sprintf("a pawn cannot promote to a %v", e.Move.Promotion())
	case e.Why == NoSuchPiece && e.To == NoSquare:
		return fmt.Sprintf("%s has no %v that can do that", e.Position.Turn().name(), e.Piece)
	case int(e.Why) >= len(illegalReasonTexts):
		return ErrIllegal.Error()
	}
	return e.fill(illegalReasonTexts[e.Why])
}

// otherLanguages names the languages in which the text is a move, or returns "".
func (e *MoveError) otherLanguages() string {
	if len(e.Languages) == 0 {
		return ""
	}
	names := strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Languages), " ", ", "), "[]")
	return fmt.Sprintf(" in %v, but one in %s: set the language", e.Language, names)
}

// fill replaces the words in braces in one of illegalReasonTexts.
func (e *MoveError) fill(text string) string {
	p, m := &e.Position, e.Move
	for _, word := range [...][2]string{
		{"{by}", describe(p, e.By)}, {"{from}", m.From().String()}, {"{mover}", describe(p, m.From())},
		{"{opponent}", p.Turn().Other().name()}, {"{piece}", p.typeAt(m.From()).String()}, {"{promotion}", m.Promotion().String()},
		{"{side}", p.Turn().name()}, {"{square}", e.To.String()}, {"{target}", p.typeAt(m.To()).String()}, {"{to}", m.To().String()},
		{"{type}", e.Piece.String()},
	} {
		text = strings.ReplaceAll(text, word[0], word[1])
	}
	return text
}

// describe returns a phrase such as "the knight on g8".
func describe(p *Position, s Square) string {
	return fmt.Sprintf("the %v on %v", p.PieceAt(s).Type(), s)
}

// Play plays m if it is legal. If m is illegal, p is unchanged and the error is a [*MoveError] that
// matches [ErrIllegal] and says why.
func (p *Position) Play(m Move) error {
	if m == NullMove {
		return p.illegal(m, "", PassNotAllowed, NoSquare)
	}
	legal, err := p.legal(m, "")
	if err == nil {
		p.SetAfter(p, legal)
	}
	return err
}

// FindMove returns the legal move from one square to another, as a screen or an electronic board
// reports it. The promotion is the piece type that a pawn on the last rank promotes to, and is
// ignored for other moves. If there is no such move, the error is a [*MoveError] that says why. It
// matches [ErrIllegal], with the reason [PromotionMissing] if only the promotion is missing, or
// [ErrSyntax] if from and to are not two different squares.
func (p Position) FindMove(from, to Square, promotion PieceType) (Move, error) {
	if !from.isValid() || !to.isValid() || from == to {
		return NullMove, p.syntaxError(from.String()+to.String(), English)
	}
	m := newMove(from, to)
	if p.typeAt(from) == Pawn && promotes.Has(to) {
		m = NewPromotion(from, to, promotion)
	}
	return p.legal(m, "")
}

// legal returns m, written as text, with castling as LegalMoves lists it, or the error that says why m is
// illegal. It lets annotators and engines pass.
func (p *Position) legal(m Move, text string) (Move, error) {
	if m == NullMove {
		return p.pass(text)
	}
	if p.isLegal(m) {
		return m, nil
	}
	if castling, ok := p.castlingMeant(m); ok {
		return castling, nil
	}
	reason, by := p.whyIllegal(m)
	return NullMove, p.illegal(m, text, reason, by)
}

// pass returns NullMove, or the error that says why the side to move cannot pass.
func (p *Position) pass(text string) (Move, error) {
	if checkers := p.Checkers(); checkers != 0 {
		return NullMove, p.illegal(NullMove, text, CheckUnanswered, checkers.First())
	}
	return NullMove, nil
}

// illegal returns the error for the illegal move m, written as text.
func (p *Position) illegal(m Move, text string, reason IllegalReason, by Square) *MoveError {
	return &MoveError{Position: *p, Text: text, Move: m, Kind: ErrIllegal, Why: reason, By: by, To: NoSquare}
}

// syntaxError returns the error for text that is not a move.
func (p *Position) syntaxError(text string, l Language) *MoveError {
	return &MoveError{Position: *p, Text: text, Language: l, Kind: ErrSyntax, By: NoSquare, To: NoSquare}
}

// whyIllegal returns the reason why m is illegal, and the square of the piece that the reason
// names.
func (p *Position) whyIllegal(m Move) (IllegalReason, Square) {
	if m.Promotion() != NoPieceType {
		if _, err := p.legal(newMove(m.From(), m.To()), ""); err == nil {
			return WrongPromotion, NoSquare
		}
	} else if p.isCastlingAttempt(m) {
		wing := wingOf(m.From(), m.To())
		rook := p.castlingRook(p.Turn(), wing)
		if p.PieceAt(m.To()) == Rook.Of(p.Turn()) && m.To() != rook && m != castlingMove(m.From(), rook) {
			return CastlingNoRight, NoSquare
		}
		return p.whyNoCastling(wing)
	}
	return p.whyNoMove(m)
}

// whyNoMove is whyIllegal for a move that is not meant as castling.
func (p *Position) whyNoMove(m Move) (IllegalReason, Square) {
	from, to := m.From(), m.To()
	piece := p.PieceAt(from)
	switch {
	case piece == NoPiece:
		return NoPieceThere, NoSquare
	case piece.Color() != p.Turn():
		return NotYourTurn, NoSquare
	case p.ByColor(p.Turn()).Has(to):
		return OwnPiece, NoSquare
	}
	if reason, by := p.whyUnreachable(piece, from, to); reason != NoIllegalReason {
		return reason, by
	}
	promotion := piece.Type() == Pawn && promotes.Has(to)
	switch t := m.Promotion(); {
	case promotion && t == NoPieceType:
		return PromotionMissing, NoSquare
	case !promotion && t != NoPieceType, t == Pawn, t >= King:
		return WrongPromotion, NoSquare
	}
	return p.whyInCheck(m)
}

// whyUnreachable returns why the piece cannot get from one square to another, or NoIllegalReason if it
// can. It ignores whether the king is then in check.
func (p *Position) whyUnreachable(piece Piece, from, to Square) (IllegalReason, Square) {
	c, occupied := piece.Color(), p.Occupied()
	reached, path := attacksOf(piece, from, 0), between[from][to]
	if piece.Type() == Pawn {
		switch captures := reached.Has(to); {
		case captures && (occupied.Has(to) || p.passed() != 0 && to == p.passed()):
			return NoIllegalReason, NoSquare
		case captures && p.PieceAt(to^8) == Pawn.Of(c.Other()) && to.Rank().relativeTo(c) == sixthRank:
			return NoEnPassant, NoSquare
		case captures:
			return NothingToCapture, NoSquare
		}
		reached, path = from.Bitboard().forward(c), path.with(to)
		if from.Rank().relativeTo(c) == secondRank {
			reached |= reached.forward(c)
		}
	}
	blockers := path & occupied
	switch {
	case !reached.Has(to):
		return NotHowItMoves, NoSquare
	case blockers == 0:
		return NoIllegalReason, NoSquare
	case to > from:
		return PathBlocked, blockers.First()
	}
	return PathBlocked, blockers.last()
}

// whyInCheck returns why m, a move that its piece could make, leaves the king in check.
func (p *Position) whyInCheck(m Move) (IllegalReason, Square) {
	us, after := p.Turn(), p.After(m)
	king := after.King(us)
	attackers := after.Attackers(us.Other(), king)
	remaining := attackers & p.Checkers()
	switch {
	case attackers == 0:
		return NoIllegalReason, NoSquare
	case king == m.To():
		return IntoCheck, attackers.First()
	case remaining != 0:
		return CheckUnanswered, remaining.First()
	case !p.Pinned(us).Has(m.From()): // only en passant opens a line without moving a pinned piece
		return ExposesKing, attackers.First()
	}
	return Pinned, attackers.First()
}

// isCastlingAttempt reports whether the king's move m is meant as castling: onto its own rook, or
// two files along its first rank.
func (p *Position) isCastlingAttempt(m Move) bool {
	from, to := m.From(), m.To()
	if p.PieceAt(from) != King.Of(p.Turn()) || !backRank(p.Turn()).Has(from) || !backRank(p.Turn()).Has(to) {
		return false
	}
	return p.PieceAt(to) == Rook.Of(p.Turn()) || from.File() == eFile && (to.File() == gFile || to.File() == cFile)
}

// whyNoCastling returns why the king may not castle to the wing.
func (p *Position) whyNoCastling(wing Wing) (IllegalReason, Square) {
	king, rook := p.King(p.Turn()), p.castlingRook(p.Turn(), wing)
	if rook == NoSquare {
		return CastlingNoRight, NoSquare
	}
	enemies := p.ByColor(p.Turn().Other())
	if checkers := p.Checkers(); checkers != 0 {
		return CastlingInCheck, checkers.First()
	}
	way := &castlingWays[king&15].byRook[rook&7]
	if others := way.free & p.Occupied(); others != 0 {
		return CastlingBlocked, others.First()
	}
	kingTo, _ := castlingSquares(king, rook)
	occupied := p.Occupied().without(king).without(rook) // in Chess960 the rook may have shielded the king
	for s := range way.safe.with(kingTo).Squares() {
		if attackers := p.attackersTo(s, occupied) & enemies; attackers != 0 {
			return CastlingThroughCheck, attackers.First()
		}
	}
	return NoIllegalReason, NoSquare
}
