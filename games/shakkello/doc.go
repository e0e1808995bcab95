// Package shakkello implements Shakkello, a cross of chess and Othello by Andy Lewicki, as
// described by rule sheet S4.
//
// Each player has a king, a queen, two rooks, two bishops, and two knights. The players take turns
// to place one piece on an empty square, White first, until all 16 pieces are on the board. Pieces
// never move. There is no check.
//
//  1. White's first piece is the king, on any square.
//  2. Every other piece must touch a piece of either color that is already on the
//     board. Two pieces touch if their squares are neighbors on a rank, a file, or
//     a diagonal.
//  3. Black's king is the last piece of the game. It must touch the piece that
//     White has just placed.
//  4. The two bishops of a player must be on squares of different colors.
//  5. Placing a queen calls the other queen: the opponent's next piece must be the
//     queen, unless it is already on the board.
//  6. A placement is illegal if the game cannot be finished by these rules after
//     it. This affects only White's last piece, which must leave an empty square
//     next to it.
//
// A piece scores one point for each empty square that it attacks as in chess. A square that is
// attacked by several pieces counts for each of them. When all pieces are on the board, the player
// with more points wins. If both players have the same number of points, the game is a draw.
//
// A [Position] is the pieces on the board, a [Move] is a piece and its square, and a [Game] is a
// start position and the moves from it. Position and Move are comparable values. The zero Position
// is the empty board, and the zero Game starts from it. Every value has a text form that reads back
// equal, which JSON uses too. Errors are typed: see [MoveError] and [ParseError]. Listing moves and
// effects into a buffer, scoring, and playing moves on a Position do not allocate.
package shakkello

// The files:
//
//   - rules.go: where a piece may be placed, and why not; counting moves
//   - position.go: pieces on squares and in hand, whose turn it is; playing a move; tested in rules_test.go, position_test.go
//   - score.go: threats, attackers, and points; results and reasons
//   - move.go: a move and its text; the typed errors and their reasons
//   - game.go: a game: playing, undoing
//   - text.go: positions and boards as text, and which cannot be reached
//   - svg.go: boards as SVG, and their description
//   - perft_test.go: counts of moves
//   - random_test.go: random games
//   - slow_test.go: a simple model of the rules
