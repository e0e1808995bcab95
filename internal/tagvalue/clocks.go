package tagvalue

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/shakki/chess/internal/abridge"
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

// Remarks are what the comments of a main line say. Of the clocks, they keep those that can be wrong
// and the first one of each player.
type Remarks struct {
	tag     string // the value of the TimeControl tag
	control timecontrol.Control
	most    time.Duration // no clock is wrong that shows at most this
	low     uint64        // most in the usual form: the bytes of " 0:10:00", the first in the highest bits
	isExact bool          // a clock never rises, and at 0:00:00 no time is left
	first   [2]Clock      // of Black and White
	latest  [2]Clock      // of these, in records that are exact
	spent   [2]Clock      // what the moves of a player have taken, as the command emt says
	wrong   Clock         // the first that cannot be right
	why     string        // why it is wrong
	clocks  []Clock       // those that show more
	last    []byte        // the last comment
	plies   int           // before it
	place   pgntext.Place
}

// Begin begins another game with the given tags. On lichess.org, players give each other time, and
// clocks are shown without the fractions of a second.
func (r *Remarks) Begin(tags Tags) {
	control, site := tags.Get("TimeControl").Value, tags.Get("Site").Value
	r.first, r.clocks, r.last = [2]Clock{}, r.clocks[:0], r.last[:0]
	r.latest, r.spent, r.why, r.isExact = [2]Clock{}, [2]Clock{}, "", !strings.Contains(site, "lichess.org")
	if control == r.tag && r.low != 0 {
		return
	}
	r.tag, r.control, r.most = control, ParseTimeControl(control), math.MaxInt64
	if _, isTimed := r.control.Granted(1 << 20); isTimed {
		start, _ := r.control.Granted(0)
		r.most = start + clockMargin
	}
	r.low = binary.BigEndian.Uint64([]byte(" " + ClockText(min(r.most, 10*time.Hour-time.Second).Truncate(time.Second))))
}

// clockCommand is the start of a command with a clock.
const clockCommand = "[%clk "

// Add adds a comment after the given number of plies.
func (r *Remarks) Add(comment []byte, plies int, place pgntext.Place) {
	known := r.first[plies%2].Plies > 0
	if known && len(comment) <= len(" "+usualClock+" ") && r.isLow(bytes.TrimPrefix(comment, []byte(" "))) {
		r.last = r.last[:0] // nothing but a clock
		return
	}
	r.last, r.plies, r.place = append(r.last[:0], comment...), plies, place
	if plies == 0 || r.most == math.MaxInt64 {
		return
	}
	if taken, ok := timeIn(comment, "[%emt "); ok {
		r.spend(Clock{plies, taken, place})
	}
	start := bytes.Index(comment, []byte(clockCommand))
	if start < 0 || known && r.isLow(comment[start:]) {
		return
	}
	left, ok := timeIn(comment[start:], clockCommand)
	if !ok {
		return
	}
	c := Clock{plies, left, place}
	r.compare(c)
	if first := &r.first[plies%2]; first.Plies == 0 {
		*first = c
	}
	if left > r.most {
		r.clocks = append(r.clocks, c)
	}
}

// timeIn returns the time in the first command of a comment that begins with the given text.
func timeIn(comment []byte, command string) (t time.Duration, ok bool) {
	_, text, ok := bytes.Cut(comment, []byte(command))
	if !ok {
		return 0, false
	}
	text, _, _ = bytes.Cut(text, []byte("]"))
	return ParseClock(string(bytes.TrimSpace(text)))
}

// compare compares a clock of an exact record with the one before it.
func (r *Remarks) compare(c Clock) {
	if !r.isExact {
		return
	}
	latest := &r.latest[c.Plies%2]
	start, _ := r.control.Granted(0)
	all, _ := r.control.Granted(1 << 20)
	if latest.Plies > 0 && c.Left > latest.Left && start == all {
		r.blame(c, fmt.Sprintf("the clock rises to %s, and the time control %q adds no time", ClockText(c.Left), r.shownTag()))
	}
	if latest.Left > 0 || latest.Plies == 0 { // otherwise the first of those without time is kept
		*latest = c
	}
}

