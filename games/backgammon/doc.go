// Package backgammon plays backgammon by rule sheet S1: the checkers, the dice
// and the doubling cube. Randomness is never hidden inside: the caller passes
// every roll in, and a [Roller] that throws by a seed is there for those who
// want one.
//
// The rules. Each player has fifteen checkers, Light and Dark move in opposite
// directions over 24 points, and whoever first bears all fifteen off wins. For
// the opening each throws one die; the higher number begins and plays both. A
// checker moves by the number of a die to a point that is empty, the player's
// own, or held by a single enemy checker, which is hit and goes to the bar. A
// double is played four times. As many numbers as can be used must be used; if
// that is one of two, and either would do, it is the larger. Checkers on the
// bar enter before anything else moves. Bearing off begins when all fifteen are
// home. On turn and before throwing, a player may offer to double the stake;
// refusing loses the stake in force, accepting doubles it and takes the cube.
// Winning before the loser has borne off a checker counts double (gammon), and
// triple if a checker of the loser's is also on the bar or in the winner's home
// (backgammon).
//
// A [Position] is the board as the player on roll sees it, a [Move] a whole
// play for a [Roll], a [Game] a sequence of rolls, plays and cube actions with
// its [Outcome], a [Match] a series of games for a stake. Position, Move and
// Roll are comparable values that may be copied freely.
// [Position.AppendLegalMoves] and [Position.After] do not allocate when there
// is room. A Game serves one goroutine at a time.
//
// The sheet is the default wherever it departs from common rules; [Rules] says
// where that is, and chooses.
package backgammon
