package backgammon

import (
	"fmt"
	"strings"
)

const drawnRows = 5 // number of rows for the checkers on a point

// A drawing is a board from the point of view of one player, the viewer.
type drawing struct {
	position  Position // the position with the viewer on roll
	near, far byte     // the characters for the viewer's checkers and for the opponent's
	mirrored  bool     // whether to use the opponent's numbering of the points
}

// Board returns a drawing of the board from the point of view of the player on roll. That player's
// checkers are drawn as X, and the home board is at the lower right. If a point has more checkers
// than can be drawn, the drawing shows their number.
func (p Position) Board() string {
	d := drawing{position: p, near: 'X', far: 'O'}
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
	d := drawing{position: s.position, near: 'X', far: 'O'}
	if s.turn != Dark {
		d.position, d.mirrored = d.position.swapped(), true
	}
	return d
}

// status returns a description of the state of the game.
func (s *state) status() string {
	switch s.phase {
	case Opening:
		return "opening"
	case ToAnswer:
		return fmt.Sprintf("%v doubles, cube %v", s.turn, s.cube)
	case ToMove:
		return fmt.Sprintf("%v to play %v, cube %v", s.turn, s.roll, s.cube)
	case Over:
		return s.outcome.String()
	}
	return fmt.Sprintf("%v to roll, cube %v", s.turn, s.cube)
}

// String returns the drawing.
func (d *drawing) String() string {
	var b strings.Builder
	d.edge(&b, 13, 18, 19, 24)
	for row := range drawnRows {
		d.row(&b, row, 13, 18, Bar, 19, 24)
	}
	b.WriteString("|                  |   |                  |\n")
	for row := drawnRows - 1; row >= 0; row-- {
		d.row(&b, row, 12, 7, 0, 6, 1)
	}
	d.edge(&b, 12, 7, 6, 1)
	d.summary(&b, d.near, d.position.Own())
	d.summary(&b, d.far, d.position.Opponent())
	return b.String()
}

// span returns an iterator over the numbers from first to last, ascending or descending.
func span(first, last int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for n := first; ; {
			if !yield(n) || n == last {
				return
			}
			if first < last {
				n++
			} else {
				n--
			}
		}
	}
}

// edge draws the point numbers of two quarters of the board.
func (d *drawing) edge(b *strings.Builder, a, z, a2, z2 int) {
	b.WriteByte('+')
	for n := range span(a, z) {
		d.number(b, n)
	}
	b.WriteString("+bar+")
	for n := range span(a2, z2) {
		d.number(b, n)
	}
	b.WriteString("+\n")
}

// number draws the number of a point.
func (d *drawing) number(b *strings.Builder, n int) {
	if d.mirrored {
		n = Bar - n
	}
	fmt.Fprintf(b, "%2d-", n)
}

// row draws one row of two quarters of the board and of the bar between them.
func (d *drawing) row(b *strings.Builder, row, a, z, bar, a2, z2 int) {
	b.WriteByte('|')
	for n := range span(a, z) {
		d.cell(b, n, row)
	}
	b.WriteByte('|')
	d.cell(b, bar, row)
	b.WriteByte('|')
	for n := range span(a2, z2) {
		d.cell(b, n, row)
	}
	b.WriteString("|\n")
}

// cell draws one row of a point or of the bar.
func (d *drawing) cell(b *strings.Builder, point, row int) {
	count, mark := int(d.position.point[point]), d.near
	if count < 0 {
		count, mark = -count, d.far
	}
	switch {
	case row == drawnRows-1 && count > drawnRows:
		fmt.Fprintf(b, "%2d ", count)
	case row < count:
		b.Write([]byte{' ', mark, ' '})
	default:
		b.WriteString("   ")
	}
}

// summary draws the line with the checkers borne off and the pip count of one player.
func (d *drawing) summary(b *strings.Builder, mark byte, c Checkers) {
	fmt.Fprintf(b, "%c: %d off, pip count %d\n", mark, c[Off], c.Pips())
}
