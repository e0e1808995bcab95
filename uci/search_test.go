package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// TestRanks checks which reports are the last of a principal variation, by their rank.
func TestRanks(t *testing.T) {
	for line, want := range map[string]int{ // 0 for none
		"": 0, "depth 1": 0, "pv e2e4": 1, "multipv 3 pv e2e4": 3, "multipv 3": 0, "multipv 0 pv e2e4": 1, "multipv -4 pv e2e4": 1,
		"multipv x pv e2e4": 1, "string pv e2e4": 0, "multipv 2 string pv e2e4": 0, "pv e2e5 multipv 2": 0, "depth 1 pv": 0,
	} {
		s := Search{position: standardPosition{chess.StartPosition()}}
		s.change.L = &s.mu
		s.add(words(line))
		if lines := s.Lines(); len(s.last) != want || len(lines) != min(want, 1) {
			t.Errorf("%q is the line %d, and Lines has %d, want %d", line, len(s.last), len(lines), want)
		}
	}
}

// TestLastReport checks which report comes with the best move: the last line of the first rank, or without
// one the last score.
func TestLastReport(t *testing.T) {
	for lines, want := range map[string]int{ // its depth
		"": 0, "depth 1 pv e2e4": 1, "depth 2 score cp 3": 2, "depth 2 score cp 3|depth 4": 2, "depth 1 pv e2e4|depth 2 score cp 3": 1,
		"depth 2 score cp 3|depth 5 multipv 501 score cp 3 pv d2d4": 2,
		"depth 2 score cp 3|depth 5 multipv 2 pv d2d4":              2, "depth 1 pv e2e4|depth 5 multipv 2 pv d2d4|depth 6 multipv 1 pv d2d4": 6,
	} {
		s := Search{position: standardPosition{start}, done: make(chan struct{})}
		s.change.L = &s.mu
		for line := range strings.SplitSeq(lines, "|") {
			s.add(words(line))
		}
		s.end(Best{}, nil)
		if best, err := s.Best(); best.Info.Depth != want || err != nil {
			t.Errorf("%q: the report of depth %d, %v, want that of depth %d", lines, best.Info.Depth, err, want)
		}
	}
}

// TestOverstepping checks that an engine that goes on after its time and does not stop is killed, although
// the context has no deadline, and that one that ponders is given its time first.
func TestOverstepping(t *testing.T) {
	checkLeftovers(t)
	for _, limits := range []Limits{
		{MoveTime: time.Millisecond, Depth: 9}, {Clocks: [2]*Clock{{Left: time.Millisecond}, {Left: time.Hour}}},
		{MoveTime: time.Millisecond, Ponder: true},
	} {
		e, err := startFake(background(t), "ignores stop")
		if err != nil {
			t.Fatal(err)
		}
		e.Grace = 20 * time.Millisecond
		search := e.Search(context.Background(), From(start), limits)
		if limits.Ponder {
			time.Sleep(3 * e.Grace)
			select {
			case <-search.done:
				t.Error("the time counts before PonderHit")
			default:
			}
			search.PonderHit()
		}
		_, err = search.Best()
		var failure *Error
		if !errors.As(err, &failure) || failure.Kind != ErrTimeout || failure.Detail != "no best move after stop" || failure.During != searching {
			t.Errorf("%+v: error %v, want that there is no best move after stop", limits, err)
		}
		if search.Elapsed() < 2*e.Grace { // before it is told to stop, and to stop
			t.Errorf("%+v: the engine has only %v, want the grace period twice", limits, search.Elapsed())
		}
		if err := e.Close(); err != error(failure) {
			t.Errorf("Close() = %v, want %v", err, failure)
		}
	}
}

// TestCanceledSearch checks that the error of an engine that does not stop has the cause for which it was told to.
func TestCanceledSearch(t *testing.T) {
	checkLeftovers(t)
	e, err := startFake(background(t), "ignores stop")
	if err != nil {
		t.Fatal(err)
	}
	e.Grace = 20 * time.Millisecond
	ctx, cancel := context.WithCancelCause(background(t))
	defer cancel(nil)
	search := e.Search(ctx, From(start), Limits{Infinite: true})
	for range search.Infos() {
		cancel(io.ErrNoProgress)
	}
	if _, err := search.Best(); !errors.Is(err, ErrTimeout) || !errors.Is(err, io.ErrNoProgress) || e.Close() != err {
		t.Errorf("Best() = %v, want the cause", err)
	}
	if _, err := e.Search(ctx, From(start), Limits{Infinite: true}).Best(); err != context.Canceled {
		t.Errorf("a search that is canceled before: %v, want %v", err, context.Canceled)
	}
	if _, err := e.Search(ctx, From(start), Limits{}).Best(); err != ErrNoLimit {
		t.Errorf("a canceled search without a limit: %v, want %v", err, ErrNoLimit)
	}
	if _, err := e.Search(ctx, From(start, chess.NullMove), Limits{}).Best(); !errors.Is(err, chess.ErrIllegal) {
		t.Errorf("a canceled search after an illegal move: %v, want %v", err, chess.ErrIllegal)
	}
}

