package chess

import (
	"fmt"
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
	Offset int    `json:"offset"` // of the fault in bytes from the start of FEN, or -1 for a Setup
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
	for _, set := range [...]func(*Setup, *Position) (fenField, string){
		(*Setup).setBoard, (*Setup).setTurn, (*Setup).setCastling, (*Setup).setEnPassant, (*Setup).setClocks,
	} {
		if field, reason := set(&s, &p); reason != "" {
			return Position{}, &FENError{"", fenFieldNames[field], -1, reason}
		}
	}
	if reason := p.whyWrongTurn(); reason != "" {
		return Position{}, &FENError{"", fenFieldNames[fenTurn], -1, reason}
	}
	p.finishSetup()
	return p, nil
}

// setBoard puts the pieces of s on the board of p. Like the methods that follow, it returns the
// field at fault and what is wrong with it, or "".
func (s *Setup) setBoard(p *Position) (fenField, string) {
	for sq, piece := range s.Board {
		if piece == NoPiece {
			continue
		}
		if reason := p.whyNotPlaced(piece, Square(sq)); reason != "" {
			return fenPlacement, reason
		}
		p.put(piece, Square(sq))
	}
	return fenPlacement, p.whyNoKing()
}

func (s *Setup) setTurn(p *Position) (fenField, string) {
	if !s.Turn.isValid() {
		return fenTurn, fmt.Sprintf("%v is neither white nor black", s.Turn)
	}
	p.state |= state(s.Turn) << stateTurn
	return fenTurn, ""
}

func (s *Setup) setCastling(p *Position) (fenField, string) {
	for rook := range s.Castling.Squares() {
		if reason := p.whyNoCastlingRook(rook); reason != "" {
			return fenCastling, reason
		}
		p.state |= state(rook.Bitboard())
	}
	p.setChess960(s.Chess960)
	return fenCastling, ""
}

func (s *Setup) setEnPassant(p *Position) (fenField, string) {
	if s.EnPassant == A1 || s.EnPassant == NoSquare {
		return fenEnPassant, ""
	}
	if reason := p.whyNoDoubleStep(s.EnPassant); reason != "" {
		return fenEnPassant, reason
	}
	p.state |= state(s.EnPassant) << statePassed
	return fenEnPassant, ""
}

func (s *Setup) setClocks(p *Position) (fenField, string) {
	if s.HalfmoveClock < 0 || s.HalfmoveClock > maxClock {
		return fenHalfmoveClock, fmt.Sprintf("%d is not a number from 0 to %d", s.HalfmoveClock, maxClock)
	}
	if s.FullmoveNumber < 0 || s.FullmoveNumber > maxClock {
		return fenFullmoveNumber, fmt.Sprintf("%d is not a number from 1 to %d", s.FullmoveNumber, maxClock)
	}
	p.state |= state(s.HalfmoveClock)<<stateHalfmoveClock | state(max(s.FullmoveNumber, 1))<<stateFullmoveNumber
	return fenFullmoveNumber, ""
}

// maxClock is the largest value of the two clocks.
const maxClock = 1<<16 - 1

// whyNotPlaced returns why no position can have the piece on s, or "" if one can.
func (p *Position) whyNotPlaced(piece Piece, s Square) string {
	switch {
	case !piece.isValid():
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
	wing := backRank(c) & (king.Bitboard() - 1)
	if s > king {
		wing = backRank(c) &^ (king.Bitboard() - 1)
	}
	switch {
	case !backRank(c).Has(s) || p.PieceAt(s) != Rook.Of(c):
		return fmt.Sprintf("%s has no rook on %v", c.name(), s)
	case !backRank(c).Has(king):
		return fmt.Sprintf("%s's king is not on its first rank", c.name())
	case p.Castling()&wing != 0:
		return fmt.Sprintf("two castling rooks on the same side of %s's king", c.name())
	}
	return ""
}

// ParseFEN parses a position in Forsyth–Edwards Notation (PGN standard 16.1).
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
	r := fenReader{fen: fen}
	return r.read()
}

// MustParseFEN calls [ParseFEN] and panics on error. It is intended for tests and constants.
func MustParseFEN(fen string) Position { return must(ParseFEN(fen)) }

// RepairFEN parses a FEN like [ParseFEN], but repairs faults that do not touch the pieces, and
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
	for _, step := range [...]func(*fenReader) *FENError{
		(*fenReader).split, (*fenReader).placement, (*fenReader).turn, (*fenReader).castling, (*fenReader).enPassant, (*fenReader).clocks,
	} {
		if err := step(&r); err != nil {
			return Setup{}, err
		}
	}
	return r.p.Setup(), nil
}

