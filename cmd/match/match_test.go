package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/safefile"
	"github.com/shakki/chess/uci"
)

// program is a command for the test program. A match hashes the files of its engines, and a script is
// hashed faster than the program that it runs.
var program = os.Args[0]

// TestMain makes the test program an engine if its first argument says so.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 3 && os.Args[1] == "engine":
		os.Exit(serve(os.Args[2]))
	case len(os.Args) > 1 && os.Args[1] == "match":
		os.Args = os.Args[1:]
		main()
	}
	dir, err := os.MkdirTemp("", "match")
	if err != nil {
		panic(err)
	}
	if runtime.GOOS != "windows" {
		program = filepath.Join(dir, "program")
		err = os.WriteFile(program, []byte("#!/bin/sh\nexec "+os.Args[0]+" \"$@\"\n"), 0o777)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// A bot is an engine that plays random moves, the same ones in the same game. Its kind says how else
// it behaves.
type bot struct {
	kind    string
	random  *rand.Rand
	moves   int    // in this game
	learned string // the file to which it writes in each search, or ""
}

func serve(kind string) int {
	fmt.Fprintln(os.Stderr, kind, "begins")
	if kind == "pid" {
		fmt.Fprintln(os.Stderr, os.Getpid())
	}
	b := &bot{kind: kind, random: rand.New(rand.NewPCG(1, 2))}
	options := []uci.Option{
		uci.NewSpin("Value", 0, 0, 10, nil), uci.NewString("Password", "", nil), uci.NewString("EvalFile", "", nil), uci.NewCheck("UCI_ShowWDL", false, nil),
		uci.NewString("Debug Log File", "", func(name string) error { return os.WriteFile(name, []byte(time.Now().String()), 0o644) }),
		uci.NewString("Learned", "", func(name string) error { b.learned = name; return nil }),
	}
	program := uci.Program{Name: kind, Searcher: b, Options: options, NewGame: func() { b.moves = 0 }}
	if err := uci.Serve(os.Stdin, os.Stdout, program); err != nil {
		return 1
	}
	return 0
}

func (b *bot) Search(_ context.Context, r *uci.Request) (uci.Best, error) {
	b.moves++
	if b.learned != "" {
		os.WriteFile(b.learned, []byte(time.Now().String()), 0o644)
	}
	score := &uci.Score{Centipawns: 25}
	switch {
	case b.kind == "slow":
		time.Sleep(400 * time.Millisecond)
	case b.kind == "crash" && b.moves == 3 || b.kind == "dies":
		os.Exit(3)
	case b.kind == "illegal" && b.moves == 3:
		fmt.Println("bestmove a1a1")
		time.Sleep(time.Hour)
	case b.kind == "hang":
		time.Sleep(time.Hour)
	case b.kind == "winning":
		score = &uci.Score{Mate: 5}
	case b.kind == "losing":
		score = &uci.Score{Centipawns: -900}
	}
	p := r.Game.Position()
	moves := p.LegalMoves()
	best := uci.Best{Move: moves[b.random.IntN(len(moves))]}
	if next := p.After(best.Move); b.kind == "ponders" && next.HasLegalMove() {
		best.Ponder = next.LegalMoves()[0]
	}
	if b.kind == "first" {
		best.Move = moves[0]
	}
	r.Report(uci.Info{Depth: 7, Score: score, Nodes: 1234, NodesPerSecond: 5678, PV: []chess.Move{best.Move}})
	return best, nil
}

// engine returns the command that runs an engine of the given kind under that name.
func engine(kind string) string { return program + " engine " + kind + ";name=" + kind }

// A played is a match that was played by the command, and what it has written.
type played struct {
	status    int
	out, errs string
	games     map[int]*chess.Game // by number
}

// play runs the command with a PGN file.
func play(t *testing.T, pgn string, args ...string) played {
	t.Helper()
	var out, errs strings.Builder
	p := played{games: map[int]*chess.Game{}}
	p.status = run(t.Context(), append([]string{"-pgn", pgn, "-concurrency", "2"}, args...), &out, &errs)
	p.out, p.errs = out.String(), errs.String()
	f, err := os.Open(pgn)
	if err != nil {
		return p
	}
	defer f.Close()
	reader := chess.NewPGNReader(f)
	reader.Rules = rules
	for g, err := range reader.All() {
		n, _ := strconv.Atoi(g.Tag("Round"))
		if err != nil || p.games[n] != nil {
			t.Fatalf("game %d: error %v, or it occurs twice", n, err)
		}
		p.games[n] = g
	}
	return p
}

// newPGN returns the name of a PGN file that does not exist.
func newPGN(t *testing.T) string { return filepath.Join(t.TempDir(), "match.pgn") }

// write writes a file and returns its name.
func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// players returns the names of the players of a game.
func players(g *chess.Game) string { return g.Tag("White") + " - " + g.Tag("Black") }

// TestMatch checks a match of two random engines: the colors and openings of the games, that rules
// have ended them, their clocks and evaluations, and the report.
func TestMatch(t *testing.T) {
	openings := write(t, "openings.pgn", "1. e4 e5 *\n\n1. d4 d5 2. c4 *\n")
	log := filepath.Join(t.TempDir(), "log.txt")
	p := play(t, newPGN(t), "-games", "6", "-tc", "20/60+1", "-openings", openings, "-log", log, "-report", "2",
		engine("random"), engine("random")+";Value=3;name=other")
	if p.status != 0 || p.errs != "" || len(p.games) != 6 {
		t.Fatalf("status %d, errors %q, %d games", p.status, p.errs, len(p.games))
	}
	var wins, draws int
	for n, g := range p.games {
		if want := []string{"other - random", "random - other"}[n%2]; players(g) != want {
			t.Errorf("game %d is between %s, want %s", n, players(g), want)
		}
		opening := []string{"1. e4 e5", "1. d4 d5 2. c4"}[(n-1)/2%2]
		if text := g.String(); !strings.Contains(text, "\n"+opening+" ") {
			t.Errorf("game %d does not begin with %s:\n%s", n, opening, text)
		}
		if reason := g.Outcome().Reason; reason == chess.NoReason || reason > chess.SeventyFiveMoves {
			t.Errorf("game %d: %v, want an end by the rules", n, g.Outcome())
		}
		last, eval := g.LastNode().Info(), chess.Eval{Centipawns: 25, Depth: 7}
		if g.Position().Turn() == chess.White { // Black has moved
			eval.Centipawns = -25
		}
		if last.Clock == nil || last.Elapsed == nil || last.Eval == nil || *last.Eval != eval {
			t.Errorf("game %d: the last move has the info %v, want a clock, the time, and an evaluation", n, last)
		}
		// Nothing is added after the move that ends the game.
		if moves := (g.Plies() - 1) / 2; *last.Clock < time.Minute+time.Duration(moves/20)*time.Minute {
			t.Errorf("game %d: %v on the clock after %d moves of 20/60+1 and the last one", n, *last.Clock, moves)
		}
		if got := g.Tag("TimeControl"); got != "20/60+1" {
			t.Errorf("game %d: time control %q", n, got)
		}
		switch winner, ok := g.Outcome().Winner(); {
		case !ok:
			draws++
		case players(g) == "random - other" == (winner == chess.White):
			wins++
		}
	}
	row := fmt.Sprintf(`(?m)^random +6 +%d +%d +%d +%.1f %% +.* 0 +0 +0$`,
		wins, draws, 6-wins-draws, 100*(float64(wins)+float64(draws)/2)/6)
	if !regexp.MustCompile(row).MatchString(p.out) || strings.Count(p.out, "random against other:") != 4 {
		t.Errorf("%d wins and %d draws, but the report is\n%s", wins, draws, p.out)
	}
	text, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(text), "sent: ucinewgame") || !strings.Contains(string(text), "received: bestmove") {
		t.Errorf("the log is %q, error %v", text, err)
	}
}

