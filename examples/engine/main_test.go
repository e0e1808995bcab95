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

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/uci"
)

// connect returns a client of the engine, which runs in this process.
func connect(t *testing.T) *uci.Engine {
	t.Helper()
	commands, toEngine := io.Pipe()
	fromEngine, answers := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- uci.Serve(commands, answers, program())
		answers.Close()
	}()
	e, err := uci.New(t.Context(), fromEngine, toEngine)
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
	limits = uci.Limits{Time: [2]time.Duration{time.Second, time.Second}}
	began := time.Now()
	if _, err := e.Search(t.Context(), uci.From(start), limits).Best(); err != nil {
		t.Error(err)
	}
	if elapsed := time.Since(began); elapsed > 3*time.Second {
		t.Errorf("a move with a second on the clock took %v", elapsed)
	}
}

// TestBook checks that the engine plays from a book that it is given, except in an analysis, and that
// it keeps the book if another one cannot be opened.
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
