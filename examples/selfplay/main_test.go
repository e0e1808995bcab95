package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// playGame plays a game with the given seed and returns the printed text.
func playGame(t *testing.T, seed uint64) string {
	t.Helper()
	var out strings.Builder
	if err := printGame(&out, seed, 2, 120); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestGameIsLegal checks that the printed game is legal and that its last line
// agrees with the game record.
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
			t.Errorf("seed %d: the last line is %q, want result %s after %s plies", seed, last, result, plies)
		}
	}
}

// TestSeed checks that the same seed gives the same game and that different seeds
// give different games.
func TestSeed(t *testing.T) {
	first := playGame(t, 1)
	if diff := cmp.Diff(first, playGame(t, 1)); diff != "" {
		t.Errorf("seed 1 gives two different games (-first +second):\n%s", diff)
	}
	if first == playGame(t, 2) {
		t.Error("seeds 1 and 2 give the same game")
	}
}
