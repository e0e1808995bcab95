package tictactoe

import (
	"fmt"

	"github.com/shakki/chess/internal/tabletop"
)

// AppendSVG appends a picture of the board as an SVG document, in the style of the chess diagrams.
func (p Position) AppendSVG(b []byte) []byte {
	const margin, square = 40, 100
	c := tabletop.Palette
	picture := tabletop.NewPicture(b, 3*square+2*margin, 3*square+2*margin, "Tic-tac-toe", p.describe())
	picture.Board(3, margin)
	hole := [2]string{c.Light, c.Dark} // the color of every other square
	for n := range 9 {
		x, y := float64(margin+n%3*square), float64(margin+n/3*square)
		switch p.PieceAt(fromTop(n)) {
		case X:
			picture.Strokes("M25 25L75 75M75 25L25 75", x, y, 14, c.BlackFill)
		case O:
			picture.Circle(x+square/2, y+square/2, 32, c.WhiteFill, c.WhiteLine)
			picture.Circle(x+square/2, y+square/2, 18, hole[n%2], c.WhiteLine)
		}
	}
	return picture.Close()
}

// describe returns the position in words.
func (p Position) describe() string {
	text := ""
	for s := A1; s <= C3; s++ {
		if piece := p.PieceAt(s); piece != NoPiece {
			text += fmt.Sprintf("%v on %v, ", piece, s)
		}
	}
	if o := p.Outcome(); o.IsOver() {
		return text + o.String()
	}
	return text + p.Turn().String() + " to move"
}
