// Package chesstest helps to test programs that hold chess positions and game records. It checks
// the PGN files of a project, makes random positions and games for property tests, and shows where
// two games or positions differ. It needs only the standard testing package.
package chesstest

// The files:
//
//   - random.go: random positions and games for testing/quick
//   - records.go: records that a reader must understand: which files are read, and which faults are reported
//   - diff.go: differences between games and positions as text
