// Package santext reads the text of moves in standard algebraic notation, in the letters of several
// languages.
package santext

// The files:
//
//   - santext.go: reading a move without a position: spellings, signs, castling, promotion, similar letters; tested in san_test.go of the root, santext_test.go
//   - head.go: usual English moves, in the first eight bytes of a text
//   - golden_test.go: digests of what texts of a few characters mean
//   - letters.go: letters and names of pieces by language; tested in language_test.go of the root, letters_test.go
