package uci

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/fault"
)

// startTime is how long an engine may take to start if the context has no deadline.
const startTime = 10 * time.Second

// exitTime is how long a process may take to exit after it has closed its output.
const exitTime = 100 * time.Millisecond

// The values that 0 stands for.
const (
	defaultGrace = time.Second // of Engine.Grace
	defaultSetup = time.Minute // of Engine.Setup
)

// Bounds on what an engine that never stops writing, or never reads, can make the program hold.
const (
	maxOptions     = 1000
	maxOptionBytes = 16 << 10 // of each option; longer ones are left out
	maxCommands    = 1000     // that have not been written
)

// What an engine is doing, for [Error.During].
const (
	starting  = "start"
	handshake = "handshake"
	settingUp = "setup"
	newGame   = "new game"
	searching = "search"
	waiting   = "waiting"
	closing   = "close"
)

// An Engine is a UCI engine that the program drives. [Start] runs one. A program must call
// [Engine.Close] when it no longer needs the engine. The zero Engine was never started and returns
// [ErrClosed].
type Engine struct {
	// Grace is how long the engine may take to answer, to stop, and to exit before it is killed. 0
	// means 1 second. It must be set before the first search.
	Grace time.Duration

	// Setup is how long the engine may take to get ready before it is killed: to follow the options
	// that were set, such as a large hash table, and to prepare for a search or a new game. 0 means
	// 1 minute. It must be set before the first search.
	Setup time.Duration

	// Patience is how long a search may take whose limits have no time and no clock, before it is told
	// to stop. 0 means as long as the context of the search allows. It must be set before the first
	// search.
	Patience time.Duration

	cmd    *exec.Cmd     // nil for an engine that New was given
	r      io.ReadCloser // the output of the engine
	w      io.WriteCloser
	exited chan struct{}  // closed when the process has exited and exitErr is set
	ended  chan struct{}  // closed when the output has ended and the process has exited
	failed chan struct{}  // closed when the engine has failed or was closed: err is set
	work   sync.WaitGroup // the goroutines
	ending sync.Once      // guards the release of r, w, and the process
	close  sync.Once      // guards the work of Close
	after  func(time.Duration) <-chan time.Time

	exitErr error // of the process

	logging sync.Mutex // held during a call of log
	log     func(LogKind, string)

	mu       sync.Mutex
	name     string
	author   string
	options  []Option
	expected string            // the answer that ask waits for, or ""
	answered chan struct{}     // closed when it has come
	during   string            // what the engine is doing
	err      *Error            // why it has failed or was closed, or nil
	search   *Search           // the search in progress, or nil
	set      map[string]string // the values of options that SetOption has set
	sent     map[string]string // the values of options that were sent last
	output   []string          // the last lines, as Error.Output has them
	commands chan string       // those that have not been written; closed when err is set
}

// Start runs a program that is a UCI engine and waits until it is ready. The name and the arguments
// are those of [exec.Command]. The engine has until ctx is done, and at most 10 seconds if ctx has
// no deadline. After Start has returned, ctx has no effect, except that the engine goes on calling
// the function of [WithLog]. The error is an [*Error].
func Start(ctx context.Context, name string, args ...string) (*Engine, error) {
	return StartCommand(ctx, exec.Command(name, args...))
}

// StartCommand is [Start] for a command that has its own directory, environment, or standard error.
// The command must not have been started, and its Stdin and Stdout must be nil.
func StartCommand(ctx context.Context, cmd *exec.Cmd) (*Engine, error) {
	if cmd == nil {
		return nil, &Error{Engine: "engine", During: starting, Kind: ErrExited, Err: fault.Sentinel("no command: the value is nil")}
	}
	name := filepath.Base(cmd.Path)
	r, w, err := startProcess(cmd)
	if err != nil {
		return nil, &Error{Engine: name, During: starting, Kind: ErrExited, Err: err}
	}
	return newEngine(ctx, name, cmd, r, w)
}

// New is [Start] for an engine that is already running. Its output is read from r, and commands to
// it are written to w. New closes both if it fails, and otherwise [Engine.Close] does. Closing must
// end calls of Read and Write that are in progress, as it does for pipes and network connections.
func New(ctx context.Context, r io.ReadCloser, w io.WriteCloser) (*Engine, error) {
	if r == nil || w == nil {
		return nil, &Error{Engine: "engine", During: starting, Kind: ErrExited, Detail: "no reader or no writer"}
	}
	return newEngine(ctx, "engine", nil, r, w)
}

