// Package explore counts how often each move was played in each position of the games in PGN files,
// and how the games ended. [Count] writes the counts to a table, a folder of files on disk, which
// may be far larger than memory. [Open] opens a table, and [Table.Moves] looks a position up:
//
//	stats, err := explore.Count(ctx, "openings", []string{"games.pgn.zst"}, explore.Options{Plies: 40})
//	…
//	t, err := explore.Open("openings")
//	…
//	moves, err := t.Moves(g.Position(), "")
//
// [Merge] adds tables up. The command "shakki explore" does all of this.
package explore

// The files:
//
//   - count.go: counting records with several workers: options, their bounds, and which games count
//   - batch.go: rows in memory: adding up the results of games, and sorting; tested in count_test.go
//   - run.go: sorted runs on disk; what an interrupted count needs to go on, and which inputs have changed; tested in run_test.go, survive_test.go
//   - row.go: a move, its results, how large counts and labels may be, and their binary form
//   - key.go: the key of a position, and the position of a key
//   - label.go: groups of games, such as by rating or time control
//   - page.go: pages of a table with their checksums; the header, and the order in which a Writer takes rows
//   - table.go: opening, looking up, and verifying a table, and what is reported as damage
//   - merge.go: several tables as one, which go together, and which folder may be written; tested in merge_test.go, survive_test.go
//   - bench_test.go: benchmarks
//   - golden_test.go: labels, headers, keys, rows, and tables with one wrong byte
//   - limit_test.go: full disks
//   - survive_test.go: files that others changed, and two runs at once
