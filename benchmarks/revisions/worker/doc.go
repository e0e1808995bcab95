// Worker runs one task with one revision of the library and prints the nodes, the score, and the
// CPU time in nanoseconds. The command revisions builds it with two revisions of the library. Its
// documentation describes the tasks.
//
//	worker TASK PGNFILE
package main

// The files:
//
//   - main.go: which job is run
//   - walk.go: walking all moves
//   - search.go: a small search
//   - pgn.go: reading records
//   - cputime_unix.go, cputime_other.go: the CPU time of a process