// startProcess starts a process and returns its output and its input.
func startProcess(cmd *exec.Cmd) (r io.ReadCloser, w io.WriteCloser, err error) {
	if cmd.Stdin != nil || cmd.Stdout != nil {
		return nil, nil, fault.Sentinel("standard input or output of the command is already set")
	}
	cmd.WaitDelay = cmp.Or(cmd.WaitDelay, defaultGrace)
	if w, err = cmd.StdinPipe(); err != nil {
		return nil, nil, err
	}
	r, output, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	isolate(cmd)
	cmd.Stdout = output
	err = cmd.Start()
	output.Close()
	if err != nil {
		r.Close()
	}
	return r, w, err
}

// afterKey is the key of a function in a context that takes the place of [time.After].
type afterKey struct{}

// newEngine returns an engine that is running, after the handshake. The command is nil for an engine
// without a process.
func newEngine(ctx context.Context, name string, cmd *exec.Cmd, r io.ReadCloser, w io.WriteCloser) (*Engine, error) {
	e := &Engine{
		name: name, during: handshake, cmd: cmd, r: r, w: w, after: time.After,
		exited: make(chan struct{}), ended: make(chan struct{}), failed: make(chan struct{}),
		commands: make(chan string, maxCommands), set: map[string]string{}, sent: map[string]string{},
	}
	e.log, _ = ctx.Value(logKey{}).(func(LogKind, string))
	if after, ok := ctx.Value(afterKey{}).(func(time.Duration) <-chan time.Time); ok {
		e.after = after
	}
	e.spawn(e.read)
	e.spawn(e.write)
	if cmd == nil {
		close(e.exited)
	} else {
		e.spawn(e.wait)
	}
	limit := startTime
	if deadline, ok := ctx.Deadline(); ok {
		limit = time.Until(deadline) + startTime // ctx is done before
	}
	err := e.ask(ctx, "uci", "uciok", limit, 0)
	if err == nil {
		err = e.sync(ctx, limit, 0)
	}
	if err != nil {
		e.fail(ErrTimeout, "", err) // unless it has failed already
		return nil, e.Close()
	}
	e.setDuring(waiting)
	return e, nil
}

// spawn runs f in a goroutine that Close waits for.
func (e *Engine) spawn(f func()) {
	e.work.Add(1)
	go func() {
		defer e.work.Done()
		f()
	}()
}

// sync waits until the engine has done everything that it was told. The limits are those of ask.
func (e *Engine) sync(ctx context.Context, limit, grace time.Duration) error {
	return e.ask(ctx, "isready", "readyok", limit, grace)
}

// ask sends a command and waits for the answer that is expected, which may take until limit. If ctx is
// done first, the engine may take the grace period longer, and the error is that of ctx. Without an answer
// the engine fails.
func (e *Engine) ask(ctx context.Context, command, expected string, limit, grace time.Duration) error {
	answer := make(chan struct{})
	e.mu.Lock()
	e.expected, e.answered = expected, answer
	e.send(command)
	e.mu.Unlock()
	select {
	case <-answer:
		return nil
	case <-e.failed:
	case <-e.after(limit):
		e.fail(ErrTimeout, fmt.Sprintf("not ready after %v", limit), nil)
	case <-ctx.Done():
		select {
		case <-answer:
			return ctx.Err()
		case <-e.failed:
		case <-e.after(grace):
			e.fail(ErrTimeout, "", ctx.Err())
		}
	}
	return e.err
}

// Name returns the name and version of the engine, such as "Stockfish 15.1".
func (e *Engine) Name() string { return e.name }

// Author returns the authors of the engine.
func (e *Engine) Author() string { return e.author }

// Options returns the options that the engine offers, in its order.
func (e *Engine) Options() []Option {
	options := slices.Clone(e.options)
	for i := range options {
		options[i].Choices = slices.Clone(options[i].Choices)
	}
	return options
}