// TestResume checks that an interrupted match goes on with the games that are missing, and only
// under the same conditions.
func TestResume(t *testing.T) {
	pgn := newPGN(t)
	args := []string{"-nodes", "5", "-games", "3", engine("random"), engine("losing")}
	play(t, pgn, args...)
	before, err := os.ReadFile(pgn)
	if err != nil {
		t.Fatal(err)
	}
	args[3] = "6"
	p := play(t, pgn, args...)
	after, err := os.ReadFile(pgn)
	if err != nil || len(p.games) != 6 || p.status != 0 || !strings.HasPrefix(string(after), string(before)) {
		t.Errorf("status %d, %d games, error %v, %s", p.status, len(p.games), err, p.errs)
	}
	for name, args := range map[string][]string{
		"another engine":  {"-nodes", "5", engine("random"), engine("winning")},
		"fewer engines":   {"-nodes", "5", engine("random"), engine("losing"), engine("winning")},
		"another limit":   {"-nodes", "6", engine("random"), engine("losing")},
		"another option":  {"-nodes", "5", engine("random"), engine("losing") + ";Value=3"},
		"other openings":  {"-nodes", "5", "-openings", write(t, "a.pgn", "1. e4 *"), engine("random"), engine("losing")},
		"another verdict": {"-nodes", "5", "-draw", "movecount=4,score=10", engine("random"), engine("losing")},
	} {
		if p := play(t, pgn, args...); p.status != 1 || len(p.games) != 6 || !strings.Contains(p.errs, pgn+": the game") {
			t.Errorf("%s: status %d, %d games, errors %q, want the first game that differs", name, p.status, len(p.games), p.errs)
		}
	}
	unfinished := write(t, "b.pgn", strings.Replace(string(before[:strings.Index(string(before), "\n\n")]), "Result \"", "Result \"*", 1)+"\n\n1. e4 *\n")
	if p := play(t, unfinished, args...); p.status != 1 || !strings.Contains(p.errs, "is not complete") {
		t.Errorf("an unfinished game: status %d, errors %q", p.status, p.errs)
	}
}

