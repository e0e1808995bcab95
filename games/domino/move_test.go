package domino_test

import (
	"testing"

	. "github.com/shakki/chess/games/domino"
)

// move parses s, which must be a valid move.
func move(t testing.TB, s string) Move {
	t.Helper()
	m, err := ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestParseMove checks the spellings that ParseMove accepts, and the one form in which moves are
// written.
func TestParseMove(t *testing.T) {
	for text, want := range map[string]string{
		"Draw": "draw", "PASS": "pass", "4-6 left": "6-4 left", "6-4 Right": "6-4 right", "0-6": "6-0",
	} {
		if m, err := ParseMove(text); err != nil || m.String() != want {
			t.Errorf("ParseMove(%q) = %v, %v; want %s", text, m, err, want)
		}
	}
	const last = 2 + 3*Move(Tiles)
	for m := range Move(255) {
		if m.IsValid() != (m != NoMove && m <= last) || (m.Tile() == NoTile) != (m <= Pass || m > last) || m > last && m.End() != Start {
			t.Errorf("%v is valid: %v, with the tile %v and the end %v", m, m.IsValid(), m.Tile(), m.End())
		}
	}
}
