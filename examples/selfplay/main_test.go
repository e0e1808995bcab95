package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// playGame runs the program and returns what it prints.
func playGame(t *testing.T, seed uint64) string {
	t.Helper()
	var out strings.Builder
	if err := printGame(&out, seed, 2, 120); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The printed game can be read back: every move is legal, and the record agrees
// with the last line.
func TestGameIsLegal(t *testing.T) {
	for seed := range uint64(4) {
		printed := strings.TrimSpace(playGame(t, seed))
		end := strings.LastIndexByte(printed, '\n') + 1
		g, err := chess.ParsePGN(printed[:end])
		if err != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, err, printed)
		}
		last := printed[end:]
		result, plies := g.Outcome().Result.String(), strconv.Itoa(g.Plies())
		if !strings.HasPrefix(last, result+" (") || !strings.HasSuffix(last, ") after "+plies+" plies") {
			t.Errorf("seed %d: the game ends %s after %s plies, and the last line says %q", seed, result, plies, last)
		}
	}
}

// The same seed gives the same game, and another seed another game.
func TestSeed(t *testing.T) {
	first := playGame(t, 1)
	if diff := cmp.Diff(first, playGame(t, 1)); diff != "" {
		t.Errorf("one seed gives two games (-first +second):\n%s", diff)
	}
	if first == playGame(t, 2) {
		t.Error("two seeds give one game")
	}
}
