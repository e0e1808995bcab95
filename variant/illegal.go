package variant

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/fault"
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
	PathBlocked                               // By is in the way
	OwnPiece                                  // a piece of the same color is on the target square
	PromotionMissing                          // the move does not say what the pawn promotes to
	WrongPromotion                            // only a pawn on the last rank promotes, and not to every piece
	Pinned                                    // By would give check if the piece moved away
	IntoCheck                                 // By attacks the square that the king goes to
	CheckUnanswered                           // the king stays in check from By
	CastlingNoRight                           // there is no right to castle on that side
	CastlingInCheck                           // By gives check
	CastlingThroughCheck                      // By attacks a square that the king crosses or reaches
	CastlingBlocked                           // By is between king and rook or on their path
	NoSuchPiece                               // no piece of that type can go there
	MustCapture                               // By can be captured, and a capture must be made
	KingExplodes                              // the explosion would take the king of the side that captures
	ExplosionExposes                          // the explosion would leave the king in check from By
	GivesCheck                                // no move may give check
	NoDrops                                   // pieces are not dropped in this variant
	NotInHand                                 // there is no piece of that type in hand
	DropOccupied                              // By is on the square
	DropRank                                  // pawns are not dropped on the first and the last rank
	PassNotAllowed                            // the rules do not allow a pass
	GameOver                                  // the game has ended
)

// A refusal is the name of an IllegalReason and what a MoveError says. The words in braces are those of
// MoveError.fill.
type refusal struct{ name, text string }

var refusals = [...]refusal{
	NoIllegalReason:      {"none", "illegal move"},
	NotYourTurn:          {"not your turn", "{mover} belongs to {opponent}, and {side} is to move"},
	NoPieceThere:         {"no piece there", "there is no piece on {from}"},
	NotHowItMoves:        {"not how it moves", "a {piece} does not move from {from} to {to}"},
	NothingToCapture:     {"nothing to capture", "{mover} has nothing to capture on {to}"},
	PathBlocked:          {"path blocked", "{mover} is blocked by {by}"},
	OwnPiece:             {"own piece", "{side}'s own {target} is on {to}"},
	PromotionMissing:     {"promotion missing", "the piece that the pawn promotes to is missing"},
	WrongPromotion:       {"wrong promotion", "{mover} cannot promote to a {promotion} on {to}"},
	Pinned:               {"pinned", "{mover} is pinned by {by}"},
	IntoCheck:            {"into check", "the king would be in check from {by}"},
	CheckUnanswered:      {"check unanswered", "the king stays in check from {by}"},
	CastlingNoRight:      {"castling no right", "castling: {side} has no right to castle on that side"},
	CastlingInCheck:      {"castling in check", "castling: the king is in check from {by}"},
	CastlingThroughCheck: {"castling through check", "castling: the king would cross or reach a square attacked by {by}"},
	CastlingBlocked:      {"castling blocked", "castling: {by} stands in the way"},
	NoSuchPiece:          {"no such piece", "{side} has no {wanted} that can do that"},
	MustCapture:          {"must capture", "a capture must be made, such as {capture}"},
	KingExplodes:         {"king explodes", "the explosion would take {side}'s own king"},
	ExplosionExposes:     {"explosion exposes", "the explosion would leave the king in check from {by}"},
	GivesCheck:           {"gives check", "the move gives check, which {variant} forbid"},
	NoDrops:              {"no drops", "pieces are not dropped in {variant}"},
	NotInHand:            {"not in hand", "no {drop} in hand"},
	DropOccupied:         {"drop occupied", "{by} is on that square"},
	DropRank:             {"drop rank", "a pawn cannot be dropped on {to}"},
	PassNotAllowed:       {"pass not allowed", "passing is not a legal move"},
	GameOver:             {"game over", "the game is over"},
}

var refusalNames = func() enum.Names[IllegalReason] {
	var names []string
	for _, r := range refusals {
		names = append(names, r.name)
	}
	return enum.Of[IllegalReason]("illegal reason", names...)
}()

