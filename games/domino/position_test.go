package domino_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/domino"
)

// Positions with two players. The stock has all tiles that a position does not name.
const (
	lead   = "A 6-4,5-5,4-4,3-1,2-1,1-0,0-0/6-6,6-5,5-4,4-3,3-2,3-0,2-0 * -"
	second = "A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/6-0,5-5,5-2,5-1,5-0,4-4 * 6-3"
	turned = "A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/6-0,5-5,5-2,5-1,5-0,4-4 * 3-6"
	fourth = "B 5-5,5-4,3-2,2-1,1-0/6-0,5-3,5-2,5-1,5-0,4-4 * 4-6,6-6,6-3"
)

// position parses text, which must be a valid position. A "*" in the text stands for all tiles that
// the text does not name, in the order of TileSet.All.
func position(t testing.TB, text string) Position {
	t.Helper()
	var rest []string
	for high := MaxPips; high >= 0; high-- {
		for low := high; low >= 0; low-- {
			name, turned := fmt.Sprintf("%d-%d", high, low), fmt.Sprintf("%d-%d", low, high)
			if !strings.Contains(text, name) && !strings.Contains(text, turned) {
				rest = append(rest, name)
			}
		}
	}
	p, err := ParsePosition(strings.Replace(text, "*", strings.Join(rest, ","), 1))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRuleTurns checks that the players take turns in alphabetical order, and that A follows the
// last player.
func TestRuleTurns(t *testing.T) {
	for players := MinPlayers; players <= MaxPlayers; players++ {
		p, err := Deal(players, A, NewShuffle(1))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 * players {
			if want := A + Player(i%players); p.Turn() != want {
				t.Errorf("%d players: Turn() = %v in turn %d, want %v", players, p.Turn(), i, want)
			}
			for p.LegalMoves()[0] == Draw {
				p = p.After(Draw)
			}
			p = p.After(p.LegalMoves()[0])
		}
	}
}

// TestRuleDrawing checks that a player without a matching tile draws from the stock, one tile at a
// time until one matches, and must then lay it.
func TestRuleDrawing(t *testing.T) {
	p := position(t, "A 5-5,5-4,4-4,2-2,2-1,1-1,1-0/6-5,6-4,5-3,4-3,3-2,3-1 5-2,5-1,6-6,* 6-3")
	for i, drawn := range []string{"5-2", "5-1", "6-6"} {
		if got := texts(p.LegalMoves()); got != "draw" || p.Turn() != A {
			t.Fatalf("before draw %d: %v has the legal moves %s, want A with draw", i+1, p.Turn(), got)
		}
		if err := p.Play(Draw); err != nil {
			t.Fatal(err)
		}
		if !p.Hand(A).Has(tile(t, drawn)) || p.Hand(A).Count() != 8+i || len(p.Stock()) != 13-i {
			t.Errorf("after draw %d: position %v; want %s in A's hand of %d tiles and a stock of %d",
				i+1, p, drawn, 8+i, 13-i)
		}
	}
	if got := texts(p.LegalMoves()); got != "6-6 left" || p.Turn() != A {
		t.Errorf("%v has the legal moves %s, want A with 6-6 left", p.Turn(), got)
	}
}

// TestRulePassing checks that a player without a matching tile passes if the stock is empty, and
// may not pass before.
func TestRulePassing(t *testing.T) {
	p := position(t, "A 6-6,6-5,6-4,6-3,5-5,5-4/6-0,5-0,4-0,3-0,0-0 * 0-1,1-2,2-0")
	draws := 0
	for ; p.LegalMoves()[0] == Draw; draws++ {
		if err := p.Play(Pass); reasonOf(err) != StockNotEmpty {
			t.Fatalf("with %d tiles in the stock, Play(Pass) = %v, want %v", len(p.Stock()), err, StockNotEmpty)
		}
		p = p.After(Draw)
	}
	if draws != 14 || texts(p.LegalMoves()) != "pass" {
		t.Fatalf("after %d draws, LegalMoves() = %v; want 14 draws and then pass", draws, p.LegalMoves())
	}
	if err := p.Play(Draw); reasonOf(err) != StockEmpty {
		t.Errorf("with an empty stock, Play(Draw) = %v, want %v", err, StockEmpty)
	}
	before := p
	if err := p.Play(Pass); err != nil {
		t.Fatal(err)
	}
	if p.Turn() != B || p.Hand(A) != before.Hand(A) || p.Hand(B) != before.Hand(B) ||
		texts(p.Line()) != texts(before.Line()) {
		t.Errorf("Play(Pass) changes %v to %v, want only the turn to change", before, p)
	}
}

// TestMoveErrors checks the error for each kind of illegal move.
func TestMoveErrors(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  Move
		want  IllegalReason
		text  string
	}{
		{"NoMove", second, NoMove, NoSuchMove, "A: none: there is no such move"},
		{"move out of range", second, 255, NoSuchMove, "A: Move(255): there is no such move"},
		{
			"tile of another player", second, move(t, "6-0 left"), NotHeld,
			"A: 6-0 left: the tile is not in the hand",
		},
		{
			"later tile without an end", second, move(t, "6-5"), WrongEnd,
			"A: 6-5: wrong end (want left or right)",
		},
		{
			"first tile with an end", lead, move(t, "5-5 left"), WrongEnd,
			"A: 5-5 left: wrong end (the line is empty)",
		},
		{
			"no match on the left", second, move(t, "5-3 left"), NoMatch,
			"A: 5-3 left: the tile does not match (the left end has 6)",
		},
		{
			"no match on the right", second, move(t, "6-5 right"), NoMatch,
			"A: 6-5 right: the tile does not match (the right end has 3)",
		},
		{
			"draw with a matching tile", second, Draw, HasMatch,
			"A: draw: the hand has a matching tile (6-6)",
		},
		{
			"pass with a matching tile", lead, Pass, HasMatch,
			"A: pass: the hand has a matching tile (6-4)",
		},
		{
			"pass with a tile in the stock", "B 2-2,1-1/* 0-0 " + nineTiles + ",0-6", Pass, StockNotEmpty,
			"B: pass: the stock is not empty (it has 1 tile)",
		},
		{
			"pass after the end", "B -/6-4 * 6-6,6-5,5-4,4-3,3-2,2-1,1-0,0-0,0-2,2-4,4-1,1-1,1-5", Pass, GameOver,
			"B: pass: the round is over (out: A 0, B -10; A wins)",
		},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		err := p.Play(tt.move)
		var got *MoveError
		if !errors.As(err, &got) || got.Player != p.Turn() || got.Move != tt.move ||
			got.Why != tt.want || !errors.Is(err, ErrIllegal) || err.Error() != tt.text {
			t.Errorf("%s: Play(%v) = %v, want %s", tt.name, tt.move, err, tt.text)
		}
		if p != position(t, tt.start) {
			t.Errorf("%s: Play(%v) changes the position to %v", tt.name, tt.move, p)
		}
	}
	var zero Position
	for m, want := range map[Move]IllegalReason{Draw: NotDealt, NoMove: NoSuchMove} {
		if err := zero.Play(m); reasonOf(err) != want {
			t.Errorf("zero Position: Play(%v) = %v, want %v", m, err, want)
		}
	}
	if zero.IsValid() || len(zero.LegalMoves()) != 0 || zero.Outcome() != (Outcome{}) || zero.View(A) != (View{}) {
		t.Errorf("zero Position: IsValid() = %v, LegalMoves() = %v, Outcome() = %v, View(A) = %v",
			zero.IsValid(), zero.LegalMoves(), zero.Outcome(), zero.View(A))
	}
	setup := (&SetupError{Err: ErrShuffle, Detail: "6-6 is missing"}).Error()
	if want := "invalid shuffle (6-6 is missing)"; setup != want {
		t.Errorf("SetupError.Error() = %q, want %q", setup, want)
	}
}

// TestCopies checks that changing a returned slice does not change the position.
func TestCopies(t *testing.T) {
	p := position(t, second)
	before := p
	p.Line()[0] = Laid{}
	p.Stock()[0] = NoTile
	v := p.View(A)
	v.Line()[0] = Laid{}
	if p != before || v != before.View(A) {
		t.Errorf("position %v, view %v; want %v, %v", p, v, before, before.View(A))
	}
}

func TestNoAllocs(t *testing.T) {
	p := position(t, second)
	v := p.View(A)
	m := move(t, "6-6 left")
	moves := make([]Move, 0, 32)
	tests := map[string]func(){
		"Position.AppendLegalMoves": func() { moves = p.AppendLegalMoves(moves[:0]) },
		"View.AppendLegalMoves":     func() { moves = v.AppendLegalMoves(moves[:0]) },
		"After":                     func() { p.After(m) },
		"Play":                      func() { q := p; _ = q.Play(m) },
		"Outcome":                   func() { p.Outcome() },
		"View":                      func() { p.View(B) },
		"ParseMove":                 func() { _, _ = ParseMove("6-4 right") },
	}
	for name, f := range tests {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
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
