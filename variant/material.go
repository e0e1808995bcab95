package variant

import "github.com/shakki/chess"

// CanWin reports whether c can still win. A false result is exact. A true result may be wrong: CanWin looks
// at which pieces are left and not at what they can do, as lichess and python-chess do.
// Once a king has exploded or arrived, the last check is given, or a side has lost all its pieces, CanWin
// reports whether c has won.
func (p Position) CanWin(c chess.Color) bool {
	if p.occupied() == 0 {
		return false
	}
	r := p.rules()
	if o := p.special(r); o.IsOver() {
		return o.Result == chess.WinFor(c)
	}
	return !r.insufficient(p, c)
}

// never is the rule of variants in which a side can always win.
func never(Position, chess.Color) bool { return false }

// A material is the number of pieces of each type, and of bishops on light and dark squares.
type material struct {
	pawns, knights, bishops, rooks, queens int
	light, dark                            int
}

// count returns the material of c without kings.
func (p *Position) count(c chess.Color) material {
	own := p.byColor(c)
	bishops := p.byType(chess.Bishop) & own
	return material{
		pawns: (p.pawns() & own).Count(), knights: (p.knights() & own).Count(), bishops: bishops.Count(),
		rooks: (p.byType(chess.Rook) & own).Count(), queens: (p.byType(chess.Queen) & own).Count(),
		light: (bishops & chess.LightSquares).Count(), dark: (bishops &^ chess.LightSquares).Count(),
	}
}

// total returns the number of pieces.
func (m *material) total() int { return m.pawns + m.knights + m.bishops + m.rooks + m.queens }

// fewPieces is the rule of standard chess. A knight or bishops on squares of one color cannot win if the
// opponent has nothing that could take a square from its own king.
func fewPieces(p Position, c chess.Color) bool {
	us, them := p.count(c), p.count(c.Other())
	switch {
	case us.pawns+us.rooks+us.queens > 0:
		return false
	case us.knights > 0:
		return us.total() == 1 && them.total() == them.queens
	case us.bishops > 0:
		oneColor := us.light+them.light == 0 || us.dark+them.dark == 0
		return oneColor && them.pawns+them.knights == 0
	}
	return true
}

// bareKing is the rule of variants in which any piece can win.
func bareKing(p Position, c chess.Color) bool { return p.byColor(c)&^p.kings() == 0 }

// fewInPlay is the rule with drops, where pieces change sides: neither side can win if both have three
// pieces at most together, hands included, none of which is or was a pawn, a rook, or a queen.
func fewInPlay(p Position, _ chess.Color) bool {
	if p.promoted != 0 || (p.pawns()|p.straightSliders()) != 0 {
		return false
	}
	inPlay := p.occupied().Count()
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		for t := chess.Pawn; t <= chess.Queen; t++ {
			n := p.hands.has(c, t)
			if n > 0 && t != chess.Knight && t != chess.Bishop {
				return false
			}
			inPlay += n
		}
	}
	return inPlay <= 3
}

// cannotLoseAll is the rule where the loss of all pieces wins. It knows two cases: bishops on squares
// that the other side's bishops never reach, and one knight each, which meet only if the right side is to
// move.
func cannotLoseAll(p Position, c chess.Color) bool {
	us, them := p.byColor(c), p.byColor(c.Other())
	occupied, light := p.occupied(), chess.LightSquares
	switch occupied {
	case p.byType(chess.Bishop):
		return us&light != 0 && them&light == 0 || us&^light != 0 && them&^light == 0
	case p.knights():
		if us.Count() != 1 || them.Count() != 1 {
			return false
		}
		sameColor := us&light != 0 == (them&light != 0)
		return (p.turn() != c) == sameColor
	}
	return false
}

