package chess

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A FENField names a field of a FEN.
type FENField uint8

// The fields of a FEN in their order, and what may wrongly follow them.
const (
	FENPlacement FENField = iota
	FENTurn
	FENCastling
	FENEnPassant
	FENHalfmoveClock
	FENFullmoveNumber
	FENTrailing
)

var fenFieldNames = [...]string{
	"piece placement", "side to move", "castling", "en passant",
	"half-move clock", "full-move number", "trailing text",
}

// ParseFENField parses the form that [FENField.String] writes: "castling". The
// error is a [*ParseError].
func ParseFENField(s string) (FENField, error) {
	return parseName[FENField]("FEN field", fenFieldNames[:], s)
}

// String returns the name of the field: "castling".
func (f FENField) String() string {
	if int(f) < len(fenFieldNames) {
		return fenFieldNames[f]
	}
	return fmt.Sprintf("FENField(%d)", uint8(f))
}

// AppendText implements [encoding.TextAppender] with the form of [FENField.String].
func (f FENField) AppendText(b []byte) ([]byte, error) {
	return appendName(b, "FEN field", fenFieldNames[:], f)
}

// MarshalText implements [encoding.TextMarshaler].
func (f FENField) MarshalText() ([]byte, error) { return f.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseFENField].
func (f *FENField) UnmarshalText(text []byte) error { return unmarshal(f, text, ParseFENField) }

// A FENError reports why a text is not the FEN of a playable position.
type FENError struct {
	FEN    string   // the text
	Field  FENField // in which the fault is
	Offset int      // of the fault, in bytes from the start of FEN
	Reason string   // "rank 5 has 9 squares"
}

// Error quotes the text, shortened if long, and says where it is wrong and why.
func (e *FENError) Error() string {
	return fmt.Sprintf("chess: FEN %q: %v, offset %d: %s", abridged(e.FEN), e.Field, e.Offset, e.Reason)
}

// abridged shortens an overlong text for an error message.
func abridged(s string) string {
	const limit = 120
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}

// printable puts U+FFFD in the place of what cannot be printed, line breaks and
// invalid UTF-8 included, in a text that a message is to show without quotes.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// A FENRepair tells what [RepairFEN] changed: where, and why.
type FENRepair struct {
	Field  FENField // in which the fault is
	Offset int      // of the fault, in bytes from the start of the text
	Reason string   // "no rook for Q"
}

// String returns the repair as "castling, offset 30: no rook for Q".
func (r FENRepair) String() string {
	return fmt.Sprintf("%v, offset %d: %s", r.Field, r.Offset, r.Reason)
}

// ParseFEN parses a position in Forsyth–Edwards Notation (PGN standard 16.1).
//
// The castling field may be that of standard FEN, X-FEN (K and Q stand for the
// outermost rook on that side of the king) or Shredder-FEN (the letters of the
// rooks' files). The two clocks may be left out together; they are then 0 and
// 1. One space separates the fields; spaces at the end are ignored.
//
// ParseFEN is strict: what cannot be played on is refused with a [*FENError],
// which names the field, the offset and the reason. Refused are a board that is
// not 8×8, a side without exactly one king, pawns on the first or last rank, a
// check against the side not to move, a castling right without its king or
// rook, an en passant square that no double step can have left, clocks that are
// no number from 0 (the move number: 1) to 65535, and text after the last
// field. A position that is playable but could not have arisen in a game is
// accepted; [Position.Problems] tells. [RepairFEN] is the forgiving way in.
func ParseFEN(fen string) (Position, error) {
	r := fenReader{fen: fen}
	return r.read()
}

// MustParseFEN is [ParseFEN] for texts known to be right; it panics on others.
func MustParseFEN(fen string) Position { return must(ParseFEN(fen)) }

// RepairFEN parses a FEN like [ParseFEN], but repairs what does not touch the
// pieces and reports each repair: impossible castling rights and en passant
// squares are dropped, bad clocks become 0 and 1, superfluous spaces and trailing
// text are ignored. Missing fields, of which the first is reported, stand for
// White to move, no rights, no en passant square and the clocks 0 and 1. When a
// castling right is impossible, the field is not taken for X-FEN: K and Q then
// stand for the corner rooks of a king on the e-file only. Faults in the
// placement of the pieces, and a check against the side not to move, remain
// errors.
func RepairFEN(fen string) (Position, []FENRepair, error) {
	r := fenReader{fen: fen, repairing: true}
	p, err := r.read()
	return p, r.repairs, err
}

