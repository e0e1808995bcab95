package timecontrol

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/jsonform"
)

// A Control says how much time the players have, as the tag TimeControl does (PGN standard 9.6.1).
// Controls can be compared with ==. The zero Control is an unknown one.
type Control struct {
	untimed bool
	count   uint8 // of the periods
	periods [maxPeriods]Period
}

// maxPeriods is the largest number of periods of a time control. Those of tournaments have three.
const maxPeriods = 8

// A Period is a part of the time for a game. Time that is left at its end is kept.
type Period struct {
	Moves     int           `json:"moves,omitempty"`     // the moves of each player in the period, or 0 for the rest of the game
	Time      time.Duration `json:"time,omitzero"`       // added at the start of the period
	Increment time.Duration `json:"increment,omitzero"`  // added after each move
	Hourglass bool          `json:"hourglass,omitempty"` // the time that a player uses is added to that of the opponent
}

// MarshalJSON returns an object with the fields. Times are numbers of seconds.
func (p Period) MarshalJSON() ([]byte, error) { return jsonform.Marshal(&p) }

// UnmarshalJSON reads the form that MarshalJSON writes.
func (p *Period) UnmarshalJSON(text []byte) error { return jsonform.Unmarshal(text, p) }

// New returns the time control with the given periods, or the unknown one if there are none. The
// error is a [*ParseError] if no tag can express them: if a number is negative or too large, if a period
// follows one that lasts for the rest of the game, or if there are more than eight.
func New(periods ...Period) (Control, error) { return Parse(text(periods)) }

// Periods returns the periods of both players in their order. If the last has a number of moves, it
// repeats. There are none if the time control is unknown or without clocks.
func (t Control) Periods() []Period { return slices.Clone(t.periods[:t.count]) }

// IsUntimed reports whether the game is played without clocks.
func (t Control) IsUntimed() bool { return t.untimed }

// A ParseError reports text that is not a time control.
type ParseError struct {
	Text string `json:"input"` // the text given
}

// Error returns a sentence such as: "40/" is not a valid time control.
func (e *ParseError) Error() string {
	return fmt.Sprintf("%q is not a valid time control", abridge.Text(e.Text, 120))
}

// maxPeriod is the longest time in a text: more than 30 years.
const maxPeriod = 1e9 * time.Second

// Parse parses the value of a TimeControl tag: "?" or "" for an unknown time control, "-" for a
// game without clocks, or periods separated by colons. A period is "300" for 300 seconds for the
// rest of the game, "40/9000" for 40 moves in 9000 seconds, either of them with an increment as in
// "4500+60", or "*180" for an hourglass. Engines play with fractions of seconds, such as "8+0.08".
// The error is a [*ParseError].
func Parse(s string) (Control, error) {
	var t Control
	switch s {
	case "", "?":
		return t, nil
	case "-":
		return Control{untimed: true}, nil
	}
	for text := range strings.SplitSeq(s, ":") {
		p, ok := parsePeriod(text)
		if !ok || t.count == maxPeriods || t.count > 0 && t.periods[t.count-1].Moves == 0 {
			return Control{}, &ParseError{s}
		}
		t.periods[t.count] = p
		t.count++
	}
	return t, nil
}

// parsePeriod parses one period.
func parsePeriod(s string) (p Period, ok bool) {
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
	p.Time, ok = parseSeconds(s)
	if ok && found {
		p.Increment, ok = parseSeconds(increment)
		if strings.HasSuffix(increment, `"`) && !strings.HasSuffix(s, "'") {
			return p, false // a quotation mark that does not mean seconds
		}
	}
	return p, ok
}

