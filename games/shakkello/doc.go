// Package shakkello plays Shakkello, Andy Lewicki's cross of chess and Othello,
// by rule sheet S4.
//
// The rules: each player has a king, a queen, two rooks, two bishops and two
// knights. The board is empty at first; White begins, and in turn the players
// place one piece on an empty square until all 16 stand. Pieces never move,
// nothing is captured, and there is no check: a king may stand on an attacked
// square, even beside the other king.
//
//  1. White's first piece is the king, on any square.
//  2. Every other piece touches one that stands already, of either color:
//     along a rank, a file or a diagonal.
//  3. Black's king is the last piece of the game. It touches the piece that
//     White has placed just before.
//  4. A player's two bishops stand on squares of different colors.
//  5. A queen calls the other: once a queen is placed, the opponent's next
//     piece is the queen, unless it stands already.
//  6. A placement after which the game cannot be finished by these rules is
//     illegal. This concerns White's last piece alone, which must leave an
//     empty square beside it.
//
// A piece scores one point for each empty square that it attacks as in chess;
// a square attacked by several pieces counts for each of them. When all pieces
// stand, more points win and equal points draw.
//
// A [Position] holds the pieces on the board, a [Move] is a piece and its square,
// and a [Game] is a sequence of moves with its [Outcome]. An [Effect] says how a
// move changes the [Score]. Squares, pieces and attacks are those of package
// chess. Position and Move are comparable values that may be copied freely, and
// the zero Position is the empty board. Listing moves and effects into a slice
// with room, playing and scoring do not allocate. A Game must not be used by
// several goroutines at the same time.
package shakkello
