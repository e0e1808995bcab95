package backgammon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/tabletop"
)

const drawnRows = 5 // number of rows for the checkers on a point

// A drawing is a board from the point of view of one player, the viewer.
type drawing struct {
	position Position // the position with the viewer on roll
	mirrored bool     // whether to use the opponent's numbering of the points
}

// The characters for the viewer's checkers and for the opponent's.
const near, far = 'X', 'O'

// Board returns a drawing of the board from the point of view of the player on roll. That player's
// checkers are drawn as X, and the home board is at the lower right. If a point has more checkers
// than can be drawn, the drawing shows their number.
func (p Position) Board() string {
	d := drawing{position: p}
	return d.String()
}

// Board returns a drawing of the board as rule sheet S1 places it, in the style of
// [Position.Board]. Light's checkers are drawn as O, and Dark's as X. Light sits below the drawing,
// and Dark above it. Light's home board is on Light's right, in the upper half, and Dark's is on
// Dark's left, in the lower half. Light moves clockwise, and Dark counterclockwise. The points have
// the numbers of the player on turn. The last line describes the state of the game, such as "light
// to roll, cube 1 centered".
func (g *Game) Board() string {
	s := g.now()
	d := s.drawing()
	return d.String() + s.status() + "\n"
}

// drawing returns the board as it is seen by Dark, which is how rule sheet S1 places it.
func (s *state) drawing() drawing {
	d := drawing{position: s.Position}
	if s.Turn != Dark {
		d.position, d.mirrored = d.position.swapped(), true
	}
	return d
}

// status returns a description of the state of the game.
func (s *state) status() string {
	switch s.Phase {
	case Opening:
		return "opening"
	case ToAnswer:
		return fmt.Sprintf("%v doubles, cube %v", s.Turn, s.Cube)
	case ToMove:
		return fmt.Sprintf("%v to play %v, cube %v", s.Turn, s.Roll, s.Cube)
	case Over:
		return s.outcome.String()
	}
	return fmt.Sprintf("%v to roll, cube %v", s.Turn, s.Cube)
}

// The places of the checkers that the viewer and the opponent have borne off.
const nearOff, farOff = Bar + 1, Bar + 2

// The places of the upper and the lower half from left to right, with the bars between the points.
var (
	upperHalf = [...]int{13, 14, 15, 16, 17, 18, Bar, 19, 20, 21, 22, 23, 24, farOff}
	lowerHalf = [...]int{12, 11, 10, 9, 8, 7, Off, 6, 5, 4, 3, 2, 1, nearOff}
)

// isBar reports whether a place of a half is a bar.
func isBar(n int) bool { return n == Bar || n == Off }

// String returns the drawing.
func (d *drawing) String() string {
	upper, lower := d.half(upperHalf), d.half(lowerHalf)
	slices.Reverse(lower[:])
	text := strings.Join(upper[:], "") + "|                  |   |                  |\n" + strings.Join(lower[:], "")
	for i, c := range [...]Checkers{d.position.Own(), d.position.Opponent()} {
		text += fmt.Sprintf("%c: %d off, pip count %d\n", [...]byte{near, far}[i], c[Off], c.Pips())
	}
	return text
}

// number returns the number of a point for the viewer.
func (d *drawing) number(n int) int {
	if d.mirrored {
		return Bar - n
	}
	return n
}

// half returns the lines of a half, from the numbers of the points to the middle, without the last place.
func (d *drawing) half(places [14]int) (lines [drawnRows + 1]string) {
	border := "+"
	for row := range lines {
		lines[row] = border
		for _, n := range places[:13] {
			if cell := d.cell(n, row); isBar(n) {
				lines[row] += border + cell + border
			} else {
				lines[row] += cell
			}
		}
		lines[row] += border + "\n"
		border = "|"
	}
	return lines
}

// cell returns one row of a point or of a bar. Row 0 has the number.
func (d *drawing) cell(point, row int) string {
	count, mark := d.checkers(point)
	switch {
	case row == 0 && isBar(point):
		return "bar"
	case row == 0:
		return fmt.Sprintf("%2d-", d.number(point))
	case row == drawnRows && count > drawnRows:
		return fmt.Sprintf("%2d ", count)
	case row <= count:
		return fmt.Sprintf(" %c ", mark)
	}
	return "   "
}

// checkers returns the number of checkers on a point or on a bar, and their mark.
func (d *drawing) checkers(point int) (count int, mark byte) {
	n := int(d.position.point[point])
	if n < 0 {
		return -n, far
	}
	return n, near
}

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

// svgPlace returns where the stack of a point or a bar begins, and in which direction it grows: 1 is
// down from the upper edge, and -1 is up from the lower one. The last places of the halves are for the
// checkers that are borne off.
func svgPlace(n int) (x, edge, inward float64) {
	column := slices.Index(upperHalf[:], n)
	edge, inward = svgMargin, 1
	if column < 0 {
		column = slices.Index(lowerHalf[:], n)
		edge, inward = svgMargin+svgHeight, -1
	}
	return svgMargin + (float64(column)+0.5)*svgPoint, edge, inward
}

// describe returns the checkers of a player in words, such as "2 on 24, 5 on 13, 8 off".
func (c Checkers) describe() string {
	text := ""
	for n := Bar; n > Off; n-- {
		if c[n] > 0 {
			text += fmt.Sprintf("%d on %s, ", c[n], strings.Replace(pointNames[n], "bar", "the bar", 1))
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
		count, mark := d.checkers(n)
		svgStack(picture, n, count, drawnRows, drawnRows, mark)
	}
	svgStack(picture, nearOff, d.position.Own()[Off], 1, 0, near)
	svgStack(picture, farOff, d.position.Opponent()[Off], 1, 0, far)
	return picture
}

// svgTriangle draws the triangle and the number of a point.
func (d *drawing) svgTriangle(picture *tabletop.Picture, n int) {
	const side, length = svgPoint/2 - 4, svgHeight * 4 / 10
	x, edge, inward := svgPlace(n)
	color := draw.DarkSquare
	if n%2 == 0 {
		color = draw.Color(0xdcc19a)
	}
	picture.Triangle(x-side, edge, x+side, edge, x, edge+length*inward, color)
	picture.Label(strconv.Itoa(d.number(n)), x, edge-svgMargin/2*inward, draw.Text)
}

// svgStack draws some checkers of a stack, and the number of all if it is larger than the limit.
func svgStack(picture *tabletop.Picture, n, count, drawn, limit int, mark byte) {
	x, edge, inward := svgPlace(n)
	y := func(i int) float64 { return edge + (float64(i)+0.5)*svgPoint*inward }
	fill, line, text := svgColors(mark)
	for i := range min(count, drawn) {
		picture.Circle(x, y(i), 44, fill, line)
	}
	if count > limit {
		picture.Label(strconv.Itoa(count), x, y(drawn-1), text)
	}
}

// svgColors returns the colors of the checkers with a mark: X is dark, and O is light.
func svgColors(mark byte) (fill, line, text draw.Color) {
	if mark == 'X' {
		return draw.BlackFill, draw.BlackLine, draw.BlackLine
	}
	return draw.WhiteFill, draw.WhiteLine, draw.WhiteLine
}
