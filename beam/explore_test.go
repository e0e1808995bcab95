package chessbeam

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/shakki/chess/explore"
)

// countTable counts files with package explore and returns the bytes of the table.
func countTable(t *testing.T, e Explorer, names ...string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "counted")
	o := explore.Options{Plies: e.Plies, Least: e.Least, Label: e.Label, Shards: e.Shards}
	if _, err := explore.Count(context.Background(), folder, names, o); err != nil {
		t.Fatal(err)
	}
	return tableText(t, folder)
}

// tableText returns the bytes of all files of a table, which must be sound.
func tableText(t *testing.T, folder string) string {
	t.Helper()
	table, err := explore.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if err := table.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(folder, "*"))
	var text strings.Builder
	for _, name := range names {
		text.WriteString(filepath.Base(name) + "\n" + readText(t, name))
	}
	return text.String()
}

// TestExplorer checks that the table is that of package explore, byte for byte, wherever the files
// are split and in whatever order they come.
func TestExplorer(t *testing.T) {
	names := writeTexts(t, randomGames(3, 300), randomGames(4, 100), randomGames(3, 100))
	label, err := explore.ParseLabel("Event/100")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		e    Explorer
		size int64
	}{
		{Explorer{}, 1 << 16}, {Explorer{Shards: 3}, 1 << 12},
		{Explorer{Plies: 7, Least: 3, Shards: 2, Label: label}, 1 << 30},
	} {
		slices.Reverse(names)
		folder, badName := filepath.Join(t.TempDir(), "table"), filepath.Join(t.TempDir(), "bad")
		run(t, func(s beam.Scope) {
			records, _ := ReadSplit(s, test.size, names...)
			files, bad := test.e.Count(s, records)
			WriteTable(s, folder, test.e, files)
			WriteBad(s, badName, bad)
		})
		if want, got := countTable(t, test.e, names...), tableText(t, folder); got != want {
			t.Errorf("%+v: the table has %d bytes that differ from the %d of package explore", test.e, len(got), len(want))
		}
		if bad := strings.Count(readText(t, badName), "\n"); bad < 20 {
			t.Errorf("%+v: %d bad games, want more", test.e, bad)
		}
	}
}

// TestForeignTable checks that a folder with a table of another number of files is left alone.
func TestForeignTable(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "table")
	names := writeTexts(t, randomGames(3, 20))
	write := func(e Explorer) error {
		p, s := beam.NewPipelineWithRoot()
		records, _ := Read(s, names...)
		rows, _ := e.Count(s, records)
		WriteTable(s, folder, e, rows)
		return ptest.Run(p)
	}
	if err := write(Explorer{Shards: 2}); err != nil {
		t.Fatal(err)
	}
	before := tableText(t, folder)
	if err := write(Explorer{Shards: 3}); err == nil || !strings.Contains(err.Error(), "another table") {
		t.Errorf("another number of files: %v", err)
	}
	if err := (Explorer{Shards: 3}).CheckTable(t.Context(), folder); err == nil {
		t.Error("CheckTable accepts the folder")
	}
	if tableText(t, folder) != before {
		t.Error("the table has changed")
	}
	if err := write(Explorer{Shards: 2, Plies: 3}); err != nil || tableText(t, folder) == before {
		t.Errorf("a table of as many files is not replaced: %v", err)
	}
}
