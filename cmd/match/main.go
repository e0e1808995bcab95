// Match plays matches between UCI engines and says which one is stronger. An engine is a command,
// followed by properties and options after semicolons:
//
//	match -games 200 -tc 10+0.1 -openings book.epd './engine;Hash=64' 'stockfish;name=Fish;Skill Level=3'
//
// The games are added to a PGN file one by one. If a match is interrupted, the same command
// continues it. README.md explains the flags and the report.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/syzygy"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the command and returns the exit status: 1 if the match has failed, 2 if the arguments
// are wrong.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	m := &match{out: out, terminal: io.Discard}
	if err := m.parse(args, errs); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		fmt.Fprintln(errs, "match:", err)
		return 2
	}
	if f, ok := errs.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			m.terminal = errs
		}
	}
	if err := m.run(ctx); err != nil {
		fmt.Fprintln(errs, "match:", err)
		return 1
	}
	return 0
}

// parse sets up the match that the arguments describe.
func (m *match) parse(args []string, errs io.Writer) (err error) {
	var common control
	var test sprt
	var logFile, folders string
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprint(errs, "usage: match [flags] ENGINE ENGINE...\n"+
			"ENGINE is a command with properties: 'stockfish;name=Fish;Hash=64;nodes=5000'\n")
		flags.PrintDefaults()
	}
	flags.IntVar(&m.games, "games", 0, "the number of games between two engines, which change colors after each; 0 is 20, or 100,000 with -sprt")
	flags.BoolVar(&m.gauntlet, "gauntlet", false, "the first engine plays against the others; otherwise each plays against each")
	flags.IntVar(&m.workers, "concurrency", 1, "the number of games at a time")
	flags.Var(&common, "tc", "the `[MOVES/]TIME[+INCREMENT]` in seconds, such as 40/10+0.1, 1:30+1, and 60, which is used without another limit")
	flags.DurationVar(&common.moveTime, "movetime", 0, "the time for each move, instead of a clock")
	flags.Int64Var(&common.nodes, "nodes", 0, "the number of nodes for each move")
	flags.IntVar(&common.depth, "depth", 0, "the depth of each search in plies")
	flags.DurationVar(&m.margin, "margin", 50*time.Millisecond, "how far a move may exceed its time")
	flags.DurationVar(&m.patience, "patience", time.Minute, "how long a move may take without a time control")
	flags.DurationVar(&m.setup, "setup", time.Minute, "how long an engine may take to get ready, which is on nobody's clock")
	flags.StringVar(&m.book.file, "openings", "", "a PGN or EPD `file` with openings, each of which is played with both colors")
	flags.IntVar(&m.book.plies, "plies", 0, "play only so many plies of each opening")
	flags.Uint64Var(&m.book.seed, "random", 0, "play the openings in random order; the number chooses one of the orders")
	flags.Var(&m.draw, "draw", "adjudicate draws, for example `movenumber=40,movecount=8,score=10`")
	flags.Var(&m.resign, "resign", "adjudicate losses, for example `movecount=4,score=800,twosided`")
	flags.IntVar(&m.maxMoves, "maxmoves", 0, "adjudicate a draw after this number of moves")
	flags.StringVar(&folders, "syzygy", "", "adjudicate by the Syzygy endgame tables in these `folders`")
	flags.Var(&test, "sprt", "stop when a test is decided, for example `elo0=0,elo1=5,alpha=0.05,beta=0.05,normalized`")
	flags.BoolVar(&m.recover, "recover", false, "go on after a crash, with the engine started again")
	flags.StringVar(&m.pgn, "pgn", "match.pgn", "the `file` to which games are added")
	flags.IntVar(&m.every, "report", 0, "print a report after each so many games")
	flags.StringVar(&logFile, "log", "", "write the conversations with the engines to a `file`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if test != (sprt{}) {
		m.sprt, m.games = &test, cmp.Or(m.games, 100_000)
	}
	m.games = cmp.Or(m.games, 20)
	if common == (control{}) {
		common.base = time.Minute
	}
	if err := m.check(flags.Args(), common); err != nil {
		return err
	}
	for _, text := range flags.Args() {
		p, err := parsePlayer(text, common)
		if err != nil {
			return err
		}
		for n, name := 2, p.name; slices.ContainsFunc(m.players, func(q *player) bool { return q.name == p.name }); n++ {
			p.name = fmt.Sprintf("%s (%d)", name, n)
		}
		m.players = append(m.players, p)
	}
	if m.openings, err = m.book.read(errs); err != nil {
		return err
	}
	if m.tables, err = syzygy.Open(filepath.SplitList(folders)...); err != nil {
		return err
	}
	if logFile != "" {
		f, err := os.Create(logFile) // closed when the program exits
		m.log = log.New(f, "", log.Ltime|log.Lmicroseconds)
		return err
	}
	return nil
}

// check returns what is wrong with the arguments, or nil.
func (m *match) check(engines []string, common control) error {
	switch {
	case common.base > 0 && common.moveTime > 0:
		return errors.New("-tc and -movetime exclude each other")
	case len(engines) < 2:
		return errors.New("two engines or more are needed; match -h lists the flags")
	case m.games < 1 || m.workers < 1:
		return errors.New("-games and -concurrency must be at least 1")
	case m.resign.count > 0 && m.resign.score == 0:
		return errors.New("-resign needs a score")
	case m.sprt != nil && len(engines) > 2:
		return errors.New("-sprt needs exactly two engines")
	}
	return nil
}

// Set parses a list such as "elo0=0,elo1=5,alpha=0.05,beta=0.05,normalized". It implements
// [flag.Value].
func (s *sprt) Set(text string) error {
	*s = sprt{alpha: 0.05, beta: 0.05}
	err := parseFields(text, map[string]any{
		"elo0": &s.elo0, "elo1": &s.elo1, "alpha": &s.alpha, "beta": &s.beta, "normalized": &s.normalized,
	})
	if err == nil && !(s.elo0 < s.elo1 && s.alpha > 0 && s.alpha < 0.5 && s.beta > 0 && s.beta < 0.5) {
		err = errors.New("elo0 must be less than elo1, and alpha and beta between 0 and 0.5")
	}
	return err
}

func (s *sprt) String() string {
	model := map[bool]string{false: "logistic", true: "normalized"}[s.normalized]
	return fmt.Sprintf("elo0=%v elo1=%v alpha=%v beta=%v %s", s.elo0, s.elo1, s.alpha, s.beta, model)
}

// parseFields parses a list such as "movecount=4,score=800,twosided" into the variables with these
// names.
func parseFields(text string, fields map[string]any) (err error) {
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch field := fields[name].(type) {
		case *int:
			*field, err = strconv.Atoi(value)
		case *float64:
			*field, err = strconv.ParseFloat(value, 64)
		case *bool:
			*field = true
		default:
			return fmt.Errorf("%q is not one of %q", name, slices.Sorted(maps.Keys(fields)))
		}
		if err != nil {
			return fmt.Errorf("%s: %q is not a number", name, value)
		}
	}
	return nil
}