// String returns the reason in words, such as "must capture".
func (r IllegalReason) String() string { return refusalNames.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return refusalNames.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (r *IllegalReason) UnmarshalText(text []byte) error { return refusalNames.Unmarshal(r, text) }

// A MoveError reports why a move, or the text of a move, was rejected.
type MoveError struct {
	Position   Position        // the position in which the move was tried
	Text       string          // the move as written, without space at both ends, or "" if it was not given as text
	Move       Move            // the move that was meant, or NullMove if that is not known
	Kind       error           // chess.ErrSyntax, chess.ErrIllegal, or chess.ErrAmbiguous
	Why        IllegalReason   // why the move is illegal
	By         chess.Square    // the square of the piece that Why names, or NoSquare
	Piece      chess.PieceType // the piece type that Text names, or NoPieceType
	Candidates chess.Bitboard  // the squares of the pieces that could make an ambiguous move
}

// MarshalJSON returns an object with the message as "text", the field Text as "input", and the other
// fields that are set, with the text of Kind.
func (e *MoveError) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"position": e.Position}
	set := func(name string, is bool, v any) {
		if is {
			fields[name] = v
		}
	}
	set("input", e.Text != "", e.Text)
	set("move", e.Move != NullMove, e.Move)
	set("kind", e.Kind != nil, fmt.Sprint(e.Kind))
	set("why", e.Why != 0, e.Why)
	set("by", e.By < chess.NoSquare, e.By)
	set("piece", e.Piece != chess.NoPieceType, e.Piece)
	set("candidates", e.Candidates != 0, slices.Collect(e.Candidates.Squares()))
	return fault.JSON(e, fields)
}

// Unwrap returns the kind of the error.
func (e *MoveError) Unwrap() error { return e.Kind }

// Error returns a sentence that begins with the move: "Nf3: a capture must be made, such as dxe5".
func (e *MoveError) Error() string {
	name := abridge.Text(e.Text, 120)
	switch {
	case errors.Is(e.Kind, chess.ErrSyntax):
		name = fmt.Sprintf("%q", name)
	case name == "":
		name = e.Move.String()
	}
	return name + ": " + e.explanation()
}

// explanation returns why the move was refused, without the move.
func (e *MoveError) explanation() string {
	switch {
	case e.Kind == nil:
		return chess.ErrIllegal.Error()
	case !errors.Is(e.Kind, chess.ErrIllegal):
		text, preposition := e.Kind.Error(), "from"
		for s := range e.Candidates.Squares() {
			text += fmt.Sprintf(" %s %v", preposition, s)
			preposition = "or"
		}
		return text
	case int(e.Why) >= len(refusals):
		return chess.ErrIllegal.Error()
	}
	p, m := &e.Position, e.Move
	describe := func(s chess.Square) string { return fmt.Sprintf("the %v on %v", p.pieceAt(s).Type(), s) }
	text := refusals[e.Why].text
	for _, word := range [...][2]string{
		{"{by}", describe(e.By)}, {"{from}", m.From().String()}, {"{mover}", describe(m.From())}, {"{to}", m.To().String()},
		{"{opponent}", colorName(p.turn().Other())}, {"{side}", colorName(p.turn())}, {"{piece}", p.pieceAt(m.From()).Type().String()},
		{"{promotion}", m.Promotion().String()}, {"{target}", p.pieceAt(m.To()).Type().String()}, {"{drop}", m.Drop().String()},
		{"{wanted}", e.Piece.String()}, {"{variant}", strings.ToLower(p.variant.String())}, {"{capture}", p.oneCapture()},
	} {
		text = strings.ReplaceAll(text, word[0], word[1])
	}
	return text
}

// oneCapture returns a legal capture in SAN, or "".
func (p *Position) oneCapture() string {
	moves := p.LegalMoves()
	if i := slices.IndexFunc(moves, p.isCapture); i >= 0 {
		return p.SAN(moves[i])
	}
	return ""
}

// isCapture reports whether m, legal in p, captures a piece.
func (p *Position) isCapture(m Move) bool {
	from, to := m.From(), m.To()
	return p.byColor(p.turn().Other()).Has(to) || p.pawns().Has(from) && from.File() != to.File()
}

// Play plays m if it is legal. Castling may be given as the move of the king to its rook or to the square on
// which it lands. If m is illegal, p is unchanged and the error is a [*MoveError] that says why.
func (p *Position) Play(m Move) error {
	legal, err := p.legal(m, "")
	if err == nil {
		p.SetAfter(p, legal)
	}
	return err
}

