package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess/explore"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/source"
)

// TestExplore counts games, merges and exports tables, and looks positions up.
func TestExplore(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	games := tempFile(t, "[Event \"a\tb\"]\n[WhiteElo \"2150\"]\n\n1. e4 e5 1-0\n\n[WhiteElo \"1500\"]\n\n1. e4 c5 1/2-1/2\n\n"+
		"[WhiteElo \"1510\"]\n\n1. d4 *\n\n1. e4 Ke4 0-1\n")
	good := func(args ...string) string {
		t.Helper()
		status, out, errs := runWith(t, "", append([]string{"explore"}, args...)...)
		if status != 0 || errs != "" {
			t.Fatalf("explore %q = %d, %q, want 0", args, status, errs)
		}
		return strings.ReplaceAll(out, folder+string(filepath.Separator), "")
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-table", path("a"), "-bad", path("bad"), games}, "a: games=3 moves=5 faulty=1 rows=4 temporary=0MB\n"},
		{[]string{"-table", path("a"), "-fen", "startpos"}, "" +
			"move          games      white      draws      black unfinished  score\n" +
			"e4                2          1          1          0          0  75.0%\n" +
			"d4                1          0          0          0          1  -\n" +
			"all               3          1          1          0          1  75.0%\n"},
		{[]string{"-table", path("a"), "-fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}, "no game of the table has a move in this position\n"},
		{[]string{"-table", path("a"), "-verify"}, ""},
		{[]string{"-table", path("b"), "-merge", "-min", "2", path("a"), path("a")}, ""},
		{[]string{"-table", path("c"), "-merge", "-min", "5", "-shards", "1", path("b")}, ""},
		{[]string{"-table", path("c"), "-export"}, "fen\tlabel\tmove\twhite\tdraws\tblack\tunfinished\n" +
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t\td2d4\t0\t0\t0\t2\n" +
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t\te2e4\t2\t2\t0\t0\n"},
		{[]string{"-table", path("d"), "-label", "WhiteElo/500", "-plies", "1", games}, "d: games=3 moves=3 faulty=1 rows=3 temporary=0MB\n"},
		{[]string{"-table", path("f"), "-label", "Event", "-plies", "1", games}, "f: games=3 moves=3 faulty=1 rows=3 temporary=0MB\n"},
		{[]string{"-table", path("f"), "-export"}, "fen\tlabel\tmove\twhite\tdraws\tblack\tunfinished\n" +
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t?\td2d4\t0\t0\t0\t1\n" +
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t?\te2e4\t0\t1\t0\t0\n" +
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ta b\te2e4\t1\t0\t0\t0\n"},
		{[]string{"-table", path("d"), "-fen", "startpos", "-group", "2000"}, "" +
			"move          games      white      draws      black unfinished  score\n" +
			"e4                1          1          0          0          0  100.0%\n" +
			"all               1          1          0          0          0  100.0%\n"},
	} {
		if diff := cmp.Diff(test.want, good(test.args...)); diff != "" {
			t.Errorf("explore %q (-want +got):\n%s", test.args, diff)
		}
	}
	if bad, err := os.ReadFile(path("bad")); err != nil || strings.Count(string(bad), "\n") != 1 || !strings.Contains(string(bad), "Ke4") {
		t.Errorf("the file of bad games is %q, %v, want one line with the game", bad, err)
	}
	for want, args := range map[string][]string{
		"needs -table":                            {games},
		"holds a table already":                   {"-table", path("a"), games},
		"-export cannot be combined with -verify": {"-table", path("a"), "-verify", "-export"},
		"-plies cannot be combined with -merge":   {"-table", path("e"), "-merge", "-plies", "4", path("a")},
		"-label cannot be combined with -merge":   {"-table", path("e"), "-merge", "-label", "ECO", path("a")},
		"-min cannot be combined with -fen":       {"-table", path("a"), "-fen", "startpos", "-min", "2"},
		"-group needs -fen":                       {"-table", path("e"), "-group", "2000", games},
		"takes no files":                          {"-table", path("a"), "-verify", games},
		"is it PGN?":                              {"-table", path("e"), tempFile(t, "Dear Sir or Madam\n")},
		"missing.pgn":                             {"-table", path("e"), path("missing.pgn")},
		"tables of different kinds":               {"-table", path("e"), "-merge", path("a"), path("d")},
		"must be a positive number":               {"-table", path("e"), "-label", "WhiteElo/x", games},
	} {
		status, out, errs := runWith(t, "", append([]string{"explore"}, args...)...)
		if status != 2 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("explore %q = %d, %q, %q, want 2 and %q", args, status, out, errs, want)
		}
	}
}

// TestExploreProgress checks the time left when a count goes on, which depends neither on what was
// counted before nor on what is read to compare it, and that of merging.
func TestExploreProgress(t *testing.T) {
	x := newExplorer(&invocation{flags: cmdline.NewFlags("", nil)})
	x.table = "t"
	x.bar.total.Store(400e6)
	progress := x.progress([]source.Input{{Size: 100e6}, {Size: 300e6}})
	x.bar.done.Store(170e6)
	progress(explore.Stats{Files: 1, Games: 7})
	x.bar.done.Add(100e6)
	counting := x.bar.line(time.Second)
	progress(explore.Stats{Files: 2, Games: 9, ToMerge: 20e6})
	progress(explore.Stats{Files: 2, Games: 9, ToMerge: 20e6, Merged: 15e6})
	merging := x.bar.line(3 * time.Second)
	if counting != "t: [##########..........]  50%, 200 MB, 7 games, 0 faulty games, 2s left" ||
		merging != "t: [###############.....]  75%, 15 million rows, 1s left" {
		t.Errorf("while counting %q is shown, and while merging %q", counting, merging)
	}
}
