package chesstest

import (
	"testing"
	"testing/quick"

	"github.com/shakki/chess"
)

// TestMix checks that each kind of position has what it promises, and that seeds repeat.
func TestMix(t *testing.T) {
	tests := []struct {
		name  string
		mix   Mix
		least int // of 200 games
		has   func(*chess.Game) bool
	}{
		{"plain", Mix{Plain: 1}, 200, func(g *chess.Game) bool { return g.Start() == chess.StartPosition() }},
		{"Chess960", Mix{Chess960: 1}, 60, func(g *chess.Game) bool { return anyMove(g, chess.Position.IsCastling) }},
		{"few pieces", Mix{FewPieces: 1}, 200, func(g *chess.Game) bool { p := g.Start(); return p.Occupied().Count() <= 6 }},
		{"promotions", Mix{Promotions: 1}, 100, func(g *chess.Game) bool {
			return anyMove(g, func(_ chess.Position, m chess.Move) bool { return m.Promotion() != chess.NoPieceType })
		}},
		{"en passant", Mix{EnPassant: 1}, 50, func(g *chess.Game) bool { return anyMove(g, chess.Position.IsEnPassant) }},
		{"long", Mix{Long: 1}, 80, func(g *chess.Game) bool { return g.Plies() > 200 }},
	}
	for _, test := range tests {
		count := 0
		for seed := range uint64(200) {
			g := test.mix.Game(seed)
			if test.has(g) {
				count++
			}
			if diff := GameDiff(g, test.mix.Game(seed)); diff != "" {
				t.Fatalf("%s: two games of seed %d differ: %s", test.name, seed, diff)
			}
		}
		if count < test.least {
			t.Errorf("%s: %d of 200 games have it, want at least %d", test.name, count, test.least)
		}
	}
}

// anyMove reports whether a move of the main line has the property is.
func anyMove(g *chess.Game, is func(chess.Position, chess.Move) bool) bool {
	moves := g.Moves()
	for plies, p := range g.Positions() {
		if plies < len(moves) && is(p, moves[plies]) {
			return true
		}
	}
	return false
}

func TestQuick(t *testing.T) {
	if err := quick.Check(func(p Position) bool { return p.Flip().Flip() == p.Position }, nil); err != nil {
		t.Error(err)
	}
	written := func(g Game) string {
		back, err := chess.ParsePGN(g.String())
		if err != nil {
			return err.Error()
		}
		return GameDiff(g.Game, back)
	}
	if err := quick.Check(func(g Game) bool { return written(g) == "" }, &quick.Config{MaxCount: 50}); err != nil {
		t.Error(err)
	}
}

// TestLongestGame checks that games can be as long as their kind allows, and no longer.
func TestLongestGame(t *testing.T) {
	longest := 0
	for seed := range uint64(300) {
		longest = max(longest, Mix{EnPassant: 1}.Game(seed).Plies())
	}
	if longest != 40 {
		t.Errorf("the longest game has %d plies, want 40", longest)
	}
}
