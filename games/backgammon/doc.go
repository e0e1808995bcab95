// Package backgammon implements backgammon with the doubling cube, as described by rule sheet S1.
// [Game] has the rules, and [Rules] tells where the sheet, the default, differs from the common
// ones.
//
// A [Position] is the board from the point of view of the player on roll, a [Move] is a whole play
// for a [Roll], and a [Match] is a sequence of games. Every value has a text form that reads back
// equal. The caller provides every roll.
package backgammon
