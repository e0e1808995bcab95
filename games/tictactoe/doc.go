// Package tictactoe implements tic-tac-toe, which rule sheet S1 calls ristinolla.
//
// The players take turns to place one of their five pieces on an empty square of a board of 3×3
// squares. A player with three pieces in a row, column, or diagonal wins. A full board without
// three in a row is a draw. The sheet calls the players White and Black. Here White is [X], who
// moves first, and Black is [O]. The sheet is torn: the first move and the draw follow common
// practice.
//
// A [Position] is the board, a [Move] is the square of the next piece, and a [Game] is a start
// position and the moves from it. Position and Move are comparable values. The zero Position is the
// empty board, and the zero Game starts from it. Every value has a text form that reads back equal,
// which JSON uses too. Errors are typed: see [MoveError] and [ParseError]. Listing moves into a
// buffer and playing them on a Position do not allocate.
package tictactoe

// The files:
//
//   - board.go: pieces, squares, moves, their texts, and lines of three; tested in board_test.go, tictactoe_test.go
//   - position.go: whose turn it is, which moves are legal, positions as text, and pictures of them
//   - game.go: a game: playing, undoing; results, reasons, and errors
