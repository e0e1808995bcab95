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
