// Package variant plays chess with other rules on the same board and with the same pieces: Antichess,
// Atomic, Crazyhouse, Horde, King of the Hill, Racing Kings, Three-check, Five-check, and standard chess,
// each from Chess960 start positions too.
//
// A [Position] is a small comparable struct that is copied by assignment, and a [Move] is a 16-bit integer, as
// in package chess, which also provides squares, pieces, and colors. A [Game] is the record of a game.
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
//   - rules.go: the table of variants, and the spellings of their names
//   - position.go: a position: placement, pockets, checks left, keys; tested in model_test.go, traps_test.go, fen_test.go
//   - movegen.go: which moves are legal; tested in model_test.go, traps_test.go, perft_test.go
//   - makemove.go: what a move changes; tested in model_test.go, traps_test.go
//   - illegal.go: why a move is illegal, and the text of each refusal; tested in traps_test.go
//   - outcome.go: when a game is over, by which reason, and who wins; tested in traps_test.go, model_test.go
//   - material.go: insufficient material, and who can still win
//   - move.go: a move and its coordinates; tested in traps_test.go, pgn_test.go
//   - san.go: SAN and UCI: writing, spellings, and refusals; tested in traps_test.go, model_test.go
//   - fen.go: FEN: which fields and forms are read and written, and what is wrong with others; Chess960
//   - game.go: a game: playing, claiming, undoing, tags
//   - node.go: variations and annotations; tested in node_test.go, model_test.go
//   - pgn.go: PGN: reading, writing, and faults
//   - perft.go: counting moves
//   - counts_test.go: counts of moves beside Fairy-Stockfish
//   - golden_test.go: texts with one wrong token, and random games
//   - model_test.go: a simple model of the rules, and the root as the model of standard chess
//   - peers_test.go: random games beside Fairy-Stockfish
//   - traps_test.go: positions that other programs got wrong, and the messages of refused moves
