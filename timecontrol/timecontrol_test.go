package timecontrol_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/shakki/chess"
	"github.com/shakki/chess/timecontrol"
)

func TestParse(t *testing.T) {
	const s, min = time.Second, time.Minute
	tests := []struct {
		text, want string // want is "" if it equals text
		periods    []timecontrol.Period
	}{
		{"?", "", nil},
		{"", "?", nil},
		{"-", "", nil},
		{"300", "", []timecontrol.Period{{Time: 5 * min}}},
		{"0+1", "", []timecontrol.Period{{Increment: s}}},
		{"4500+60", "", []timecontrol.Period{{Time: 75 * min, Increment: 60 * s}}},
		{"600+0", "600", []timecontrol.Period{{Time: 10 * min}}},
		{"*180", "", []timecontrol.Period{{Time: 3 * min, Hourglass: true}}},
		{"40/9000", "", []timecontrol.Period{{Moves: 40, Time: 150 * min}}},
		{"40/5400+30:1800+30", "", []timecontrol.Period{{40, 90 * min, 30 * s, false}, {0, 30 * min, 30 * s, false}}},
		{"40/7200:20/3600:*60", "", []timecontrol.Period{{Moves: 40, Time: 120 * min}, {Moves: 20, Time: 60 * min}, {Time: min, Hourglass: true}}},
		{"8+0.08", "", []timecontrol.Period{{Time: 8 * s, Increment: 80 * time.Millisecond}}},
		{"90'+30\"", "5400+30", []timecontrol.Period{{Time: 90 * min, Increment: 30 * s}}},
		{"90'+1'", "5400+60", []timecontrol.Period{{Time: 90 * min, Increment: min}}},
		{"3 min+2 sec", "180+2", []timecontrol.Period{{Time: 3 * min, Increment: 2 * s}}},
		{"40/90':30\"", "40/5400:30", []timecontrol.Period{{Moves: 40, Time: 90 * min}, {Time: 30 * s}}},
		{"*1.5'", "*90", []timecontrol.Period{{Time: 90 * s, Hourglass: true}}},
		{"1/0", "", []timecontrol.Period{{Moves: 1}}},
		{"1/86400", "", []timecontrol.Period{{Moves: 1, Time: 24 * time.Hour}}},
		{"100000000.000000001", "", []timecontrol.Period{{Time: 1e8*s + 1}}},
		{"65535/1000000000+1000000000", "", []timecontrol.Period{{Moves: 65535, Time: 1e9 * s, Increment: 1e9 * s}}},
		{"1/1:2/2:3/3:4/4:5/5:6/6:7/7:8", "", []timecontrol.Period{
			{Moves: 1, Time: s}, {Moves: 2, Time: 2 * s}, {Moves: 3, Time: 3 * s}, {Moves: 4, Time: 4 * s},
			{Moves: 5, Time: 5 * s}, {Moves: 6, Time: 6 * s}, {Moves: 7, Time: 7 * s}, {Time: 8 * s},
		}},
	}
	for _, test := range tests {
		got, err := timecontrol.Parse(test.text)
		if diff := cmp.Diff(test.periods, got.Periods(), cmpopts.EquateEmpty()); err != nil || diff != "" || got.IsUntimed() != (test.text == "-") {
			t.Errorf("Parse(%q): %v (-want +got):\n%s", test.text, err, diff)
		}
		if test.want == "" {
			test.want = test.text
		}
		if got := got.String(); got != test.want {
			t.Errorf("String() = %q, want %q", got, test.want)
		}
		if again, err := timecontrol.New(test.periods...); err != nil || again != got && !got.IsUntimed() {
			t.Errorf("New(%v) = %v, %v, want %v", test.periods, again, err, got)
		}
	}
	for _, text := range []string{
		" ", "x", "-300", "+5", "300+", "40/", "/300", "0/300", "65536/1", "40/9000:", ":300", "300:600", "*60:300", "*", "*40/60", "*60+1",
		"?:300", "-:300", "1e3", "1.2.3", ".5", "1_0", "2000000000", "300+2000000000", "1000000000.000000001", "99999999999999999999",
		strings.Repeat("9", 100), "5400/40+30:1800+30\"",
		"90+30\"", "40/90+30\"", "3 min+2\"", "90''", "\"", "'", "min", "..", "1..2", "3 mins", "3 h", " 300", "300 ", "+30\"", "x+1", "1'+x", "300+.5", "/", "40/x", "x/40",
	} {
		control, err := timecontrol.Parse(text)
		var parsing *timecontrol.ParseError
		if !errors.As(err, &parsing) || parsing.Text != text || control.String() != "?" {
			t.Errorf("Parse(%q) = %v, %v, want a ParseError", text, control, err)
		}
	}
}

func TestGranted(t *testing.T) {
	tests := []struct {
		control string
		moves   int
		want    time.Duration // -1 for none
	}{
		{"300", 0, 300}, {"300", 50, 300}, {"180+2", 0, 180}, {"180+2", 10, 200},
		{"40/60+1:30+2", 39, 99}, {"40/60+1:30+2", 40, 130}, {"40/60+1:30+2", 41, 132},
		{"40/60", 39, 60}, {"40/60", 40, 120}, {"40/60", 120, 240}, {"2/5+1:3/6", 5, 5 + 2 + 6 + 6}, {"2/5+1:3/6", 7, 5 + 2 + 6 + 6},
		{"40/60:*30", 39, 60}, {"40/60:*30", 40, -1}, {"*30", 0, -1}, {"?", 0, -1}, {"-", 0, -1}, {"300", -1, -1},
		{"0+1000000000", 9, 9e9}, {"0+1000000000", 10, math.MaxInt64 / time.Second}, // the first fits exactly
		{"1/1000000000+1000000000", math.MaxInt, math.MaxInt64 / time.Second}, {"0+1000", math.MaxInt, math.MaxInt64 / time.Second},
	}
	for _, test := range tests {
		control, err := timecontrol.Parse(test.control)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := control.Granted(test.moves); ok != (test.want >= 0) || ok && got/time.Second != test.want {
			t.Errorf("%s: Granted(%d) = %v, %v, want %d s", test.control, test.moves, got, ok, test.want)
		}
	}
}

