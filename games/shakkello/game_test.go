package shakkello_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
)

func TestGame(t *testing.T) {
	var zero Game
	if err := zero.Play(move(t, "Kd4")); err != nil || zero.Plies() != 1 {
		t.Errorf("zero Game: Play(Kd4) = %v, Plies() = %d; want nil, 1", err, zero.Plies())
	}

	start := play(t, fourteen)
	g := NewGame(WithStart(start))
	if err := g.Play(move(t, "Ra1")); !errors.Is(err, ErrNoRoom) || g.Plies() != 0 || g.Position() != start {
		t.Errorf("Play(Ra1) = %v with position %v, want %v and no change", err, g.Position(), ErrNoRoom)
	}
	moves := []Move{move(t, "Rf4"), move(t, "Kg5")}
	for _, m := range moves {
		if g.Outcome().IsOver() {
			t.Errorf("before %v: Outcome() = %v, want an unfinished game", m, g.Outcome())
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(moves, g.Moves()); diff != "" || g.Plies() != 2 {
		t.Errorf("Plies() = %d, want 2; Moves() (-want +got):\n%s", g.Plies(), diff)
	}
	if g.Position() != play(t, fourteen+"Rf4 Kg5") || g.Start() != start || !g.Outcome().IsOver() {
		t.Errorf("outcome %v, position %v, start %v; want a finished game from %v",
			g.Outcome(), g.Position(), g.Start(), start)
	}
	if err := g.Play(move(t, "Kg5")); !errors.Is(err, ErrGameOver) {
		t.Errorf("after the end, Play(Kg5) = %v, want %v", err, ErrGameOver)
	}
	g.Moves()[0] = NoMove // Moves returns a copy, so this must not change the game
	if !g.Undo() || g.Outcome().IsOver() || g.Position() != play(t, fourteen+"Rf4") || g.Moves()[0] != moves[0] {
		t.Errorf("after one Undo: position %v, outcome %v, moves %v", g.Position(), g.Outcome(), g.Moves())
	}
	if !g.Undo() || g.Undo() || g.Position() != start || g.Start() != start {
		t.Errorf("after undoing all moves: position %v, want %v", g.Position(), start)
	}
}

// TestInvalidArguments checks that methods accept invalid squares and colors.
func TestInvalidArguments(t *testing.T) {
	p := play(t, five)
	if got := p.At(chess.NoSquare); got != chess.NoPiece {
		t.Errorf("At(NoSquare) = %v, want NoPiece", got)
	}
	if got := p.At(200); got != chess.NoPiece {
		t.Errorf("At(200) = %v, want NoPiece", got)
	}
	if got := p.Pieces(2); got != 0 {
		t.Errorf("Pieces(2) = %v, want {}", got)
	}
	if got := p.InHand(2, chess.Knight); got != 0 {
		t.Errorf("InHand(2, knight) = %d, want 0", got)
	}
}

func TestNoAllocs(t *testing.T) {
	p, m := play(t, five), move(t, "Nd7")
	moves, effects, text := make([]Move, 0, 256), make([]Effect, 0, 256), make([]byte, 0, 64)
	tests := map[string]func(){
		"AppendLegalMoves": func() { moves = p.AppendLegalMoves(moves[:0]) },
		"AppendEffects":    func() { effects = p.AppendEffects(effects[:0]) },
		"After":            func() { p.After(m) },
		"IsLegal":          func() { p.IsLegal(m) },
		"Play":             func() { q := p; _ = q.Play(m) },
		"Score":            func() { p.Score() },
		"Outcome":          func() { p.Outcome() },
		"Perft":            func() { Perft(&p, 2) },
		"AppendText":       func() { text, _ = p.AppendText(text[:0]) },
		"ParseMove":        func() { _, _ = ParseMove("Nd7") },
	}
	for name, f := range tests {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
	}
	if len(moves) == 0 || len(effects) != len(moves) || !strings.HasSuffix(string(text), " -") {
		t.Errorf("%d moves, %d effects, text %q; want as many effects as moves and a position",
			len(moves), len(effects), text)
	}
}
