package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/uci"
)

// A player is an engine as the command line describes it, such as "stockfish;Hash=64;Skill
// Level=3;nodes=5000".
type player struct {
	name    string // unique
	command []string
	options [][2]string // names and values
	control control
	hash    string // of the program, so that a match is not continued with another one
}

// parsePlayer parses the description of an engine. What it does not say about the time is in
// common.
func parsePlayer(text string, common control) (*player, error) {
	parts := strings.Split(text, ";")
	p := &player{name: text, command: strings.Fields(parts[0]), control: common}
	if len(p.command) == 0 {
		return nil, fmt.Errorf("engine %q: no command", text)
	}
	for _, part := range parts[1:] {
		name, value, _ := strings.Cut(part, "=")
		if err := p.set(strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("engine %q: %s: %w", text, name, err)
		}
	}
	if path, err := exec.LookPath(p.command[0]); err == nil {
		p.hash = hashOf(path)
	}
	return p, nil
}

// set sets a property, or an option of the engine.
func (p *player) set(name, value string) (err error) {
	switch name {
	case "name":
		p.name = value
	case "tc":
		p.control.moveTime, err = 0, p.control.Set(value)
	case "movetime":
		p.control.base = 0
		p.control.moveTime, err = time.ParseDuration(value)
	case "nodes":
		p.control.nodes, err = strconv.ParseInt(value, 10, 64)
	case "depth":
		p.control.depth, err = strconv.Atoi(value)
	default:
		p.options = append(p.options, [2]string{name, value})
	}
	return err
}

// String describes the engine and its conditions, for the comparison of matches.
func (p *player) String() string {
	c := p.control
	return fmt.Sprintf("%s %s options=%q tc=%v movetime=%v nodes=%d depth=%d",
		strings.Join(p.command, " "), p.hash, p.options, c, c.moveTime, c.nodes, c.depth)
}

// start starts the engine, sets its options, and waits until it is ready.
func (p *player) start(ctx context.Context, m *match) (*uci.Engine, error) {
	if m.log != nil {
		ctx = uci.WithLog(ctx, func(kind uci.LogKind, line string) { m.log.Printf("%s %v: %s", p.name, kind, line) })
	}
	e, err := uci.Start(ctx, p.command[0], p.command[1:]...)
	if err != nil {
		return nil, err
	}
	e.Setup, e.Grace = m.setup, m.margin+time.Second
	for _, option := range p.options {
		err = errors.Join(err, e.SetOption(option[0], option[1]))
	}
	if err = errors.Join(err, e.NewGame(ctx)); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// A control says how long an engine may think. A field that is 0 sets no limit.
type control struct {
	moves           int // in which the time must last
	base, increment time.Duration
	moveTime        time.Duration
	nodes           int64
	depth           int
}

// String returns the clock in the form of the tag TimeControl, such as "40/10+0.1", or "-" without
// a clock.
func (c control) String() string {
	if c.base == 0 {
		return "-"
	}
	text := fmt.Sprint(c.base.Seconds())
	if c.moves > 0 {
		text = fmt.Sprint(c.moves, "/", text)
	}
	if c.increment > 0 {
		text += fmt.Sprint("+", c.increment.Seconds())
	}
	return text
}

// Set parses a clock such as "40/10+0.1", "1:30+1", and "60". Times are in seconds, or in minutes
// and seconds.
func (c *control) Set(text string) (err error) {
	c.moves, c.increment = 0, 0
	base, increment, hasIncrement := strings.Cut(text, "+")
	if moves, after, ok := strings.Cut(base, "/"); ok {
		if c.moves, err = strconv.Atoi(moves); err != nil || c.moves < 1 {
			return fmt.Errorf("%q is not a number of moves", moves)
		}
		base = after
	}
	if c.base, err = parseSeconds(base); err == nil && hasIncrement {
		c.increment, err = parseSeconds(increment)
	}
	if err == nil && c.base <= 0 {
		err = fmt.Errorf("%q has no time", text)
	}
	return err
}

// parseSeconds parses "90", "1.5", and "1:30".
func parseSeconds(text string) (time.Duration, error) {
	d, err := time.ParseDuration(strings.Replace(text, ":", "m", 1) + "s")
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is not a time in seconds or minutes:seconds", text)
	}
	return d, nil
}
