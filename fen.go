package chess

import (
	"database/sql/driver"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/fault"
)

// A fenField is a field of a FEN.
type fenField uint8

// The fields of a FEN in their order, and what may wrongly follow them.
const (
	fenPlacement fenField = iota
	fenTurn
	fenCastling
	fenEnPassant
	fenHalfmoveClock
	fenFullmoveNumber
	fenTrailing
)

var fenFieldNames = [...]string{
	"piece placement", "side to move", "castling", "en passant",
	"halfmove clock", "fullmove number", "trailing text",
}

// A FENError reports why a FEN, a binary FEN, or a [Setup] does not describe a playable position.
type FENError struct {
	FEN    string `json:"fen"`    // the text or the bytes, or "" for a Setup
	Field  string `json:"field"`  // "piece placement", "side to move", "castling", "en passant", "halfmove clock", "fullmove number", or "trailing text"
	Offset int    `json:"offset"` // of the error in bytes from the start of FEN, or -1 for a Setup
	Detail string `json:"detail"` // "rank 5 has 9 squares"
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *FENError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// Error quotes the text, shortened if it is long, and says where it is wrong and why.
func (e *FENError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("setup: %s: %s", e.Field, e.Detail)
	}
	return fmt.Sprintf("FEN %q: %s, offset %d: %s", abridged(e.FEN), e.Field, e.Offset, e.Detail)
}

// A Setup holds the six fields of a FEN as plain values. It is the way to build and edit positions:
// [Position.Setup] returns the fields of a position, and [Setup.Position] turns them back into one.
// The zero Setup is an empty board with White to move.
type Setup struct {
	Board          [64]Piece `json:"board"`              // by square
	Turn           Color     `json:"turn"`               // the side to move
	Castling       Bitboard  `json:"castling"`           // the rooks, of both colors, with which castling may still become possible
	Chess960       bool      `json:"chess960,omitzero"`  // castling is written as the move of the king to its rook; ignored without a right to castle
	EnPassant      Square    `json:"enPassant,omitzero"` // the square that a double step has just passed over; A1 or NoSquare if there was none
	HalfmoveClock  int       `json:"halfmoveClock"`      // 0 to 65535
	FullmoveNumber int       `json:"fullmoveNumber"`     // 1 to 65535; 0 means 1
}

// Setup returns the fields of p. EnPassant is set after every double step, unlike
// [Position.EnPassant].
func (p Position) Setup() Setup {
	s := Setup{
		Turn:           p.Turn(),
		Castling:       p.Castling(),
		Chess960:       p.IsChess960(),
		EnPassant:      p.doubleStep(),
		HalfmoveClock:  p.HalfmoveClock(),
		FullmoveNumber: p.FullmoveNumber(),
	}
	for sq := range p.Occupied().Squares() {
		s.Board[sq] = p.PieceAt(sq)
	}
	return s
}

// Position returns the position that s describes. The error is a [*FENError] for everything that
// [ParseFEN] rejects, and for values out of range.
func (s Setup) Position() (Position, error) {
	var p Position
	if field, reason := s.fill(&p); reason != "" {
		return Position{}, &FENError{"", fenFieldNames[field], -1, reason}
	}
	return p, nil
}

// fill enters the fields of s in p, an empty board. It returns the field with the error and what is wrong
// with it, or "".
func (s *Setup) fill(p *Position) (fenField, string) {
	for sq, piece := range s.Board {
		if reason := p.whyNotPlaced(piece, Square(sq)); reason != "" {
			return fenPlacement, reason
		}
		p.put(piece, Square(sq))
	}
	switch {
	case !s.Turn.isValid():
		return fenTurn, fmt.Sprintf("%v is neither white nor black", s.Turn)
	case s.HalfmoveClock < 0 || s.HalfmoveClock > maxClock:
		return fenHalfmoveClock, fmt.Sprintf("%d is not a number from 0 to %d", s.HalfmoveClock, maxClock)
	case s.FullmoveNumber < 0 || s.FullmoveNumber > maxClock:
		return fenFullmoveNumber, fmt.Sprintf("%d is not a number from 1 to %d", s.FullmoveNumber, maxClock)
	}
	p.state = state(s.Turn)<<stateTurn | state(s.HalfmoveClock)<<stateHalfmoveClock |
		state(max(s.FullmoveNumber, 1))<<stateFullmoveNumber
	passed := s.EnPassant
	if passed == A1 {
		passed = NoSquare
	}
	field, reason := p.complete(s.Castling, passed)
	p.setChess960(s.Chess960)
	return field, reason
}

