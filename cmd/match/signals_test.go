//go:build unix

package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/shakki/chess/internal/deep"
)

// TestSignals checks that a match that is told to end, or whose reader is gone, ends its engines, prints
// what was reached, and can be continued.
func TestSignals(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	if *deep.Flag {
		signals = append(signals, syscall.SIGINT)
	}
	for _, sig := range signals {
		dir := t.TempDir()
		pgn, pids := filepath.Join(dir, "match.pgn"), filepath.Join(dir, "pids")
		args := []string{"match", "-pgn", pgn, "-nodes", "1", "-maxmoves", "1", "-games", "1000000", "-wait", "10ms", "-stderr", pids, engine("pid"), engine("pid")}
		cmd := exec.Command(os.Args[0], args...)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for text := ""; !strings.Contains(text, "1/2-1/2\n"); time.Sleep(time.Millisecond) {
			b, _ := os.ReadFile(pgn)
			text = string(b)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		if err != nil || !strings.Contains(out.String(), "pid against pid (2):") || !strings.Contains(errs.String(), "interrupted") {
			t.Errorf("%v: %v, output %q, errors %q", sig, err, &out, &errs)
		}
		checkEnded(t, pids)
		before, _ := os.ReadFile(pgn)
		args[8] = strconv.Itoa(strings.Count(string(before), "[Result ") + 1)
		if p := play(t, pgn, args[3:]...); p.status != 0 {
			t.Errorf("%v: the match does not go on: %s", sig, p.errs)
		}
	}
}

// checkEnded checks that no engine is running whose process is in a file.
func checkEnded(t *testing.T, pids string) {
	t.Helper()
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if pid, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && syscall.Kill(pid, 0) == nil {
			t.Errorf("the engine %d is running", pid)
		}
	}
}

// TestRestarted checks that an engine that is started again has ended before.
func TestRestarted(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	p := play(t, newPGN(t), "-nodes", "1", "-maxmoves", "1", "-games", "2", "-concurrency", "1", "-restart", "-stderr", pids, engine("pid"), engine("pid"))
	if p.status != 0 || len(p.games) != 2 {
		t.Fatal(p.errs)
	}
	checkEnded(t, pids)
}

// TestClosedPipe checks that a match whose output nobody reads says so at the end, and has played its games.
func TestClosedPipe(t *testing.T) {
	pgn := newPGN(t)
	cmd := exec.Command(os.Args[0], "match", "-pgn", pgn, "-nodes", "1", "-maxmoves", "1", "-games", "2", engine("random"), engine("losing"))
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	var errs strings.Builder
	cmd.Stdout, cmd.Stderr = w, &errs
	err = cmd.Run()
	text, _ := os.ReadFile(pgn)
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 || !strings.Contains(errs.String(), "broken pipe") || strings.Count(string(text), "[Result ") != 2 {
		t.Errorf("%v, errors %q, games\n%s", err, &errs, text)
	}
}
