package chess

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// SAN returns m, legal in p or NullMove, in standard algebraic notation as the PGN standard
// (8.2.3) prescribes it for export: "Nf3", "exd6", "Rad1", "e8=Q+", "O-O-O#". The square of
// origin is given as far as needed to tell m from the other legal moves: the file, else the
// rank, else both. NullMove is "--". For other moves the result is meaningless.
func (p Position) SAN(m Move) string {
	var buffer [8]byte
	return string(p.appendSAN(buffer[:0], m))
}

// appendSAN appends the form of SAN to b and returns the extended slice.
func (p *Position) appendSAN(b []byte, m Move) []byte {
	if m == NullMove {
		return append(b, "--"...)
	}
	b = p.appendUnmarked(b, m)
	var q Position
	q.SetAfter(p, m)
	switch {
	case !q.inCheck():
		return b
	case q.hasLegalMove():
		return append(b, '+')
	}
	return append(b, '#')
}

// SANIn returns m, legal in p or NullMove, in the form of [Position.SAN] with the letters of
// l: "Rf3", "e8=D+", and "O-O" in Finnish.
func (p Position) SANIn(m Move, l Language) string {
	var plain [8]byte
	var buffer [12]byte
	text := buffer[:0]
	for _, c := range p.appendSAN(plain[:0], m) {
		if t := pieceTypeOf(c); t != NoPieceType {
			text = append(text, l.Letter(t)...)
		} else {
			text = append(text, c)
		}
	}
	return string(text)
}

// appendUnmarked appends m in SAN without the mark of check or mate.
func (p *Position) appendUnmarked(b []byte, m Move) []byte {
	from, to := m.From(), m.To()
	if p.isCastling(m) {
		if wingOf(from, to) == Kingside {
			return append(b, "O-O"...)
		}
		return append(b, "O-O-O"...)
	}
	capture := p.isCapture(m)
	if t := p.typeAt(from); t != Pawn {
		b = append(b, t.letter())
		b = p.appendOrigin(b, t, from, to)
	} else if capture {
		b = append(b, 'a'+byte(from.File()))
	}
	if capture {
		b = append(b, 'x')
	}
	b = append(b, to.String()...)
	if t := m.Promotion(); t != NoPieceType {
		b = append(b, '=', t.letter())
	}
	return b
}

