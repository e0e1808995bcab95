package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/uci"
)

// connect returns a client of the engine, which runs in this process.
func connect(t *testing.T) *uci.Engine { return connectWith(t, t.Context()) }

// connectWith is connect with a context that may have a log.
func connectWith(t *testing.T, ctx context.Context) *uci.Engine {
	t.Helper()
	commands, toEngine := io.Pipe()
	fromEngine, answers := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- uci.Serve(commands, answers, program())
		answers.Close()
	}()
	e, err := uci.New(ctx, fromEngine, toEngine)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return e
}

// TestUCI checks the engine through the protocol: options, limits, several lines, and Chess960.
func TestUCI(t *testing.T) {
	e := connect(t)
	for name, value := range map[string]int{"Hash": 2, "MultiPV": 3} {
		if err := e.SetOption(name, value); err != nil {
			t.Fatal(err)
		}
	}
	chess960, err := chess.Chess960Start(7)
	if err != nil {
		t.Fatal(err)
	}
	start, mate := chess.StartPosition(), chess.MustParseFEN("5r1k/6pp/7N/8/2Q5/8/6PP/7K w - - 0 1")
	for _, p := range []chess.Position{start, chess960, mate} {
		search := e.Search(t.Context(), uci.From(p), uci.Limits{Depth: 5})
		best, err := search.Best()
		if err != nil {
			t.Fatal(err)
		}
		lines := search.Lines()
		if len(lines) != 3 || lines[0].Depth != 5 || lines[0].PV[0] != best.Move {
			t.Fatalf("%v: best move %v, lines %+v, want three lines of depth 5 that begin with it", p, best, lines)
		}
		first := []chess.Move{lines[0].PV[0], lines[1].PV[0], lines[2].PV[0]}
		slices.Sort(first)
		if len(slices.Compact(first)) != 3 {
			t.Errorf("%v: the three lines begin with %v, want three moves", p, first)
		}
	}
	only := chess.MustParseMove("a2a4")
	limits := uci.Limits{Depth: 4, SearchMoves: []chess.Move{only}}
	if best, err := e.Search(t.Context(), uci.From(start), limits).Best(); err != nil || best.Move != only {
		t.Errorf("searchmoves a2a4: best move %v, error %v", best, err)
	}
	limits = uci.Limits{Mate: 2}
	best, err := e.Search(t.Context(), uci.From(mate), limits).Best()
	if err != nil || best.Move != chess.MustParseMove("c4g8") {
		t.Errorf("mate 2: best move %v, error %v, want c4g8", best, err)
	}
	limits = uci.Limits{Clocks: [2]*uci.Clock{{Left: time.Second}, {Left: time.Second}}}
	if _, err := e.Search(t.Context(), uci.From(start), limits).Best(); err != nil {
		t.Error(err)
	}
}

// TestClientOptions checks that the engine has, and takes, what well-known clients set for every engine
// (here the default configuration of lichess-bot), and what comes of it.
func TestClientOptions(t *testing.T) {
	var said []string
	ctx := uci.WithLog(t.Context(), func(kind uci.LogKind, line string) { said = append(said, line) })
	e := connectWith(t, ctx)
	for name, value := range map[string]any{
		"Move Overhead": 100, "Threads": 4, "Hash": 512, "SyzygyPath": "./syzygy/", "UCI_ShowWDL": true, "Ponder": true, "UCI_Variant": "chess",
	} {
		if err := e.SetOption(name, value); err != nil {
			t.Error(err)
		}
	}
	best, err := e.Search(t.Context(), chess.NewGame(), uci.Limits{Depth: 3}).Best()
	if w := best.Info.WDL; err != nil || w == nil || w.Win+w.Draw+w.Loss != 1000 || w.Win < w.Loss {
		t.Errorf("chances %+v, error %v", w, err)
	}
	if !slices.Contains(said, "info string 4 threads are not used: this engine searches with one") {
		t.Errorf("nothing is said about four threads: %q", said)
	}
}

// TestPonder checks that the clock runs from the opponent's move on.
func TestPonder(t *testing.T) {
	s, hit := newSearch(1), make(chan struct{})
	s.hit = hit
	s.begin(t.Context(), chess.NewGame(), uci.Limits{Ponder: true, Clocks: [2]*uci.Clock{{Left: time.Millisecond}}})
	for depth := 1; depth < 6; depth++ {
		if s.searchRoots(depth, s.roots); s.isDone(depth + 1) {
			t.Fatalf("done after depth %d without the opponent's move", depth)
		}
	}
	close(hit)
	for !s.isDone(6) { // microseconds
	}
}

// infosOf searches a game and returns the reports, without their times.
func infosOf(t *testing.T, e *uci.Engine, g *chess.Game, limits uci.Limits) (infos []uci.Info, best uci.Best) {
	t.Helper()
	search := e.Search(t.Context(), g, limits)
	for info := range search.Infos() {
		info.Time, info.NodesPerSecond = 0, 0
		infos = append(infos, info)
	}
	best, err := search.Best()
	if err != nil {
		t.Fatal(err)
	}
	return infos, best
}

