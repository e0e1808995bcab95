package domino

import (
	"fmt"
	"slices"

	"github.com/shakki/chess/internal/tabletop"
)

// A View is what one player, the viewer, may know about a [Position]: the viewer's own hand, the
// number of tiles in the other hands and in the stock, the line, and the turn. When the round is
// over, the View has all hands, but still not the tiles of the stock. Two views are equal by == if
// they show the same. The zero value is not the view of a round.
type View struct{ table }

// View returns what player may know about p. It returns the zero View if there is no such player.
func (p Position) View(player Player) View {
	if player == NoPlayer || player > Player(p.players) {
		return View{}
	}
	v := View(p)
	v.viewer, v.stock = player, list[Tile]{n: p.stock.n}
	for i, hand := range p.hands {
		if Player(i) != player && p.ended() == NoReason {
			v.hands[i], v.hidden[i] = 0, uint8(hand.Count())
		}
	}
	return v
}

// Viewer returns the player who has this view.
func (v View) Viewer() Player { return v.viewer }

// Held returns the number of tiles in the hand of a player, or 0 if there is no such player.
func (v View) Held(player Player) int { return v.Hand(player).Count() + int(v.hidden[player.known()]) }

// Stock returns the number of tiles in the stock.
func (v View) Stock() int { return int(v.stock.n) }

// Unseen returns the tiles that the viewer cannot see, which are in the stock or in hidden hands.
func (v View) Unseen() TileSet {
	if !v.IsValid() {
		return 0
	}
	unseen := allTiles
	for _, l := range v.Line() {
		unseen = unseen.Without(l.Tile())
	}
	for _, hand := range v.hands {
		unseen &^= hand
	}
	return unseen
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The zero value has no
// text form.
func (v View) MarshalText() ([]byte, error) { return tabletop.Marshal("view", v, v.IsValid()) }

// back is a tile that is drawn from behind.
var back = Laid{Left: MaxPips + 1}

// seen returns the tiles of a hand in the order of [TileSet.All]. Hidden ones are seen from behind.
func (p *table) seen(player Player) []Laid {
	tiles := slices.Repeat([]Laid{back}, int(p.hidden[player]))
	for t := range p.Hand(player).All() {
		tiles = append(tiles, t.oriented())
	}
	return tiles
}

// tilesText returns the text of tiles. Those that are seen from behind are only counted.
func tilesText(tiles []Laid, none string, text func([]Laid) string) string {
	switch {
	case len(tiles) == 0:
		return none
	case tiles[0] == back:
		return tileCount(len(tiles))
	}
	return text(tiles)
}

// tileCount returns text such as "1 tile" or "2 tiles".
func tileCount(n int) string {
	if n == 1 {
		return "1 tile"
	}
	return fmt.Sprintf("%d tiles", n)
}

// Board returns a drawing of the table: the line of tiles, the stock, and the hand of each player.
// The line of text for the player to move begins with ">". In a View, it shows only the number of
// tiles in hidden hands.
func (p table) Board() string {
	text := fmt.Sprintf("table: %s\nstock: %s\n", tilesText(p.Line(), "-", drawTiles), tileCount(int(p.stock.n)))
	for player := A; player <= Player(p.players); player++ {
		mark := ' '
		if player == p.turn {
			mark = '>'
		}
		text += fmt.Sprintf("%c %v:   %s\n", mark, player, tilesText(p.seen(player), "-", drawTiles))
	}
	return text
}

// drawTiles draws tiles such as "[6|4]", with at most 14 tiles (70 columns) per line.
func drawTiles(tiles []Laid) (text string) {
	for i, l := range tiles {
		if i > 0 && i%14 == 0 {
			text += "\n       "
		}
		text += fmt.Sprintf("[%d|%d]", l.Left, l.Right)
	}
	return text
}

// describe returns what a picture shows in words.
func (p *table) describe() string {
	list := func(tiles []Laid) string { return join(tiles, ", ") }
	text := "The line is " + tilesText(p.Line(), "empty", list) + ". The stock has " + tileCount(int(p.stock.n)) + "."
	for player := A; player <= Player(p.players); player++ {
		text += fmt.Sprintf(" %v has %s.", player, tilesText(p.seen(player), "empty", list))
	}
	if o := p.Outcome(); o.IsOver() {
		return text + " The round is over: " + o.String() + "."
	}
	return text + fmt.Sprintf(" %v is to move.", p.turn)
}
