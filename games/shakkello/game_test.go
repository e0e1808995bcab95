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
		t.Errorf("the zero game refuses Kd4: %v", err)
	}

	start := play(t, fourteen)
	g := NewGame(WithStart(start))
	if err := g.Play(move(t, "Ra1")); !errors.Is(err, ErrNoRoom) || g.Plies() != 0 || g.Position() != start {
		t.Errorf("Ra1 gives %v and %v", err, g.Position())
	}
	moves := []Move{move(t, "Rf4"), move(t, "Kg5")}
	for _, m := range moves {
		if g.Outcome().IsOver() {
			t.Errorf("%v before %v", g.Outcome(), m)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(moves, g.Moves()); diff != "" || g.Plies() != 2 {
		t.Errorf("%d moves (-want +got):\n%s", g.Plies(), diff)
	}
	if g.Position() != play(t, fourteen+"Rf4 Kg5") || g.Start() != start || !g.Outcome().IsOver() {
		t.Errorf("%v at %v from %v", g.Outcome(), g.Position(), g.Start())
	}
	if err := g.Play(move(t, "Kg5")); !errors.Is(err, ErrGameOver) {
		t.Errorf("Kg5 after the end gives %v, want %v", err, ErrGameOver)
	}
	g.Moves()[0] = NoMove // a copy: the game does not notice
	if !g.Undo() || g.Outcome().IsOver() || g.Position() != play(t, fourteen+"Rf4") || g.Moves()[0] != moves[0] {
		t.Errorf("after one undo: %v %v", g.Position(), g.Outcome())
	}
	if !g.Undo() || g.Undo() || g.Position() != start || g.Start() != start {
		t.Errorf("after all undos: %v", g.Position())
	}
}

func TestInvalidQueries(t *testing.T) {
	p := play(t, five)
	if got := p.At(chess.NoSquare); got != chess.NoPiece {
		t.Errorf("%v on no square", got)
	}
	if got := p.At(200); got != chess.NoPiece {
		t.Errorf("%v off the board", got)
	}
	if got := p.Pieces(2); got != 0 {
		t.Errorf("somebody else has pieces on %v", got)
	}
	if got := p.InHand(2, chess.Knight); got != 0 {
		t.Errorf("somebody else has %d knights", got)
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
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	if len(moves) == 0 || len(effects) != len(moves) || !strings.HasSuffix(string(text), " -") {
		t.Errorf("%d moves, %d effects, the text %q", len(moves), len(effects), text)
	}
}