// TestCloseDuringSearch checks that Close ends a search.
func TestCloseDuringSearch(t *testing.T) {
	checkLeftovers(t)
	var said []string
	e, err := startFake(WithLog(background(t), func(_ LogKind, line string) { said = append(said, line) }), "ignores stop")
	if err != nil {
		t.Fatal(err)
	}
	e.Grace = patience
	search := e.Search(background(t), From(start), Limits{Infinite: true})
	for range search.Infos() {
		if err := e.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	}
	if best, err := search.Best(); !errors.Is(err, ErrClosed) || best.Move.String() != "d2d4" {
		t.Errorf("Best() = %v, %v, want d2d4, %v", best.Move, err, ErrClosed)
	}
	if !strings.Contains(strings.Join(said, "|"), "|stop|quit") {
		t.Errorf("the conversation was %q, want stop and quit at its end", said)
	}
	e.handle("info depth 9 pv e2e4") // which came too late
	if lines := search.Lines(); len(lines) != 1 || lines[0].Depth == 9 {
		t.Errorf("after the end, the lines have changed to %v", lines)
	}
}

// TestAnalyze checks the number of lines of an analysis, and that the next search has as many as before.
func TestAnalyze(t *testing.T) {
	checkLeftovers(t)
	var set []string
	lines := 1
	e := connect(t, Program{
		Options: []Option{NewSpin("multipv", 1, 1, 10, func(n int) error { // in which case does not matter
			lines, set = n, append(set, fmt.Sprint(n))
			return nil
		})},
		Searcher: searchFunc(func(_ context.Context, r *Request) (best Best) {
			moves := r.Game.Position().LegalMoves()
			for i, m := range moves[:min(lines, len(moves))] {
				r.Report(Info{Depth: 1, MultiPV: i + 1, Score: &Score{Centipawns: -i}, PV: []chess.Move{m}})
			}
			return Best{Move: moves[0]}
		}),
	})
	for _, test := range []struct{ fen, lines, want, set string }{
		{chess.StartPosition().FEN(), "3", "3", "3"},
		{chess.StartPosition().FEN(), "search", "1", "1"},
		{chess.StartPosition().FEN(), "option 2", "2", "2"},
		{chess.StartPosition().FEN(), "2", "2", ""},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", "5", "1", "5"},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", "search", "1", "2"},
		{"R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "5", "0", ""},
		{chess.StartPosition().FEN(), "1", "1", "1"},
		{chess.StartPosition().FEN(), "0", `option "MultiPV": "0": must be at least 1`, ""},
		{chess.StartPosition().FEN(), "11", `option "multipv": "11": must be an integer from 1 to 10`, ""},
		{chess.StartPosition().FEN(), "4", "4", "4"},
	} {
		set = nil
		history := From(chess.MustParseFEN(test.fen))
		var infos []Info
		var err error
		var n int
		switch _, scanErr := fmt.Sscanf(test.lines, "option %d", &n); {
		case scanErr == nil:
			if err := e.SetOption("MultiPV", n); err != nil {
				t.Fatal(err)
			}
			fallthrough
		case test.lines == "search":
			search := e.Search(background(t), history, Limits{Depth: 1})
			_, err = search.Best()
			infos = search.Lines()
		default:
			fmt.Sscan(test.lines, &n)
			infos, err = e.Analyze(background(t), history, Limits{Depth: 1}, n)
		}
		got := fmt.Sprint(len(infos))
		if err != nil {
			got = err.Error()
		}
		if got != test.want || strings.Join(set, " ") != test.set {
			t.Errorf("%s, %s: got %s, MultiPV set to %v, want %s and %s", test.fen, test.lines, got, set, test.want, test.set)
		}
	}
}

