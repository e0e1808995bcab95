package shakkello_test

import (
	"math/rand/v2"
	"testing"

	. "github.com/shakki/chess/games/shakkello"
)

// TestPerftThreePlies compares the counts for up to three plies with the results of the following
// calculation.
//
// One ply: White's king can be placed on 64 squares.
//
// Two plies: Black can place a queen, rook, bishop, or knight next to it. The 4 corner squares have
// 3 neighbors each, the other 24 squares on the edge have 5, and the remaining 36 squares have 8.
// This makes 420 ordered pairs (a, b) of neighbors, and 420 × 4 = 1,680 games.
//
// Three plies: White can place only the queen if Black's piece is the queen, and 4 types of pieces
// if it is one of the 3 others. Hence there are 1 + 3×4 = 13 combinations of types for each square
// that touches a or b. These squares are the neighbors of a except b, and the neighbors of b except
// a, where common neighbors count only once. Over all 420 pairs, the neighbors of a add up to the
// sum of the squared numbers of neighbors, 4×9 + 24×25 + 36×64 = 2,940, and so do the neighbors of
// b. Two neighbors and a common neighbor form a triangle in one of the 49 blocks of 2×2 squares.
// Each block has 4 triangles, and each triangle has 6 ordered pairs, so the common neighbors add up
// to 49 × 4 × 6 = 1,176. This leaves 2×2,940 − 2×420 − 1,176 = 3,864 squares, and 3,864 × 13 =
// 50,232 games.
func TestPerftThreePlies(t *testing.T) {
	p := StartPosition()
	for depth, want := range []uint64{1, 64, 1680, 50232} {
		if got := Perft(p, depth); got != want {
			t.Errorf("Perft(%d) = %d, want %d", depth, got, want)
		}
	}
	if got := Perft(p, -1); got != 1 {
		t.Errorf("Perft(-1) = %d, want 1", got)
	}
}

// TestPerftFourPlies compares the count for four plies with a calculation from the number of empty
// squares that touch the first three pieces. Let n be that number, and let m be the number of those
// squares whose color differs from the square of Black's first piece. Black's second moves depend
// on the types of Black's first piece and White's second piece:
//
//	queen, queen               3 types on n squares
//	other, queen               the queen on n squares, for each of 3 combinations
//	rook or knight, other      4 types on n squares, for each of 2×3 combinations
//	bishop, other              3 types on n squares and a bishop on m, for each of 3
//
// The sum is 3n + 3n + 24n + 9n + 3m = 39n + 3m.
func TestPerftFourPlies(t *testing.T) {
	touch := func(a, b int) bool { return a != b && max(abs(a%8-b%8), abs(a/8-b/8)) == 1 }
	want := 0
	for a := range 64 {
		for b := range 64 {
			for c := range 64 {
				if !touch(a, b) || c == a || c == b || !touch(a, c) && !touch(b, c) {
					continue
				}
				for d := range 64 {
					if d == a || d == b || d == c || !touch(a, d) && !touch(b, d) && !touch(c, d) {
						continue
					}
					want += 39
					if (d%8+d/8)%2 != (b%8+b/8)%2 {
						want += 3
					}
				}
			}
		}
	}
	p := StartPosition()
	if got := Perft(p, 4); got != uint64(want) {
		t.Errorf("Perft(4) = %d, want %d", got, want)
	}
}

func abs(n int) int { return max(n, -n) }

// ends returns the number of ways in which the oracle can place the remaining pieces by
// rules 1 to 5. Rule 6 does not change this number, because it forbids only moves after
// which the game cannot be finished.
func (g *slowGame) ends() uint64 {
	if len(g.log) == 16 {
		return 1
	}
	var n uint64
	for _, m := range candidates() {
		if len(g.broken(m)) == 0 {
			g.push(m)
			n += g.ends()
			g.pop()
		}
	}
	return n
}

// TestPerftToTheEnd compares Perft with the oracle in positions near the end of the game, up to the
// last ply.
func TestPerftToTheEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for i := range 12 {
		var p Position
		slow := new(slowGame)
		choose := crowding(random, i%2 == 0)
		for range 14 - i%4/3 {
			m := choose(p, p.LegalMoves())
			p = p.After(m)
			slow.push(slowOf(m))
		}
		depth := 16 - p.Plies()
		want := slow.ends()
		if got := Perft(p, depth); got != want {
			t.Errorf("%v: Perft(%d) = %d, want %d", p, depth, got, want)
		}
		if got := Perft(p, depth+1); got != 0 {
			t.Errorf("%v: Perft(%d) = %d, want 0 beyond the end", p, depth+1, got)
		}
	}
}
