package tagvalue

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/shakki/chess/internal/ending"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/timecontrol"
)

// A Clock is the time on a clock after a move, and where the record says so.
type Clock struct {
	Plies int // the number of plies including the move
	Left  time.Duration
	Place pgntext.Place
}

// Remarks are what the comments of a main line say.
type Remarks struct {
	clocks []Clock
	last   []byte // the last comment
	plies  int    // before it
	place  pgntext.Place
}

// Reset clears r for another game and keeps its memory.
func (r *Remarks) Reset() { *r = Remarks{clocks: r.clocks[:0], last: r.last[:0]} }

// Add adds a comment after the last of so many plies.
func (r *Remarks) Add(comment []byte, plies int, place pgntext.Place) {
	r.last, r.plies, r.place = append(r.last[:0], comment...), plies, place
	if start := bytes.Index(comment, []byte(clockCommand)); start >= 0 && plies > 0 {
		text, _, _ := bytes.Cut(comment[start+len(clockCommand):], []byte("]"))
		if left, ok := ParseClock(string(bytes.TrimSpace(text))); ok {
			r.clocks = append(r.clocks, Clock{plies, left, place})
		}
	}
}

// clockCommand is the start of a command with a clock.
const clockCommand = "[%clk "

// Last returns the comment after the last of so many plies, without its commands, and the results
// that agree with it.
func (r *Remarks) Last(plies int, white, black string) (text string, fits ending.Results, place pgntext.Place) {
	const longest = 1000 // of a comment that a program writes, in bytes
	if r.plies != plies || plies == 0 || len(r.last) > longest {
		return "", ending.Any, place
	}
	kept := pgntext.OmitCommands(r.last, func(string, string) bool { return true })
	text = strings.TrimSpace(string(kept))
	return text, ending.ReadComment(text, white, black), r.place
}

// clockMargin is the time that players and arbiters may add to a clock.
const clockMargin = 5 * time.Minute

// WrongClock returns the first clock that shows more than the time control can give. The time
// control and the event are values of tags. In a simultaneous exhibition, the time control of the
// tag need not be that of both players.
func (r *Remarks) WrongClock(control, event string) (c Clock, ok bool) {
	t, err := timecontrol.Parse(strings.TrimSpace(control))
	_, isTimed := t.Granted(1 << 20)
	least, _ := t.Granted(0)
	isHigh := func(c Clock) bool { return c.Left > least+clockMargin }
	if err != nil || !isTimed || !slices.ContainsFunc(r.clocks, isHigh) || strings.Contains(strings.ToLower(event), "simul") {
		return c, false
	}
	if m := inMinutes(t); excess(t, r.clocks[0]) > clockMargin && excess(m, r.clocks[0]) <= 0 {
		t = m
	}
	extra := headStart(t, r.clocks)
	for _, c := range r.clocks {
		if excess(t, c) > extra[c.Plies%2]+clockMargin {
			return c, true
		}
	}
	return c, false
}

// excess returns how much more a clock shows than t has given by then.
func excess(t timecontrol.Control, c Clock) time.Duration {
	granted, _ := t.Granted((c.Plies + 1) / 2)
	return c.Left - granted
}

// inMinutes returns the time control of a tag that has minutes where seconds belong, as some
// programs write it.
func inMinutes(t timecontrol.Control) timecontrol.Control {
	periods := t.Periods()
	for i := range periods {
		if p := &periods[i]; p.Time <= 180*time.Second {
			p.Time *= 60
		}
	}
	t, _ = timecontrol.New(periods...)
	return t
}

// headStart returns the time that one of the players has more from the start, as the host of a
// simultaneous exhibition may have: a multiple of five minutes, up to three hours.
func headStart(t timecontrol.Control, clocks []Clock) (extra [2]time.Duration) {
	var first [2]Clock
	for i := len(clocks) - 1; i >= 0; i-- {
		first[clocks[i].Plies%2] = clocks[i]
	}
	for side, c := range first {
		more := c.Left - t.Periods()[0].Time
		isHost := more%(5*time.Minute) == 0 && more <= 3*time.Hour
		if other := first[1-side]; isHost && excess(t, c) > clockMargin && other.Plies > 0 && excess(t, other) <= 0 {
			extra[side] = more
		}
	}
	return extra
}
