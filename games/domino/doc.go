// Package domino implements the draw game of dominoes, as described by rule sheet S1, for two to
// five players with a double-six set of 28 tiles. [Game] has the rules.
//
// A [Position] holds the whole table, a [View] is what one player may see of it, and a [Move] is a
// tile laid, a draw, or a pass. These are comparable values. A Game is one round, and a [Match] is
// a sequence of rounds. Values have text forms that read back equal, which JSON uses too; a View
// is only written. Errors are typed: see [MoveError], [SetupError], and [ParseError]. The caller
// provides each [Shuffle], for example with [NewShuffle].
package domino

// The files:
//
//   - tile.go: tiles, sets of tiles, players, their texts, and shuffles
//   - deal.go: who leads, which tile is higher, and how many tiles each player takes
//   - line.go: the line of tiles and which of them fit; lists such as the stock
//   - move.go: a move and its text; the typed errors and their reasons; tested in move_test.go, position_test.go, text_test.go
//   - position.go: whose turn it is, when one draws or passes, which moves are legal, and why others are not
//   - reach.go: whether a position can arise
//   - view.go: what one player sees; boards as text and in words
//   - game.go: a round: playing, undoing
//   - match.go: when a round ends, who wins, and penalty points; a match of several rounds and its target
//   - text.go: positions and views as text
//   - svg.go: the table as SVG
//   - golden_test.go: digests of rounds, and of texts with one wrong word
//   - slow_test.go: a simple model of the rules
