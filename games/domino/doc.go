// Package domino implements the draw game of dominoes, as described by rule sheet S1, for two to
// five players with a double-six set of 28 tiles. [Game] has the rules.
//
// A [Position] holds the whole table, a [View] is what one player may see of it, and a [Move] is a
// tile laid, a draw, or a pass. These are comparable values. A Game is one round, and a [Match] is
// a sequence of rounds. Every value has a text form that reads back equal, which JSON uses too.
// Errors are typed: see [MoveError], [SetupError], and [ParseError]. The caller provides each
// [Shuffle], for example with [NewShuffle].
package domino
