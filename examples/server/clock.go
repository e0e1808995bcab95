package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/timecontrol"
)

// A clock is the chess clock of a table. It is a value: a copy is an independent clock.
type clock struct {
	left      [2]time.Duration // the time left to each color when the clock was last started or stopped
	increment time.Duration    // what a player gains with each move
	delay     time.Duration    // how long the clock waits in each move before it runs
	turn      chess.Color      // whose time runs
	since     time.Time        // when it was started; zero if it stands still
}

// setControl sets the tags that newClock reads: TimeControl, such as "300+5" in seconds, and Delay in
// seconds, because PGN has no form for it.
func setControl(g *chess.Game, minutes, seconds int, delay bool) error {
	if minutes < 1 || minutes > 600 || seconds < 0 || seconds > 180 {
		return refusal{http.StatusBadRequest, "a player has 1 to 600 minutes, and 0 to 180 seconds for each move"}
	}
	if delay {
		g.SetTag("Delay", fmt.Sprint(seconds))
		seconds = 0
	}
	control, err := timecontrol.Parse(fmt.Sprintf("%d+%d", 60*minutes, seconds))
	g.SetTag("TimeControl", control.String())
	return err
}

// newClock returns the clock that the tags of a game describe. It stands still. The tags WhiteClock
// and BlackClock have the times that were left when the game was saved, as comments have them:
// "0:04:59.9".
func newClock(g *chess.Game) (c clock, err error) {
	control, err := timecontrol.Parse(g.Tag("TimeControl"))
	period := timecontrol.Period{Time: 5 * time.Minute} // if the tag says nothing
	if periods := control.Periods(); len(periods) > 0 {
		period = periods[0]
	}
	delay, err2 := time.ParseDuration(cmp.Or(g.Tag("Delay"), "0") + "s")
	c.increment, c.delay = period.Increment, delay
	for color := range chess.Color(2) {
		text := cmp.Or(g.Tag(side(color)+"Clock"), clockText(period.Time))
		left := chess.ParseMoveInfo("[%clk " + text + "]").Clock
		if left == nil {
			return c, fmt.Errorf("the tag %sClock is %q, which is not a time", side(color), text)
		}
		c.left[color] = *left
	}
	return c, errors.Join(err, err2)
}

// clockText returns a time as newClock reads it.
func clockText(d time.Duration) string {
	return strings.Trim(chess.MoveInfo{Clock: &d}.String(), "[%clk ]")
}

// isRunning reports whether somebody's time runs.
func (c clock) isRunning() bool { return !c.since.IsZero() }

// fallsIn returns the time after which the flag of the player to move falls.
func (c clock) fallsIn(now time.Time) time.Duration {
	return c.delay + c.left[c.turn] - now.Sub(c.since)
}

// reading returns the time that is left to a color.
func (c clock) reading(color chess.Color, now time.Time) time.Duration {
	if !c.isRunning() || color != c.turn {
		return c.left[color]
	}
	return min(c.left[color], max(c.fallsIn(now), 0))
}

// start starts the time of a color.
func (c *clock) start(turn chess.Color, now time.Time) { c.turn, c.since = turn, now }

// stop stops the clock.
func (c *clock) stop(now time.Time) {
	c.left[c.turn] = c.reading(c.turn, now)
	c.since = time.Time{}
}

// press ends the move of the player whose time runs.
func (c *clock) press(now time.Time) {
	c.stop(now)
	c.left[c.turn] += c.increment
	c.start(c.turn.Other(), now)
}
