package explore

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// TestMerge checks that merging the tables of parts is the same as counting all, and that a table
// of another kind, and a folder that has a table, are refused.
func TestMerge(t *testing.T) {
	t.Parallel()
	files := writeGames(t, randomGames(6, 200), randomGames(7, 200), randomGames(6, 100))
	folder, want := count(t, Options{Shards: 3, Least: 2}, files)
	var tables []*Table
	for i, file := range files {
		part, _ := count(t, Options{Shards: 1 + 2*i}, []string{file})
		tables = append(tables, mustOpen(t, part))
	}
	rows := int64(0)
	for _, table := range tables {
		rows += table.Rows()
	}
	merged := filepath.Join(t.TempDir(), "merged")
	var told []Stats
	o := Options{Shards: 3, Least: 2, Progress: func(s Stats) { told = append(told, s) }}
	if err := Merge(context.Background(), merged, o, tables...); err != nil {
		t.Fatal(err)
	}
	isLess := func(a, b Stats) int { return cmp.Compare(a.Merged, b.Merged) }
	if last := told[len(told)-1]; last.Merged != rows || told[0].ToMerge != rows || len(told) < 3 || !slices.IsSortedFunc(told, isLess) {
		t.Errorf("Merge tells %+v, want growing numbers up to %d", told, rows)
	}
	if !bytes.Equal(tableBytes(t, merged), want) {
		t.Error("the merged table differs from the table of all files")
	}
	if err := Merge(context.Background(), folder, Options{}, tables...); err == nil {
		t.Error("Merge replaces a table")
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stopped := int64(0) // the rows that have been merged when it is stopped
	o = Options{Shards: 1, Progress: func(s Stats) { stopped = s.Merged; cancel(os.ErrDeadlineExceeded) }}
	err := Merge(ctx, filepath.Join(t.TempDir(), "stopped"), o, tables...)
	if err != os.ErrDeadlineExceeded || stopped == 0 || stopped == rows || !errors.Is(tables[0].Verify(ctx), context.Canceled) {
		t.Errorf("Merge that is stopped = %v after %d of %d rows, or Verify goes on", err, stopped, rows)
	}
	least := filepath.Join(t.TempDir(), "least")
	if err := Merge(context.Background(), least, Options{}, mustOpen(t, folder), tables[0]); err != nil || mustOpen(t, least).Header().Least != 2 {
		t.Errorf("a table without rare positions is merged: %v, or is as if it had them", err)
	}
	var ends []Row // of the ranges of keys that the files have
	for i, key := range []Key{{0, 1, 2}, {1, 1, 2}, {1<<62 - 1, 1, 2}, {1 << 62, 1, 2}, {1 << 62, 2, 1}, {1<<63 - 1, 1, 2}, {1 << 63, 1, 2},
		{3<<62 - 1, 1, 2}, {3 << 62, 1, 2}, {maxOrder - 1, 1, 2}, {maxOrder, 1, 2}} {
		ends = append(ends, Row{Key: key, Move: chess.Move(20 - i), Results: Results{White: 1}})
	}
	table, _ := tableOf(t, "", ends)
	merged = filepath.Join(t.TempDir(), "ends")
	if err := Merge(context.Background(), merged, Options{Shards: 4}, table); err != nil {
		t.Fatal(err)
	}
	var got []Row
	for r := range mustOpen(t, merged).All() {
		got = append(got, *r)
	}
	for range mustOpen(t, merged).All() {
		break
	}
	if diff := gocmp.Diff(ends, got, gocmp.AllowUnexported(Key{})); diff != "" {
		t.Errorf("rows at the ends of the files (-want +got):\n%s", diff)
	}
	counted := &counter{Options: Options{Workers: 1}, batch: smallBatch(1), names: []string{""}}
	for _, r := range ends {
		counted.batch.add(&countedRow{key: r.Key, move: r.Move, results: [4]uint8{chess.WhiteWins: 1}})
	}
	counted.batch.flush()
	h := mustOpen(t, merged).Header()
	folder = filepath.Join(t.TempDir(), "counted")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, _, err := counted.createFiles(t.Context(), folder, h, counted.writeBatch); err != nil || !bytes.Equal(tableBytes(t, folder), tableBytes(t, merged)) {
		t.Errorf("the table that is written from memory differs from the merged one, %v", err)
	}
	for _, o := range []Options{{Plies: 4}, {Label: mustLabel(t, "Event")}} {
		other, _ := count(t, o, files[:1])
		tables[0] = mustOpen(t, other)
		if err := Merge(context.Background(), filepath.Join(t.TempDir(), "x"), Options{}, tables...); err == nil || !strings.Contains(err.Error(), "different kinds") {
			t.Errorf("Merge of a table with %d plies and the label %q = %v, want an error", o.Plies, o.Label, err)
		}
	}
}
