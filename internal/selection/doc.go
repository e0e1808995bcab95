// Package selection selects games from PGN and writes them: it is the command shakki select without
// its flags. A [Query] says which games, an [Output] in which form, and a [Selection] reads files
// and writes the games in the order of the input.
package selection

// The files:
//
//   - selection.go: a selection: reading, unique games, samples, the rest, and writing games
//   - query.go: the conditions on a game, their names, and in which order they are asked
//   - conditions.go: texts, wildcards, ranges, dates, speeds, codes; tested in conditions_test.go, query_test.go
//   - moves.go: conditions on moves: lines, castling, openings, and what a game has; tested in query_test.go
//   - material.go: conditions on material: counts, sums, and comparisons
//   - pattern.go: conditions on squares
//   - worker.go: one worker: games that meet the conditions, what makes two the same, and errors; tested in selection_test.go
//   - output.go: the forms of the output: PGN, CSV, JSON, EPD, FEN; columns and tags
//   - files.go: splitting the output into files, and their names
//   - golden_test.go: conditions with one wrong token, and games in every form
