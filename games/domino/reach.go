package domino

import "fmt"

// NewPosition returns the position with the given player to move, the hands of all players, the
// stock in the order in which it is drawn, and the line from left to right. The error is a
// [*SetupError] if the position cannot arise in a round: each tile must appear once, adjacent ends
// in the line must match, and there must be a round in which nobody draws or passes with a matching
// tile in hand. The search for such a round gives up after 2,000 steps. Then NewPosition accepts
// the position.
func NewPosition(turn Player, hands []TileSet, stock []Tile, line []Laid) (Position, error) {
	cause := ErrPosition
	if len(hands) < MinPlayers || len(hands) > MaxPlayers {
		cause = ErrPlayers
	}
	var p Position
	why := countFault(len(hands), len(stock), len(line))
	if why == "" {
		p = Position{turn: turn, players: uint8(len(hands)), stock: stockOf(stock), line: lineOf(line)}
		copy(p.hands[A:], hands)
		why = p.fault()
	}
	if why != "" {
		return Position{}, &SetupError{Err: cause, Detail: why}
	}
	return p, nil
}

// fault returns the reason why no round leads to p, or "".
func (p *Position) fault() string {
	seen, why := tilesFault(p.inHands(), p.Stock(), p.Line())
	if why == "" && seen != allTiles {
		why = (allTiles &^ seen).first().String() + " is missing"
	}
	if why == "" {
		why = p.open().countsFault()
	}
	if why == "" && !p.arises() {
		why = "a player must have drawn or passed with a matching tile in hand"
	}
	return why
}

// countFault returns the reason why a round cannot have these numbers of hands and of tiles in the
// stock and in the line, or "".
func countFault(hands, stock, line int) string {
	switch {
	case hands < MinPlayers || hands > MaxPlayers:
		return fmt.Sprintf("want %d to %d hands, got %d", MinPlayers, MaxPlayers, hands)
	case stock > maxStock || line > Tiles:
		return "too many tiles"
	}
	return ""
}

// tilesFault returns all tiles in the given places, and the reason why a round cannot have them
// there, or "".
func tilesFault(hands []TileSet, stock []Tile, line []Laid) (seen TileSet, why string) {
	for _, hand := range hands {
		if twice := hand & seen; twice != 0 {
			return 0, "duplicate tile " + twice.first().String()
		}
		seen |= hand
	}
	for i, l := range line {
		if i > 0 && line[i-1].Right != l.Left {
			return 0, fmt.Sprintf("%v does not match the %d on its left", l, line[i-1].Right)
		}
		stock = append(stock[:len(stock):len(stock)], l.Tile())
	}
	for _, t := range stock {
		if seen.Has(t) || !t.IsValid() {
			return 0, "duplicate or invalid tile " + t.String()
		}
		seen = seen.With(t)
	}
	if seen&^allTiles != 0 {
		return 0, "there are more than 28 tiles"
	}
	return seen, ""
}

// arises reports whether a round leads to p, which must have the right tiles.
func (p *Position) arises() bool {
	s := search{line: &p.line, players: p.players, seen: map[moment]bool{}, steps: 2000}
	now := moment{to: p.line.n, turn: p.turn, drawn: p.stock.n > 0, sure: p.hands}
	if p.hands[before(p.turn, p.players)].IsEmpty() {
		return s.beforeLay(now) // a player is out, so nobody has drawn or passed since
	}
	return s.possible(now)
}

// countsFault returns the reason why no round has these numbers of tiles in each place, or "" if a round can
// have them.
func (v *View) countsFault() string {
	players, laid, stock := v.Players(), int(v.line.n), v.Stock()
	if !v.turn.IsValid() || int(v.turn) > players {
		return fmt.Sprintf("%v is to move, but there are only %d players", v.turn, players)
	}
	if full := Tiles - players*handSize(players); stock > full {
		return fmt.Sprintf("the stock has %s, but it has only %d after the deal", tileCount(stock), full)
	}
	total, missing := stock+laid, 0 // missing counts the tiles that hands have lost since the deal
	for p := A; int(p) <= players; p++ {
		if why := v.handFault(p); why != "" {
			return why
		}
		total += v.Held(p)
		missing += max(0, handSize(players)-v.Held(p))
	}
	switch {
	case total != Tiles:
		return fmt.Sprintf("there are %s, want %d", tileCount(total), Tiles)
	case missing > laid:
		return fmt.Sprintf("the players must have laid %s, but the line has %d", tileCount(missing), laid)
	}
	leader := A + (v.turn-A+Player(players-laid%players))%Player(players) // if nobody has passed
	if n := handSize(players) - 1; stock > 0 && 0 < laid && laid < players && v.Held(leader) != n {
		return fmt.Sprintf("%v has led and not drawn, want %s", leader, tileCount(n))
	}
	return ""
}

// handFault returns the reason why player p cannot have this number of tiles, or "".
func (v *View) handFault(p Player) string {
	n, laid, size := v.Held(p), int(v.line.n), handSize(v.Players())
	switch {
	case n == 0 && after(p, v.players) != v.turn:
		return fmt.Sprintf("%v has no tiles left, but the next player is not to move", p)
	case laid == 0 && n != size:
		return fmt.Sprintf("%v has %s before the first move, want %d", p, tileCount(n), size)
	case v.stock > 0 && n < size-laidBy(p, v.turn, v.Players(), laid):
		return fmt.Sprintf("%v has %s, too few for the length of the line", p, tileCount(n))
	}
	return ""
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
	all, lost := s.settle(&m)
	if all || lost || m.from == m.to || s.seen[m] || s.steps == 0 {
		return all || !lost && s.steps == 0
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
	return withPips[s.line.tiles[m.from].Left] | withPips[s.line.tiles[m.to-1].Right]
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
	return take(s.line.tiles[m.from], m.from+1, m.to) || take(s.line.tiles[m.to-1], m.from, m.to-1)
}

// beforePass goes back to the moment before a pass, which needs an empty stock and another player
// with a matching tile.
func (s *search) beforePass(m moment) bool {
	fits, p := s.fitting(&m), before(m.turn, s.players)
	var held TileSet
	for _, hand := range m.sure {
		held |= hand
	}
	if m.drawn || held&fits == 0 || m.sure[p]&fits != 0 {
		return false
	}
	m.turn = p
	return s.possible(m)
}
