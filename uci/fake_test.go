package uci

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// fakes are the engines that the test binary can become, by name.
var fakes = map[string]fake{
	"well-behaved": {},
	// in the handshake
	"exits at the start":           {"start": exit},
	"exits during the handshake":   {"uci": "id name Fake\n" + exit},
	"says nothing":                 {"uci": ignore},
	"never says uciok":             {"uci": "id name Fake\noption name A type button"},
	"never gets ready":             {"isready": ignore},
	"hangs at the start":           {"start": hang, "uci": ignore},
	"floods the handshake":         {"uci": flood},
	"long line in the handshake":   {"uci": longLine},
	"many options":                 {"uci": manyLines},
	"closes its output":            {"uci": shut + "\n" + hang},
	"does not speak the protocol":  {"start": "# Segmentation analysis v2\n$ ", "uci": "Error: unknown command: uci"},
	"exits without an explanation": {"uci": "exit 0"},
	// in a search
	"exits in a search":             {"go": "info depth 1 pv d2d4\n" + exit},
	"is killed in a search":         {"go": "info depth 1 pv d2d4\n" + die},
	"hangs in a search":             {"go": "info depth 1 pv d2d4\n" + hang},
	"ignores stop":                  {"go": "info depth 1 pv d2d4", "stop": ignore},
	"floods a search":               {"go": flood},
	"long line in a search":         {"go": longLine},
	"illegal move":                  {"go": "info depth 1 pv d2d4\nbestmove e2e5"},
	"not a move":                    {"go": "info depth 1 pv d2d4\nbestmove resign"},
	"no move":                       {"go": "info depth 1 pv d2d4\nbestmove (none)"},
	"null move":                     {"go": "info depth 1 pv d2d4\nbestmove 0000"},
	"bestmove without a move":       {"go": "info depth 1 pv d2d4\nbestmove"},
	"closes its output in a search": {"go": "info depth 1 pv d2d4\n" + shut + "\n" + hang},
	"hangs before a search":         {"position": hang},
	"is never ready again":          {"position": hang, "ucinewgame": hang},
	// after a search
	"exits after a move": {"go": "bestmove e2e4\n" + exit},
	"hangs after a move": {"go": "bestmove e2e4\n" + hang},
	"ignores quit":       {"quit": ignore, "end": hang},
	"waits for the end":  {"quit": ignore}, // of its input
	"leaves a child":     {"uci": spawn + "\nuciok"},

	"leaves a child and fails": {"uci": spawn + "\nuciok", "quit": exit},
	"fails to exit well":       {"quit": exit},
	"exits slowly":             {"quit": shut + "\n" + pause + "\nexit 0"},
	// strange, but no fault
	"talks too much": {
		"uci": "info string Found 0 tablebases\nbestmove a2a3\nuciok", "setoption": "bestmove a2a3",
		"position": "bestmove d2d4\nbestmove e2e5\nbestmove", "go": "bestmove e2e4\nbestmove d2d4",
	},
	"strange": {
		"uci": "\n\x00\xff garbage\r\nid name Fake\r\noption\noption name\noption name X\noption name X type\n" +
			"option name X type thing\nid\nreadyok\nuciok\r\nuciok",
		"go": "info\ninfo depth\ninfo depth x\ninfo score\ninfo score cp\ninfo pv\ninfo pv e2e5\n" +
			"info multipv 99999999999 pv e2e4\n" +
			"info depth 99999999999999999999 score cp -9 lowerbound nodes -3 pv d2d4 d7d5 d4d5\n" +
			"readyok\nBestmove x\nbestmove  d2d4\tponder  d4d5 \r",
	},
}

// faults say how fakes fail: when, how, and whether the first move of the last report is returned.
var faults = []struct {
	name   string
	kind   error
	best   string // of the failed search
	lines  string // the end of the output of the engine
	detail string // if the engine was in time
}{
	{"exits at the start", ErrExited, "", "", ""},
	{"exits during the handshake", ErrExited, "", "id name Fake", ""},
	{"says nothing", ErrTimeout, "", "", ""},
	{"never says uciok", ErrTimeout, "", "option name A type button", ""},
	{"never gets ready", ErrTimeout, "", "uciok", ""},
	{"hangs at the start", ErrTimeout, "", "", ""},
	{"floods the handshake", ErrTimeout, "", "info depth 1 score cp 13 pv d2d4 d7d5", ""},
	{"long line in the handshake", ErrProtocol, "", "…", "a line of more than 1 MiB"},
	{"many options", ErrProtocol, "", "option name A type button", "more than 1,000 options"},
	{"closes its output", ErrExited, "", "", shutDetail},
	{"does not speak the protocol", ErrTimeout, "", "Error: unknown command: uci", ""},
	{"exits without an explanation", ErrExited, "", "", ""},
	{"exits in a search", ErrExited, "d2d4", "info depth 1 pv d2d4", ""},
	{"is killed in a search", ErrExited, "d2d4", "info depth 1 pv d2d4", ""},
	{"hangs in a search", ErrTimeout, "d2d4", "info depth 1 pv d2d4", ""},
	{"ignores stop", ErrTimeout, "d2d4", "info depth 1 pv d2d4", ""},
	{"floods a search", ErrTimeout, "d2d4", "info depth 1 score cp 13 pv d2d4 d7d5", ""},
	{"long line in a search", ErrProtocol, "0000", "…", "a line of more than 1 MiB"},
	{"illegal move", ErrProtocol, "d2d4", "bestmove e2e5", "bestmove is not a legal move"},
	{"not a move", ErrProtocol, "d2d4", "bestmove resign", "bestmove is not a legal move"},
	{"no move", ErrProtocol, "d2d4", "bestmove (none)", "bestmove is not a legal move"},
	{"null move", ErrProtocol, "d2d4", "bestmove 0000", "bestmove is not a legal move"},
	{"bestmove without a move", ErrProtocol, "d2d4", "bestmove", "bestmove is not a legal move"},
	{"closes its output in a search", ErrExited, "d2d4", "info depth 1 pv d2d4", shutDetail},
	{"hangs before a search", ErrTimeout, "0000", "readyok", ""},
}

