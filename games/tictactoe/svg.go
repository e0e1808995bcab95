package tictactoe

import (
	"fmt"

	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/tabletop"
)

// AppendSVG appends a picture of the board as an SVG document, in the style of the chess diagrams.
func (p Position) AppendSVG(b []byte) []byte {
	drawPiece := func(picture *tabletop.Picture, file, rank int, x, y float64) {
		switch p.PieceAt(Square(3*rank + file)) {
		case X:
			picture.Strokes("M25 25L75 75M75 25L25 75", x, y, 14, draw.BlackFill)
		case O:
			picture.Circle(x+50, y+50, 32, draw.WhiteFill, draw.WhiteLine)
			picture.Circle(x+50, y+50, 18, tabletop.SquareColor(file, rank), draw.WhiteLine)
		}
	}
	return tabletop.AppendBoard(b, 3, "Tic-tac-toe", p.describe(), drawPiece)
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
