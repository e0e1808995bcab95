// Package backgammon implements backgammon with the doubling cube, as described by rule sheet S1.
// [Game] has the rules, and [Rules] tells where the sheet, the default, differs from the common
// rules.
//
// A [Position] is the board from the point of view of the player on roll, a [Move] is a whole play
// for a [Roll], and a [Match] is a sequence of games. Every value has a text form that reads back
// equal. The caller provides every roll.
package backgammon

// The files:
//
//   - rules.go: the rules that can be chosen, and what a roll allows by them
//   - position.go: checkers on points, playing a move, and pip counts
//   - movegen.go: which moves are legal, such as bearing off, and why others are not; tested in movegen_test.go, rules_test.go
//   - move.go: a move and its text, with hits and repeated moves
//   - dice.go: rolls and their text, and dice that can be replayed
//   - event.go: the phases of a game, what players do, and their names and text
//   - outcome.go: results and reasons, and what they multiply the stake by; tested in outcome_test.go, errors_test.go
//   - setup.go: the players, the doubling cube, and where a game begins, as text
//   - game.go: a game: rolling, playing, when one may double or resign, what a game counts (Jacoby), undoing
//   - match.go: a match of several games: its target, the Crawford game, and limits
//   - id.go: position IDs and match IDs of GNU Backgammon
//   - mat.go: matches as .mat files: words and names that are read and written
//   - board.go: boards as text and as SVG
//   - errors.go: the typed errors, their reasons, and texts; tested in errors_test.go, movegen_test.go
//   - golden_test.go: digests of moves, actions, pictures, and of texts with one wrong word
//   - gnubg_test.go: positions and matches beside GNU Backgammon
