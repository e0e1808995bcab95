package main

import (
	"context"
	"fmt"
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
	games   int
	moves   int    // in this game
	learned string // the file to which it writes in each search, or ""
	late    string // the file to which it writes in each search from the second game on, or ""
}

func serve(kind string) int {
	fmt.Fprintln(os.Stderr, kind, "begins")
	switch kind {
	case "pid":
		fmt.Fprintln(os.Stderr, os.Getpid())
	case "where":
		dir, _ := os.Getwd()
		fmt.Fprintln(os.Stderr, dir)
	}
	b := &bot{kind: kind, random: rand.New(rand.NewPCG(1, 2))}
	options := []uci.Option{
		uci.NewSpin("Value", 0, 0, 10, nil), uci.NewString("Password", "", nil), uci.NewString("EvalFile", "", nil), uci.NewCheck("UCI_ShowWDL", false, nil),
		uci.NewString("Debug Log File", "", func(name string) error { return os.WriteFile(name, []byte(time.Now().String()), 0o644) }),
		uci.NewString("Learned", "", func(name string) error { b.learned = name; return nil }),
		uci.NewString("Late", "", func(name string) error { b.late = name; return nil }),
	}
	program := uci.Program{Name: kind, Searcher: b, Options: options, NewGame: func() { b.games, b.moves = b.games+1, 0 }}
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
	if b.late != "" && b.games > 1 {
		os.WriteFile(b.late, []byte(time.Now().String()), 0o644)
	}
	score := &uci.Score{Centipawns: 25}
	switch {
	case b.kind == "slow":
		time.Sleep(150 * time.Millisecond)
	case b.kind == "slowfirst":
		time.Sleep(300 * time.Millisecond)
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
	if b.kind == "first" || b.kind == "slowfirst" {
		best.Move = moves[0]
	}
	info := uci.Info{Depth: 7, Score: score, Nodes: 1234, NodesPerSecond: 5678, PV: []chess.Move{best.Move}}
	if b.kind == "ponders" {
		info.TablebaseHits = 1
	}
	if b.kind != "silent" {
		r.Report(info)
	}
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
	reader.Rules, reader.Strict = rules, true
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
		if last.Text != "" || last.Clock == nil || last.Elapsed == nil || last.Eval == nil || *last.Eval != eval {
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
	if !regexp.MustCompile(row).MatchString(p.out) || strings.Count(p.out, "random against other:") != 4 || !strings.Contains(p.out, "\n\n4 of 6 games, ") || strings.Contains(p.out, "LLR") {
		t.Errorf("%d wins and %d draws, but the report is\n%s", wins, draws, p.out)
	}
	text, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(text), "sent: ucinewgame") || !strings.Contains(string(text), "received: bestmove") {
		t.Errorf("the log is %q, error %v", text, err)
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
	m := &match{pairings: make([][2]*player, 3), openings: []*opening{{number: 1}, {number: 2}}}
	for number, want := range map[int]int{1: 1, 2: 1, 3: 1, 6: 1, 7: 2, 9: 2, 12: 2, 13: 1} {
		if got := m.fixture(number).opening.number; got != want {
			t.Errorf("game %d of three engines has the opening %d, want %d", number, got, want)
		}
	}
	p := play(t, newPGN(t), "-nodes", "1", "-games", "2", "-maxmoves", "2", engine("random"), engine("random"))
	if got := players(p.games[1]); got != "random - random (2)" {
		t.Errorf("an engine against itself: %s", got)
	}
}

// newMatch returns a match without games between players with the given names.
func newMatch(names ...string) *match {
	m := &match{results: map[int][2]int{}, scores: map[[2]*player]*score{}, openings: []*opening{{1, chess.NewGame(), make(distribution, 3)}}}
	for i, name := range names {
		m.players = append(m.players, &player{name: name})
		if i > 0 {
			m.pairings = append(m.pairings, [2]*player{m.players[0], m.players[i]})
		}
	}
	return m
}

// add counts a game with a result.
func add(t *testing.T, m *match, number int, result chess.Result) {
	t.Helper()
	g := chess.NewGame()
	if err := g.Adjudicate(chess.Outcome{Result: result}); err != nil {
		t.Fatal(err)
	}
	m.count(m.fixture(number), g)
}

// reported returns the report.
func reported(t *testing.T, m *match) string {
	t.Helper()
	var b strings.Builder
	m.out = &b
	if err := m.report(); err != nil {
		t.Error(err)
	}
	return b.String()
}

// TestPairs checks which games are counted as pairs, in any order, if White wins all.
func TestPairs(t *testing.T) {
	for _, tt := range []struct {
		numbers []int
		want    float64
	}{{[]int{1}, 0}, {[]int{1, 2}, 1}, {[]int{2, 1}, 1}, {[]int{2, 3}, 0}, {[]int{1, 2, 4, 5, 8, 7}, 2}, {[]int{1, 4}, 0}} {
		m := newMatch("a", "b")
		for _, n := range tt.numbers {
			add(t, m, n, chess.WhiteWins)
		}
		for _, p := range m.players {
			if got := m.score(p, nil); got.pairs.count() != tt.want || got.pairs[2] != tt.want || got.games.count() != float64(len(tt.numbers)) {
				t.Errorf("the games %v of %s are %v and the pairs %v, want %v pairs", tt.numbers, p.name, got.games, got.pairs, tt.want)
			}
		}
		for i, pairs := range m.history {
			if pairs.count() != float64(i+1) {
				t.Errorf("the games %v: after %d pairs, %v", tt.numbers, i+1, pairs)
			}
		}
		if len(m.history) != int(tt.want) {
			t.Errorf("the games %v: the history has %d pairs, want %v", tt.numbers, len(m.history), tt.want)
		}
	}
}
