// Package epd reads and writes Extended Position Description (PGN standard 16.2): a position with
// operations, one to a line, such as
//
//	1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//
// Test suites use it to say what an engine should find, and engines to say what they found. [Parse]
// reads a line as a [Record], and [Record.String] writes it. The zero Record has no position.
package epd

// The files:
//
//   - epd.go: records, the fields and the order of operations, and errors; tested in parse_test.go
//   - parse.go: reading a line: opcodes, operands, clocks, and limits
//   - write.go: writing a line: the values of operations as text, quotes, and numbers; tested in parse_test.go, write_test.go
//   - golden_test.go: records with one wrong token
