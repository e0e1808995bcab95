package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// show prints a position and its legal moves.
func show(args []string, _ io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki show FEN", flag.ContinueOnError)
	if status, ok := parse(flags, args, errs); !ok {
		return status
	}
	if flags.NArg() == 0 {
		return fail(errs, fmt.Errorf("show needs a FEN"))
	}
	p, err := parsePosition(flags.Args())
	if err != nil {
		return fail(errs, err)
	}
	fmt.Fprint(out, board(p))
	fmt.Fprintf(out, "%v to move\n", p.Turn())
	moves := p.LegalMoves()
	san := make([]string, len(moves))
	for i, m := range moves {
		san[i] = p.SAN(m)
	}
	slices.Sort(san)
	fmt.Fprintf(out, "%d legal moves: %s\n", len(moves), strings.Join(san, " "))
	fmt.Fprintf(out, "state: %s\n", state(p))
	for _, problem := range p.Problems() {
		fmt.Fprintf(out, "cannot arise in a game: %v\n", problem)
	}
	return 0
}

// board returns a diagram of p with coordinates.
func board(p chess.Position) string {
	var sb strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(p.Diagram()), "\n") {
		fmt.Fprintf(&sb, "%d  %s\n", 8-i, line)
	}
	sb.WriteString("\n   a b c d e f g h\n\n")
	return sb.String()
}

// state returns the outcome of a game that ends in p, or else "check" or "in play".
func state(p chess.Position) string {
	outcome := p.Outcome()
	switch {
	case outcome.IsOver():
		return outcome.String()
	case p.InCheck():
		return "check"
	}
	return "in play"
}