// TestFailures checks that an engine that fails loses its game for the right reason, and that the
// match goes on: after a crash, and if an engine does not start, only with -recover.
func TestFailures(t *testing.T) {
	for _, tt := range []struct {
		name, engine, flags string
		reason              chess.Reason
		comment, column     string // in the game, and in the report: crashes, losses on time, illegal moves
		stops               bool   // without -recover
	}{
		{"slow", engine("slow") + ";tc=0.2", "-tc 60", chess.OutOfTime, "slow took ", "0 +2 +0", false},
		{"hang", engine("hang") + ";nodes=9;tc=inf", "-tc 60 -patience 100ms -setup 1h", chess.OutOfTime, "hang took ", "0 +2 +0", false}, // the setup is not a part of the patience
		{"illegal", engine("illegal"), "-tc 60", chess.RulesInfraction, "illegal broke the rules: ", "0 +0 +2", false},
		{"crash", engine("crash"), "-tc 60", chess.Abandonment, "crash crashed: ", "2 +0 +0", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"-games", "2"}, strings.Fields(tt.flags)...)
			if tt.stops {
				p := play(t, newPGN(t), append(args, "-concurrency", "1", engine("random"), tt.engine)...)
				if p.status != 1 || len(p.games) != 1 || !strings.Contains(p.errs, tt.comment) {
					t.Errorf("without -recover: status %d, %d games, errors %q", p.status, len(p.games), p.errs)
				}
				args = append(args, "-recover")
			}
			p := play(t, newPGN(t), append(args, engine("random"), tt.engine)...)
			if p.status != 0 || len(p.games) != 2 {
				t.Errorf("status %d, %d games, errors %q", p.status, len(p.games), p.errs)
			}
			for n, g := range p.games {
				winner, ok := g.Outcome().Winner()
				if !ok || winner != chess.Color((n-1)%2) || g.Outcome().Reason != tt.reason || !strings.Contains(g.String(), "{"+tt.comment) && !strings.Contains(strings.ReplaceAll(g.String(), "\n", " "), tt.comment) {
					t.Errorf("game %d: %v, want a loss because of %v:\n%v", n, g.Outcome(), tt.reason, g)
				}
			}
			if !regexp.MustCompile(`(?m)^` + tt.name + ` .* ` + tt.column + `$`).MatchString(p.out) {
				t.Errorf("the report is\n%s", p.out)
			}
		})
	}
}

// TestSetupIsFree checks that a search begins when the engine is ready, so that the time in which it
// follows its options is not on its clock.
func TestSetupIsFree(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.txt")
	p := play(t, newPGN(t), "-games", "1", "-maxmoves", "1", "-log", log, engine("random"), engine("first")+";Value=3")
	text, err := os.ReadFile(log)
	if err != nil || len(p.games) != 1 {
		t.Fatal(err, p.errs)
	}
	ready := true
	for line := range strings.Lines(string(text)) {
		_, line, _ = strings.Cut(strings.TrimSpace(line), "first ")
		switch {
		case strings.HasPrefix(line, "sent: setoption"), strings.HasPrefix(line, "sent: position"):
			ready = false
		case line == "received: readyok":
			ready = true
		case strings.HasPrefix(line, "sent: go") && !ready:
			t.Errorf("a search begins before the engine is ready:\n%s", text)
		}
	}
}

