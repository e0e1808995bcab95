package chess

import (
	"bytes"
	"unicode/utf8"
)

// SAN returns m, legal in p, in standard algebraic notation as the PGN
// standard (8.2.3) prescribes for export: "Nf3", "exd6", "Rad1", "e8=Q+",
// "O-O-O#". The square of origin is given as far as needed to tell m from the
// other legal moves: the file, else the rank, else both. NullMove is "--".
func (p *Position) SAN(m Move) string {
	var buffer [8]byte
	return string(p.AppendSAN(buffer[:0], m))
}

// AppendSAN appends the form of [Position.SAN] to b and returns it.
func (p *Position) AppendSAN(b []byte, m Move) []byte {
	if m == NullMove {
		return append(b, "--"...)
	}
	b = p.appendUnmarked(b, m)
	q := p.After(m)
	switch {
	case !q.InCheck():
		return b
	case q.HasLegalMove():
		return append(b, '+')
	}
	return append(b, '#')
}

// appendUnmarked appends m in SAN without the mark of check or mate.
func (p *Position) appendUnmarked(b []byte, m Move) []byte {
	from, to := m.From(), m.To()
	if p.IsCastling(m) {
		if wingOf(from, to) == Kingside {
			return append(b, "O-O"...)
		}
		return append(b, "O-O-O"...)
	}
	capture := p.IsCapture(m)
	if t := p.typeAt(from); t != Pawn {
		b = append(b, t.Letter())
		b = p.appendOrigin(b, t, from, to)
	} else if capture {
		b = append(b, 'a'+byte(from.File()))
	}
	if capture {
		b = append(b, 'x')
	}
	b = append(b, to.String()...)
	if t := m.Promotion(); t != NoPieceType {
		b = append(b, '=', t.Letter())
	}
	return b
}