// SetOption sets an option. Case does not matter in the name. The value is a bool for a [Check], an
// integer of any type for a [Spin], a string for a [Combo] or a [String], and nil for a [Button]. A
// string in the form of the protocol, such as "256", is accepted for every type.
//
// If the value does not fit the option, or the engine does not have the option, nothing is sent and
// the error is an [*OptionError]. Other errors are an [*Error], with [ErrBusy] during a search.
//
// [Engine.Search] sets the option UCI_Chess960 as the position requires.
func (e *Engine) SetOption(name string, value any) error {
	option := findOption(e.options, name)
	if option == nil {
		return e.noOption(name)
	}
	text, err := option.text(value)
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.idle(); err != nil {
		return err
	}
	e.set[option.Name], e.sent[option.Name] = text, text
	e.send(option.setCommand(text))
	return nil
}

// The names of the options that searches set.
const (
	chess960Option = "UCI_Chess960"
	variantOption  = "UCI_Variant"
	multiPVOption  = "MultiPV"
)

// noOption returns the error for a name that no option has.
func (e *Engine) noOption(name string) error {
	return &OptionError{Name: name, Detail: fmt.Sprintf("%s has no option %q", e.name, name), missing: true}
}

// NewGame tells the engine that the next search belongs to another game, and waits until the engine
// is ready, for at most the time in [Engine.Setup]. Options that were set before have taken effect
// then. The error is an [*Error], with [ErrBusy] during a search, or the error of ctx.
func (e *Engine) NewGame(ctx context.Context) error {
	if err := e.begin(newGame, nil, func() error { e.send("ucinewgame"); return nil }); err != nil {
		return err
	}
	err := e.sync(ctx, e.setup(), e.grace())
	e.setDuring(waiting)
	return err
}

// setDuring notes what the engine is doing.
func (e *Engine) setDuring(during string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.during = during
}

// begin begins something that takes time, with what setUp sends. It is a search unless s is nil.
func (e *Engine) begin(during string, s *Search, setUp func() error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	err := e.idle()
	if err == nil {
		err = setUp()
	}
	if err == nil {
		e.during, e.search = during, s
	}
	return err
}

// idle returns an error if the engine cannot take a command now. The caller holds e.mu.
func (e *Engine) idle() error {
	switch {
	case e.failed == nil:
		return unstarted
	case e.err != nil:
		return e.err
	case e.during != waiting:
		return &Error{Engine: e.name, During: e.during, Kind: ErrBusy}
	}
	return nil
}

func (e *Engine) grace() time.Duration { return cmp.Or(max(e.Grace, 0), defaultGrace) }
func (e *Engine) setup() time.Duration { return cmp.Or(max(e.Setup, 0), defaultSetup) }

// Close ends the engine and waits until it has exited. If the engine does not exit within
// [Engine.Grace], it is killed, and the error is an [*Error] with [ErrTimeout]. If the engine had
// failed before, Close returns that error. A search in progress ends with [ErrClosed]. Further
// calls of Close wait for the first one and return nil, unless the engine had failed before.
func (e *Engine) Close() error {
	if e.failed == nil {
		return nil
	}
	e.mu.Lock()
	if e.err == nil {
		if e.search != nil {
			e.send("stop")
		}
		e.send("quit")
		e.finish(&Error{Engine: e.name, During: closing, Kind: ErrClosed})
	}
	var err error
	if e.err.Kind != ErrClosed { // it has failed before
		err = e.err
	}
	e.mu.Unlock()
	e.close.Do(func() {
		if err == nil {
			err = e.waitForExit()
		}
		e.release()
		e.work.Wait()
	})
	return err
}

// waitForExit waits until the process has exited, or until the engine has closed its output.
func (e *Engine) waitForExit() error {
	select {
	case <-e.ended:
		return nil
	case <-e.after(e.grace()):
	}
	select {
	case <-e.exited:
		return nil
	default:
		e.mu.Lock()
		defer e.mu.Unlock()
		return &Error{Engine: e.name, During: closing, Kind: ErrTimeout, Output: slices.Clone(e.output)}
	}
}

// release kills the process if it is running and closes the pipes, which ends the goroutines.
func (e *Engine) release() {
	e.ending.Do(func() {
		select {
		case <-e.exited: // as that of an engine from New always has
		default:
			kill(e.cmd)
		}
		e.w.Close()
		e.r.Close()
	})
}

// finish makes err the error of the engine and of the search in progress. The caller holds e.mu.
func (e *Engine) finish(err *Error) {
	e.err = err
	if e.search != nil {
		e.search.end(Best{}, err)
		e.search = nil
	}
	close(e.commands)
	close(e.failed)
}

