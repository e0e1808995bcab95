package main

import (
	"testing"

	"github.com/shakki/chess"
)

// TestPerftTable checks that a table gives the same counts as none, even if it is so small that
// most entries are replaced.
func TestPerftTable(t *testing.T) {
	fens := []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", // castling
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",                            // en passant
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",                              // promotion
		"1rkr4/8/8/8/8/8/8/1RKR4 w BDbd - 0 1",                                 // Chess960
	}
	for _, fen := range fens {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, pairs := range []int{1, 100, 10_000} {
			c := counter{workers: 2, table: &perftTable{pairs: make([]perftPair, pairs)}}
			for depth := 1; depth <= 3; depth++ {
				if got, want := c.perft(&p, depth), chess.Perft(p, depth); got != want {
					t.Errorf("%s: perft(%d) with %d pairs = %d, want %d", fen, depth, pairs, got, want)
				}
			}
		}
	}
}
