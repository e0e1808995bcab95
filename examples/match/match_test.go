package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// TestMain makes the test program an engine if its first argument says so.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "engine" {
		os.Exit(serve(os.Args[2]))
	}
	os.Exit(m.Run())
}

// A player is an engine of the given kind: one that plays random moves, one that is slow, or one
// that exits at its third move.
type player struct {
	kind  string
	moves int
}

func serve(kind string) int {
	value := uci.NewSpin("Value", 0, 0, 10, func(int) error { return nil })
	program := uci.Program{Name: kind, Searcher: &player{kind: kind}, Options: []uci.Option{value}}
	if err := uci.Serve(os.Stdin, os.Stdout, program); err != nil {
		return 1
	}
	return 0
}

func (p *player) Search(_ context.Context, r *uci.Request) uci.Best {
	p.moves++
	switch {
	case p.kind == "slow":
		time.Sleep(2500 * time.Millisecond)
	case p.kind == "crash" && p.moves == 3:
		os.Exit(3)
	}
	moves := r.Game.Position().LegalMoves()
	r.Report(uci.Info{Depth: 7, Score: &uci.Score{Centipawns: 25}, PV: moves[:1]})
	return uci.Best{Move: moves[rand.IntN(len(moves))]}
}

// engine returns the command that runs an engine of the given kind.
func engine(kind string) string { return os.Args[0] + " engine " + kind }

// newMatch returns a match with a new PGN file.
func newMatch(t *testing.T, games int) *match {
	t.Helper()
	return &match{
		games: games, workers: 2, base: time.Minute, increment: time.Second, margin: 50 * time.Millisecond,
		pgn: filepath.Join(t.TempDir(), "match.pgn"), out: io.Discard,
	}
}

// games returns the games in the PGN file of m by their numbers.
func games(t *testing.T, m *match) map[int]*chess.Game {
	t.Helper()
	f, err := os.Open(m.pgn)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	byNumber := map[int]*chess.Game{}
	reader := chess.NewPGNReader(f)
	reader.Rules = rules
	for g, err := range reader.All() {
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(g.Tag("Round"))
		if err != nil || byNumber[n] != nil {
			t.Fatalf("round %q is not a number or occurs twice", g.Tag("Round"))
		}
		byNumber[n] = g
	}
	return byNumber
}

// TestMatch checks a match of two random engines: the colors and openings of the games, that rules
// have ended them, their clocks and evaluations, and the table.
func TestMatch(t *testing.T) {
	openings := filepath.Join(t.TempDir(), "openings.pgn")
	if err := os.WriteFile(openings, []byte("1. e4 e5 *\n\n1. d4 d5 2. c4 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	m := newMatch(t, 6)
	var table, terminal strings.Builder
	m.out, m.terminal = &table, &terminal
	first, second := engine("random"), engine("random")+";Value=3"
	if err := m.run(t.Context(), []string{first, second}, openings); err != nil {
		t.Fatal(err)
	}
	all := games(t, m)
	var want score
	for n := 1; n <= 6; n++ {
		g := all[n]
		if g == nil {
			t.Fatalf("game %d is missing", n)
		}
		players := []string{first, second}
		if n%2 == 0 {
			slices.Reverse(players)
		}
		if got := []string{g.Tag("White"), g.Tag("Black")}; !slices.Equal(got, players) {
			t.Errorf("game %d is between %q, want %q", n, got, players)
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
			t.Errorf("game %d: the last move has the commands %v, want a clock, the time, and an evaluation", n, last)
		}
		want.add(g.Outcome().Result, firstColor(n))
	}
	if m.score != want {
		t.Errorf("the score is %v, want %v", m.score, want)
	}
	if got := table.String(); got != want.table([2]string{first, second}) {
		t.Errorf("the table is\n%s", got)
	}
	if got := terminal.String(); !strings.Contains(got, "6 of 6 games, "+want.String()) {
		t.Errorf("the progress is %q, want six games", got)
	}
}

// A stopper ends a match when its progress contains a text.
type stopper struct {
	text string
	stop func()
}

func (s stopper) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.text) {
		s.stop()
	}
	return len(p), nil
}

// TestResume checks that an interrupted match goes on with the games that are missing.
func TestResume(t *testing.T) {
	m := newMatch(t, 5)
	ctx, cancel := context.WithCancel(t.Context())
	m.terminal = stopper{"2 of 5", cancel}
	players := []string{engine("random"), engine("random") + ";Value=1"}
	if err := m.run(ctx, players, ""); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(m.pgn)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(games(t, m)); n < 2 || n > 3 { // the other worker may just have finished a game
		t.Errorf("%d games before the interruption, want 2 or 3", n)
	}
	again := newMatch(t, 5)
	again.pgn = m.pgn
	if err := again.run(t.Context(), players, ""); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(m.pgn)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(after), string(before)) {
		t.Error("the games before the interruption have changed")
	}
	all := games(t, m)
	var want score
	for n := 1; n <= 5; n++ {
		if all[n] == nil {
			t.Fatalf("game %d is missing", n)
		}
		want.add(all[n].Outcome().Result, firstColor(n))
	}
	if len(all) != 5 || again.score != want {
		t.Errorf("%d games with %v, want 5 with %v", len(all), again.score, want)
	}
}

