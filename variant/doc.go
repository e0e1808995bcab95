// Package variant plays chess with other rules on the same board and with the same pieces: Antichess,
// Atomic, Crazyhouse, Horde, King of the Hill, Racing Kings, Three-check, Five-check, and standard chess,
// each from Chess960 start positions too.
//
// A [Position] is a small comparable struct that is copied by assignment, and a [Move] is a 16-bit integer, as
// in package chess, whose squares, pieces, and colors serve here too. A [Game] is the record of a game.
//
// The zero Position is an empty board of standard chess. The zero Move is [NullMove]. The zero Game is a game
// of standard chess. Errors are typed: see [MoveError], [chess.FENError], and [chess.PGNError].
//
// Listing moves into a buffer, playing moves on a Position, and parsing SAN do not allocate. Values may be used
// by any number of goroutines. Methods of a Game that only read may be called concurrently.
//
// The package is not part of what v1.0 promises: until v1.1 its API may change.
//
// The files, in the order in which they build on each other:
//
//   - rules.go: [Variant] and the table of rules
//   - move.go: Move
//   - position.go: Position, its parts, checks, and keys
//   - makemove.go: what a move changes
//   - movegen.go, perft.go: which moves are legal, and counting them
//   - material.go, outcome.go: who can still win, and how games end
//   - fen.go: FEN
//   - illegal.go: why a move is illegal
//   - san.go: moves as text
//   - game.go, node.go: Game, its main line and its variations
//   - pgn.go: records
package variant
