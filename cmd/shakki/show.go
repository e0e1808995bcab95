package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// show prints a position and its legal moves, or draws it.
func show(args []string, _ io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki show [-svg] FEN", flag.ContinueOnError)
	svg := flags.Bool("svg", false, "write a picture of the board as SVG")
	if status, ok := parse(flags, args, out, errs); !ok {
		return status
	}
	if flags.NArg() == 0 {
		return fail(errs, fmt.Errorf("show needs a FEN"))
	}
	p, err := parsePosition(flags.Args())
	if err != nil {
		return fail(errs, err)
	}
	if *svg {
		if err := diagram.WriteSVG(out, p, diagram.Options{}); err != nil {
			return fail(errs, err)
		}
		return 0
	}
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s\n", diagram.AppendText(nil, p, diagram.Options{}, terminal(out)))
	fmt.Fprintf(w, "%v to move\n", p.Turn())
	moves := p.LegalMoves()
	san := make([]string, len(moves))
	for i, m := range moves {
		san[i] = p.SAN(m)
	}
	slices.Sort(san)
	fmt.Fprintf(w, "%d legal moves: %s\n", len(moves), strings.Join(san, " "))
	fmt.Fprintf(w, "state: %s\n", state(p))
	for _, problem := range p.Problems() {
		fmt.Fprintf(w, "cannot arise in a game: %v\n", problem)
	}
	if err := w.Flush(); err != nil {
		return fail(errs, err)
	}
	return 0
}

// terminal returns what w can show.
func terminal(w io.Writer) diagram.Terminal {
	if file, ok := w.(*os.File); ok && isTerminal(file) {
		return diagram.DetectTerminal(os.Getenv)
	}
	return diagram.ASCII
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
