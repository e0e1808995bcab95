package chess

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
)

// deadFinds are dead positions of kinds that IsDead once missed.
var deadFinds = []struct{ kind, fen string }{
	{"forced capture in front of a wall with bishops", "8/8/7p/5p1P/5p1K/5Pp1/4Q1P1/5kb1 b - - 0 1"},
	{"few moves, but more than three", "8/2p5/1pP5/1P6/KP6/1P6/PP6/1k6 b - - 1 1"},
	{"a king with one square and a free bishop", "8/b1p4k/1pP5/1P6/KP6/1P6/PP6/8 b - - 15 8"},
	{"forced capture of a queen, with a bishop", "8/8/4k3/6B1/8/8/1q6/K7 w - - 0 1"},
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

// TestFirstDead plays random games from positions of many kinds and checks that firstDead finds the
// first position that IsDead calls dead. With little effort, it misses some and finds no other, and
// it spends little more than it has.
func TestFirstDead(t *testing.T) {
	r := newTestRand(t)
	dead, missed := 0, 0
	for range shorter(400) {
		kinds := []func(*rand.Rand) Position{randomWall, randomBlocked, randomSealed, disturbed, randomEnding}
		line := playout(r, kinds[r.IntN(len(kinds))](r), 40)
		if !line[len(line)-1].HasLegalMove() {
			line = line[:len(line)-1]
		}
		if len(line) == 0 {
			continue
		}
		want := slices.IndexFunc(line, Position.IsDead)
		if want < 0 {
			want = len(line)
		} else {
			dead++
		}
		if got := firstDead(line, ample()); got != want {
			t.Errorf("firstDead of a line of %d positions from %q = %d, want %d", len(line), line[0].FEN(), got, want)
		}
		e := effort(2000)
		if got := firstDead(line, &e); got < want {
			t.Errorf("firstDead of a line of %d positions from %q with little effort = %d, want at least %d", len(line), line[0].FEN(), got, want)
		} else if got > want {
			missed++
		}
		if e < -5000 {
			t.Errorf("firstDead of a line of %d positions from %q spends %d, want about 2000", len(line), line[0].FEN(), 2000-e)
		}
	}
	if t.Logf("%d lines with dead positions, %d missed with little effort", dead, missed); dead < shorter(40) {
		t.Errorf("%d lines had dead positions, want at least %d", dead, shorter(40))
	}
}

// expensiveShuffle is a game of moves that lead nowhere, with a question at every move.
func expensiveShuffle(t *testing.T, plies int) *Game {
	t.Helper()
	g := must(NewGameFrom(MustParseFEN("7k/8/4p2p/2p1p1pP/1pPpPpP1/pP1P1P1B/P1BK4/b7 b - - 0 1"), RulesS3()))
	r := rand.New(rand.NewPCG(1, 1))
	for range plies {
		p := g.Position()
		moves := slices.DeleteFunc(p.LegalMoves(), func(m Move) bool {
			q := p.After(m)
			return q.HalfmoveClock() == 0 || !q.HasLegalMove()
		})
		if err := g.Play(moves[r.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestRecordEffort checks what an Arbiter spends on records that are made to cost much, of which
// there are many in one stream, short ones and long ones.
func TestRecordEffort(t *testing.T) {
	g := expensiveShuffle(t, 140)
	shuffle := record{line: g.line, moves: g.Moves()}
	flag := record{line: history{MustParseFEN("7k/p3p1P1/2p3PB/p5P1/8/4P3/PKP5/8 b - - 0 1")}, tags: tagvalue.Tags{}.Add(
		[]byte("Termination"), []byte("time forfeit"), pgntext.Place{}), mark: resultAt{result: Drawn, given: true}}
	for name, r := range map[string]record{"moves that lead nowhere": shuffle, "a draw on time": flag} {
		left := effort(recordEffort)
		const records = 30
		for range records {
			r := r
			r.effort = left
			r.judge(&Arbiter{})
			left = r.effort
		}
		if left < -2*gameEffort-5000 {
			t.Errorf("%s: %d records spend %d more than they may", name, records, -left)
		}
	}
	const records = "[FEN \"7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N1b5 w - - 0 1\"]\n[EndReason \"time by Black\"]\n\n1/2-1/2\n\n"
	settled, open := 0, 0
	for findings := range (Arbiter{}).JudgePGN(NewPGNScanner(strings.NewReader(strings.Repeat(records, 30)))) {
		settled, open = settled+len(findings), open+1-len(findings)
	}
	if settled < 1 || open < 20 {
		t.Errorf("%d expensive questions of one stream are settled and %d are not, want a few settled", settled, open)
	}
}