// TestAnalyzeErrors checks an engine without MultiPV, and one that fails in the middle of an analysis.
func TestAnalyzeErrors(t *testing.T) {
	checkLeftovers(t)
	e, err := startFake(background(t), "exits in a search")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Analyze(background(t), From(start), Limits{Depth: 1}, 2); err == nil || err.Error() != `Fake has no option "MultiPV"` {
		t.Errorf("Analyze with two lines: %v, want that there is no option", err)
	}
	infos, err := e.Analyze(background(t), From(start), Limits{Depth: 1}, 1)
	if err == nil || len(infos) != 1 || infos[0].PV[0].String() != "d2d4" {
		t.Errorf("Analyze() = %v, %v, want the line so far and an error", infos, err)
	}
}

// TestReportsAreBounded checks that a search keeps a bounded number of reports of bounded length.
func TestReportsAreBounded(t *testing.T) {
	s := Search{position: standardPosition{chess.StartPosition()}}
	s.change.L = &s.mu
	for range maxInfos + 20 {
		s.add("string a")
	}
	if len(s.infos) != maxInfos || s.reports != maxInfos+20 {
		t.Errorf("%d reports of %d are kept, want %d of %d", len(s.infos), s.reports, maxInfos, maxInfos+20)
	}
	for _, rank := range []int{maxLines, maxLines + 1, 2} {
		s.add(words(fmt.Sprintf("multipv %d pv e2e4", rank)))
	}
	const long = "multipv 4 pv e2e4 string "
	s.add(words(strings.Replace(long, "4", "3", 1) + strings.Repeat("x", maxInfoBytes-len(long)+1)))
	s.add(words(long + strings.Repeat("x", maxInfoBytes-len(long))))
	if lines := s.Lines(); len(s.last) != maxLines || len(lines) != 3 || lines[0].MultiPV != 2 || lines[1].MultiPV != 4 || lines[2].MultiPV != maxLines {
		t.Errorf("%d lines are kept, %d of them with a report, want %d and 3", len(s.last), len(lines), maxLines)
	}
}

// TestReports checks that the last 1,000 reports are kept for a loop that is slower than the engine, and that
// a second search, an option, and a new game are rejected during a search.
func TestReports(t *testing.T) {
	checkLeftovers(t)
	const reports = 5000
	manyReports := searchFunc(func(ctx context.Context, r *Request) Best {
		for i := range reports {
			r.Report(Info{Nodes: int64(i + 1)})
		}
		<-ctx.Done()
		return Best{Move: first(r.Game.Position())}
	})
	e := connect(t, Program{Options: []Option{NewButton("B", nil)}, Searcher: manyReports})
	search := e.Search(background(t), From(start), Limits{Infinite: true})
	seen := int64(0)
	for info := range search.Infos() {
		if info.Nodes <= seen {
			t.Errorf("report %d after report %d", info.Nodes, seen)
		}
		if seen = info.Nodes; seen == reports {
			break
		}
	}
	for name, err := range map[string]error{
		"Search": func() error {
			_, err := e.Search(background(t), From(start), Limits{Infinite: true}).Best()
			return err
		}(),
		"SetOption": e.SetOption("B", nil), "NewGame": e.NewGame(background(t)),
	} {
		if !errors.Is(err, ErrBusy) {
			t.Errorf("%s during a search: %v, want %v", name, err, ErrBusy)
		}
	}
	var wrong *OptionError
	if err := e.SetOption("B", "x"); !errors.As(err, &wrong) {
		t.Errorf("a wrong value during a search: %v, want an OptionError", err)
	}
	search.Stop()
	search.Stop()
	if _, err := search.Best(); err != nil {
		t.Error(err)
	}
	e.setDuring(newGame)
	var busy *Error
	if err := e.SetOption("B", nil); !errors.As(err, &busy) || busy.Kind != ErrBusy || busy.During != newGame {
		t.Errorf("SetOption during a new game: %v, want %v", err, ErrBusy)
	}
	e.setDuring(waiting)
	var kept []Info
	for info := range search.Infos() {
		kept = append(kept, info)
	}
	if len(kept) != maxInfos || kept[0].Nodes != reports-maxInfos+1 {
		t.Errorf("%d reports from %d, want %d from %d", len(kept), kept[0].Nodes, maxInfos, reports-maxInfos+1)
	}
}

