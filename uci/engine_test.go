package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/shakki/chess"
)

// FuzzEngine checks that no output of an engine does harm to a client, and that the best move is
// legal or there is an error.
func FuzzEngine(f *testing.F) {
	f.Add("id name X\noption name Hash type spin default 1 min 1 max 2\nuciok\n", "info depth 1 pv e2e4\nbestmove e2e4\n")
	f.Add("option name UCI_Chess960 type check default false\nuciok\nreadyok\n", "bestmove e2e5\nbestmove e2e4\n")
	f.Add("option name A type combo default b var b var c\nuciok", "readyok\nbestmove (none)")
	f.Fuzz(func(t *testing.T, hello, answer string) {
		in, input := io.Pipe()
		output, out := io.Pipe()
		go func() {
			defer out.Close()
			for commands := bufio.NewScanner(in); commands.Scan(); {
				switch text := commands.Text(); {
				case text == "uci":
					io.WriteString(out, hello+"\nuciok\n")
				case text == "isready":
					io.WriteString(out, "readyok\n")
				case strings.HasPrefix(text, "go"):
					io.WriteString(out, answer+"\n")
					return
				case text == "quit":
					return
				}
			}
		}()
		e, err := New(context.Background(), output, input)
		if err != nil {
			return
		}
		defer e.Close()
		e.Grace = 20 * time.Millisecond
		search := e.Search(context.Background(), From(start), Limits{MoveTime: time.Millisecond})
		for range search.Infos() {
		}
		best, err := search.Best()
		if err == nil && !start.IsLegal(best.Move) {
			t.Errorf("%q: best move %v", answer, best.Move)
		}
		for _, line := range search.Lines() {
			if len(line.PV) > 0 && !start.IsLegal(line.PV[0]) {
				t.Errorf("%q: line %v", answer, line.PV)
			}
		}
	})
}

