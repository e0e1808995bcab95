package domino

import "fmt"

// A Position is the whole table in the middle of a round: all hands, the order
// of the stock, the line and the turn. Positions are comparable: == is
// equality of all of these. The zero value is no round, and has no legal
// moves; others come from [Deal], [ParsePosition] and play.
//
// A player must not see it all: [Position.View] shows what one may know.
type Position struct {
	hands   [MaxPlayers]TileSet
	line    line
	stock   stock
	players uint8
	turn    Player
}

// IsValid reports whether p is a round, not the zero value.
func (p *Position) IsValid() bool { return p.players != 0 }

// Players returns how many take part, 2 to 4; 0 for the zero value.
func (p *Position) Players() int { return int(p.players) }

// Turn returns the player to move. After the last tile of a round it is the
// player who would have moved next.
func (p *Position) Turn() Player { return p.turn }

// Hand returns the tiles of a player, none for one who does not take part.
func (p *Position) Hand(player Player) TileSet {
	if !player.IsValid() {
		return 0
	}
	return p.hands[player]
}

// Stock returns the tiles of the stock in the order in which they are drawn.
func (p *Position) Stock() []Tile { return p.stock.all() }

// Line returns the tiles on the table from left to right.
func (p *Position) Line() []Laid { return p.line.all() }

// Ends returns the pips of the open ends, each 0 to 6. ok is false while no
// tile is laid.
func (p *Position) Ends() (left, right int, ok bool) { return p.line.ends() }

// Outcome returns the result of the round that p shows.
func (p *Position) Outcome() Outcome {
	return roundOutcome(p.hands[:p.players], &p.line, int(p.stock.n))
}

// isOver reports whether the round is over.
func (p *Position) isOver() bool {
	return roundReason(p.hands[:p.players], &p.line, int(p.stock.n)) != Ongoing
}

// LegalMoves returns the moves of the player to move: every tile that fits, in
// the order of [TileSet.All] and the left end before the right; without one,
// Draw while there is a stock, else Pass. There are none when the round is
// over.
func (p *Position) LegalMoves() []Move { return p.AppendLegalMoves(nil) }

// AppendLegalMoves appends the moves of [Position.LegalMoves] to dst. It does
// not allocate when dst has room.
func (p *Position) AppendLegalMoves(dst []Move) []Move {
	if !p.IsValid() || p.isOver() {
		return dst
	}
	return appendMoves(dst, p.hands[p.turn], &p.line, int(p.stock.n))
}

// appendMoves appends the moves of a player with the given hand.
func appendMoves(dst []Move, hand TileSet, l *line, stock int) []Move {
	fits := hand & l.fitting()
	if fits.IsEmpty() {
		if stock > 0 {
			return append(dst, Draw)
		}
		return append(dst, Pass)
	}
	left, right, laid := l.ends()
	for ; fits != 0; fits = fits.Without(fits.first()) {
		t := fits.first()
		if !laid {
			dst = append(dst, Lay(t, Start))
			continue
		}
		if t.Has(left) {
			dst = append(dst, Lay(t, Left))
		}
		if t.Has(right) {
			dst = append(dst, Lay(t, Right))
		}
	}
	return dst
}

// Play makes the move m of the player to move. The error is a [*MoveError],
// and p is unchanged, if m is not legal.
func (p *Position) Play(m Move) error {
	if detail, err := p.check(m); err != nil {
		return &MoveError{Player: p.turn, Move: m, Err: err, Detail: detail}
	}
	*p = p.After(m)
	return nil
}

// IsLegal reports whether m is one of the legal moves.
func (p *Position) IsLegal(m Move) bool {
	_, err := p.check(m)
	return err == nil
}

// check returns why m is not legal and what that depends on, a nil error if it
// is.
func (p *Position) check(m Move) (detail string, err error) {
	switch {
	case !m.IsValid():
		return "", ErrNoMove
	case !p.IsValid():
		return "", ErrNoRound
	case p.isOver():
		return p.Outcome().String(), ErrRoundOver
	case m == Draw || m == Pass:
		return p.checkIdle(m)
	}
	return p.checkLay(m.Tile(), m.End())
}

// checkIdle checks Draw and Pass: only who cannot lay draws, and passes when
// the stock is empty (point 4 of the package documentation).
func (p *Position) checkIdle(m Move) (detail string, err error) {
	fits := p.hands[p.turn] & p.line.fitting()
	switch {
	case !fits.IsEmpty():
		return fits.first().String(), ErrCanLay
	case m == Draw && p.stock.n == 0:
		return "", ErrStockEmpty
	case m == Pass && p.stock.n > 0:
		return "it has " + tileCount(int(p.stock.n)), ErrMustDraw
	}
	return "", nil
}

// checkLay checks a tile laid at an end.
func (p *Position) checkLay(t Tile, e End) (detail string, err error) {
	left, right, laid := p.line.ends()
	switch {
	case !p.hands[p.turn].Has(t):
		return "", ErrNotHeld
	case laid && e == Start:
		return "the table is not empty; say left or right", ErrEnd
	case !laid && e != Start:
		return "the table is empty", ErrEnd
	case e == Left && !t.Has(left):
		return fmt.Sprintf("the left end has %d", left), ErrNoMatch
	case e == Right && !t.Has(right):
		return fmt.Sprintf("the right end has %d", right), ErrNoMatch
	}
	return "", nil
}

// After returns the position after m, which must be legal in p; it does not
// check, and what it does with another move is undefined.
func (p *Position) After(m Move) Position {
	q := *p
	hand := &q.hands[q.turn]
	switch m {
	case Draw:
		*hand = hand.With(q.stock.draw())
		return q
	case Pass:
	default:
		*hand = hand.Without(m.Tile())
		q.line.lay(m.Tile(), m.End())
	}
	q.turn = (q.turn + 1) % Player(q.players)
	return q
}
