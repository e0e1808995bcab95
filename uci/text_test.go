package uci

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
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
		if diff := cmp.Diff(want, parseInfo(words(line), &standardPosition{start})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
	p := chess.MustParseFEN("8/P6k/8/8/8/8/8/K7 w - - 0 1")
	if info := parseInfo("pv a7a8q h7g6 a8a7q depth 1", &standardPosition{p}); len(info.PV) != 2 || info.Depth != 1 {
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
		if got := test.limits.command(&standardPosition{start}); got != test.command {
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
		"searchmoves e2e4 e2e5 d2d4 wtime 1000": {Clocks: [2]*Clock{{Left: time.Second}},
			SearchMoves: []chess.Move{chess.MustParseMove("e2e4"), chess.MustParseMove("d2d4")}},
		"perft 5 unknown depth 2": {Depth: 2},
	} {
		if diff := cmp.Diff(want, parseLimits(words(command), start)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", command, diff)
		}
	}
	for limits, want := range map[*Limits]string{
		{MoveTime: 1}: "go movetime 1", {MoveTime: -12500 * time.Microsecond}: "go movetime 1",
		{MoveTime: 1500 * time.Microsecond}: "go movetime 2", {MoveTime: time.Millisecond + 1}: "go movetime 2",
		{Clocks: clocks(0, 0)}: "go wtime 1 btime 1", {Clocks: [2]*Clock{{}}}: "go wtime 1", {Clocks: [2]*Clock{nil, {}}, Depth: 1}: "go btime 1 depth 1",
		{Clocks: clocks(0, time.Second)}: "go wtime 1 btime 1000", {Clocks: clocks(-5, 0), Depth: -1}: "go wtime 1 btime 1 depth 1",
		{Clocks: [2]*Clock{{Increment: time.Second}, {MovesToGo: 3}}}: "go wtime 1 btime 1 winc 1000",
		{Clocks: [2]*Clock{{Increment: -5, MovesToGo: -1}, {}}}:       "go wtime 1 btime 1",
		{Depth: math.MinInt}: "go depth 1", {Nodes: -1}: "go nodes 1", {Mate: -3}: "go mate 1",
	} {
		if got := limits.forEngine().command(&standardPosition{start}); got != want {
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
	for _, limits := range []Limits{{Depth: -1}, {MoveTime: -1}, {Clocks: [2]*Clock{{}}}, {Infinite: true}} {
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

// TestRanks checks which reports are the last of a principal variation, by their rank.
func TestRanks(t *testing.T) {
	for line, want := range map[string]int{ // 0 for none
		"": 0, "depth 1": 0, "pv e2e4": 1, "multipv 3 pv e2e4": 3, "multipv 3": 0, "multipv 0 pv e2e4": 1, "multipv -4 pv e2e4": 1,
		"multipv x pv e2e4": 1, "string pv e2e4": 0, "multipv 2 string pv e2e4": 0, "pv e2e5 multipv 2": 0, "depth 1 pv": 0,
	} {
		s := Search{position: &standardPosition{chess.StartPosition()}}
		s.change.L = &s.mu
		s.add(words(line))
		if lines := s.Lines(); len(s.last) != want || len(lines) != min(want, 1) {
			t.Errorf("%q is the line %d, and Lines has %d, want %d", line, len(s.last), len(lines), want)
		}
	}
}

// TestLines checks how input is divided into lines, of which none may have more than 1 MiB.
func TestLines(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	const tooLong = "a line of more than 1 MiB"
	for name, test := range map[string]struct {
		input string
		want  []string // lines, and errors
	}{
		"empty":        {"", nil},
		"line ends":    {"a\nb\r\n\n c \rd\n\r\r\n", []string{"a", "b", "", " c \rd", ""}},
		"no end":       {"a\nb", []string{"a", "b"}},
		"just fits":    {long[1:] + "\nb\n", []string{long[1:], "b"}},
		"fits at end":  {long, []string{long}},
		"too long":     {long + "\nb\n", []string{tooLong, "b"}},
		"a bit longer": {long + "yyy\r\nb\n", []string{tooLong, "b"}},
		"much longer":  {long + long + "y\nb\n", []string{tooLong, "b"}},
		"long, no end": {long + "y", []string{tooLong}},
	} {
		lines := newLineReader(strings.NewReader(test.input))
		var got []string
		for {
			line, err := lines.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				if line != long {
					t.Errorf("%s: the error comes with %d bytes, want the first 1 MiB", name, len(line))
				}
				line = err.Error()
			}
			got = append(got, line)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: lines %.30q, want %.30q", name, got, test.want)
		}
	}
}

// TestOptions checks the declarations of options, and the values that they accept.
func TestOptions(t *testing.T) {
	for line, want := range map[string]Option{
		"name Hash type spin default 16 min 1 max 33554432": {Name: "Hash", Type: Spin, Default: "16", Min: 1, Max: 33554432},
		"name Analysis Contempt type combo default Fail High var Always var Fail High var Never": {Name: "Analysis Contempt",
			Type: Combo, Default: "Fail High", Choices: []string{"Always", "Fail High", "Never"}},
		"name Clear Hash type button":             {Name: "Clear Hash", Type: Button},
		"name Log File type string default":       {Name: "Log File", Type: String},
		"name P type string default <empty>":      {Name: "P", Type: String},
		"name P type string default a var min  b": {Name: "P", Type: String, Default: "a var min  b"},
		"name Skill type spin default -5 min -20 max 99999999999999999999": {Name: "Skill", Type: Spin, Default: "-5",
			Min: -20, Max: int(^uint(0) >> 1)},
		"name Own Book type check default true": {Name: "Own Book", Type: Check, Default: "true"},
	} {
		got, ok := parseOption(words(line))
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Option{})); !ok || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", line, ok, diff)
		}
		again, _ := parseOption(words(strings.TrimPrefix(got.command(), "option ")))
		if diff := cmp.Diff(got, again, cmp.AllowUnexported(Option{})); diff != "" {
			t.Errorf("%q: written and read (-want +got):\n%s", got.command(), diff)
		}
	}
	for line, want := range map[string]Option{
		"name A type combo var b  c var d":         {Name: "A", Type: Combo, Choices: []string{"b c", "d"}},
		"name A type combo default <empty> var b":  {Name: "A", Type: Combo, Choices: []string{"b"}},
		"name A type combo default b":              {Name: "A", Type: Combo, Default: "b"},
		"name A type string min 1":                 {Name: "A", Type: String},
		"name A B  C type check x default <empty>": {Name: "A B C", Type: Check},
		"name A type spin max 3 x min -2 default":  {Name: "A", Type: Spin, Min: -2, Max: 3},
	} {
		got, ok := parseOption(words(line))
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Option{})); !ok || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", line, ok, diff)
		}
	}
	for _, line := range []string{"", "A type check", "name", "name type check", "name A", "name A type", "name A type thing", "Name A type check"} {
		if got, ok := parseOption(words(line)); ok {
			t.Errorf("%q: %+v, want no option", line, got)
		}
	}
	for line, want := range map[string][2]string{
		"": {}, "value 3": {}, "A value 3": {}, "name A": {"A", ""}, "name A B  C value  d  e ": {"A B C", "d  e"},
		"name A value <empty>": {"A", ""}, "name A value": {"A", ""}, "name A value value": {"A", "value"},
	} {
		if name, value := parseSetOption(words(line)); [2]string{name, value} != want {
			t.Errorf("setoption %q: %q, %q, want %q", line, name, value, want)
		}
	}
	spin := Option{Name: "N", Type: Spin, Min: -1, Max: 64}
	combo := Option{Name: "N", Type: Combo, Choices: []string{"Fail High"}}
	for _, test := range []struct {
		option Option
		value  any
		want   string
	}{
		{spin, "65", `option "N": "65": must be an integer from -1 to 64`},
		{spin, -2, `option "N": "-2": must be an integer from -1 to 64`},
		{spin, true, `option "N": "true": must be an integer, not of type bool`},
		{Option{Name: "N"}, 1, `option "N": "1": must be a bool, not of type int`},
		{Option{Name: "N"}, "YES", `option "N": "yes": must be true or false`},
		{Option{Name: "N"}, nil, `option "N": "<nil>": must be a bool, not of type <nil>`},
		{combo, "never", `option "N": "never": must be one of ["Fail High"]`},
		{combo, 1, `option "N": "1": must be a string, not of type int`},
		{Option{Name: "N", Type: Button}, "x", `option "N": "x": a button has no value`},
		{Option{Name: "N", Type: Button}, 1, `option "N": "1": must be nil, not of type int`},
		{Option{Name: "N", Type: String}, " a", `option "N": " a": must be one line without space at the ends`},
		{Option{Name: "N", Type: String}, nil, `option "N": "<nil>": must be a string, not of type <nil>`},
	} {
		if _, err := test.option.text(test.value); fmt.Sprint(err) != test.want {
			t.Errorf("%v option, %v: error %v, want %s", test.option.Type, test.value, err, test.want)
		}
	}
	for _, test := range []struct {
		option Option
		value  any
		want   string // the command without its start, or "" if the value is rejected
	}{
		{spin, 64, "N value 64"}, {spin, "-1", "N value -1"}, {spin, "+07", "N value 7"}, {spin, 65, ""}, {spin, "x", ""},
		{spin, true, ""}, {spin, nil, ""}, {spin, "", ""}, {spin, 1.5, ""},
		{spin, int64(64), "N value 64"}, {spin, uint8(7), "N value 7"}, {spin, int8(-1), "N value -1"}, {spin, uint64(math.MaxUint64), ""},
		{Option{Name: "N"}, true, "N value true"}, {Option{Name: "N"}, "FALSE", "N value false"}, {Option{Name: "N"}, 1, ""},
		{combo, "fail high", "N value Fail High"}, {combo, "never", ""}, {combo, "", ""},
		{Option{Name: "N", Type: Button}, nil, "N"}, {Option{Name: "N", Type: Button}, "", "N"},
		{Option{Name: "N", Type: Button}, "x", ""}, {Option{Name: "N", Type: Button}, true, ""},
		{Option{Name: "N", Type: String}, "", "N value <empty>"}, {Option{Name: "N", Type: String}, "/a b", "N value /a b"},
		{Option{Name: "N", Type: String}, "a\nquit", ""}, {Option{Name: "N", Type: String}, 5, ""},
	} {
		value, err := test.option.text(test.value)
		got := ""
		if err == nil {
			got = strings.TrimPrefix(test.option.setCommand(value), "setoption name ")
			name, parsed := parseSetOption(words("name " + got))
			if name != "N" || parsed != value {
				t.Errorf("%q: name %q, value %q, want N, %q", got, name, parsed, value)
			}
		}
		var rejected *OptionError
		if got != test.want || (err != nil) != errors.As(err, &rejected) {
			t.Errorf("%v option, %v: %q, %v, want %q", test.option.Type, test.value, got, err, test.want)
		}
	}
}

