package variant_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/variant"
)

// TestPeerCounts counts the leaves below random positions beside Fairy-Stockfish, 1,000 for each position that
// the flag -peers asks for.
func TestPeerCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	e := startEngine(t)
	for _, v := range variant.Variants() {
		if !e.knows[v.UCI()] {
			continue
		}
		e.tell("setoption name UCI_Variant value " + v.UCI())
		random := rand.New(rand.NewPCG(77, uint64(v)))
		leaves, positions := uint64(0), 0
		for leaves < 1000*uint64(*peers) {
			p := variant.StartPosition(v)
			for range random.IntN(60) {
				if moves := p.LegalMoves(); len(moves) > 0 {
					p.SetAfter(&p, moves[random.IntN(len(moves))])
				}
			}
			arrives := v == variant.RacingKings && max(p.King(chess.White).Rank(), p.King(chess.Black).Rank()) >= 5
			depth := 3
			if len(p.LegalMoves()) > 100 {
				depth = 2
			}
			got, want := variant.Perft(p, depth), uint64(0)
			e.tell("position fen " + shredder(p))
			e.tell("go perft " + strconv.Itoa(depth))
			for line := e.next(); ; line = e.next() {
				if rest, ok := strings.CutPrefix(line, "Nodes searched: "); ok {
					want, _ = strconv.ParseUint(rest, 10, 64)
					break
				}
			}
			leaves, positions = leaves+got, positions+1
			if got != want && !arrives { // the engine plays on where Black cannot follow
				t.Errorf("%v %s: %d leaves at depth %d, want %d", v, p, got, depth, want)
			}
		}
		t.Logf("%v: %d leaves of %d positions", v, leaves, positions)
	}
}
