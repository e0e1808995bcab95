package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/shakki/chess"
)

var fens = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r1bq1rk1/ppp1nppp/4n3/3p3Q/3P4/1BP1B3/PP1N2PP/R4RK1 w - - 1 16",
	"6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
}

func BenchmarkNodes(b *testing.B) {
	s := newSearch(64)
	var nodes uint64
	start := time.Now()
	for b.Loop() {
		for _, fen := range fens {
			p := chess.MustParseFEN(fen)
			moves := rootMoves(p)
			s.table = newTable(64)
			s.history = [2][64][64]int16{}
			s.think(context.Background(), p, nil, moves, 1, limits{depth: 13}, func(depth int) {
				if testing.Verbose() {
					fmt.Println(depth, moves[0].value, s.nodes, moves[0].line)
				}
			})
			nodes += s.nodes
		}
	}
	b.ReportMetric(float64(nodes)/float64(time.Since(start).Microseconds()), "Mnps")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}

func rootMoves(p chess.Position) (moves []rootMove) {
	for m := range p.Moves() {
		moves = append(moves, rootMove{m, 0, make([]chess.Move, 0, maxPly)})
	}
	return moves
}
