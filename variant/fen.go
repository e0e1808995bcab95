package variant

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/shakki/chess"
)

// ParseFEN parses a position of v in Forsyth–Edwards Notation. It reads what [chess.ParseFEN] reads, and
// besides:
//
//   - the pieces in hand in brackets after the placement, or as a ninth rank: "…/RNBQKBNR[QNp] w" and
//     "…/RNBQKBNR/QNp w";
//   - a tilde after each promoted piece: "Q~";
//   - the checks that White and Black must still give, or have given, before the clocks or after them:
//     "3+3" and "+0+0".
//
// Fields may be missing at the end. Then White is to move, nothing is in hand, no check has been given, and
// the clocks are 0 and 1. The error is a [*chess.FENError] for what the rules of v do not allow, and for a
// variant that does not exist. A position in which the game is over is valid.
func ParseFEN(v Variant, fen string) (Position, error) {
	r := fenReader{fen: fen, p: Position{variant: v}}
	if !v.isValid() {
		return Position{}, r.fault("variant", 0, "%v is not a variant", v)
	}
	if err := r.read(); err != nil {
		return Position{}, err
	}
	return r.p, nil
}

// MustParseFEN calls [ParseFEN] and panics on error. It is intended for tests and constants.
func MustParseFEN(v Variant, fen string) Position {
	p, err := ParseFEN(v, fen)
	if err != nil {
		panic(err)
	}
	return p
}

// A fenReader reads one FEN. It takes away what package chess does not know and remembers where that was.
type fenReader struct {
	fen     string
	plain   []byte // the FEN without the extensions
	offsets []int  // of the bytes of plain in fen
	fields  []int  // the offsets of the fields of plain in fen
	checks  bool   // the text has checks
	p       Position
}

// fault returns the error at the given offset of the whole text.
func (r *fenReader) fault(field string, offset int, format string, args ...any) *chess.FENError {
	return &chess.FENError{FEN: r.fen, Field: field, Offset: offset, Detail: fmt.Sprintf(format, args...)}
}

// bad returns the error in one of the first four fields.
func (r *fenReader) bad(n int, format string, args ...any) *chess.FENError {
	names := [...]string{"piece placement", "side to move", "castling", "en passant"}
	offset := len(r.fen)
	if n < len(r.fields) {
		offset = r.fields[n]
	}
	return r.fault(names[n], offset, format, args...)
}

const (
	handField   = "hand"
	checksField = "checks"
)

// read reads the whole FEN.
func (r *fenReader) read() error {
	rules := r.p.rules()
	for c := range 2 {
		r.p.hands = r.p.hands.plus(chess.Color(c), chess.Pawn, rules.checks)
	}
	if err := r.split(rules); err != nil {
		return err
	}
	setup, err := chess.ParseSetup(string(r.plain))
	if e, ok := err.(*chess.FENError); ok {
		return r.fault(e.Field, r.offset(e.Offset), "%s", e.Detail)
	}
	for _, step := range [...]func(*fenReader, *chess.Setup) *chess.FENError{
		(*fenReader).placement, (*fenReader).hand, (*fenReader).castling, (*fenReader).passed,
	} {
		if err := step(r, &setup); err != nil {
			return err
		}
	}
	if reason := r.p.whyWrongTurn(rules); reason != "" {
		return r.bad(1, "%s", reason)
	}
	return nil
}

// offset returns the offset in the whole text of the given one in the plain text.
func (r *fenReader) offset(plain int) int {
	if plain < len(r.offsets) {
		return r.offsets[plain]
	}
	return len(r.fen)
}

// split divides the text into the fields that package chess knows and the others.
func (r *fenReader) split(rules *rules) *chess.FENError {
	for at := 0; at < len(r.fen); {
		end := strings.IndexByte(r.fen[at:], ' ')
		if end < 0 {
			end = len(r.fen) - at
		}
		end += at
		field := r.fen[at:end]
		switch {
		case len(r.fields) == 0:
			r.fields = append(r.fields, at)
			if err := r.splitPlacement(end); err != nil {
				return err
			}
		case len(r.fields) >= 4 && strings.IndexByte(field, '+') >= 0 && rules.checks > 0 && !r.checks:
			if err := r.readChecks(field, at, rules.checks); err != nil {
				return err
			}
			at = end + 1
			continue
		default:
			r.fields = append(r.fields, at)
			r.keep(at, end)
		}
		r.keep(end, min(end+1, len(r.fen)))
		at = end + 1
	}
	return nil
}

