package chess

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
)

// deadFinds are dead positions of kinds that IsDead once missed.
var deadFinds = []struct{ kind, fen string }{
	{"forced capture in front of a wall with bishops", "8/8/7p/5p1P/5p1K/5Pp1/4Q1P1/5kb1 b - - 0 1"},
	{"few moves, but more than three", "8/2p5/1pP5/1P6/KP6/1P6/PP6/1k6 b - - 1 1"},
	{"a king with one square and a free bishop", "8/b1p4k/1pP5/1P6/KP6/1P6/PP6/8 b - - 15 8"},
	{"many bishops, and a king that opens the wall", "B1B1B1B1/pBpBpBp1/P1P1P1P1/8/8/8/8/k1K5 w - - 0 1"},
}

// checkDeadLaws checks that IsDead agrees with the moves from p and from the positions after them:
//
//   - A position with a legal move, all of whose moves lead to dead positions, is dead.
//   - No move from a dead position leads to one that a side can win.
//
// It returns the number of dead positions and of those that the first law shows to be missed.
func checkDeadLaws(t *testing.T, p Position) (dead, missed int) {
	t.Helper()
	positions := []Position{p}
	for m := range p.Moves() {
		positions = append(positions, p.After(m))
	}
	for _, p := range positions {
		isDead, alive := p.IsDead(), !p.HasLegalMove()
		for m := range p.Moves() {
			q := p.After(m)
			if !isDead {
				if alive = !q.IsDead(); alive {
					break
				}
				continue
			}
			for _, c := range []Color{White, Black} {
				if v := q.Winnable(context.Background(), c, WinOptions{Positions: 2000}); v.CanWin {
					t.Errorf("IsDead(%q) = true, want false: after %v, %v can win by %v", p.FEN(), m, c, v.Line)
				}
			}
		}
		if isDead {
			dead++
		} else if !alive {
			t.Logf("IsDead(%q) = false, want true: all moves lead to dead positions", p.FEN())
			missed++
		}
	}
	return dead, missed
}

// TestDeadLaws checks the laws of checkDeadLaws over walls, hard positions, and real games. The
// random positions are the same in every run, and none is missed. With -deep there are more of
// them, others in each run, and one of 1,000 may be missed. All of deadFinds are found.
func TestDeadLaws(t *testing.T) {
	r, n := rand.New(rand.NewPCG(1, 64)), shorter(150)
	if *deepFlag {
		r, n = newTestRand(t), 5000
	}
	dead, missed := 0, 0
	check := func(p Position) {
		d, m := checkDeadLaws(t, p)
		dead, missed = dead+d, missed+m
	}
	for range n {
		for _, random := range []func(*rand.Rand) Position{randomWall, randomBlocked, randomSealed, disturbed, randomEnding} {
			check(random(r))
		}
	}
	for _, test := range winCases {
		check(MustParseFEN(test.fen + " - - 0 1"))
	}
	f, err := os.Open("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for g, err := range NewPGNReader(f).All() {
		if err == nil {
			check(g.Position())
		}
	}
	most := 0
	if *deepFlag {
		most = dead / 1000
	}
	if dead < n || missed > most {
		t.Errorf("found %d dead positions and missed %d, want at least %d and at most %d", dead, missed, n, most)
	}
	for _, find := range deadFinds {
		p := MustParseFEN(find.fen)
		if got := chancesOf(&p); got != neither || !p.IsDead() {
			t.Errorf("%s: chancesOf(%q) = %q, IsDead = %v, want a dead position that is found", find.kind, find.fen, got, p.IsDead())
		}
	}
}