// A fenReader reads one FEN. The methods that read a field return nil or a *FENError. If repairing
// is set, they note a repair instead where they can. If placing is set, they accept what is not
// playable.
type fenReader struct {
	fen       string
	repairing bool
	placing   bool
	repairs   []*FENError
	fields    [fenTrailing + 1]fenText
	p         Position
}

// A fenText is the text of a field and its offset.
type fenText struct {
	text   string
	offset int
}

// read reads the whole FEN.
func (r *fenReader) read() (Position, error) {
	// An error of split comes after those of the placement: text that is not a FEN at all should
	// not be told that its side to move is missing.
	splitting := r.split()
	if splitting != nil && r.fields[fenPlacement].text == "" {
		return Position{}, splitting
	}
	for _, step := range [...]func(*fenReader) *FENError{
		(*fenReader).placement,
		func(*fenReader) *FENError { return splitting },
		(*fenReader).turn, (*fenReader).castling, (*fenReader).enPassant, (*fenReader).clocks, (*fenReader).check,
	} {
		if err := step(r); err != nil {
			return Position{}, err
		}
	}
	r.p.finishSetup()
	return r.p, nil
}

// fault returns the error for a fault at the given offset of the whole text.
func (r *fenReader) fault(field fenField, offset int, format string, args ...any) *FENError {
	return &FENError{r.fen, fenFieldNames[field], offset, fmt.Sprintf(format, args...)}
}

// mend notes a fault as repaired and returns nil. If r does not repair, it returns the fault.
func (r *fenReader) mend(err *FENError) *FENError {
	if !r.repairing {
		return err
	}
	r.repairs = append(r.repairs, err)
	return nil
}

// split cuts the text into its fields.
func (r *fenReader) split() *FENError {
	text := strings.TrimRight(r.fen, " ")
	field := fenPlacement
	if r.repairing {
		text = strings.TrimRight(r.fen, " \t\r\n")
		if i := strings.IndexAny(r.fen, "\t\r\n"); i >= 0 {
			r.mend(r.fault(fenTrailing, i, "white space other than spaces"))
		}
	}
	for offset := 0; offset < len(text); {
		rest := text[offset:]
		if field == fenTrailing {
			r.fields[field] = fenText{rest, offset}
			return r.mend(r.fault(field, offset, "%q follows the last field", abridged(rest)))
		}
		n := strings.IndexByte(rest, ' ')
		if r.repairing {
			n = strings.IndexAny(rest, " \t\r\n")
		}
		switch {
		case n == 0:
			if err := r.mend(r.fault(field, offset, "superfluous space")); err != nil {
				return err
			}
			offset += len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
			continue
		case n < 0:
			n = len(rest)
		}
		r.fields[field] = fenText{rest[:n], offset}
		field++
		offset += n + 1
	}
	if !r.placing && (fenTurn <= field && field <= fenEnPassant || field == fenFullmoveNumber) {
		return r.mend(r.fault(field, len(text), "missing"))
	}
	return nil
}

// placement reads the pieces.
func (r *fenReader) placement() *FENError {
	text, offset := r.fields[fenPlacement].text, r.fields[fenPlacement].offset
	if text == "" {
		return r.fault(fenPlacement, 0, "missing")
	}
	for rank := 7; ; rank-- {
		line, rest, more := strings.Cut(text, "/")
		if err := r.rank(rank, line, offset); err != nil {
			return err
		}
		offset += len(line)
		switch {
		case more && rank == 0:
			return r.fault(fenPlacement, offset, "more than 8 ranks")
		case !more && rank > 0:
			return r.fault(fenPlacement, offset, "only %d ranks", 8-rank)
		case !more:
			if reason := r.p.whyNoKing(); reason != "" && !r.placing {
				return r.fault(fenPlacement, r.fields[fenPlacement].offset, "%s", reason)
			}
			return nil
		}
		text = rest
		offset++
	}
}

// rank reads the pieces of one rank, from 7 for the eighth to 0 for the first.
func (r *fenReader) rank(rank int, line string, offset int) *FENError {
	isDigit := func(c byte) bool { return '1' <= c && c <= '8' }
	file := 0
	for i := range len(line) {
		piece := pieceOf(line[i])
		switch {
		case isDigit(line[i]) && i > 0 && isDigit(line[i-1]):
			return r.fault(fenPlacement, offset+i, "two digits in a row")
		case isDigit(line[i]):
			file += int(line[i] - '0')
		case piece == NoPiece:
			return r.fault(fenPlacement, offset+i, "%s is not a piece", quoteFirst(line[i:]))
		default:
			if file < 8 {
				if err := r.place(piece, Square(8*rank+file), offset+i); err != nil {
					return err
				}
			}
			file++
		}
		if file > 8 {
			return r.fault(fenPlacement, offset+i, "rank %d has more than 8 squares", rank+1)
		}
	}
	if file != 8 {
		return r.fault(fenPlacement, offset+len(line), "rank %d has %d squares", rank+1, file)
	}
	return nil
}

