package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

const games = `1. e4 e5 2. Nf3 1-0
1. e4 c5 (1... e5) 0-1
1. d4 Nf6 2. c4 1/2-1/2
1. c4 Nf6 2. d4 g6 1-0
1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *
`

// explore returns what the explorer prints about the files with the given texts.
func explore(t *testing.T, line string, texts ...string) string {
	t.Helper()
	var names []string
	for _, text := range texts {
		name := filepath.Join(t.TempDir(), "games.pgn")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	var out strings.Builder
	if err := show(&out, line, 20, names); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestExplore checks the counts: variations do not count, transpositions do, and a position that a
// game repeats counts once.
func TestExplore(t *testing.T) {
	for line, want := range map[string]string{
		"": `e4            2 games   50.0%   0.0%  50.0%
Nf3           1 games    0.0%   0.0%   0.0%
c4            1 games  100.0%   0.0%   0.0%
d4            1 games    0.0% 100.0%   0.0%
`,
		"1. e4":           "c5            1 games    0.0%   0.0% 100.0%\ne5            1 games  100.0%   0.0%   0.0%\n",
		"1. d4 Nf6":       "c4            2 games   50.0%  50.0%   0.0%\n",
		"1. d4 Nf6 2. c4": "g6            1 games  100.0%   0.0%   0.0%\n",
		"1. a4":           "",
	} {
		if diff := cmp.Diff(want, explore(t, line, games)); diff != "" {
			t.Errorf("after %q (-want +got):\n%s", line, diff)
		}
	}
}

// TestExploreFiles checks that several files, and files that several workers read, count as one.
func TestExploreFiles(t *testing.T) {
	many := strings.Repeat("[Event \"E\"]\n\n1. e4 1-0\n\n[Event \"E\"]\n\n1. d4 0-1\n\n", 30_000)
	want := "d4        60000 games    0.0%   0.0% 100.0%\ne4        60000 games  100.0%   0.0%   0.0%\n"
	if diff := cmp.Diff(want, explore(t, "", many, many)); diff != "" {
		t.Errorf("two files of 60,000 games (-want +got):\n%s", diff)
	}
}

// TestExploreErrors checks that a missing file and an illegal line are errors.
func TestExploreErrors(t *testing.T) {
	if err := show(&strings.Builder{}, "", 20, []string{filepath.Join(t.TempDir(), "none.pgn")}); !os.IsNotExist(err) {
		t.Errorf("show of a missing file = %v, want that it does not exist", err)
	}
	if err := show(&strings.Builder{}, "1. e5", 20, nil); err == nil {
		t.Error("show of an illegal line = nil, want an error")
	}
	if r := (results{chess.Draw: 2, chess.Unfinished: 1}); r.games() != 3 {
		t.Errorf("%v has %d games, want 3", r, r.games())
	}
}
