package domino

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/tabletop"
)

// AppendSVG appends a picture of the table as an SVG document, in the style of the chess diagrams:
// the line, the stock with the number of its tiles, and the hand of each player.
func (p Position) AppendSVG(b []byte) []byte { return p.open().AppendSVG(b) }

// The measures of the picture of a table.
const (
	svgEnd    = 60 // the width of an end of a tile
	svgGap    = 8
	svgMargin = 40
	svgRow    = 7 // tiles in a row
)

// AppendSVG appends a picture of the table as an SVG document, as [Position.AppendSVG] does. Tiles
// that the viewer cannot see are drawn from behind.
func (v View) AppendSVG(b []byte) []byte {
	rows := func(tiles []Laid) int { return max(1, (len(tiles)+svgRow-1)/svgRow) }
	height := rows(v.Line()) + 1
	for p := A; p <= Player(v.Players()); p++ {
		height += rows(v.seen(p))
	}
	const width = 3*svgMargin + svgRow*(2*svgEnd+svgGap)
	picture := tabletop.NewPicture(b, width, float64(height*(svgEnd+svgGap)+(v.Players()+3)*svgMargin),
		"Dominoes", v.describe())
	y := float64(svgMargin)
	drawTiles := func(tiles []Laid) {
		for i, l := range tiles {
			x := 2*svgMargin + float64(i%svgRow*(2*svgEnd+svgGap))
			drawTile(picture, l, x, y+float64(i/svgRow*(svgEnd+svgGap)))
		}
		y += float64(rows(tiles)*(svgEnd+svgGap)) + svgMargin
	}
	drawTiles(v.Line())
	drawTiles(slices.Repeat([]Laid{back}, min(v.Stock(), 1)))
	if v.Stock() > 0 {
		picture.Label(strconv.Itoa(v.Stock()), 2*svgMargin+svgEnd, y-svgMargin-svgGap-svgEnd/2, draw.WhiteFill)
	}
	for p := A; p <= Player(v.Players()); p++ {
		color := draw.Text
		if p == v.Turn() {
			color = draw.Check
		}
		picture.Label(strings.ToLower(p.String()), svgMargin, y+svgEnd/2, color)
		drawTiles(v.seen(p))
	}
	return picture.Close()
}

// drawTile draws a tile with its upper left corner at x, y.
func drawTile(picture *tabletop.Picture, l Laid, x, y float64) {
	if l == back {
		picture.Rect(x, y, 2*svgEnd, svgEnd, 8, draw.DarkSquare, draw.Border)
		return
	}
	picture.Rect(x, y, 2*svgEnd, svgEnd, 8, draw.WhiteFill, draw.WhiteLine)
	picture.Rect(x+svgEnd-1, y+6, 2, svgEnd-12, 0, draw.WhiteLine, draw.None)
	picture.Pips(int(l.Left), x, y, svgEnd, draw.BlackFill)
	picture.Pips(int(l.Right), x+svgEnd, y, svgEnd, draw.BlackFill)
}
