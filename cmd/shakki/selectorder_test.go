package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rounds returns the values of the tag Round in PGN text, in its order.
func rounds(text string) (values []string) {
	for line := range strings.Lines(text) {
		if value, ok := strings.CutPrefix(line, "[Round \""); ok {
			values = append(values, strings.TrimRight(value, "\"]\n"))
		}
	}
	return values
}

// TestSelectSplitsGames checks that the games that are selected and those of -rest are all games,
// for samples and other choices and with any number of workers. They are in the order of the input,
// except that -rest writes a game of -sample N when another game replaces it.
func TestSelectSplitsGames(t *testing.T) {
	const games = 400
	var b strings.Builder
	for i := range games {
		fmt.Fprintf(&b, "[Event \"E\"]\n[Round \"%d\"]\n[Result \"1-0\"]\n\n%s 1-0\n\n", i, []string{"1. e4 e5", "1. d4", "1. e4 c5 2. Nf3"}[i%3])
	}
	name := tempFile(t, b.String())
	inOrder := func(values []string) bool {
		return slices.IsSortedFunc(values, func(a, b string) int {
			if len(a) != len(b) {
				return len(a) - len(b)
			}
			return strings.Compare(a, b)
		})
	}
	for _, choice := range []string{"-sample 50", "-sample 50 -seed 3", "-every 3", "-first 30", "-sample 40 -plies 2", "-eco C20", "-sample 1000"} {
		for _, workers := range []string{"1", "4"} {
			rest := filepath.Join(t.TempDir(), "rest.pgn")
			args := append([]string{"select", "-workers", workers, "-rest", rest}, strings.Fields(choice)...)
			status, out, errs := runWith(t, "", append(args, name)...)
			others, err := os.ReadFile(rest)
			if status != 0 || errs != "" || err != nil {
				t.Fatalf("%q = %d, %q, %v", args, status, errs, err)
			}
			selected, left := rounds(out), rounds(string(others))
			if !inOrder(selected) || !inOrder(left) && !strings.HasPrefix(choice, "-sample") {
				t.Errorf("%q: the games are out of order", args)
			}
			all := map[string]bool{}
			for _, r := range slices.Concat(selected, left) {
				all[r] = true
			}
			if want := games; choice != "-first 30" && (len(all) != want || len(selected)+len(left) != want) || len(selected) == 0 {
				t.Errorf("%q: %d games are selected, %d are left, %d together, want %d", args, len(selected), len(left), len(all), want)
			}
		}
	}
}

// TestSelectByOpening checks that -eco looks at the moves of a game that has no ECO tag, or one
// whose value is unknown.
func TestSelectByOpening(t *testing.T) {
	name := tempFile(t, "[Round \"1\"]\n\n1. e4 c5 *\n\n[Round \"2\"]\n[ECO \"?\"]\n\n1. e4 c5 *\n\n"+
		"[Round \"3\"]\n[ECO \"B20\"]\n\n1. d4 *\n\n[Round \"4\"]\n[ECO \"A00\"]\n\n1. e4 c5 *\n\n[Round \"5\"]\n\n1. d4 *\n")
	if status, out, errs := runWith(t, "", "select", "-eco", "B20", name); status != 0 || strings.Join(rounds(out), " ") != "1 2 3" {
		t.Errorf("-eco B20 selects the games %q, %d, %q, want 1 2 3", rounds(out), status, errs)
	}
}

// TestSelectLines checks that select counts lines as check does, however they end.
func TestSelectLines(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for _, workers := range []string{"1", "4"} {
			text := strings.ReplaceAll(strings.Repeat("[Event \"E\"]\n\n1. e4 {a\nb} e5\n1-0\n\n", 30)+"[Event \"F\"]\n\n1. e4\nKe4 *\n", "\n", end)
			_, out, _ := runWith(t, text, "check", "-workers", workers, "-")
			want, _, _ := strings.Cut(out, "\n")
			if !strings.HasPrefix(want, "-:184:") {
				t.Errorf("lines that end with %q: check says %q, want line 184", end, want)
			}
			for _, condition := range []string{"-checkmate=false", "-event=F"} { // with and without the moves of the games before
				if _, _, errs := runWith(t, text, "select", "-workers", workers, condition, "-"); strings.TrimSpace(errs) != want {
					t.Errorf("lines that end with %q: select %s says %q, want %q", end, condition, errs, want)
				}
			}
		}
	}
}
