package backgammon

import (
	"fmt"
	"strings"
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

// The points of the upper and the lower half from left to right, with the bars between them.
var (
	upperHalf = [...]int{13, 14, 15, 16, 17, 18, Bar, 19, 20, 21, 22, 23, 24}
	lowerHalf = [...]int{12, 11, 10, 9, 8, 7, Off, 6, 5, 4, 3, 2, 1}
)

// isBar reports whether a place of a half is a bar.
func isBar(n int) bool { return n == Bar || n == Off }

// String returns the drawing.
func (d *drawing) String() string {
	var b strings.Builder
	d.edge(&b, upperHalf)
	for row := range drawnRows {
		d.row(&b, upperHalf, row)
	}
	b.WriteString("|                  |   |                  |\n")
	for row := drawnRows - 1; row >= 0; row-- {
		d.row(&b, lowerHalf, row)
	}
	d.edge(&b, lowerHalf)
	d.summary(&b, near, d.position.Own())
	d.summary(&b, far, d.position.Opponent())
	return b.String()
}

// number returns the number of a point for the viewer.
func (d *drawing) number(n int) int {
	if d.mirrored {
		return Bar - n
	}
	return n
}

// edge draws the point numbers of a half.
func (d *drawing) edge(b *strings.Builder, half [13]int) {
	b.WriteByte('+')
	for _, n := range half {
		if isBar(n) {
			b.WriteString("+bar+")
		} else {
			fmt.Fprintf(b, "%2d-", d.number(n))
		}
	}
	b.WriteString("+\n")
}

// row draws one row of a half.
func (d *drawing) row(b *strings.Builder, half [13]int, row int) {
	b.WriteByte('|')
	for _, n := range half {
		cell := d.cell(n, row)
		if isBar(n) {
			cell = "|" + cell + "|"
		}
		b.WriteString(cell)
	}
	b.WriteString("|\n")
}

// cell returns one row of a point or of a bar.
func (d *drawing) cell(point, row int) string {
	count, mark := d.checkers(point)
	switch {
	case row == drawnRows-1 && count > drawnRows:
		return fmt.Sprintf("%2d ", count)
	case row < count:
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

// summary draws the line with the checkers borne off and the pip count of one player.
func (d *drawing) summary(b *strings.Builder, mark byte, c Checkers) {
	fmt.Fprintf(b, "%c: %d off, pip count %d\n", mark, c[Off], c.Pips())
}