// appendOrigin appends what tells the piece on from from others of its type
// that may go to the same square.
func (p *Position) appendOrigin(b []byte, t PieceType, from, to Square) []byte {
	if t == King {
		return b
	}
	var g generator
	g.init(p, p.Turn())
	others := p.sources(&g, t, to).Without(from)
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

// sources returns the squares from which pieces of type t, not pawns, may
// legally go to the square to.
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

// pawnSources returns the squares from which pawns may legally go to the square
// to: straight ahead, or to capture.
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

// A sanText holds what the text of a move says.
type sanText struct {
	language  Language
	piece     PieceType // NoPieceType if only squares are given: e2e4
	castle    bool
	wing      Wing
	capture   bool
	file      File   // of origin, 8 if not given
	rank      Rank   // of origin, 8 if not given
	to        Square // NoSquare if only its file is given
	toFile    File
	promotion PieceType
}

// ParseSAN parses a legal move in standard algebraic notation. It reads what
// people write as long as exactly one legal move fits: the marks x, +, #, = and
// e.p. may be missing or superfluous, the square of origin may be given more
// fully than needed, castling may be written with zeros, promotions as e8Q,
// e8/Q or e8(Q), captures by pawns as ed or ed5, moves in full as Ng1-f3,
// e2-e4 or e2e4, and a bishop as a small b where no pawn fits. Letters of other
// languages are errors. The error is a [*MoveError] that matches [ErrSyntax],
// [ErrIllegal] or [ErrAmbiguous].
//
// See [Position.ParseStrictSAN] for the reader that accepts the prescribed form
// only.
func (p *Position) ParseSAN(s string) (Move, error) { return p.parseSAN(s, English) }

func (p *Position) parseSAN(s string, l Language) (Move, error) {
	var buffer [16]byte
	text, ok := parseSANText(append(buffer[:0], s...), l)
	if !ok {
		return NullMove, &MoveError{*p, s, l, NullMove, ErrSyntax, NoCause, NoSquare}
	}
	if m, ok := p.resolve(&text); ok {
		return m, nil
	}
	return p.resolveHard(s, text)
}

// ParseStrictSAN parses a legal move in exactly the form that [Position.SAN]
// gives it. The error is a [*MoveError]: what ParseSAN would read in another
// form matches [ErrSyntax].
func (p *Position) ParseStrictSAN(s string) (Move, error) {
	m, err := p.ParseSAN(s)
	if err != nil {
		return NullMove, err
	}
	var buffer [8]byte
	if string(p.AppendSAN(buffer[:0], m)) != s {
		return NullMove, &MoveError{*p, s, English, m, ErrSyntax, NoCause, NoSquare}
	}
	return m, nil
}

// resolve returns the one legal move that fits the text, and reports whether
// there is exactly one.
func (p *Position) resolve(text *sanText) (Move, bool) {
	if text.castle {
		king, rook := p.King(p.Turn()), p.CastlingRook(p.Turn(), text.wing)
		if rook == NoSquare {
			return NullMove, false
		}
		m := NewMove(king, rook)
		return m, p.IsLegal(m)
	}
	if text.to == NoSquare {
		return NullMove, false
	}
	from := p.origins(text)
	if from == 0 || from.more() {
		return NullMove, false
	}
	return NewPromotion(from.First(), text.to, text.promotion), true
}

// origins returns the squares from which a piece can make the move of the text.
func (p *Position) origins(text *sanText) Bitboard {
	if text.piece == NoPieceType {
		m := NewPromotion(SquareAt(text.file, text.rank), text.to, text.promotion)
		if p.IsLegal(m) {
			return m.From().Bitboard()
		}
		return 0
	}
	promotes := false
	var g generator
	g.init(p, p.Turn())
	var from Bitboard
	if text.piece == Pawn {
		promotes = (rank1|rank8)>>(text.to&63)&1 != 0
		from = p.pawnSources(&g, text.to, text.capture)
	} else {
		from = p.sources(&g, text.piece, text.to)
	}
	if promotes != (text.promotion != NoPieceType) {
		return 0
	}
	if text.file <= FileH {
		from &= fileA << text.file
	}
	if text.rank <= Rank8 {
		from &= rank1 << (8 * text.rank)
	}
	return from
}

// resolveHard finds the move of a text that resolve does not, by its less usual
// readings, or the reason why there is none.
func (p *Position) resolveHard(s string, text sanText) (Move, error) {
	if text.castle {
		return NullMove, p.refuse(s, &text)
	}
	if text.piece == NoPieceType && text.promotion == NoPieceType {
		m := NewMove(SquareAt(text.file, text.rank), text.to)
		if castling := p.castlingMove(m); castling != m {
			return castling, nil
		}
	}
	if text.to == NoSquare {
		return p.resolveFiles(s, text)
	}
	if other, ok := text.otherB(s); ok && p.origins(&text) == 0 {
		if m, ok := p.resolve(&other); ok {
			return m, nil
		}
	}
	return NullMove, p.refuse(s, &text)
}

// otherB returns the text with a pawn of the b-file for a bishop, or the other
// way round; people confuse b and B where B is the bishop's letter.
func (t sanText) otherB(s string) (sanText, bool) {
	switch {
	case t.language.Letter(Bishop) != "B":
		return t, false
	case t.piece == Pawn && t.file == FileB && t.rank > Rank8 && t.promotion == NoPieceType && s[0] == 'b':
		t.piece, t.file, t.capture = Bishop, 8, false
	case t.piece == Bishop && t.file > FileH && t.promotion != NoPieceType:
		t.piece, t.file, t.capture = Pawn, FileB, true
	default:
		return t, false
	}
	return t, true
}

// resolveFiles finds a pawn's capture given by its two files: "ed".
func (p *Position) resolveFiles(s string, text sanText) (Move, error) {
	found := NullMove
	for r := Rank1; r <= Rank8; r++ {
		text.to = SquareAt(text.toFile, r)
		m, ok := p.resolve(&text)
		if !ok {
			continue
		}
		if found != NullMove {
			return NullMove, &MoveError{*p, s, text.language, NullMove, ErrAmbiguous, NoCause, NoSquare}
		}
		found = m
	}
	if found == NullMove {
		return NullMove, &MoveError{*p, s, text.language, NullMove, ErrIllegal, NoSuchPiece, NoSquare}
	}
	return found, nil
}

// refuse returns the error for a text that fits no legal move, or several.
func (p *Position) refuse(s string, text *sanText) error {
	refusal := &MoveError{*p, s, text.language, NullMove, ErrIllegal, NoSuchPiece, NoSquare}
	if text.castle {
		refusal.Cause, refusal.By = p.whyNoCastling(text.wing)
		return refusal
	}
	if p.origins(text).more() {
		refusal.Kind, refusal.Cause = ErrAmbiguous, NoCause
		return refusal
	}
	// If one piece alone can be meant, the reason is that of its move.
	meant := p.meant(text)
	if meant == 0 || meant.more() {
		return refusal
	}
	refusal.Move = NewPromotion(meant.First(), text.to, text.promotion)
	if text.piece == NoPieceType {
		refusal.Cause, refusal.By = p.whyIllegal(refusal.Move)
	} else {
		refusal.Cause, refusal.By = p.whyNoMove(refusal.Move)
	}
	return refusal
}

// meant returns the squares of the pieces that an illegal move in SAN may mean:
// those that could go there if kings did not matter, else all of their type.
func (p *Position) meant(text *sanText) Bitboard {
	if text.piece == NoPieceType {
		return SquareAt(text.file, text.rank).Bitboard()
	}
	pieces := p.Pieces(p.Turn(), text.piece)
	if text.file <= FileH {
		pieces &= text.file.Bitboard()
	} else if text.piece == Pawn && !text.capture {
		pieces &= text.to.File().Bitboard()
	}
	if text.rank <= Rank8 {
		pieces &= text.rank.Bitboard()
	}
	var able Bitboard
	for s := range pieces.Squares() {
		if cause, _ := p.whyUnreachable(text.piece.Of(p.Turn()), s, text.to); cause == NoCause && !p.ByColor(p.Turn()).Has(text.to) {
			able = able.With(s)
		}
	}
	if able != 0 {
		return able
	}
	return pieces
}

// parseSANText takes the text of a move in the letters of l apart and reports
// whether it is one.
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
	explicit, rest := l.cutLetter(s) // a capital letter: B is a bishop, b a file
	if c := s[0]; (c == 'O' || c == '0' || c == 'o') && (explicit == NoPieceType || dash(rest) != 0) {
		return t, t.parseCastling(s) // the Estonian bishop is an O that no dash follows
	}
	if explicit != NoPieceType {
		t.piece = explicit
		s = rest
	}
	s, ok := t.parsePromotion(s)
	if !ok || !t.parseSquares(s) {
		return t, false
	}
	if explicit == NoPieceType && t.file <= FileH && t.rank <= Rank8 {
		t.piece = NoPieceType
	}
	if t.piece == Pawn && t.file <= FileH {
		t.capture = t.file != t.toFile // whatever the x says
	}
	return t, t.to != NoSquare || t.piece == Pawn && t.capture && t.rank > Rank8
}

