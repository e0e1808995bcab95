// Package domino implements the draw game of dominoes, as described by rule sheet S1, for two to
// five players with a double-six set of 28 tiles. [Game] has the rules.
//
// A [Position] holds the whole table, a [View] is what one player may see of it, and a [Move] is a
// tile laid, a draw, or a pass. These are comparable values. A Game is one round, and a [Match] is
// a sequence of rounds. Values have text forms that read back equal, which JSON uses too; that of a
// View only goes out. Errors are typed: see [MoveError], [SetupError], and [ParseError]. The caller
// provides each [Shuffle], for example with [NewShuffle].
package domino

// The files:
//
//   - tile.go: tiles, sets of tiles, players, shuffles
//   - deal.go: who leads, and dealing
//   - line.go: the line of tiles, and the stock
//   - move.go: a move and its text; the typed errors and their reasons
//   - position.go: whose turn it is, and which moves are legal
//   - reach.go: whether a position can arise
//   - view.go: what one player sees, as text and in words
//   - game.go: a round: playing, undoing
//   - match.go: when a round ends, and who wins; a match of several rounds
//   - text.go: positions as text
//   - svg.go: the table as SVG
//   - slow_test.go: a simple model of the rules