// legal returns the form of m in which it is listed, written as text, or the error that says why m is illegal.
func (p *Position) legal(m Move, text string) (Move, error) {
	if p.isLegal(m) {
		return m, nil
	}
	if castling := p.otherCastling(m); p.isLegal(castling) {
		return castling, nil
	}
	why, by := p.whyIllegal(m)
	return NullMove, p.illegal(m, text, why, by)
}

// legalOrPass is legal for callers that accept a pass.
func (p *Position) legalOrPass(m Move, text string) (Move, error) {
	if m == NullMove {
		return p.pass(text)
	}
	return p.legal(m, text)
}

// pass returns NullMove, or the error that says why the side to move cannot pass.
func (p *Position) pass(text string) (Move, error) {
	if checkers := p.Checkers(); checkers != 0 {
		return NullMove, p.illegal(NullMove, text, CheckUnanswered, checkers.First())
	}
	if p.ended().IsOver() {
		return NullMove, p.illegal(NullMove, text, GameOver, chess.NoSquare)
	}
	return NullMove, nil
}

// otherCastling returns the castling move that m means if it moves the king to its rook or to the square on
// which it lands when it castles. It returns other moves unchanged.
func (p *Position) otherCastling(m Move) Move {
	from, to, us := m.From(), m.To(), p.turn()
	if p.pieceAt(from) != chess.King.Of(us) || m.kind() != chess.NoPieceType {
		return m
	}
	for rook := range (p.Castling() & backRank(us)).Squares() {
		if kingTo, _ := castlingSquares(from, rook); to == rook || to == kingTo {
			return castlingMove(from, rook)
		}
	}
	return m
}

// illegal returns the error for the illegal move m, written as text.
func (p *Position) illegal(m Move, text string, why IllegalReason, by chess.Square) *MoveError {
	return &MoveError{Position: *p, Text: text, Move: m, Kind: chess.ErrIllegal, Why: why, By: by}
}

// syntaxError returns the error for text that is not a move.
func (p *Position) syntaxError(text string) *MoveError {
	return &MoveError{Position: *p, Text: text, Kind: chess.ErrSyntax, By: chess.NoSquare}
}

// whyIllegal returns the reason why m is illegal, and the square of the piece that the reason names.
func (p *Position) whyIllegal(m Move) (IllegalReason, chess.Square) {
	from, to, us := m.From(), m.To(), p.turn()
	piece := p.pieceAt(from)
	switch {
	case m == NullMove:
		return PassNotAllowed, chess.NoSquare
	case p.ended().IsOver():
		return GameOver, chess.NoSquare
	case m.isDrop():
		return p.whyNoDrop(m)
	case piece == chess.NoPiece:
		return NoPieceThere, chess.NoSquare
	case piece.Color() != us:
		return NotYourTurn, chess.NoSquare
	case m.kind() != chess.NoPieceType && p.isLegal(p.otherCastling(NewMove(from, to))):
		return WrongPromotion, chess.NoSquare
	case piece.Type() == chess.King && m.kind() == chess.NoPieceType && p.isCastlingAttempt(m):
		return p.whyNoCastling(wingOf(from, to))
	case p.byColor(us).Has(to):
		return OwnPiece, chess.NoSquare
	}
	if why, by := p.whyUnreachable(piece, from, to); why != NoIllegalReason {
		return why, by
	}
	if why := p.whyWrongPromotion(piece, m); why != NoIllegalReason {
		return why, chess.NoSquare
	}
	return p.whyForbidden(m)
}

// whyNoDrop returns why a piece cannot be dropped.
func (p *Position) whyNoDrop(m Move) (IllegalReason, chess.Square) {
	t, to := m.kind(), m.To()
	switch {
	case !p.rules().drops:
		return NoDrops, chess.NoSquare
	case p.InHand(p.turn(), t) == 0:
		return NotInHand, chess.NoSquare
	case p.occupied().Has(to):
		return DropOccupied, to
	case t == chess.Pawn && promotes.Has(to):
		return DropRank, chess.NoSquare
	}
	return CheckUnanswered, p.Checkers().First()
}

