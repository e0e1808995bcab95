// Package santext reads the text of moves in standard algebraic notation, in the letters of several
// languages.
package santext

// The files:
//
//   - santext.go: reading a move without a position: spellings, signs, castling, promotion, and letters that look alike
//   - letters.go: the letters and names of the pieces in each language; tested in language_test.go of the root
