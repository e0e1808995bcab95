package main

import (
	"context"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

var fens = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r1bq1rk1/ppp1nppp/4n3/3p3Q/3P4/1BP1B3/PP1N2PP/R4RK1 w - - 1 16",
	"6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
}

func game(fen string) *chess.Game {
	g, err := chess.NewGameFrom(chess.MustParseFEN(fen), chess.Rules{})
	if err != nil {
		panic(err)
	}
	return g
}

func BenchmarkNodes(b *testing.B) {
	s := newSearch(16)
	var nodes int64
	start := time.Now()
	for b.Loop() {
		for _, fen := range fens {
			clear(s.table)
			s.history = [2][64][64]int16{}
			s.begin(context.Background(), game(fen), uci.Limits{})
			for depth := 1; depth <= 13; depth++ {
				s.searchRoots(depth, s.roots)
			}
			nodes += s.nodes
		}
	}
	b.ReportMetric(float64(nodes)/float64(time.Since(start).Microseconds()), "Mnps")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}