// complete enters the rest of a position in p, which has its pieces, side to move, and clocks: the rooks
// with castling rights, and the square that a double step has passed over, or NoSquare. It returns the
// field with the error and what is wrong with it, or "".
func (p *Position) complete(castling Bitboard, passed Square) (fenField, string) {
	if reason := p.whyNoKing(); reason != "" {
		return fenPlacement, reason
	}
	for castling != 0 {
		rook := castling.PopFirst()
		if reason := p.whyNoCastlingRook(rook); reason != "" {
			return fenCastling, reason
		}
		p.state |= state(rook.Bitboard())
	}
	if passed != NoSquare {
		if reason := p.whyNoDoubleStep(passed); reason != "" {
			return fenEnPassant, reason
		}
		p.state |= state(passed) << statePassed
	}
	p.finishSetup()
	return fenTurn, p.whyWrongTurn()
}

// maxClock is the largest value of the two clocks.
const maxClock = 1<<16 - 1

// whyNotPlaced returns why no position can have the piece on s, which may be NoPiece, or "" if one
// can.
func (p *Position) whyNotPlaced(piece Piece, s Square) string {
	switch {
	case piece != NoPiece && !piece.isValid():
		return fmt.Sprintf("%v on %v is not a piece", piece, s)
	case piece.Type() == Pawn && promotes.Has(s):
		return fmt.Sprintf("a pawn cannot stand on %v", s)
	case piece.Type() == King && p.Pieces(piece.Color(), King) != 0:
		return fmt.Sprintf("%s has two kings", piece.Color().name())
	}
	return ""
}

// whyNoKing returns which king is missing, or "" if none is.
func (p *Position) whyNoKing() string {
	for _, c := range [...]Color{White, Black} {
		if p.Pieces(c, King) == 0 {
			return fmt.Sprintf("%s has no king", c.name())
		}
	}
	return ""
}

// whyWrongTurn returns why the side to move cannot be to move, or "" if it can: the opponent must
// not be in check.
func (p *Position) whyWrongTurn() string {
	them := p.Turn().Other()
	if p.Attackers(p.Turn(), p.King(them)) == 0 {
		return ""
	}
	return fmt.Sprintf("%s is in check, but it is %s's turn", them.name(), p.Turn().name())
}

// whyNoCastlingRook returns why castling with the rook on s cannot become possible, or "" if it
// can.
func (p *Position) whyNoCastlingRook(s Square) string {
	c := Color(s >> 5)
	king := p.King(c)
	switch {
	case !backRank(c).Has(s) || p.PieceAt(s) != Rook.Of(c):
		return fmt.Sprintf("%s has no rook on %v", c.name(), s)
	case !backRank(c).Has(king):
		return fmt.Sprintf("%s's king is not on its first rank", c.name())
	case p.castlingRook(c, wingOf(king, s)) != NoSquare:
		return fmt.Sprintf("two castling rooks on the same side of %s's king", c.name())
	}
	return ""
}

// startpos is the FEN of the start position.
const startpos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// ParseFEN parses a position in Forsyth–Edwards Notation (PGN standard 16.1), or "startpos", which
// engines and servers write for the start position.
//
// The castling field may be that of standard FEN, X-FEN (K and Q mean the outermost rook on that
// side of the king), or Shredder-FEN (the letters of the files of the rooks). The two clocks may be
// left out together, and are then 0 and 1. The fullmove number 0, which some programs write, is
// read as 1. One space separates the fields. Spaces at the end are ignored.
//
// ParseFEN rejects a position from which play cannot continue, with a [*FENError] that names the
// field, the offset, and the reason: a board that is not 8×8, a side without exactly one king,
// pawns on the first or last rank, a check against the side that is not to move, a castling right
// without its king or rook, an en passant square that no pawn has just passed over, clocks that are
// not a number from 0 to 65535, and text after the last field. It accepts a position that is
// playable but cannot arise in a game, which [Position.Problems] reports. [RepairFEN] is more
// forgiving.
func ParseFEN(fen string) (Position, error) {
	return (&fenReader{fen: fen}).read()
}

// MustParseFEN calls [ParseFEN] and panics on error. It is intended for tests and constants.
func MustParseFEN(fen string) Position { return must(ParseFEN(fen)) }