// A fenReader reads one FEN. The methods that read a field return nil or a
// *FENError; with repairing set they note a repair instead where they can.
type fenReader struct {
	fen       string
	repairing bool
	repairs   []FENRepair
	fields    [FENTrailing + 1]fenText
	p         Position
}

// A fenText is a field's text and its offset.
type fenText struct {
	string
	offset int
}

func (r *fenReader) read() (Position, error) {
	for _, step := range [...]func(*fenReader) *FENError{
		(*fenReader).split, (*fenReader).placement, (*fenReader).turn, (*fenReader).castling,
		(*fenReader).enPassant, (*fenReader).clocks, (*fenReader).check,
	} {
		if err := step(r); err != nil {
			return Position{}, err
		}
	}
	p := &r.p
	p.hash = p.placementKey()
	if p.passed() != 0 {
		p.setEnPassant()
	}
	return *p, nil
}

// fault returns the error for a fault at an offset of the whole text.
func (r *fenReader) fault(field FENField, offset int, format string, args ...any) *FENError {
	return &FENError{r.fen, field, offset, fmt.Sprintf(format, args...)}
}

// mend notes the fault as repaired and returns nil, or returns it if r does not
// repair.
func (r *fenReader) mend(err *FENError) *FENError {
	if !r.repairing {
		return err
	}
	r.repairs = append(r.repairs, FENRepair{err.Field, err.Offset, err.Reason})
	return nil
}

// split cuts the text into its fields.
func (r *fenReader) split() *FENError {
	text := strings.TrimRight(r.fen, " ")
	field := FENPlacement
	if r.repairing {
		text = strings.TrimRight(r.fen, " \t\r\n")
		if i := strings.IndexAny(r.fen, "\t\r\n"); i >= 0 {
			r.mend(r.fault(FENTrailing, i, "white space other than spaces"))
		}
	}
	for offset := 0; offset < len(text); {
		rest := text[offset:]
		if field == FENTrailing {
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
			offset++
			continue
		case n < 0:
			n = len(rest)
		}
		r.fields[field] = fenText{rest[:n], offset}
		field++
		offset += n + 1
	}
	if FENTurn <= field && field <= FENEnPassant || field == FENFullmoveNumber {
		return r.mend(r.fault(field, len(text), "missing"))
	}
	if field == FENPlacement {
		return r.fault(field, 0, "missing")
	}
	return nil
}

// placement reads the pieces.
func (r *fenReader) placement() *FENError {
	text := r.fields[FENPlacement].string
	base := r.fields[FENPlacement].offset
	rank, file := 7, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '/':
			if file != 8 {
				return r.fault(FENPlacement, base+i, "rank %d has %d squares", rank+1, file)
			}
			if rank == 0 {
				return r.fault(FENPlacement, base+i, "more than 8 ranks")
			}
			rank, file = rank-1, 0
			continue
		case '1' <= c && c <= '8':
			if i > 0 && '1' <= text[i-1] && text[i-1] <= '8' {
				return r.fault(FENPlacement, base+i, "two digits in a row")
			}
			file += int(c - '0')
		default:
			piece := pieceOf(c)
			if piece == NoPiece {
				return r.fault(FENPlacement, base+i, "%s is no piece", quoteFirst(text[i:]))
			}
			if file < 8 {
				if err := r.place(piece, Square(8*rank+file), base+i); err != nil {
					return err
				}
			}
			file++
		}
		if file > 8 {
			return r.fault(FENPlacement, base+i, "rank %d has more than 8 squares", rank+1)
		}
	}
	if file != 8 {
		return r.fault(FENPlacement, base+len(text), "rank %d has %d squares", rank+1, file)
	}
	if rank != 0 {
		return r.fault(FENPlacement, base+len(text), "only %d ranks", 8-rank)
	}
	for _, c := range []Color{White, Black} {
		if r.p.Pieces(c, King) == 0 {
			return r.fault(FENPlacement, base, "%v has no king", c.name())
		}
	}
	return nil
}

// quoteFirst quotes the first character of s.
func quoteFirst(s string) string {
	for _, c := range s {
		return strconv.QuoteRune(c)
	}
	return "''"
}

// place puts a piece on the board unless no position can have it there.
func (r *fenReader) place(piece Piece, s Square, offset int) *FENError {
	switch {
	case piece.Type() == Pawn && promotes.Has(s):
		return r.fault(FENPlacement, offset, "pawn on %v", s)
	case piece.Type() == King && r.p.Pieces(piece.Color(), King) != 0:
		return r.fault(FENPlacement, offset, "%s has two kings", piece.Color().name())
	}
	r.p.put(piece, s)
	return nil
}

