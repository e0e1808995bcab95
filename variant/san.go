package variant

import (
	"bytes"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/santext"
)

// SAN returns m, legal in p or NullMove, in standard algebraic notation, as package chess writes it: "Nf3",
// "exd6", "O-O". In addition, a drop is written as "N@f3" and, for a pawn, as "@e4", a promotion to a king as
// "e8=K", and "#" marks every move that decides the game. NullMove is "--". For other moves the result is
// meaningless.
func (p Position) SAN(m Move) string {
	var buffer [8]byte
	return string(p.appendSAN(buffer[:0], m))
}

// appendSAN appends the form of SAN to b and returns the extended slice.
func (p *Position) appendSAN(b []byte, m Move) []byte {
	if m == NullMove {
		return append(b, "--"...)
	}
	var q Position
	q.SetAfter(p, m)
	return q.appendMark(p.appendUnmarked(b, m))
}

// appendMark appends the mark of the move that leads to p: "#" if it has decided the game, "+" for check, or
// nothing.
func (p *Position) appendMark(b []byte) []byte {
	r, check := p.rules(), p.Checkers() != 0
	var o Outcome
	if r.mayEnd {
		o = p.special(r)
	}
	decides := o.IsOver() && o.Result != chess.Drawn
	if check || r.stalemate != draws {
		decides = !p.hasLegalMove()
	}
	switch {
	case decides:
		return append(b, '#')
	case check:
		return append(b, '+')
	}
	return b
}

// appendUnmarked appends m in SAN without the mark of check or mate.
func (p *Position) appendUnmarked(b []byte, m Move) []byte {
	from, to := m.From(), m.To()
	piece := p.pieceAt(from).Type()
	switch {
	case m.isDrop():
		if t := m.kind(); t != chess.Pawn {
			b = append(b, letters[t])
		}
		return append(append(b, '@'), to.String()...)
	case p.castles(m):
		if wingOf(from, to) == chess.Kingside {
			return append(b, "O-O"...)
		}
		return append(b, "O-O-O"...)
	}
	capture := p.isCapture(m)
	if piece != chess.Pawn {
		b = p.appendOrigin(append(b, letters[piece]), piece, from, to)
	} else if capture {
		b = append(b, 'a'+byte(from.File()))
	}
	if capture {
		b = append(b, 'x')
	}
	b = append(b, to.String()...)
	if t := m.kind(); t != chess.NoPieceType {
		b = append(b, '=', letters[t])
	}
	return b
}

