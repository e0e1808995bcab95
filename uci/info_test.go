package uci

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// TestParseInfo checks reports as engines write them, and what can be wrong with them.
func TestParseInfo(t *testing.T) {
	for line, want := range map[string]Info{
		"": {},
		"depth 12 seldepth 20 multipv 2 score cp -23 upperbound nodes 4000000000 nps 2000000 hashfull 12 " +
			"tbhits 5 time 1999 pv e2e4 e7e5": {
			Depth: 12, SelectiveDepth: 20, MultiPV: 2, Score: &Score{Centipawns: -23, Bound: UpperBound}, Nodes: 4e9,
			NodesPerSecond: 2e6, HashFull: 12, TablebaseHits: 5, Time: 1999 * time.Millisecond,
			PV: mustMoves(t, start, "e2e4 e7e5")},
		"score mate -3 wdl 0 0 1000":                          {Score: &Score{Mate: -3}, WDL: &WDL{Loss: 1000}},
		"score lowerbound cp 10 lowerbound":                   {},
		"score mate 0":                                        {Score: &Score{Mated: true}},
		"score cp 1 score mate 2 upperbound depth 3":          {Score: &Score{Mate: 2, Bound: UpperBound}, Depth: 3},
		"lowerbound score cp 0":                               {Score: &Score{}},
		"score x 5 depth 2":                                   {Depth: 2},
		"score cp -99999999999999999999":                      {Score: &Score{Centipawns: -maxScore}},
		"score mate 1000001":                                  {Score: &Score{Mate: maxScore}},
		"score mate -1000000":                                 {Score: &Score{Mate: -maxScore}},
		"wdl 1 2 x depth 2":                                   {Depth: 2},
		"wdl -1 1001 3":                                       {WDL: &WDL{0, 1001, 3}},
		"time 9223372036854775807 nodes 99999999999999999999": {Time: 9223372036854 * time.Millisecond, Nodes: math.MaxInt64},
		"time 9223372036854":                                  {Time: 9223372036854 * time.Millisecond},
		"time -1 seldepth 5":                                  {SelectiveDepth: 5},
		"pv e2e4 e7e5q":                                       {PV: mustMoves(t, start, "e2e4")},
		"pv e2e4 Nf6 depth 1":                                 {PV: mustMoves(t, start, "e2e4"), Depth: 1},
		"currline x e2e4":                                     {},
		"string":                                              {},
		"refutation":                                          {},
		"score cp 99999999999999999999":                       {Score: &Score{Centipawns: maxScore}},
		"score cp x pv d2d4":                                  {PV: mustMoves(t, start, "d2d4")},
		"pv e2e4 e2e4 e7e5":                                   {PV: mustMoves(t, start, "e2e4")},
		"pv e2e4 0000 d2d4 depth 3":                           {PV: mustMoves(t, start, "e2e4"), Depth: 3},
		"pv\te2e4   e7e5\t depth\t4":                          {PV: mustMoves(t, start, "e2e4 e7e5"), Depth: 4},
		"currmove e2e4 currmovenumber 1":                      {CurrentMove: chess.MustParseMove("e2e4"), CurrentMoveNumber: 1},
		"currmove e2e5 currmovenumber 1":                      {CurrentMoveNumber: 1},
		"currline 2 e2e4 e7e5":                                {CPU: 2, CurrentLine: mustMoves(t, start, "e2e4 e7e5")},
		"currline e2e4":                                       {CurrentLine: mustMoves(t, start, "e2e4")},
		"refutation d2d4 d7d5":                                {Refutation: mustMoves(t, start, "d2d4 d7d5")},
		"depth 3 string depth 4  score cp 5 ":                 {Depth: 3, Text: "depth 4  score cp 5"},
		"unknown 5 depth -7 ebf 1.8 wdl 1 2 cpuload 30":       {CPULoad: 30},
	} {
		if diff := cmp.Diff(want, parseInfo(words(line), standardPosition{start})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
	p := chess.MustParseFEN("8/P6k/8/8/8/8/8/K7 w - - 0 1")
	if info := parseInfo("pv a7a8q h7g6 a8a7q depth 1", standardPosition{p}); len(info.PV) != 2 || info.Depth != 1 {
		t.Errorf("a report with a promotion is read as %+v", info)
	}
}

// TestEval checks scores from White's point of view.
func TestEval(t *testing.T) {
	for _, test := range []struct {
		score Score
		turn  chess.Color
		want  string
		text  string
	}{
		{Score{Centipawns: 35}, chess.White, "0.35,9", "0.35"},
		{Score{Centipawns: 35, Bound: LowerBound}, chess.Black, "-0.35,9", "0.35 lowerbound"},
		{Score{Mate: 3}, chess.White, "#3,9", "#3"},
		{Score{Mate: 3}, chess.Black, "#-3,9", "#3"},
		{Score{Mate: -2, Bound: UpperBound}, chess.Black, "#2,9", "#-2 upperbound"},
		{Score{Mated: true}, chess.White, "#-0,9", "mated"},
		{Score{Mated: true}, chess.Black, "#0,9", "mated"},
	} {
		if got := test.score.Eval(test.turn, 9).String(); got != test.want {
			t.Errorf("%v.Eval(%v, 9) = %s, want %s", test.score, test.turn, got, test.want)
		}
		if got := test.score.String(); got != test.text {
			t.Errorf("String() = %q, want %q", got, test.text)
		}
	}
}

// TestScoreOrder checks that the numbers of scores have their order.
func TestScoreOrder(t *testing.T) {
	ascending := []Score{
		{Mated: true}, {Mate: -1}, {Mate: -2}, {Centipawns: -10}, {Bound: LowerBound}, {Centipawns: 35}, {Mate: 9}, {Mate: 1},
	}
	if n := ascending[0].Number(); n != -1_000_000 {
		t.Errorf("to be checkmated has the number %d, want -1,000,000", n)
	}
	for i, s := range ascending {
		for j, other := range ascending {
			if (s.Number() < other.Number()) != (i < j) || (s.Number() == other.Number()) != (i == j) {
				t.Errorf("%v and %v have the numbers %v and %v, want them in the other order", s, other, s.Number(), other.Number())
			}
		}
	}
}

// TestWrittenInfo checks reports of which a part cannot be written.
func TestWrittenInfo(t *testing.T) {
	moves := mustMoves(t, start, "e2e4 e7e5")
	illegal := append(moves[:2:2], chess.MustParseMove("e1e3"), chess.MustParseMove("g8f6"))
	for _, test := range []struct {
		info Info
		want string
	}{
		{Info{}, "info"},
		{Info{PV: illegal, Depth: -1, Nodes: -1, Time: -1}, "info pv e2e4 e7e5"},
		{Info{CurrentMove: moves[1], CurrentLine: moves, Text: "a\x7fb\n\x1fc \t"}, "info currline e2e4 e7e5 string a b  c"},
		{Info{CurrentMove: moves[0], CurrentLine: moves, CPU: 1}, "info currmove e2e4 currline 1 e2e4 e7e5"},
		{Info{CPU: 1, Refutation: illegal}, "info refutation e2e4 e7e5"},
		{Info{Score: &Score{Mate: -2, Bound: LowerBound}}, "info score mate -2 lowerbound"},
		{Info{Score: &Score{Mated: true}, WDL: &WDL{0, 0, 1000}}, "info score mate 0 wdl 0 0 1000"},
		{Info{Score: &Score{Centipawns: -7, Bound: UpperBound}}, "info score cp -7 upperbound"},
	} {
		if got := test.info.command(start); got != test.want {
			t.Errorf("%+v is written as %q, want %q", test.info, got, test.want)
		}
	}
}

// FuzzInfo checks that every line of moves that is read is legal, and that a report that is written
// is read as the same.
func FuzzInfo(f *testing.F) {
	for _, line := range []string{
		"depth 1 seldepth 2 multipv 3 score cp 4 lowerbound wdl 5 6 7 nodes 8 nps 9 hashfull 10 tbhits 11 time 12 cpuload 13",
		"pv e2e4 e7e5 e1e2 string a b", "currmove e2e4 currmovenumber 1 currline 1 e2e4 refutation d2d4", "score mate 0",
		"pv e1g1 e8c8", "pv a7a8q",
	} {
		f.Add(line, chess.StartPosition().FEN())
		f.Add(line, "r3k2r/P7/8/8/8/8/7p/R3K2R w KQkq - 0 1")
		f.Add(line, "4k3/8/8/8/8/8/8/5KR1 w G - 0 1")
	}
	f.Fuzz(func(t *testing.T, line, fen string) {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			return
		}
		info := parseInfo(words(line), standardPosition{p})
		for _, moves := range [][]chess.Move{info.PV, info.CurrentLine, info.Refutation} {
			q := p
			for _, m := range moves {
				if err := q.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		command := info.command(p)
		if strings.ContainsAny(command, "\r\n") {
			t.Errorf("line break in %q", command)
		}
		info.Text = oneLine(info.Text)
		if len(info.CurrentLine) == 0 {
			info.CPU = 0
		}
		again := parseInfo(words(strings.TrimPrefix(command, "info")), standardPosition{p})
		if diff := cmp.Diff(info, again); diff != "" {
			t.Errorf("%q is written as %q (-want +got):\n%s", line, command, diff)
		}
	})
}
