package backgammon

import (
	"fmt"
	"strings"
)

const drawnRows = 5 // of a point, in a drawing

// A drawing is a board seen from one seat.
type drawing struct {
	position  Position // as the player in the seat sees it
	near, far byte     // the checkers of the player in the seat, and of the other
	mirrored  bool     // number the points as the other player counts
}

// Board returns a drawing of eighteen lines, seen by the player on roll, whose
// checkers are X and whose home is at the lower right, with the bar in the
// middle. A number stands where more checkers are than can be drawn.
func (p Position) Board() string {
	d := drawing{position: p, near: 'X', far: 'O'}
	return d.String()
}

// Board returns a drawing as [Position.Board] does, seen by Light, whose home is
// at the lower right and Dark's at the upper right. Light's checkers are O,
// Dark's X. The points are numbered as the player on turn counts. The last line
// says what the game waits for.
func (g *Game) Board() string {
	d := drawing{position: g.now.position, near: 'O', far: 'X'}
	if g.now.turn == Dark {
		d.position, d.mirrored = d.position.swapped(), true
	}
	return d.String() + g.status() + "\n"
}

// status says who has to do what, and where the cube is.
func (g *Game) status() string {
	s := &g.now
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

// span yields the numbers from first to last, upwards or downwards.
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

// edge draws the numbers of two quarters.
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

// row draws one row of two quarters and the bar between them.
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

// cell draws what stands on a row of a point, or of the bar.
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

// summary draws the line about the checkers of one player.
func (d *drawing) summary(b *strings.Builder, mark byte, c Checkers) {
	fmt.Fprintf(b, "%c: %d off, pip count %d\n", mark, c[Off], c.Pips())
}