// turn reads the side to move.
func (r *fenReader) turn() *FENError {
	text := r.fields[FENTurn]
	switch text.string {
	case "w", "":
		return nil
	case "b":
		r.p.state |= stateBlack
		return nil
	case "W", "B":
		if text.string == "B" {
			r.p.state |= stateBlack
		}
		return r.mend(r.fault(FENTurn, text.offset, "%q in upper case", text.string))
	}
	return r.fault(FENTurn, text.offset, "%q is neither w nor b", abridged(text.string))
}

// castling reads the castling rights.
func (r *fenReader) castling() *FENError {
	text := r.fields[FENCastling]
	if text.string == "-" || text.string == "" {
		return nil
	}
	if r.repairing && !r.castlingFits() {
		return r.repairCastling()
	}
	for i := range len(text.string) {
		rook, reason := r.castlingRook(text.string[i])
		switch reason {
		case "":
		case notARight:
			return r.fault(FENCastling, text.offset+i, "%s is %s", quoteFirst(text.string[i:]), reason)
		default:
			return r.fault(FENCastling, text.offset+i, "%s", reason)
		}
		r.addRight(rook, text.string[i])
	}
	return nil
}

// castlingFits reports whether every castling right of the field is possible.
func (r *fenReader) castlingFits() bool {
	before := r.p
	defer func() { r.p = before }()
	text := r.fields[FENCastling].string
	for i := range len(text) {
		rook, reason := r.castlingRook(text[i])
		if reason != "" {
			return false
		}
		r.addRight(rook, text[i])
	}
	return true
}

// repairCastling reads the castling rights that are possible and notes the
// others.
func (r *fenReader) repairCastling() *FENError {
	text := r.fields[FENCastling]
	for i, c := range text.string {
		rook, reason := NoSquare, notARight
		if c <= 127 {
			rook, reason = r.castlingRook(byte(c))
		}
		switch {
		case reason == notARight:
			reason = fmt.Sprintf("%s is %s", quoteFirst(text.string[i:]), reason)
		case reason == "" && strings.ContainsRune("KQkq", c) && !r.isCorner(rook):
			reason = fmt.Sprintf("no rook in the corner for %c", c)
		}
		if reason == "" {
			r.addRight(rook, byte(c))
		} else {
			r.mend(r.fault(FENCastling, text.offset+i, "%s", reason))
		}
	}
	return nil
}

// isCorner reports whether a rook on s castles as in standard chess.
func (r *fenReader) isCorner(s Square) bool {
	return s&^56 == A1 && r.kingFile(s) == FileE || s&^56 == H1 && r.kingFile(s) == FileE
}

// kingFile returns the file of the king whose colour castles on s's rank.
func (r *fenReader) kingFile(s Square) File { return r.p.King(Color(s >> 5)).File() }

// addRight adds the right to castle with the given rook, named by letter.
func (r *fenReader) addRight(rook Square, letter byte) {
	p := &r.p
	p.state |= state(rook.Bitboard())
	shredder := letter|0x20 <= 'h'
	if shredder || !p.standardRights() {
		p.state |= stateChess960
	}
}

// notARight is the reason for a letter that means nothing in the castling field.
const notARight = "no castling right"

// castlingRook returns the rook that a letter of the castling field means, or
// the reason why there is none.
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
		rooks = rooks.Last().Bitboard()
	case lower == 'q':
		rooks &= west
	case lower <= 'h':
		rooks &= File(lower - 'a').Bitboard()
	default:
		return NoSquare, notARight
	}
	switch {
	case !home.Has(king):
		return NoSquare, fmt.Sprintf("%s's king is not on its first rank, as %c demands", c.name(), letter)
	case rooks == 0:
		return NoSquare, fmt.Sprintf("no rook for %c", letter)
	}
	rook := rooks.First()
	wing := home & west
	if rook > king {
		wing = home &^ west
	}
	if p.Castling()&wing != 0 {
		return NoSquare, fmt.Sprintf("%c repeats the right to castle on one side", letter)
	}
	return rook, ""
}

// enPassant reads the en passant square.
func (r *fenReader) enPassant() *FENError {
	text := r.fields[FENEnPassant]
	if text.string == "-" || text.string == "" {
		return nil
	}
	sq, err := ParseSquare(text.string)
	if err != nil {
		return r.mend(r.fault(FENEnPassant, text.offset, "%q is no square", abridged(text.string)))
	}
	if reason := r.p.whyNoDoubleStep(sq); reason != "" {
		return r.mend(r.fault(FENEnPassant, text.offset, "%s", reason))
	}
	r.p.state |= state(sq) << statePassed
	return nil
}

