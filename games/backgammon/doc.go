// Package backgammon implements backgammon with the doubling cube, as described by rule sheet S1.
// [Game] has the rules, and [Rules] tells where the sheet, the default, differs from the common
// ones.
//
// A [Position] is the board from the point of view of the player on roll, a [Move] is a whole play
// for a [Roll], and a [Match] is a sequence of games. Every value has a text form that reads back
// equal. The caller provides every roll.
package backgammon

// The files:
//
//   - rules.go: which rules apply, and what a roll allows by them
//   - position.go: checkers on points, and playing a move
//   - movegen.go: which moves are legal, and why others are not
//   - move.go: a move and its text
//   - dice.go: rolls, and dice that can be replayed
//   - event.go: what players do, as events, and when
//   - outcome.go: results and reasons
//   - setup.go: the players, the doubling cube, and where a game begins, as text
//   - game.go: a game: rolling, playing, doubling, resigning, undoing
//   - match.go: a match of several games
//   - id.go: position IDs and match IDs of GNU Backgammon
//   - mat.go: matches as .mat files
//   - board.go: boards as text and as SVG
//   - errors.go: the typed errors and their reasons
//   - gnubg_test.go: positions and matches beside GNU Backgammon
