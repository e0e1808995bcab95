// Package santext reads the text of moves in standard algebraic notation, in the letters of several
// languages.
package santext

// The files:
//
//   - santext.go: reading a move without a position: spellings, signs, castling, promotion, and letters that look alike
//   - head.go: the usual forms of a move in English, from the first eight bytes of a text; tested in san_test.go of the root
//   - letters.go: the letters and names of the pieces in each language; tested in language_test.go of the root