// TestReports checks that what a search with any limit of nodes reports for a depth is what a search
// without one reports, that other reports have no depth and only a bound, and that the last one names
// the best move and all nodes.
func TestReports(t *testing.T) {
	e := connect(t)
	if err := e.SetOption("Hash", 1); err != nil {
		t.Fatal(err)
	}
	g := newGame(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	finished := map[int]uci.Info{}
	all, _ := infosOf(t, e, g, uci.Limits{Depth: 6})
	for _, info := range all {
		finished[info.Depth] = info
	}
	unfinished := 0
	for nodes := int64(1); nodes < finished[6].Nodes; nodes += 1 + nodes/8 {
		if err := e.NewGame(t.Context()); err != nil {
			t.Fatal(err)
		}
		infos, best := infosOf(t, e, g, uci.Limits{Nodes: nodes})
		line := []chess.Move{best.Move}
		for _, info := range infos {
			want := finished[info.Depth]
			want.Nodes = info.Nodes
			if info.Depth == 0 && info.Score != nil {
				unfinished++
				want = uci.Info{MultiPV: 1, Nodes: info.Nodes, PV: info.PV, Score: &uci.Score{
					Centipawns: info.Score.Centipawns, Mate: info.Score.Mate, Bound: uci.LowerBound}}
			}
			if diff := cmp.Diff(want, info); diff != "" {
				t.Errorf("nodes %d: a report (-want +got):\n%s", nodes, diff)
			}
			if info.PV != nil {
				line = info.PV
			}
		}
		if last := infos[len(infos)-1]; last.Nodes != nodes || line[0] != best.Move {
			t.Errorf("nodes %d: best move %v, last report %v", nodes, best, last)
		}
	}
	if unfinished == 0 {
		t.Error("no search has found a better move before it was stopped")
	}
}

// TestNothingSearched checks that a search without time for a move reports no score of the search before.
func TestNothingSearched(t *testing.T) {
	e := connect(t)
	infosOf(t, e, newGame(t, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), uci.Limits{Depth: 3})
	infos, best := infosOf(t, e, chess.NewGame(), uci.Limits{Nodes: 1})
	if len(infos) != 1 || infos[0].Score != nil || infos[0].PV != nil || best.Move == chess.NullMove {
		t.Errorf("best move %v, reports %+v, want one without a score", best, infos)
	}
}

// TestNewGame checks that a search after ucinewgame visits the nodes of a new engine.
func TestNewGame(t *testing.T) {
	g, other := chess.NewGame(), newGame(t, start, "e4", "e5", "Nf3", "Nc6")
	e := connect(t)
	want, _ := infosOf(t, e, g, uci.Limits{Depth: 8})
	infosOf(t, e, other, uci.Limits{Nodes: 100_000})
	if err := e.NewGame(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, _ := infosOf(t, e, g, uci.Limits{Depth: 8})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reports (-new engine +new game):\n%s", diff)
	}
}

// TestMateLimit checks that a search for a mate ends if there is none.
func TestMateLimit(t *testing.T) {
	infos, _ := infosOf(t, connect(t), chess.NewGame(), uci.Limits{Mate: 2})
	if last := infos[len(infos)-1]; last.Depth != 8 || last.Score.Mate != 0 {
		t.Errorf("the last report is %+v, want no mate at depth 8", last)
	}
}

// TestBook checks that the engine plays from a book that it is given, except in an analysis, that it
// keeps the book if another one cannot be opened, and that an empty name takes the book away.
func TestBook(t *testing.T) {
	g, err := chess.ParsePGN("1. a4 1-0")
	if err != nil {
		t.Fatal(err)
	}
	var games book.Builder
	defer games.Close()
	if err := games.Add(g); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "book.bin")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	_, err = games.WriteTo(f)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	e := connect(t)
	for _, value := range []string{name, filepath.Join(t.TempDir(), "missing.bin")} {
		if err := e.SetOption("Book", value); err != nil {
			t.Fatal(err)
		}
		best, err := e.Search(t.Context(), chess.NewGame(), uci.Limits{Depth: 3}).Best()
		if err != nil || best.Move != chess.MustParseMove("a2a4") {
			t.Errorf("best move %v, error %v, want the move of the book, a2a4", best, err)
		}
	}
	analysis := e.Search(t.Context(), chess.NewGame(), uci.Limits{Infinite: true})
	for info := range analysis.Infos() {
		if info.Depth == 3 {
			analysis.Stop()
		}
	}
	best, err := analysis.Best()
	if err != nil || best.Move == chess.MustParseMove("a2a4") {
		t.Errorf("analysis: best move %v, error %v, want a move that was searched", best, err)
	}
	if err := e.SetOption("Book", ""); err != nil {
		t.Fatal(err)
	}
	best, err = e.Search(t.Context(), chess.NewGame(), uci.Limits{Depth: 3}).Best()
	if err != nil || best.Move == chess.MustParseMove("a2a4") {
		t.Errorf("without a book: best move %v, error %v, want a move that was searched", best, err)
	}
}

// TestRandomMover checks that the engine wins against random moves, at a depth of four plies.
func TestRandomMover(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := newSearch(1)
	for n := range 4 {
		us := chess.Color(n % 2)
		g := chess.NewGame()
		for !g.Outcome().IsOver() && g.Plies() < 300 {
			moves := g.Position().LegalMoves()
			m := moves[r.IntN(len(moves))]
			if g.Position().Turn() == us {
				s.begin(context.Background(), g, uci.Limits{})
				for depth := 1; depth <= 4; depth++ {
					s.searchRoots(depth, s.roots)
				}
				m = s.roots[0].line[0]
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if winner, ok := g.Outcome().Winner(); !ok || winner != us {
			t.Errorf("game %d: %v, want a win by %v:\n%v", n, g.Outcome(), us, g)
		}
	}
}
