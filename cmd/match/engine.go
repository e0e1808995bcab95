package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/uci"
)

// A player is an engine as the command line describes it, such as "stockfish;Hash=64;Skill Level=3;nodes=5000".
type player struct {
	name    string // unique
	command []string
	dir     string
	options [][2]string // names and values
	control control
	hash    string // of the program, so that a match is not continued with another one
}

// parsePlayer parses the description of an engine. What it does not say about the time is in common.
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
		if program, err := os.ReadFile(path); err == nil {
			p.hash = fmt.Sprintf("%x", sha256.Sum256(program))[:12]
		}
	}
	return p, nil
}

// set sets a property, or an option of the engine.
func (p *player) set(name, value string) (err error) {
	switch name {
	case "name":
		p.name = value
	case "dir":
		p.dir = value
	case "tc":
		p.control.moves, p.control.base, p.control.increment, err = parseTimeControl(value)
		p.control.moveTime = 0
	case "movetime":
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
	return fmt.Sprintf("%s %s in %q with %q at %v", strings.Join(p.command, " "), p.hash, p.dir, p.options, p.control)
}

// start starts the engine and sets its options.
func (p *player) start(ctx context.Context, m *match) (*uci.Engine, error) {
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.Dir = p.dir
	e, err := uci.StartCommand(m.log.of(ctx, p.name), cmd)
	if err != nil {
		return nil, err
	}
	e.Setup, e.Grace = m.setup, m.margin+time.Second
	for _, option := range p.options {
		if err := e.SetOption(option[0], option[1]); err != nil {
			e.Close()
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return e, nil
}

// A control says how long an engine may think.
type control struct {
	moves           int // in which the time must last, or 0 for the rest of the game
	base, increment time.Duration
	moveTime        time.Duration // instead of a clock
	nodes           int64
	depth           int
}

// hasClock reports whether the engine has a clock.
func (c control) hasClock() bool { return c.moveTime == 0 && c.base > 0 }

// String describes c: "40/10+0.1", "movetime 1s", "nodes 5000".
func (c control) String() string {
	var parts []string
	switch {
	case c.moveTime > 0:
		parts = append(parts, fmt.Sprint("movetime ", c.moveTime))
	case c.base > 0:
		text := ""
		if c.moves > 0 {
			text = fmt.Sprint(c.moves, "/")
		}
		text += fmt.Sprint(c.base.Seconds())
		if c.increment > 0 {
			text += fmt.Sprint("+", c.increment.Seconds())
		}
		parts = append(parts, text)
	}
	if c.nodes > 0 {
		parts = append(parts, fmt.Sprint("nodes ", c.nodes))
	}
	if c.depth > 0 {
		parts = append(parts, fmt.Sprint("depth ", c.depth))
	}
	return strings.Join(parts, " ")
}

// parseTimeControl parses moves/time+increment, such as "40/10+0.1", "1:30+1", and "60". Times are in seconds, or in
// minutes and seconds.
func parseTimeControl(text string) (moves int, base, increment time.Duration, err error) {
	clock, inc, hasIncrement := strings.Cut(text, "+")
	if before, after, ok := strings.Cut(clock, "/"); ok {
		if moves, err = strconv.Atoi(before); err != nil || moves < 1 {
			return 0, 0, 0, fmt.Errorf("time control %q: %q is not a number of moves", text, before)
		}
		clock = after
	}
	if base, err = parseSeconds(clock); err == nil && hasIncrement {
		increment, err = parseSeconds(inc)
	}
	if err == nil && base <= 0 {
		err = fmt.Errorf("no time")
	}
	if err != nil {
		return 0, 0, 0, fmt.Errorf("time control %q: %w", text, err)
	}
	return moves, base, increment, nil
}

// parseSeconds parses "90", "1.5", and "1:30".
func parseSeconds(text string) (time.Duration, error) {
	minutes, seconds, ok := strings.Cut(text, ":")
	if !ok {
		minutes, seconds = "0", text
	}
	m, err := strconv.ParseUint(minutes, 10, 16)
	s, failure := strconv.ParseFloat(seconds, 64)
	if err != nil || failure != nil || !(s >= 0 && s < 1e6) {
		return 0, fmt.Errorf("%q is not a time in seconds or minutes:seconds", text)
	}
	return time.Duration(m)*time.Minute + time.Duration(s*float64(time.Second)), nil
}
