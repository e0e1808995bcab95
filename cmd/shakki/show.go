package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/diagram/pictureflag"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/variant"
)

// show prints a position, its legal moves, and what endgame tables know about it, or draws it. It
// also prints and draws a placement of pieces that is not a position.
func show(r *invocation) func() error {
	svg := r.flags.Bool("svg", false, "write a picture of the board as SVG")
	dirs := r.flags.String("syzygy", "", "look the position up in the endgame tables in `DIRS`, separated by "+string(filepath.ListSeparator))
	var o diagram.Options
	var other variant.Variant
	r.flags.TextVar(&other, "variant", variant.Standard, "show a position of the variant `NAME`, such as atomic")
	pictureflag.Add(r.flags.FlagSet, &o, 10000)
	return func() error {
		if other != variant.Standard {
			return showVariant(r, other, strings.Join(r.flags.Args(), " "), *svg, o)
		}
		setup, why, err := pictureflag.ParseBoard(r.flags.Args())
		switch {
		case err != nil:
			return err
		case *svg:
			return diagram.WriteSVG(r.out, setup, o)
		case why != nil && *dirs != "":
			return why
		}
		fmt.Fprintf(r.out, "%s\n", diagram.AppendText(nil, setup, o, terminal(r.door.Out)))
		if why != nil {
			_, err = fmt.Fprintf(r.out, "no moves are listed: %v\n", why)
			return err
		}
		return showPosition(r.out, setup, *dirs)
	}
}

// showRules say which flags of show need or exclude each other. Endgame tables are those of standard chess.
var showRules = []cmdline.Rule{
	{Flags: "syzygy", Excludes: "svg variant"},
	{Flags: "theme set size captured title description nocheck", Needs: "svg"},
}

// showPosition prints what can be said about a position, with the endgame tables in dirs if that is
// not "".
func showPosition(w io.Writer, setup chess.Setup, dirs string) error {
	p, err := setup.Position()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%v to move\n", p.Turn())
	showMoves(w, p, p.Outcome())
	for _, problem := range p.Problems() {
		fmt.Fprintf(w, "cannot arise in a game: %v\n", problem)
	}
	if dirs == "" {
		return nil
	}
	return showEndgame(w, p, filepath.SplitList(dirs))
}

// showMoves prints the legal moves of a position, and the outcome of a game that ends in it, or else
// "check" or "in play".
func showMoves[M any](w io.Writer, p interface {
	Moves() iter.Seq[M]
	SAN(M) string
	InCheck() bool
}, outcome interface{ IsOver() bool }) {
	var san []string
	for m := range p.Moves() {
		san = append(san, p.SAN(m))
	}
	slices.Sort(san)
	state := "in play"
	switch {
	case outcome.IsOver():
		state = fmt.Sprint(outcome)
	case p.InCheck():
		state = "check"
	}
	fmt.Fprintf(w, "%d legal moves: %s\nstate: %s\n", len(san), strings.Join(san, " "), state)
}

// showEndgame prints the moves of p by their results, with the distances to zeroing, and a line to
// the end of the phase.
func showEndgame(out io.Writer, p chess.Position, dirs []string) error {
	tables, err := syzygy.Open(dirs...)
	if err != nil {
		return err
	}
	defer tables.Close()
	g, err := chess.NewGameFrom(p, chess.Rules{})
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
	if errors.As(err, new(*syzygy.MissingError)) {
		fmt.Fprintf(out, "no line: %v\n", err)
		err = nil
	}
	if len(line) > 0 {
		fmt.Fprintf(out, "line: %s\n", p.Line(line, chess.PGNFormat{}))
	}
	return err
}

// terminal returns what w can show.
func terminal(w io.Writer) diagram.Terminal {
	if cmdline.IsTerminal(w) {
		return diagram.DetectTerminal(os.Getenv)
	}
	return diagram.ASCII
}