// TestEngines checks that a match does not begin if an engine cannot be started, does not have an option,
// or refuses its value, and that the error helps to correct it. Nothing is left behind.
func TestEngines(t *testing.T) {
	good := engine("random")
	for engine, want := range map[string]string{
		engine("losing") + ";Valeu=3":         `has no option "Valeu"; the engine has the options ["Value" `,
		engine("losing") + ";Value=11":        "must be an integer from 0 to 10",
		"/nowhere/engine;name=losing":         "no such file",
		program + " -test.run=^$;name=losing": "exited",
	} {
		pgn := newPGN(t)
		p := play(t, pgn, "-games", "2", "-recover", good, engine)
		left, _ := filepath.Glob(pgn + "*")
		if p.status != 2 || len(left) > 0 || !strings.Contains(p.errs, "losing: ") || !strings.Contains(p.errs, want) {
			t.Errorf("%s: status %d, files %q, errors %q, want %q", engine, p.status, left, p.errs, want)
		}
	}
}

// TestProperties checks the properties of engines and what the log and the records show of them.
func TestProperties(t *testing.T) {
	dir := t.TempDir()
	log, stderr := filepath.Join(dir, "log.txt"), filepath.Join(dir, "stderr.txt")
	args := []string{"-games", "4", "-concurrency", "1", "-maxmoves", "6", "-log", log, "-event", "E", "-site", "S", "-details",
		"-each", "tc=60;Value=4", engine("ponders") + ";ponder;restart;dir=" + dir, engine("first") + ";tc=inf;nodes=77;stderr=" + stderr}
	pgn := newPGN(t)
	p := play(t, pgn, args...)
	if p.status != 0 || len(p.games) != 4 {
		t.Fatalf("status %d, %d games, errors %q", p.status, len(p.games), p.errs)
	}
	for n, g := range p.games {
		if g.Tag("Event") != "E" || g.Tag("Site") != "S" || g.Tag("PlyCount") != "12" || g.Tag("TimeControl") != "" {
			t.Errorf("game %d has the tags\n%v", n, g)
		}
		last := g.LastNode()
		if want := "1234 nodes, 5678 nodes/s, " + last.Parent().Position().Line([]chess.Move{last.Move()}, chess.PGNFormat{}); last.Info().Text != want {
			t.Errorf("game %d: the last move has the comments %q, want %q", n, last.Comments(), want)
		}
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	said := read(log)
	for _, tt := range []struct {
		pattern string
		least   int
		most    int
	}{
		{"ponders sent: uci\n", 5, 5}, // one for each game, after that for the options
		{"first sent: uci\n", 2, 2},   // one for the match
		{"ponders sent: setoption name Value value 4\n", 5, 5},
		{"ponders sent: setoption name Ponder value true\n", 5, 5},
		{"first sent: setoption name Ponder", 0, 0},
		{"ponders sent: go ponder ", 16, 24},
		{"ponders sent: ponderhit\n", 1, 20},
		{"ponders received: bestmove ", 24, 48},
		{"first sent: go nodes 77\n", 24, 24},
	} {
		if n := strings.Count(said, tt.pattern); n < tt.least || n > tt.most {
			t.Errorf("the log has %q %d times, want %d to %d", tt.pattern, n, tt.least, tt.most)
		}
	}
	if got := read(stderr); got != "first begins\nfirst begins\n" {
		t.Errorf("standard error of an engine: %q", got)
	}
	args[1] = "6"
	play(t, pgn, args...)
	if again := read(log); !strings.HasPrefix(again, said) || len(again) == len(said) {
		t.Errorf("the log has %d bytes, and %d after the match has gone on", len(said), len(again))
	}
}

// TestCut checks that a last game that was cut short is played again, wherever it was cut, and that a
// file of others is refused and left as it is.
func TestCut(t *testing.T) {
	pgn := newPGN(t)
	args := []string{"-nodes", "5", "-games", "2", "-maxmoves", "3", engine("random"), engine("losing")}
	play(t, pgn, args...)
	text, err := os.ReadFile(pgn)
	if err != nil {
		t.Fatal(err)
	}
	games := strings.SplitAfter(string(text), "1/2-1/2\n\n")
	if len(games) != 3 {
		t.Fatalf("the games are\n%s", text)
	}
	for first := range 2 {
		before := strings.Join(games[:first], "")
		step := len(games[first]) / 4
		if *deep.Flag {
			step = 3
		}
		for n := 1; n < len(games[first])-2; n += step {
			name := write(t, "cut.pgn", before+games[first][:n])
			p := play(t, name, args...)
			if got, _ := os.ReadFile(name); p.status != 0 || len(p.games) != 2 || !strings.Contains(p.errs, "cut short") || !strings.HasPrefix(string(got), before) {
				t.Errorf("game %d cut at %d: status %d, %d games, errors %q", first+1, n, p.status, len(p.games), p.errs)
			}
		}
	}
	stripped := write(t, "stripped.pgn", strings.TrimRight(string(text), "\n"))
	args[3] = "3"
	if p := play(t, stripped, args...); p.status != 0 || len(p.games) != 3 || p.errs != "" {
		t.Errorf("without the last line ends: status %d, %d games, errors %q", p.status, len(p.games), p.errs)
	}
	lock, err := safefile.NewLock(stripped)
	if err != nil {
		t.Fatal(err)
	}
	if p := play(t, stripped, args...); p.status != 1 || !strings.Contains(p.errs, "process") {
		t.Errorf("while another match uses the file: status %d, errors %q", p.status, p.errs)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	for name, foreign := range map[string]string{
		"another file":    "hello\n",
		"text before":     "hello\n\n" + games[0] + games[1],
		"text after":      games[0] + games[1] + "hello\n",
		"another record":  "[Event \"Match\"]\n[White \"x\"]\n\n1. e4",
		"another cut":     games[0] + "[Event \"Other\"]\n[Site \"?\"]\n\n1. e4 {",
		"without a tag":   games[0] + "1. e4 e5",
		"other games":     "1. e4 e5 1/2-1/2\n\n" + games[0][:200],
		"other condition": games[0] + strings.Replace(games[1], "Conditions \"", "Conditions \"0", 1)[:len(games[1])-20],
	} {
		file := write(t, "foreign.pgn", foreign)
		var errs strings.Builder
		status := run(t.Context(), append([]string{"-pgn", file}, args...), io.Discard, &errs)
		if got, _ := os.ReadFile(file); status != 1 || string(got) != foreign {
			t.Errorf("%s: status %d, errors %q, the file is\n%s", name, status, errs.String(), got)
		}
	}
}

// TestOpeningTable checks the results of each opening, by their numbers in the file.
func TestOpeningTable(t *testing.T) {
	openings := write(t, "o.pgn", "1. e4 e4 *\n\n1. d4 *\n\n1. e4 e5 *\n")
	p := play(t, newPGN(t), "-nodes", "1", "-games", "4", "-maxmoves", "1", "-byopening", "-random", "1", "-openings", openings, engine("random"), engine("losing"))
	want := "opening  games  White wins  draws  Black wins  \n2        2      0           2      0           1. d4\n3        2      0           2      0           1. e4 e5\n"
	if p.status != 0 || !strings.Contains(p.out, want) {
		t.Errorf("status %d, the report is\n%s%s", p.status, p.out, p.errs)
	}
}

// TestPlot checks the picture of a match.
func TestPlot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plot.svg")
	p := play(t, newPGN(t), "-nodes", "1", "-resign", "movecount=1,score=500", "-sprt", "elo0=0,elo1=200", "-plot", file,
		engine("winning"), engine("losing")+";name=a<b")
	picture, err := os.ReadFile(file)
	if err != nil || strings.Count(string(picture), "<polyline") != 2 || !strings.Contains(string(picture), "against a&lt;b") {
		t.Errorf("error %v, errors %q, the picture is\n%s", err, p.errs, picture)
	}
	if err := xml.Unmarshal(picture, new(struct{})); err != nil {
		t.Error(err)
	}
}

// TestTournaments checks who meets whom.
func TestTournaments(t *testing.T) {
	three := []string{"-nodes", "1", "-maxmoves", "2", engine("random"), engine("winning"), engine("losing")}
	for _, tt := range []struct {
		flags []string
		want  []string
	}{
		{[]string{"-games", "2"}, []string{"losing - random", "losing - winning", "random - losing", "random - winning", "winning - losing", "winning - random"}},
		{[]string{"-games", "2", "-gauntlet"}, []string{"losing - random", "random - losing", "random - winning", "winning - random"}},
		{[]string{"-games", "1"}, []string{"random - losing", "random - winning", "winning - losing"}},
		{[]string{"-games", "3", "-gauntlet"}, []string{"losing - random", "random - losing", "random - losing", "random - winning", "random - winning", "winning - random"}},
	} {
		p := play(t, newPGN(t), append(tt.flags, three...)...)
		var got []string
		for _, g := range p.games {
			got = append(got, players(g))
		}
		slices.Sort(got)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%v: games (-want +got):\n%s\n%s", tt.flags, diff, p.errs)
		}
		if !regexp.MustCompile(`(?s)^engine .*(\n[^\n]+){3}\n\n +1 +2 +3\n1 \w+ +- +[\d.]+/\d`).MatchString(p.out) || strings.Count(p.out, "\n") != 9 {
			t.Errorf("%v: the report is\n%s", tt.flags, p.out)
		}
	}
	p := play(t, newPGN(t), "-nodes", "1", "-games", "2", "-maxmoves", "2", engine("random"), engine("random"))
	if got := players(p.games[1]); got != "random - random (2)" {
		t.Errorf("an engine against itself: %s", got)
	}
}

