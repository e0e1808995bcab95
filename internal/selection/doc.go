// Package selection selects games from PGN and writes them: it is the command shakki select without
// its flags. A [Query] says which games, an [Output] in which form, and a [Selection] reads files
// and writes the games in the order of the input.
package selection

// The files:
//
//   - selection.go: a selection: reading, collecting, and writing games
//   - query.go: the conditions on a game, and in which order they are asked
//   - conditions.go: conditions on tags: texts, ranges, dates, codes
//   - moves.go: conditions on moves: lines, castling, traits
//   - material.go: conditions on material
//   - pattern.go: conditions on squares
//   - worker.go: one worker: games that fulfill the conditions
//   - output.go: the forms of the output
//   - files.go: splitting the output into files
