package tagvalue

import (
	"bytes"
	"encoding/binary"
	"time"

	"github.com/shakki/chess/internal/pgntext"
)

// A Clock is the time on a clock after a move, and where the record says so.
type Clock struct {
	Plies int // the number of plies including the move
	Left  time.Duration
	Place pgntext.Place
	first bool // no clock precedes it
}

// Clocks holds the clocks that show more than the time control can give.
type Clocks struct {
	control TimeControl
	known   bool   // control is set
	seen    bool   // a comment has a clock
	low     uint64 // see lowClocks: no clock up to it is too high
	high    []Clock
}

// Reset clears r for another game and keeps its memory.
func (r *Clocks) Reset() { *r = Clocks{high: r.high[:0]} }

// Add adds the clock in a comment after the last of so many plies if it shows more than the time
// control can give. control is the value of the tag TimeControl.
func (r *Clocks) Add(control string, comment []byte, plies int, place pgntext.Place) {
	if !r.known {
		r.known, r.control = true, ParseTimeControl(control)
		r.low = lowClocks(r.control.Base + clockMargin)
	}
	if r.control.Base == 0 || plies == 0 {
		return
	}
	if _, text, found := bytes.Cut(comment, []byte(clockCommand)); found {
		if left := readClock(text); left > r.control.most(plies) {
			r.high = append(r.high, Clock{plies, left, place, !r.seen})
		}
		r.seen = true
	}
}

// clockCommand is the start of a command with a clock.
const clockCommand = "[%clk "

// IsLow reports quickly whether a comment begins with a clock of the usual form that is not too
// high.
func (r *Clocks) IsLow(comment []byte) bool {
	if len(comment) > 0 && comment[0] == ' ' {
		comment = comment[1:]
	}
	low := len(comment) > len(clockCommand+"0:10:00") && string(comment[:len(clockCommand)]) == clockCommand &&
		comment[7] == ':' && comment[10] == ':' && binary.BigEndian.Uint64(comment[5:]) <= r.low
	r.seen = r.seen || low
	return low
}

// Wrong returns the first clock that shows far more than the time control can give. Some programs
// give the time control in minutes, which the first clock then shows.
func (r *Clocks) Wrong() (c Clock, ok bool) {
	const longest = 180 // minutes
	control, inMinutes := r.control, TimeControl{Base: 60 * r.control.Base, Increment: r.control.Increment}
	for _, c := range r.high {
		if c.first && control.Base <= longest*time.Second && c.Left <= inMinutes.most(c.Plies) {
			control = inMinutes
		}
		if c.Left > control.most(c.Plies) {
			return c, true
		}
	}
	return Clock{}, false
}

// clockMargin is the time that players and arbiters may add to a clock.
const clockMargin = 5 * time.Minute

// most returns the most that a clock may show after so many plies.
func (t TimeControl) most(plies int) time.Duration {
	return t.Base + time.Duration((plies+1)/2)*t.Increment + clockMargin
}

// lowClocks returns the bytes of " 0:10:00" for ten minutes. A clock in this form shows at most
// that time if its bytes are not greater.
func lowClocks(most time.Duration) (low uint64) {
	seconds := min(int(most/time.Second), 9*3600+59*60+59)
	minutes := seconds / 60
	for _, c := range [...]int{' ' - '0', minutes / 60, ':' - '0', minutes % 60 / 10, minutes % 10, ':' - '0', seconds % 60 / 10, seconds % 10} {
		low = low<<8 | uint64('0'+c)
	}
	return low
}

// readClock returns the whole seconds of a clock such as "1:05:00.5]", or 0 if text begins with
// none.
func readClock(text []byte) time.Duration {
	total, n := 0, 0
	for i, c := range text[:min(len(text), len("100000:00:00."))] {
		switch {
		case '0' <= c && c <= '9':
			n = 10*n + int(c-'0')
		case c == ':':
			total, n = 60*(total+n), 0
		case i > 0:
			return time.Duration(total+n) * time.Second
		}
	}
	return 0
}
