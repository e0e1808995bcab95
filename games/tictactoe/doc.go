// Package tictactoe implements tic-tac-toe, the game called ristinolla on rule
// sheet S1.
//
// The board has 3×3 squares. Each player has five pieces. The players take turns
// to place one piece on an empty square, and X moves first. A player with three
// pieces in a row, column, or diagonal wins. If the board is full and nobody has
// three in a row, the game is a draw. The rule sheet calls the players White and
// Black. Here White is [X] and Black is [O]. The rule sheet is damaged, so two
// rules come from common practice: White moves first, and a full board is a draw.
//
// A [Position] holds the pieces on the board, a [Move] is the square of the next
// piece, and a [Game] is a sequence of moves with its [Outcome]. Position and Move
// are comparable values. The zero Position is the empty board.
// [Position.AppendLegalMoves] does not allocate if the slice has room, and neither
// do [Position.After] and a successful [Position.Play]. A Game must not be used by
// multiple goroutines at the same time.
package tictactoe