// TestTexts checks the text forms of the types.
func TestTexts(t *testing.T) {
	info := Info{Depth: 3, Score: &Score{Centipawns: 5, Bound: LowerBound}, WDL: &WDL{1, 2, 3}}
	info.PV = mustMoves(t, start, "e2e4")
	text, err := json.Marshal(info)
	const want = `{"depth":3,"score":{"centipawns":5,"bound":"lowerbound"},` +
		`"wdl":{"win":1,"draw":2,"loss":3},"pv":["e2e4"]}`
	if err != nil || string(text) != want {
		t.Errorf("JSON %s, %v, want %s", text, err, want)
	}
	var got Info
	if err := json.Unmarshal(text, &got); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(info, got); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	for b := Exact; b <= UpperBound+1; b++ {
		checkText(t, b, b <= UpperBound)
	}
	for o := Check; o <= String+1; o++ {
		checkText(t, o, o <= String)
	}
	for k := Sent; k <= Warning+1; k++ {
		checkText(t, k, k <= Warning)
	}
}

// checkText checks that a value survives the way through its text, or has no text.
func checkText[T interface {
	comparable
	String() string
	MarshalText() ([]byte, error)
}](t *testing.T, v T, valid bool) {
	t.Helper()
	text, err := v.MarshalText()
	if (err == nil) != valid || valid && string(text) != v.String() {
		t.Errorf("%v: text %q, error %v", v, text, err)
	}
	var again T
	err = any(&again).(interface{ UnmarshalText([]byte) error }).UnmarshalText([]byte(v.String()))
	if (err == nil) != valid || valid && again != v {
		t.Errorf("%v: read as %v, error %v", v, again, err)
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
		info := parseInfo(words(line), &standardPosition{p})
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
		again := parseInfo(words(strings.TrimPrefix(command, "info")), &standardPosition{p})
		if diff := cmp.Diff(info, again); diff != "" {
			t.Errorf("%q is written as %q (-want +got):\n%s", line, command, diff)
		}
	})
}