// cannotExplode is the rule where captures explode.
func cannotExplode(p Position, c chess.Color) bool {
	us, them := p.count(c), p.count(c.Other())
	switch {
	case us.total() == 0:
		return true
	case them.total() > 0:
		// The enemy's pieces can explode beside their king, unless none can capture another.
		onlyBishops := us.total() == us.bishops && them.total() == them.bishops
		return onlyBishops && (us.light+them.dark == 0 || us.dark+them.light == 0)
	case us.pawns+us.queens > 0:
		return false
	case us.total() == 1:
		return true
	}
	return us.total() == us.knights && us.knights == 2
}

// fewInHorde is the rule where White has no king. Black can always win by capturing everything. Whether
// White can checkmate depends on how many of Black's pieces can stand in the way of their own king:
// Stefanos Papazis found the conditions (https://github.com/stevepapazis/horde-insufficient-material-tests).
func fewInHorde(p Position, c chess.Color) bool {
	if c == chess.Black {
		return false
	}
	w, b := p.count(chess.White), p.count(chess.Black)
	return w.cannotMate(&b)
}

// cannotMate reports whether a horde w cannot checkmate a king that stands with the pieces b. Of bishops on
// squares of one color, two do what more would do.
func (w *material) cannotMate(b *material) bool {
	n := w.total() - w.bishops + min(w.light, 2) + min(w.dark, 2)
	same, _ := w.bishopsOf(b)
	switch {
	case n == 1:
		return w.loneCannotMate(b)
	case n >= 4 || w.pawns+w.queens > 0:
		return false
	case w.rooks > 0: // only a rook and a bishop may fail
		return n == 2 && w.bishops == 1 && b.total() == same
	case n == 3: // fails with two bishops on one color and a knight
		return w.knights == 1 && w.light*w.dark == 0 && b.total() == 0
	}
	return w.minorsCannotMate(b)
}

// bishopsOf returns the number of bishops of b on squares of the color of those of w, and on the others.
func (w *material) bishopsOf(b *material) (same, opposite int) {
	if w.light > 0 {
		return b.light, b.dark
	}
	return b.dark, b.light
}

// minorsCannotMate is cannotMate for two bishops or knights.
func (w *material) minorsCannotMate(b *material) bool {
	same, opposite := w.bishopsOf(b)
	switch {
	case w.knights == 2:
		return b.pawns+b.bishops+b.knights == 0
	case w.light > 0 && w.dark > 0:
		return b.pawns+b.bishops == 0 && (b.knights == 0 || b.rooks+b.queens == 0)
	case w.knights > 0:
		return b.pawns+opposite == 0 && b.total()-same < 2
	}
	// Two bishops on one color need two pieces that take squares of the other color.
	return b.pawns+opposite+b.knights < 2
}

// loneCannotMate is cannotMate for one piece.
func (w *material) loneCannotMate(b *material) bool {
	_, opposite := w.bishopsOf(b)
	switch {
	case w.queens > 0:
		return b.pawns+b.rooks == 0 && b.light < 2 && b.dark < 2
	case w.pawns > 0: // it promotes
		return (&material{queens: 1}).loneCannotMate(b) && knightCannotMate(b)
	case w.rooks > 0:
		return b.pawns < 2 && min(b.rooks, 1)+min(b.pawns, 1)+min(b.knights, 1) < 2
	case w.bishops > 0:
		return opposite < 2 && b.pawns < 2 && (opposite == 0 || b.pawns == 0)
	}
	return knightCannotMate(b)
}

// knightCannotMate reports whether a knight cannot smother the king, for which three pieces must stand around it
// that are not all bishops on squares of one color, queens, or rooks.
func knightCannotMate(b *material) bool {
	kinds := min(b.knights, 1) + min(b.pawns, 1) + min(b.rooks, 1) + min(b.bishops, 1)
	enough := b.total() >= 3 && (b.knights >= 2 || b.pawns >= 2 || kinds >= 2)
	return !enough || b.total()-b.dark < 2 || b.total()-b.light < 2
}
