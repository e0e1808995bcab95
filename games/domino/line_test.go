package domino_test

import (
	"slices"
	"testing"
)

// TestRuleLaying checks that a laid tile must match an open end and is turned so that adjacent ends
// are equal, and that a double does not open more ends.
func TestRuleLaying(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  string
		line  string // "" if the move is not legal
	}{
		{"first tile, a double", lead, "5-5", "5-5"},
		{"first tile, the higher end on the left", lead, "6-4", "6-4"},
		{"first tile with an end", lead, "6-4 left", ""},
		{"first tile not in the hand", lead, "6-6", ""},
		{"on the right, not turned", second, "3-2 right", "6-3 3-2"},
		{"on the right, turned", second, "5-3 right", "6-3 3-5"},
		{"on the left, turned", second, "6-5 left", "5-6 6-3"},
		{"on the left, not turned", turned, "5-3 left", "5-3 3-6"},
		{"double on the left", second, "6-6 left", "6-6 6-3"},
		{"double on the right", turned, "6-6 right", "3-6 6-6"},
		{"matches only the other end", second, "6-5 right", ""},
		{"matches no end", second, "5-4 left", ""},
		{"later tile without an end", second, "6-5", ""},
		{"tile in the other hand", second, "6-0 left", ""},
		{"tile in the stock", second, "3-3 right", ""},
		{"tile on the table", second, "6-3 left", ""},
		{"matches an inner end, right", fourth, "6-0 right", ""},
		{"matches an inner end, left", fourth, "6-0 left", ""},
		{"line with an inner double", fourth, "4-4 left", "4-4 4-6 6-6 6-3"},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		m := move(t, tt.move)
		player := p.Turn()
		legal := slices.Contains(p.LegalMoves(), m)
		err := p.Play(m)
		if want := tt.line != ""; legal != want || (err == nil) != want {
			t.Errorf("%s: %s: move %v: in LegalMoves: %v, Play: %v; want legal: %v",
				tt.name, tt.start, m, legal, err, want)
		}
		if got := texts(p.Line()); err == nil && got != tt.line {
			t.Errorf("%s: %s: after %v, Line() = %s, want %s", tt.name, tt.start, m, got, tt.line)
		}
		if err == nil && p.Hand(player).Has(m.Tile()) {
			t.Errorf("%s: after %v, the tile is still in the hand", tt.name, m)
		}
	}
}

// TestRuleBothEnds checks that a tile that matches both ends may be laid at either end.
func TestRuleBothEnds(t *testing.T) {
	p := position(t, "A 6-6,6-3,5-4,4-3,1-0/6-4,6-1,5-5,5-3,4-4 * 6-0,0-5,5-2,2-3")
	if got, want := texts(p.LegalMoves()), "6-6 left 6-3 left 6-3 right 4-3 right"; got != want {
		t.Errorf("LegalMoves() = %s, want %s", got, want)
	}
	left, right := p.After(move(t, "6-3 left")), p.After(move(t, "6-3 right"))
	got := texts(left.Line()) + " | " + texts(right.Line())
	if want := "3-6 6-0 0-5 5-2 2-3 | 6-0 0-5 5-2 2-3 3-6"; got != want {
		t.Errorf("lines after 6-3 left | after 6-3 right: %s, want %s", got, want)
	}
}
