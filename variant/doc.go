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
package variant

// The files:
//
//   - rules.go: the table of variants
//   - position.go: a position: placement, pockets, checks left
//   - movegen.go: which moves are legal
//   - makemove.go: what a move changes
//   - illegal.go: why a move is illegal
//   - outcome.go: when a game is over
//   - material.go: insufficient material
//   - move.go: a move and its coordinates
//   - san.go: SAN and UCI
//   - fen.go: FEN
//   - game.go: a game: playing, claiming, undoing
//   - node.go: variations and annotations
//   - pgn.go: PGN
//   - perft.go: counting moves
//   - counts_test.go: counts of moves beside Fairy-Stockfish
//   - model_test.go: a simple model of the rules, and the root as the model of standard chess
//   - peers_test.go: random games beside Fairy-Stockfish
//   - traps_test.go: positions that other programs got wrong
