package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/syzygy"
)

// show prints a position, its legal moves, and what endgame tables know about it, or draws it.
func show(args []string, _ io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki show [-svg] [-syzygy DIRS] FEN", flag.ContinueOnError)
	svg := flags.Bool("svg", false, "write a picture of the board as SVG")
	dirs := flags.String("syzygy", "", "look the position up in the endgame tables in `DIRS`, separated by "+string(filepath.ListSeparator))
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
	if *dirs != "" {
		if err := showEndgame(w, p, filepath.SplitList(*dirs)); err != nil {
			w.Flush()
			return fail(errs, err)
		}
	}
	if err := w.Flush(); err != nil {
		return fail(errs, err)
	}
	return 0
}

// showEndgame prints the moves of p by their results, with the distances to zeroing, and a line to
// the end of the phase.
func showEndgame(out io.Writer, p chess.Position, dirs []string) error {
	tables, err := syzygy.Open(dirs...)
	if err != nil {
		return err
	}
	defer tables.Close()
	g, err := chess.NewGameFrom(p, chess.FIDERules())
	if err != nil {
		return err
	}
	moves, err := tables.RootMoves(g)
	if err != nil {
		return err
	}
	for v := syzygy.Win; v >= syzygy.Loss; v-- {
		var texts []string
		for _, r := range moves {
			if r.WDL != v {
				continue
			}
			text := p.SAN(r.Move)
			if v != syzygy.Draw {
				text += " (" + r.DTZ.String() + ")"
			}
			texts = append(texts, text)
		}
		if len(texts) > 0 {
			fmt.Fprintf(out, "%v: %s\n", v, strings.Join(texts, ", "))
		}
	}
	line, err := tables.Line(p)
	if len(line) > 0 {
		fmt.Fprintf(out, "line: %s\n", p.Line(line))
	}
	return err
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