// FuzzServe checks that no input makes Serve fail, and that it answers every search with one legal
// move.
func FuzzServe(f *testing.F) {
	f.Add("uci\nisready\nucinewgame\nposition startpos moves e2e4\ngo wtime 1000 btime 1000\nstop\nquit\n")
	f.Add("setoption name UCI_Chess960 value true\n" +
		"position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1\ngo infinite\nstop")
	f.Add("go ponder movetime 1\nponderhit\n" +
		"go\ngo depth 1 searchmoves e2e4\nposition fen x\ndebug on\nx\nposition fen\ngo")
	f.Fuzz(func(t *testing.T, input string) {
		var output strings.Builder
		searches := 0
		p := Program{Name: "Fuzz", NewGame: func() {}, Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
			searches++
			best := quick(ctx, r)
			r.Report(Info{Text: r.Game.Position().FEN() + "|" + r.Game.Position().UCI(best.Move)})
			return best
		})}
		if err := Serve(strings.NewReader(input), &output, p); err != nil {
			t.Fatal(err)
		}
		answers := 0
		for line := range strings.Lines(output.String()) {
			if move, ok := strings.CutPrefix(line, "bestmove "); ok && move != "0000\n" {
				answers++
			}
		}
		if answers != searches {
			t.Errorf("%q: %d searches, %d answers:\n%s", input, searches, answers, &output)
		}
	})
}

