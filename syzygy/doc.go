// Package syzygy probes endgame tables in the format of Ronald de Man: whether a position with at
// most seven pieces is won, drawn, or lost, and how far it is to the next capture, pawn move, or
// mate.
//
//	tables, err := syzygy.Open("/var/lib/syzygy")
//	…
//	v, err := tables.WDL(g.Position())  // win, cursed win, draw, blessed loss, or loss
//	m, err := tables.BestMove(g)        // keeps that value under the fifty-move rule
//
// [Tables.WDL] and [Tables.DTZ] answer for a position, [Tables.RootMoves] and [Tables.BestMove] for
// a game, whose halfmove clock and repetitions they consider. [Tables.Line] shows how to go on.
// Tables may be used by any number of goroutines. WDL and DTZ do not allocate once the tables are
// open.
//
// If a table is missing, the error is a [*MissingError], and if it is damaged, a [*FormatError].
// The files must not change while they are in use: truncating a file may end the
// program, because it is mapped into memory.
//
// # The format
//
// A table is a pair of files, named for the pieces of both sides, the stronger side first:
// KQvKR.rtbw has wins, draws, and losses, and KQvKR.rtbz has distances for one side to move. The
// positions are numbered, symmetric ones alike. Their values are compressed by recursive pairing:
// the most frequent pair of neighbors becomes a new symbol, again and again. The text that is left
// is written in a canonical Huffman code, in blocks that can be read one by one. The sources are de
// Man's description and probing code (https://github.com/syzygy1/tb).
package syzygy

// The files:
//
//   - tables.go: the pieces of a table and its name; which folders are searched, and how many files are open
//   - table.go: one file: its header, parts, and values, and what is wrong with a damaged one; tested in table_test.go, probe_test.go
//   - layout.go: the number of a position in its table
//   - squares.go: symmetries, and numbers of groups of pieces; tested in layout_test.go
//   - pairs.go: compressed values; tested in table_test.go, probe_test.go
//   - probe.go: win, draw, or loss, and the distance to zeroing; which positions are refused
//   - root.go: ranking the moves of a position by the fifty-move rule and repetition, and lines
//   - values.go: types of values, their texts, and cursed wins; tested in tables_test.go, root_test.go
//   - verify.go: whether a file is whole: its sum, and errors
//   - checksum.go: the hash of a file; tested in verify_test.go
//   - map_linux.go, map_mmap.go, map_other.go: files in memory; tested in tables_test.go
//   - errors.go: the typed errors and their texts; tested in probe_test.go
//   - deep_test.go: real tables beside Fathom
//   - encoder_test.go: a writer of tables
//   - golden_test.go: digests of answers, also for damaged and missing tables
//   - made_test.go: tables that the tests write
//   - numbering_test.go: a simple model of numbers of positions
//   - race_test.go: whether the race detector runs
//   - solver_test.go: a simple model that solves endgames
