package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
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
	// The second answer may come after the next command was sent.
	sortTail := func(lines []string) []string {
		if len(lines) == len(want) {
			slices.Sort(lines[len(lines)-6:])
		}
		return lines
	}
	if diff := cmp.Diff(sortTail(want), sortTail(got)); diff != "" {
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

// TestAnalyze checks the number of lines of an analysis, and that the next search has as many as before.
func TestAnalyze(t *testing.T) {
	checkLeftovers(t)
	var set []string
	lines := 1
	e := connect(t, Program{
		Options: []Option{NewSpin("MultiPV", 1, 1, 10, func(n int) error {
			lines, set = n, append(set, fmt.Sprint(n))
			return nil
		})},
		Searcher: searchFunc(func(_ context.Context, r *Request) (best Best) {
			moves := r.Game.Position().LegalMoves()
			for i, m := range moves[:min(lines, len(moves))] {
				r.Report(Info{Depth: 1, MultiPV: i + 1, Score: &Score{Centipawns: -i}, PV: []chess.Move{m}})
			}
			return Best{Move: moves[0]}
		}),
	})
	for _, test := range []struct{ fen, lines, want, set string }{
		{chess.StartPosition().FEN(), "3", "3", "3"},
		{chess.StartPosition().FEN(), "search", "1", "1"},
		{chess.StartPosition().FEN(), "option 2", "2", "2"},
		{chess.StartPosition().FEN(), "2", "2", ""},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", "5", "1", "5"},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", "search", "1", "2"},
		{"R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "5", "0", ""},
		{chess.StartPosition().FEN(), "1", "1", "1"},
		{chess.StartPosition().FEN(), "0", `option "MultiPV": "0": must be at least 1`, ""},
		{chess.StartPosition().FEN(), "11", `option "MultiPV": "11": must be an integer from 1 to 10`, ""},
		{chess.StartPosition().FEN(), "4", "4", "4"},
	} {
		set = nil
		history := From(chess.MustParseFEN(test.fen))
		var infos []Info
		var err error
		var n int
		switch _, scanErr := fmt.Sscanf(test.lines, "option %d", &n); {
		case scanErr == nil:
			if err := e.SetOption("MultiPV", n); err != nil {
				t.Fatal(err)
			}
			fallthrough
		case test.lines == "search":
			search := e.Search(background(t), history, Limits{Depth: 1})
			_, err = search.Best()
			infos = search.Lines()
		default:
			fmt.Sscan(test.lines, &n)
			infos, err = e.Analyze(background(t), history, Limits{Depth: 1}, n)
		}
		got := fmt.Sprint(len(infos))
		if err != nil {
			got = err.Error()
		}
		if got != test.want || strings.Join(set, " ") != test.set {
			t.Errorf("%s, %s: got %s, MultiPV set to %v, want %s and %s", test.fen, test.lines, got, set, test.want, test.set)
		}
	}
}

// TestAnalyzeErrors checks an engine without MultiPV, and one that fails in the middle of an analysis.
func TestAnalyzeErrors(t *testing.T) {
	checkLeftovers(t)
	e, err := startFake(background(t), "exits in a search")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Analyze(background(t), From(start), Limits{Depth: 1}, 2); err == nil || err.Error() != `Fake has no option "MultiPV"` {
		t.Errorf("Analyze with two lines: %v, want that there is no option", err)
	}
	infos, err := e.Analyze(background(t), From(start), Limits{Depth: 1}, 1)
	if err == nil || len(infos) != 1 || infos[0].PV[0].String() != "d2d4" {
		t.Errorf("Analyze() = %v, %v, want the line so far and an error", infos, err)
	}
}

// TestErrorText checks that the message of an error ends with the last line that the engine wrote.
func TestErrorText(t *testing.T) {
	for want, output := range map[string][]string{"": nil, ` (last output: "a")`: {"a"}, ` (last output: "b")`: {"a", "b"}} {
		err := &Error{Engine: "E", During: "start", Kind: ErrExited, Output: output}
		if got, head := err.Error(), "E: start: "+ErrExited.Error(); got != head+want {
			t.Errorf("Error() = %q, want %q", got, head+want)
		}
	}
}

// TestErrorParts checks that the message of an error has the detail and the cause, and that [errors.Is] finds both.
func TestErrorParts(t *testing.T) {
	cause := errors.New("cause")
	for _, test := range []struct {
		detail string
		cause  error
		want   string
	}{{"", nil, ""}, {"detail", nil, ": detail"}, {"", cause, ": cause"}, {"detail", cause, ": detail: cause"}} {
		err := &Error{Engine: "E", During: "start", Kind: ErrTimeout, Detail: test.detail, Err: test.cause}
		if got, want := err.Error(), "E: start: "+ErrTimeout.Error()+test.want; got != want {
			t.Errorf("Error() = %q, want %q", got, want)
		}
		if !errors.Is(err, ErrTimeout) || errors.Is(err, cause) != (test.cause != nil) {
			t.Errorf("%v: Unwrap() = %v", err, err.Unwrap())
		}
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
	if lines := e.output; len(lines[9]) > 210 || lines[8] != "25" {
		t.Errorf("after a long line, the last are %q", lines)
	}
}

// TestReportsAreBounded checks that a search keeps a bounded number of reports of bounded length.
func TestReportsAreBounded(t *testing.T) {
	s := Search{position: &standardPosition{chess.StartPosition()}}
	s.change.L = &s.mu
	for range maxInfos + 20 {
		s.add("string a")
	}
	if len(s.infos) != maxInfos || s.skipped != 20 {
		t.Errorf("%d reports are kept and %d were skipped, want %d and 20", len(s.infos), s.skipped, maxInfos)
	}
	for _, rank := range []int{maxLines, maxLines + 1, 2} {
		s.add(words(fmt.Sprintf("multipv %d pv e2e4", rank)))
	}
	const long = "multipv 4 pv e2e4 string "
	s.add(words(strings.Replace(long, "4", "3", 1) + strings.Repeat("x", maxInfoBytes-len(long)+1)))
	s.add(words(long + strings.Repeat("x", maxInfoBytes-len(long))))
	if lines := s.Lines(); len(s.last) != maxLines || len(lines) != 3 || lines[0].MultiPV != 2 || lines[1].MultiPV != 4 || lines[2].MultiPV != maxLines {
		t.Errorf("%d lines are kept, %d of them with a report, want %d and 3", len(s.last), len(lines), maxLines)
	}
}
