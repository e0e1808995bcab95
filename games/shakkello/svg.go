package shakkello

import (
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/tabletop"
)

// letterStrokes are the lines of the English letter of each piece type in a square that is 100
// wide.
var letterStrokes = [...]string{
	chess.Knight: "M38 68V32L62 68V32",
	chess.Bishop: "M38 50H54C65 50 65 68 54 68H38V32H52C62 32 62 50 52 50",
	chess.Rook:   "M38 68V32H53C65 32 65 51 53 51H38M52 51L63 68",
	chess.Queen:  "M50 32C38 32 34 41 34 50 34 59 38 68 50 68 62 68 66 59 66 50 66 41 62 32 50 32ZM55 58L66 70",
	chess.King:   "M38 32V68M62 32L39 52M46 46L63 68",
}

// AppendSVG appends a picture of the board as an SVG document, in the style of the chess diagrams.
// A piece is a disc with the letter of the piece.
func (p Position) AppendSVG(b []byte) []byte {
	drawPiece := func(picture *tabletop.Picture, file, rank int, x, y float64) {
		piece := p.PieceAt(chess.SquareAt(chess.File(file), chess.Rank(rank)))
		if piece == chess.NoPiece {
			return
		}
		fill, line, letter := draw.WhiteFill, draw.WhiteLine, draw.WhiteLine
		if piece.Color() == chess.Black {
			fill, line, letter = draw.BlackFill, draw.BlackFill, draw.BlackLine
		}
		picture.Circle(x+50, y+50, 40, fill, line)
		picture.Strokes(letterStrokes[piece.Type()], x, y, 6, letter)
	}
	return tabletop.AppendBoard(b, 8, "Shakkello", p.describe(), drawPiece)
}

// describe returns the position in words.
func (p Position) describe() string {
	text := ""
	for s := range p.Occupied().Squares() {
		piece := p.PieceAt(s)
		text += fmt.Sprintf("%v %v on %v, ", piece.Color(), piece.Type(), s)
	}
	if o := p.Outcome(); o.IsOver() {
		return text + "the game is over: " + o.String()
	}
	return text + fmt.Sprintf("%v to move, score %v", p.Turn(), p.Score())
}