// keep appends a part of the text to the plain text.
func (r *fenReader) keep(from, to int) {
	for i := from; i < to; i++ {
		r.plain, r.offsets = append(r.plain, r.fen[i]), append(r.offsets, i)
	}
}

// splitPlacement reads the first field, which ends at end: the pieces, the marks of promoted ones, and the
// hands.
func (r *fenReader) splitPlacement(end int) *chess.FENError {
	text := r.fen[:end]
	pieces, hands := end, end // where they end and begin
	if i := strings.IndexByte(text, '['); i >= 0 {
		pieces, hands = i, i+1
		if !strings.HasSuffix(text, "]") {
			return r.fault(handField, end, "the bracket is not closed")
		}
		end--
	} else if strings.Count(text, "/") == 8 {
		pieces = strings.LastIndexByte(text, '/')
		hands = pieces + 1
	}
	if pieces != hands && !r.p.rules().drops {
		return r.fault(handField, pieces, "there are no pieces in hand in %v", r.p.variant)
	}
	square := 0
	for i := range pieces {
		switch c := text[i]; {
		case c == '/': // every rank has eight squares, or the FEN is refused
		case '1' <= c && c <= '8':
			square += int(c - '0')
		case c == '~' && square > 0 && r.p.rules().drops:
			r.p.promoted |= (chess.Square(square-1) ^ 56).Bitboard()
			continue
		default:
			square++
		}
		r.keep(i, i+1)
	}
	return r.readHands(hands, end)
}

// readHands reads the pieces in hand between two offsets.
func (r *fenReader) readHands(from, to int) *chess.FENError {
	for i := from; i < to; i++ {
		piece, err := chess.ParsePiece(r.fen[i : i+1])
		switch t := piece.Type(); {
		case r.fen[i] == '-' && to == from+1:
		case err != nil:
			return r.fault(handField, i, "%q is not a piece", r.fen[i])
		case t == chess.King:
			return r.fault(handField, i, "a king cannot be in hand")
		case r.p.hands.has(piece.Color(), t) == 62:
			return r.fault(handField, i, "more pieces than squares")
		default:
			r.p.hands = r.p.hands.plus(piece.Color(), t, 1)
		}
	}
	return nil
}

// readChecks reads the checks that are left, such as "3+3", or that have been given, such as "+0+0".
func (r *fenReader) readChecks(text string, at, limit int) *chess.FENError {
	given := strings.HasPrefix(text, "+")
	white, black, _ := strings.Cut(strings.TrimPrefix(text, "+"), "+")
	r.p.hands, r.checks = 0, true
	for c, number := range [...]string{white, black} {
		n, err := strconv.ParseUint(number, 10, 8)
		if err != nil || int(n) > limit {
			return r.fault(checksField, at, "%q is not two numbers from 0 to %d, such as %d+%d or +0+0", text, limit, limit, limit)
		}
		left := int(n)
		if given {
			left = limit - left
		}
		r.p.hands = r.p.hands.plus(chess.Color(c), chess.Pawn, left)
	}
	return nil
}

// placement sets the pieces, the turn, and the clocks.
func (r *fenReader) placement(s *chess.Setup) *chess.FENError {
	rules, p := r.p.rules(), &r.p
	for sq, piece := range s.Board {
		p.put(piece, chess.Square(sq))
	}
	p.state = state(s.Turn)<<stateTurn | state(s.HalfmoveClock)<<stateHalfmoveClock | state(s.FullmoveNumber)<<stateFullmoveNumber
	misplaced := p.pawns() & promotes
	if rules.kingless {
		misplaced &^= rank1 &^ p.black
	}
	switch {
	case p.occupied() == 0:
		return r.bad(0, "there are no pieces")
	case misplaced != 0:
		return r.bad(0, "a pawn cannot stand on %v", misplaced.First())
	case rules.noPawns && p.pawns() != 0:
		return r.bad(0, "there are no pawns in %v", p.variant)
	case p.promoted&^p.occupied() != 0 || p.promoted&(p.pawns()|p.kings()) != 0:
		return r.bad(0, "%v has no piece that can have been promoted", (p.promoted &^ (p.occupied() &^ p.pawns() &^ p.kings())).First())
	}
	if reason := p.whyWrongKings(rules, s.Turn); reason != "" {
		return r.bad(0, "%s", reason)
	}
	return nil
}

