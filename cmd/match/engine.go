package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/internal/tagvalue"
	"github.com/shakki/chess/timecontrol"
	"github.com/shakki/chess/uci"
)

// A player is an engine as the command line describes it, such as "stockfish;Hash=64;Skill
// Level=3;nodes=5000".
type player struct {
	name    string // unique
	command []string
	dir     string      // the folder in which it runs, or "" for the current one
	options [][2]string // names and values
	control control
	margin  seconds // how far a move may exceed its time
	restart bool    // it is started for every game
	ponder  bool    // it thinks while the opponent does
	stderr  string  // the file for what it prints on standard error, or ""
	hash    string  // of what runs, so that a match is not continued with another engine
}

// define defines the properties that can be set for all engines and for one.
func (p *player) define(f *flag.FlagSet) {
	f.Func("tc", "the clock, `[MOVES/]TIME[+INCREMENT]` or inf for none, such as 40/10+0.1; without any limit it is 60", p.control.setClock)
	f.Func("movetime", "the `time` for each move, instead of a clock", p.control.setMoveTime)
	f.Uint64Var(&p.control.nodes, "nodes", p.control.nodes, "the number of nodes for each move")
	f.UintVar(&p.control.depth, "depth", p.control.depth, "the depth of each search in plies")
	f.Var(&p.margin, "margin", "how far a move may exceed its `time`")
	f.StringVar(&p.dir, "dir", p.dir, "the `folder` in which an engine runs")
	f.StringVar(&p.stderr, "stderr", p.stderr, "add what an engine prints on standard error to a `file`")
	f.BoolVar(&p.restart, "restart", p.restart, "start an engine for every game; otherwise it stays for the next one")
	f.BoolVar(&p.ponder, "ponder", p.ponder, "an engine thinks while its opponent does")
}

// parsePlayer parses the description of an engine, which may change the properties of common.
func parsePlayer(text string, common player) (*player, error) {
	command, properties, _ := strings.Cut(text, ";")
	p := common
	p.name, p.command, p.options = text, strings.Fields(command), slices.Clone(common.options)
	if len(p.command) == 0 {
		return nil, fmt.Errorf("engine %q: no command", text)
	}
	if err := p.set(properties); err != nil {
		return nil, fmt.Errorf("engine %q: %w", text, err)
	}
	switch p.control {
	case control{}:
		p.control.clock.Time = time.Minute
	case control{endless: true}:
		return nil, fmt.Errorf("engine %q: without a clock, it needs a limit such as nodes=5000", text)
	}
	p.hash = p.hashes()
	return &p, nil
}

// set sets properties, and options of the engine, such as "nodes=5000;Hash=64".
func (p *player) set(text string) error {
	known := flag.NewFlagSet("", flag.ContinueOnError)
	known.StringVar(&p.name, "name", p.name, "the name of the engine")
	p.define(known)
	return setFields(known, text, ";", func(name, value string) { p.options = append(p.options, [2]string{name, value}) })
}

// hashes returns the hashes of the files that decide how the engine plays: the programs and files
// that its command names, as in "env -C folder ./engine" and "python3 engine.py", and the files that
// its options name.
func (p *player) hashes() string {
	places, words := []string{p.dir}, slices.Clone(p.command)
	for _, option := range p.options {
		words = append(words, option[1])
	}
	var found []string
	for _, word := range words {
		path := find(places, strings.TrimPrefix(word, "--chdir="))
		switch info, err := os.Stat(path); {
		case err != nil:
		case info.IsDir():
			places = append(places, path)
		case info.Mode().IsRegular():
			found = append(found, hashOf(path))
		}
	}
	return strings.Join(found, ",")
}

// find returns the path of a file or folder that is in one of the places, or of a program in PATH. It
// returns "" if there is none.
func find(places []string, name string) string {
	for _, place := range places {
		path := filepath.Join(place, name)
		if filepath.IsAbs(name) {
			path = name
		}
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	path, _ := exec.LookPath(name)
	return path
}

// hashOf returns a hash of the content of a file, or "" if it cannot be read.
func hashOf(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))[:12]
}

