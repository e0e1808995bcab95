// Package backgammon implements backgammon with the doubling cube, as described by
// rule sheet S1. The package uses no hidden source of randomness: the caller provides
// every roll. A [Roller] generates rolls from a seed.
//
// Each player has fifteen checkers. Light and Dark move in opposite directions over 24
// points, and the player who first bears off all checkers wins. In the opening, each
// player throws one die. The player with the higher number begins and plays both
// numbers. A checker moves by the number on a die to a point that is empty, has only
// checkers of the same player, or has a single enemy checker. Such an enemy checker is
// hit and goes to the bar. A double is played four times. A player must use as many
// numbers as possible. If either number can be used, but not both, the player must use
// the larger one. Checkers on the bar must enter before other checkers may move. Bearing
// off is allowed when all fifteen checkers are in the home board. Before rolling, a
// player may offer to double the stake. A player who refuses loses the current stake. A
// player who accepts plays on for twice the stake and owns the cube. If the loser has
// not borne off any checker, the game counts double (gammon). It counts triple if the
// loser also has a checker on the bar or in the winner's home board (backgammon).
//
// A [Position] is the board from the point of view of the player on roll, a [Move] is a
// whole play for a [Roll], a [Game] is a sequence of rolls, plays, and cube actions with
// its [Outcome], and a [Match] is a sequence of games for a stake. Position, Move, and
// Roll are comparable values. [Position.After] does not allocate, and neither does
// [Position.AppendLegalMoves] if the slice has room. A Game must not be used by multiple
// goroutines at the same time.
//
// Where the rule sheet differs from the common rules, the package follows the sheet by
// default. [Rules] describes the differences and allows other choices.
package backgammon