// appendOrigin appends the file, rank, or square of from if other pieces of type t can legally go
// to the same square.
func (p *Position) appendOrigin(b []byte, t PieceType, from, to Square) []byte {
	if t == King {
		return b
	}
	var g generator
	g.init(p, p.Turn())
	others := p.sources(&g, t, to).without(from)
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

// sources returns the squares from which pieces of type t other than pawns can legally go to a square.
func (p *Position) sources(g *generator, t PieceType, to Square) Bitboard {
	target := Bitboard(1) << (to & 63)
	var from Bitboard
	switch t {
	case Knight:
		from = knightAttacks[to] & p.knights()
	case Bishop:
		from = bishopAttacks(to, g.occupied) & p.plane0 & p.plane1
	case Rook:
		from = rookAttacks(to, g.occupied) & p.plane2 &^ (p.plane0 | p.plane1)
	case Queen:
		from = (bishopAttacks(to, g.occupied) | rookAttacks(to, g.occupied)) & p.plane0 & p.plane2
	case King:
		if kingAttacks[to]&p.kings()&g.own == 0 || target&g.own != 0 || p.attacked(g, target, &kingWatch[g.king&63]) != 0 {
			return 0
		}
		return 1 << (g.king & 63)
	}
	if from &= g.own; g.targets&target == 0 {
		return 0
	}
	for pinned := from & g.pinned; pinned != 0; pinned &= pinned - 1 {
		if lines[g.king&63][pinned.First()&63]&target == 0 {
			from &^= pinned & -pinned
		}
	}
	return from
}

// pawnSources returns the squares from which pawns can legally go to a square, straight ahead or to
// capture.
func (p *Position) pawnSources(g *generator, to Square, capture bool) Bitboard {
	us := &pawnGeometries[p.Turn()&1]
	target := Bitboard(1) << (to & 63)
	pawns := p.pawns() & g.own
	if !capture {
		push, double := g.pawnSteps(us, pawns)
		return (push & target).rotate(-us.push) | (double & target).rotate(-2*us.push)
	}
	diagonal, antidiagonal := g.pawnCaptures(us, pawns)
	from := (diagonal & target).rotate(-us.diagonal) | (antidiagonal & target).rotate(-us.antidiagonal)
	if p.canCaptureEnPassant() && to == p.passed() {
		from |= p.enPassantCaptures(allSquares)
	}
	return from
}

// ParseSAN parses a legal move in standard algebraic notation, or "--" for NullMove. It reads
// what people write if exactly one legal move fits: the marks x, +, #, = and e.p. may be
// missing or superfluous, the square of origin may be given more fully than needed, castling
// may be written with zeros, promotions as e8Q, e8/Q or e8(Q), captures by pawns as ed or ed5,
// moves in full as Ng1-f3, e2-e4 or e2e4, and a bishop as a small b where no pawn fits. A small
// b before a neighboring file, as in bxc3, is always a pawn. ParseSAN ignores space at both
// ends. Letters of other languages are errors. The error is a [*MoveError] that matches
// [ErrSyntax], [ErrIllegal] or [ErrAmbiguous].
//
// [Position.ParseStrictSAN] accepts only the prescribed form, and [Position.ParseSANIn] other
// languages.
func (p Position) ParseSAN(s string) (Move, error) { return p.parseSAN(s, English) }

// ParseSANIn parses a legal move in SAN with the letters of l, as [Position.ParseSAN] does and
// with the same errors. Letters of other languages are errors. A small letter is a file even
// if it is the initial of a piece: Dxe5 is a move of the German queen, dxe5 a move of a pawn.
// Only where the bishop is a B, in English and Portuguese, a b or B is read as the other where
// ParseSAN does so.
func (p Position) ParseSANIn(s string, l Language) (Move, error) { return p.parseSAN(s, l) }

// ParseStrictSAN parses a legal move in exactly the form that [Position.SAN] writes. It ignores space
// at both ends. The error
// is a [*MoveError]. A move that ParseSAN reads in another form is an error that matches
// [ErrSyntax] and shows the standard form.
func (p Position) ParseStrictSAN(s string) (Move, error) {
	text := strings.TrimSpace(s)
	m, err := p.parseSAN(text, English)
	if err != nil {
		return NullMove, err
	}
	var buffer [8]byte
	if san := p.appendSAN(buffer[:0], m); string(san) != text {
		refusal := p.syntaxError(text, English)
		refusal.Move, refusal.Spelling = m, string(san)
		return NullMove, refusal
	}
	return m, nil
}

// parseSAN parses a move in the letters of l.
func (p *Position) parseSAN(s string, l Language) (Move, error) {
	trimmed := strings.TrimSpace(s)
	if trimmed == "--" {
		return p.pass(trimmed)
	}
	text, match, ok := p.findSAN(trimmed, l)
	switch {
	case !ok:
		return NullMove, p.syntaxError(trimmed, l)
	case match.isUnique():
		return match.move, nil
	}
	return NullMove, p.refuse(trimmed, &text, match)
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
		if other := p.matchOther(s, text); other.from != 0 {
			match = other
		}
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
	case text.castle:
		rook := p.castlingRook(p.Turn(), text.wing)
		if rook == NoSquare {
			return sanMatch{}
		}
		return p.matchMove(NewMove(p.King(p.Turn()), rook))
	case text.to == NoSquare:
		return sanMatch{}
	case text.piece == NoPieceType:
		return p.matchMove(NewPromotion(SquareAt(text.file, text.rank), text.to, text.promotion))
	}
	from := p.origins(text)
	return sanMatch{from, NewPromotion(from.First(), text.to, text.promotion)}
}

// matchMove returns the match of one move.
func (p *Position) matchMove(m Move) sanMatch {
	if !p.isLegal(m) {
		return sanMatch{}
	}
	return sanMatch{m.From().Bitboard(), m}
}

