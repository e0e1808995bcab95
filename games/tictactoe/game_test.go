package tictactoe_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/shakki/chess/games/tictactoe"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

func TestGame(t *testing.T) {
	var zero Game
	if err := zero.Play(B2); err != nil {
		t.Errorf("zero Game: Play(b2) = %v, want nil", err)
	}

	start := position(t, "X.O/.X./..O")
	g, err := NewGameFrom(start)
	if err != nil {
		t.Fatal(err)
	}
	var illegal *MoveError
	if err := g.Play(B2); !errors.As(err, &illegal) || illegal.Why != Occupied {
		t.Errorf("Play(b2) = %v, want %v", err, Occupied)
	}
	for _, m := range []Move{B1, C2} {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]Move{B1, C2}, g.Moves()); diff != "" {
		t.Errorf("Moves() (-want +got):\n%s", diff)
	}
	if g.Plies() != 2 {
		t.Errorf("Plies() = %d, want 2", g.Plies())
	}
	if g.Outcome() != oWins || g.Position() != position(t, "X.O/.XO/.XO") || g.Start() != start {
		t.Errorf("outcome %v, position %v, start %v; want O wins, X.O/.XO/.XO, %v",
			g.Outcome(), g.Position(), g.Start(), start)
	}
	if err := g.Play(A1); !errors.As(err, &illegal) || illegal.Why != GameOver {
		t.Errorf("after the end, Play(a1) = %v, want %v", err, GameOver)
	}
	g.Moves()[0] = A1 // Moves returns a copy, so this must not change the game
	copied := g.Clone()
	if !copied.Equal(g) || !copied.Undo() || copied.Equal(g) || g.Plies() != 2 {
		t.Errorf("Clone() = %v without the last move, want that of %v", copied, g)
	}
	positions := func(g *Game, each func()) (seen []string) {
		for plies, p := range g.Positions() {
			seen = append(seen, fmt.Sprint(plies, " ", p))
			each()
		}
		return seen
	}
	if diff := cmp.Diff([]string{"0 X.O/.X./..O", "1 X.O/.X./.XO", "2 X.O/.XO/.XO"}, positions(g, func() {})); diff != "" {
		t.Errorf("Positions() (-want +got):\n%s", diff)
	}
	copied = g.Clone()
	if got := positions(copied, func() { copied.Undo() }); len(got) != 2 {
		t.Errorf("Positions() with Undo in the loop = %v, want two", got)
	}
	for range g.Positions() {
		break
	}
	if !g.Undo() || g.Outcome().IsOver() || g.Position() != position(t, "X.O/.X./.XO") {
		t.Errorf("after one Undo: position %v, outcome %v; want X.O/.X./.XO, unfinished", g.Position(), g.Outcome())
	}
	if !g.Undo() || g.Undo() || g.Position() != start || g.Start() != start {
		t.Errorf("after undoing all moves: position %v, want %v", g.Position(), start)
	}
}

// FuzzGame plays a game of legal moves that the input chooses. It checks that the game ends after
// at most nine moves, that every position round-trips through its text form, and that Undo restores
// the earlier positions.
func FuzzGame(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{4, 0, 7, 1, 1, 1, 0, 1, 0})
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := NewGame()
		before := []Position{g.Position()}
		for !g.Outcome().IsOver() {
			p := g.Position()
			moves := p.LegalMoves()
			if len(moves) == 0 || len(before) > 9 {
				t.Fatalf("%v: not over after %d moves, with %d legal moves", p, len(before)-1, len(moves))
			}
			m := moves[0]
			if n := len(before); n <= len(choices) {
				m = moves[int(choices[n-1])%len(moves)]
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			if q, err := ParsePosition(g.Position().String()); err != nil || q != g.Position() {
				t.Fatalf("ParsePosition(%q) = %v, %v", g.Position(), q, err)
			}
			before = append(before, g.Position())
		}
		for i := len(before) - 1; i >= 0; i-- {
			if g.Position() != before[i] {
				t.Fatalf("after Undo to ply %d: position %v, want %v", i, g.Position(), before[i])
			}
			if g.Undo() != (i > 0) {
				t.Fatalf("at ply %d, Undo() = %v, want %v", i, i == 0, i > 0)
			}
		}
	})
}

// TestRandomGamesSurvive checks that random games read back equal from text and JSON after every
// move, and that a game that was read back goes on like the original.
func TestRandomGamesSurvive(t *testing.T) {
	for seed := range uint64(1000) {
		random := rand.New(rand.NewPCG(seed, 0))
		g := NewGame()
		for !g.Outcome().IsOver() {
			moves := g.Position().LegalMoves()
			m := moves[random.IntN(len(moves))]
			back := gametest.Restored(t, g)
			if err := errors.Join(g.Play(m), back.Play(m)); err != nil || !back.Equal(g) {
				t.Fatalf("%v: after %v, the copy is %v: %v", g, m, back, err)
			}
		}
		gametest.Restored(t, g)
	}
}

// TestParseGameErrors checks where ParseGame reports an error, and that it reports illegal moves as
// such.
func TestParseGameErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `game "", column 1: the text was cut: want "; end" at the end`},
		{"; end", `game "; end", column 1: want three ranks, such as X.O/.X./..O`},
		{"O../.../...; end", `game "O../.../...; end", column 1: X must have as many pieces as O, or one more`},
		{"XXX/OOO/...; end", `game "XXX/OOO/...; end", column 1: O placed a piece after X had three in a row`},
		{"OOO/XX./XX.; end", `game "OOO/XX./XX.; end", column 1: X placed a piece after O had three in a row`},
		{".../.../..?; end", `game ".../.../..?; end", column 11: want ., X, or O`},
		{".../.../...; b9; end", `game ".../.../...; b9; end", column 14: want a square from a1 to c3`},
		{".../.../...; b2", `game ".../.../...; b2", column 16: the text was cut: want "; end" at the end`},
		{".../.../...; b2; b2; end", `game ".../.../...; b2; b2; end", column 18: O: b2: the square is occupied (by X)`},
	}
	for _, tt := range tests {
		if _, err := ParseGame(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("ParseGame(%q): %v, want %s", tt.text, err, tt.want)
		}
	}
	var illegal *MoveError
	if _, err := ParseGame("XXX/OO./...; c1; end"); !errors.Is(err, ErrIllegal) || !errors.As(err, &illegal) {
		t.Errorf("the error %v of an illegal move does not wrap a MoveError", err)
	}
}

// TestMisuse checks that a game cannot start from a position that no game reaches, and that a copy
// is independent.
func TestMisuse(t *testing.T) {
	var p Position
	if _, err := NewGameFrom(p.After(A1).After(A1)); err == nil {
		t.Error("NewGameFrom accepts a position in which X has placed one piece and O the same")
	}
	g := NewGame()
	c := g.Clone()
	if err := c.Play(B2); err != nil || g.Plies() != 0 || c.Plies() != 1 || g.Equal(c) {
		t.Errorf("after a move in the clone: %v and %v, %v", g, c, err)
	}
	if err := g.PlayText("b2 "); err == nil {
		t.Error("PlayText accepts a move with a space behind it")
	}
	a, err := ParseGame(".../.../...; a1; b1; c1; end")
	b, err2 := ParseGame(".../.../...; c1; b1; a1; end")
	if err := errors.Join(err, err2); err != nil || a.Equal(b) {
		t.Errorf("games with the same position after other moves are equal: %v and %v, %v", a, b, err)
	}
}
