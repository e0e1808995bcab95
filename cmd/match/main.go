package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/source"
	"github.com/shakki/chess/syzygy"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), source.Interrupts()...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the command and returns the exit status: 1 if the match has failed, 2 if the arguments
// are wrong.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	m := &match{out: out, errs: errs, terminal: io.Discard}
	if cmdline.IsTerminal(errs) {
		m.terminal = errs
	}
	status, err := 2, m.parse(args, errs)
	if err == nil {
		err = m.prepare(ctx)
	}
	if err == nil {
		status, err = 1, m.run(ctx)
	}
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	fmt.Fprintln(errs, "match:", err)
	return status
}

// parse sets up the match that the arguments describe.
func (m *match) parse(args []string, errs io.Writer) (err error) {
	common := player{margin: seconds{50 * time.Millisecond}}
	var logFile, folders string
	m.patience, m.setup = seconds{time.Minute}, seconds{time.Minute}
	flags := flag.NewFlagSet("match [flags] ENGINE ENGINE...", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), "usage: "+flags.Name()+"\n"+
			"ENGINE is a command with properties: 'stockfish;name=Fish;Hash=64;nodes=5000'\n"+
			"A time is a number of seconds, or a form such as 1:30, 1m30s, and 500ms\n")
		flags.PrintDefaults()
	}
	flags.IntVar(&m.games, "games", 0, "the number of games between two engines, which change colors after each; 0 is 20, or 100,000 with -sprt")
	flags.BoolVar(&m.gauntlet, "gauntlet", false, "the first engine plays against the others; otherwise each plays against each")
	flags.IntVar(&m.workers, "concurrency", 1, "the number of games at a time")
	flags.Func("each", "`properties` and options of every engine, such as Hash=64;nodes=5000", common.set)
	common.define(flags)
	flags.Var(&m.patience, "patience", "how long a move may take without a time control, as a `time`")
	flags.Var(&m.setup, "setup", "how long an engine may take to start and to get ready, as a `time`, which does not count as thinking time")
	flags.Var(&m.wait, "wait", "the `time` between two games")
	flags.StringVar(&m.book.file, "openings", "", "a PGN or EPD `file` with openings, each of which is played with both colors")
	flags.IntVar(&m.book.plies, "plies", 0, "play only the first `N` plies of each opening")
	flags.Uint64Var(&m.book.seed, "random", 0, "play the openings in random order; the number chooses one of the orders")
	flags.IntVar(&m.book.first, "start", 1, "the number of the opening to begin with")
	flags.Func("draw", "adjudicate draws, for example `movenumber=40,movecount=8,score=10`", m.draw.set)
	flags.Func("resign", "adjudicate losses, for example `movecount=4,score=800,twosided`", m.resign.set)
	flags.IntVar(&m.maxMoves, "maxmoves", 0, "adjudicate a draw after this number of moves")
	flags.StringVar(&folders, "syzygy", "", "adjudicate by the Syzygy endgame tables in these `folders`")
	flags.IntVar(&m.pieces, "pieces", 0, "look up only positions with at most this number of pieces")
	flags.BoolVar(&m.ignore50, "ignore50", false, "let tables adjudicate without the fifty-move rule")
	flags.StringVar(&m.decided, "tbadjudicate", "both", "which `results` the tables adjudicate: win, draw, or both")
	flags.Var(&m.sprt, "sprt", "stop when a test is decided, for example `elo0=0,elo1=5,alpha=0.05,beta=0.05,normalized`")
	flags.BoolVar(&m.recover, "recover", false, "go on after a crash, with the engine started again")
	flags.StringVar(&m.pgn, "pgn", "match.pgn", "the `file` to which games are added")
	flags.StringVar(&m.event, "event", "Match", "the tag Event of the games")
	flags.StringVar(&m.site, "site", "", "the tag Site of the games")
	flags.BoolVar(&m.details, "details", false, "note the nodes, the speed, and the principal variation of each search")
	flags.IntVar(&m.every, "report", 0, "print a report after every `N` games")
	flags.BoolVar(&m.byOpening, "byopening", false, "report the results of each opening")
	flags.StringVar(&m.plot, "plot", "", "draw the course of a match between two engines into an SVG `file`")
	flags.StringVar(&logFile, "log", "", "add the conversations with the engines to a `file`")
	err = cmdline.Parse(flags, args, errs, cmdline.Rule{Flags: "movetime", Excludes: "tc"},
		cmdline.Rule{Flags: "plies random start", Needs: "openings"}, cmdline.Rule{Flags: "pieces ignore50 tbadjudicate", Needs: "syzygy"})
	if err != nil {
		return err
	}
	if m.sprt != noTest {
		m.games = cmp.Or(m.games, 100_000)
	}
	m.games, m.decided = cmp.Or(m.games, 20), strings.ToLower(m.decided)
	if err := cmp.Or(m.check(flags.Args()), m.addPlayers(flags.Args(), common)); err != nil {
		return err
	}
	if m.openings, err = m.book.read(errs); err != nil {
		return err
	}
	if m.tables, err = syzygy.Open(filepath.SplitList(folders)...); err != nil {
		return err
	}
	for _, folder := range filepath.SplitList(folders) {
		m.tablesHash += hashOf(folder)
	}
	return m.openFiles(logFile)
}

