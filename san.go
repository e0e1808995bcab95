package chess

import (
	"iter"
	"strings"

	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/santext"
)

// SAN returns m, legal in p or NullMove, in standard algebraic notation as the PGN standard (8.2.3)
// prescribes it for export: "Nf3", "exd6", "Rad1", "e8=Q+", "O-O-O#". The square of origin is given
// as far as needed to tell m from the other legal moves: the file, else the rank, else both.
// NullMove is "--". For other moves the result is meaningless.
func (p Position) SAN(m Move) string {
	var buffer [8]byte
	return string(p.appendSAN(buffer[:0], m, English))
}

// appendSAN appends m, legal in p or NullMove, in the form of [Position.SAN] with the letters of l:
// "Rf3", "e8=D+", and "O-O" in Finnish.
func (p *Position) appendSAN(b []byte, m Move, l Language) []byte {
	if m == NullMove {
		return append(b, "--"...)
	}
	var q Position
	q.SetAfter(p, m)
	return q.appendMark(p.appendUnmarked(b, m, l))
}

// appendMark appends the mark of the move that leads to p: "+" for check, "#" for mate, or nothing.
func (p *Position) appendMark(b []byte) []byte {
	switch {
	case !p.inCheck():
		return b
	case p.hasLegalMove():
		return append(b, '+')
	}
	return append(b, '#')
}

// appendLetter appends the letter of t in l.
func appendLetter(b []byte, t PieceType, l Language) []byte {
	if l == English {
		return append(b, pieceLetters[t&15])
	}
	return append(b, l.Letter(t)...)
}

// appendUnmarked appends m in SAN with the letters of l, without the mark of check or mate.
func (p *Position) appendUnmarked(b []byte, m Move, l Language) []byte {
	from, to := m.From(), m.To()
	if p.isCastling(m) {
		if wingOf(from, to) == Kingside {
			return append(b, "O-O"...)
		}
		return append(b, "O-O-O"...)
	}
	capture := p.isCapture(m)
	if t := p.typeAt(from); t != Pawn {
		b = appendLetter(b, t, l)
		b = p.appendOrigin(b, t, from, to)
	} else if capture {
		b = append(b, 'a'+byte(from.File()))
	}
	if capture {
		b = append(b, 'x')
	}
	b = append(b, 'a'+byte(to.File()), '1'+byte(to.Rank()))
	if t := m.Promotion(); t != NoPieceType {
		b = appendLetter(append(b, '='), t, l)
	}
	return b
}

// appendOrigin appends the file, rank, or square of from if other pieces of type t can legally go
// to the same square.
func (p *Position) appendOrigin(b []byte, t PieceType, from, to Square) []byte {
	others := p.sources(t, to, allSquares.without(from))
	file, rank := byte('a'+from.File()), byte('1'+from.Rank())
	switch {
	case others == 0:
		return b
	case others&from.File().Bitboard() == 0:
		return append(b, file)
	case others&from.Rank().Bitboard() == 0:
		return append(b, rank)
	}
	return append(b, file, rank)
}

// ParseSAN parses a legal move in standard algebraic notation, or NullMove from "--" or another form of a
// pass that records have, such as "Z0". It reads what people write, as readers of PGN do, if
// exactly one legal move fits: the marks x, +, #, = and e.p. may be missing or superfluous, the square
// of origin may be given more fully than needed, castling may be written with zeros or without dashes,
// promotions as e8Q, e8/Q or e8(Q), captures by pawns as ed or ed5, moves in full as Ng1-f3, e2-e4 or
// e2e4, pieces as figurines or in small letters, files in capitals, and dashes and crosses as printers
// set them. A small b is a bishop where no pawn fits, but before a neighboring file, as in bxc3, it is
// always a pawn. ParseSAN ignores space at both ends. The error is a [*MoveError] that matches
// [ErrSyntax], [ErrIllegal] or [ErrAmbiguous]. For a letter of another language, it names the language.
//
// [Position.ParseStrictSAN] accepts only the prescribed form, and [Position.ParseSANIn] other
// languages.
func (p Position) ParseSAN(s string) (Move, error) { return p.parseSAN(s, English) }

