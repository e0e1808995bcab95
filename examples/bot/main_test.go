package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// connect returns a client of the bot, which runs in this process.
func connect(t *testing.T) *uci.Engine {
	t.Helper()
	in, input := io.Pipe()
	output, out := io.Pipe()
	go func() {
		uci.Serve(in, out, uci.Program{Name: "Bot", Searcher: new(bot)})
		out.Close()
	}()
	engine, err := uci.New(t.Context(), output, input)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	return engine
}

// search returns the best move and the last report.
func search(t *testing.T, engine *uci.Engine, fen string, limits uci.Limits) (chess.Move, uci.Info) {
	t.Helper()
	s := engine.Search(t.Context(), uci.From(chess.MustParseFEN(fen)), limits)
	var last uci.Info
	for last = range s.Infos() {
	}
	best, err := s.Best()
	if err != nil {
		t.Fatal(err)
	}
	return best.Move, last
}

// TestLimits checks that the bot obeys every limit, and what it reports.
func TestLimits(t *testing.T) {
	engine := connect(t)
	start, mateIn2 := chess.StartPosition().FEN(), "5r1k/6pp/7N/8/2Q5/8/6PP/7K w - - 0 1"
	for _, nodes := range []int64{1, 2, 20, 1000, 1024, 4095} {
		if best, last := search(t, engine, start, uci.Limits{Nodes: nodes}); last.Nodes != nodes || best == chess.NullMove {
			t.Errorf("nodes %d: best move %v, %d nodes", nodes, best, last.Nodes)
		}
	}
	a4 := chess.MustParseMove("a2a4")
	if best, _ := search(t, engine, start, uci.Limits{Depth: 2, SearchMoves: []chess.Move{a4}}); best != a4 {
		t.Errorf("searchmoves a2a4: best move %v", best)
	}
	for _, tt := range []struct {
		fen    string
		limits uci.Limits
		mate   int
		depth  int
	}{
		{mateIn2, uci.Limits{Mate: 2}, 2, 3},
		{mateIn2, uci.Limits{Mate: 5}, 2, 3},
		{mateIn2, uci.Limits{Depth: 9}, 2, 3},
		{mateIn2, uci.Limits{Mate: 1}, 0, 1},
		{start, uci.Limits{Mate: 2}, 0, 3},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", uci.Limits{Depth: 6}, -1, 2},
	} {
		if _, last := search(t, engine, tt.fen, tt.limits); last.Score.Mate != tt.mate || last.Depth != tt.depth {
			t.Errorf("%s: %v at depth %d, want mate %d at depth %d", tt.fen, last.Score, last.Depth, tt.mate, tt.depth)
		}
	}
}

// TestBot checks that the bot finds mates and wins pieces, and that it plays a game against itself on a
// short clock.
func TestBot(t *testing.T) {
	engine := connect(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for fen, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1":   "Ra8#",
		"7k/8/8/3q4/8/8/8/K2R4 w - - 0 1":    "Rxd5",
		"k7/8/8/8/8/1p6/q7/2K5 b - - 0 1":    "Qc2#",
		"4k3/8/8/8/8/8/1P6/R3K2q w Q - 0 1":  "Kd2",
		"r3k3/8/8/8/8/8/8/1R2K2R w Kq - 0 1": "Rh8+",
	} {
		p := chess.MustParseFEN(fen)
		best, err := engine.Search(ctx, uci.From(p), uci.Limits{Depth: 3}).Best()
		if got := p.SAN(best.Move); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", fen, got, err, want)
		}
	}
	g, clock := chess.NewGame(), time.Second
	for !g.Outcome().IsOver() && g.Plies() < 40 {
		best, err := engine.Search(ctx, g, uci.Limits{Clocks: [2]*uci.Clock{{Left: clock, MovesToGo: 40}, {Left: clock, MovesToGo: 40}}}).Best()
		if err == nil {
			err = g.Play(best.Move)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestSelf checks that a game of the bot against itself is legal, over, and the same each time, and that a
// draw by repetition is claimed.
func TestSelf(t *testing.T) {
	play := func(depth int) string {
		var out strings.Builder
		if err := printGame(&out, depth); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for depth, want := range map[int]chess.Reason{1: chess.Checkmate, 2: chess.ThreefoldRepetition} {
		printed := play(depth)
		g, err := chess.ParsePGN(printed)
		if err != nil || g.Outcome().Reason != want || g.Plies() < 20 {
			t.Errorf("depth %d: %v, %v after %d plies, want %v:\n%s", depth, err, g.Outcome(), g.Plies(), want, printed)
		}
		if again := play(depth); again != printed {
			t.Errorf("depth %d gives two games:\n%s\n%s", depth, printed, again)
		}
	}
}