// shutDetail is also the detail if the engine exits so slowly that its output ends long before.
const shutDetail = "the engine has closed its output"

// TestFaults checks that an engine that fails is killed, that the error says how it failed and ends
// with its last output, and that no process and no goroutine is left.
func TestFaults(t *testing.T) {
	checkLeftovers(t)
	for _, test := range faults {
		t.Run(test.name, func(t *testing.T) {
			checkLeftovers(t)
			ctx, limits := background(t), Limits{Depth: 1}
			switch {
			case test.name == "hangs before a search":
				ctx = timesOut(ctx, Sent, "position")
			case test.kind == ErrTimeout:
				ctx, limits = timesOut(ctx, Received, test.lines), Limits{MoveTime: time.Millisecond}
			}
			e, err := startFake(ctx, test.name)
			if test.best != "" {
				if err != nil {
					t.Fatalf("Start: %v", err)
				}
				var best Best
				best, err = e.Search(ctx, From(start), limits).Best()
				if pv := best.Info.PV; best.Move.String() != test.best || len(pv) > 1 && best.Ponder != pv[1] {
					t.Errorf("Best() = %v, %v, want %s", best.Move, best.Ponder, test.best)
				}
			}
			var failure *Error
			if !errors.As(err, &failure) || !errors.Is(err, test.kind) {
				t.Fatalf("error %v, want %v", err, test.kind)
			}
			engine, during := filepath.Base(os.Args[0]), handshake
			if slices.Contains(failure.Output, "id name Fake") || test.best != "" {
				engine = "Fake"
			}
			if test.name == "hangs before a search" {
				during = settingUp
			} else if test.best != "" {
				during = searching
			}
			if failure.Engine != engine || failure.During != during || test.kind != ErrTimeout && failure.Detail != test.detail && (test.kind != ErrExited || failure.Detail != shutDetail) {
				t.Errorf("the error is %v, want one of %s during %s with the detail %q", failure, engine, during, test.detail)
			}
			if illegal := new(chess.MoveError); errors.As(err, &illegal) != strings.HasPrefix(test.detail, "bestmove") {
				t.Errorf("the error %v has the cause %v", err, failure.Err)
			}
			if !strings.HasSuffix(strings.Join(failure.Output, "\n"), test.lines) {
				t.Errorf("output %q, want the end %q", failure.Output, test.lines)
			}
			if len(failure.Error()) > 1000 || errors.Is(failure, io.EOF) {
				t.Errorf("the message has %d bytes, or the end of the output as its cause: %v", len(failure.Error()), failure)
			}
			if e == nil {
				return
			}
			select {
			case <-e.exited: // also before Close
			case <-time.After(patience):
				t.Error("the engine is not killed")
			}
			if _, again := e.Search(background(t), From(start), Limits{Depth: 1}).Best(); again != err {
				t.Errorf("second search: %v, want %v", again, err)
			}
			if again := e.Close(); again != err {
				t.Errorf("Close() = %v, want %v", again, err)
			}
		})
	}
}

// TestFaultsAfterSearch checks that a fault after a good answer is reported by the next call.
func TestFaultsAfterSearch(t *testing.T) {
	for name, kind := range map[string]error{
		"exits after a move": ErrExited, "hangs after a move": ErrTimeout,
	} {
		t.Run(name, func(t *testing.T) {
			checkLeftovers(t)
			ctx := background(t)
			if kind == ErrTimeout {
				ctx = timesOut(ctx, Sent, "ucinewgame")
			}
			e, err := startFake(ctx, name)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			best, err := e.Search(background(t), From(start), Limits{Depth: 1}).Best()
			if err != nil || best.Move.String() != "e2e4" {
				t.Errorf("Best() = %v, %v, want e2e4", best.Move, err)
			}
			if err := e.NewGame(background(t)); !errors.Is(err, kind) {
				t.Errorf("NewGame() = %v, want %v", err, kind)
			}
		})
	}
}

// TestStrange checks that oddities in the output of an engine do no harm.
func TestStrange(t *testing.T) {
	checkLeftovers(t)
	e, err := startFake(background(t), "strange")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	search := e.Search(background(t), From(start), Limits{Depth: 1})
	var last Info
	for last = range search.Infos() {
	}
	want := Info{
		Depth: int(^uint(0) >> 1), Score: &Score{Centipawns: -9, Bound: LowerBound},
		PV: mustMoves(t, start, "d2d4 d7d5"),
	}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Errorf("last report (-want +got):\n%s", diff)
	}
	if best, err := search.Best(); err != nil || best.Move != chess.MustParseMove("d2d4") || best.Ponder != chess.NullMove {
		t.Errorf("Best() = %v, %v, want d2d4", best, err)
	}
	if e.Name() != "Fake" || len(e.Options()) != 0 {
		t.Errorf("name %q, options %v, want Fake without options", e.Name(), e.Options())
	}
}