// whyNoDoubleStep returns why the last move cannot have been a double step over
// the valid square passed, "" if it can.
func (p *Position) whyNoDoubleStep(passed Square) string {
	them := p.Turn().Other()
	if passed.Rank().RelativeTo(them) != Rank3 {
		return fmt.Sprintf("no double step of %s's passes over %v", them.name(), passed)
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
	// Before the step it was the other side's turn, so the king now to move
	// was not in check then: no slider was in sight of it that the pawn now
	// blocks, and no knight, for its checks cannot be discovered.
	king := p.King(p.Turn())
	enemies := p.ByColor(them)
	now := p.Occupied()
	before := now&^to.Bitboard() | from.Bitboard()
	uncovered := p.attackersTo(king, before) &^ p.attackersTo(king, now) & enemies
	if knights := knightAttacks[king] & p.knights() & enemies; knights != 0 {
		uncovered |= knights
	}
	if uncovered != 0 {
		return fmt.Sprintf("before the double step the piece on %v gave check already", uncovered.First())
	}
	return ""
}

// clocks reads the half-move clock and the full-move number.
func (r *fenReader) clocks() *FENError {
	halfmoves, err := r.clock(FENHalfmoveClock, 0)
	if err != nil {
		return err
	}
	number, err := r.clock(FENFullmoveNumber, 1)
	r.p.state |= state(halfmoves)<<stateHalfmoveClock | state(number)<<stateFullmoveNumber
	return err
}

// clock reads a number not less than low, which is also its value if missing.
func (r *fenReader) clock(field FENField, low uint16) (uint16, *FENError) {
	text := r.fields[field]
	if text.string == "" {
		return low, nil
	}
	n, err := strconv.ParseUint(text.string, 10, 16)
	if err != nil || n < uint64(low) {
		return low, r.mend(r.fault(field, text.offset, "%q is no number from %d to 65535", abridged(text.string), low))
	}
	return uint16(n), nil
}

// check makes sure that the side which has just moved is not in check.
func (r *fenReader) check() *FENError {
	p := &r.p
	if p.Attackers(p.King(p.Turn().Other()), p.Turn()) != 0 {
		return r.fault(FENTurn, r.fields[FENTurn].offset, "%s is in check and not to move", p.Turn().Other().name())
	}
	return nil
}

// A FENFormat is a set of choices in writing a FEN. The zero value is the form
// of [Position.FEN].
type FENFormat uint8

// The choices in writing a FEN, to be combined by |.
const (
	// FENDoubleStep writes the en passant square after every double step, as
	// the PGN standard says, not only when a legal capture exists.
	FENDoubleStep FENFormat = 1 << iota
	// FENShredder writes castling rights as the letters of the rooks' files.
	FENShredder
)

// FEN returns the position in Forsyth–Edwards Notation. The en passant square
// is given only when a legal capture exists. A castling right is K or Q, and
// the letter of the rook's file when another rook stands further out (X-FEN).
func (p *Position) FEN() string {
	var buffer [92]byte
	return string(p.AppendFEN(buffer[:0], 0))
}

// String returns the FEN of p.
func (p Position) String() string { return p.FEN() }

// AppendFEN appends the FEN of p in the given format to b and returns it.
func (p *Position) AppendFEN(b []byte, format FENFormat) []byte {
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
	if format&FENDoubleStep != 0 {
		enPassant = p.DoubleStep()
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
			rook := p.CastlingRook(c, w)
			if rook == NoSquare {
				continue
			}
			letter := "KQ"[w]
			if format&FENShredder != 0 || !p.outermost(rook, c, w) {
				letter = 'A' + byte(rook.File())
			}
			b = append(b, letter|byte(c)<<5)
		}
	}
	return b
}

// outermost reports whether no rook of c's stands further out than rook on its
// wing.
func (p *Position) outermost(rook Square, c Color, w Wing) bool {
	rooks := p.Pieces(c, Rook) & backRank(c)
	if w == Queenside {
		return rooks.First() == rook
	}
	return rooks.Last() == rook
}

// AppendText implements [encoding.TextAppender] with a FEN from which
// [ParseFEN] gives p again in all it holds: the en passant square stands after
// every double step, and castling rights have the Shredder form where K and Q
// would not tell that the game is Chess960. The zero Position has no text form.
func (p Position) AppendText(b []byte) ([]byte, error) {
	if p.kings() == 0 {
		return b, &ParseError{"position", p.FEN()}
	}
	format := FENDoubleStep
	if p.Chess960() && p.standardRights() {
		format |= FENShredder
	}
	return p.AppendFEN(b, format), nil
}

// MarshalText implements [encoding.TextMarshaler] with the form of
// [Position.AppendText].
func (p Position) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseFEN].
func (p *Position) UnmarshalText(text []byte) error { return unmarshal(p, text, ParseFEN) }

