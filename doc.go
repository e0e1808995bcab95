// Package chess is the rules of chess, as values: positions that are copied,
// compared and played through at engine speed, games that are recorded, judged
// and exchanged as PGN, and an exact answer to "is this legal, why not, and is
// the game over?".
//
// A [Position] is a plain comparable struct; assignment is the undo. It lists
// its legal moves, plays a [Move] checked ([Position.Play]) or at full speed
// ([Position.After]), and reads and writes FEN, SAN and UCI. A [Game] is a
// record of moves from a start position, with variations, annotations, tags and
// an [Outcome] by its [Rules]. A [PGNReader] reads game records of any size as
// trees, a [PGNScanner] as events, [ScanPGN] with several workers; a [PGNWriter]
// writes them.
//
// Standard chess and Chess960 are the same code: a castling right is the square
// of its rook, and castling is the king's move onto that rook.
//
// The zero values of the small types are White, NoPieceType, NoPiece, the
// a-file, the first rank, a1, the empty set and NullMove. Errors are typed and
// say what, where and why: [ParseError], [FENError], [MoveError], [PGNError],
// [ClaimError], [ActionError].
// Generating moves into a buffer, playing, hashing and counting allocate
// nothing. Values may be used by any number of goroutines; a Game or a scanner
// by one at a time.
package chess