// parsePlainSAN is parseSANText for the most usual forms in English, at a third
// of the cost: a piece or a pawn's file, x, and the square to go to, with + or
// #.
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
	switch n {
	case 0:
		return t, !t.capture
	case 1:
		if t.piece = pieceTypeOf(s[0]); t.piece != NoPieceType {
			return t, t.piece != Pawn
		}
		t.piece, t.file = Pawn, File(s[0]-'a')
		return t, t.capture && t.file <= FileH && t.file != t.toFile
	case 2:
		t.piece, t.file = pieceTypeOf(s[0]), File(s[1]-'a')
		return t, t.piece > Pawn && t.file <= FileH
	}
	return t, false
}

// trimMarks removes what may follow a move: the marks of check, mate, a draw
// offer and en passant, and signs of praise and blame at the very end.
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

// parseCastling reads O-O and O-O-O, with letters or zeros and any dash.
func (t *sanText) parseCastling(s []byte) bool {
	t.castle = true
	t.piece = King
	steps := 0
	for {
		if len(s) == 0 || s[0] != 'O' && s[0] != '0' && s[0] != 'o' {
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

// dash returns the length of the dash that s begins with, 0 if there is none.
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

// parsePromotion reads a promotion at the end of s and returns what is before
// it.
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
		return s, true // no promotion: the file of a capture like ed
	}
	t.promotion = t.language.promotionOf(r)
	return before, t.promotion != NoPieceType
}

// parseSquares reads the square of origin, as far as given, a sign between, and
// the square to go to.
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
	if i == len(s) { // only one square, or part of one
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
		return file <= FileH
	}
	if i+1 != len(s) || s[i]-'1' >= 8 {
		return false
	}
	t.to = SquareAt(t.toFile, Rank(s[i]-'1'))
	return true
}
