package shakkello_test

import (
	"math/rand/v2"
	"testing"

	. "github.com/shakki/chess/games/shakkello"
)

// TestPerftByHand compares the first counts with what one works out on paper.
//
// One ply: White's king on any of 64 squares.
//
// Two plies: Black's queen, rook, bishop or knight beside it. 4 corners have 3
// neighbors, 24 squares of the edge 5, the other 36 have 8: 420 in all, and
// 420 × 4 = 1,680.
//
// Three plies: White has one kind of piece after Black's queen and four after
// the three others, 13 in all, on each square that touches the pair a, b. The
// pair is touched by the neighbors of a other than b, as many of b, less those
// that both share. Summed over the 420 ordered pairs, the neighbors of a are
// the squared numbers of neighbors, 4×9 + 24×25 + 36×64 = 2,940, as are those
// of b. A shared neighbor makes a triangle, which lies in one of the 49 blocks
// of 2×2 squares; each block has 4, and each triangle counts for its 6 ordered
// pairs: 1,176. Hence 2×2,940 − 2×420 − 1,176 = 3,864 squares, and
// 3,864 × 13 = 50,232.
func TestPerftByHand(t *testing.T) {
	p := StartPosition()
	for depth, want := range []uint64{1, 64, 1680, 50232} {
		if got := Perft(&p, depth); got != want {
			t.Errorf("Perft(%d) = %d, want %d", depth, got, want)
		}
	}
	if got := Perft(&p, -1); got != 1 {
		t.Errorf("Perft(-1) = %d, want 1", got)
	}
}

// TestPerftFourPlies works the fourth count out from the number of squares that
// touch three pieces. Let there be n, of which m have another color than
// Black's first piece. The kinds of Black's first and White's second piece
// leave Black
//
//	queen, queen              3 kinds on n squares
//	other, queen              the queen on n squares, for each of 3
//	rook or knight, other     4 kinds on n squares, for each of 2×3
//	bishop, other             3 kinds on n squares and a bishop on m, for each of 3
//
// which makes 39 n + 3 m.
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
	if got := Perft(&p, 4); got != uint64(want) {
		t.Errorf("Perft(4) = %d, want %d", got, want)
	}
}

func abs(n int) int { return max(n, -n) }

// ends returns in how many ways the oracle can place the rest of the pieces by
// rules 1 to 5; rule 6 forbids only what ends nowhere.
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

// TestPerftToTheEnd compares the number of ways to finish late positions with
// the oracle, and with the sum over the first moves.
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
		if got := Perft(&p, depth); got != want {
			t.Errorf("%v: Perft(%d) = %d, want %d", p, depth, got, want)
		}
		var sum uint64
		var moves []Move
		for m, n := range Divide(&p, depth) {
			sum += n
			moves = append(moves, m)
		}
		if sum != want || len(moves) != len(p.LegalMoves()) {
			t.Errorf("%v: Divide(%d) gives %d for %v, want %d", p, depth, sum, moves, want)
		}
		if got := Perft(&p, depth+1); got != 0 {
			t.Errorf("%v: Perft(%d) beyond the end = %d", p, depth+1, got)
		}
	}
}

func TestDivide(t *testing.T) {
	p := StartPosition()
	for m, n := range Divide(&p, 2) {
		if m.String() != "Ka1" || n != 12 {
			t.Errorf("Divide begins with %v: %d, want Ka1: 12", m, n)
		}
		break
	}
	for m := range Divide(&p, 0) {
		t.Errorf("Divide(0) has %v", m)
	}
}
