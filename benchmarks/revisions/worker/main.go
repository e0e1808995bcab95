package main

import (
	"fmt"
	"math"
	"os"
	"runtime"

	"github.com/shakki/chess"
)

// A start is a start position with the search depth of each task. The depths are such that a task
// takes about three seconds at most for all positions together.
type start struct {
	name, fen string

	search int
	leaves int // for minimax and set
	list   int
	count  int
}

var starts = []start{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, 5, 5, 5},
	{"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6, 4, 4, 4},
	{"middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 6, 4, 4, 4},
	{"endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 9, 6, 6, 6},
}

func main() {
	runtime.GOMAXPROCS(1)
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: worker TASK PGNFILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "worker:", err)
		os.Exit(1)
	}
}

// run runs the task with the given name.
func run(task, pgn string) error {
	var w walker
	switch task {
	case "search":
		return each(new(searcher).run)
	case "minimax":
		return each(w.run)
	case "count":
		return each(func(p *chess.Position, start start) (uint64, int64) { return chess.Perft(*p, start.count), 0 })
	case "list":
		return each(func(p *chess.Position, start start) (uint64, int64) { return w.list(p, start.list), 0 })
	case "set":
		return each(func(p *chess.Position, start start) (uint64, int64) { return w.set(p, start.leaves), 0 })
	case "scan":
		return read(pgn, 120e6, scan)
	case "tree":
		return read(pgn, 60e6, readTrees)
	}
	return fmt.Errorf("unknown task %q", task)
}

// each calls work three times for each start position and prints a line with the results and the
// least time. A busy host slows single calls down.
func each(work func(p *chess.Position, start start) (nodes uint64, score int64)) error {
	for _, start := range starts {
		p, err := chess.ParseFEN(start.fen)
		if err != nil {
			return err
		}
		var nodes uint64
		var score int64
		least := int64(math.MaxInt64)
		for range 3 {
			before := cpuTime()
			nodes, score = work(&p, start)
			least = min(least, cpuTime()-before)
		}
		fmt.Println(start.name, nodes, score, least)
	}
	return nil
}