// TestEarlyAnswer checks that the answer to another command does not end the handshake.
func TestEarlyAnswer(t *testing.T) {
	checkLeftovers(t)
	r, w := replay(t, "> uci\n< readyok\n< id name N\n< uciok\n> isready\n< readyok\n> quit\n")
	e, err := New(background(t), r, w)
	if err != nil {
		t.Fatal(err)
	}
	if e.Name() != "N" {
		t.Errorf("Name() = %q, want N", e.Name())
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// TestCloseFakes checks that Close leaves nothing behind, and when it reports an error.
func TestCloseFakes(t *testing.T) {
	for name, kind := range map[string]error{
		"well-behaved": nil, "ignores quit": ErrTimeout, "waits for the end": nil, "leaves a child": nil, "fails to exit well": nil,
	} {
		t.Run(name, func(t *testing.T) {
			checkLeftovers(t)
			e, err := startFake(background(t), name)
			if err != nil {
				t.Fatal(err)
			}
			e.Grace = patience
			if kind == ErrTimeout {
				e.Grace = 20 * time.Millisecond
			}
			search := e.Search(background(t), From(start), Limits{Depth: 1})
			if _, err := search.Best(); err != nil {
				t.Errorf("Best: %v", err)
			}
			err = e.Close()
			var failure *Error
			if errors.As(err, &failure) && (failure.During != closing || failure.Engine != e.Name()) {
				t.Errorf("Close() = %v, want During %q and the name %s", err, closing, e.Name())
			}
			if !errors.Is(err, kind) || kind != nil && !strings.HasSuffix(err.Error(), `(last output: "bestmove e2e4 ponder e7e5")`) {
				t.Errorf("Close() = %v, want %v", err, kind)
			}
			if err := e.Close(); err != nil {
				t.Errorf("second Close() = %v", err)
			}
			for patience := time.Now().Add(patience); isRunning(e.Author()); time.Sleep(time.Millisecond) {
				if time.Now().After(patience) {
					t.Fatalf("the child %s of the engine is running", e.Author())
				}
			}
			_, err = e.Search(background(t), From(start), Limits{Depth: 1}).Best()
			if !errors.As(err, &failure) || failure.Kind != ErrClosed || failure.During != closing {
				t.Errorf("search after Close: %v, want %v during %s", err, ErrClosed, closing)
			}
		})
	}
}

// TestCloseTwice checks that further calls of Close wait for the first one, which grants the engine
// its time to exit.
func TestCloseTwice(t *testing.T) {
	checkLeftovers(t)
	e, err := startFake(background(t), "exits slowly")
	if err != nil {
		t.Fatal(err)
	}
	e.Grace = patience
	var work sync.WaitGroup
	for range 4 {
		work.Add(1)
		go func() {
			defer work.Done()
			if err := e.Close(); err != nil {
				t.Errorf("Close() = %v", err)
			}
			select {
			case <-e.ended:
			default:
				t.Error("Close returns while the engine is running")
			}
		}()
	}
	work.Wait()
	if e.exitErr != nil {
		t.Errorf("the engine was ended: %v", e.exitErr)
	}
	if err := e.sync(background(t), patience, 0); !errors.Is(err, ErrClosed) { // as a search that was about to begin
		t.Errorf("a command after Close: %v, want %v", err, ErrClosed)
	}
}

// TestCloseWithoutProcess checks that Close does not wait longer than the grace period for an engine without a
// process, which is no error, and closes both of its ends.
func TestCloseWithoutProcess(t *testing.T) {
	checkLeftovers(t)
	quit := make(chan struct{})
	e, err := newGolden(t, func(command string) string {
		if command == "quit" {
			<-quit
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	e.Grace = time.Millisecond
	if err := e.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
	if _, err := e.r.Read(nil); err != io.ErrClosedPipe {
		t.Errorf("a read after Close: %v", err)
	}
	if _, err := e.w.Write(nil); err != io.ErrClosedPipe {
		t.Errorf("a write after Close: %v", err)
	}
	close(quit)
}

// TestClosedOutput checks that an engine that closes its output has a moment to exit, and no longer.
func TestClosedOutput(t *testing.T) {
	checkLeftovers(t)
	var granted atomic.Bool
	ctx := context.WithValue(background(t), afterKey{}, func(limit time.Duration) <-chan time.Time {
		if limit == exitTime {
			granted.Store(true)
		}
		return time.After(limit)
	})
	if _, err := startFake(ctx, "closes its output"); !errors.Is(err, ErrExited) || !granted.Load() {
		t.Errorf("error %v, after %v: %v, want %v", err, exitTime, granted.Load(), ErrExited)
	}
	ctx = context.WithValue(ctx, afterKey{}, func(time.Duration) <-chan time.Time { return nil })
	if _, err := startFake(ctx, "exits without an explanation"); err == nil || strings.Contains(err.Error(), "output") {
		t.Errorf("error %v, want only that the engine has exited", err)
	}
}

// TestHeldOutput checks that the output of an engine that has exited ends although another process holds it open,
// and that the error still has the exit status.
func TestHeldOutput(t *testing.T) {
	checkLeftovers(t)
	ctx := context.WithValue(background(t), afterKey{}, func(limit time.Duration) <-chan time.Time {
		if limit != defaultGrace {
			return nil
		}
		return time.After(0)
	})
	cmd := fakeCommand("leaves a child and fails")
	cmd.SysProcAttr = new(syscall.SysProcAttr) // so that the child is not killed with the engine
	e, err := StartCommand(ctx, cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	e.Grace = patience // which is not for this
	child, err := strconv.Atoi(e.Author())
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(child)
	if err != nil {
		t.Fatal(err)
	}
	defer process.Release()
	defer process.Kill()
	e.mu.Lock()
	e.send("quit")
	e.mu.Unlock()
	select {
	case <-e.ended:
	case <-time.After(patience):
		t.Error("the output has not ended")
	}
	if status := new(exec.ExitError); !errors.As(e.NewGame(ctx), &status) {
		t.Errorf("the error %v has no exit status", e.NewGame(ctx))
	}
}

// TestSetup checks that an engine that does not get ready is killed after the time for that,
// although the context has no deadline.
func TestSetup(t *testing.T) {
	checkLeftovers(t)
	for name, call := range map[string]func(e *Engine) error{
		"search": func(e *Engine) error {
			_, err := e.Search(context.Background(), From(start), Limits{Depth: 1}).Best()
			return err
		},
		"new game": func(e *Engine) error { return e.NewGame(context.Background()) },
		"canceled": func(e *Engine) error {
			e.Setup, e.Grace = patience, 10*time.Millisecond
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			return e.NewGame(ctx)
		},
	} {
		e, err := startFake(background(t), "is never ready again")
		if err != nil {
			t.Fatal(err)
		}
		e.Setup, e.Grace = 10*time.Millisecond, patience
		var failure *Error
		detail, isCanceled := "not ready after 10ms", name == "canceled"
		if isCanceled {
			detail = ""
		}
		err = call(e)
		if !errors.As(err, &failure) || failure.Kind != ErrTimeout || failure.Detail != detail || errors.Is(err, context.Canceled) != isCanceled {
			t.Errorf("%s: error %v, want the detail %q", name, err, detail)
		}
		if err := e.Close(); err != error(failure) {
			t.Errorf("Close() = %v, want %v", err, failure)
		}
	}
}

// TestCanceledSetup checks that an engine can go on if a search or a new game is canceled before it has begun.
func TestCanceledSetup(t *testing.T) {
	checkLeftovers(t)
	ctx, cancel := context.WithCancel(background(t))
	defer cancel()
	again, cancelAgain := context.WithCancel(background(t))
	asked := 0
	e, err := newGolden(t, func(command string) string {
		switch command {
		case "isready":
			if asked++; asked == 2 || asked == 4 {
				cancel()
				if asked == 4 {
					cancelAgain()
				}
				time.Sleep(20 * time.Millisecond)
			}
		case "go":
			return "bestmove e2e4\n"
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Search(ctx, From(start), Limits{Depth: 1}).Best(); err != nil && err != context.Canceled {
		t.Errorf("a canceled search: %v", err)
	}
	if best, err := e.Search(background(t), From(start), Limits{Depth: 1}).Best(); err != nil || best.Move.String() != "e2e4" {
		t.Errorf("the search after it: %v, %v", best, err)
	}
	if err := e.NewGame(again); err != context.Canceled {
		t.Errorf("a canceled new game: %v", err)
	}
	if _, err := e.Search(again, From(start), Limits{Depth: 1}).Best(); err != context.Canceled {
		t.Errorf("a search that is canceled before: %v", err)
	}
	if err := e.NewGame(background(t)); err != nil {
		t.Errorf("the new game after it: %v", err)
	}
}

// TestStart checks the errors of programs that cannot be started, and that standard error can be
// captured.
func TestStart(t *testing.T) {
	checkLeftovers(t)
	_, err := Start(background(t), "/no/such/engine")
	if !errors.Is(err, os.ErrNotExist) || !errors.Is(err, ErrExited) || !strings.HasPrefix(err.Error(), "engine: start: ") {
		t.Errorf("Start of a missing program: %v", err)
	}
	var output, errors strings.Builder
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fakeVariable+"=exits during the handshake")
	for _, own := range []exec.Cmd{{Stdout: &output}, {Stdin: strings.NewReader("")}} {
		cmd.Stdin, cmd.Stdout = own.Stdin, own.Stdout
		if _, err := StartCommand(background(t), cmd); err == nil || !strings.HasSuffix(err.Error(), ": standard input or output of the command is already set") {
			t.Errorf("a command with an input or output of its own: %v", err)
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, nil, &errors
	attributes := new(syscall.SysProcAttr)
	cmd.WaitDelay, cmd.SysProcAttr = patience, attributes
	_, err = StartCommand(background(t), cmd)
	if cmd.WaitDelay != patience || cmd.SysProcAttr != attributes {
		t.Errorf("StartCommand sets WaitDelay to %v and SysProcAttr to %v", cmd.WaitDelay, cmd.SysProcAttr)
	}
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || errors.String() != "out of luck\n" {
		t.Errorf("error %v, standard error %q, want exit status 3, out of luck", err, &errors)
	}
	broken := io.NopCloser(iotest.ErrReader(io.ErrNoProgress))
	_, input := io.Pipe()
	if _, err := New(background(t), broken, input); !strings.Contains(fmt.Sprint(err), io.ErrNoProgress.Error()) {
		t.Errorf("New with an output that cannot be read: %v, want %v", err, io.ErrNoProgress)
	}
	_, input = io.Pipe()
	const ends = "engine: handshake: the engine has exited: the engine has closed its output"
	if _, err := New(background(t), io.NopCloser(strings.NewReader("")), input); err == nil || err.Error() != ends {
		t.Errorf("New with an output that ends: %v, want %s", err, ends)
	}
	const none = "engine: start: the engine has exited: no command: the value is nil"
	if _, err := StartCommand(background(t), nil); err == nil || err.Error() != none {
		t.Errorf("StartCommand without a command: %v, want %s", err, none)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Start(ctx, "sleep", "3600"); err == nil {
		t.Error("no error after a cancellation")
	}
}

// TestUnreadCommands checks that an engine which no longer reads its input fails when too many commands wait.
func TestUnreadCommands(t *testing.T) {
	checkLeftovers(t)
	r, input := io.Pipe()
	output, w := io.Pipe()
	go func() {
		commands := bufio.NewScanner(output)
		commands.Scan()
		io.WriteString(input, "option name S type string\nuciok\n")
		commands.Scan()
		io.WriteString(input, "readyok\n")
	}()
	e, err := New(background(t), r, w)
	if err != nil {
		t.Fatal(err)
	}
	waiting := 0
	for ; err == nil && waiting < 2*maxCommands; waiting++ {
		err = e.SetOption("S", "x")
	}
	if waiting < 500 {
		t.Errorf("after %d options: %v", waiting, err)
	}
	<-e.failed
	err = e.NewGame(background(t))
	if !errors.Is(err, ErrTimeout) || !strings.Contains(err.Error(), "does not read its input") {
		t.Errorf("NewGame() = %v, want that the engine does not read its input", err)
	}
	if again := e.Close(); again != err {
		t.Errorf("Close() = %v, want %v", again, err)
	}
}

// TestZeroValues checks that zero values say that they cannot be used, and never wait or panic.
func TestZeroValues(t *testing.T) {
	var s Search
	for range s.Infos() {
		t.Error("the zero Search has a report")
	}
	s.Stop()
	s.PonderHit()
	if _, err := s.Best(); !errors.Is(err, ErrClosed) || s.Lines() != nil || s.Elapsed() != 0 {
		t.Errorf("the zero Search: %v", err)
	}
	var e Engine
	_, err := e.Search(t.Context(), From(start), Limits{Depth: 1}).Best()
	_, err2 := e.Analyze(t.Context(), From(start), Limits{Depth: 1}, 1)
	for name, err := range map[string]error{"Search": err, "Analyze": err2, "NewGame": e.NewGame(t.Context())} {
		if !errors.Is(err, ErrClosed) || !strings.Contains(err.Error(), "never started") {
			t.Errorf("%s of the zero Engine: %v", name, err)
		}
	}
	for set, want := range map[time.Duration][2]time.Duration{-1: {time.Second, time.Minute}, 0: {time.Second, time.Minute}, 1: {1, 1}, time.Hour: {time.Hour, time.Hour}} {
		if e := (&Engine{Grace: set, Setup: set}); e.grace() != want[0] || e.setup() != want[1] {
			t.Errorf("%v stands for %v and %v, want %v", set, e.grace(), e.setup(), want)
		}
	}
	if err := e.SetOption("Hash", 1); err == nil || e.Close() != nil || e.Name() != "" || e.Options() != nil {
		t.Errorf("the zero Engine: %v", err)
	}
	live := connect(t, Program{Searcher: quick, Options: []Option{NewCheck("C", true, nil), NewSpin("S", 1, 0, 2, nil),
		NewCombo("O", "a", []string{"a"}, nil), NewButton("B", nil), NewString("T", "", nil), {Name: "Zero"}}})
	if _, err := live.Search(t.Context(), nil, Limits{Depth: 1}).Best(); err == nil {
		t.Error("a nil History was searched")
	}
	for name, value := range map[string]any{"C": false, "S": 2, "O": "a", "B": nil, "T": "x", "Zero": true} {
		if err := live.SetOption(name, value); err != nil {
			t.Error(err)
		}
	}
	if err := live.NewGame(t.Context()); err != nil {
		t.Errorf("options without a function: %v", err)
	}
	r := &Request{Game: chess.NewGame()}
	r.Report(Info{Depth: 1})
	<-r.PonderHit()
	for name, err := range map[string]error{
		"no input": Serve(nil, io.Discard, Program{Searcher: quick}), "no output": Serve(strings.NewReader(""), nil, Program{Searcher: quick}),
		"no Searcher": Serve(strings.NewReader("go\n"), io.Discard, Program{}),
	} {
		if err == nil || err.Error() != "a program needs an input, an output, and a Searcher" {
			t.Errorf("Serve with %s: %v", name, err)
		}
	}
	r1, w1 := io.Pipe()
	for _, pipe := range []struct {
		r io.ReadCloser
		w io.WriteCloser
	}{{nil, nil}, {r1, nil}, {nil, w1}} {
		if _, err := New(t.Context(), pipe.r, pipe.w); !errors.Is(err, ErrExited) || !strings.Contains(err.Error(), "no reader or no writer") {
			t.Errorf("New(%v, %v): %v", pipe.r, pipe.w, err)
		}
	}
}

// TestLocks checks that methods which may be called concurrently wait for each other.
func TestLocks(t *testing.T) {
	var e *Engine
	lines := make(chan string, 1)
	e, err := newGolden(t, func(command string) string {
		switch command {
		case "uci":
			return "option name B type button\n"
		case "go":
			return <-lines
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	s := e.Search(t.Context(), From(start), Limits{Infinite: true})
	s.add("depth 1") // which Infos does not wait for
	idle := make(chan struct{})
	close(idle)
	served := &server{out: bufio.NewWriter(io.Discard), idle: idle, game: chess.NewGame()}
	asked := &Request{server: served}
	for name, test := range map[string]struct {
		mu   *sync.Mutex
		call func()
	}{
		"SetOption": {&e.mu, func() { e.SetOption("B", nil) }}, "NewGame": {&e.mu, func() { e.NewGame(t.Context()) }},
		"Search":    {&e.mu, func() { e.Search(t.Context(), From(start), Limits{Depth: 1}) }},
		"setDuring": {&e.mu, func() { e.setDuring(searching) }}, "tell": {&e.mu, func() { e.tell(s, "x") }}, "handle": {&e.mu, func() { e.handle("x") }},
		"Lines": {&s.mu, func() { s.Lines() }}, "Elapsed": {&s.mu, func() { s.Elapsed() }},
		"add": {&s.mu, func() { s.add("depth 1") }}, "end": {&s.mu, func() { s.end(Best{}, nil) }},
		"Infos": {&s.mu, func() {
			for range s.Infos() {
				break
			}
		}},
		"Report": {&served.mu, func() { asked.Report(Info{}) }}, "write": {&served.mu, func() { served.write("") }},
		"introduce": {&served.mu, served.introduce}, "isSearching": {&served.mu, func() { served.isSearching() }},
		"direct": {&served.mu, func() { served.direct(nil) }}, "outputError": {&served.mu, func() { served.outputError() }},
	} {
		done := make(chan struct{})
		test.mu.Lock()
		go func() {
			test.call()
			close(done)
		}()
		select {
		case <-done:
			t.Errorf("%s does not wait", name)
		case <-time.After(time.Millisecond):
		}
		test.mu.Unlock()
		<-done
	}
	lines <- "bestmove e2e4\n"
	e.Close()
}

// TestTooLong checks that what is longer than an engine can be sent is an error of the caller, and that
// the engine goes on.
func TestTooLong(t *testing.T) {
	e := connect(t, Program{Searcher: quick, Options: []Option{NewString("S", "", nil)}})
	var wrong *OptionError
	if err := e.SetOption("S", strings.Repeat("x", 64<<10+1)); !errors.As(err, &wrong) || len(err.Error()) > 1000 {
		t.Errorf("a long value: %v", err)
	}
	if err := e.SetOption("S", strings.Repeat("x", 64<<10)); err != nil {
		t.Errorf("the longest value: %v", err)
	}
	shuffle := mustMoves(t, start, "g1f3 g8f6 f3g1 f6g8")
	moves := slices.Repeat(shuffle, maxCommand/len(" g1f3")/4+1)
	if err := new(Search).prepare(From(start, moves...)); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("a long history: %v", err)
	}
	for _, more := range []int{0, 1} {
		setup := make([]byte, maxLine-1+more)
		if err := setUpMoves[chess.Move](new(Search), setup, standardPosition{start}, nil, nil); (err != nil) != (more > 0) {
			t.Errorf("a command of 1 MiB with its end, and %d more bytes: %v", more, err)
		}
	}
	var talkative Engine
	for _, what := range []string{"id name ", "id author "} {
		talkative.introduce(what + strings.Repeat("x", 300))
	}
	if len(talkative.Name()) > 210 || len(talkative.Author()) > 210 {
		t.Errorf("a long name and author are kept as %s and %s", talkative.Name(), talkative.Author())
	}
	for n := range 1001 {
		if reason := talkative.introduce("option name A type button"); (reason != "") != (n == 1000) {
			t.Errorf("after %d options: %q", n+1, reason)
		}
	}
}