// TestOtherFile checks that games of another match are an error and stay as they are.
func TestOtherFile(t *testing.T) {
	for _, text := range []string{
		"[Round \"1\"]\n[White \"x\"]\n[Black \"y\"]\n\n1. e4 1-0\n",
		fmt.Sprintf("[Round \"1\"]\n[White %q]\n[Black %q]\n\n1. e4 *\n", engine("random"), engine("slow")),
		"[White \"cut",
	} {
		m := newMatch(t, 2)
		if err := os.WriteFile(m.pgn, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := m.run(t.Context(), []string{engine("random"), engine("slow")}, ""); err == nil {
			t.Errorf("%q: no error", text)
		}
		if left, _ := os.ReadFile(m.pgn); string(left) != text {
			t.Errorf("%q became %q", text, left)
		}
	}
}

// TestForfeit checks that an engine loses if it exceeds its time or exits, and that the match goes
// on.
func TestForfeit(t *testing.T) {
	for kind, want := range map[string]chess.Reason{"slow": chess.Time, "crash": chess.RulesInfraction} {
		m := newMatch(t, 2)
		if kind == "slow" {
			m.base, m.increment = 2*time.Second, 0
		}
		if err := m.run(t.Context(), []string{engine("random"), engine(kind)}, ""); err != nil {
			t.Fatal(err)
		}
		all := games(t, m)
		for n, g := range all {
			if winner, ok := g.Outcome().Winner(); !ok || winner != firstColor(n) || g.Outcome().Reason != want {
				t.Errorf("%s: game %d: %v, want a win by %v because of %v", kind, n, g.Outcome(), firstColor(n), want)
			}
		}
		if len(all) != 2 {
			t.Errorf("%s: %d games, want 2", kind, len(all))
		}
	}
}

// TestStartFails checks that a match ends with an error if an engine cannot be started.
func TestStartFails(t *testing.T) {
	random := engine("random")
	for _, command := range []string{"", "/nowhere/engine", random + ";Value=11", random + ";Unknown=1"} {
		if err := newMatch(t, 4).run(t.Context(), []string{random, command}, ""); err == nil {
			t.Errorf("%q: no error", command)
		}
	}
}

// TestOpenings checks the forms of openings, and that errors name the line.
func TestOpenings(t *testing.T) {
	start := chess.StartPosition().FEN()
	short := strings.TrimSuffix(start, " 0 1")
	tests := []struct {
		name, text string
		want       []string // FENs after the openings, or an error
	}{
		{"a.pgn", "1. e4 *\n\n1. d4 d5 *\n", []string{
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
			"rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"}},
		{"a.epd", start + "\n" + short + " bm e4; id \"x\";\n" + short + " \n", []string{start, start, start}},
		{"b.epd", start + "\n8/8 w - -\n", []string{"line 2"}},
		{"b.pgn", "1. e4 e4 *\n", []string{"line 1"}},
		{"c.pgn", "", []string{"no openings"}},
	}
	for _, tt := range tests {
		name := filepath.Join(t.TempDir(), tt.name)
		if err := os.WriteFile(name, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		openings, err := readOpenings(name)
		if err != nil {
			if len(tt.want) != 1 || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), tt.want[0]) {
				t.Errorf("%q: %v", tt.text, err)
			}
			continue
		}
		var got []string
		for _, o := range openings {
			g, err := newGame(o)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, g.Position().FEN())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
	if _, err := readOpenings("/nowhere.pgn"); err == nil {
		t.Error("a missing file is no error")
	}
}

// TestElo checks the difference of the ratings by its definition: a score of 10/11 is 400 points.
func TestElo(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		score
		low, difference, high float64
	}{
		{score{10, 0, 1}, 181, 400, inf},
		{score{30, 40, 30}, -53, 0, 53},
		{score{0, 10, 0}, 0, 0, 0},
		{score{4, 0, 0}, inf, inf, inf},
		{score{0, 0, 4}, -inf, -inf, -inf},
	}
	for _, tt := range tests {
		low, difference, high := tt.elo()
		got := []float64{math.Round(low), math.Round(difference), math.Round(high)}
		if diff := cmp.Diff([]float64{tt.low, tt.difference, tt.high}, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.score, diff)
		}
	}
}