// place puts a piece on the board if a position can have it there.
func (r *fenReader) place(piece Piece, s Square, offset int) *FENError {
	if reason := r.p.whyNotPlaced(piece, s); reason != "" && !r.placing {
		return r.fault(fenPlacement, offset, "%s", reason)
	}
	r.p.put(piece, s)
	return nil
}

// turn reads the side to move.
func (r *fenReader) turn() *FENError {
	got := r.fields[fenTurn]
	switch got.text {
	case "w", "":
		return nil
	case "b":
		r.p.state |= stateBlack
		return nil
	case "W", "B":
		if got.text == "B" {
			r.p.state |= stateBlack
		}
		return r.mend(r.fault(fenTurn, got.offset, "%q in upper case", got.text))
	}
	return r.fault(fenTurn, got.offset, "%q is neither w nor b", abridged(got.text))
}

// castling reads the castling rights.
func (r *fenReader) castling() *FENError {
	got := r.fields[fenCastling]
	if got.text == "-" || got.text == "" {
		return nil
	}
	if r.repairing && !r.castlingFits() {
		return r.repairCastling()
	}
	for i := range len(got.text) {
		letter := got.text[i]
		rook, reason := r.castlingRook(letter)
		if r.placing && reason != "" && reason != notARight {
			r.p.state |= state(cornerOf(letter).Bitboard())
			continue
		}
		switch reason {
		case "":
		case notARight:
			return r.fault(fenCastling, got.offset+i, "%s is %s", quoteFirst(got.text[i:]), reason)
		default:
			return r.fault(fenCastling, got.offset+i, "%s", reason)
		}
		r.addRight(rook, letter)
	}
	return nil
}

// cornerOf returns the square that a letter of the castling field names on an empty board.
func cornerOf(letter byte) Square {
	file := strings.IndexByte("qbcdefgkabcdefgh", letter|0x20) & 7 // q and k are a and h
	return SquareAt(File(file), backRank(Color(letter>>5&1)).First().Rank())
}

// castlingFits reports whether every castling right of the field is possible.
func (r *fenReader) castlingFits() bool {
	before := r.p
	defer func() { r.p = before }()
	text := r.fields[fenCastling].text
	for i := range len(text) {
		rook, reason := r.castlingRook(text[i])
		if reason != "" {
			return false
		}
		r.addRight(rook, text[i])
	}
	return true
}

// repairCastling reads the castling rights that are possible and notes the others as repaired, each
// letter once. What is not ASCII counts as one letter.
func (r *fenReader) repairCastling() *FENError {
	got := r.fields[fenCastling]
	var noted [utf8.RuneSelf + 1]bool
	for i, c := range got.text {
		c = min(c, utf8.RuneSelf)
		if noted[c] {
			continue // what is impossible once remains so
		}
		rook, reason := NoSquare, notARight
		if c < utf8.RuneSelf {
			rook, reason = r.castlingRook(byte(c))
		}
		switch {
		case reason == notARight:
			reason = fmt.Sprintf("%s is %s", quoteFirst(got.text[i:]), reason)
		case reason == "" && strings.ContainsRune("KQkq", c) && !r.isCorner(rook):
			reason = fmt.Sprintf("no rook in the corner for %c", c)
		}
		if reason == "" {
			r.addRight(rook, byte(c))
		} else {
			noted[c] = true
			r.mend(r.fault(fenCastling, got.offset+i, "%s", reason))
		}
	}
	return nil
}

// isCorner reports whether a rook on s castles as in standard chess.
func (r *fenReader) isCorner(s Square) bool {
	return (s.File() == aFile || s.File() == hFile) && r.p.King(Color(s>>5)).File() == eFile
}

// addRight adds the right to castle with the given rook, which the FEN names by letter.
func (r *fenReader) addRight(rook Square, letter byte) {
	p := &r.p
	p.state |= state(rook.Bitboard())
	shredder := letter|0x20 <= 'h'
	if shredder || !p.standardRights() {
		p.state |= stateChess960
	}
}

// notARight is the reason for a letter without a meaning in the castling field.
const notARight = "not a castling right"