// ParseSANIn parses a legal move in SAN with the letters of l, as [Position.ParseSAN] does and with
// the same errors. Text that is not a move in l may have figurines or English letters. A small letter
// is a file if it can be one: Dxe5 is a move of the German queen, dxe5 a move of a pawn. In
// English and Portuguese, where the bishop is a B, a b or B is read as the other where ParseSAN does so.
func (p Position) ParseSANIn(s string, l Language) (Move, error) { return p.parseSAN(s, l) }

// ParseStrictSAN parses a legal move in exactly the form that [Position.SAN] writes. It ignores
// space at both ends. The error is a [*MoveError]. A move that ParseSAN reads in another form is an
// error that matches [ErrSyntax] and shows the standard form.
func (p Position) ParseStrictSAN(s string) (Move, error) { return p.ParseStrictSANIn(s, English) }

// ParseStrictSANIn is [Position.ParseStrictSAN] for the letters of l, as [Position.MoveText] writes
// them.
func (p Position) ParseStrictSANIn(s string, l Language) (Move, error) {
	text := strings.TrimSpace(s)
	m, err := p.parseSAN(text, l)
	if err != nil {
		return NullMove, err
	}
	var buffer [16]byte
	if san := p.appendSAN(buffer[:0], m, l); string(san) != text {
		refusal := p.syntaxError(text, l)
		refusal.Move, refusal.Spelling = m, string(san)
		return NullMove, refusal
	}
	return m, nil
}

// parseSAN parses a move in the letters of l.
func (p *Position) parseSAN(s string, l Language) (Move, error) {
	trimmed := strings.TrimSpace(s)
	if l == English {
		if m, n := p.plainMove(santext.HeadOf(trimmed)); m != NullMove && n == len(trimmed) {
			return m, nil
		}
	}
	if pgntext.PartOf(trimmed).Kind == pgntext.PassWord {
		return p.pass(trimmed)
	}
	if m := p.readMove(trimmed, l); m != NullMove {
		return m, nil
	}
	text, match, ok := p.findSAN(trimmed, l)
	if !ok || len(trimmed) > longestMove {
		return NullMove, p.notSAN(trimmed, l)
	}
	return NullMove, p.refuse(trimmed, &text, match)
}

// longestMove is the length in bytes of the longest text that is read as a move.
const longestMove = 32

// readMove returns the legal move in the first reading of a text that fits exactly one, or NullMove if
// no reading does.
func (p *Position) readMove(text string, l Language) Move {
	for san, l := range readings(text, l) {
		if _, match, _ := p.findSAN(san, l); match.isUnique() {
			return match.move
		}
	}
	return NullMove
}

// isMoveText reports whether text is a move, legal or not, in one of its readings.
func isMoveText(text string, l Language) bool {
	for san, l := range readings(text, l) {
		if _, ok := parseSANText([]byte(san), l); ok {
			return true
		}
	}
	return false
}

// readings yields the forms of a text that may be a move in SAN: the text itself, and the text with its
// unusual characters replaced, in the letters of l, with figurines, and in English if it is not a move in l.
func readings(text string, l Language) iter.Seq2[string, Language] {
	return func(yield func(san string, l Language) bool) {
		if len(text) > longestMove || !yield(text, l) {
			return
		}
		plain := santext.Plain(text)
		if !yield(plain, l) || !yield(plain, Figurines) {
			return
		}
		if _, ok := parseSANText([]byte(plain), l); !ok {
			yield(plain, English)
		}
	}
}

// notSAN returns the error for text that is not a move. If s would be a move with other letters in
// upper case, as "ra6" and "E4" would, the error says how to write it. It also names the languages
// in which s is a move.
func (p *Position) notSAN(s string, l Language) error {
	refusal := p.syntaxError(s, l)
	lower := strings.ToLower(s)
	for _, spelling := range [...]string{lower, strings.ToUpper(lower[:min(1, len(lower))]) + lower[min(1, len(lower)):]} {
		if _, match, _ := p.findSAN(spelling, l); match.isUnique() {
			refusal.Move, refusal.Spelling = match.move, string(p.appendSAN(nil, match.move, l))
		}
	}
	for other := English; other < Figurines && len(s) <= longestMove; other++ {
		if _, match, _ := p.findSAN(s, other); match.isUnique() {
			refusal.Languages = append(refusal.Languages, other)
		}
	}
	return refusal
}

