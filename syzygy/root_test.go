package syzygy

import (
	stdcmp "cmp"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/uci"
)

// gameFrom returns a game from a FEN with the given moves.
func gameFrom(t testing.TB, fen, moves string, rules chess.Rules) *chess.Game {
	t.Helper()
	g, err := chess.NewGameFrom(chess.MustParseFEN(fen), rules)
	if err != nil {
		t.Fatal(err)
	}
	for _, san := range strings.Fields(moves) {
		if err := g.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestRootMoves(t *testing.T) {
	files, _ := made()
	tables := systems(t, files)["mapped"]
	const shuffle = "Rg1 Kb8 Rh1 Ka8 "
	fivefold, neither := chess.Rules{Threefold: chess.NoEffect}, chess.Rules{Threefold: chess.NoEffect, Fivefold: chess.NoEffect}
	type answer struct {
		WDL  WDL
		DTZ  string
		Rank int
	}
	tests := []struct {
		name, fen, moves string
		san              string
		want             answer
		rules            chess.Rules
	}{
		{"mate", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "", "Rh8#", answer{Win, "1", maxRank}, chess.Rules{}},
		{"mate on the hundredth ply", "k7/8/1K6/8/8/8/8/7R w - - 99 80", "", "Rh8#", answer{Win, "1", maxRank}, chess.Rules{}},
		{"a quiet move on the hundredth ply", "k7/8/1K6/8/8/8/8/7R w - - 99 80", "", "Rh7", answer{CursedWin, "3", maxRank - 102}, chess.Rules{}},
		{"just in time", "k7/8/1K6/8/8/8/8/7R w - - 97 80", "", "Rh7", answer{Win, "3", maxRank}, chess.Rules{}},
		{"too late", "k7/8/1K6/8/8/8/8/7R w - - 98 80", "", "Rh7", answer{CursedWin, "3", maxRank - 101}, chess.Rules{}},
		{"perhaps too late", "k7/8/1K6/8/8/8/8/2Q5 w - - 97 80", "", "Kc7", answer{CursedWin, "3 or 4", maxRank - 100}, chess.Rules{}},
		{"slower", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "", "Kc5", answer{Win, "11", maxRank}, chess.Rules{}},
		{"slower after a repetition", "k7/8/1K6/8/8/8/8/7R w - - 0 1", shuffle, "Kc5", answer{Win, "11", maxRank - 11 - 4}, chess.Rules{}},
		{"repetition before a pawn move", "8/8/4P3/8/8/8/k7/4K3 w - - 0 1", "Kd1 Ka1 Ke1 Ka2 e7 Ka1", "e8=Q", answer{Win, "1", maxRank}, chess.Rules{}},
		{"third repetition", "k7/8/1K6/8/8/8/8/7R w - - 0 1", shuffle + shuffle + "Rg1 Kb8", "Rh1", answer{Draw, "0", 0}, chess.Rules{}},
		{"fourth repetition without threefold", "k7/8/1K6/8/8/8/8/7R w - - 0 1", shuffle + shuffle + "Rg1 Kb8 Rh1", "Ka8", answer{Loss, "-2", -maxRank}, fivefold},
		{"fifth repetition", "k7/8/1K6/8/8/8/8/7R w - - 0 1", shuffle + shuffle + shuffle + "Rg1 Kb8 Rh1", "Ka8", answer{Draw, "0", 0}, fivefold},
		{"fifth repetition without effect", "k7/8/1K6/8/8/8/8/7R w - - 0 1", shuffle + shuffle + shuffle + "Rg1 Kb8 Rh1", "Ka8", answer{Loss, "-2", -maxRank}, neither},
		{"stalemate", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "", "Qc7", answer{Draw, "0", 0}, chess.Rules{}},
		{"loss", "8/8/8/8/8/2k5/8/K2R4 b - - 10 30", "", "Kb3", answer{Loss, "-20", -maxRank}, chess.Rules{}},
		{"loss with a draw near", "8/8/8/8/8/2k5/8/K2R4 b - - 90 80", "", "Kb3", answer{BlessedLoss, "-20", -maxRank + 20 + 90}, chess.Rules{}},
		{"capture that draws", "8/8/8/8/8/8/2k5/K2R4 b - - 0 1", "", "Kxd1", answer{Draw, "0", 0}, chess.Rules{}},
		{"promotion", "8/4P3/8/8/1k6/8/8/4K3 w - - 0 1", "", "e8=Q", answer{Win, "1", maxRank}, chess.Rules{}},
		{"promotion that draws", "8/4P3/8/8/1k6/8/8/4K3 w - - 0 1", "", "e8=N", answer{Draw, "0", 0}, chess.Rules{}},
	}
	for _, test := range tests {
		g := gameFrom(t, test.fen, test.moves, test.rules)
		moves, err := tables.RootMoves(g)
		if err != nil || len(moves) != len(g.Position().LegalMoves()) {
			t.Fatalf("%s: %d moves, %v", test.name, len(moves), err)
		}
		for i, r := range moves {
			if i > 0 && moves[i-1].Rank < r.Rank {
				t.Errorf("%s: %v has a higher rank than the move before it", test.name, r.Move)
			}
			if g.Position().SAN(r.Move) == test.san {
				if diff := cmp.Diff(test.want, answer{r.WDL, r.DTZ.String(), r.Rank}); diff != "" {
					t.Errorf("%s: %s", test.name, diff)
				}
			}
		}
	}
}

// TestBestMove plays won endgames to mate, against the best defense and against random moves. The
// player who wins must not let the opponent claim a draw.
func TestBestMove(t *testing.T) {
	files, all := made()
	tables := systems(t, files)["mapped"]
	mated := gameFrom(t, "k7/8/1K6/8/8/8/8/7R w - - 0 1", "Rh8#", chess.Rules{})
	if m, err := tables.BestMove(mated); m != chess.NullMove || err != nil {
		t.Errorf("BestMove after checkmate = %v, %v, want none", m, err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	playWon(t, tables, []*solved{all["KQvK"], all["KRvK"], all["KPvK"]}, random, 30)
}

// playWon plays n games from random won positions of each endgame.
func playWon(t *testing.T, tables *Tables, endgames []*solved, random *rand.Rand, n int) {
	for _, e := range endgames {
		for games := 0; games < n; {
			s := state(random.IntN(len(e.values)))
			if v := e.values[s]; v < 1 || v == stalemate {
				continue
			}
			games++
			p, err := e.position(s, chess.NoSquare)
			if err != nil {
				t.Fatal(err)
			}
			playToMate(t, tables, p, random, games%2 == 0)
		}
	}
}

// playToMate plays the game that the side to move wins from p, against the best defense or against
// random moves. The loser must never be able to claim a draw.
func playToMate(t *testing.T, tables *Tables, p chess.Position, random *rand.Rand, randomly bool) {
	t.Helper()
	winner := p.Turn()
	g := gameFrom(t, p.FEN(), "", chess.Rules{})
	for g.Outcome() == (chess.Outcome{}) {
		m, err := tables.BestMove(g)
		if err != nil {
			t.Fatal(err)
		}
		if g.Position().Turn() != winner {
			if len(g.Claims()) > 0 {
				t.Fatalf("%v: the loser can claim %v", p, g.Claims())
			}
			if moves := g.Position().LegalMoves(); randomly {
				m = moves[random.IntN(len(moves))]
			}
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if c, _ := g.Outcome().Winner(); c != winner || g.Outcome().Reason != chess.Checkmate {
		t.Errorf("the game from %v ended with %v:\n%v", p, g.Outcome(), g)
	}
}

// TestLine checks that lines are as long as the distance says, and end with a mate, a capture, or a
// pawn move.
func TestLine(t *testing.T) {
	files, all := made()
	tables := systems(t, files)["mapped"]
	random := rand.New(rand.NewPCG(5, 6))
	for _, e := range all {
		for range 200 {
			if s := state(random.IntN(len(e.values))); e.values[s] != illegal {
				checkLine(t, tables, e, s)
			}
		}
	}
	wrong := maps.Clone(files)
	data := slices.Clone(files["KRvK.rtbz"].Data)
	data[10] = data[10]&blackFlag | constantFlag // all distances are the least
	wrong["KRvK.rtbz"] = &fstest.MapFile{Data: data}
	line, err := opened(t, wrong).Line(chess.MustParseFEN("8/8/8/4k3/8/8/8/KR6 w - - 0 1"))
	if len(line) != 4 || !strings.Contains(errorText(err), "no move leads to this value") {
		t.Errorf("the line that a table with wrong distances gives is %v, %v", line, err)
	}
}

// TestCursed compares answers at the edge of the fifty-move rule, made shorter, with what the solver
// finds: values, distances, lines, and the moves of games with all clocks up to that of the
// seventy-five-move rule.
func TestCursed(t *testing.T) {
	files, all := madeCursed()
	defer func(plies int) { fiftyMoves = plies }(fiftyMoves)
	fiftyMoves = 12
	tables := systems(t, files)["mapped"]
	random := rand.New(rand.NewPCG(7, 8))
	count := make(map[WDL]int)
	for _, name := range []string{"KQvK", "KRvK", "KPvK"} {
		e := all[name]
		for n := 0; n < deep.Times(200, 8); {
			s := state(random.IntN(len(e.values)))
			if e.values[s] == illegal {
				continue
			}
			n++
			count[wdlOf(e.values[s])]++
			compareWithSolved(t, tables, e, s, chess.NoSquare)
			if n%2 == 0 {
				checkLine(t, tables, e, s)
				checkRoots(t, tables, e, s, random.IntN(fiftyMoves*3/2+2))
			}
		}
	}
	for v := Loss; v <= Win; v++ {
		if count[v] < deep.Times(10, 10) {
			t.Errorf("%d positions are a %v, want more", count[v], v)
		}
	}
}

// checkRoots checks the moves from s with a halfmove clock under several rules.
func checkRoots(t *testing.T, tables *Tables, e *solved, s state, clock int) {
	p, err := e.position(s, chess.NoSquare)
	if err != nil {
		t.Fatal(err)
	}
	setup := p.Setup()
	setup.HalfmoveClock, setup.FullmoveNumber = clock, 50
	if p, err = setup.Position(); err != nil {
		t.Fatal(err)
	}
	without75 := chess.Rules{}
	without75.FiftyMoves = chess.NoEffect
	for name, rules := range map[string]chess.Rules{"FIDE": chess.Rules{}, "S0": chess.RulesS0(), "S3": chess.RulesS3(), "75": without75} {
		limit := map[string]int{"FIDE": fiftyMoves, "S0": fiftyMoves, "S3": 1000, "75": fiftyMoves * 3 / 2}[name]
		end := map[string]int{"FIDE": fiftyMoves * 3 / 2, "S0": fiftyMoves, "S3": 1000, "75": fiftyMoves * 3 / 2}[name]
		g, err := chess.NewGameFrom(p, rules)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := tables.RootMoves(g)
		if err != nil || len(moves) != len(p.LegalMoves()) {
			t.Fatalf("RootMoves(%v) = %v, %v", p, moves, err)
		}
		best := Loss
		for _, r := range moves {
			want, plies := e.rootMove(&p, r.Move, limit, end)
			best = max(best, want)
			exact := r.DTZ == DTZ{Plies: plies} || r.DTZ == DTZ{Plies: plies, Rounded: true} || r.DTZ == DTZ{Plies: plies - sign(plies), Rounded: true}
			if r.WDL != want && (!r.DTZ.Rounded || r.WDL != want-1) || !exact || sign(r.Rank) != sign(int(r.WDL)) {
				t.Errorf("%s: %v with %v: %+v, want %v, %d plies", name, p, p.SAN(r.Move), r, want, plies)
			}
		}
		if len(moves) > 0 && moves[0].WDL != best {
			if want, _ := e.rootMove(&p, moves[0].Move, limit, end); want != best {
				t.Errorf("%s: the first move of %v, %v, is a %v, want a %v", name, p, p.SAN(moves[0].Move), want, best)
			}
		}
	}
}

// TestServed checks that an engine that searches only the moves that RootMoves ranks first wins what can
// be won in time, however slow its choice among them is: the game that uci.Serve hands to it counts
// fifty moves.
func TestServed(t *testing.T) {
	files, _ := made()
	tables := systems(t, files)["read"]
	in, commands := io.Pipe()
	output, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- uci.Serve(in, out, uci.Program{Searcher: dawdler{tables}})
		out.Close()
	}()
	e, err := uci.New(t.Context(), output, commands)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := stdcmp.Or(e.Close(), <-served); err != nil {
			t.Error(err)
		}
	}()
	for _, fen := range []string{
		"8/8/8/8/8/2k5/8/K2R4 w - - 0 60", "8/8/3k4/8/8/8/8/R6K w - - 0 60", "8/8/8/3k4/8/8/8/KR6 w - - 0 60",
		"7k/8/8/8/4K3/8/8/r7 b - - 0 60", "8/8/3k4/8/8/8/8/Q6K w - - 0 60", "8/8/8/4k3/8/8/1q6/7K b - - 0 60",
	} {
		d, err := tables.DTZ(chess.MustParseFEN(fen))
		if err != nil {
			t.Fatal(err)
		}
		setup := chess.MustParseFEN(fen).Setup()
		setup.HalfmoveClock = fiftyMoves - d.Plies - 1 // tables may round up
		p, err := setup.Position()
		if err != nil {
			t.Fatal(err)
		}
		playOut(t, e, tables, gameFrom(t, p.FEN(), "", chess.Rules{FiftyMoves: chess.Automatic}))
	}
}

// A dawdler takes the slowest of the moves that an engine may choose from.
type dawdler struct{ tables *Tables }

func (d dawdler) Search(_ context.Context, r *uci.Request) (uci.Best, error) {
	roots, err := d.tables.RootMoves(r.Game)
	if err != nil {
		return uci.Best{}, err
	}
	best := slices.DeleteFunc(roots, func(m RootMove) bool { return m.Rank < roots[0].Rank })
	return uci.Best{Move: best[len(best)-1].Move}, nil
}

// playOut plays a game between e, which must win, and the best defense.
func playOut(t *testing.T, e *uci.Engine, tables *Tables, g *chess.Game) {
	us := g.Position().Turn()
	for !g.Outcome().IsOver() {
		m, err := tables.BestMove(g)
		if g.Position().Turn() == us {
			var best uci.Best
			best, err = e.Search(t.Context(), g, uci.Limits{Depth: 1}).Best()
			m = best.Move
		}
		if err := errors.Join(err, g.Play(m)); err != nil {
			t.Fatalf("%v\n%v", err, g)
		}
	}
	if g.Outcome().Reason != chess.Checkmate {
		t.Errorf("the game ended with %v:\n%v", g.Outcome(), g)
	}
}

// rootMove returns the value of m, and its distance, when wins must zero within limit plies and the
// game ends after end plies.
func (e *solved) rootMove(p *chess.Position, m chess.Move, limit, end int) (WDL, int) {
	q := p.After(m)
	var board []placed
	for s := range q.Occupied().Squares() {
		board = append(board, placed{q.PieceAt(s), s})
	}
	v := int(e.after.value(board, q.Turn()))
	w := -wdlOf(int8(v))
	plies := -v + sign(-v)
	switch {
	case q.IsCheckmate():
		return Win, 1
	case w == Draw || q.HalfmoveClock() >= end:
		return Draw, 0
	case q.HalfmoveClock() == 0:
		plies = pliesOf(w)
		if limit > fiftyMoves {
			w = Win * WDL(sign(plies))
		}
	case max(plies, -plies)+p.HalfmoveClock() > limit:
		w = CursedWin * WDL(sign(plies))
	default:
		w = Win * WDL(sign(plies))
	}
	return w, plies
}

// checkLine checks the line from s.
func checkLine(t *testing.T, tables *Tables, e *solved, s state) {
	p, err := e.position(s, chess.NoSquare)
	if err != nil {
		t.Fatal(err)
	}
	line, err := tables.Line(p)
	if err != nil {
		t.Fatal(err)
	}
	want := int(max(e.values[s], -e.values[s]))
	if e.values[s] == mated || e.values[s] == stalemate {
		want = 0
	}
	if want > fiftyMoves && len(line) <= want-fiftyMoves+1 {
		want -= fiftyMoves // the zeroing move leads to a cursed win or blessed loss and counts for more
	}
	if len(line) < want || len(line) > want+1 || want == 0 && len(line) > 0 {
		t.Errorf("Line(%v) = %s, want %d plies", p, p.Line(line, chess.PGNFormat{}), want)
	}
	q := p
	for i, m := range line {
		if err := q.Play(m); err != nil {
			t.Fatalf("Line(%v): %v", p, err)
		}
		if ended := q.HalfmoveClock() == 0 || q.IsCheckmate(); ended != (i == len(line)-1) {
			t.Errorf("Line(%v) = %s ends too late or too early", p, p.Line(line, chess.PGNFormat{}))
		}
	}
}

// raceEnabled reports whether the race detector is on.
var raceEnabled bool

// TestNoAllocs checks that probing does not allocate.
func TestNoAllocs(t *testing.T) {
	files, all := made()
	for how, tables := range systems(t, files) {
		var positions []chess.Position
		for _, e := range all {
			for s := 0; s < len(e.values); s += 4999 {
				if e.values[s] != illegal {
					p, _ := e.position(state(s), chess.NoSquare)
					positions = append(positions, p)
				}
			}
		}
		probe := func() {
			for _, p := range positions {
				tables.WDL(p)
				tables.DTZ(p)
			}
		}
		probe()
		if raceEnabled && how == "read" {
			continue // a sync.Pool forgets what it has at random
		}
		if n := testing.AllocsPerRun(2, probe); n > 0 {
			t.Errorf("%s: %v allocations in %d positions", how, n, len(positions))
		}
	}
}