// TestAdjudication checks the ends of games by score and by length.
func TestAdjudication(t *testing.T) {
	for _, tt := range []struct {
		flags, engine string
		result        chess.Result
		moves         int // of the first engine, which is White
		comment       string
	}{
		{"-maxmoves 3", "random", chess.Drawn, 3, "adjudicated as a draw after 3 moves"},
		{"-draw movecount=2,score=25", "random", chess.Drawn, 4, "adjudicated as a draw: scores within 25 for 2 moves"}, // after pawn moves
		{"-draw movenumber=4,movecount=2,score=30 -maxmoves 9", "random", chess.Drawn, 4, "scores within 30"},
		{"-draw movecount=2,score=24 -maxmoves 5", "random", chess.Drawn, 5, "after 5 moves"},
		{"-draw movecount=2,score=30 -maxmoves 5", "losing", chess.Drawn, 5, "after 5 moves"},
		{"-resign movecount=3,score=900", "losing", chess.WhiteWins, 3, "adjudicated as lost: score below -900 for 3 moves"},
		{"-resign movecount=3,score=901 -maxmoves 5", "losing", chess.Drawn, 5, "after 5 moves"},
		{"-resign movecount=3,score=900,twosided -maxmoves 5", "losing", chess.Drawn, 5, "after 5 moves"},
	} {
		p := play(t, newPGN(t), append(append([]string{"-games", "1", "-nodes", "1"}, strings.Fields(tt.flags)...), engine("random"), engine(tt.engine))...)
		g := p.games[1]
		if g == nil {
			t.Fatalf("%s: no game: %s", tt.flags, p.errs)
		}
		text := strings.ReplaceAll(g.String(), "\n", " ")
		if g.Outcome().Result != tt.result || (g.Plies()+1)/2 != tt.moves || !strings.Contains(text, tt.comment) {
			t.Errorf("%s: %v after %d plies, want %v after %d moves:\n%v", tt.flags, g.Outcome(), g.Plies(), tt.result, tt.moves, g)
		}
	}
	p := play(t, newPGN(t), "-games", "2", "-nodes", "1", "-resign", "movecount=2,score=900,twosided", engine("winning"), engine("losing"))
	for n, g := range p.games {
		if winner, ok := g.Outcome().Winner(); !ok || winner != chess.Color((n-1)%2) || g.Plies() > 5 {
			t.Errorf("both agree: game %d: %v after %d plies", n, g.Outcome(), g.Plies())
		}
	}
}

