package domino

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/tabletop"
)

// The measures of the picture of a table.
const (
	svgEnd    = 60 // the width of an end of a tile
	svgGap    = 8
	svgMargin = 40
	svgRow    = 7 // tiles in a row
)

// AppendSVG appends a picture of the table as an SVG document, in the style of the chess diagrams:
// the line, the stock with the number of its tiles, and the hand of each player. Tiles that the
// viewer of a View cannot see are drawn from behind.
func (p table) AppendSVG(b []byte) []byte {
	rows := func(tiles []Laid) int { return max(1, (len(tiles)+svgRow-1)/svgRow) }
	height := rows(p.Line()) + 1
	for player := A; player <= Player(p.players); player++ {
		height += rows(p.seen(player))
	}
	const width = 3*svgMargin + svgRow*(2*svgEnd+svgGap)
	picture := tabletop.NewPicture(b, width, float64(height*(svgEnd+svgGap)+(p.Players()+3)*svgMargin),
		"Dominoes", p.describe())
	y, stocked := float64(svgMargin), int(p.stock.n)
	drawTiles := func(tiles []Laid) {
		for i, l := range tiles {
			x := 2*svgMargin + float64(i%svgRow*(2*svgEnd+svgGap))
			drawTile(picture, l, x, y+float64(i/svgRow*(svgEnd+svgGap)))
		}
		y += float64(rows(tiles)*(svgEnd+svgGap)) + svgMargin
	}
	drawTiles(p.Line())
	drawTiles(slices.Repeat([]Laid{back}, min(stocked, 1)))
	if stocked > 0 {
		picture.Label(strconv.Itoa(stocked), 2*svgMargin+svgEnd, y-svgMargin-svgGap-svgEnd/2, draw.WhiteFill)
	}
	for player := A; player <= Player(p.players); player++ {
		color := draw.Text
		if player == p.turn {
			color = draw.Check
		}
		picture.Label(strings.ToLower(player.String()), svgMargin, y+svgEnd/2, color)
		drawTiles(p.seen(player))
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
