package uci

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shakki/chess"
)

// fakeVariable is the environment variable that makes the test binary behave like an engine.
const fakeVariable = "UCI_FAKE"

// patience bounds what a test waits for. It is much longer than any test takes.
const patience = time.Minute

func TestMain(m *testing.M) {
	switch name := os.Getenv(fakeVariable); name {
	case "":
	case "serve":
		if err := Serve(os.Stdin, os.Stdout, servedProgram); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	default:
		fakes[name].run()
		return
	}
	r, w, _ := os.Pipe() // makes the runtime open what it needs to wait for files
	r.Close()
	w.Close()
	code := m.Run()
	if left := leftovers(); left != "" && code == 0 {
		fmt.Fprintln(os.Stderr, left)
		code = 1
	}
	os.Exit(code)
}

// leftovers waits until no goroutine of the package and no child process is left. It describes
// those that remain.
func leftovers() (left string) {
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if left = goroutines() + children(); left == "" {
			return ""
		}
	}
	return left
}

// goroutines returns the stacks of the goroutines that the package has started.
func goroutines() string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	var found strings.Builder
	for _, stack := range bytes.Split(stacks, []byte("\n\n")) {
		for _, method := range []string{"uci.(*Engine)", "uci.(*Search)", "uci.(*server)", "uci.(*Request)", "os/exec"} {
			if bytes.Contains(stack, []byte(method)) && !bytes.Contains(stack, []byte("testing.tRunner")) {
				fmt.Fprintf(&found, "a goroutine is left:\n%s\n", stack)
				break
			}
		}
	}
	return found.String()
}

// children returns the names of the processes that descend from this one.
func children() string {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	var found strings.Builder
	for _, file := range stats {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // the process has exited
		}
		name, rest, _ := strings.Cut(string(stat), ") ")
		var state string
		var parent int
		if fmt.Sscan(rest, &state, &parent); parent == os.Getpid() {
			fmt.Fprintf(&found, "a process is left: %s)\n", name)
		}
	}
	return found.String()
}

// isRunning reports whether the process with the given number is running, as far as /proc knows.
func isRunning(pid string) bool {
	stat, _ := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	_, state, found := strings.Cut(string(stat), ") ")
	return found && !strings.HasPrefix(state, "Z")
}

// openFiles returns the number of open files, as far as /proc knows.
func openFiles() int {
	files, _ := os.ReadDir("/proc/self/fd")
	return len(files)
}

// checkLeftovers checks at the end of the test that it leaves no goroutine, no process, and no open file.
func checkLeftovers(t *testing.T) {
	t.Helper()
	before := openFiles()
	t.Cleanup(func() {
		if left := leftovers(); left != "" {
			t.Error(left)
		}
		if after := openFiles(); after > before {
			t.Errorf("%d files are open, and %d were before", after, before)
		}
	})
}

// background returns a context that ends when the test takes too long.
func background(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// A fake is an engine that the test binary becomes.
type fake map[string]string // the output for each command, with the commands in the comments below

// What a fake does when one of its lines is one of these words.
const (
	exit      = "exit 3"        // exits
	die       = "die"           // kills itself
	hang      = "hang"          // stops to read and to write
	flood     = "flood"         // writes reports until it is killed
	longLine  = "long line"     // writes 10 MB without a line break
	manyLines = "many options"  // writes 100,000 options
	shut      = "close output"  // closes its output and hangs
	spawn     = "spawn a child" // starts a process that holds the output open, and names it as its author
	ignore    = "ignore"        // does nothing
	pause     = "pause"         // waits a little
)

// run answers commands until the input ends.
func (f fake) run() {
	f.say(f["start"])
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		command, _, _ := strings.Cut(input.Text(), " ")
		answer, ok := f[command]
		if !ok {
			answer = politely[command]
		}
		f.say(answer)
	}
	f.say(f["end"])
}

// politely holds the answers of a fake that behaves.
var politely = fake{
	"uci":     "id name Fake\nid author Nobody\noption name Hash type spin default 16 min 1 max 1024\nuciok",
	"isready": "readyok", "quit": "exit 0",
	"go": "info depth 1 score cp 20 pv e2e4 e7e5\nbestmove e2e4 ponder e7e5",
}

func (f fake) say(answer string) {
	for line := range strings.Lines(answer) {
		switch line = strings.TrimSuffix(line, "\n"); line {
		case "exit 0":
			os.Exit(0)
		case exit:
			fmt.Fprintln(os.Stderr, "out of luck")
			os.Exit(3)
		case die:
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		case hang:
			time.Sleep(time.Hour)
		case flood:
			for { // with rests, so that no processor is kept busy
				fmt.Print(strings.Repeat("info depth 1 score cp 13 pv d2d4 d7d5\n", 100))
				time.Sleep(time.Millisecond)
			}
		case longLine:
			os.Stdout.Write(bytes.Repeat([]byte("info string "), 10<<20/12))
		case manyLines:
			fmt.Print(strings.Repeat("option name A type button\n", 100_000))
		case shut:
			os.Stdout.Close()
		case spawn:
			child := exec.Command("sleep", "3600")
			child.Stdout = os.Stdout
			if err := child.Start(); err == nil {
				fmt.Println("id author", child.Process.Pid)
			}
		case pause:
			time.Sleep(50 * time.Millisecond)
		case ignore:
		default:
			fmt.Println(line)
		}
	}
}

// startFake starts a fake.
func startFake(ctx context.Context, name string) (*Engine, error) {
	return StartCommand(ctx, fakeCommand(name))
}

// fakeCommand returns the command that runs a fake.
func fakeCommand(name string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fakeVariable+"="+name, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// timesOut returns a context for an engine to which the test is a clock: whatever it waits for takes too
// long as soon as a line has been sent or received, or at once if the line is "", and never before. The
// log has a line before the line is handled, for which there is some time.
func timesOut(ctx context.Context, kind LogKind, line string) context.Context {
	over := make(chan time.Time)
	end := sync.OnceFunc(func() { close(over) })
	if line == "" {
		end()
	}
	log, _ := ctx.Value(logKey{}).(func(LogKind, string))
	ctx = WithLog(ctx, func(k LogKind, text string) {
		if log != nil {
			log(k, text)
		}
		if k == kind && strings.HasPrefix(text, line) {
			time.AfterFunc(20*time.Millisecond, end)
		}
	})
	return context.WithValue(ctx, afterKey{}, func(time.Duration) <-chan time.Time { return over })
}

// start is the start position.
var start = chess.StartPosition()

// mustMoves parses moves that follow each other from p.
func mustMoves(t *testing.T, p chess.Position, text string) []chess.Move {
	t.Helper()
	w := words(text)
	moves := w.moves(standardPosition{p})
	if w != "" {
		t.Fatalf("%q is not legal", w)
	}
	return moves
}