// RepairFEN parses a FEN like [ParseFEN], but repairs errors that do not touch the pieces, and
// returns the list of them. It drops impossible castling rights and en passant squares, sets bad
// clocks to 0 and 1, and ignores superfluous spaces and trailing text. Missing fields default to
// White to move, no castling rights, no en passant square, and the clocks 0 and 1. Several missing
// fields count as one repair, as do several occurrences of one wrong castling letter. The fullmove
// number 0 is reported, although ParseFEN accepts it. If a castling right is impossible, the field
// is not read as X-FEN: K and Q then mean only the corner rooks of a king on the e-file. Faults in
// the placement of the pieces, and a check against the side that is not to move, remain errors.
func RepairFEN(fen string) (Position, []*FENError, error) {
	r := fenReader{fen: fen, repairing: true, repairs: []*FENError{}}
	p, err := r.read()
	return p, r.repairs, err
}

// ParseSetup parses a FEN, or the start of one such as the bare placement "8/8/8/3N4/8/8/8/8",
// without asking whether play could continue from it. Missing fields have the values that
// [RepairFEN] gives them. A castling right without a rook names the corner or the file of its
// letter. [Setup.Position] says what is not playable. The error is a [*FENError] for text that has
// no meaning.
func ParseSetup(fen string) (Setup, error) {
	r := fenReader{fen: fen, placing: true}
	p, err := r.read()
	if err != nil {
		return Setup{}, err
	}
	return p.Setup(), nil
}

// A fenReader reads one FEN, field by field. It notes the first error that it does not repair, and
// ignores later ones. If repairing is set, it repairs what it can. If placing is set, it accepts
// unplayable positions.
type fenReader struct {
	fen       string
	repairing bool
	placing   bool
	repairs   []*FENError
	err       *FENError
	text      string               // the FEN without white space at the end
	next      int                  // the offset of what has not been read
	field     fenField             // the field that is being read
	offsets   [fenTrailing + 1]int // of the fields
	p         Position
}

// fenSpaces are the characters that separate fields, the usual one first.
const fenSpaces = " \t\r\n"

// read reads the whole FEN.
func (r *fenReader) read() (Position, error) {
	if r.fen == "startpos" {
		r.fen = startpos
	}
	r.text = strings.TrimRight(r.fen, " ")
	if r.repairing {
		r.text = strings.TrimRight(r.fen, fenSpaces)
		if i := strings.IndexAny(r.fen, fenSpaces[1:]); i >= 0 {
			r.field = fenTrailing
			r.mend(i, "white space other than spaces")
		}
	}
	r.placement(r.cut(fenPlacement))
	r.turn(r.cut(fenTurn))
	r.castling(r.cut(fenCastling))
	r.enPassant(r.cut(fenEnPassant))
	r.clock(r.cut(fenHalfmoveClock), 0, stateHalfmoveClock)
	r.clock(r.cut(fenFullmoveNumber), 1, stateFullmoveNumber)
	if r.field, r.offsets[fenTrailing] = fenTrailing, r.next; r.next < len(r.text) {
		r.mend(0, "%q follows the last field", abridged(r.fen[r.next:len(r.text)]))
	}
	r.field = fenTurn
	r.demand(0, r.p.whyWrongTurn())
	if r.err != nil {
		return Position{}, r.err
	}
	r.p.finishSetup()
	return r.p, nil
}

// fail notes an error at an offset in the field.
func (r *fenReader) fail(offset int, format string, args ...any) {
	if r.err == nil {
		r.err = &FENError{r.fen, fenFieldNames[r.field], r.offsets[r.field] + offset, fmt.Sprintf(format, args...)}
	}
}

// demand notes a reason why play cannot continue, unless it is "".
func (r *fenReader) demand(offset int, reason string) {
	if reason != "" && !r.placing {
		r.fail(offset, "%s", reason)
	}
}

// mend is fail for an error that can be repaired.
func (r *fenReader) mend(offset int, format string, args ...any) {
	failed := r.err != nil
	if r.fail(offset, format, args...); r.repairing && !failed {
		r.repairs, r.err = append(r.repairs, r.err), nil
	}
}

