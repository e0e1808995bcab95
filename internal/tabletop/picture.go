package tabletop

import (
	"fmt"

	"github.com/shakki/chess/internal/draw"
)

// pictureWidth is the width of a picture in pixels.
const pictureWidth = 400

// A Picture is an SVG document that is being written. A square of a board is 100 units wide.
type Picture struct{ draw.Document }

// NewPicture begins a picture of the given size in units. The title and the description say in
// words what it shows.
func NewPicture(b []byte, width, height float64, title, description string) *Picture {
	p := &Picture{draw.Document{Bytes: b}}
	p.Add(`<svg xmlns="http://www.w3.org/2000/svg" width="`, pictureWidth, `" height="`, pictureWidth*height/width)
	p.Add(`" viewBox="0 0 `, draw.Point{width, height}, `" role="img" stroke-linecap="round" stroke-linejoin="round">`)
	p.Names(title, description)
	p.Rect(0, 0, width, height, 0, draw.Background, draw.None)
	return p
}

// paint appends the colors of a shape and ends its element. The line is 3 units wide.
func (p *Picture) paint(fill, line draw.Color) {
	p.Add(`" fill="`, fill)
	if line != draw.None {
		p.Add(`" stroke="`, line, `" stroke-width="3`)
	}
	p.Add(`"/>`)
}

// Rect draws a rectangle with corners of the given radius.
func (p *Picture) Rect(x, y, width, height, radius float64, fill, line draw.Color) {
	p.Add(`<rect x="`, x, `" y="`, y, `" width="`, width, `" height="`, height)
	if radius != 0 {
		p.Add(`" rx="`, radius)
	}
	p.paint(fill, line)
}

// Circle draws a circle.
func (p *Picture) Circle(x, y, radius float64, fill, line draw.Color) {
	p.Add(`<circle cx="`, x, `" cy="`, y, `" r="`, radius)
	p.paint(fill, line)
}

// Triangle draws a triangle with the given corners.
func (p *Picture) Triangle(x1, y1, x2, y2, x3, y3 float64, fill draw.Color) {
	p.Add(`<path d="M`, draw.Point{x1, y1}, "L", draw.Point{x2, y2}, "L", draw.Point{x3, y3}, "Z")
	p.paint(fill, draw.None)
}

// Strokes draws the lines of a path, which is moved by x and y.
func (p *Picture) Strokes(path string, x, y, width float64, color draw.Color) {
	p.Add(`<path transform="translate(`, draw.Point{x, y}, `)" d="`, path)
	p.Add(`" fill="none" stroke="`, color, `" stroke-width="`, width, `"/>`)
}

// Label draws digits and letters from a to h around the center x, y.
func (p *Picture) Label(label string, x, y float64, color draw.Color) {
	const advance = draw.GlyphWidth + 5
	p.Add(`<g fill="none" stroke="`, color, `" stroke-width="`, draw.GlyphLine, `">`)
	x -= (float64(len(label))*advance - 5) / 2
	for i := range len(label) {
		p.Glyph(label[i], x, y-draw.GlyphHeight/2)
		x += advance
	}
	p.Add("</g>")
}

// pipPlaces has the places of up to six pips in a grid of three by three, as a bit set for each
// number.
var pipPlaces = [...]uint16{0, 0b000010000, 0b100000001, 0b100010001, 0b101000101, 0b101010101, 0b111000111}

// Pips draws up to six pips, as on a die or a tile, in a square with its upper left corner at x, y.
func (p *Picture) Pips(n int, x, y, side float64, color draw.Color) {
	for i := range 9 {
		if pipPlaces[n]>>i&1 != 0 {
			p.Circle(x+side*float64(1+i%3)/4, y+side*float64(1+i/3)/4, side*.09, color, draw.None)
		}
	}
}

// AppendBoard appends the picture of a square board with the coordinates of chess. It calls piece
// for each square with the upper left corner of that square.
func AppendBoard(b []byte, size int, title, description string, piece func(p *Picture, file, rank int, x, y float64)) []byte {
	const square, margin = 100, 40
	side := float64(size * square)
	p := NewPicture(b, side+2*margin, side+2*margin, title, description)
	p.Rect(margin-2, margin-2, side+4, side+4, 0, draw.Border, draw.None)
	for rank := range size {
		y := float64(margin + (size-1-rank)*square)
		for file := range size {
			x := float64(margin + file*square)
			p.Rect(x, y, square, square, 0, SquareColor(file, rank), draw.None)
			piece(p, file, rank, x, y)
		}
		p.Label(fmt.Sprint(rank+1), margin/2, y+square/2, draw.Text)
		p.Label(string(rune('a'+rank)), float64(margin+rank*square)+square/2, side+1.5*margin, draw.Text)
	}
	return p.Close()
}

// SquareColor returns the color of a square.
func SquareColor(file, rank int) draw.Color {
	if file%2 == rank%2 {
		return draw.DarkSquare
	}
	return draw.LightSquare
}
