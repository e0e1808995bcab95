package domino

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// A View is what one player, the viewer, may know about a [Position]: the viewer's own hand, the
// number of tiles in the other hands and in the stock, the line, and the turn. When the round is
// over, the View has all hands, but still not the tiles of the stock. Two views are equal by == if
// they show the same. The zero value is not the view of a round.
type View struct {
	table   Position // without the tiles that are hidden
	held    [MaxPlayers + 1]uint8
	viewer  Player
	outcome Outcome
}

// View returns what player may know about p. It returns the zero View if there is no such player.
func (p Position) View(player Player) View {
	if player == NoPlayer || player > Player(p.players) {
		return View{}
	}
	v := p.open()
	v.viewer = player
	v.table.stock = stock{n: p.stock.n}
	for i := range v.table.hands {
		if Player(i) != player && !v.outcome.IsOver() {
			v.table.hands[i] = 0
		}
	}
	return v
}

// open returns p with all hands visible. There is no viewer.
func (p Position) open() View {
	v := View{table: p, outcome: p.Outcome()}
	for i, hand := range p.hands {
		v.held[i] = uint8(hand.Count())
	}
	return v
}

// IsValid reports whether v is the view of a round. It returns false for the zero value.
func (v View) IsValid() bool { return v.table.IsValid() }

// Viewer returns the player who has this view.
func (v View) Viewer() Player { return v.viewer }

// Players returns the number of players, or 0 for the zero value.
func (v View) Players() int { return v.table.Players() }

// Turn returns the player to move.
func (v View) Turn() Player { return v.table.turn }

// Hand returns the hand of a player if the viewer can see it. It returns the empty set for the hand
// of another player, unless the round is over.
func (v View) Hand(player Player) TileSet { return v.table.Hand(player) }

// Held returns the number of tiles in the hand of a player, or 0 if there is no such player.
func (v View) Held(player Player) int { return int(v.held[player.known()]) }

// Stock returns the number of tiles in the stock.
func (v View) Stock() int { return int(v.table.stock.n) }

// Line returns the tiles on the table from left to right.
func (v View) Line() []Laid { return v.table.Line() }

// Ends returns the number of pips on each open end. If no tile has been laid, ok is false.
func (v View) Ends() (left, right int, ok bool) { return v.table.Ends() }

// Unseen returns the tiles that the viewer cannot see, which are in the stock or in hidden hands.
func (v View) Unseen() TileSet {
	if !v.IsValid() {
		return 0
	}
	unseen := allTiles
	for _, l := range v.Line() {
		unseen = unseen.Without(l.Tile())
	}
	for _, hand := range v.table.hands {
		unseen &^= hand
	}
	return unseen
}

// Outcome returns the outcome of the round. It is the same as the result of [Position.Outcome].
func (v View) Outcome() Outcome { return v.outcome }

// LegalMoves returns the legal moves of the viewer, in the order of [Position.LegalMoves]. If the
// viewer is not the player to move, there are no legal moves.
func (v View) LegalMoves() []Move { return v.AppendLegalMoves(nil) }

// AppendLegalMoves appends the legal moves to dst, in the order of [View.LegalMoves], and returns
// the extended slice. It does not allocate if dst has room.
func (v *View) AppendLegalMoves(dst []Move) []Move {
	if v.table.turn != v.viewer || v.outcome.IsOver() || !v.IsValid() {
		return dst
	}
	return v.table.appendMoves(dst)
}

// hides reports whether the viewer cannot see the hand of p.
func (v *View) hides(p Player) bool { return v.held[p] > 0 && v.table.hands[p].IsEmpty() }

// String returns the viewer with a colon, and then the fields of [Position.String], such as
//
//	B: A ?7/6-6,5-0,4-4,3-1,2-1,1-0 ?14 6-5
//
// A hidden hand and the stock are written as "?" and the number of tiles. String returns "none" for
// the zero value.
func (v View) String() string {
	if !v.IsValid() {
		return "none"
	}
	var hands []string
	for p := A; p <= Player(v.Players()); p++ {
		hand := v.Hand(p).String()
		if v.hides(p) {
			hand = fmt.Sprintf("?%d", v.held[p])
		}
		hands = append(hands, hand)
	}
	return fmt.Sprintf("%v: %v %s ?%d %s", v.viewer, v.Turn(), strings.Join(hands, "/"), v.Stock(), join(v.Line(), ","))
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The zero value has no
// text form.
func (v View) MarshalText() ([]byte, error) { return tabletop.Marshal("view", v, v.IsValid()) }

// back is a tile that is drawn from behind.
var back = Laid{Left: MaxPips + 1}

// seen returns the tiles of a hand in the order of [TileSet.All]. Hidden ones are seen from behind.
func (v *View) seen(p Player) (tiles []Laid) {
	if v.hides(p) {
		return slices.Repeat([]Laid{back}, int(v.held[p]))
	}
	for t := range v.Hand(p).All() {
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
// The line of text for the player to move begins with ">".
func (p Position) Board() string { return p.open().Board() }

// Board returns a drawing of the table as [Position.Board] does. It shows only the number of tiles
// in hidden hands.
func (v View) Board() string {
	text := fmt.Sprintf("table: %s\nstock: %s\n", tilesText(v.Line(), "-", drawTiles), tileCount(v.Stock()))
	for p := A; p <= Player(v.Players()); p++ {
		mark := ' '
		if p == v.Turn() {
			mark = '>'
		}
		text += fmt.Sprintf("%c %v:   %s\n", mark, p, tilesText(v.seen(p), "-", drawTiles))
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
func (v *View) describe() string {
	list := func(tiles []Laid) string { return join(tiles, ", ") }
	text := "The line is " + tilesText(v.Line(), "empty", list) + ". The stock has " + tileCount(v.Stock()) + "."
	for p := A; p <= Player(v.Players()); p++ {
		text += fmt.Sprintf(" %v has %s.", p, tilesText(v.seen(p), "empty", list))
	}
	if v.outcome.IsOver() {
		return text + " The round is over: " + v.outcome.String() + "."
	}
	return text + fmt.Sprintf(" %v is to move.", v.Turn())
}