// cut returns the text of the next field, or "" if it is missing.
func (r *fenReader) cut(field fenField) string {
	r.field, r.offsets[field] = field, r.next
	rest := r.text[r.next:]
	n := r.length(rest)
	if n == 0 && rest != "" {
		r.mend(0, "superfluous space")
		rest = strings.TrimLeft(rest, fenSpaces)
		r.offsets[field] = len(r.text) - len(rest)
		n = r.length(rest)
	}
	r.next = min(r.offsets[field]+n+1, len(r.text))
	if n == 0 && field != fenPlacement && field != fenHalfmoveClock && r.offsets[field-1] < len(r.text) && !r.placing {
		r.mend(0, "missing")
	}
	return rest[:n]
}

// length returns the length of the field that text begins with.
func (r *fenReader) length(text string) int {
	n := strings.IndexByte(text, ' ')
	if r.repairing {
		n = strings.IndexAny(text, fenSpaces)
	}
	if n < 0 {
		return len(text)
	}
	return n
}

// placement reads the pieces.
func (r *fenReader) placement(text string) {
	rank, file, last := 7, 0, byte('/')
	for i := range len(text) {
		c := text[i]
		switch piece := pieceOf(c); {
		case piece != NoPiece && file < 8:
			s := Square(8*rank + file)
			if t := piece.Type(); t == King || t == Pawn && promotes.Has(s) { // nothing else can be wrong
				r.demand(i, r.p.whyNotPlaced(piece, s))
			}
			r.p.put(piece, s)
			file++
		case c == '/' && file == 8 && rank > 0:
			rank, file = rank-1, 0
		case isFENDigit(c) && !isFENDigit(last) && file+int(c-'0') <= 8:
			file += int(c - '0')
		default:
			r.fail(i, "%s", whyNotRead(last, text[i:], rank, file))
			return
		}
		last = c
	}
	if file != 8 || rank > 0 {
		r.fail(len(text), "%s", whyNotRead(last, "", rank, file))
	}
	r.demand(0, r.p.whyNoKing())
}

// isFENDigit reports whether c is a number of empty squares.
func isFENDigit(c byte) bool { return '1' <= c && c <= '8' }

// whyNotRead returns why the first character of rest, or the end of the field, cannot follow the
// character last, after which the given number of files of the rank have been read.
func whyNotRead(last byte, rest string, rank, file int) string {
	c, size := utf8.DecodeRuneInString(rest)
	switch {
	case size == 0 && rank == 7 && file == 0:
		return "missing"
	case (size == 0 || c == '/') && file < 8:
		return fmt.Sprintf("rank %d has %d squares", rank+1, file)
	case size == 0:
		return fmt.Sprintf("only %d ranks", 8-rank)
	case c == '/':
		return "more than 8 ranks"
	case isFENDigit(rest[0]) && isFENDigit(last):
		return "two digits in a row"
	case isFENDigit(rest[0]) || pieceOf(rest[0]) != NoPiece:
		return fmt.Sprintf("rank %d has more than 8 squares", rank+1)
	}
	return fmt.Sprintf("%q is not a piece", c)
}

// turn reads the side to move.
func (r *fenReader) turn(text string) {
	switch text {
	case "w", "W", "":
	case "b", "B":
		r.p.state |= stateBlack
	default:
		r.fail(0, "%q is neither w nor b", abridged(text))
	}
	if strings.ContainsAny(text, "WB") {
		r.mend(0, "%q in upper case", text)
	}
}

// castling reads the castling rights. It notes each impossible letter once as repaired. Each
// character that is not ASCII counts as one letter.
func (r *fenReader) castling(text string) {
	inCorners, named := false, false
	if text == "-" {
		return
	}
	if r.repairing {
		strict := *r
		strict.repairing = false
		strict.castling(text)
		inCorners = strict.err != nil
	}
	var noted [utf8.RuneSelf + 1]bool
	for i, c := range text {
		letter := min(c, utf8.RuneSelf)
		if noted[letter] {
			continue // what is impossible once remains so
		}
		rook, reason := r.castlingRook(c, inCorners)
		if reason != "" {
			noted[letter] = true
			r.mend(i, "%s", reason)
			continue
		}
		r.p.state |= state(rook.Bitboard())
		named = named || c|0x20 <= 'h'
	}
	r.p.setChess960(named)
}