// addPlayers adds the engines that the command line describes, with unique names.
func (m *match) addPlayers(engines []string, common player) error {
	for _, text := range engines {
		p, err := parsePlayer(text, common)
		if err != nil {
			return err
		}
		for n, name := 2, p.name; slices.ContainsFunc(m.players, func(q *player) bool { return q.name == p.name }); n++ {
			p.name = fmt.Sprintf("%s (%d)", name, n)
		}
		m.players = append(m.players, p)
	}
	return nil
}

// check returns what is wrong with the arguments, or nil.
func (m *match) check(engines []string) error {
	switch {
	case len(engines) < 2:
		return errors.New("two engines or more are needed; match -h lists the flags")
	case m.games < 1 || m.workers < 1:
		return errors.New("-games and -concurrency must be at least 1")
	case m.resign.count > 0 && m.resign.score == 0:
		return errors.New("-resign needs a score")
	case !slices.Contains([]string{"win", "draw", "both"}, m.decided):
		return errors.New("-tbadjudicate must be win, draw, or both")
	case (m.sprt != noTest || m.plot != "") && len(engines) > 2:
		return errors.New("-sprt and -plot need exactly two engines")
	}
	return cmp.Or(checkTag("-event", m.event), checkTag("-site", m.site))
}

// openFiles opens the files to which the match adds what is said. A file that the match writes must not be
// read, or written for something else, except that engines may share one.
func (m *match) openFiles(logFile string) error {
	var door source.Door
	err := cmp.Or(door.Reads(m.book.file), door.Writes(m.pgn))
	if m.plot != "" {
		err = cmp.Or(err, door.Writes(m.plot))
	}
	files := map[string]io.Writer{"": nil} // open until the program exits, as the log is
	for _, p := range m.players {
		if _, isOpen := files[p.stderr]; !isOpen && err == nil {
			files[p.stderr], err = door.Append(p.stderr)
		}
		p.errs = files[p.stderr]
	}
	if logFile == "" || err != nil {
		return err
	}
	f, err := door.Append(logFile)
	m.log = log.New(f, "", log.Ltime|log.Lmicroseconds)
	return err
}

// Set parses a list such as "elo0=0,elo1=5,alpha=0.05,beta=0.05,normalized". It implements
// [flag.Value].
func (s *sprt) Set(text string) error {
	fields := flag.NewFlagSet("", flag.ContinueOnError)
	fields.Float64Var(&s.elo0, "elo0", 0, "")
	fields.Float64Var(&s.elo1, "elo1", 0, "")
	fields.Float64Var(&s.alpha, "alpha", 0.05, "")
	fields.Float64Var(&s.beta, "beta", 0.05, "")
	fields.BoolVar(&s.normalized, "normalized", false, "")
	err := setFields(fields, text, ",", nil)
	if err == nil && !(s.elo0 < s.elo1 && s.alpha > 0 && s.alpha < 0.5 && s.beta > 0 && s.beta < 0.5) {
		err = errors.New("elo0 must be less than elo1, and alpha and beta between 0 and 0.5")
	}
	return err
}

func (s sprt) String() string {
	if s == noTest {
		return "none"
	}
	model := map[bool]string{false: "logistic", true: "normalized"}[s.normalized]
	return fmt.Sprintf("elo0=%v elo1=%v alpha=%v beta=%v %s", s.elo0, s.elo1, s.alpha, s.beta, model)
}

// setFields sets the fields in a list such as "movecount=4,score=800,twosided". A field without a
// value is true. Fields that are not known go to other.
func setFields(fields *flag.FlagSet, list, separator string, other func(name, value string)) error {
	for part := range strings.SplitSeq(list, separator) {
		name, value, _ := strings.Cut(part, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case strings.TrimSpace(part) == "":
		case other != nil && fields.Lookup(name) == nil:
			other(name, value)
		default:
			if err := fields.Set(name, cmp.Or(value, "true")); err != nil {
				return fmt.Errorf("%s: %w", part, err)
			}
		}
	}
	return nil
}