// origins returns the squares from which a piece of the type that the text names can make the
// move.
func (p *Position) origins(text *sanText) Bitboard {
	promotion := false
	var g generator
	g.init(p, p.Turn())
	var from Bitboard
	if text.piece == Pawn {
		promotion = promotes>>(text.to&63)&1 != 0
		from = p.pawnSources(&g, text.to, text.capture)
	} else {
		from = p.sources(&g, text.piece, text.to)
	}
	if promotion != (text.promotion != NoPieceType) || text.promotion == Pawn || text.promotion == King {
		return 0
	}
	if text.file <= hFile {
		from &= fileA << text.file
	}
	if text.rank <= eighthRank {
		from &= rank1 << (8 * text.rank)
	}
	return from
}

// matchOther returns what fits the text of a move in its less usual readings: castling as the
// move of the king to the square on which it lands, a pawn's capture by two files, a bishop
// for a pawn of the b-file, and the reverse.
func (p *Position) matchOther(s string, text sanText) sanMatch {
	switch {
	case text.castle:
		return sanMatch{}
	case text.to == NoSquare:
		return p.matchFiles(text)
	case text.piece == NoPieceType:
		return p.matchMove(p.normal(NewPromotion(SquareAt(text.file, text.rank), text.to, text.promotion)))
	}
	if other, ok := text.otherB(s); ok {
		if match := p.match(&other); match.isUnique() {
			return match
		}
	}
	return sanMatch{}
}

// matchFiles returns the captures by pawns that fit two files: "ed".
func (p *Position) matchFiles(text sanText) (found sanMatch) {
	for r := firstRank; r <= eighthRank; r++ {
		text.to = SquareAt(text.toFile, r)
		match := p.match(&text)
		found.from |= match.from
		if match.isUnique() {
			found.move = match.move
		}
	}
	return found
}

// otherB returns the text with a pawn of the b-file for a bishop, or the reverse. People
// confuse b and B where B is the letter of the bishop.
func (t sanText) otherB(s string) (sanText, bool) {
	switch {
	case t.language.Letter(Bishop) != "B":
		return t, false
	case t.piece == Pawn && t.file == bFile && t.rank > eighthRank && t.promotion == NoPieceType && s[0] == 'b' &&
		t.toFile != aFile && t.toFile != cFile: // bxa3 and bxc3 are captures by a pawn
		t.piece, t.file, t.capture = Bishop, 8, false
	case t.piece == Bishop && t.file > hFile && t.promotion != NoPieceType:
		t.piece, t.file, t.capture = Pawn, bFile, true
	default:
		return t, false
	}
	return t, true
}

// refuse returns the error for a text that fits no legal move, or several.
func (p *Position) refuse(s string, text *sanText, match sanMatch) error {
	refusal := p.illegal(NullMove, s, NoSuchPiece, NoSquare)
	refusal.Language, refusal.Piece, refusal.To = text.language, text.piece, text.to
	if text.castle {
		refusal.Reason, refusal.By = p.whyNoCastling(text.wing)
		return refusal
	}
	if match.from.more() {
		refusal.Kind, refusal.Reason, refusal.Candidates = ErrAmbiguous, NoIllegalReason, match.from
		return refusal
	}
	// If only one piece can be meant, the reason is that of its move.
	meant := p.meant(text)
	if meant == 0 || meant.more() || text.to == NoSquare {
		return refusal
	}
	refusal.Move = NewPromotion(meant.First(), text.to, text.promotion)
	if text.piece == NoPieceType {
		refusal.Reason, refusal.By = p.whyIllegal(refusal.Move)
		return refusal
	}
	refusal.Reason, refusal.By = p.whyNoMove(refusal.Move)
	if castling := p.normal(refusal.Move); castling != refusal.Move {
		refusal.Spelling = p.SANIn(castling, text.language)
	}
	return refusal
}

