// Benchmarks compares the speed of github.com/shakki/chess with the speed of
// github.com/corentings/chess, Stockfish, and pgn-extract. It leaves out Stockfish and pgn-extract
// if they are not installed. It is a separate module, so that users of the library do not inherit
// its dependencies.
//
//	cd benchmarks && go run . [-short] [-rounds N] [-pgn FILE]...
//
// It runs all tasks in several rounds. It prints the median rates and the ratios of the medians as
// Markdown tables. It fails if two programs do the same task but count differently.
//
// Rates are based on CPU time (user plus system), which is less sensitive to other work on the
// machine than wall-clock time. The CPU time of this process includes garbage collection. Tasks
// with several workers are measured in wall-clock time.
//
// The command revisions compares an old revision of the library with the working tree.
//
//	cd benchmarks && go run ./revisions
package main

// The files:
//
//   - main.go: which rows are measured, and the report
//   - table.go: rows, ratios, and Markdown
//   - task.go: measuring CPU time, interleaved
//   - cputime_unix.go, cputime_other.go: the CPU time of a process
//   - perft.go: counting, listing, and playing moves
//   - calls.go: single calls, such as reading a FEN
//   - pgn.go: reading and writing records
//   - stockfish.go: Stockfish as a peer
//   - migration_test.go: the calls of other libraries in docs/migration.md
