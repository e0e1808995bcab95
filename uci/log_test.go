package uci

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// logged starts a fake with a log, calls talk, closes the engine, and returns the lines of the log. After
// the last line, if it is not "", the engine takes too long.
func logged(t *testing.T, name, last string, talk func(e *Engine)) (lines []string) {
	t.Helper()
	checkLeftovers(t)
	ctx := WithLog(background(t), func(kind LogKind, line string) { // the race detector notices calls at the same time
		lines = append(lines, fmt.Sprint(kind, ": ", line))
	})
	if last != "" {
		ctx = timesOut(ctx, Received, last)
	}
	e, err := startFake(ctx, name)
	if err == nil {
		talk(e)
		if err := e.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	}
	return lines
}

// TestLog checks that a log has every line of a conversation in order, also what no method returns, and that answers
// that nobody has asked for are warnings.
func TestLog(t *testing.T) {
	got := logged(t, "talks too much", "", func(e *Engine) {
		if err := e.SetOption("Hash", 2); err == nil {
			t.Error("no error for an option that the engine does not have")
		}
		best, err := e.Search(background(t), From(start), Limits{Depth: 1}).Best()
		if err != nil || best.Move.String() != "e2e4" {
			t.Errorf("Best() = %v, %v, want e2e4", best, err)
		}
		if err := e.NewGame(background(t)); err != nil {
			t.Errorf("NewGame() = %v", err)
		}
	})
	const warning = "warning: bestmove without a search ignored"
	want := []string{
		"sent: uci", "received: info string Found 0 tablebases", "received: bestmove a2a3", warning, "received: uciok",
		"sent: isready", "received: readyok",
		"sent: position startpos", "sent: isready", "received: bestmove d2d4", warning, "received: bestmove e2e5", warning,
		"received: bestmove", warning, "received: readyok",
		"sent: go depth 1", "received: bestmove e2e4",
		"received: bestmove d2d4", warning, "sent: ucinewgame", "sent: isready", "received: readyok",
		"sent: quit",
	}
	// The answers to the position may come before isready was sent, and the second answer after the next
	// command was sent.
	inOrder := func(lines []string) []string {
		if len(lines) == len(want) {
			answers := lines[8:16]
			if at := slices.Index(answers, "sent: isready"); at >= 0 && at < slices.Index(answers, "received: readyok") {
				copy(answers[1:], slices.Concat(answers[:at], answers[at+1:]))
				answers[0] = "sent: isready"
			}
			slices.Sort(lines[len(lines)-6:])
		}
		return lines
	}
	if diff := cmp.Diff(inOrder(want), inOrder(got)); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

// TestLogOfFailure checks that a log has the lines of a start that fails.
func TestLogOfFailure(t *testing.T) {
	got := logged(t, "never says uciok", "option name A", func(*Engine) { t.Error("the engine has started") })
	want := []string{"sent: uci", "received: id name Fake", "received: option name A type button"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

// TestLogOnce checks that the log is called once at a time, although lines are sent and received meanwhile.
func TestLogOnce(t *testing.T) {
	var busy atomic.Bool
	ctx := WithLog(t.Context(), func(LogKind, string) {
		if !busy.CompareAndSwap(false, true) {
			t.Error("the log is called during a call")
		}
		time.Sleep(100 * time.Microsecond)
		busy.Store(false)
	})
	e, err := newGoldenIn(ctx, func(command string) string {
		if command == "uci" {
			return "option name B type button\n"
		}
		return strings.Repeat("info string a\n", 3)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for range 50 {
		if err := e.SetOption("B", nil); err != nil {
			t.Error(err)
		}
	}
	if err := e.NewGame(background(t)); err != nil {
		t.Error(err)
	}
}

// TestLogOfEmptyLines checks that a log has empty lines, too.
func TestLogOfEmptyLines(t *testing.T) {
	empty := 0
	ctx := WithLog(t.Context(), func(_ LogKind, line string) {
		if line == "" {
			empty++
		}
	})
	e, err := newGoldenIn(ctx, func(command string) string { return map[string]string{"uci": "\n\r\n"}[command] })
	if err != nil {
		t.Fatal(err)
	}
	if e.Close(); empty != 2 {
		t.Errorf("the log has %d empty lines, want 2", empty)
	}
}

// TestTail checks that the last ten lines of an output are kept, shortened if they are long.
func TestTail(t *testing.T) {
	var e Engine
	for n := 1; n <= 25; n++ {
		e.keep(fmt.Sprint(n))
		lines := e.output
		if len(lines) != min(n, 10) || lines[0] != fmt.Sprint(max(n-9, 1)) || lines[len(lines)-1] != fmt.Sprint(n) {
			t.Errorf("after %d lines, the last are %q", n, lines)
		}
	}
	e.keep(strings.Repeat("x", 300))
	if lines := e.output; len(lines[9]) < 190 || len(lines[9]) > 210 || lines[8] != "25" {
		t.Errorf("after a long line, the last are %q", lines)
	}
}