// castlingRook returns the rook that a letter of the castling field means, or the reason why there
// is none.
func (r *fenReader) castlingRook(letter byte) (Square, string) {
	p := &r.p
	c := White
	if letter >= 'a' {
		c = Black
	}
	king := p.King(c)
	home := backRank(c)
	rooks := p.Pieces(c, Rook) & home
	west := king.Bitboard() - 1
	if !home.Has(king) {
		rooks = 0
	}
	switch lower := letter | 0x20; {
	case letter < 'A' || lower < 'a' || lower > 'z':
		return NoSquare, notARight
	case lower == 'k':
		rooks &^= west
		rooks = rooks.last().Bitboard()
	case lower == 'q':
		rooks &= west
	case lower <= 'h':
		rooks &= File(lower - 'a').Bitboard()
	default:
		return NoSquare, notARight
	}
	switch {
	case !home.Has(king):
		return NoSquare, fmt.Sprintf("%c: %s's king is not on its first rank", letter, c.name())
	case rooks == 0:
		return NoSquare, fmt.Sprintf("no rook for %c", letter)
	}
	rook := rooks.First()
	wing := home & west
	if rook > king {
		wing = home &^ west
	}
	if p.Castling()&wing != 0 {
		return NoSquare, fmt.Sprintf("%c names a side that already has a castling right", letter)
	}
	return rook, ""
}

// enPassant reads the en passant square.
func (r *fenReader) enPassant() *FENError {
	got := r.fields[fenEnPassant]
	if got.text == "-" || got.text == "" {
		return nil
	}
	sq, err := ParseSquare(got.text)
	if err != nil {
		return r.mend(r.fault(fenEnPassant, got.offset, "%q is not a square", abridged(got.text)))
	}
	if reason := r.p.whyNoDoubleStep(sq); reason != "" && !r.placing {
		return r.mend(r.fault(fenEnPassant, got.offset, "%s", reason))
	}
	r.p.state |= state(sq) << statePassed
	return nil
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

// clocks reads the halfmove clock and the fullmove number.
func (r *fenReader) clocks() *FENError {
	halfmoves, err := r.clock(fenHalfmoveClock, 0)
	if err != nil {
		return err
	}
	number, err := r.clock(fenFullmoveNumber, 1)
	r.p.state |= state(halfmoves)<<stateHalfmoveClock | state(number)<<stateFullmoveNumber
	return err
}

// clock reads a number that is at least low. If the field is missing, the number is low.
func (r *fenReader) clock(field fenField, low uint16) (uint16, *FENError) {
	got := r.fields[field]
	if got.text == "" {
		return low, nil
	}
	n, err := strconv.ParseUint(got.text, 10, 16)
	if n < uint64(low) && err == nil && !r.repairing {
		return low, nil // many programs write 0 for the number of the first move
	}
	if n < uint64(low) || err != nil {
		return low, r.mend(r.fault(field, got.offset, "%q is not a number from %d to 65535", abridged(got.text), low))
	}
	return uint16(n), nil
}

// check makes sure that the side that has just moved is not in check.
func (r *fenReader) check() *FENError {
	if reason := r.p.whyWrongTurn(); reason != "" {
		return r.fault(fenTurn, r.fields[fenTurn].offset, "%s", reason)
	}
	return nil
}

// A FENFormat holds the choices in writing a FEN. The zero value is the form of [Position.FEN].
type FENFormat struct {
	// DoubleStep writes the en passant square after every double step, as the PGN standard says,
	// not only if a legal capture exists.
	DoubleStep bool `json:"doubleStep"`
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

// AppendFEN appends the FEN of p in the chosen form to b and returns the extended slice.
func (p Position) AppendFEN(b []byte, format FENFormat) []byte { return p.appendFEN(b, format) }

func (p *Position) appendFEN(b []byte, format FENFormat) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			piece := p.PieceAt(Square(8*rank + file))
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, pieceLetters[piece&15])
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	b = append(b, ' ', "wb"[p.Turn()&1], ' ')
	b = p.appendCastling(b, format)
	b = append(b, ' ')
	enPassant := p.EnPassant()
	if format.DoubleStep {
		enPassant = p.doubleStep()
	}
	b = append(b, enPassant.String()...)
	b = strconv.AppendInt(append(b, ' '), int64(p.HalfmoveClock()), 10)
	return strconv.AppendInt(append(b, ' '), int64(p.FullmoveNumber()), 10)
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
			if format.Shredder || !p.outermost(rook, c, w) {
				letter = 'A' + byte(rook.File())
			}
			b = append(b, letter|byte(c)<<5)
		}
	}
	return b
}

// outermost reports whether no rook of c's stands further out than rook on its wing.
func (p *Position) outermost(rook Square, c Color, w Wing) bool {
	rooks := p.Pieces(c, Rook) & backRank(c)
	if w == Queenside {
		return rooks.First() == rook
	}
	return rooks.last() == rook
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