// TestCannotWin checks that a game is drawn if the opponent of an engine that fails or is lost by
// score cannot win.
func TestCannotWin(t *testing.T) {
	rook := write(t, "rook.epd", "k7/8/8/8/8/1r6/8/K7 w - - 0 1\n") // White has only a king
	for kind, reason := range map[string]chess.Reason{"slow": chess.OutOfTime, "dies": chess.Abandonment} {
		p := play(t, newPGN(t), "-games", "2", "-tc", "60", "-recover", "-openings", rook, engine(kind)+";tc=0.2", engine("random"))
		for n, want := range map[int]chess.Result{1: chess.BlackWins, 2: chess.Drawn} {
			if g := p.games[n]; g == nil || g.Outcome() != (chess.Outcome{Result: want, Reason: reason}) {
				t.Errorf("%s, game %d: %v, want %v; %s", kind, n, g, want, p.errs)
			}
		}
	}
	p := play(t, newPGN(t), "-games", "2", "-nodes", "1", "-resign", "movecount=1,score=500", "-openings", rook, engine("random"), engine("losing"))
	if g := p.games[2]; g == nil || g.Outcome() != (chess.Outcome{Result: chess.BlackWins, Reason: chess.Adjudication}) {
		t.Errorf("White resigns: %v", g)
	}
	if g := p.games[1]; g == nil || g.Outcome() != (chess.Outcome{Result: chess.Drawn, Reason: chess.Adjudication}) {
		t.Errorf("Black resigns: %v, want a draw, because White cannot win", g)
	}
}

