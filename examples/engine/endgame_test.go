package main

import (
	"path/filepath"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/uci"
)

// TestSyzygyPath checks that a wrong folder is refused, and that the engine plays on without tables.
func TestSyzygyPath(t *testing.T) {
	s := newSearch(1)
	if err := s.openTables(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a missing folder was accepted")
	}
	if err := s.openTables(t.TempDir()); err != nil {
		t.Error(err)
	}
	g, err := chess.NewGameFrom(chess.MustParseFEN("8/8/8/8/8/2k5/8/K2R4 w - - 0 1"), chess.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if moves := s.allowed(g); moves != nil {
		t.Errorf("allowed = %v without tables", moves)
	}
}

// TestTables checks that the engine mates with bishop and knight, which it cannot do with so little
// search, and with no move to spare before the fifty-move rule.
func TestTables(t *testing.T) {
	dir := deep.Data(t, "syzygy")
	e := connect(t)
	if err := e.SetOption("SyzygyPath", dir); err != nil {
		t.Fatal(err)
	}
	g, err := chess.NewGameFrom(chess.MustParseFEN("8/8/8/3k4/8/8/8/KBN5 w - - 40 60"), chess.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for !g.Outcome().IsOver() {
		best, err := e.Search(t.Context(), uci.From(g.Start(), g.Moves()...), uci.Limits{Depth: 2}).Best()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(best.Move); err != nil || len(g.Claims()) > 0 && g.Position().Turn() == chess.Black {
			t.Fatalf("%v, %v\n%v", err, g.Claims(), g)
		}
	}
	if g.Outcome().Reason != chess.Checkmate {
		t.Errorf("the game ended with %v\n%v", g.Outcome(), g)
	}
}