// A Problem is a reason why a position, though playable, cannot have arisen in
// a game.
type Problem uint8

// The problems that [Position.Problems] finds.
const (
	TooManyPieces    Problem = iota // more than 16 of one colour
	TooManyPawns                    // more than 8 of one colour
	TooManyPromoted                 // more promoted pieces than missing pawns
	TooManyCheckers                 // three or more pieces give check
	ImpossibleCheck                 // checks that no last move can have given
	ClockBeforeStart                // the half-move clock exceeds the plies played
	ClockDoubleStep                 // the half-move clock is not 0 after a double step
)

var problemTexts = [...]string{
	"more than 16 pieces of one colour",
	"more than 8 pawns of one colour",
	"more promoted pieces than missing pawns",
	"more than two pieces give check",
	"no last move can have given this check",
	"half-move clock larger than the number of plies played",
	"half-move clock not 0 after a double step",
}

// ParseProblem parses the form that [Problem.String] writes. The error is a
// [*ParseError].
func ParseProblem(s string) (Problem, error) {
	return parseName[Problem]("problem", problemTexts[:], s)
}

// String returns the problem in words.
func (p Problem) String() string {
	if int(p) < len(problemTexts) {
		return problemTexts[p]
	}
	return fmt.Sprintf("Problem(%d)", uint8(p))
}

// AppendText implements [encoding.TextAppender] with the form of [Problem.String].
func (p Problem) AppendText(b []byte) ([]byte, error) {
	return appendName(b, "problem", problemTexts[:], p)
}

// MarshalText implements [encoding.TextMarshaler].
func (p Problem) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseProblem].
func (p *Problem) UnmarshalText(text []byte) error { return unmarshal(p, text, ParseProblem) }

// Problems returns the reasons found why p cannot have arisen in a game, none
// if there are none. It does not find all: whether a position can arise is not
// decided by counting.
func (p *Position) Problems() []Problem {
	var found []Problem
	note := func(problem Problem, is bool) {
		if is {
			found = append(found, problem)
		}
	}
	either := func(is func(Color) bool) bool { return is(White) || is(Black) }
	note(TooManyPieces, either(func(c Color) bool { return p.ByColor(c).Count() > 16 }))
	note(TooManyPawns, either(func(c Color) bool { return p.Pieces(c, Pawn).Count() > 8 }))
	note(TooManyPromoted, either(p.tooManyPromoted))
	checkers := p.Checkers()
	note(TooManyCheckers, checkers.Count() > 2)
	note(ImpossibleCheck, checkers != 0 && checkers.Count() <= 2 && p.impossibleCheck(checkers))
	plies := 2*(p.FullmoveNumber()-1) + int(p.Turn())
	note(ClockBeforeStart, p.HalfmoveClock() > plies)
	note(ClockDoubleStep, p.passed() != 0 && p.HalfmoveClock() != 0)
	return found
}

// tooManyPromoted reports whether c has more promoted pieces than it misses
// pawns. The two bishops of the start stand on squares of different colours,
// so that a second one on squares of one colour is promoted.
func (p *Position) tooManyPromoted(c Color) bool {
	bishops := p.Pieces(c, Bishop)
	promoted := max(p.Pieces(c, Queen).Count()-1, 0) +
		max(p.Pieces(c, Rook).Count()-2, 0) +
		max((bishops&lightSquares).Count()-1, 0) +
		max((bishops&^lightSquares).Count()-1, 0) +
		max(p.Pieces(c, Knight).Count()-2, 0)
	pawns := p.Pieces(c, Pawn).Count()
	return pawns <= 8 && promoted > 8-pawns
}

// impossibleCheck reports whether one or two checkers cannot have come about by
// one move: after a double step, a checker that is neither the pawn nor
// uncovered by it; else two that do not slide, or two on one line with the king.
func (p *Position) impossibleCheck(checkers Bitboard) bool {
	king := p.King(p.Turn())
	if p.passed() != 0 {
		to := p.passed() ^ 8
		before := p.Occupied()&^to.Bitboard() | (to ^ 16).Bitboard()
		return checkers&^to.Bitboard()&p.attackersTo(king, before) != 0
	}
	a, b := checkers.First(), checkers.Last()
	if a == b {
		return false
	}
	sliders := p.diagonalSliders() | p.straightSliders()
	return checkers&sliders == 0 || lines[a&63][b&63].Has(king)
}

// wingOf returns the wing of a castling move.
func wingOf(king, rook Square) Wing {
	if rook < king {
		return Queenside
	}
	return Kingside
}