func TestRecordClock(t *testing.T) {
	tests := []struct{ name, control, moves, want string }{
		{"none", "300", "1. e4 e5 *", "[-1 -1] [-1 -1]"},
		{"clocks", "300", "1. e4 {[%clk 0:04:58]} e5 {[%clk 0:04:50]} 2. Nf3 {[%clk 0:04:30]} *", "[298 290 270] [2 10 28]"},
		{"times used", "300", "1. e4 {[%emt 0:00:02]} e5 {[%emt 0:00:10]} 2. Nf3 {[%emt 0:00:28]} *", "[298 290 270] [2 10 28]"},
		{"clocks with an increment", "180+2", "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:57]} *", "[180 180 177] [-1 -1 5]"},
		{"times with an increment", "180+2", "1. e4 {[%emt 0:00:01]} e5 2. Nf3 {[%emt 0:00:07]} Nc6 {[%emt 0:00:01]} *", "[181 -1 176 -1] [1 -1 7 1]"},
		{"a new period", "2/10:5", "1. e4 {[%emt 0:00:04]} e5 2. d4 {[%emt 0:00:05]} d5 3. c4 {[%clk 0:00:03]} *", "[6 -1 6 -1 3] [4 -1 5 -1 3]"},
		{"more time used than there is", "5", "1. e4 {[%emt 0:00:09]} e5 2. d4 {[%emt 0:00:01]} *", "[-1 -1 -1] [9 -1 1]"},
		{"time was added", "5", "1. e4 {[%clk 0:00:04]} e5 2. d4 {[%clk 0:00:20]} *", "[4 -1 20] [1 -1 -1]"},
		{"unknown time control", "?", "1. e4 {[%clk 0:00:09]} e5 2. d4 {[%clk 0:00:08]} *", "[9 -1 8] [-1 -1 -1]"},
		{"hourglass", "*60", "1. e4 {[%clk 0:00:55]} e5 {[%emt 0:00:01]} *", "[55 -1] [-1 1]"},
		{"both", "?", "1. e4 {[%clk 0:00:55][%emt 0:00:05]} *", "[55] [5]"},
		{"both, though they disagree", "60", "1. e4 {[%clk 0:00:50][%emt 0:00:05]} *", "[50] [5]"},
		{"all the time used", "5", "1. e4 {[%emt 0:00:05]} e5 {[%clk 0:00:05]} *", "[0 5] [5 0]"},
		{"Black begins", "60", `1... e5 {[%emt 0:00:05]} 2. d4 {[%emt 0:00:01]} *`, "[55 59] [5 1]"},
	}
	for _, test := range tests {
		fen := ""
		if strings.HasPrefix(test.moves, "1...") {
			fen = `[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"]`
		}
		g, err := chess.ParsePGN(fmt.Sprintf("[TimeControl %q]%s\n\n%s", test.control, fen, test.moves))
		if err != nil {
			t.Fatal(err)
		}
		control, err := timecontrol.Parse(g.Tag("TimeControl"))
		if err != nil {
			t.Fatal(err)
		}
		clocks := map[chess.Color]*timecontrol.RecordClock{chess.White: control.RecordClock(), chess.Black: control.RecordClock()}
		var left, used []int
		for n := range g.MainLine() {
			c := n.Info()
			l, u := clocks[n.Position().Turn().Other()].Move(c.Clock, c.Elapsed)
			left, used = append(left, seconds(l)), append(used, seconds(u))
		}
		if got := fmt.Sprint(left, used); got != test.want {
			t.Errorf("%s: the clocks show %s, want %s", test.name, got, test.want)
		}
	}
}

// TestNew checks that what no tag says is an error.
func TestNew(t *testing.T) {
	for name, periods := range map[string][]timecontrol.Period{
		"negative time":      {{Time: -time.Second}},
		"negative increment": {{Time: time.Minute, Increment: -time.Millisecond}},
		"negative moves":     {{Moves: -40, Time: time.Minute}},
		"after the rest":     {{Time: time.Minute}, {Time: time.Minute}},
		"nine periods":       slices.Repeat([]timecontrol.Period{{Moves: 40, Time: time.Minute}}, 9),
	} {
		control, err := timecontrol.New(periods...)
		var parsing *timecontrol.ParseError
		if !errors.As(err, &parsing) || control != (timecontrol.Control{}) {
			t.Errorf("%s: New(%v) = %v, %v, want a ParseError", name, periods, control, err)
		}
	}
}

// seconds returns the seconds of a time, or -1 for none.
func seconds(d *time.Duration) int {
	if d == nil {
		return -1
	}
	return int(d.Seconds())
}

func TestText(t *testing.T) {
	var control timecontrol.Control
	control.UnmarshalText([]byte("-"))
	if err := control.UnmarshalText([]byte("x")); err == nil || !control.IsUntimed() {
		t.Errorf("UnmarshalText(x) = %v, %v, want an error and no change", control, err)
	}
	if err := control.UnmarshalText([]byte("40/60")); err != nil || control.IsUntimed() {
		t.Errorf("UnmarshalText(40/60) = %v, %v", control, err)
	}
	if text, err := control.MarshalText(); string(text) != "40/60" || err != nil {
		t.Errorf("MarshalText() = %q, %v", text, err)
	}
}
