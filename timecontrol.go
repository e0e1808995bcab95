package chess

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A TimeControl says how much time the players have, as the tag TimeControl does (PGN standard
// 9.6.1). The zero TimeControl is an unknown one.
type TimeControl struct {
	Untimed bool         // the game is played without clocks
	Periods []TimePeriod // for both players, in their order; if the last has a number of moves, it repeats
}

// A TimePeriod is a part of the time for a game. Time that is left at its end is kept.
type TimePeriod struct {
	Moves     int           // the moves of each player in the period, or 0 for the rest of the game
	Time      time.Duration // added at the start of the period
	Increment time.Duration // added after each move
	Hourglass bool          // the time that a player uses is added to that of the opponent
}

// maxPeriod is the longest time in a text: more than 30 years.
const maxPeriod = 1e9 * time.Second

// ParseTimeControl parses the value of a TimeControl tag: "?" or "" for an unknown time control, "-"
// for a game without clocks, or periods separated by colons. A period is "300" for 300 seconds for
// the rest of the game, "40/9000" for 40 moves in 9000 seconds, either of them with an increment as
// in "4500+60", or "*180" for an hourglass. Engines play with fractions of seconds, such as
// "8+0.08". The error is a [*ParseError].
func ParseTimeControl(s string) (TimeControl, error) {
	var t TimeControl
	switch s {
	case "", "?":
		return t, nil
	case "-":
		return TimeControl{Untimed: true}, nil
	}
	for text := range strings.SplitSeq(s, ":") {
		p, ok := parsePeriod(text)
		if last := len(t.Periods) - 1; !ok || last >= 0 && t.Periods[last].Moves == 0 {
			return TimeControl{}, &ParseError{"time control", s}
		}
		t.Periods = append(t.Periods, p)
	}
	return t, nil
}

// parsePeriod parses one period.
func parsePeriod(s string) (p TimePeriod, ok bool) {
	if s, p.Hourglass = strings.CutPrefix(s, "*"); p.Hourglass {
		p.Time, ok = parseSeconds(s)
		return p, ok
	}
	if moves, rest, found := strings.Cut(s, "/"); found {
		n, err := strconv.ParseUint(moves, 10, 16)
		if err != nil || n == 0 {
			return p, false
		}
		p.Moves, s = int(n), rest
	}
	s, increment, found := strings.Cut(s, "+")
	if found {
		if p.Increment, ok = parseSeconds(increment); !ok {
			return p, false
		}
	}
	p.Time, ok = parseSeconds(s)
	return p, ok
}

// parseSeconds parses a number of seconds such as "180" or "0.08".
func parseSeconds(s string) (time.Duration, bool) {
	if s == "" || s[0] == '.' || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(s + "s")
	return d, err == nil && d <= maxPeriod
}

// String returns the value of the tag in its shortest form, such as "40/5400+30:1800+30", "?" if the
// time control is unknown, or "-" if there are no clocks.
func (t TimeControl) String() string {
	switch {
	case t.Untimed:
		return "-"
	case len(t.Periods) == 0:
		return "?"
	}
	var b []byte
	for i, p := range t.Periods {
		if i > 0 {
			b = append(b, ':')
		}
		if p.Hourglass {
			b = append(b, '*')
		}
		if p.Moves > 0 {
			b = append(strconv.AppendInt(b, int64(p.Moves), 10), '/')
		}
		b = appendSeconds(b, p.Time)
		if p.Increment > 0 {
			b = appendSeconds(append(b, '+'), p.Increment)
		}
	}
	return string(b)
}

// appendSeconds appends the form that parseSeconds reads.
func appendSeconds(b []byte, d time.Duration) []byte {
	b = strconv.AppendInt(b, int64(d/time.Second), 10)
	if d %= time.Second; d > 0 {
		b = append(b, strings.TrimRight(fmt.Sprintf(".%09d", d), "0")...)
	}
	return b
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (t TimeControl) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseTimeControl].
func (t *TimeControl) UnmarshalText(text []byte) error { return unmarshal(t, text, ParseTimeControl) }

// Granted returns the time that a player has been given by the end of the given number of moves: the
// time of the periods that have begun, and an increment for each move. The time left is this less
// the time used. It returns false if the time control is unknown, without clocks, or an hourglass.
func (t TimeControl) Granted(moves int) (total time.Duration, ok bool) {
	if len(t.Periods) == 0 || moves < 0 {
		return 0, false
	}
	for i, p := range t.Periods {
		times := 1
		switch {
		case p.Hourglass:
			return 0, false
		case p.Moves <= 0 || moves < p.Moves:
			return addTime(addTime(total, p.Time, 1), p.Increment, moves), true
		case i == len(t.Periods)-1:
			times = moves / p.Moves
		}
		total = addTime(addTime(total, p.Time, times), p.Increment, times*p.Moves)
		moves -= times * p.Moves
	}
	p := t.Periods[len(t.Periods)-1]
	return addTime(addTime(total, p.Time, 1), p.Increment, moves), true
}

// addTime returns total + n*d, or the longest duration if that is larger.
func addTime(total, d time.Duration, n int) time.Duration {
	if d > 0 && time.Duration(n) > (math.MaxInt64-total)/d {
		return math.MaxInt64
	}
	return total + d*time.Duration(n)
}

// Clocks returns, for each ply of the main line, the time left to the player who moved, and the time
// that the player used for the move, or -1 where it is not known. The comments say it with the
// commands [%clk] and [%emt]. Where a comment has one of them, the other follows from the tag
// TimeControl and the player's previous move. The time used for a player's first move does not
// follow if there is an increment, because some servers do not add it to that move.
func (g *Game) Clocks() (left, used []time.Duration) {
	control, _ := ParseTimeControl(g.Tag("TimeControl"))
	left, used = []time.Duration{}, []time.Duration{}
	start, timed := control.Granted(0)
	if !timed {
		start = -1
	}
	before := [2]time.Duration{start, start}
	var moves [2]int
	for n := range g.MainLine() {
		c := g.line[len(left)].Turn()
		granted, _ := control.Granted(moves[c])
		moves[c]++
		now, _ := control.Granted(moves[c])
		clock, elapsed := n.clock(before[c], now-granted, moves[c] == 1 && now > granted)
		left, used = append(left, clock), append(used, elapsed)
		if before[c] = clock; !timed {
			before[c] = -1
		}
	}
	return left, used
}

// clock returns what [Game.Clocks] does for n, where the player has had the time before, or -1, and is
// given the time added. If first is set, it is not certain that it is given.
func (n Node) clock(before, added time.Duration, first bool) (left, used time.Duration) {
	c := n.Commands()
	left, used = -1, -1
	if c.Clock != nil {
		left = *c.Clock
	}
	if c.Elapsed != nil {
		used = *c.Elapsed
	}
	switch {
	case before < 0:
	case left < 0 && used >= 0:
		left = max(-1, before+added-used)
	case used < 0 && left >= 0 && !first:
		used = max(-1, before+added-left)
	}
	return left, used
}