// parseSeconds parses a number of seconds such as "180" or "0.08", or a time such as "90'", "30\"", or
// "3 min", as people write it.
func parseSeconds(s string) (time.Duration, bool) {
	unit := "s"
	for _, u := range [...][2]string{{"'", "m"}, {"min", "m"}, {`"`, "s"}, {"sec", "s"}} {
		if number, ok := strings.CutSuffix(s, u[0]); ok {
			s, unit = strings.TrimSpace(number), u[1]
			break
		}
	}
	if s == "" || s[0] == '.' || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(s + unit)
	return d, err == nil && d <= maxPeriod
}

// String returns the value of the tag in its shortest form, such as "40/5400+30:1800+30", "?" if
// the time control is unknown, or "-" if there are no clocks.
func (t Control) String() string {
	if t.untimed {
		return "-"
	}
	return text(t.periods[:t.count])
}

// text returns the value of a tag with the given periods.
func text(periods []Period) string {
	var texts []string
	for _, p := range periods {
		text := seconds(p.Time)
		if p.Moves != 0 {
			text = fmt.Sprintf("%d/%s", p.Moves, text)
		}
		if p.Hourglass {
			text = "*" + text
		}
		if p.Increment != 0 {
			text += "+" + seconds(p.Increment)
		}
		texts = append(texts, text)
	}
	return cmp.Or(strings.Join(texts, ":"), "?")
}

// seconds returns the form of a time that parseSeconds reads.
func seconds(d time.Duration) string {
	text, _ := jsonform.Seconds(d).MarshalJSON()
	return string(text)
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (t Control) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [Parse]. On error t is unchanged.
func (t *Control) UnmarshalText(text []byte) error {
	control, err := Parse(string(text))
	if err == nil {
		*t = control
	}
	return err
}

// Granted returns the time that a player has been given by the end of the given number of moves:
// the time of the periods that have begun, and an increment for each move. The time left is this
// less the time used. It returns false if the time control is unknown, without clocks, or an
// hourglass.
func (t Control) Granted(moves int) (total time.Duration, ok bool) {
	p, _, total := t.period(moves)
	if t.count == 0 || moves < 0 || p.Hourglass {
		return 0, false
	}
	return total, true
}

// addTime returns total + n*d, or the longest duration if that is larger.
func addTime(total, d time.Duration, n int) time.Duration {
	if d > 0 && time.Duration(n) > (math.MaxInt64-total)/d {
		return math.MaxInt64
	}
	return total + d*time.Duration(n)
}

// A RecordClock is the clock of one player as a game record shows it. [Control.RecordClock] returns
// one. For a game that is played, see [Clock].
type RecordClock struct {
	control Control
	moves   int
	left    *time.Duration // or nil if it is not known
}

// RecordClock returns the clock of a player before the first move of a record.
func (t Control) RecordClock() *RecordClock {
	c := &RecordClock{control: t}
	if left, ok := t.Granted(0); ok {
		c.left = &left
	}
	return c
}

// Move counts a move of the player. The arguments say what a record shows after it: the time left, as
// PGN does with [%clk], and the time used for the move, as with [%emt]. Each is nil if the record
// does not show it. Move returns both times. It computes a missing one from the other, the clock before
// the move, and the time control, or returns nil if it cannot. It cannot compute the time used for the
// first move if there is an increment, because some servers do not add it to that move.
func (c *RecordClock) Move(left, used *time.Duration) (leftAfter, usedBy *time.Duration) {
	granted, timed := c.control.Granted(c.moves)
	c.moves++
	now, _ := c.control.Granted(c.moves)
	switch before := c.left; {
	case !timed || before == nil:
	case left == nil && used != nil:
		left = difference(*before+now-granted, *used)
	case used == nil && left != nil && (c.moves > 1 || now == granted):
		used = difference(*before+now-granted, *left)
	}
	c.left = left
	return left, used
}

// difference returns a - b, or nil if that is negative.
func difference(a, b time.Duration) *time.Duration {
	if a < b {
		return nil
	}
	a -= b
	return &a
}

// MarshalJSON returns an object with the message as "text", the field Text as "input", and the other
// fields.
func (e *ParseError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