// findSAN returns what the text of a move says and what fits it in one of its readings. If s is not
// the text of a move, ok is false.
func (p *Position) findSAN(s string, l Language) (text sanText, match sanMatch, ok bool) {
	var buffer [16]byte
	if text, ok = parseSANText(append(buffer[:0], s...), l); !ok {
		return text, match, false
	}
	match = p.match(&text)
	if match.from == 0 {
		match = p.matchOther(s, text)
	}
	return text, match, true
}

// A sanMatch is what the text of a move fits in a position.
type sanMatch struct {
	from Bitboard // the squares of the pieces that can legally make the move
	move Move     // the move, if there is one such piece
}

// isUnique reports whether exactly one legal move fits.
func (m sanMatch) isUnique() bool { return m.from != 0 && !m.from.more() }

// match returns what fits the text of a move in its usual reading.
func (p *Position) match(text *sanText) sanMatch {
	switch {
	case text.Castling:
		rook := p.castlingRook(p.Turn(), text.Wing)
		if rook == NoSquare {
			return sanMatch{}
		}
		return p.matchMove(castlingMove(p.King(p.Turn()), rook))
	case text.to == NoSquare:
		return sanMatch{}
	case text.Piece == NoPieceType:
		return p.matchMove(newPromotion(SquareAt(text.File, text.Rank), text.to, text.Promotion))
	}
	from := p.origins(text)
	return sanMatch{from, newPromotion(from.First(), text.to, text.Promotion)}
}

// matchMove returns the match of one move.
func (p *Position) matchMove(m Move) sanMatch {
	if !p.isLegal(m) {
		return sanMatch{}
	}
	return sanMatch{m.From().Bitboard(), m}
}

// origins returns the squares from which a piece of the type that the text names can make the move.
func (p *Position) origins(text *sanText) Bitboard {
	from := text.from()
	onLastRank := text.Piece == Pawn && promotes.Has(text.to)
	switch {
	case onLastRank != (text.Promotion != NoPieceType), text.Promotion == Pawn, text.Promotion == King:
		return 0
	case text.Piece == Pawn:
		return p.pawnSources(text.to, text.Capture, from)
	}
	return p.sources(text.Piece, text.to, from)
}

// matchOther returns what fits the text of a move in its less usual readings: the other
// spelling of castling as a move of the king, a pawn's capture by two files, a bishop for a pawn
// of the b-file, and the reverse.
func (p *Position) matchOther(s string, text sanText) sanMatch {
	switch {
	case text.Castling:
		return sanMatch{}
	case text.to == NoSquare:
		return p.matchFiles(text)
	case text.Piece == NoPieceType:
		castling, _ := p.castlingMeant(newPromotion(SquareAt(text.File, text.Rank), text.to, text.Promotion))
		return p.matchMove(castling)
	}
	other, ok := text.otherB(s)
	if match := p.match(&other); ok && match.isUnique() {
		return match
	}
	return sanMatch{}
}

// matchFiles returns the captures by pawns that fit two files: "ed".
func (p *Position) matchFiles(text sanText) (found sanMatch) {
	for r := firstRank; r <= eighthRank; r++ {
		text.to = SquareAt(text.ToFile, r)
		match := p.match(&text)
		found.from |= match.from
		if match.isUnique() {
			found.move = match.move
		}
	}
	return found
}

// otherB returns the text with a pawn of the b-file for a bishop, or the reverse. People confuse b
// and B where B is the letter of the bishop.
func (t sanText) otherB(s string) (sanText, bool) {
	switch {
	case t.language.Letter(Bishop) != "B":
		return t, false
	case t.Piece == Pawn && t.File == bFile && s[0] == 'b' &&
		t.ToFile != aFile && t.ToFile != cFile: // bxa3 and bxc3 are captures by a pawn
		t.Piece, t.File = Bishop, 8
	case t.Piece == Bishop && t.File > hFile && t.Promotion != NoPieceType:
		t.Piece, t.File, t.Capture = Pawn, bFile, true
	default:
		return t, false
	}
	return t, true
}

