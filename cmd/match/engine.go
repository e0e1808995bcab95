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
		err = p.control.Set(value)
	case "movetime":
		p.control.clock = clock{}
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
	e, err := uci.StartCommand(m.logged(ctx, p.name), cmd)
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

// A control says how long an engine may think: by a clock, for each move, or by what it searches.
type control struct {
	clock
	moveTime time.Duration
	nodes    int64
	depth    int
}

func (c control) String() string {
	return fmt.Sprintf("tc=%v movetime=%v nodes=%d depth=%d", c.clock, c.moveTime, c.nodes, c.depth)
}

// A clock is a time control.
type clock struct {
	moves           int           // in which the time must last, or 0 for the rest of the game
	base, increment time.Duration // base is 0 without a clock
}

// String describes c in the form of the tag TimeControl, such as "40/10+0.1", or "-" without a clock.
func (c clock) String() string {
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

// Set parses moves/time+increment, such as "40/10+0.1", "1:30+1", and "60". Times are in seconds, or in minutes and
// seconds. It sets no other limit but the clock.
func (c *control) Set(text string) (err error) {
	*c = control{nodes: c.nodes, depth: c.depth}
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
