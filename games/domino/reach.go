package domino

import (
	"fmt"
	"slices"
)

// maxStock is the size of the largest stock, after the deal to two players.
const maxStock = 14

// NewPosition returns the position with the given player to move, the hands of all players, the
// stock in the order in which it is drawn, and the line from left to right. The error is a
// [*SetupError] if the position cannot arise in a round: each tile must appear once, adjacent ends
// in the line must match, and there must be a round in which nobody draws or passes with a matching
// tile in hand. The search for such a round gives up after 2,000 steps. Then NewPosition accepts
// the position.
func NewPosition(turn Player, hands []TileSet, stock []Tile, line []Laid) (Position, error) {
	switch {
	case len(hands) < MinPlayers || len(hands) > MaxPlayers:
		return Position{}, &SetupError{Err: ErrPlayers, Detail: fmt.Sprintf("got %d", len(hands))}
	case len(stock) > maxStock || len(line) > Tiles:
		return Position{}, &SetupError{Err: ErrPosition, Detail: "too many tiles"}
	}
	p := Position{table{turn: turn, players: uint8(len(hands)), stock: listOf(stock)}}
	p.line.list = listOf(line)
	copy(p.hands[A:], hands)
	if why := p.fault(); why != "" {
		return Position{}, &SetupError{Err: ErrPosition, Detail: why}
	}
	return p, nil
}

// fault returns the reason why no round leads to p, or "".
func (p *Position) fault() string {
	line, tiles := p.Line(), p.Stock()
	for i, l := range line {
		if i > 0 && line[i-1].Right != l.Left {
			return fmt.Sprintf("%v does not match the %d on its left", l, line[i-1].Right)
		}
		tiles = append(tiles, l.Tile())
	}
	for _, hand := range p.inHands() {
		tiles = slices.AppendSeq(tiles, hand.All())
	}
	var seen TileSet
	for _, t := range tiles {
		if seen.Has(t) || !t.IsValid() {
			return "duplicate or invalid tile " + t.String()
		}
		seen = seen.With(t)
	}
	switch {
	case seen != allTiles:
		return (allTiles &^ seen).first().String() + " is missing"
	case p.turn == NoPlayer || p.turn > Player(p.players):
		return fmt.Sprintf("%v is to move, but there are only %d players", p.turn, p.players)
	case !p.arises():
		return "a player must have too many or too few tiles, or have drawn or passed with a matching tile in hand"
	}
	return ""
}

// arises reports whether a round leads to p, which must have the right tiles.
func (p *Position) arises() bool {
	s := search{line: &p.line, players: p.players, seen: map[moment]bool{}, steps: 2000}
	now := moment{to: p.line.n, turn: p.turn, drawn: p.stock.n > 0, sure: p.hands}
	previous := before(p.turn, p.players)
	for i, hand := range p.inHands() {
		if hand.IsEmpty() && (A+Player(i) != previous || p.line.n == 0) {
			return false
		}
	}
	if p.hands[previous].IsEmpty() {
		return s.beforeLay(now) // the player is out, so nobody has drawn or passed since
	}
	return s.possible(now)
}

// laidBy returns the number of tiles that player p has laid before turn if nobody has passed, so
// that the players have laid the line one tile each in turn.
func laidBy(p, turn Player, players, line int) int {
	turnsAgo := (int(turn) - 1 - int(p) + players) % players // 0 for the player who laid the last tile
	return (line - turnsAgo + players - 1) / players
}

// A search looks for a round that leads to a position. It goes back from the position to the deal.
type search struct {
	line    *line
	players uint8
	seen    map[moment]bool // moments that no round leads to
	steps   int             // the number of moments that may still be examined
}

// A moment is a moment of a round before the position. To keep the number of moments small, it
// leaves open when each tile was drawn.
type moment struct {
	from, to uint8                   // the tiles of the line that lie on the table
	turn     Player                  // the player to move
	drawn    bool                    // whether tiles remain in the stock, so that nobody has passed
	sure     [MaxPlayers + 1]TileSet // the tiles that a player holds
	maybe    [MaxPlayers + 1]TileSet // the tiles that a player holds or draws later, which matched no end at a draw
}

// settled is the value of sure for a player for whom a round is known: the player has drawn the
// right number of tiles after m, and needs no draw before.
const settled = ^TileSet(0)

// possible reports whether a round leads to m. It returns true if the search takes too long.
func (s *search) possible(m moment) bool {
	if s.steps == 0 {
		return true
	}
	all, lost := s.settle(&m)
	if all || lost || m.from == m.to || s.seen[m] {
		return all
	}
	s.seen[m] = true
	s.steps--
	return s.beforeDraws(m) || s.beforeLay(m) || s.beforePass(m)
}

// settle settles the players for whom the tiles that they have too many at m can have been drawn
// later, so that a deal and tiles laid in turn lead to m. It reports whether all players are
// settled, and whether a player has too few tiles for any round.
func (s *search) settle(m *moment) (all, lost bool) {
	if !m.drawn {
		return false, false // players may have passed, so the number of tiles that each has laid is not known
	}
	all = true
	for p := A; p <= Player(s.players); p++ {
		held := (m.sure[p] | m.maybe[p]).Count()
		later := held + laidBy(p, m.turn, int(s.players), int(m.to-m.from)) - handSize(int(s.players))
		lost = lost || later < 0
		if 0 <= later && later <= m.maybe[p].Count() && later < held {
			m.sure[p], m.maybe[p] = settled, 0
		}
		all = all && m.sure[p] == settled
	}
	return all, lost
}

// fitting returns the tiles that match an end of the line at the moment m.
func (s *search) fitting(m *moment) TileSet {
	return withPips[s.line.items[m.from].Left] | withPips[s.line.items[m.to-1].Right]
}

// beforeDraws goes back to the moment before the player to move has drawn. Only the last tile drawn
// can match, and the player has no other tile that matches.
func (s *search) beforeDraws(m moment) bool {
	fits, p := s.fitting(&m), m.turn
	if (m.sure[p] & fits).Count() > 1 { // also if p is settled
		return false
	}
	m.maybe[p] = (m.sure[p] | m.maybe[p]) &^ fits
	m.sure[p] = 0
	m.drawn = true
	return m.maybe[p] != 0 && s.possible(m)
}

// beforeLay goes back to the moment before the last tile was laid, at either end.
func (s *search) beforeLay(m moment) bool {
	player := before(m.turn, s.players)
	take := func(l Laid, from, to uint8) bool {
		next := m
		next.from, next.to, next.turn = from, to, player
		next.sure[player] |= TileSetOf(l.Tile())
		return s.possible(next)
	}
	return take(s.line.items[m.from], m.from+1, m.to) || take(s.line.items[m.to-1], m.from, m.to-1)
}

// beforePass goes back to the moment before a pass, which needs an empty stock and a hand without a
// matching tile. Another hand had one: either a tile was laid later, or the round is blocked, and the
// player to move can have drawn the last tile instead.
func (s *search) beforePass(m moment) bool {
	fits, p := s.fitting(&m), before(m.turn, s.players)
	if m.drawn || m.sure[p]&fits != 0 {
		return false
	}
	m.turn = p
	return s.possible(m)
}