// whyUnreachable returns why the piece cannot get from one square to another, or NoIllegalReason if it can. It
// ignores whether the king is then in check.
func (p *Position) whyUnreachable(piece chess.Piece, from, to chess.Square) (IllegalReason, chess.Square) {
	us, occupied, path := piece.Color(), p.occupied(), between[from][to]
	var reached chess.Bitboard
	switch piece.Type() {
	case chess.Pawn:
		if chess.PawnAttacks(us, from).Has(to) {
			if occupied.Has(to) || to != 0 && to == p.passed() {
				return NoIllegalReason, chess.NoSquare
			}
			return NothingToCapture, chess.NoSquare
		}
		geo := &pawnGeometries[us&1]
		reached, path = rotate(from.Bitboard(), geo.push), path|to.Bitboard()
		if relativeRank(us, from) <= 1 { // only Horde has pawns on the first rank
			reached |= rotate(reached, geo.push)
		}
	case chess.Knight:
		reached = chess.KnightAttacks(from)
	case chess.King:
		reached = chess.KingAttacks(from)
	default:
		reached = p.slides(from, 0)
	}
	blockers := path & occupied
	switch {
	case !reached.Has(to):
		return NotHowItMoves, chess.NoSquare
	case blockers == 0:
		return NoIllegalReason, chess.NoSquare
	case to > from:
		return PathBlocked, blockers.First()
	}
	return PathBlocked, chess.Square(bits.Len64(uint64(blockers)) - 1)
}

// whyWrongPromotion returns why a move has the wrong promotion, or NoIllegalReason.
func (p *Position) whyWrongPromotion(piece chess.Piece, m Move) IllegalReason {
	isPromotion := piece.Type() == chess.Pawn && promotes.Has(m.To())
	switch t := m.kind(); {
	case isPromotion && t == chess.NoPieceType:
		return PromotionMissing
	case !isPromotion && t != chess.NoPieceType, t == chess.Pawn, t > chess.King, t == chess.King && !p.rules().commonKings:
		return WrongPromotion
	}
	return NoIllegalReason
}

// whyForbidden returns why the rules forbid a move that the piece could make.
func (p *Position) whyForbidden(m Move) (IllegalReason, chess.Square) {
	r, us := p.rules(), p.turn()
	if r.mustCapture { // all captures are legal
		return MustCapture, chess.NoSquare
	}
	q := p.After(m)
	king := q.king(us)
	attackers := q.attackers(king, q.occupied(), q.byColor(us.Other()))
	by := attackers.First()
	switch {
	case king == chess.NoSquare:
		return KingExplodes, chess.NoSquare
	case attackers == 0: // only where the rules forbid checks
		return GivesCheck, chess.NoSquare
	case king != p.king(us):
		return IntoCheck, by
	case attackers&p.Checkers() != 0:
		return CheckUnanswered, (attackers & p.Checkers()).First()
	case r.explodes && p.isCapture(m):
		return ExplosionExposes, by
	}
	return Pinned, by
}

// isCastlingAttempt reports whether the king's move m is meant as castling: onto its own rook, or two files
// along its first rank.
func (p *Position) isCastlingAttempt(m Move) bool {
	from, to, us := m.From(), m.To(), p.turn()
	if p.rules().noCastling || !backRank(us).Has(from) || !backRank(us).Has(to) {
		return false
	}
	return p.pieceAt(to) == chess.Rook.Of(us) || from&7 == chess.E1 && (to&7 == chess.G1 || to&7 == chess.C1)
}

// whyNoCastling returns why the king may not castle to the wing.
func (p *Position) whyNoCastling(w chess.Wing) (IllegalReason, chess.Square) {
	us := p.turn()
	king, rook := p.king(us), p.castlingRook(us, w)
	if rook == chess.NoSquare {
		return CastlingNoRight, chess.NoSquare
	}
	if checkers := p.Checkers(); checkers != 0 {
		return CastlingInCheck, checkers.First()
	}
	way := &castlingWays[king&15][rook&7]
	if others := way.free & p.occupied(); others != 0 {
		return CastlingBlocked, others.First()
	}
	for s := range (way.crossed | way.kingTo.Bitboard()).Squares() {
		occupied := p.occupied() &^ king.Bitboard()
		if s == way.kingTo {
			occupied = occupied&^rook.Bitboard() | way.rookTo.Bitboard()
		}
		if attackers := p.attackers(s, occupied, p.byColor(us.Other())); attackers != 0 {
			return CastlingThroughCheck, attackers.First()
		}
	}
	return NoIllegalReason, chess.NoSquare
}
