package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/shakki/chess"
)

// perft counts the leaves of the tree of legal moves.
func perft(args []string, _ io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki perft [flags] FEN DEPTH", flag.ContinueOnError)
	divide := flags.Bool("divide", false, "print the count for each root move")
	chess960 := flags.Bool("chess960", false, "write castling as the move of the king to its rook")
	workers := flags.Int("workers", 1, "the number of root moves to count at once")
	if status, ok := parse(flags, args, errs); !ok {
		return status
	}
	p, depth, err := positionAndDepth(flags.Args())
	if err != nil {
		return fail(errs, err)
	}
	if *chess960 {
		s := p.Setup()
		s.Chess960 = true
		if p, err = s.Position(); err != nil {
			return fail(errs, err)
		}
	}
	w := bufio.NewWriter(out)
	defer w.Flush()
	nodes := uint64(1)
	if depth > 0 {
		nodes = countRoots(w, p, depth, *divide, *workers)
	}
	fmt.Fprintf(w, "Nodes searched: %d\n", nodes)
	return 0
}

// positionAndDepth parses the arguments of perft. The FEN may be one argument or
// several.
func positionAndDepth(args []string) (chess.Position, int, error) {
	if len(args) < 2 {
		return chess.Position{}, 0, fmt.Errorf("perft wants a FEN and a depth")
	}
	depth, err := strconv.Atoi(args[len(args)-1])
	if err != nil || depth < 0 {
		return chess.Position{}, 0, fmt.Errorf("%q is not a depth", args[len(args)-1])
	}
	p, err := parsePosition(args[:len(args)-1])
	return p, depth, err
}

// parsePosition parses a FEN, or "startpos" as the start position.
func parsePosition(args []string) (chess.Position, error) {
	fen := strings.Join(args, " ")
	if fen == "startpos" {
		return chess.StartPosition(), nil
	}
	return chess.ParseFEN(fen)
}

// countRoots returns the number of leaves. If divide is set, it also prints the
// number for each root move.
func countRoots(w io.Writer, p chess.Position, depth int, divide bool, workers int) uint64 {
	if !divide && workers <= 1 {
		return chess.Perft(p, depth)
	}
	moves := p.LegalMoves()
	slices.SortFunc(moves, func(a, b chess.Move) int { return strings.Compare(p.UCI(a), p.UCI(b)) })
	var nodes uint64
	for i, n := range countEach(p, moves, depth-1, workers) {
		if divide {
			fmt.Fprintf(w, "%s: %d\n", p.UCI(moves[i]), n)
		}
		nodes += n
	}
	if divide {
		fmt.Fprintln(w)
	}
	return nodes
}

// countEach returns the number of leaves after each move. It divides the moves
// among the workers.
func countEach(p chess.Position, moves []chess.Move, depth, workers int) []uint64 {
	counts := make([]uint64, len(moves))
	var next atomic.Int64
	var running sync.WaitGroup
	for range max(workers, 1) {
		running.Add(1)
		go func() {
			defer running.Done()
			for i := next.Add(1) - 1; i < int64(len(moves)); i = next.Add(1) - 1 {
				counts[i] = chess.Perft(p.After(moves[i]), depth)
			}
		}()
	}
	running.Wait()
	return counts
}
