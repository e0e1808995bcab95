// Explore counts how each move scored in each position of the games in PGN files, and writes a
// table of it.
//
//	explore -table DIR [-plies N] [-min N] [-label TAGS] [-shards N] [-bad FILE] [Beam's flags] FILE...
//
// The command shakki explore has the same flags, writes the same table on one machine, and looks
// positions up.
package main

import (
	"context"
	"errors"
	"flag"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	chessbeam "github.com/shakki/chess/beam"
	"github.com/shakki/chess/beam/internal/command"
	"github.com/shakki/chess/explore"
)

var (
	table  = flag.String("table", "", "write the table to the folder `DIR`")
	plies  = flag.Int("plies", 0, "count only the first `N` plies of each game")
	least  = flag.Int64("min", 0, "drop positions in which fewer than `N` moves were played")
	label  = flag.String("label", "", "group games by `TAGS`, such as WhiteElo/200,TimeControl")
	shards = flag.Int("shards", 16, "write the table in `N` files")
	split  = flag.Int64("split", chessbeam.DefaultSplit, "read files in sections of `N` bytes at first")
	bad    = flag.String("bad", "", "write the games that are not counted to this `FILE`")
)

func main() { command.Run("usage: explore -table DIR [flags] FILE...", build) }

// build makes the pipeline.
func build(s beam.Scope, patterns []string) error {
	if *table == "" {
		return errors.New("explore needs the flag -table")
	}
	groups, err := explore.ParseLabel(*label)
	if err != nil {
		return err
	}
	e := chessbeam.Explorer{Plies: *plies, Least: *least, Label: groups, Shards: *shards}
	if err := checkOutputs(e, patterns); err != nil {
		return err
	}
	records, tooLarge := chessbeam.ReadSplit(s, *split, patterns...)
	rows, faulty := e.Count(s, records)
	chessbeam.WriteTable(s, *table, e, rows)
	if *bad != "" {
		chessbeam.WriteBad(s, *bad, beam.Flatten(s, tooLarge, faulty))
	}
	return nil
}

// checkOutputs returns an error if the table or the file of bad games cannot be written.
func checkOutputs(e chessbeam.Explorer, patterns []string) error {
	err := e.CheckTable(context.Background(), *table)
	if err == nil && *bad != "" {
		err = chessbeam.CheckFile(context.Background(), *bad, patterns...)
	}
	return err
}
