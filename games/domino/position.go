package domino

import (
	"fmt"
	"iter"
	"slices"
)

// A Position holds the whole state of a round: all hands, the stock in order, the line, and the
// turn. Two positions are equal by == if all of these are equal. The zero value is not a round and
// has no legal moves. Other positions come from [Deal], [ParsePosition], or legal moves.
//
// A Position has information that the players must not see. [Position.View] returns what one player
// may see.
type Position struct{ table }

// A table is what a Position and a View have in common. In a Position, nothing is hidden.
type table struct {
	hands   [MaxPlayers + 1]TileSet // by player; empty if the tiles are hidden
	hidden  [MaxPlayers + 1]uint8   // the number of tiles in each hidden hand
	line    line
	stock   list[Tile] // in the order in which the tiles are drawn
	players uint8
	turn    Player
	viewer  Player // who has the View
}

// IsValid reports whether p is a position or a view of a round. It returns false for the zero value.
func (p table) IsValid() bool { return p.players != 0 }

// Players returns the number of players, or 0 for the zero value.
func (p table) Players() int { return int(p.players) }

// Turn returns the player to move. If the round is over, it returns the player who would have moved
// next.
func (p table) Turn() Player { return p.turn }

// Hand returns the tiles of a player. It returns the empty set if there is no such player, and in a
// View for the hand of another player, unless the round is over.
func (p table) Hand(player Player) TileSet { return p.hands[player.known()] }

// Line returns the tiles on the table from left to right.
func (p table) Line() []Laid { return p.line.all() }

// Ends returns the number of pips on each open end. If no tile has been laid, ok is false.
func (p table) Ends() (left, right int, ok bool) { return p.line.ends() }

// Stock returns the tiles of the stock in the order in which they are drawn.
func (p Position) Stock() []Tile { return p.stock.all() }

// inHands returns the hands of all players, beginning with A.
func (p *table) inHands() []TileSet { return p.hands[A : A+Player(p.players)] }

// after returns the player whose turn comes after that of p.
func after(p Player, players uint8) Player {
	return p%Player(players) + 1
}

// before returns the player whose turn comes before that of p.
func before(p Player, players uint8) Player {
	return (p+Player(players)-2)%Player(players) + 1
}

// Moves iterates over the legal moves in the order of [Position.LegalMoves].
func (p Position) Moves() iter.Seq[Move] { return slices.Values(p.LegalMoves()) }

// LegalMoves returns the legal moves of the player to move. If the player has matching tiles, these
// are the moves that lay them, in the order of [TileSet.All], with the left end before the right
// end. Otherwise the only legal move is Draw, or Pass if the stock is empty. There are no legal moves
// if the round is over, or in a View if the viewer is not the player to move.
func (p table) LegalMoves() []Move { return p.AppendLegalMoves(nil) }

// AppendLegalMoves appends the legal moves to dst, in the order of LegalMoves, and returns the
// extended slice. It does not allocate if dst has room.
func (p *table) AppendLegalMoves(dst []Move) []Move {
	if !p.IsValid() || p.ended() != NoReason || p.viewer != NoPlayer && p.viewer != p.turn {
		return dst
	}
	fits := p.hands[p.turn] & p.line.fitting()
	switch {
	case fits.IsEmpty() && p.stock.n > 0:
		return append(dst, Draw)
	case fits.IsEmpty():
		return append(dst, Pass)
	}
	left, right, laid := p.line.ends()
	for ; fits != 0; fits = fits.Without(fits.first()) {
		t := fits.first()
		if !laid {
			dst = append(dst, Lay(t, Start))
		}
		if laid && t.Has(left) {
			dst = append(dst, Lay(t, Left))
		}
		if laid && t.Has(right) {
			dst = append(dst, Lay(t, Right))
		}
	}
	return dst
}

// Play plays m. If m is illegal, p is unchanged and the error is a [*MoveError].
func (p *Position) Play(m Move) error {
	if reason, detail := p.illegal(m); reason != NoIllegalReason {
		return &MoveError{Player: p.turn, Move: m, Why: reason, Detail: detail}
	}
	*p = p.After(m)
	return nil
}

// IsLegal reports whether m is legal.
func (p Position) IsLegal(m Move) bool { return p.Play(m) == nil }

// illegal returns why m is illegal, and details about the reason.
func (p *Position) illegal(m Move) (reason IllegalReason, detail string) {
	switch {
	case !m.IsValid():
		return NoSuchMove, ""
	case !p.IsValid():
		return NotDealt, ""
	case p.ended() != NoReason:
		return GameOver, p.Outcome().String()
	case m == Draw || m == Pass:
		return p.illegalWithoutTile(m)
	}
	return p.illegalTile(m.Tile(), m.End())
}

// illegalWithoutTile is illegal for Draw and Pass (rule 4 of [Game]).
func (p *Position) illegalWithoutTile(m Move) (reason IllegalReason, detail string) {
	fits := p.hands[p.turn] & p.line.fitting()
	switch {
	case !fits.IsEmpty():
		return HasMatch, fits.first().String()
	case m == Draw && p.stock.n == 0:
		return StockEmpty, ""
	case m == Pass && p.stock.n > 0:
		return StockNotEmpty, "it has " + tileCount(int(p.stock.n))
	}
	return NoIllegalReason, ""
}

// illegalTile is illegal for laying t at e.
func (p *Position) illegalTile(t Tile, e End) (reason IllegalReason, detail string) {
	left, right, laid := p.line.ends()
	pips := [...]int{Left: left, Right: right}[e]
	switch {
	case !p.hands[p.turn].Has(t):
		return NotHeld, ""
	case laid && e == Start:
		return WrongEnd, "want left or right"
	case !laid && e != Start:
		return WrongEnd, "the line is empty"
	case laid && !t.Has(pips):
		return NoMatch, fmt.Sprintf("the %v end has %d", e, pips)
	}
	return NoIllegalReason, ""
}

// After returns the position after m. It does not check that m is legal. For an illegal move, it
// may panic or return an unspecified position.
func (p Position) After(m Move) Position {
	hand := &p.hands[p.turn]
	switch m {
	case Draw:
		*hand = hand.With(p.stock.take())
		return p
	case Pass:
	default:
		*hand = hand.Without(m.Tile())
		p.line.lay(m.Tile(), m.End())
	}
	p.turn = after(p.turn, p.players)
	return p
}
