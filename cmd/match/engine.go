package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/tagvalue"
	"github.com/shakki/chess/timecontrol"
	"github.com/shakki/chess/uci"
)

// A player is an engine as the command line describes it, such as "stockfish;Hash=64;Skill
// Level=3;nodes=5000".
type player struct {
	name    string // unique
	command []string
	dir     string   // the folder in which it runs, or "" for the current one
	options []string // such as "Hash=64"
	control control
	margin  seconds   // how far a move may exceed its time
	restart bool      // it is started for every game
	ponder  bool      // it thinks while the opponent does
	stderr  string    // the file for what it prints on standard error, or ""
	errs    io.Writer // that file when it is open, or nil

	files map[string]string // hashes of the files that decide how it plays, by path
}

// define defines the properties that can be set for all engines and for one.
func (p *player) define(f *flag.FlagSet) {
	f.Func("tc", "the clock, `[MOVES/]TIME[+INCREMENT]` or inf for none, such as 40/10+0.1; more periods follow after commas; without any limit it is 60", p.control.setClock)
	f.Var(&p.control.moveTime, "movetime", "the `time` for each move, instead of a clock")
	f.Uint64Var(&p.control.nodes, "nodes", p.control.nodes, "the number of nodes for each move")
	f.UintVar(&p.control.depth, "depth", p.control.depth, "the depth of each search in plies")
	f.Var(&p.margin, "margin", "how far a move may exceed its `time`")
	f.StringVar(&p.dir, "dir", p.dir, "the `folder` in which an engine runs")
	f.StringVar(&p.stderr, "stderr", p.stderr, "add what an engine prints on standard error to a `file`")
	f.BoolVar(&p.restart, "restart", p.restart, "start an engine for every game; otherwise it stays for the next one")
	f.BoolVar(&p.ponder, "ponder", p.ponder, "an engine thinks while its opponent does, and its option Ponder is set")
}

// parsePlayer parses the description of an engine, which may change the properties of p, those of all
// engines.
func parsePlayer(text string, p player) (*player, error) {
	command, properties, _ := strings.Cut(text, ";")
	p.command, p.options = strings.Fields(command), slices.Clone(p.options)
	err := p.set(properties)
	switch {
	case len(p.command) == 0:
		err = errors.New("no command")
	case p.control == control{}:
		p.control.clock, _ = timecontrol.New(timecontrol.Period{Time: time.Minute})
	case p.control == control{clock: unlimited}:
		err = cmp.Or(err, errors.New("without a clock, it needs a limit such as nodes=5000"))
	}
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", text, err)
	}
	if p.control.moveTime.Duration > 0 || p.control.clock == (timecontrol.Control{}) {
		p.control.clock = unlimited
	}
	if p.name == "" { // short enough for the tag and another number
		p.name = abridge.Text(strings.TrimRight(p.commandLine()+";"+masked(properties), ";"), maxTag-20)
	}
	if p.ponder {
		p.options = append(p.options, "Ponder=true")
	}
	p.files = p.find()
	return &p, checkTag("name", p.name)
}

// checkTag returns an error if text cannot be the value of a tag as it is.
func checkTag(what, text string) error {
	switch {
	case strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%s %q: has control characters", what, abridge.Text(text, 80))
	case abridge.Text(text, maxTag) != text:
		return fmt.Errorf("%s %q: longer than the %d bytes of a tag", what, abridge.Text(text, 80), maxTag)
	}
	return nil
}

// set sets properties, and options of the engine, such as "nodes=5000;Hash=64".
func (p *player) set(text string) error {
	known := flag.NewFlagSet("", flag.ContinueOnError)
	known.StringVar(&p.name, "name", p.name, "the name of the engine")
	p.define(known)
	return setFields(known, text, ";", func(name, value string) { p.options = append(p.options, name+"="+value) })
}

// start starts the engine, sets its options, and waits until it is ready, which may take as long as
// setting up does.
func (p *player) start(ctx context.Context, m *match) (*uci.Engine, error) {
	if m.log != nil {
		ctx = uci.WithLog(ctx, func(kind uci.LogKind, line string) { m.log.Printf("%s %v: %s", p.name, kind, masked(line)) })
	}
	limited, cancel := context.WithTimeout(ctx, m.setup.Duration)
	defer cancel()
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.Dir, cmd.Stderr = p.dir, p.errs
	e, err := uci.StartCommand(limited, cmd)
	if err != nil {
		return nil, err
	}
	e.Setup, e.Grace, e.Patience = m.setup.Duration, p.margin.Duration+time.Second, m.patience.Duration
	for _, option := range p.options {
		name, value, _ := strings.Cut(option, "=")
		err = errors.Join(err, e.SetOption(name, value))
	}
	if err != nil {
		var names []string
		for _, o := range e.Options() {
			names = append(names, o.Name)
		}
		err = fmt.Errorf("%w; the engine has the options %q", err, names)
	}
	if err = errors.Join(err, e.NewGame(ctx)); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// seconds is a duration that a flag or a property sets.
type seconds struct{ time.Duration }

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
	s.Duration = d
	return nil
}

// A control says how long an engine may think. A field that is 0 sets no limit.
type control struct {
	clock    timecontrol.Control // or unlimited
	moveTime seconds
	nodes    uint64
	depth    uint
}

// unlimited is the control without a clock.
var unlimited, _ = timecontrol.Parse("-")

// times matches a time in the description of a clock, or a number of moves with the slash after it.
var times = regexp.MustCompile(`[0-9]+/|[^/+,]*`)

// setClock parses a clock such as "40/10+0.1", "1:30+1", and "60", or "inf" for none. The periods of a
// clock are separated by commas, or by colons as in the tag TimeControl, unless such a colon can also
// be that of minutes and seconds.
func (c *control) setClock(text string) (err error) {
	c.clock, c.moveTime = unlimited, seconds{}
	if text == "inf" {
		return nil
	}
	inSeconds := times.ReplaceAllStringFunc(text, func(part string) string {
		if strings.HasSuffix(part, "/") {
			return part
		}
		var s seconds
		err = cmp.Or(err, s.Set(part))
		return strconv.FormatFloat(s.Seconds(), 'f', -1, 64)
	})
	clock, wrong := timecontrol.Parse(strings.ReplaceAll(inSeconds, ",", ":"))
	hasNoTime := func(p timecontrol.Period) bool { return p.Time == 0 || p.Hourglass }
	if err == nil && (wrong != nil || slices.ContainsFunc(clock.Periods(), hasNoTime)) {
		err = fmt.Errorf("%q is not a clock: it has up to eight periods [MOVES/]TIME[+INCREMENT], all with a time, and all but the last with moves", text)
	}
	tag, _ := timecontrol.Parse(text)
	isTag := len(tag.Periods()) > 1 && !slices.ContainsFunc(tag.Periods(), hasNoTime)
	switch {
	case isTag && err != nil:
		clock, err = tag, nil
	case isTag:
		err = fmt.Errorf("%q can be one period or two: write %q, or minutes as in 90m30s", text, strings.ReplaceAll(text, ":", ","))
	}
	c.clock = clock
	return err
}
