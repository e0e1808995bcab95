package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const games = `[Event "1"]

1. e4 e5 2. Nf3 1-0

[Event "2"]

1. e4 c5 (1... e5) 0-1

[Event "3"]

1. d4 Nf6 2. c4 1/2-1/2

[Event "4"]

1. c4 Nf6 2. d4 g6 1-0

[Event "5"]

1. e4 Ke4 1-0
`

// TestShow counts a file and asks the table for several lines: variations and games with faults do not
// count, and transpositions do.
func TestShow(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(name, []byte(games), 0o644); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(t.TempDir(), "table")
	const heading = "move        games       1-0   1/2-1/2       0-1         *\n"
	files := []string{name}
	for _, test := range []struct{ line, want string }{
		{"1. d4 Nf6", "4 games, 1 with errors\n" + heading + "c4              1         0         1         0         0\n"},
		{"1. e4", heading +
			"c5              1         0         0         1         0\n" +
			"e5              1         1         0         0         0\n"},
		{"1. d4 Nf6 2. c4", heading + "g6              1         1         0         0         0\n"},
		{"1. a4", heading},
	} {
		var out, errs strings.Builder
		if err := show(&out, &errs, table, test.line, files); err != nil {
			t.Fatal(err)
		}
		got := sortLines(out.String())
		if diff := cmp.Diff(sortLines(test.want), got); diff != "" {
			t.Errorf("after %q (-want +got):\n%s", test.line, diff)
		}
		if len(files) > 0 && !strings.Contains(errs.String(), "is not counted: ") {
			t.Errorf("the faulty game is not reported: %q", errs.String())
		}
		files = nil // the table is there
	}
}

// sortLines returns the lines of text, those of moves in alphabetical order.
func sortLines(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	slices.Sort(lines)
	return lines
}

// TestErrors checks what is refused.
func TestErrors(t *testing.T) {
	for name, err := range map[string]error{
		"no arguments":    show(io.Discard, io.Discard, "", "", nil),
		"a missing file":  show(io.Discard, io.Discard, "", "", []string{filepath.Join(t.TempDir(), "none.pgn")}),
		"an illegal line": show(io.Discard, io.Discard, "", "1. e5", nil),
		"no table":        show(io.Discard, io.Discard, t.TempDir(), "", nil),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
