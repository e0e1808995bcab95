// Package diagram draws chess positions: as SVG, and as text for a terminal.
//
//	svg := diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{})
//
// The zero [Options] is a good picture. The fields choose the theme, the set of pieces, the side
// below, and what is marked on the board. The pictures contain no scripts, refer to nothing outside
// them, and have a title and a description that say the position in words.
//
// The package diagram/png, a module of its own, turns the pictures into PNG.
package diagram

// The files:
//
//   - diagram.go: SVG of a position, and its options
//   - board.go: what a picture shows: pieces, checks, the last move, targets
//   - svg.go: drawing a board
//   - pieces.go: the shapes of the pieces
//   - theme.go: colors, and the style sheet of a picture
//   - strip.go: several positions of a game in one picture
//   - caption.go: text under a board
//   - words.go: describing a picture in words, in other languages too
//   - terminal.go: boards for terminals
//   - browser_test.go: pictures in a browser
//   - contrast_test.go: colors that can be told apart