// TestTables checks that endgame tables decide games after a capture or a pawn move.
func TestTables(t *testing.T) {
	dir := deep.Data(t, "syzygy")
	for fen, want := range map[string]chess.Result{
		"1k6/8/8/8/8/8/1r6/QK6 w - - 9 60": chess.WhiteWins, // Kxb2
		"k7/8/8/8/8/8/1r6/KB6 w - - 9 60":  chess.Drawn,     // Kxb2
		"8/8/8/8/8/2k5/1p6/1K6 b - - 9 60": chess.Drawn,     // no pawn move is legal
	} {
		opening := write(t, "a.epd", fen+"\n")
		for _, results := range []string{"both", "win", "draw", "WIN"} {
			p := play(t, newPGN(t), "-games", "1", "-nodes", "1", "-maxmoves", "1", "-syzygy", dir, "-tbadjudicate", results, "-openings", opening, engine("random"), engine("losing"))
			g := p.games[1]
			if g == nil {
				t.Fatal(p.errs)
			}
			decided := strings.Contains(strings.ReplaceAll(g.String(), "\n", " "), "adjudicated by endgame tables")
			if wanted := results == "both" || (want == chess.Drawn) == (results == "draw"); decided != wanted || decided && g.Outcome().Result != want {
				t.Errorf("%s, %s: %v, want %v", fen, results, g, want)
			}
		}
	}
}