// TestSearchErrors checks mistakes of the caller, which leave the engine as it was.
func TestSearchErrors(t *testing.T) {
	checkLeftovers(t)
	e := connect(t, Program{Searcher: quick})
	illegal := chess.MustParseMove("e2e5")
	for name, search := range map[string]*Search{
		"move":           e.Search(background(t), From(start, illegal), Limits{Infinite: true}),
		"pass":           e.Search(background(t), From(start, chess.NullMove), Limits{Infinite: true}),
		"search move":    e.Search(background(t), From(start), Limits{SearchMoves: []chess.Move{illegal}}),
		"empty position": e.Search(background(t), From(chess.Position{}), Limits{Infinite: true}),
	} {
		_, err := search.Best()
		var move *chess.MoveError
		var fen *chess.FENError
		if !errors.As(err, &move) && !errors.As(err, &fen) {
			t.Errorf("%s: error %v", name, err)
		}
		for range search.Infos() {
			t.Errorf("%s: a report", name)
		}
	}
	for want, search := range map[string]*Search{
		"move 2 of the history: e2e5: ": e.Search(background(t), From(start, mustMoves(t, start, "g1f3")[0], illegal), Limits{Infinite: true}),
		"move 2 to consider: e2e5: ":    e.Search(background(t), From(start), Limits{SearchMoves: append(mustMoves(t, start, "g1f3"), illegal)}),
	} {
		if _, err := search.Best(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
		if elapsed := search.Elapsed(); elapsed != 0 || search.Lines() != nil {
			t.Errorf("a search that has not begun has taken %v", elapsed)
		}
	}
	mate := chess.MustParseFEN("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1")
	if best, err := e.Search(background(t), From(mate), Limits{Infinite: true}).Best(); err != nil || best.Move != chess.NullMove {
		t.Errorf("after checkmate: %v, %v", best, err)
	}
	var rejected *OptionError
	if err := e.SetOption("No Such", 1); !errors.As(err, &rejected) {
		t.Errorf("SetOption: %v", err)
	}
	castle := chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	ordinary, err := chess.Chess960Start(518)
	if err != nil {
		t.Fatal(err)
	}
	fake, err := startFake(background(t), "well-behaved") // without UCI_Chess960
	if err != nil {
		t.Fatal(err)
	}
	defer fake.Close()
	if _, err := fake.Search(background(t), From(ordinary), Limits{Depth: 1}).Best(); err != nil {
		t.Errorf("a search of the Chess960 position that is the usual start: %v", err)
	}
	chess960 := From(chess.MustParseFEN("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"))
	const refused = `option "UCI_Chess960": "true": Fake does not play Chess960`
	if _, err := fake.Search(background(t), chess960, Limits{Depth: 1}).Best(); err == nil || err.Error() != refused {
		t.Errorf("a search of Chess960 by an engine without the option: %v, want %s", err, refused)
	}
	if _, err := e.Search(background(t), chess960, Limits{Depth: 1}).Best(); err != nil {
		t.Errorf("a search by an engine whose first option is %s: %v", chess960Option, err)
	}
	for _, text := range []string{"e1g1", "e1h1"} {
		m := chess.MustParseMove(text)
		best, err := e.Search(background(t), From(castle, m), Limits{Depth: 1}).Best()
		if err != nil || best.Move.String() != "e8d7" {
			t.Errorf("after %s: %v, %v", text, best, err)
		}
		limits := Limits{Depth: 1, SearchMoves: []chess.Move{m}}
		if _, err := e.Search(background(t), From(castle), limits).Best(); err != nil || limits.SearchMoves[0] != m {
			t.Errorf("a search of %s: %v, and the move of the caller is now %v", text, err, limits.SearchMoves[0])
		}
	}
}

// TestBestInfo checks what a best move carries: the last report with a variation, or else with a score.
func TestBestInfo(t *testing.T) {
	pv := mustMoves(t, start, "e2e4 e7e5")
	line := Info{Depth: 4, Score: &Score{Centipawns: 30}, PV: pv}
	for name, tt := range map[string]struct {
		reports []Info
		depth   int
		score   *Score
	}{
		"nothing":         {nil, 0, nil},
		"a line":          {[]Info{line, {Nodes: 9}, {CurrentMove: pv[0]}}, 4, line.Score},
		"a later line":    {[]Info{{Depth: 3, Score: &Score{Mate: 2}, PV: pv}, line}, 4, line.Score},
		"two lines":       {[]Info{{MultiPV: 1, Depth: 4, Score: line.Score, PV: pv}, {MultiPV: 2, Depth: 5, Score: &Score{}, PV: pv}}, 4, line.Score},
		"only a score":    {[]Info{{Depth: 2, Score: &Score{Mate: 1}}}, 2, &Score{Mate: 1}},
		"a line, a score": {[]Info{line, {Depth: 5, Score: &Score{Mate: 1}}}, 4, line.Score},
	} {
		e := connect(t, Program{Searcher: searchFunc(func(_ context.Context, r *Request) Best {
			for _, info := range tt.reports {
				r.Report(info)
			}
			return Best{Move: pv[0]}
		})})
		best, err := e.Search(t.Context(), From(start), Limits{Depth: 1}).Best()
		if diff := cmp.Diff(tt.score, best.Info.Score); err != nil || best.Info.Depth != tt.depth || diff != "" {
			t.Errorf("%s: depth %d, want %d, error %v, score (-want +got):\n%s", name, best.Info.Depth, tt.depth, err, diff)
		}
	}
}

// TestPatience checks that an engine may take to start as long as the context allows, and that a search
// without a time is stopped after the patience of the program, which no other search needs.
func TestPatience(t *testing.T) {
	in, input := io.Pipe()
	output, out := io.Pipe()
	go func() {
		Serve(in, out, Program{Searcher: quick})
		out.Close()
	}()
	ctx, cancel := context.WithTimeout(background(t), time.Minute)
	defer cancel()
	limits := make(chan time.Duration, 100)
	ctx = context.WithValue(ctx, afterKey{}, func(limit time.Duration) <-chan time.Time {
		limits <- limit
		return nil
	})
	started, err := New(ctx, output, input)
	if err != nil || len(limits) == 0 {
		t.Fatalf("New with a deadline: %v, %d limits", err, len(limits))
	}
	for range len(limits) {
		if limit := <-limits; limit < time.Minute {
			t.Errorf("an engine has %v to start, want at least the time until the deadline", limit)
		}
	}
	started.Patience = 3 * time.Second
	if _, err := started.Search(t.Context(), From(start), Limits{Depth: 1}).Best(); err != nil {
		t.Error(err)
	}
	isExact := false
	for range len(limits) {
		isExact = <-limits == started.Patience || isExact
	}
	if !isExact {
		t.Error("a search has another time than Patience")
	}
	started.Close()
	in, input = io.Pipe()
	ctx, stop := context.WithCancel(context.WithValue(ctx, afterKey{}, func(time.Duration) <-chan time.Time {
		return time.After(100 * time.Millisecond)
	}))
	reader, answer := io.Pipe()
	go func() {
		bufio.NewReader(in).ReadString('\n')
		io.WriteString(answer, "uciok\n") // although ctx is done
	}()
	stop()
	if e, err := New(ctx, reader, input); e != nil || !errors.Is(err, context.Canceled) || !errors.Is(err, ErrTimeout) {
		t.Errorf("New with a context that is done: %v, %v", e, err)
	}
	e := connect(t, Program{Searcher: untilDone})
	e.Patience = time.Millisecond
	if best, err := e.Search(t.Context(), From(start), Limits{Depth: 9}).Best(); err != nil || best.Move != first(start) {
		t.Errorf("Best() = %v, %v", best.Move, err)
	}
}

// TestMultiPVDefault checks that a search does not set the option MultiPV to the value that it has.
func TestMultiPVDefault(t *testing.T) {
	set := func(n int) error { t.Errorf("MultiPV is set to %d", n); return nil }
	e := connect(t, Program{Searcher: quick, Options: []Option{NewSpin(multiPVOption, 2, 1, 5, set)}})
	if _, err := e.Search(background(t), From(start), Limits{Depth: 1}).Best(); err != nil {
		t.Error(err)
	}
}

// TestSignalsAreKept checks that a search that gets ready finds earlier signals, of which repeated ones do
// not block.
func TestSignalsAreKept(t *testing.T) {
	s := new(Engine).Search(t.Context(), From(start), Limits{Depth: 1})
	for range 2 {
		s.Stop()
		s.PonderHit()
	}
	if len(s.stop) != 1 || len(s.hit) != 1 {
		t.Errorf("%d signals to stop and %d of a ponder hit wait, want 1 and 1", len(s.stop), len(s.hit))
	}
}
