package uci

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// TestLimits checks the command go both ways.
func TestLimits(t *testing.T) {
	clocks := func(white, black time.Duration) [2]*Clock { return [2]*Clock{{Left: white}, {Left: black}} }
	for _, test := range []struct {
		limits  Limits
		command string
	}{
		{Limits{Infinite: true}, "go infinite"},
		{Limits{Infinite: true, Depth: 2}, "go depth 2 infinite"},
		{Limits{Nodes: 1}, "go nodes 1"},
		{Limits{Mate: 1}, "go mate 1"},
		{Limits{Clocks: [2]*Clock{chess.Black: {Left: time.Second}}}, "go btime 1000"},
		{Limits{Clocks: [2]*Clock{chess.White: {Left: time.Second}}}, "go wtime 1000"},
		{Limits{Ponder: true, Infinite: true}, "go ponder infinite"},
		{Limits{Depth: 5}, "go depth 5"},
		{Limits{Depth: 5, Nodes: 1 << 40, Mate: 3}, "go depth 5 nodes 1099511627776 mate 3"},
		{Limits{MoveTime: 1500 * time.Millisecond}, "go movetime 1500"},
		{Limits{Clocks: [2]*Clock{{Left: time.Minute, MovesToGo: 40}, {Left: time.Second, Increment: 20 * time.Millisecond}}},
			"go wtime 60000 btime 1000 binc 20 movestogo 40"},
		{Limits{Ponder: true, Clocks: clocks(time.Millisecond, time.Second)}, "go ponder wtime 1 btime 1000"},
		{Limits{Infinite: true, SearchMoves: mustMoves(t, start, "e2e4")}, "go infinite searchmoves e2e4"},
	} {
		if got := test.limits.command(standardPosition{start}); got != test.command {
			t.Errorf("%+v: %q, want %q", test.limits, got, test.command)
		}
		_, parameters, _ := strings.Cut(test.command, " ")
		if diff := cmp.Diff(test.limits, parseLimits(words(parameters), start)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.command, diff)
		}
	}
	for command, want := range map[string]Limits{
		"":                                      {},
		"wtime -5 btime 0":                      {Clocks: clocks(time.Millisecond, time.Millisecond)},
		"wtime 0 btime -1":                      {Clocks: clocks(time.Millisecond, time.Millisecond)},
		"movetime 0 depth 0 nodes 0 mate 0":     {MoveTime: time.Millisecond},
		"movetime -9 depth -9":                  {MoveTime: time.Millisecond, Depth: 1},
		"binc -7 winc 0 movestogo 0":            {},
		"winc 5 binc 6 movestogo 7":             {}, // no clock is given
		"btime 9 winc 5 movestogo 7":            {Clocks: [2]*Clock{chess.Black: {Left: 9 * time.Millisecond}}},
		"ponder infinite":                       {Ponder: true, Infinite: true},
		"searchmoves 0000 e2e4 e2e4q x depth 2": {SearchMoves: mustMoves(t, start, "e2e4"), Depth: 2},
		"searchmoves x e2e4":                    {},
		"movetime x depth 3":                    {Depth: 3},
		"depth -3 nodes":                        {Depth: 1},
		"nodes -1 mate -2 winc -7 movestogo -1": {Nodes: 1, Mate: 1},
		"wtime 5 winc -7 movestogo -1":          {Clocks: [2]*Clock{{Left: 5 * time.Millisecond}}},
		"btime -9223372036855":                  {Clocks: [2]*Clock{chess.Black: {Left: time.Millisecond}}},
		"searchmoves e2e4 e2e5 d2d4 wtime 1000": {Clocks: [2]*Clock{{Left: time.Second}},
			SearchMoves: []chess.Move{chess.MustParseMove("e2e4"), chess.MustParseMove("d2d4")}},
		"perft 5 unknown depth 2": {Depth: 2},
		"ponderhit stop Infinite PONDER Depth 1 search moves e2e4 depth 2": {Depth: 2},
	} {
		if diff := cmp.Diff(want, parseLimits(words(command), start)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", command, diff)
		}
	}
	for limits, want := range map[*Limits]string{
		{MoveTime: 1}: "go movetime 1", {MoveTime: -1}: "go movetime 1", {MoveTime: -12500 * time.Microsecond}: "go movetime 1",
		{MoveTime: 1500 * time.Microsecond}: "go movetime 2", {MoveTime: time.Millisecond + 1}: "go movetime 2",
		{Clocks: clocks(0, 0)}: "go wtime 1 btime 1", {Clocks: [2]*Clock{{}}}: "go wtime 1", {Clocks: [2]*Clock{nil, {}}, Depth: 1}: "go btime 1 depth 1",
		{Clocks: clocks(0, time.Second)}: "go wtime 1 btime 1000", {Clocks: clocks(-5, 0), Depth: -1}: "go wtime 1 btime 1 depth 1",
		{Clocks: [2]*Clock{{Increment: time.Second}, {MovesToGo: 3}}}: "go wtime 1 btime 1 winc 1000",
		{Clocks: [2]*Clock{{Increment: -5, MovesToGo: -1}, {}}}:       "go wtime 1 btime 1",
		{Depth: math.MinInt}: "go depth 1", {Nodes: -1}: "go nodes 1", {Mate: -3}: "go mate 1",
	} {
		if got := limits.forEngine().command(standardPosition{start}); got != want {
			t.Errorf("%+v: %q, want %q", *limits, got, want)
		}
	}
}

// TestNoLimit checks that a search without any limit is refused: its end is said, and never follows
// from zeros. The clock of the opponent is no limit.
func TestNoLimit(t *testing.T) {
	e := connect(t, Program{Searcher: quick})
	for _, limits := range []Limits{
		{}, {Ponder: true}, {SearchMoves: mustMoves(t, start, "e2e4")}, {Clocks: [2]*Clock{chess.Black: {Left: time.Hour}}},
	} {
		if _, err := e.Search(background(t), From(start), limits).Best(); err != ErrNoLimit {
			t.Errorf("%+v: error %v, want %v", limits, err, ErrNoLimit)
		}
	}
	for _, limits := range []Limits{{Depth: -1}, {Nodes: 1}, {Mate: 1}, {MoveTime: -1}, {Clocks: [2]*Clock{{}}}, {Infinite: true}} {
		search := e.Search(background(t), From(start), limits)
		for range search.Infos() {
			search.Stop()
		}
		if _, err := search.Best(); err != nil {
			t.Errorf("%+v: error %v", limits, err)
		}
	}
}

// TestClockOfLimits checks how long a search may take under limits.
func TestClockOfLimits(t *testing.T) {
	times := [2]time.Duration{time.Second, 2 * time.Second}
	clocks := [2]*Clock{{Left: times[0]}, {Left: times[1]}}
	for limits, want := range map[*Limits][2]time.Duration{
		{}: {}, {Depth: 5}: {}, {Clocks: clocks}: times, {MoveTime: 1}: {1, 1}, {MoveTime: 3, Clocks: clocks}: {3, 3},
		{Infinite: true, MoveTime: 3, Clocks: clocks}: {},
	} {
		if got := [2]time.Duration{limits.time(chess.White), limits.time(chess.Black)}; got != want {
			t.Errorf("%+v: clocks %v, want %v", *limits, got, want)
		}
	}
}