// refuse returns the error for a text that fits no legal move, or several.
func (p *Position) refuse(s string, text *sanText, match sanMatch) error {
	refusal := p.illegal(NullMove, s, NoSuchPiece, NoSquare)
	refusal.Language, refusal.Piece, refusal.To = text.language, text.Piece, text.to
	if text.Castling {
		refusal.Why, refusal.By = p.whyNoCastling(text.Wing)
		return refusal
	}
	if match.from.more() {
		refusal.Kind, refusal.Why, refusal.Candidates = ErrAmbiguous, NoIllegalReason, match.from
		return refusal
	}
	from := p.meant(text)
	if from == NoSquare {
		return refusal
	}
	refusal.Move = newPromotion(from, text.target(from, p.Turn()), text.Promotion)
	if text.Piece == NoPieceType {
		refusal.Why, refusal.By = p.whyIllegal(refusal.Move)
		return refusal
	}
	refusal.Why, refusal.By = p.whyNoMove(refusal.Move)
	if castling, ok := p.castlingMeant(refusal.Move); ok && refusal.Why == NotHowItMoves {
		refusal.Spelling = string(p.appendSAN(nil, castling, text.language))
	}
	return refusal
}

// meant returns the square of the piece that an illegal move in SAN means, or NoSquare if there is
// none or it is not clear: the first one that could go there if kings did not matter, or else if
// nothing were in its way, or else the only one of its type.
func (p *Position) meant(text *sanText) Square {
	if text.Piece == NoPieceType {
		return SquareAt(text.File, text.Rank)
	}
	pieces := p.Pieces(p.Turn(), text.Piece) & text.from()
	if text.Piece == Pawn && !text.Capture {
		pieces &= text.to.File().Bitboard()
	}
	blocked := NoSquare
	for s := range pieces.Squares() {
		switch reason, _ := p.whyUnreachable(text.Piece.Of(p.Turn()), s, text.target(s, p.Turn())); {
		case reason == NoIllegalReason:
			return s
		case reason == PathBlocked && blocked == NoSquare:
			blocked = s
		}
	}
	if blocked == NoSquare && (!pieces.more() || pieces.Has(text.to)) {
		return pieces.First()
	}
	return blocked
}

// target returns the square on which the move of a piece of c on s ends: for a capture by two
// files, the one ahead of the pawn.
func (t *sanText) target(s Square, c Color) Square {
	if t.to != NoSquare {
		return t.to
	}
	return SquareAt(t.ToFile, s.Bitboard().forward(c).First().Rank())
}

// plainMove returns the legal move that h begins with in one of the usual forms in English, and the
// length of its text with a sign of check. The move is NullMove if the text has another form, or if
// not exactly one legal move fits. Nearly all moves are written in these forms.
func (p *Position) plainMove(h santext.Head) (m Move, n int) {
	n = h.Word()
	piece, target, origins, capture := h.Move(n)
	to, from := Square(target), Bitboard(origins)
	switch t := PieceType(piece); t {
	case NoPieceType:
		m = p.plainCastling(h, n)
	case Pawn:
		from = p.pawnSources(to, capture, from)
	default:
		from = p.sources(t, to, from)
	}
	if from != 0 && !from.more() {
		m = newMove(from.First(), to)
	}
	if sign := h.At(n); sign == '+' || sign == '#' {
		n++
	}
	return m, n
}

// castlingHeads holds castling to each wing.
var castlingHeads = [...]santext.Head{Kingside: santext.HeadOf("O-O"), Queenside: santext.HeadOf("O-O-O")}

// plainCastling is plainMove for castling, which the first n bytes of h may name.
func (p *Position) plainCastling(h santext.Head, n int) Move {
	for wing, castling := range castlingHeads {
		if h&(1<<(8*n&63)-1) == castling {
			return p.match(&sanText{Text: santext.Text[PieceType, File, Rank, Wing]{Castling: true, Wing: Wing(wing)}}).move
		}
	}
	return NullMove
}

// A sanText holds what the text of a move says.
type sanText struct {
	santext.Text[PieceType, File, Rank, Wing]
	language Language
	to       Square // the target; NoSquare if only its file is given
}

// parseSANText reads the text of a move in the letters of l. It reports whether s has the form of a
// move.
func parseSANText(s []byte, l Language) (sanText, bool) {
	t, ok := santext.Parse[PieceType, File, Rank, Wing](s, l)
	return sanText{t, l, SquareAt(t.ToFile, t.ToRank)}, ok
}

// from returns the squares of origin that agree with the text.
func (t *sanText) from() Bitboard {
	from := allSquares
	if t.File <= hFile {
		from &= t.File.Bitboard()
	}
	if t.Rank <= eighthRank {
		from &= t.Rank.Bitboard()
	}
	return from
}
