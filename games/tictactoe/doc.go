// Package tictactoe plays tic-tac-toe, the ristinolla of rule sheet S1.
//
// The rules: the board has 3×3 squares and each player five pieces. The
// players place one piece at a time on an empty square, in turn, X first.
// Whoever first has three of their own in a row, across, down or diagonally,
// wins; a full board without such a row is a draw. The sheet calls the pieces
// white and black: here White is [X] and Black is [O]. Its text is torn: that
// White begins and that a full board draws are the custom of the game.
//
// A [Position] is what stands on the board, a [Move] the square of the next
// piece, a [Game] a sequence of moves with its [Outcome]. Position and Move are
// comparable values that may be copied freely, and the zero Position is the
// empty board. [Position.AppendLegalMoves], [Position.Play] and
// [Position.After] do not allocate when there is room and no error. A Game
// serves one goroutine at a time.
package tictactoe
