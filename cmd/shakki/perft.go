package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
)

// perft counts the leaves of the legal move tree.
func perft(r *invocation) func() error {
	divide := r.flags.Bool("divide", false, "also print the count for each root move")
	chess960 := r.flags.Bool("chess960", false, "print castling as king takes rook (e1h1)")
	c := &counter{workers: runtime.GOMAXPROCS(0)}
	r.flags.Number(&c.workers, "workers", "count with `N` workers in parallel")
	hash := r.flags.Int("hash", 0, "remember subtrees in a table of `N` megabytes")
	return func() error {
		p, depth, err := positionAndDepth(r.flags.Args())
		if err != nil {
			return err
		}
		if *chess960 {
			s := p.Setup()
			s.Chess960 = true
			if p, err = s.Position(); err != nil {
				return err
			}
		}
		if *hash < 0 || *hash > maxTableSize {
			return fmt.Errorf("invalid table size %d, want 0 to %d megabytes", *hash, maxTableSize)
		}
		if *hash > 0 {
			c.table = newPerftTable(*hash)
		}
		nodes := uint64(1)
		if depth > 0 {
			nodes = c.countRoots(r.out, p, depth, *divide)
		}
		fmt.Fprintf(r.out, "Nodes searched: %d\n", nodes)
		return nil
	}
}

// positionAndDepth parses the arguments of perft. The fields of the FEN may be separate arguments.
func positionAndDepth(args []string) (chess.Position, int, error) {
	if len(args) < 2 {
		return chess.Position{}, 0, fmt.Errorf("perft needs a FEN and a depth")
	}
	depth, err := strconv.Atoi(args[len(args)-1])
	if err != nil || depth < 0 {
		return chess.Position{}, 0, fmt.Errorf("invalid depth %q", args[len(args)-1])
	}
	p, err := chess.ParseFEN(strings.Join(args[:len(args)-1], " "))
	return p, depth, err
}

// countRoots returns the number of leaves. If divide is true, it also prints the number of leaves
// below each root move.
func (c *counter) countRoots(w io.Writer, p chess.Position, depth int, divide bool) uint64 {
	moves := p.LegalMoves()
	slices.SortFunc(moves, func(a, b chess.Move) int { return strings.Compare(p.UCI(a), p.UCI(b)) })
	var nodes uint64
	for i, n := range c.count(p, moves, depth-1) {
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