// castlingRook returns the rook that a letter of the castling field means, or the reason why there
// is none. If inCorners is set, K and Q mean rooks that castle as in standard chess.
func (r *fenReader) castlingRook(letter rune, inCorners bool) (Square, string) {
	p, c := &r.p, Color(letter>>5&1)
	king, home := p.King(c), backRank(c)
	rooks, west := p.Pieces(c, Rook)&home, king.Bitboard()-1
	named, isWing := File(letter|0x20-'a'), true
	switch letter | 0x20 {
	case 'k':
		named, rooks = hFile, (rooks &^ west).last().Bitboard()
	case 'q':
		named, rooks = aFile, rooks&west
	case 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h':
		rooks, isWing = rooks&named.Bitboard(), false
	default:
		return NoSquare, fmt.Sprintf("%q is not a castling right", letter)
	}
	rook, reason := rooks.First(), ""
	switch {
	case !home.Has(king):
		reason = fmt.Sprintf("%c: %s's king is not on its first rank", letter, c.name())
	case rook == NoSquare:
		reason = fmt.Sprintf("no rook for %c", letter)
	case p.castlingRook(c, wingOf(king, rook)) != NoSquare:
		reason = fmt.Sprintf("%c names a side that already has a castling right", letter)
	case inCorners && isWing && (rook.File() != named || king.File() != eFile):
		reason = fmt.Sprintf("no rook in the corner for %c", letter)
	}
	if reason != "" && r.placing {
		return SquareAt(named, home.First().Rank()), ""
	}
	return rook, reason
}

// enPassant reads the en passant square.
func (r *fenReader) enPassant(text string) {
	if text == "-" || text == "" {
		return
	}
	sq, err := ParseSquare(text)
	reason := r.p.whyNoDoubleStep(sq)
	switch {
	case err != nil:
		r.mend(0, "%q is not a square", abridged(text))
	case reason != "" && !r.placing:
		r.mend(0, "%s", reason)
	default:
		r.p.state |= state(sq) << statePassed
	}
}

// whyNoDoubleStep returns why the last move cannot have been a double step over the square passed,
// or "" if it can.
func (p *Position) whyNoDoubleStep(passed Square) string {
	them := p.Turn().Other()
	if passed.Rank().relativeTo(them) != thirdRank {
		return fmt.Sprintf("%s cannot have just moved a pawn over %v", them.name(), passed)
	}
	from, to := passed^24, passed^8 // for e3: e2 and e4
	switch {
	case p.PieceAt(to) != Pawn.Of(them):
		return fmt.Sprintf("%s has no pawn on %v", them.name(), to)
	case p.PieceAt(passed) != NoPiece:
		return fmt.Sprintf("%v is occupied", passed)
	case p.PieceAt(from) != NoPiece:
		return fmt.Sprintf("%v is occupied", from)
	}
	return ""
}

// clock reads a number that is at least low into the state. If the field is missing, the number is
// low.
func (r *fenReader) clock(text string, low uint64, shift int) {
	n := low
	if text != "" && r.err == nil {
		var err error
		n, err = strconv.ParseUint(text, 10, 16)
		if err != nil || n < low && r.repairing { // many programs write 0 for the number of the first move
			r.mend(0, "%q is not a number from %d to 65535", abridged(text), low)
			n = low
		}
	}
	r.p.state |= state(max(n, low)) << shift
}

// A FENFormat holds the choices in writing a FEN. The zero value is the form of [Position.FEN].
type FENFormat struct {
	// DoubleStep writes the en passant square after every double step, as the PGN standard says,
	// not only if a legal capture exists.
	DoubleStep bool `json:"doubleStep"`
	// XFEN writes the en passant square if a pawn stands beside the one that made a double step, even
	// if the capture would leave the king in check. python-chess calls this form xfen.
	XFEN bool `json:"xfen"`
	// Shredder writes castling rights as the letters of the files of the rooks.
	Shredder bool `json:"shredder"`
}

// FEN returns p in Forsyth–Edwards Notation. The en passant square is written only if a legal
// capture exists. A castling right is K or Q, or the letter of the file of the rook if another rook
// stands farther out (X-FEN).
func (p Position) FEN() string {
	var buffer [92]byte
	return string(p.appendFEN(buffer[:0], FENFormat{}))
}

// String returns the FEN of p.
func (p Position) String() string { return p.FEN() }

// GoString returns an expression for p, such as chess.MustParseFEN("8/8/8/3k4/8/3K4/8/8 w - - 0 1"). Its
// value is equal to p by ==.
func (p Position) GoString() string {
	text, _ := p.MarshalText() // the error is always nil
	if len(text) == 0 {
		return "chess.Position{}"
	}
	return fmt.Sprintf("chess.MustParseFEN(%q)", text)
}