// spend adds what a move has taken.
func (r *Remarks) spend(c Clock) {
	total := &r.spent[c.Plies%2]
	*total = Clock{c.Plies, total.Left + c.Left, c.Place}
	if excess(r.control, *total) > clockMargin {
		r.blame(*total, fmt.Sprintf("the moves have taken %s, more than the time control %q can give", ClockText(total.Left), r.shownTag()))
	}
}

// blame notes why a clock is wrong, if none before it is.
func (r *Remarks) blame(c Clock, why string) {
	if r.why == "" {
		r.wrong, r.why = c, why
	}
}

// shownTag returns the value of the TimeControl tag as messages show it.
func (r *Remarks) shownTag() string { return abridge.Text(r.tag, 120) }

// usualClock is a clock in the usual form.
const usualClock = clockCommand + "0:00:00]"

// isLow reports quickly whether text begins with a clock in the usual form that is not too high.
func (r *Remarks) isLow(text []byte) bool {
	return !r.isExact && len(text) >= len(usualClock) && string(text[:len(clockCommand)]) == clockCommand &&
		text[7] == ':' && text[8] < '6' && text[10] == ':' && text[11] < '6' && text[13] == ']' &&
		binary.BigEndian.Uint64(text[5:]) <= r.low
}

// Last returns the comment after the given number of plies, without its commands, and what it says
// about the end of the game.
func (r *Remarks) Last(plies int, white, black string) (text string, said ending.Ending, place pgntext.Place) {
	const longest = 1000 // of a comment that a program writes, in bytes
	if len(r.last) == 0 || r.plies != plies || plies == 0 || len(r.last) > longest {
		return "", ending.Ending{Reason: ending.None, Fits: ending.Any}, place
	}
	kept := pgntext.OmitCommands(r.last, func(string, string) bool { return true })
	text = strings.TrimSpace(string(kept))
	return text, ending.ReadComment(text, white, black), r.place
}

// clockMargin is the time that players and arbiters may add to a clock.
const clockMargin = 5 * time.Minute

// WrongClock returns the first clock that cannot be right in a game of so many plies and why, such as
// one that shows more than the time control can give. If there is none, why is "". In a simultaneous
// exhibition, as the Event tag may say, the time control of the tag need not be that of both players.
func (r *Remarks) WrongClock(event string, plies int) (c Clock, why string) {
	for _, c := range r.latest {
		if c.Plies > 0 && c.Left == 0 && c.Plies+2 <= plies {
			r.blame(c, "play goes on after the clock has shown 0:00:00")
		}
	}
	if c, ok := r.tooMuch(); ok {
		r.blame(c, fmt.Sprintf("the clock shows %s, more than the time control %q can give", ClockText(c.Left), r.shownTag()))
	}
	if r.why != "" && strings.Contains(strings.ToLower(event), "simul") {
		return c, ""
	}
	return r.wrong, r.why
}

// tooMuch returns the first clock that shows more than the time control can give.
func (r *Remarks) tooMuch() (c Clock, ok bool) {
	if len(r.clocks) == 0 {
		return c, false
	}
	t, c := r.control, r.clocks[0]
	if m := inMinutes(t); r.isFirst(c) && excess(t, c) > clockMargin && excess(m, c) <= 0 {
		t = m
	}
	for _, c = range r.clocks {
		if excess(t, c) > r.headStart(t, c.Plies%2)+clockMargin {
			return c, true
		}
	}
	return Clock{}, false
}

// isFirst reports whether no clock of the record precedes c.
func (r *Remarks) isFirst(c Clock) bool {
	other := r.first[1-c.Plies%2].Plies
	return c == r.first[c.Plies%2] && (other == 0 || c.Plies < other)
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
func (r *Remarks) headStart(t timecontrol.Control, side int) time.Duration {
	c, other := r.first[side], r.first[1-side]
	more := c.Left - t.Periods()[0].Time
	isHost := more%(5*time.Minute) == 0 && more <= 3*time.Hour
	if isHost && excess(t, c) > clockMargin && other.Plies > 0 && excess(t, other) <= 0 {
		return more
	}
	return 0
}