// TestOpenings checks the forms of openings, that errors name the line, and that openings in which
// the game is over are reported and left out.
func TestOpenings(t *testing.T) {
	start := chess.StartPosition().FEN()
	short := strings.TrimSuffix(start, " 0 1")
	tests := []struct {
		name, text string
		plies      int
		want       []string // FENs after the openings, or an error
		warning    string
	}{
		{"a.pgn", "1. e4 *\n\n1. d4 d5 *\n", 0, []string{
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
			"rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"}, ""},
		{"a.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 1-0\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n", 0, []string{
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}, "opening 1 is left out: the game is over: checkmate"},
		{"a.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", 1, []string{
			"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"}, ""},
		{"a.epd", start + "\n\n  \r\n" + short + " bm e4; id \"x\";\n" + short + " \n", 0, []string{start, start, start}, ""},
		{"a.epd", start + "\n8/8/8/8/8/8/8/KBk5 w - - 0 1\n", 0, []string{start}, "opening 2 is left out: the game is over: dead position"},
		{"a.epd", short + " 0 0\n", 0, []string{start}, ""},
		{"b.epd", start + "\n\n8/8 w - -\n", 0, []string{start}, "opening 2 is left out: line 3: "},
		{"b.pgn", "1. e4 e4 *\n\n1. d4 *\n", 0, []string{
			"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"}, "opening 1 is left out: PGN line 1"},
		{"b.pgn", "1. e4 e4 *\n", 0, []string{"no openings"}, "line 1"},
		{"c.pgn", "", 0, []string{"no openings"}, ""},
		{"c.epd", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n", 0, []string{"no openings"}, "dead position"},
	}
	for _, tt := range tests {
		name := write(t, tt.name, tt.text)
		var warnings strings.Builder
		openings, err := book{file: name, plies: tt.plies, first: 1}.read(&warnings)
		if !strings.Contains(warnings.String(), tt.warning) || (tt.warning == "") != (warnings.Len() == 0) {
			t.Errorf("%q: warnings %q, want %q", tt.text, &warnings, tt.warning)
		}
		if err != nil {
			if len(tt.want) != 1 || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), tt.want[0]) {
				t.Errorf("%q: %v", tt.text, err)
			}
			continue
		}
		var got []string
		for _, o := range openings {
			got = append(got, o.game.Position().FEN())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
	if _, err := (book{file: "/nowhere.pgn", first: 1}).read(nil); err == nil {
		t.Error("a missing file is no error")
	}
}

// TestTimeControls checks the forms of time controls.
func TestTimeControls(t *testing.T) {
	for text, want := range map[string]string{
		"40/10+0.1": "40/10+0.1", "1:30+1": "90+1", "60": "60", "0.5": "0.5", "40/2:00": "40/120", "10+0": "10", "inf": "-",
		"1m": "60", "10m+5s": "600+5", "1m30s": "90", "500ms+10ms": "0.5+0.01", "1:00:00+1": "3600+1",
		"40/90m+30,30m+30": "40/5400+30:1800+30", "40/5400+30:1800+30": "40/5400+30:1800+30", "2/1,3/1+1,1": "2/1:3/1+1:1", "40/10,5": "40/10:5",
		"60,60": "", "40/60,": "", ",": "", "40/90:30": "", "1/1,1/1,1/1,1/1,1/1,1/1,1/1,1/1,1": "", "40/60,*30": "", "40/60:*30": "",
		"": "", "x": "", "0": "", "-1": "", "40/": "", "0/10": "", "a/10": "", "10+": "", "10+x": "", "NaN": "", "1e9": "",
		"5n": "", "5ns": "", "1:5n": "", "5 s": "", ".": "", "+5": "", "1m:30": "", "inf+1": "",
	} {
		var c control
		err := c.setClock(text)
		if (err == nil) != (want != "") || err == nil && c.clock.String() != want {
			t.Errorf("%q = %v, %v, want %q", text, c, err, want)
		}
	}
}

// TestArguments checks that wrong arguments are explained.
func TestArguments(t *testing.T) {
	a, b := engine("random"), engine("losing")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{a}, "two engines or more"},
		{[]string{a, ""}, "no command"},
		{[]string{"-games", "-1", a, b}, "at least 1"},
		{[]string{"-concurrency", "0", a, b}, "at least 1"},
		{[]string{"-tc", "x", a, b}, "not a time"},
		{[]string{a, b + ";tc=x"}, "not a time"},
		{[]string{a, b + ";nodes=x"}, "nodes"},
		{[]string{"-sprt", "elo0=0,elo1=0", a, b}, "elo0 must be less than elo1"},
		{[]string{"-sprt", "elo=0", a, b}, "no such flag"},
		{[]string{"-sprt", "elo0=0,elo1=5", a, b, a}, "exactly two engines"},
		{[]string{"-resign", "movecount=5", a, b}, "-resign needs a score"},
		{[]string{"-movetime", "1s", "-tc", "10", a, b}, "-movetime cannot be combined with -tc"},
		{[]string{"-syzygy", "/nowhere/tables", a, b}, "/nowhere/tables"},
		{[]string{"-draw", "score=5", a, b}, "movecount is missing"},
		{[]string{"-resign", "moves=5", a, b}, "no such flag"},
		{[]string{"-patience", "5n", a, b}, "not a time"},
		{[]string{"-nodes", "-1", a, b}, "-nodes"},
		{[]string{"-tc", "inf", a, b}, "needs a limit"},
		{[]string{"-openings", write(t, "o.pgn", "1. e4 *"), "-start", "2", a, b}, "there are 1 openings"},
		{[]string{"-each", "margin=x", a, b}, "margin"},
		{[]string{"-plot", "x.svg", a, b, a}, "exactly two engines"},
		{[]string{"-openings", "/nowhere.epd", a, b}, "/nowhere.epd"},
		{[]string{a, b, "-plot", "x.svg"}, "-plot comes after "},
		{[]string{a, "-plot=x.svg"}, "-plot=x.svg comes after "},
		{[]string{"-pieces", "4", a, b}, "-pieces needs -syzygy"},
		{[]string{"-tbadjudicate", "win", a, b}, "-tbadjudicate needs -syzygy"},
		{[]string{"-tbadjudicate", "none", a, b}, "must be win, draw, or both"},
		{[]string{"-random", "1", a, b}, "-random needs -openings"},
		{[]string{"-event", strings.Repeat("x", 256), a, b}, "longer than the 255 bytes of a tag"},
		{[]string{a, b + strings.Repeat("x", 256)}, "longer than the 255 bytes of a tag"},
		{[]string{a, b + "\tx"}, "control characters"},
		{[]string{"-plot", "x/../x.svg", "-log", "x.svg", a, b}, "x.svg: it is also written as x/../x.svg"},
	} {
		pgn := newPGN(t)
		p := play(t, pgn, tt.args...)
		if _, err := os.Stat(pgn); p.status != 2 || !strings.Contains(p.errs, tt.want) || err == nil {
			t.Errorf("%q: status %d, errors %q, want %q and no PGN file", tt.args, p.status, p.errs, tt.want)
		}
	}
}

// TestSPRT checks that a match stops when the test is decided, and that nothing is played when the
// file shows that.
func TestSPRT(t *testing.T) {
	for _, order := range [][2]string{{"winning", "losing"}, {"losing", "winning"}} {
		pgn := newPGN(t)
		args := []string{"-nodes", "1", "-resign", "movecount=1,score=500", "-sprt", "elo0=0,elo1=200", engine(order[0]), engine(order[1])}
		p := play(t, pgn, args...)
		want := map[string]string{"winning": "H1 accepted", "losing": "H0 accepted"}[order[0]]
		if p.status != 0 || !strings.Contains(p.out, want) || len(p.games) > 60 {
			t.Errorf("%v: status %d after %d games, want %s:\n%s%s", order, p.status, len(p.games), want, p.out, p.errs)
		}
		if again := play(t, pgn, args...); len(again.games) != len(p.games) || !strings.Contains(again.out, want) {
			t.Errorf("%v: %d games, and %d after another start", order, len(p.games), len(again.games))
		}
	}
}
