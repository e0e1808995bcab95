package backgammon

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/tabletop"
)

// AppendSVG appends a picture of the board as an SVG document, in the style of the chess diagrams.
// The player on roll has the dark checkers and the home board at the lower right, as for
// [Position.Board].
func (p Position) AppendSVG(b []byte) []byte {
	d := drawing{position: p}
	picture := d.picture(b, "The player on roll has "+p.Own().describe()+". The opponent has "+p.Opponent().describe()+".")
	return picture.Close()
}

// AppendSVG appends a picture of the board as an SVG document, placed as for [Game.Board], with the
// dice in the color of the player on turn and the cube: on the bar if it is centered or offered,
// and else on the side of its owner.
func (g *Game) AppendSVG(b []byte) []byte {
	s := g.now()
	d := s.drawing()
	light, dark := d.position.Opponent(), d.position.Own()
	picture := d.picture(b, "Light has "+light.describe()+". Dark has "+dark.describe()+". State: "+s.status()+".")
	if s.Phase == ToMove {
		s.svgDice(picture)
	}
	if !s.rules.NoCube && !s.Crawford && s.Phase != Over {
		s.svgCube(picture)
	}
	return picture.Close()
}

// The measures of the picture of a board.
const (
	svgPoint  = 100 // the width of a point
	svgMargin = 40
	svgHeight = 1100 // of the board
	svgWidth  = 14 * svgPoint
)

// svgColumn returns the column of a point or a bar, from 0 on the left, and whether it is in the
// upper half. The last column is for the checkers that are borne off.
func svgColumn(n int) (column int, top bool) {
	if i := slices.Index(upperHalf[:], n); i >= 0 {
		return i, true
	}
	return slices.Index(lowerHalf[:], n), false
}

// describe returns the checkers of a player in words, such as "2 on 24, 5 on 13, 8 off".
func (c Checkers) describe() string {
	text := ""
	for n := Bar; n > Off; n-- {
		if c[n] > 0 && n == Bar {
			text += fmt.Sprintf("%d on the bar, ", c[n])
		} else if c[n] > 0 {
			text += fmt.Sprintf("%d on %d, ", c[n], n)
		}
	}
	return text + fmt.Sprintf("%d off", c[Off])
}

// svgDie is the size of a die and of the cube.
const svgDie = 76

// svgDice draws the dice in the color of the player on turn: those of Dark, who sits on the near
// side in Position.Board, are in the right half.
func (s *state) svgDice(picture *tabletop.Picture) {
	mark, x := byte('O'), float64(svgMargin+2*svgPoint)
	if s.Turn == Dark {
		mark, x = 'X', svgMargin+9*svgPoint
	}
	fill, line, pips := svgColors(mark)
	for _, n := range [...]int{s.Roll.High(), s.Roll.Low()} {
		y := float64(svgMargin + svgHeight/2 - svgDie/2)
		picture.Rect(x, y, svgDie, svgDie, 12, fill, line)
		picture.Pips(n, x, y, svgDie, pips)
		x += svgPoint
	}
}

// svgCube draws the cube with the stake, which is the new one if a double is offered.
func (s *state) svgCube(picture *tabletop.Picture) {
	x, y, value, line := svgMargin+6.5*svgPoint, svgMargin+svgHeight/2.0, s.Cube.Value(), draw.WhiteLine
	switch {
	case s.Phase == ToAnswer:
		value, line = 2*value, draw.Check
	case s.Cube.owner == Light:
		x, y = svgMargin+13.5*svgPoint, y-3*svgPoint
	case s.Cube.owner == Dark:
		x, y = svgMargin+13.5*svgPoint, y+3*svgPoint
	}
	picture.Rect(x-svgDie/2, y-svgDie/2, svgDie, svgDie, 12, draw.WhiteFill, line)
	if value < 10_000 {
		picture.Label(strconv.FormatInt(value, 10), x, y, draw.WhiteLine)
	}
}

// picture begins the picture with the board and the checkers.
func (d *drawing) picture(b []byte, description string) *tabletop.Picture {
	picture := tabletop.NewPicture(b, svgWidth+2*svgMargin, svgHeight+2*svgMargin, "Backgammon", description)
	picture.Rect(svgMargin-2, svgMargin-2, svgWidth+4, svgHeight+4, 0, draw.LightSquare, draw.Border)
	picture.Rect(svgMargin+6*svgPoint, svgMargin, svgPoint, svgHeight, 0, draw.Border, draw.None)
	picture.Rect(svgMargin+13*svgPoint, svgMargin, svgPoint, svgHeight, 0, draw.Border, draw.None)
	for n := 1; n < Bar; n++ {
		d.svgTriangle(picture, n)
	}
	for n := range d.position.point {
		d.svgCheckers(picture, n)
	}
	svgOff(picture, near, svgMargin+svgHeight-svgPoint/2, d.position.Own()[Off])
	svgOff(picture, far, svgMargin+svgPoint/2, d.position.Opponent()[Off])
	return picture
}

// svgTriangle draws the triangle and the number of a point.
func (d *drawing) svgTriangle(picture *tabletop.Picture, n int) {
	column, top := svgColumn(n)
	x := float64(svgMargin + column*svgPoint)
	base, tip, label := float64(svgMargin+svgHeight), float64(svgMargin+svgHeight*6/10), 1.5*svgMargin+svgHeight
	if top {
		base, tip, label = svgMargin, svgMargin+svgHeight*4/10, svgMargin/2
	}
	color := draw.DarkSquare
	if n%2 == 0 {
		color = draw.Color(0xdcc19a)
	}
	picture.Triangle(x+4, base, x+svgPoint-4, base, x+svgPoint/2, tip, color)
	picture.Label(strconv.Itoa(d.number(n)), x+svgPoint/2, label, draw.Text)
}

// svgCheckers draws the checkers on a point or on a bar, at most five, with their number if there
// are more.
func (d *drawing) svgCheckers(picture *tabletop.Picture, n int) {
	count, mark := d.checkers(n)
	column, top := svgColumn(n)
	x, y, step := float64(svgMargin+column*svgPoint+svgPoint/2), float64(svgMargin+svgHeight-svgPoint/2), -svgPoint
	if top {
		y, step = svgMargin+svgPoint/2, svgPoint
	}
	fill, line, text := svgColors(mark)
	for i := range min(count, drawnRows) {
		picture.Circle(x, y+float64(i*step), 44, fill, line)
	}
	if count > drawnRows {
		picture.Label(strconv.Itoa(count), x, y+float64((drawnRows-1)*step), text)
	}
}

// svgOff draws the number of the checkers that a player has borne off.
func svgOff(picture *tabletop.Picture, mark byte, y float64, off int) {
	if off == 0 {
		return
	}
	fill, line, text := svgColors(mark)
	picture.Circle(svgMargin+13.5*svgPoint, y, 44, fill, line)
	picture.Label(strconv.Itoa(off), svgMargin+13.5*svgPoint, y, text)
}

// svgColors returns the colors of the checkers with a mark: X is dark, and O is light.
func svgColors(mark byte) (fill, line, text draw.Color) {
	if mark == 'X' {
		return draw.BlackFill, draw.BlackLine, draw.BlackLine
	}
	return draw.WhiteFill, draw.WhiteLine, draw.WhiteLine
}
