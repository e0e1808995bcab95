package shakkello_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

func TestGame(t *testing.T) {
	var zero Game
	if err := zero.Play(move(t, "Kd4")); err != nil || zero.Plies() != 1 {
		t.Errorf("zero Game: Play(Kd4) = %v, Plies() = %d; want nil, 1", err, zero.Plies())
	}

	start := play(t, fourteen)
	g, err := NewGameFrom(start)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(move(t, "Ra1")); reasonOf(err) != NoRoom || g.Plies() != 0 || g.Position() != start {
		t.Errorf("Play(Ra1) = %v with position %v, want %v and no change", err, g.Position(), NoRoom)
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
	c := g.Clone()
	if !c.Equal(g) || !c.Undo() || c.Equal(g) || g.Plies() != 2 {
		t.Errorf("the copy %v of %v depends on it", c, g)
	}
	if g.Position() != play(t, fourteen+"Rf4 Kg5") || g.Start() != start || !g.Outcome().IsOver() {
		t.Errorf("outcome %v, position %v, start %v; want a finished game from %v",
			g.Outcome(), g.Position(), g.Start(), start)
	}
	if err := g.Play(move(t, "Kg5")); reasonOf(err) != GameOver {
		t.Errorf("after the end, Play(Kg5) = %v, want %v", err, GameOver)
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
	if got := p.PieceAt(chess.NoSquare); got != chess.NoPiece {
		t.Errorf("PieceAt(NoSquare) = %v, want NoPiece", got)
	}
	if got := p.PieceAt(200); got != chess.NoPiece {
		t.Errorf("PieceAt(200) = %v, want NoPiece", got)
	}
	if got := p.Pieces(2); got != 0 {
		t.Errorf("Pieces(2) = %v, want {}", got)
	}
	if got := p.InHand(2, chess.Knight); got != 0 {
		t.Errorf("InHand(2, knight) = %d, want 0", got)
	}
	if got, want := fmt.Sprint(Score{-4, 5}, Score{4, -5}), "-4:5 4:-5"; got != want {
		t.Errorf("changes of the points are printed as %s, want %s", got, want)
	}
	if lead, o := (Score{3, 1}).Lead(2), (Outcome{Result: chess.WhiteWins}); lead != 2 || !o.IsOver() {
		t.Errorf("Lead(2) = %d, and IsOver() = %v of a result without a reason; want 2, true", lead, o.IsOver())
	}
}

func TestNoAllocs(t *testing.T) {
	p, m := play(t, five), move(t, "Nd7")
	moves, effects := make([]Move, 0, 256), make([]Effect, 0, 256)
	tests := map[string]func(){
		"AppendLegalMoves": func() { moves = p.AppendLegalMoves(moves[:0]) },
		"AppendEffects":    func() { effects = p.AppendEffects(effects[:0]) },
		"After":            func() { p.After(m) },
		"IsLegal":          func() { p.IsLegal(m) },
		"Play":             func() { q := p; _ = q.Play(m) },
		"Score":            func() { p.Score() },
		"Outcome":          func() { p.Outcome() },
		"Perft":            func() { Perft(p, 2) },
		"ParseMove":        func() { _, _ = ParseMove("Nd7") },
	}
	for name, f := range tests {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
	}
	if len(moves) == 0 || len(effects) != len(moves) {
		t.Errorf("%d moves, %d effects; want as many effects as moves", len(moves), len(effects))
	}
}

// reasonOf returns the reason of a MoveError, or NoIllegalReason for another error.
func reasonOf(err error) IllegalReason {
	var e *MoveError
	if errors.As(err, &e) {
		return e.Why
	}
	return NoIllegalReason
}

// TestRandomGamesSurvive checks that random games read back equal from text and JSON after every
// move, and that a game that was read back goes on like the original.
func TestRandomGamesSurvive(t *testing.T) {
	for seed := range uint64(deep.Times(40, 25)) {
		random := rand.New(rand.NewPCG(seed, 0))
		g := NewGame()
		for !g.Outcome().IsOver() {
			moves := g.Position().LegalMoves()
			m := moves[random.IntN(len(moves))]
			back := gametest.Restored(t, g)
			if err := errors.Join(g.Play(m), back.PlayText(m.String())); err != nil || !back.Equal(g) {
				t.Fatalf("%v: after %v, the copy is %v: %v", g, m, back, err)
			}
		}
		gametest.Restored(t, g)
	}
}

// TestWords checks that the names of all enumerations read back.
func TestWords(t *testing.T) {
	for r, want := range map[IllegalReason]string{
		NoIllegalReason: "none", NoSuchMove: "there is no such move", GameOver: "the game is over",
		NotHeld: "the piece is not in hand", Occupied: "the square is occupied",
		KingFirst: "the first white piece must be the king", Apart: "the square touches no piece",
		KingLast: "the king must be Black's last piece", NotBeside: "the square does not touch White's last piece",
		SameColor: "the other bishop is on a square of the same color", QueenCalled: "the queen is called and must be placed",
		NoRoom: "no empty square would be left for Black's king",
	} {
		if gametest.Values(t, r); r.String() != want {
			t.Errorf("reason %d is %v, want %s", uint8(r), r, want)
		}
	}
	gametest.Values(t, NoReason, MorePoints, EqualPoints)
	if got := MorePoints.String() + ", " + EqualPoints.String(); got != "more points, equal points" {
		t.Errorf("the reasons are %s", got)
	}
}

// TestMisuse checks that a game cannot start from a position that no game reaches, that an illegal
// move in the text of a game is reported at its place, and that a clone is independent.
func TestMisuse(t *testing.T) {
	var p Position
	if _, err := NewGameFrom(p.After(move(t, "Nd4"))); err == nil {
		t.Error("NewGameFrom accepts a position without White's king")
	}
	_, err := ParseGame("8/8/8/8/8/8/8/8 -; Kd4; Nd6; end")
	var syntax *ParseError
	if !errors.As(err, &syntax) || syntax.Column != 25 || reasonOf(err) != Apart {
		t.Errorf("ParseGame reports %v, want an illegal move in column 25", err)
	}
	g := NewGame()
	c := g.Clone()
	if err := c.PlayText("Kd4"); err != nil || g.Plies() != 0 || c.Plies() != 1 || g.Equal(c) {
		t.Errorf("after a move in the clone: %v and %v, %v", g, c, err)
	}
	for _, order := range [...]struct {
		game  *Game
		moves string
	}{{g, "Kd4 Nd5 Ne4 Re5"}, {c, "Re5 Ne4 Nd5"}} {
		for m := range strings.FieldsSeq(order.moves) {
			if err := order.game.PlayText(m); err != nil {
				t.Error(err)
			}
		}
	}
	if g.Position() != c.Position() || g.Equal(c) {
		t.Errorf("%v and %v are equal, want the same position by other moves", g, c)
	}
}
