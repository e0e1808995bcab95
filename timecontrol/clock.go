package timecontrol

import (
	"time"

	"github.com/shakki/chess/internal/jsonform"
)

// A Clock is the clock of one player in a game that is played. [Control.Clock] returns one. A program
// calls [Clock.Start] and [Clock.Press] as the player does, or [Clock.Move] if it measures the time
// itself. A Clock is a value: a copy is an independent clock, and clocks can be compared with ==. The
// zero Clock has no time that could run out.
type Clock struct {
	// Delay is how long the clock waits in each move before the time runs. A [Control] has no delay,
	// because the tag of PGN has no form for it.
	Delay time.Duration

	control Control
	left    time.Duration // when the clock was last started or stopped
	moves   int           // that the player has made
	since   time.Time     // when the time began to run, or zero if it stands still
}

// Clock returns the clock of a player before the first move, which stands still.
func (t Control) Clock() Clock {
	_, _, left := t.period(0)
	return Clock{control: t, left: left}
}

// Set sets the time left and the number of moves that the player has made, as after an adjournment or
// a restart.
func (c *Clock) Set(left time.Duration, moves int) { c.left, c.moves = max(left, 0), max(moves, 0) }

// Add adds time, as an arbiter may, or takes it away if d is negative.
func (c *Clock) Add(d time.Duration) { c.left = max(addTime(c.left, d, 1), 0) }

// Start lets the time run. It does nothing if the time runs already.
func (c *Clock) Start(now time.Time) {
	if c.since.IsZero() {
		c.since = now
	}
}

// Stop stops the clock in the middle of a move and returns how much time has run.
func (c *Clock) Stop(now time.Time) (used time.Duration) { return c.halt(now, c.spend) }

// Press stops the clock at the end of a move and adds what the player gains for it. It returns how
// much time has run, which is the gain of the opponent in an hourglass. Press does nothing if the
// clock stands still.
func (c *Clock) Press(now time.Time) (used time.Duration) { return c.halt(now, c.Move) }

// halt stops the clock if it runs, and returns what spend makes of the time since it was started.
func (c *Clock) halt(now time.Time, spend func(time.Duration) time.Duration) (used time.Duration) {
	if c.since.IsZero() {
		return 0
	}
	used = spend(now.Sub(c.since))
	c.since = time.Time{}
	return used
}

// Move counts a move that took the given time, and what the player gains for it. It returns how much
// of the time has run. If more was used than was left, only the gain is left.
func (c *Clock) Move(took time.Duration) (used time.Duration) {
	used = c.spend(took)
	_, _, before := c.control.period(c.moves)
	c.moves++
	_, _, now := c.control.period(c.moves)
	c.Add(now - before)
	return used
}

// spend takes the time used from what is left.
func (c *Clock) spend(took time.Duration) (used time.Duration) {
	if c.control.count == 0 {
		return 0
	}
	used = min(max(took-c.Delay, 0), c.left)
	c.left -= used
	return used
}

// A Reading is what a [Clock] shows.
type Reading struct {
	Left      time.Duration `json:"left"`                // the time left, or 0 if the flag has fallen
	Increment time.Duration `json:"increment,omitzero"`  // what the player gains with the next move
	MovesToGo int           `json:"movesToGo,omitempty"` // the player's moves until more time is added, or 0 if Left is for the rest of the game
	Running   bool          `json:"running,omitempty"`   // the time runs
}

// MarshalJSON returns an object with the fields. Times are numbers of seconds.
func (r Reading) MarshalJSON() ([]byte, error) { return jsonform.Marshal(&r) }

// UnmarshalJSON reads the form that MarshalJSON writes.
func (r *Reading) UnmarshalJSON(text []byte) error { return jsonform.Unmarshal(text, r) }

// Read returns what the clock shows. If the time control is unknown or without clocks, ok is false.
func (c Clock) Read(now time.Time) (r Reading, ok bool) {
	r.Running = !c.since.IsZero()
	c.Stop(now) // of the copy
	p, toGo, _ := c.control.period(c.moves)
	r.Left, r.Increment, r.MovesToGo = c.left, p.Increment, toGo
	return r, c.control.count > 0
}

// FlagFalls returns the time after which the flag falls if the player does not move. It is 0 or less
// if the flag has fallen. If the clock stands still, or has no time that could run out, ok is false.
func (c Clock) FlagFalls(now time.Time) (after time.Duration, ok bool) {
	if c.since.IsZero() || c.control.count == 0 {
		return 0, false
	}
	return addTime(c.left, c.Delay, 1) - now.Sub(c.since), true
}

// period returns the period in which the player makes the next move after the given number of moves, how
// many moves are left in it, or 0 if it is for the rest of the game, and all time that has been granted by
// then.
func (t *Control) period(moves int) (p Period, toGo int, granted time.Duration) {
	for i := range int(t.count) {
		p = t.periods[i]
		granted = addTime(granted, p.Time, 1)
		switch isLast := i == int(t.count)-1; {
		case p.Moves == 0:
			return p, 0, addTime(granted, p.Increment, moves)
		case isLast || moves < p.Moves:
			granted = addTime(granted, p.Time, moves/p.Moves)
			return p, p.Moves - moves%p.Moves, addTime(granted, p.Increment, moves)
		}
		granted = addTime(granted, p.Increment, p.Moves)
		moves -= p.Moves
	}
	return p, 0, 0
}
