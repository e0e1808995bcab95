// Package santext reads the text of moves in standard algebraic notation, in the letters of several
// languages.
package santext

// The files:
//
//   - santext.go: reading a move
//   - letters.go: the letters of the pieces in each language
