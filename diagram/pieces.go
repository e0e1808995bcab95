package diagram

import (
	_ "embed"
	"strings"

	"github.com/shakki/chess"
)

// The shapes of the pieces are our own drawings: the file has a line for each set and piece type, with a
// figure in a square that is 100 wide and high. The base line is at 88. Details are black.
//
//go:embed pieces.svg
var sheet string

var sheetLines = strings.Split(sheet, "\n")

// figure returns the shapes of a piece.
func figure(set Set, t chess.PieceType) string {
	_, shapes, _ := strings.Cut(sheetLines[6*int(set)+int(t)], ">")
	shapes, _, _ = strings.Cut(shapes, "</svg>")
	return shapes
}
