package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
)

// perft counts the leaves of the tree of legal moves.
func perft(args []string, _ io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki perft [flags] FEN DEPTH", flag.ContinueOnError)
	divide := flags.Bool("divide", false, "print the count of each root move")
	chess960 := flags.Bool("chess960", false, "write castling as the king's move to its rook")
	if status, ok := parse(flags, args, errs); !ok {
		return status
	}
	p, depth, err := positionAndDepth(flags.Args())
	if err != nil {
		return fail(errs, err)
	}
	if *chess960 {
		p.SetChess960(true)
	}
	w := bufio.NewWriter(out)
	defer w.Flush()
	nodes := uint64(1)
	if depth > 0 {
		nodes = countRoots(w, &p, depth, *divide)
	}
	fmt.Fprintf(w, "Nodes searched: %d\n", nodes)
	return 0
}

// positionAndDepth reads the arguments of perft; the FEN may be one argument or
// several.
func positionAndDepth(args []string) (chess.Position, int, error) {
	if len(args) < 2 {
		return chess.Position{}, 0, fmt.Errorf("perft wants a FEN and a depth")
	}
	depth, err := strconv.Atoi(args[len(args)-1])
	if err != nil || depth < 0 {
		return chess.Position{}, 0, fmt.Errorf("%q is no depth", args[len(args)-1])
	}
	p, err := parsePosition(args[:len(args)-1])
	return p, depth, err
}

// parsePosition reads a FEN; "startpos" is the start position.
func parsePosition(args []string) (chess.Position, error) {
	fen := strings.Join(args, " ")
	if fen == "startpos" {
		return chess.StartPosition(), nil
	}
	return chess.ParseFEN(fen)
}

// countRoots returns the number of leaves, and prints it for each root move if
// asked to.
func countRoots(w io.Writer, p *chess.Position, depth int, divide bool) uint64 {
	if !divide {
		return chess.Perft(p, depth)
	}
	moves := p.LegalMoves()
	slices.SortFunc(moves, func(a, b chess.Move) int { return strings.Compare(p.UCI(a), p.UCI(b)) })
	var nodes uint64
	for _, m := range moves {
		q := p.After(m)
		n := chess.Perft(&q, depth-1)
		fmt.Fprintf(w, "%s: %d\n", p.UCI(m), n)
		nodes += n
	}
	fmt.Fprintln(w)
	return nodes
}
