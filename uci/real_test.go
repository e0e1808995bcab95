package uci

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
)

// realEngines are the engines that the tests drive, with the names of the Debian packages.
var realEngines = [][]string{{"stockfish"}, {"fairy-stockfish"}, {"gnuchess", "--uci"}}

// startReal starts an engine, or skips the test if it is not installed.
func startReal(t *testing.T, command []string) *Engine {
	t.Helper()
	e, err := Start(background(t), deep.Program(t, command[0]), command[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	e.Grace = patience
	t.Cleanup(func() { e.Close() })
	return e
}

// TestRealEngines checks what one process of each engine does in one test after another. Without -deep, only
// the first engine plays.
func TestRealEngines(t *testing.T) {
	for _, command := range realEngines[:deep.Times(1, len(realEngines))] {
		t.Run(command[0], func(t *testing.T) {
			checkLeftovers(t)
			e := startReal(t, command)
			for _, test := range []struct {
				name string
				run  func(t *testing.T, e *Engine)
			}{
				{"searches", realSearch}, {"scores", realScores}, {"lines", realMultiPV}, {"ponder", realPonder},
				{"cancel", realCancel}, {"Chess960", realChess960}, {"kill", realKill},
			} {
				t.Run(test.name, func(t *testing.T) { test.run(t, e) })
			}
		})
	}
}

// hasOption reports whether the engine has an option.
func hasOption(e *Engine, name string) bool { return findOption(e.Options(), name) != nil }

// realSearch checks what engines report, and that many searches in a row and a new game work.
func realSearch(t *testing.T, e *Engine) {
	if e.Name() == "" || e.Author() == "" || !hasOption(e, "hash") {
		t.Errorf("name %q, author %q, options %v", e.Name(), e.Author(), e.Options())
	}
	if err := e.SetOption("Hash", 8); err != nil {
		t.Errorf("SetOption: %v", err)
	}
	g := chess.NewGame()
	for range deep.Times(20, 10) {
		search := e.Search(background(t), g, Limits{Depth: 2})
		best, err := search.Best()
		if err != nil {
			t.Fatalf("after %v: %v", g.Moves(), err)
		}
		lines := search.Lines()
		if len(lines) != 1 || lines[0].Score == nil || len(lines[0].PV) == 0 {
			t.Errorf("after %v: reports %v", g.Moves(), lines)
		}
		if err := g.Play(best.Move); err != nil {
			t.Fatal(err)
		}
		if g.Outcome().IsOver() || g.Plies() == deep.Times(10, 10) {
			g = chess.NewGame()
			if err := e.NewGame(background(t)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// realScores checks mates, scores, and their signs against positions in which they are certain.
func realScores(t *testing.T, e *Engine) {
	for fen, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1": "#1",
		"r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1": "#-1",
	} {
		p := chess.MustParseFEN(fen)
		search := e.Search(background(t), From(p), Limits{Depth: 4})
		if _, err := search.Best(); err != nil {
			t.Fatal(err)
		}
		if got := search.Lines()[0].Score.Eval(p.Turn(), 0).String(); got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
	}
}

// realMultiPV checks three principal variations.
func realMultiPV(t *testing.T, e *Engine) {
	if !hasOption(e, "MultiPV") {
		t.Skip("the engine has no option MultiPV")
	}
	if err := e.SetOption("MultiPV", 3); err != nil {
		t.Fatal(err)
	}
	search := e.Search(background(t), From(start), Limits{Depth: 8})
	best, err := search.Best()
	lines := search.Lines()
	if err != nil || len(lines) != 3 {
		t.Fatalf("%d lines, error %v", len(lines), err)
	}
	for i, line := range lines {
		if line.MultiPV != i+1 || i > 0 && line.Score.Centipawns > lines[i-1].Score.Centipawns {
			t.Errorf("line %d: rank %d, score %v", i+1, line.MultiPV, line.Score)
		}
	}
	if lines[0].PV[0] != best.Move || lines[1].PV[0] == best.Move {
		t.Errorf("best %v, lines %v", best, lines)
	}
}

// realPonder checks a ponder hit, after which the clock counts, and a miss.
func realPonder(t *testing.T, e *Engine) {
	if err := e.SetOption("Ponder", true); err != nil {
		t.Fatal(err)
	}
	limits := Limits{Clocks: [2]*Clock{{Left: time.Second}, {Left: time.Second}}, Ponder: true}
	for _, hit := range []bool{true, false} {
		search := e.Search(background(t), From(start, mustMoves(t, start, "e2e4 e7e5")...), limits)
		for range search.Infos() {
			break
		}
		if hit {
			search.PonderHit()
		} else {
			search.Stop()
		}
		if best, err := search.Best(); err != nil || best.Move == chess.NullMove {
			t.Errorf("hit %v: %v, %v", hit, best, err)
		}
	}
}

// realCancel checks that a search without limits ends with its context, and yields a move.
func realCancel(t *testing.T, e *Engine) {
	for range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		search := e.Search(ctx, From(start), Limits{Infinite: true})
		infos := 0
		for range search.Infos() {
			if infos++; infos == 3 {
				cancel()
			}
		}
		cancel()
		if best, err := search.Best(); err != nil || best.Move == chess.NullMove {
			t.Errorf("Best() = %v, %v", best, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Search(ctx, From(start), Limits{Infinite: true}).Best(); !errors.Is(err, context.Canceled) {
		t.Errorf("search with a context that is done: %v", err)
	}
}

// realKill checks a process that is killed in the middle of a search.
func realKill(t *testing.T, e *Engine) {
	search := e.Search(background(t), From(start), Limits{Infinite: true})
	for info := range search.Infos() {
		if len(info.PV) > 0 {
			e.cmd.Process.Kill()
			break
		}
	}
	best, err := search.Best()
	var exit *exec.ExitError
	if best.Move == chess.NullMove || !errors.Is(err, ErrExited) || !errors.As(err, &exit) {
		t.Errorf("Best() = %v, %v, want a move and %v", best, err, ErrExited)
	}
	if err := e.NewGame(background(t)); !errors.Is(err, ErrExited) {
		t.Errorf("NewGame() = %v, want %v", err, ErrExited)
	}
}

// TestFourEngines checks four engines at once.
func TestFourEngines(t *testing.T) {
	checkLeftovers(t)
	var engines []*Engine
	for i := range 4 {
		engines = append(engines, startReal(t, realEngines[i%2]))
	}
	var work sync.WaitGroup
	for _, e := range engines {
		work.Add(1)
		go func() {
			defer work.Done()
			for range deep.Times(5, 4) {
				if _, err := e.Search(background(t), From(start), Limits{Nodes: 2000}).Best(); err != nil {
					t.Error(err)
				}
			}
			if err := e.Close(); err != nil {
				t.Errorf("Close() = %v", err)
			}
		}()
	}
	work.Wait()
}

// realChess960 checks castling with both spellings, and the change between standard chess and
// Chess960.
func realChess960(t *testing.T, e *Engine) {
	const fen = "4k3/8/8/8/8/8/8/4K2R w "
	for _, test := range []struct{ fen, want string }{
		{fen + "K - 0 1", "e1g1"}, {fen + "H - 0 1", "e1g1"}, {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"},
		{fen + "K - 0 1", "e1g1"},
	} {
		p := chess.MustParseFEN(test.fen)
		castle := chess.MustParseMove(test.want)
		best, err := e.Search(background(t), From(p), Limits{Depth: 1, SearchMoves: []chess.Move{castle}}).Best()
		if p.King(chess.White) == chess.F1 && !hasOption(e, chess960Option) {
			var failure *OptionError
			if !errors.As(err, &failure) {
				t.Errorf("%s: error %v, want an OptionError", test.fen, err)
			}
			continue
		}
		if err != nil || best.Move != castle && hasOption(e, chess960Option) { // gnuchess ignores searchmoves
			t.Errorf("%s: %v, %v, want %v", test.fen, best, err, castle)
		}
	}
}
