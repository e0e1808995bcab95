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

// A clock is the chess clock of a table, by color. It is a value: a copy is an independent clock.
type clock [2]timecontrol.Clock

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
	g.SetTag("TimeControl", strings.TrimSuffix(fmt.Sprintf("%d+%d", 60*minutes, seconds), "+0"))
	return nil
}

// newClock returns the clock that the tags of a game describe. It stands still. The tags WhiteClock
// and BlackClock have the times that were left when the game was saved, as comments have them:
// "0:04:59.9".
func newClock(g *chess.Game) (c clock, err error) {
	control, err := timecontrol.Parse(g.Tag("TimeControl"))
	if len(control.Periods()) == 0 { // the tag says nothing
		control, _ = timecontrol.New(timecontrol.Period{Time: 5 * time.Minute})
	}
	delay, err2 := time.ParseDuration(cmp.Or(g.Tag("Delay"), "0") + "s")
	for color := range chess.Color(2) {
		c[color] = control.Clock()
		c[color].Delay = delay
		if text := g.Tag(side(color) + "Clock"); text != "" {
			left := chess.ParseMoveInfo("[%clk " + text + "]").Clock
			if left == nil {
				return c, fmt.Errorf("the tag %sClock is %q, which is not a time", side(color), text)
			}
			c[color].Set(*left, (g.Plies()+1-int(color))/2)
		}
	}
	return c, errors.Join(err, err2)
}

// reading returns the time that is left to a color.
func (c clock) reading(color chess.Color, now time.Time) time.Duration {
	r, _ := c[color].Read(now)
	return r.Left
}

// follow makes the clock that of a game that has changed since it had a number of plies, and writes the
// times into the game.
func (c *clock) follow(g *chess.Game, plies int, now time.Time) {
	turn, n, isOver := g.Position().Turn(), g.Plies(), g.Outcome().IsOver()
	if n > plies {
		c[turn.Other()].Press(now)
		left := c.reading(turn.Other(), now)
		g.LastNode().SetInfo(chess.MoveInfo{Clock: &left})
	}
	if n != plies {
		g.DeleteTag("Takeback")
	}
	for color := range chess.Color(2) {
		left := c.reading(color, now)
		if n < plies || isOver {
			c[color].Stop(now)
		}
		g.SetTag(side(color)+"Clock", strings.Trim(chess.MoveInfo{Clock: &left}.String(), "[%clk ]"))
	}
	if isFull(g) && !isOver {
		c[turn].Start(now)
	}
}
