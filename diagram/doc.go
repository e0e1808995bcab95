// Package diagram draws chess positions: as SVG, and as text for a terminal.
//
//	svg := diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{})
//
// The zero [Options] gives a good picture. The fields choose the theme, the set of pieces, the side at
// the bottom, and what is marked on the board. The pictures contain no scripts, refer to nothing outside
// them, and have a title and a description that gives the position in words.
//
// The package diagram/png, a module of its own, turns the pictures into PNG.
package diagram

// The files:
//
//   - diagram.go: SVG of a position, its options, and the sets of pieces; tested in diagram_test.go, theme_test.go
//   - board.go: what a picture shows: pieces, checks, the last move, targets; tested in board_test.go, svg_test.go
//   - svg.go: drawing a board: sizes, widths, coordinates, arrows, marks, and captured pieces
//   - pieces.go, pieces.svg: the shapes of the pieces; tested in svg_test.go
//   - theme.go: colors and their text, the themes, and the style sheet of a picture
//   - strip.go: several positions of a game in one picture, and their labels
//   - caption.go: text under a board: how many lines it has, and where they break
//   - words.go: describing a picture in words, in other languages too
//   - terminal.go: boards for terminals: ASCII, colors, marks, and what a terminal can show
//   - browser_test.go: pictures in a browser
//   - contrast_test.go: colors that can be told apart