// meant returns the squares of the pieces that an illegal move in SAN may mean: those that
// could go there if kings did not matter, else all of their type.
func (p *Position) meant(text *sanText) Bitboard {
	if text.piece == NoPieceType {
		return SquareAt(text.file, text.rank).Bitboard()
	}
	pieces := p.Pieces(p.Turn(), text.piece)
	if text.file <= hFile {
		pieces &= text.file.Bitboard()
	} else if text.piece == Pawn && !text.capture {
		pieces &= text.to.File().Bitboard()
	}
	if text.rank <= eighthRank {
		pieces &= text.rank.Bitboard()
	}
	if text.to == NoSquare || p.ByColor(p.Turn()).Has(text.to) {
		return pieces
	}
	var able Bitboard
	for s := range pieces.Squares() {
		if reason, _ := p.whyUnreachable(text.piece.Of(p.Turn()), s, text.to); reason == NoIllegalReason {
			able = able.with(s)
		}
	}
	if able != 0 {
		return able
	}
	return pieces
}

// A sanText holds what the text of a move says.
type sanText struct {
	language  Language
	piece     PieceType // NoPieceType if the text has only squares, such as e2e4
	castle    bool
	wing      Wing
	capture   bool
	file      File   // of origin; 8 if not given
	rank      Rank   // of origin; 8 if not given
	to        Square // the target; NoSquare if only its file is given
	toFile    File
	promotion PieceType
}

// parseSANText reads the text of a move in the letters of l and reports whether it is one.
func parseSANText(s []byte, l Language) (sanText, bool) {
	if l == English {
		if t, ok := parsePlainSAN(s); ok {
			return t, true
		}
	}
	t := sanText{language: l, piece: Pawn, file: 8, rank: 8, to: NoSquare}
	s = trimMarks(s)
	if len(s) < 2 {
		return t, false
	}
	letter, rest := l.cutLetter(s) // a capital letter: B is a bishop, b a file
	if isCastlingSign(s[0]) && (letter == NoPieceType || dash(rest) != 0) {
		return t, t.parseCastling(s) // the Estonian bishop is an O without a dash behind it
	}
	if letter != NoPieceType {
		t.piece, s = letter, rest
	}
	s, ok := t.parsePromotion(s)
	if !ok || !t.parseSquares(s) {
		return t, false
	}
	return t, t.complete(letter != NoPieceType)
}

// complete adds what follows from the squares of a move, and reports whether they name a target.
// hasLetter reports whether the text names the piece.
func (t *sanText) complete(hasLetter bool) bool {
	hasFile, hasRank := t.file <= hFile, t.rank <= eighthRank
	if !hasLetter && hasFile && hasRank {
		t.piece = NoPieceType
	}
	if t.piece == Pawn && hasFile {
		t.capture = t.file != t.toFile // with or without an x
	}
	return t.to != NoSquare || t.piece == Pawn && t.capture && !hasRank
}

// parsePlainSAN is parseSANText for the most usual forms in English, at a third of the cost: a
// piece or the file of a pawn, x, and the target, with + or # behind it.
func parsePlainSAN(s []byte) (t sanText, ok bool) {
	n := len(s)
	if n > 0 && (s[n-1] == '+' || s[n-1] == '#') {
		n--
	}
	if n < 2 || n > 5 {
		return t, false
	}
	file, rank := s[n-2]-'a', s[n-1]-'1'
	if file|rank > 7 {
		return t, false
	}
	t = sanText{piece: Pawn, file: 8, rank: 8, to: Square(rank<<3 | file), toFile: File(file)}
	n -= 2
	if n > 0 && s[n-1] == 'x' {
		t.capture = true
		n--
	}
	return t, t.parsePlainOrigin(s[:n])
}

// parsePlainOrigin reads what stands before the target in one of the most usual forms.
func (t *sanText) parsePlainOrigin(s []byte) bool {
	switch len(s) {
	case 0:
		return !t.capture
	case 1:
		if t.piece = pieceTypeOf(s[0]); t.piece != NoPieceType {
			return t.piece != Pawn
		}
		t.piece, t.file = Pawn, File(s[0]-'a')
		return t.capture && t.file <= hFile && t.file != t.toFile
	case 2:
		t.piece, t.file = pieceTypeOf(s[0]), File(s[1]-'a')
		return t.piece > Pawn && t.file <= hFile
	}
	return false
}

