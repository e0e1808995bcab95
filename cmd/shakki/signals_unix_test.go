//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// interrupt starts a command, and sends it a signal when it has created a file whose name matches pattern.
func (w *world) interrupt(cmd *exec.Cmd, sent os.Signal, pattern string) {
	w.must(cmd.Start())
	for names := 0; names == 0; time.Sleep(time.Millisecond) {
		found, _ := filepath.Glob(w.path(pattern))
		names = len(found)
	}
	w.must(cmd.Process.Signal(sent))
}

// TestOutputsInterrupted ends a command by a signal while it writes, or before it does, and checks that nothing is
// left.
func TestOutputsInterrupted(t *testing.T) {
	w := newWorld(t)
	before := w.state()
	for _, test := range []struct {
		args string
		sent os.Signal
	}{{"-o", os.Interrupt}, {"-o", syscall.SIGTERM}, {"-o", syscall.SIGHUP}, {"-split|1|-o", syscall.SIGHUP}} {
		child := exec.Command(os.Args[0], "-test.run", "^TestOutputsKilled$")
		child.Env = append(os.Environ(), "SHAKKI_COMMAND=select|"+test.args+"|"+w.path("out/old.pgn")+"|-")
		_, err := child.StdinPipe()
		w.must(err)
		w.interrupt(child, test.sent, "out/.shakki-*/*")
		err = child.Wait()
		if diff := cmp.Diff(before, w.state()); diff != "" || err == nil {
			t.Errorf("%s after the signal %v: %v; files (-before +after):\n%s", test.args, test.sent, err, diff)
		}
	}

	var errs bytes.Buffer
	counting := exec.Command(os.Args[0], "-test.run", "^TestOutputsKilled$")
	counting.Env, counting.Stderr = append(os.Environ(), "SHAKKI_COMMAND=explore|-table|"+w.path("counted")+"|-"), &errs
	games, err := counting.StdinPipe()
	w.must(err)
	w.interrupt(counting, syscall.SIGHUP, "counted")
	time.Sleep(100 * time.Millisecond)
	io.WriteString(games, worldGames)
	games.Close()
	if counting.Wait(); counting.ProcessState.ExitCode() != 2 || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("explore after a signal: %v, %q", counting.ProcessState, &errs)
	}
	w.must(os.RemoveAll(w.path("counted")))

	// As nohup does.
	ignoring := exec.Command("sh", "-c", `trap "" HUP; exec "$0" "$@"`, os.Args[0], "-test.run", "^TestOutputsKilled$")
	ignoring.Env = append(os.Environ(), "SHAKKI_COMMAND=select|-o|"+w.path("new.pgn")+"|-")
	games, err = ignoring.StdinPipe()
	w.must(err)
	w.interrupt(ignoring, syscall.SIGHUP, ".shakki-*/*")
	time.Sleep(100 * time.Millisecond)
	io.WriteString(games, worldGames)
	games.Close()
	if err := ignoring.Wait(); err != nil || w.read("new.pgn") == "" {
		t.Errorf("after a signal that is ignored: %v", err)
	}

	// A pipe whose reader ends, after what it holds.
	w.write("ugly.pgn", strings.Repeat("[Event \"a\"]\n1.e2-e4 *\n\n", 10_000))
	before = w.state()
	closed := exec.Command(os.Args[0], "-test.run", "^TestOutputsKilled$")
	closed.Env = append(os.Environ(), "SHAKKI_COMMAND=fmt|-d|-w|"+w.path("ugly.pgn"))
	out, err := closed.StdoutPipe()
	w.must(err, closed.Start())
	out.Read(make([]byte, 1))
	out.Close()
	err = closed.Wait()
	if diff := cmp.Diff(before, w.state()); diff != "" || err == nil {
		t.Errorf("fmt -d -w to a closed pipe: %v; files (-before +after):\n%.2000s", err, diff)
	}

	if err := exec.Command("mkfifo", w.path("pipe")).Run(); err != nil {
		t.Skipf("no pipes: %v", err)
	}
	child := exec.Command(os.Args[0], "-test.run", "^TestOutputsKilled$") // which waits for a reader
	child.Env = append(os.Environ(), "SHAKKI_COMMAND=select|-o|"+w.path("pipe")+"|"+w.path("games/a.pgn"))
	w.must(child.Start())
	time.Sleep(500 * time.Millisecond)
	ended := time.AfterFunc(20*time.Second, func() { child.Process.Kill() })
	w.must(child.Process.Signal(os.Interrupt))
	if child.Wait(); !ended.Stop() {
		t.Error("a command that writes to a pipe without a reader does not end after a signal")
	}
}
