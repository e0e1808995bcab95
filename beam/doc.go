// Package chessbeam processes files of chess games with Apache Beam, on one machine or many. Read
// splits PGN files into records. Other transforms judge the games in them, count how moves scored
// in each position, filter them, and write them:
//
//	records, bad := chessbeam.Read(s, "games/*.pgn")
//	findings := chessbeam.Judge(s, records, chess.Arbiter{})
//	chessbeam.WriteFindings(s, "findings.txt", findings)
//
// The output does not depend on the order of the input files, on how a runner splits them, or on
// the number of workers. Games that cannot be used are listed as [Bad]. The metrics of a pipeline
// have the counters bytes, records, games, moves, and faults in the namespace "chess".
package chessbeam

// The files:
//
//   - source.go: reading records from files with several workers, and how large a record may be
//   - text.go: compressed files and encodings
//   - explore.go: counting positions, and bounds on plies and rows; tested in explore_test.go, file_test.go
//   - judge.go: findings of the judge, with their places and their text
//   - write.go: games, findings, and faults as files, and which games pass a filter; tested in beam_test.go
//   - table.go: writing a table of positions, and which folder may be overwritten; tested in explore_test.go
//   - output.go: whether outputs may be written; files that take their places as a whole
//   - coders.go: how values travel between workers
//   - file_test.go: the table of one file beside package explore