// whyWrongKings returns why the rules do not allow the kings on the board, or "" if they do.
func (p *Position) whyWrongKings(r *rules, turn chess.Color) string {
	if r.commonKings {
		return ""
	}
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		switch n := (p.kings() & p.byColor(c)).Count(); {
		case n > 1:
			return colorName(c) + " has two kings"
		case r.kingless && c == chess.White && n == 1:
			return "White has a king"
		case n == 0 && !(r.kingless && c == chess.White) && !(r.explodes && c == turn):
			return colorName(c) + " has no king"
		}
	}
	return ""
}

// colorName returns "White" or "Black".
func colorName(c chess.Color) string { return [...]string{"White", "Black"}[c&1] }

// hand checks the number of pieces in hand.
func (r *fenReader) hand(*chess.Setup) *chess.FENError {
	if !r.p.rules().drops {
		return nil
	}
	n := r.p.occupied().Count()
	for h := r.p.hands; h != 0; h >>= 6 {
		n += int(h & 63)
	}
	if n > 64 {
		return r.fault(handField, r.fields[0], "%d pieces on the board and in hand, more than squares", n)
	}
	return nil
}

// castling sets the castling rights.
func (r *fenReader) castling(s *chess.Setup) *chess.FENError {
	p := &r.p
	if s.Castling != 0 && p.rules().noCastling {
		return r.bad(2, "there is no castling in %v", p.variant)
	}
	for rook := range s.Castling.Squares() {
		c := chess.White
		if rook.Rank() > 3 {
			c = chess.Black
		}
		king := p.king(c)
		switch {
		case p.pieceAt(rook) != chess.Rook.Of(c):
			return r.bad(2, "%s has no rook on %v", colorName(c), rook)
		case !backRank(c).Has(king):
			return r.bad(2, "%s's king is not on its first rank", colorName(c))
		case p.castlingRook(c, wingOf(king, rook)) != chess.NoSquare:
			return r.bad(2, "two castling rooks on the same side of %s's king", colorName(c))
		}
		p.state |= state(rook.Bitboard())
	}
	p.setChess960(s.Chess960)
	return nil
}

// setChess960 makes IsChess960 report true if on is set and a castling right is left.
func (p *Position) setChess960(on bool) {
	if on && p.state&stateCastling != 0 {
		p.state |= stateChess960
	}
}

// standardRights reports whether all castling rights are those of standard chess: kings on the e-file,
// rooks in the corners.
func (p *Position) standardRights() bool {
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		rooks := p.Castling() & backRank(c)
		if rooks&^(fileA|fileH) != 0 || rooks != 0 && p.king(c).File() != chess.E1.File() {
			return false
		}
	}
	return true
}

// passed sets the en passant square if a capture is legal there.
func (r *fenReader) passed(s *chess.Setup) *chess.FENError {
	p, passed := &r.p, s.EnPassant
	if passed == chess.NoSquare {
		return nil
	}
	them := p.turn().Other()
	switch {
	case relativeRank(them, passed) != 2:
		return r.bad(3, "%s cannot have just moved a pawn over %v", colorName(them), passed)
	case p.pieceAt(passed^8) != chess.Pawn.Of(them):
		return r.bad(3, "%s has no pawn on %v", colorName(them), passed^8)
	case p.occupied().Has(passed):
		return r.bad(3, "%v is occupied", passed)
	case p.occupied().Has(passed ^ 24):
		return r.bad(3, "%v is occupied", passed^24)
	}
	p.state |= state(passed) << statePassed
	if !p.hasEnPassant() {
		p.state &^= stateEnPassant
	}
	return nil
}

// whyWrongTurn returns why the side to move cannot be to move, or "" if it can: the opponent must not be in
// check, unless captures explode, and in variants that forbid checks, neither must the side to move.
func (p *Position) whyWrongTurn(r *rules) string {
	us := p.turn()
	them := us.Other()
	switch {
	case r.commonKings || r.explodes:
	case p.attackers(p.king(them), p.occupied(), p.byColor(us)) != 0:
		return fmt.Sprintf("%s is in check, but it is %s's turn", colorName(them), colorName(us))
	case r.noChecks && p.Checkers() != 0:
		return fmt.Sprintf("%s is in check, which %v forbids", colorName(us), p.variant)
	}
	return ""
}

// FEN returns p in Forsyth–Edwards Notation. The en passant square is written only if a legal capture
// exists. A castling right is K or Q, or the letter of the file of the rook if another rook stands farther
// out (X-FEN). Pieces in hand are written in brackets, promoted pieces with a tilde, and the checks that are
// left before the clocks: "3+3".
func (p Position) FEN() string {
	var buffer [112]byte
	return string(p.appendFEN(buffer[:0], false))
}