// FuzzEngine checks that no output of an engine does harm to a client, and that the best move is
// legal or there is an error.
func FuzzEngine(f *testing.F) {
	f.Add("id name X\noption name Hash type spin default 1 min 1 max 2\nuciok\n", "info depth 1 pv e2e4\nbestmove e2e4\n")
	f.Add("option name UCI_Chess960 type check default false\nuciok\nreadyok\n", "bestmove e2e5\nbestmove e2e4\n")
	f.Add("option name A type combo default b var b var c\nuciok", "readyok\nbestmove (none)")
	f.Fuzz(func(t *testing.T, hello, answer string) {
		in, input := io.Pipe()
		output, out := io.Pipe()
		go func() {
			defer out.Close()
			for commands := bufio.NewScanner(in); commands.Scan(); {
				switch text := commands.Text(); {
				case text == "uci":
					io.WriteString(out, hello+"\nuciok\n")
				case text == "isready":
					io.WriteString(out, "readyok\n")
				case strings.HasPrefix(text, "go"):
					io.WriteString(out, answer+"\n")
					return
				case text == "quit":
					return
				}
			}
		}()
		e, err := New(context.Background(), output, input)
		if err != nil {
			return
		}
		defer e.Close()
		e.Grace = 20 * time.Millisecond
		search := e.Search(context.Background(), From(start), Limits{MoveTime: time.Millisecond})
		for range search.Infos() {
		}
		best, err := search.Best()
		if err == nil && !start.IsLegal(best.Move) {
			t.Errorf("%q: best move %v", answer, best.Move)
		}
		for _, line := range search.Lines() {
			if len(line.PV) > 0 && !start.IsLegal(line.PV[0]) {
				t.Errorf("%q: line %v", answer, line.PV)
			}
		}
	})
}
