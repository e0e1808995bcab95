// Revisions compares the speed of an old revision of the library with the speed of the working
// tree.
//
//	cd benchmarks && go run ./revisions [-old REVISION] [-rounds N] [-pgn FILE] [-tasks LIST]
//
// It builds the same worker program against both revisions and runs the two workers alternately,
// each task in a new process. A worker uses only the exported API, which both revisions must have.
// Its tasks are:
//
//	search   run an alpha-beta search to a fixed depth, as in a simple engine
//	minimax  play all moves with SetAfter; at every leaf, call Hash and count the material by type
//	count    call Perft
//	list     generate the moves of the last ply without playing them
//	set      play all moves with SetAfter
//	scan     read a PGN file with a PGNScanner
//	tree     read a PGN file with a PGNReader
//
// The columns old and new are median speeds in millions of nodes per second, or millions of moves
// per second for scan and tree. Time is CPU time and includes garbage collection. For each position
// it is the least of three runs. The ratio is new/old: if it is above 1, the working tree is
// faster. The columns min and max are the lowest and the highest ratio in a single round. The
// command fails if the workers do not visit the same number of nodes or do not find the same
// scores.
package main

// The files:
//
//   - main.go: the comparison of two revisions
//   - build.go: building the worker in both
//   - measure.go: interleaved runs, and their medians
