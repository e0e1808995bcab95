package timecontrol_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess/timecontrol"
)

const s = time.Second

// start is when the games of the tests begin.
var start = time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)

// TestClock checks what a clock shows after moves that take the given numbers of seconds: the time left,
// the increment, and the moves to go.
func TestClock(t *testing.T) {
	for _, tt := range []struct{ name, control, moves, want string }{
		{"no move", "300", "", "300 0 0"},
		{"no increment", "300", "10 20", "270 0 0"},
		{"increment", "180+2", "1 5", "178 2 0"},
		{"the first of two periods", "3/60:30", "10 10", "40 0 1"},
		{"the second of two periods", "3/60:30", "10 10 10", "60 0 0"},
		{"and after that", "3/60:30", "10 10 10 60", "0 0 0"},
		{"a period that repeats", "2/60", "10 10", "100 0 2"},
		{"and repeats again", "2/60", "10 10 10 10", "140 0 2"},
		{"an increment of each period", "1/60+1:1/30+2:10+3", "", "60 1 1"},
		{"the second increment", "1/60+1:1/30+2:10+3", "1", "90 2 1"},
		{"the third increment", "1/60+1:1/30+2:10+3", "1 2", "100 3 0"},
		{"the last move in time", "2/60+5", "0 60", "70 5 2"},
		{"a move that is too slow", "60+5", "61", "5 5 0"},
		{"hourglass", "*60", "10", "50 0 0"},
		{"eight periods", strings.Repeat("1/1:", 7) + "1", strings.Repeat("0 ", 9), "8 0 0"},
		{"a gain beyond all bounds", "1/1000000000+1000000000", strings.Repeat("0 ", 20), fmt.Sprint(math.MaxInt64/int64(s), " 1000000000 1")},
		{"unknown", "?", "1 2", "none"},
		{"untimed", "-", "1 2", "none"},
	} {
		control, err := timecontrol.Parse(tt.control)
		if err != nil {
			t.Fatal(err)
		}
		measured, pressed, now := control.Clock(), control.Clock(), start
		for word := range strings.FieldsSeq(tt.moves) {
			var seconds int
			fmt.Sscan(word, &seconds)
			took := time.Duration(seconds) * s
			used := measured.Move(took)
			pressed.Start(now)
			now = now.Add(took)
			if again := pressed.Press(now); again != used {
				t.Errorf("%s: a move of %v uses %v if it is measured, and %v if the clock is pressed", tt.name, took, used, again)
			}
			now = now.Add(time.Minute) // of the opponent
		}
		for how, clock := range map[string]timecontrol.Clock{"measured": measured, "pressed": pressed} {
			r, ok := clock.Read(now)
			got := fmt.Sprint(int64(r.Left/s), " ", int64(r.Increment/s), " ", r.MovesToGo)
			if !ok {
				got = "none"
			}
			if got != tt.want || r.Running {
				t.Errorf("%s (%s): %s %v, want %s", tt.name, how, got, r.Running, tt.want)
			}
		}
	}
}

// TestClockAgainstGranted checks that a clock and [timecontrol.Control.Granted] count alike, as long as
// nothing is exceeded.
func TestClockAgainstGranted(t *testing.T) {
	for _, text := range []string{"300", "180+2", "40/60+1:30+2", "40/60", "2/5+1:3/6", "1/9:1/8:1/7+3", "7/100:20"} {
		control, _ := timecontrol.Parse(text)
		clock := control.Clock()
		var used time.Duration
		for moves := range 100 {
			r, _ := clock.Read(start)
			if granted, _ := control.Granted(moves); r.Left != granted-used {
				t.Errorf("%s: %v after %d moves, want %v", text, r.Left, moves, granted-used)
			}
			used += clock.Move(r.Left / 3)
		}
	}
}

// TestRunningClock checks a clock while it runs, is stopped, waits, and is set.
func TestRunningClock(t *testing.T) {
	control, _ := timecontrol.Parse("2/60+5:30")
	c := control.Clock()
	c.Delay = 3 * s
	check := func(when string, at time.Duration, left time.Duration, falls string) {
		t.Helper()
		r, _ := c.Read(start.Add(at))
		after, runs := c.FlagFalls(start.Add(at))
		if got := fmt.Sprint(after, " ", runs); r.Left != left || got != falls || r.Running != runs {
			t.Errorf("%s: %v left, the flag falls after %s, want %v and %s", when, r.Left, got, left, falls)
		}
	}
	check("before the start", 0, 60*s, "0s false")
	if c.Stop(start) != 0 || c.Press(start) != 0 {
		t.Error("a clock that stands still has run")
	}
	c.Start(start)
	check("within the delay", 2*s, 60*s, "1m1s true")
	check("after the delay", 10*s, 53*s, "53s true")
	c.Start(start.Add(5 * s)) // runs already
	check("after another start", 10*s, 53*s, "53s true")
	check("with a clock set back", -time.Hour, 60*s, "1h1m3s true")
	check("at the flag", 63*s, 0, "0s true")
	check("after the flag", 70*s, 0, "-7s true")
	stopped := c
	if used := stopped.Stop(start.Add(10 * s)); used != 7*s || stopped == c {
		t.Errorf("stopped after %v, want 7s", used)
	}
	if r, ok := stopped.Read(start.Add(time.Hour)); !ok || r != (timecontrol.Reading{Left: 53 * s, Increment: 5 * s, MovesToGo: 2}) {
		t.Errorf("a clock that was stopped shows %+v", r)
	}
	if used := c.Press(start.Add(70 * s)); used != 60*s {
		t.Errorf("used %v, want all of the time", used)
	}
	check("after the move", 80*s, 5*s, "0s false")
	c.Add(2 * time.Minute)
	c.Add(-time.Hour)
	check("after more was taken than there is", 80*s, 0, "0s false")
	c.Set(7*s, 2)
	if r, _ := c.Read(start); r != (timecontrol.Reading{Left: 7 * s}) {
		t.Errorf("after two moves of 2/60+5:30, %+v, want 7s for the rest of the game", r)
	}
	c.Set(-s, -1)
	if r, _ := c.Read(start); r != (timecontrol.Reading{Increment: 5 * s, MovesToGo: 2}) {
		t.Errorf("set to less than nothing, %+v, want no time and no moves", r)
	}
	var zero timecontrol.Clock
	zero.Start(start)
	if _, ok := zero.FlagFalls(start.Add(time.Hour)); ok || zero.Move(time.Hour) != 0 || zero.Press(start.Add(time.Hour)) != 0 {
		t.Error("the zero Clock can run down")
	}
}
