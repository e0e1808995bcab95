//go:build peers

package chess

import (
	"flag"
	"testing"
	"time"
)

var positionsFlag = flag.Int("positions", 1_000_000, "compare at least so many positions with Stockfish")

// TestPeers compares the legal moves, the checks, the FEN after each move and
// the number of replies with Stockfish, in random games of standard chess and
// Chess960, endgames and random set-ups included. With the same -seed it plays
// the same games.
func TestPeers(t *testing.T) {
	engine := startStockfish(t)
	start := time.Now()
	seen := engine.compareGames(newTestRand(t), *positionsFlag)
	t.Logf("%v; in %v", &seen, time.Since(start).Round(time.Millisecond))
	for k, kind := range moveKinds {
		if seen.made[k] == 0 && *positionsFlag >= 10_000 && !t.Failed() {
			t.Errorf("no %s were made, want some", kind.name)
		}
	}
}