// fail kills the engine, unless it has failed before.
func (e *Engine) fail(kind error, reason string, cause error) {
	e.mu.Lock()
	if e.err == nil {
		e.finish(&Error{e.name, e.during, kind, reason, slices.Clone(e.output), cause})
	}
	closed := e.err.Kind == ErrClosed
	e.mu.Unlock()
	if !closed { // Close grants the engine time to exit
		e.release()
	}
}

// send queues a command, unless the engine has failed or was closed. The caller holds e.mu.
func (e *Engine) send(command string) {
	if e.err != nil {
		return
	}
	select {
	case e.commands <- command:
	default:
		e.spawn(func() { e.fail(ErrTimeout, "the engine does not read its input", nil) })
	}
}

// write writes commands until the engine has failed or was closed, and then ends the input.
func (e *Engine) write() {
	var err error
	for command := range e.commands {
		if err == nil { // the reader notices if the engine is gone
			e.note(Sent, command)
			_, err = io.WriteString(e.w, command+"\n")
		}
	}
	e.w.Close()
}

// wait waits until the process has exited.
func (e *Engine) wait() {
	e.exitErr = e.cmd.Wait()
	close(e.exited)
	kill(e.cmd) // what the engine has started
	select {
	case <-e.ended:
	case <-e.after(defaultGrace): // another process holds the output open
		e.r.Close()
	}
}

// read reads the output until it ends or the engine fails.
func (e *Engine) read() {
	defer close(e.ended)
	lines := newLineReader(e.r)
	for {
		line, err := lines.next()
		if err != nil {
			e.outputEnded(line, err)
			return
		}
		if reason, cause := e.handle(line); reason != "" {
			e.fail(ErrProtocol, reason, cause)
			return
		}
	}
}

// outputEnded deals with the end of the output.
func (e *Engine) outputEnded(line string, err error) {
	if err == errLineTooLong {
		e.mu.Lock()
		e.keep(line)
		e.mu.Unlock()
		e.fail(ErrProtocol, "a line of more than 1 MiB", nil)
		return
	}
	reason, cause := "the engine has closed its output", error(nil)
	select {
	case <-e.exited:
		if e.cmd != nil {
			reason, cause = "", e.exitErr
		}
	case <-e.failed:
	case <-e.after(exitTime):
	}
	if err != io.EOF && cause == nil {
		cause = err
	}
	e.fail(ErrExited, reason, cause)
	<-e.exited
}

// keep keeps a line of output for errors. The caller holds e.mu.
func (e *Engine) keep(line string) {
	e.output = append(e.output, abridge.Text(line, tailBytes))
	e.output = e.output[max(len(e.output)-tailLines, 0):]
}

// handle handles a line of output. If the line breaks the protocol so that the conversation cannot
// go on, handle returns the reason.
func (e *Engine) handle(line string) (reason string, cause error) {
	e.note(Received, line)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.keep(line)
	w := words(line)
	switch word := w.next(); word {
	case "id", "option":
		if e.expected == "uciok" {
			reason = e.introduce(line)
		}
	case "uciok", "readyok":
		if word == e.expected {
			e.expected = ""
			close(e.answered)
		}
	case "info":
		if e.search != nil && e.during == searching {
			e.search.add(w)
		}
	case "bestmove":
		s := e.search
		if s == nil || e.during != searching {
			e.note(Warning, "bestmove without a search ignored")
			break
		}
		best, err := parseBest(w, s.position)
		if err != nil {
			return "bestmove is not a legal move", err
		}
		e.search, e.during = nil, waiting
		s.end(best, nil)
	}
	return reason, nil
}

// introduce handles what an engine says about itself during the handshake.
func (e *Engine) introduce(line string) (reason string) {
	w := words(line)
	if w.next() == "option" {
		option, ok := parseOption(w)
		if ok && len(line) <= maxOptionBytes {
			e.options = append(e.options, option)
		}
		if len(e.options) > maxOptions {
			return "more than 1,000 options"
		}
		return ""
	}
	switch w.next() {
	case "name":
		e.name = abridge.Text(oneLine(w.rest()), tailBytes)
	case "author":
		e.author = abridge.Text(oneLine(w.rest()), tailBytes)
	}
	return ""
}