// appendOrigin appends the file, rank, or square of from if other pieces of type t can legally go to the same
// square.
func (p *Position) appendOrigin(b []byte, t chess.PieceType, from, to chess.Square) []byte {
	others := p.byType(t) & p.byColor(p.turn()) &^ from.Bitboard()
	if others == 0 {
		return b
	}
	others, _ = p.sources(others, to, chess.NoPieceType)
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

// sources returns those of the squares in from from which a piece can legally go to a square by an ordinary
// move with the given promotion, and the last such move.
func (p *Position) sources(from chess.Bitboard, to chess.Square, promotion chess.PieceType) (found chess.Bitboard, m Move) {
	var buffer [64]Move
	for _, move := range p.appendMoves(buffer[:0], &filter{from, to.Bitboard()}) {
		if move.kind() == promotion && !p.castles(move) {
			found, m = found|move.From().Bitboard(), move
		}
	}
	return found, m
}

// ParseSAN parses a legal move in standard algebraic notation, or "--" for NullMove. It reads what people
// write if exactly one legal move fits: the marks x, +, #, and = may be missing or superfluous, the square of
// origin may be given more fully than needed, castling may be written with zeros, promotions as e8Q, moves in
// full as Ng1-f3 or e2e4, captures by pawns as ed, and the drop of a pawn as "@e4" and "P@e4". It ignores
// space at both ends. The error is a [*MoveError] that matches [chess.ErrSyntax], [chess.ErrIllegal], or
// [chess.ErrAmbiguous].
func (p Position) ParseSAN(s string) (Move, error) {
	s = strings.TrimSpace(s)
	var buffer [16]byte
	if m, ok := p.findSAN(append(buffer[:0], s...), chess.English); ok {
		return m, nil
	}
	return p.explainSAN(s, chess.English)
}

// readSAN is ParseSAN for the text of a move in a record, in the letters of l or with figurines, and with the
// characters that people write in place of the right ones.
func (p *Position) readSAN(s string, l chess.Language) (Move, error) {
	plain := santext.Plain(s)
	for _, language := range [...]chess.Language{l, chess.Figurines, chess.English} {
		if m, ok := p.findSAN([]byte(plain), language); ok {
			return m, nil
		}
	}
	return p.explainSAN(s, l)
}

// findSAN returns the only legal move that fits a text in the letters of l.
func (p *Position) findSAN(s []byte, l chess.Language) (m Move, ok bool) {
	if i := bytes.IndexByte(s, '@'); i >= 0 {
		m, ok = parseCoordinates(string(bytes.TrimRight(s, "+#!?")))
		return m, ok && p.isLegal(m)
	}
	text, ok := parseText(s, l)
	switch {
	case !ok:
		return NullMove, false
	case text.Castling:
		m = p.castlingOf(&text)
		return m, p.isLegal(m)
	case text.Piece == chess.NoPieceType:
		m = p.otherCastling(coordinates(&text))
		return m, p.isLegal(m)
	}
	found, m := p.sourcesOfText(&text)
	return m, found != 0 && found&(found-1) == 0
}

// A sanText holds what the text of a move says.
type sanText = santext.Text[chess.PieceType, chess.File, chess.Rank, chess.Wing]

// parseText reads the text of a move in the letters of l. It reports whether s has the form of a
// move.
func parseText(s []byte, l chess.Language) (sanText, bool) {
	return santext.Parse[chess.PieceType, chess.File, chess.Rank, chess.Wing](s, l)
}

// coordinates returns the move of a text that has only squares.
func coordinates(text *sanText) Move {
	return NewPromotion(chess.SquareAt(text.File, text.Rank), target(text), text.Promotion)
}

// target returns the target of a text, or NoSquare if it names only a file.
func target(text *sanText) chess.Square {
	return chess.SquareAt(text.ToFile, text.ToRank)
}

// castlingOf returns the castling move that a text means, or NullMove without the right.
func (p *Position) castlingOf(text *sanText) Move {
	if rook := p.castlingRook(p.turn(), text.Wing); rook != chess.NoSquare {
		return castlingMove(p.king(p.turn()), rook)
	}
	return NullMove
}

// explainSAN returns NullMove if s is a pass, or the error that says why s is not a legal move in the letters
// of l, or in English if it is not a move in those letters.
func (p *Position) explainSAN(s string, l chess.Language) (Move, error) {
	if s == "--" {
		return p.pass(s)
	}
	if m, ok := parseCoordinates(strings.TrimRight(s, "+#!?")); ok {
		return p.legal(m, s)
	}
	text, ok := parseText([]byte(s), l)
	if !ok {
		text, ok = parseText([]byte(s), chess.English)
	}
	switch {
	case !ok:
		return NullMove, p.syntaxError(s)
	case text.Castling && p.ended().IsOver():
		return NullMove, p.illegal(NullMove, s, GameOver, chess.NoSquare)
	case text.Castling:
		why, by := p.whyNoCastling(text.Wing)
		return NullMove, p.illegal(p.castlingOf(&text), s, why, by)
	case text.Piece == chess.NoPieceType:
		return p.legal(coordinates(&text), s)
	}
	return NullMove, p.refuse(&text, s)
}

// origins returns the pieces that a text can mean.
func (p *Position) origins(text *sanText) chess.Bitboard {
	from := p.byType(text.Piece) & p.byColor(p.turn())
	if text.File < 8 {
		from &= text.File.Bitboard()
	}
	if text.Rank < 8 {
		from &= text.Rank.Bitboard()
	}
	if text.Piece == chess.Pawn && text.File >= 8 { // straight ahead
		from &= text.ToFile.Bitboard()
	}
	return from
}

// sourcesOfText is sources for the text of a move, which may name only the file of its target.
func (p *Position) sourcesOfText(text *sanText) (found chess.Bitboard, m Move) {
	from, to, promotion := p.origins(text), target(text), text.Promotion
	switch {
	case from == 0:
		return 0, NullMove
	case to != chess.NoSquare:
		return p.sources(from, to, promotion)
	}
	for rank := range chess.Rank(8) {
		one, move := p.sources(from, chess.SquareAt(text.ToFile, rank), promotion)
		if one != 0 {
			found, m = found|one, move
		}
	}
	return found, m
}

// refuse returns the error for a text that fits no legal move, or several.
func (p *Position) refuse(text *sanText, s string) error {
	e := p.illegal(NullMove, s, NoSuchPiece, chess.NoSquare)
	e.Piece = text.Piece
	found, _ := p.sourcesOfText(text)
	pieces, to := p.origins(text), target(text)
	switch {
	case found != 0:
		e.Kind, e.Why, e.Candidates = chess.ErrAmbiguous, NoIllegalReason, found
		return e
	case p.ended().IsOver():
		e.Why = GameOver
		return e
	case to == chess.NoSquare:
		return e
	}
	// The piece that is meant is one that could go there if the rules did not forbid it, or the only one.
	for from := range pieces.Squares() {
		m := NewPromotion(from, to, text.Promotion)
		why, by := p.whyIllegal(m)
		reaches, _ := p.whyUnreachable(e.Piece.Of(p.turn()), from, to)
		if reaches == NoIllegalReason || pieces&(pieces-1) == 0 || why == PathBlocked && e.Why == NoSuchPiece {
			e.Move, e.Why, e.By = m, why, by
		}
		if reaches == NoIllegalReason {
			break
		}
	}
	return e
}

// UCI returns m, legal in p or NullMove, in the form of the Universal Chess Interface: "e2e4", "a7a8q", and
// for drops "N@f3". Castling is the move of the king to the square on which it lands, "e1g1", or, if
// [Position.IsChess960] reports true, the move of the king to its rook, "e1h1". NullMove is "0000".
func (p Position) UCI(m Move) string {
	var buffer [5]byte
	return string(p.uciMove(m).appendCoordinates(buffer[:0]))
}

// uciMove returns m with the target square that UCI writes.
func (p *Position) uciMove(m Move) Move {
	if p.state&stateChess960 == 0 || !p.castles(m) {
		return m
	}
	return NewMove(m.From(), p.rookOf(p.turn(), m.From(), m.To()))
}

// ParseUCI parses a legal move in the form of the Universal Chess Interface, or "0000" for NullMove. It
// accepts both forms of castling in any position. It ignores space at both ends. The error is a [*MoveError]
// that matches [chess.ErrSyntax] or [chess.ErrIllegal].
func (p Position) ParseUCI(s string) (Move, error) {
	if s = strings.TrimSpace(s); s == "0000" {
		return p.pass(s)
	}
	m, ok := parseCoordinates(s)
	if !ok {
		return NullMove, p.syntaxError(s)
	}
	return p.legal(m, s)
}
