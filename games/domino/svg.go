package domino

import (
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// AppendSVG appends a picture of the table as an SVG document, in the style of the chess diagrams: the
// line, and below it the hand of each player.
func (p Position) AppendSVG(b []byte) []byte {
	t := table{line: p.Line(), turn: p.turn, title: p.String()}
	for _, hand := range p.inHands() {
		t.hands = append(t.hands, oriented(hand))
	}
	return t.appendSVG(b)
}

// AppendSVG appends a picture of the table as an SVG document, as [Position.AppendSVG] does. Tiles that
// the viewer cannot see are drawn from behind.
func (v View) AppendSVG(b []byte) []byte {
	t := table{line: v.Line(), turn: v.turn, title: v.String()}
	for i := A; i <= Player(v.players); i++ {
		hand := oriented(v.hands[i])
		for v.isHidden(i) && len(hand) < int(v.held[i]) {
			hand = append(hand, back)
		}
		t.hands = append(t.hands, hand)
	}
	return t.appendSVG(b)
}

// back is a tile that is drawn from behind.
var back = Laid{Left: MaxPips + 1}

// oriented returns the tiles of a hand in the order of [TileSet.All].
func oriented(hand TileSet) []Laid {
	var tiles []Laid
	for t := range hand.All() {
		tiles = append(tiles, Laid{uint8(t.High()), uint8(t.Low())})
	}
	return tiles
}

// A table is what a picture of a round shows.
type table struct {
	line  []Laid
	hands [][]Laid
	turn  Player
	title string
}

// The measures of the picture of a table.
const (
	svgEnd    = 60 // the width of an end of a tile
	svgGap    = 8
	svgMargin = 40
	svgRow    = 7 // tiles in a row
)

// appendSVG appends the picture.
func (t *table) appendSVG(b []byte) []byte {
	rows := func(tiles []Laid) int { return max(1, (len(tiles)+svgRow-1)/svgRow) }
	height := rows(t.line)
	for _, hand := range t.hands {
		height += rows(hand)
	}
	const width = 3*svgMargin + svgRow*(2*svgEnd+svgGap)
	picture := tabletop.NewPicture(b, width, float64(height*(svgEnd+svgGap)+(len(t.hands)+2)*svgMargin),
		"Dominoes", t.title)
	y := float64(svgMargin)
	draw := func(tiles []Laid) {
		for i, l := range tiles {
			x := 2*svgMargin + float64(i%svgRow*(2*svgEnd+svgGap))
			drawTile(picture, l, x, y+float64(i/svgRow*(svgEnd+svgGap)))
		}
		y += float64(rows(tiles)*(svgEnd+svgGap)) + svgMargin
	}
	draw(t.line)
	for i, hand := range t.hands {
		color := tabletop.Palette.Text
		if A+Player(i) == t.turn {
			color = tabletop.Palette.Check.Color
		}
		picture.Label(strings.ToLower((A + Player(i)).String()), svgMargin, y+svgEnd/2, color)
		draw(hand)
	}
	return picture.Close()
}

// drawTile draws a tile with its upper left corner at x, y.
func drawTile(picture *tabletop.Picture, l Laid, x, y float64) {
	c := tabletop.Palette
	if l == back {
		picture.Rect(x, y, 2*svgEnd, svgEnd, 8, c.Dark, c.Border)
		return
	}
	picture.Rect(x, y, 2*svgEnd, svgEnd, 8, c.WhiteFill, c.WhiteLine)
	picture.Rect(x+svgEnd-1, y+6, 2, svgEnd-12, 0, c.WhiteLine, "none")
	drawPips(picture, int(l.Left), x, y)
	drawPips(picture, int(l.Right), x+svgEnd, y)
}

// pipPlaces has the places of the pips in a grid of three by three, as a bit set for each number.
var pipPlaces = [MaxPips + 1]uint16{0, 0b000010000, 0b100000001, 0b100010001, 0b101000101, 0b101010101, 0b111000111}

// drawPips draws the pips of an end with its upper left corner at x, y.
func drawPips(picture *tabletop.Picture, pips int, x, y float64) {
	for i := range 9 {
		if pipPlaces[pips]>>i&1 != 0 {
			picture.Circle(x+15+float64(i%3*15), y+15+float64(i/3*15), 5.5, tabletop.Palette.BlackFill, "none")
		}
	}
}