// trimMarks removes what may follow a move: the marks of check, mate, a draw offer, and en passant,
// and annotation signs such as !? at the very end.
func trimMarks(s []byte) []byte {
	s = bytes.TrimRight(s, "!?")
	for {
		n := len(s)
		if n < 3 {
			return s
		}
		switch s[n-1] {
		case '+', '#', '=':
			s = s[:n-1]
			continue
		case '.', 'p':
			s = bytes.TrimSuffix(s, []byte("e.p."))
			s = bytes.TrimRight(bytes.TrimSuffix(s, []byte("ep")), " ")
		}
		if len(s) == n {
			return s
		}
	}
}

// isCastlingSign reports whether c may stand for a step of castling.
func isCastlingSign(c byte) bool { return c == 'O' || c == '0' || c == 'o' }

// parseCastling reads O-O and O-O-O, with letters or zeros and any dash.
func (t *sanText) parseCastling(s []byte) bool {
	t.castle = true
	t.piece = King
	steps := 0
	for {
		if len(s) == 0 || !isCastlingSign(s[0]) {
			return false
		}
		s = s[1:]
		steps++
		if len(s) == 0 {
			break
		}
		n := dash(s)
		if n == 0 {
			return false
		}
		s = s[n:]
	}
	if steps == 3 {
		t.wing = Queenside
	}
	return steps == 2 || steps == 3
}

// dash returns the length of the dash that s begins with, or 0 if it begins with none.
func dash(s []byte) int {
	if s[0] == '-' {
		return 1
	}
	for _, d := range [...]string{"–", "—", "‐", "‑"} {
		if bytes.HasPrefix(s, []byte(d)) {
			return len(d)
		}
	}
	return 0
}

// parsePromotion reads a promotion at the end of s, if there is one, and returns what is before it.
func (t *sanText) parsePromotion(s []byte) ([]byte, bool) {
	n := len(s)
	if n < 2 {
		return s, false
	}
	if s[n-1] <= '9' && s[n-1] >= '0' {
		return s, true
	}
	letter, bracketed := bytes.CutSuffix(s, []byte(")"))
	r, size := utf8.DecodeLastRune(letter)
	before := letter[:len(letter)-size]
	if len(before) == 0 {
		return s, false
	}
	sign := before[len(before)-1]
	switch {
	case bracketed && sign != '(':
		return s, false
	case sign == '=', sign == '/', sign == '(' && bracketed:
		before = before[:len(before)-1]
	case sign < '1' || '8' < sign:
		return s, true // the file of a capture such as ed
	}
	t.promotion = t.language.promotionOf(r)
	known := t.promotion != NoPieceType
	if t.promotion == Pawn || t.promotion == King {
		known = len(before)+size < len(letter) // with a sign it is a promotion, if an illegal one
	}
	return before, known
}

// parseSquares reads the square of origin as far as it is given, the sign between, and the target.
func (t *sanText) parseSquares(s []byte) bool {
	i := 0
	file, rank := File(8), Rank(8)
	if i < len(s) && s[i]-'a' < 8 {
		file = File(s[i] - 'a')
		i++
	}
	if i < len(s) && s[i]-'1' < 8 {
		rank = Rank(s[i] - '1')
		i++
	}
	if i == len(s) { // one square, or part of one
		t.to = SquareAt(file, rank)
		t.toFile = file
		return t.to != NoSquare
	}
	t.file, t.rank = file, rank
	switch s[i] {
	case 'x', ':':
		t.capture = true
		i++
	case '-':
		i++
	}
	if i == len(s) || s[i]-'a' >= 8 {
		return false
	}
	t.toFile = File(s[i] - 'a')
	i++
	if i == len(s) {
		return file <= hFile
	}
	if i+1 != len(s) || s[i]-'1' >= 8 {
		return false
	}
	t.to = SquareAt(t.toFile, Rank(s[i]-'1'))
	return true
}
