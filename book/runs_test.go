package book

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// TestSpill checks that a Builder makes the same book whether its moves are in memory or in a
// temporary file, that WriteTo can be called again, and that Close removes the file.
func TestSpill(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, dir)
	}
	first, second := randomGames(2, 300, 40), randomGames(3, 100, 40)
	var plain Builder
	want := build(t, &plain, first)
	wantBoth := build(t, &plain, second)
	for _, limit := range []int{1, 7, 1000, 5000} {
		if limit == 1 && testing.Short() {
			continue
		}
		b := Builder{store: store{limit: limit}}
		if !bytes.Equal(build(t, &b, first), want) || !bytes.Equal(written(t, &b), want) {
			t.Errorf("limit %d: the book differs", limit)
		}
		if b.store.runs == 0 || len(b.store.plays) > limit {
			t.Errorf("limit %d: %d moves are in memory and %d runs in the file", limit, len(b.store.plays), b.store.runs)
		}
		if !bytes.Equal(build(t, &b, second), wantBoth) {
			t.Errorf("limit %d: the book with more games differs", limit)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
			t.Errorf("after Close, the directory holds %v, %v", files, err)
		}
		if !bytes.Equal(build(t, &b, first), want) {
			t.Errorf("limit %d: the book after Close differs", limit)
		}
		b.Close()
	}
	same := strings.Repeat("1. e4 1-0\n\n", 700) // more than the moves that a position can have
	many := Builder{store: store{limit: 600}}
	if !bytes.Equal(build(t, &many, same), build(t, new(Builder), same)) {
		t.Error("the book of a game that is played often differs")
	}
	many.Close()
	t.Setenv("TMPDIR", dir+"/none")
	t.Setenv("TMP", dir+"/none")
	b := Builder{store: store{limit: 10}}
	if err := b.AddPGN(chess.NewPGNScanner(strings.NewReader(first))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("AddPGN without a directory for temporary files: error %v, want %v", err, os.ErrNotExist)
	}
}