// String describes the engine and its conditions, for the comparison of matches.
func (p *player) String() string {
	c := p.control
	return fmt.Sprintf("%s %s options=%q tc=%v movetime=%v nodes=%d depth=%d margin=%v ponder=%v",
		strings.Join(p.command, " "), p.hash, p.options, c, &c.moveTime, c.nodes, c.depth, &p.margin, p.ponder)
}

// start starts the engine, sets its options, and waits until it is ready, which may take as long as
// setting up does.
func (p *player) start(ctx context.Context, m *match) (e *uci.Engine, err error) {
	if m.log != nil {
		ctx = uci.WithLog(ctx, func(kind uci.LogKind, line string) { m.log.Printf("%s %v: %s", p.name, kind, line) })
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(m.setup))
	defer cancel()
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.Dir = p.dir
	if p.stderr != "" {
		f, err := os.OpenFile(p.stderr, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, err
		}
		defer f.Close() // the engine has its own
		cmd.Stderr = f
	}
	if e, err = uci.StartCommand(limited, cmd); err != nil {
		return nil, err
	}
	e.Setup, e.Grace = time.Duration(m.setup), time.Duration(p.margin)+time.Second
	for _, option := range p.options {
		if wrong := e.SetOption(option[0], option[1]); wrong != nil {
			var names []string
			for _, o := range e.Options() {
				names = append(names, o.Name)
			}
			err = errors.Join(err, fmt.Errorf("%w; the engine has the options %q", wrong, names))
		}
	}
	if err = errors.Join(err, e.NewGame(ctx)); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// checkOptions starts every engine once. It returns an error if one of them does not have an option
// that it is to be given. An engine that does not start loses its games later.
func (m *match) checkOptions(ctx context.Context) (err error) {
	for _, p := range m.players {
		switch e, failure := p.start(ctx, m); {
		case failure == nil:
			e.Close()
		case errors.As(failure, new(*uci.OptionError)):
			err = errors.Join(err, fmt.Errorf("%s: %w", p.name, failure))
		}
	}
	return err
}

// seconds is a duration that a flag or a property sets.
type seconds time.Duration

// String returns a form such as "1m30s".
func (s *seconds) String() string { return time.Duration(*s).String() }

// Set parses "90", "1.5", "1:30", and what [time.ParseDuration] reads, such as "50ms" and "1m30s". A
// number without a unit is in seconds. It implements [flag.Value].
func (s *seconds) Set(text string) (err error) {
	d, ok := tagvalue.ParseClock(text)
	if !ok {
		d, err = time.ParseDuration(text)
	}
	if err != nil || strings.ContainsAny(text, "+-") || strings.HasSuffix(text, "ns") {
		return fmt.Errorf("%q is not a time such as 90, 1.5, 1:30, 1m30s, or 500ms", text)
	}
	*s = seconds(d)
	return nil
}

// A control says how long an engine may think. A field that is 0 sets no limit.
type control struct {
	clock    timecontrol.Period
	endless  bool // the clock was set to "inf"
	moveTime seconds
	nodes    uint64
	depth    uint
}

// String returns the clock in the form of the tag TimeControl, such as "40/10+0.1", or "-" without
// a clock.
func (c control) String() string {
	if c.clock.Time == 0 {
		return "-"
	}
	t, _ := timecontrol.New(c.clock)
	return t.String()
}

// setClock parses a clock such as "40/10+0.1", "1:30+1", and "60", or "inf" for none.
func (c *control) setClock(text string) (err error) {
	c.clock, c.moveTime, c.endless = timecontrol.Period{}, 0, text == "inf"
	if c.endless {
		return nil
	}
	base, increment, hasIncrement := strings.Cut(text, "+")
	if moves, after, ok := strings.Cut(base, "/"); ok {
		if c.clock.Moves, err = strconv.Atoi(moves); err != nil || c.clock.Moves < 1 {
			return fmt.Errorf("%q is not a number of moves", moves)
		}
		base = after
	}
	if err = (*seconds)(&c.clock.Time).Set(base); err == nil && hasIncrement {
		err = (*seconds)(&c.clock.Increment).Set(increment)
	}
	if err == nil && c.clock.Time == 0 {
		err = fmt.Errorf("%q has no time", text)
	}
	return err
}

// setMoveTime parses the time for each move, which replaces a clock.
func (c *control) setMoveTime(text string) error {
	c.clock, c.endless = timecontrol.Period{}, false
	return c.moveTime.Set(text)
}