// FormatFEN returns the FEN of p in the chosen form.
func (p Position) FormatFEN(format FENFormat) string { return string(p.appendFEN(nil, format)) }

// AppendFEN appends the FEN of p in the chosen form to b and returns the extended slice.
func (p Position) AppendFEN(b []byte, format FENFormat) []byte { return p.appendFEN(b, format) }

func (p *Position) appendFEN(b []byte, format FENFormat) []byte {
	b = p.appendFields(b, format)
	b = strconv.AppendInt(append(b, ' '), int64(p.HalfmoveClock()), 10)
	return strconv.AppendInt(append(b, ' '), int64(p.FullmoveNumber()), 10)
}

// appendFields appends the fields before the clocks.
func (p *Position) appendFields(b []byte, format FENFormat) []byte {
	b = append(p.appendPieces(b), ' ', "wb"[p.Turn()&1], ' ')
	b = p.appendCastling(b, format)
	enPassant := p.EnPassant()
	if format.DoubleStep || format.XFEN && p.enPassantPawns() != 0 {
		enPassant = p.doubleStep()
	}
	return append(append(b, ' '), enPassant.String()...)
}

// appendPieces appends the placement of the pieces.
func (p *Position) appendPieces(b []byte) []byte {
	var text [128]byte // for at most 72 bytes, so that no index needs a check
	n, occupied := 0, p.Occupied()
	for rank := 56; rank >= 0; rank -= 8 {
		file := 0
		for rest := uint8(occupied >> rank); rest != 0; rest &= rest - 1 {
			next := bits.TrailingZeros8(rest)
			if next > file {
				text[n&127] = '0' + byte(next-file)
				n++
			}
			text[n&127] = pieceLetters[p.PieceAt(Square(rank+next))&15]
			n++
			file = next + 1
		}
		if file < 8 {
			text[n&127] = '8' - byte(file)
			n++
		}
		text[n&127] = '/'
		n++
	}
	return append(b, text[:n-1]...)
}

// appendCastling appends the castling field.
func (p *Position) appendCastling(b []byte, format FENFormat) []byte {
	if p.Castling() == 0 {
		return append(b, '-')
	}
	for _, c := range [...]Color{White, Black} {
		for _, w := range [...]Wing{Kingside, Queenside} {
			rook := p.castlingRook(c, w)
			if rook == NoSquare {
				continue
			}
			letter := "KQ"[w]
			rooks := p.Pieces(c, Rook) & backRank(c)
			if outermost := [...]Square{rooks.last(), rooks.First()}; format.Shredder || rook != outermost[w] {
				letter = 'A' + byte(rook.File())
			}
			b = append(b, letter|byte(c)<<5)
		}
	}
	return b
}

// MarshalText implements [encoding.TextMarshaler] with a FEN from which [ParseFEN] returns p, equal
// by ==. Unlike FEN it writes the square of every double step, also where no legal capture exists,
// because == compares it, and castling rights in Shredder form where K and Q would not tell that
// the game is Chess960. The zero Position is written as "".
func (p Position) MarshalText() ([]byte, error) {
	if p.kings() == 0 {
		return []byte{}, nil
	}
	return p.appendFEN(nil, FENFormat{DoubleStep: true, Shredder: p.IsChess960() && p.standardRights()}), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseFEN]. Empty text is the zero
// Position.
func (p *Position) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = Position{}
		return nil
	}
	return unmarshal(p, text, ParseFEN)
}

// Value implements [driver.Valuer] with the form of MarshalText.
func (p Position) Value() (driver.Value, error) { return sqlValue(p) }

// Scan implements [database/sql.Scanner] with UnmarshalText.
func (p *Position) Scan(stored any) error { return sqlScan(p, stored) }

// MarshalText implements [encoding.TextMarshaler] with the first four fields of [Position.FEN], so
// that keys are text in JSON and serve as keys of its maps. The zero PositionKey is written as "".
func (k PositionKey) MarshalText() ([]byte, error) {
	p := Position{placement{k.plane0, k.plane1, k.plane2, k.black}, status{state: k.state}}
	if p.kings() == 0 {
		return []byte{}, nil
	}
	return p.appendFields(nil, FENFormat{}), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] for a FEN with or without the clocks.
func (k *PositionKey) UnmarshalText(text []byte) error {
	var p Position
	err := p.UnmarshalText(text)
	if err == nil {
		*k = p.Key()
	}
	return err
}