// String returns the FEN of p.
func (p Position) String() string { return p.FEN() }

// appendFEN appends the FEN of p, with castling rights as the letters of files if shredder is set.
func (p *Position) appendFEN(b []byte, shredder bool) []byte {
	r := p.rules()
	b = p.appendPlacement(b)
	if r.drops {
		b = p.appendHands(append(b, '['))
		b = append(b, ']')
	}
	b = append(b, ' ', "wb"[p.turn()], ' ')
	b = p.appendCastling(b, shredder)
	b = append(append(b, ' '), p.EnPassant().String()...)
	if r.checks > 0 {
		b = strconv.AppendInt(append(b, ' '), int64(p.hands.has(chess.White, chess.Pawn)), 10)
		b = strconv.AppendInt(append(b, '+'), int64(p.hands.has(chess.Black, chess.Pawn)), 10)
	}
	b = strconv.AppendInt(append(b, ' '), int64(p.HalfmoveClock()), 10)
	return strconv.AppendInt(append(b, ' '), int64(p.number()), 10)
}

// appendPlacement appends the pieces on the board.
func (p *Position) appendPlacement(b []byte) []byte {
	for i := range 64 {
		s := chess.Square(i ^ 56)
		last := len(b) - 1
		switch piece := p.pieceAt(s); {
		case piece != chess.NoPiece:
			b = append(b, piece.String()...)
			if p.promoted.Has(s) {
				b = append(b, '~')
			}
		case i%8 > 0 && b[last] <= '8':
			b[last]++
		default:
			b = append(b, '1')
		}
		if i%8 == 7 && i < 63 {
			b = append(b, '/')
		}
	}
	return b
}

// appendHands appends the pieces in hand, White's first, from queens to pawns.
func (p *Position) appendHands(b []byte) []byte {
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		for t := chess.Queen; t >= chess.Pawn; t-- {
			for range p.hands.has(c, t) {
				b = append(b, t.Of(c).String()...)
			}
		}
	}
	return b
}

// appendCastling appends the castling field.
func (p *Position) appendCastling(b []byte, shredder bool) []byte {
	if p.state&stateCastling == 0 {
		return append(b, '-')
	}
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		for w, letter := range [...]byte{chess.Kingside: 'K', chess.Queenside: 'Q'} {
			rook := p.castlingRook(c, chess.Wing(w))
			if rook == chess.NoSquare {
				continue
			}
			outer := chess.Between(p.king(c), rook) | rook.Bitboard() | p.king(c).Bitboard()
			beyond := backRank(c) &^ outer & p.Pieces(c, chess.Rook)
			west := rook.Bitboard() - 1
			if w == int(chess.Queenside) && beyond&west != 0 || w == int(chess.Kingside) && beyond&^west != 0 || shredder {
				letter = 'A' + byte(rook.File())
			}
			b = append(b, letter|byte(c)<<5)
		}
	}
	return b
}

// MarshalText implements [encoding.TextMarshaler] with the name of the variant for engines and the FEN, such
// as "atomic rnbqkbnr/…". The castling rights are in Shredder form where K and Q would not tell that
// IsChess960 holds. The zero Position is written as "".
func (p Position) MarshalText() ([]byte, error) {
	if p.occupied() == 0 {
		return []byte{}, nil
	}
	return p.appendFEN([]byte(p.variant.UCI()+" "), p.IsChess960() && p.standardRights()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that MarshalText writes.
func (p *Position) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = Position{}
		return nil
	}
	name, fen, _ := strings.Cut(string(text), " ")
	v, err := ParseVariant(name)
	if err != nil {
		return err
	}
	q, err := ParseFEN(v, fen)
	if err == nil {
		*p = q
	}
	return err
}

// Chess960Start returns the start position of v with the given number of Chess960, from 0 to 959. The error
// is a [*chess.ParseError] for other numbers, and for [RacingKings], whose start positions have no numbers.
func Chess960Start(v Variant, number int) (Position, error) {
	start, err := chess.Chess960Start(number)
	if err != nil {
		return Position{}, err
	}
	if !v.isValid() || v.rules().noPawns {
		return Position{}, &chess.ParseError{Kind: "variant", Text: v.String(), Want: "one with Chess960 start positions"}
	}
	back, _, _ := strings.Cut(start.FEN(), "/")
	fen := strings.NewReplacer("rnbqkbnr", back, "RNBQKBNR", strings.ToUpper(back)).Replace(v.rules().start)
	p, err := ParseFEN(v, fen)
	p.setChess960(true)
	return p, err
}
