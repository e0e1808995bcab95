package uci

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
)

var recordFlag = flag.Bool("record", false, "make TestTranscripts record what the installed engines say")

// The directory testdata holds recorded conversations. A line that begins with "> " is a command to
// the engine, and one that begins with "< " is its answer.
//
// The files client-*.txt were recorded with go test -run TestTranscripts -record. The files
// server-*.txt were recorded from the commands that polyglot gave to this test binary with
// UCI_FAKE=serve in matches under xboard:
//
//	xboard -noGUI -fcp "polyglot served.ini" -scp "polyglot stockfish.ini" -mg 2 -tc 0:10

// A conversation is a transcript.
type conversation struct {
	mu  sync.Mutex
	log bytes.Buffer
}

// writer returns a writer that adds lines with a prefix to the conversation.
func (c *conversation) writer(prefix string) io.Writer {
	r, w := io.Pipe()
	go func() {
		for lines := bufio.NewScanner(r); lines.Scan(); {
			c.mu.Lock()
			fmt.Fprintf(&c.log, "%s%s\n", prefix, lines.Text())
			c.mu.Unlock()
		}
	}()
	return w
}

// record starts an engine and returns its ends, which record the conversation.
func (c *conversation) record(t *testing.T, command []string) (io.ReadCloser, io.WriteCloser) {
	t.Helper()
	cmd := exec.Command(deep.Program(t, command[0]), command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Wait() })
	return struct {
			io.Reader
			io.Closer
		}{io.TeeReader(out, c.writer("< ")), out}, struct {
			io.Writer
			io.Closer
		}{io.MultiWriter(c.writer("> "), in), in}
}

// replay plays the engine of a transcript. It returns its ends, and reports commands that differ.
func replay(t *testing.T, transcript string) (io.ReadCloser, io.WriteCloser) {
	in, input := io.Pipe()
	output, out := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer in.Close()
		defer out.Close()
		commands := bufio.NewScanner(in)
		for line := range strings.Lines(transcript) {
			if answer, ok := strings.CutPrefix(line, "< "); ok {
				io.WriteString(out, answer)
			} else if commands.Scan(); "> "+commands.Text()+"\n" != line {
				t.Errorf("command %q, want %q", commands.Text(), line)
				return
			}
		}
	}()
	t.Cleanup(func() { <-done })
	return output, input
}

// scenario drives an engine and describes the results.
func scenario(t *testing.T, e *Engine) (results []string) {
	t.Helper()
	chess960 := chess.MustParseFEN("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
	for _, test := range []struct {
		option  string
		value   any
		history History
		limits  Limits
	}{
		{"Hash", 4, From(start), Limits{Depth: 6}},
		{"MultiPV", 3, From(start, mustMoves(t, start, "e2e4 c7c5 g1f3")...), Limits{Depth: 5}},
		{"UCI_ShowWDL", true, From(start, mustMoves(t, start, "g1f3 g8f6 f3g1 f6g8")...), Limits{Nodes: 3000, Depth: 6}},
		{"MultiPV", "1", From(chess.MustParseFEN("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")), Limits{Mate: 2, Depth: 6}},
		{"Clear Hash", nil, From(start), Limits{Depth: 3, SearchMoves: mustMoves(t, start, "h2h4")}},
		{"UCI_Chess960", true, From(chess960), Limits{Depth: 4}},
		{"Hash", 5, From(start), Limits{Depth: 2}},
	} {
		if hasOption(e, test.option) {
			if err := e.SetOption(test.option, test.value); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.NewGame(background(t)); err != nil {
			t.Fatal(err)
		}
		search := e.Search(background(t), test.history, test.limits)
		for info := range search.Infos() {
			if len(info.PV) > 0 {
				results = append(results, fmt.Sprintf("info %v", len(info.PV)))
			}
		}
		best, err := search.Best()
		var rejected *OptionError
		switch {
		case errors.As(err, &rejected) && !hasOption(e, chess960Option):
			continue
		case err != nil:
			t.Fatal(err)
		}
		results = append(results, "bestmove "+search.position.UCI(best.Move))
	}
	return results
}

// TestTranscripts replays conversations with real engines, and checks that all moves are
// understood.
func TestTranscripts(t *testing.T) {
	for _, command := range realEngines {
		t.Run(command[0], func(t *testing.T) {
			checkLeftovers(t)
			name := filepath.Join("testdata", "client-"+command[0]+".txt")
			if *recordFlag {
				var c conversation
				r, w := c.record(t, command)
				converse(t, r, w)
				c.mu.Lock()
				defer c.mu.Unlock()
				if err := os.WriteFile(name, c.log.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			r, w := replay(t, string(text))
			if diff := cmp.Diff(expected(string(text)), converse(t, r, w)); diff != "" {
				t.Errorf("results (-want +got):\n%s", diff)
			}
		})
	}
}

// converse runs the scenario.
func converse(t *testing.T, r io.ReadCloser, w io.WriteCloser) []string {
	t.Helper()
	e, err := New(background(t), r, w)
	if err != nil {
		t.Fatal(err)
	}
	results := scenario(t, e)
	if err := e.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
	return results
}

// expected finds in a transcript what the scenario must have returned.
func expected(transcript string) (results []string) {
	for line := range strings.Lines(transcript) {
		words := strings.Fields(line)
		if pv := slices.Index(words, "pv"); pv > 0 {
			results = append(results, fmt.Sprintf("info %v", len(words)-pv-1))
		} else if len(words) > 2 && words[1] == "bestmove" {
			results = append(results, "bestmove "+words[2])
		}
	}
	return results
}

// times matches what differs from run to run.
var times = regexp.MustCompile(` (time|nps) \d+`)

// servedProgram is the program in the recorded conversations with polyglot.
var servedProgram = Program{Name: "Served", Author: "Nobody", Searcher: searchFunc(firstTwo)}

// firstTwo returns the first move and the first reply.
func firstTwo(_ context.Context, r *Request) Best {
	p := r.Game.Position()
	best := Best{Move: first(p)}
	pv := []chess.Move{best.Move}
	if after := p.After(best.Move); after.HasLegalMove() {
		best.Ponder = first(after)
		pv = append(pv, best.Ponder)
	}
	r.Report(Info{Depth: 1, Score: &Score{}, PV: pv})
	return best
}

// TestServerTranscripts replays matches under another client.
func TestServerTranscripts(t *testing.T) {
	names, err := filepath.Glob("testdata/server-*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("transcripts %v, %v", names, err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s := serve(t, servedProgram)
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSuffix(line, "\n")
				if command, ok := strings.CutPrefix(line, "> "); ok {
					s.send(command)
				} else if got := "< " + times.ReplaceAllString(s.next(), ""); got != times.ReplaceAllString(line, "") {
					t.Fatalf("output %q, want %q", got, line)
				}
			}
		})
	}
}

// TestConversation checks a whole conversation, in which the engine says more than it should.
func TestConversation(t *testing.T) {
	checkLeftovers(t)
	full := "option name Full type string default "
	value := strings.Repeat("x", maxOptionBytes-len(full))
	full += value
	const castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	r, w := replay(t, "> uci\n< id name  A \t B\x07 \n< id author C\t\x07D\n< id other D\n"+
		"< option name X type combo default a var a var b\n< "+full+"\n< "+full+"x\n"+
		"< option name UCI_Chess960 type check default false\n< option name S type string default\n"+
		"< uciok\n< id name Late\n< option name Late type button\n< uciok\n> isready\n< id name Later\n< readyok\n"+
		"> setoption name X value b\n> setoption name S value <empty>\n"+
		"> position startpos moves e2e4\n> isready\n< info depth 9 pv e7e5\n< readyok\n> go depth 1\n"+
		"< info depth 1 pv e7e6\n< info depth 2 multipv 2 pv a7a6\n< bestmove e7e5 x g1f3\n"+
		"> position fen "+castle+" moves e1g1\n> isready\n< readyok\n> go movetime 60000\n< bestmove e8d7 ponder g1g9\n"+
		"> setoption name UCI_Chess960 value true\n> position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1\n> isready\n< readyok\n"+
		"> go nodes 5\n< bestmove e8d7 ponder f1e1\n"+
		"> ucinewgame\n> isready\n< readyok\n"+
		"> setoption name UCI_Chess960 value false\n> position startpos\n> isready\n< readyok\n> go infinite\n< info depth 1 pv d2d4\n"+
		"> stop\n< bestmove d2d4 ponder d7d5\n"+
		"> position startpos\n> isready\n< readyok\n> go ponder movetime 60000\n< info depth 1 pv d2d4\n> ponderhit\n< info depth 2 pv d2d4\n> stop\n< bestmove d2d4\n> quit\n")
	e, err := New(background(t), r, w)
	if err != nil {
		t.Fatal(err)
	}
	e.Grace = patience
	want := []Option{
		{Name: "X", Type: Combo, Default: "a", Choices: []string{"a", "b"}}, {Name: "Full", Type: String, Default: value},
		{Name: chess960Option, Type: Check, Default: "false"}, {Name: "S", Type: String},
	}
	e.Options()[0].Choices[0] = "changed"
	e.Options()[1].Name = "changed"
	if diff := cmp.Diff(want, e.Options(), cmp.AllowUnexported(Option{})); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if e.Name() != "A   B" || e.Author() != "C  D" {
		t.Errorf("name %q, author %q, want A   B and C  D", e.Name(), e.Author())
	}
	for name, value := range map[string]any{"X": "c", "S": 1, "UCI_Chess960": "x", "Late": nil} { // nothing is sent
		var rejected *OptionError
		if err := e.SetOption(name, value); !errors.As(err, &rejected) || rejected.Name != name {
			t.Errorf("SetOption(%s, %v) = %v, want an OptionError", name, value, err)
		}
	}
	if err := errors.Join(e.SetOption("x", "B"), e.SetOption("s", "")); err != nil {
		t.Errorf("SetOption: %v", err)
	}
	for i, test := range []struct {
		history History
		limits  Limits
		want    string
		reports int
	}{
		{From(start, mustMoves(t, start, "e2e4")...), Limits{Depth: 1}, "e7e5 0000", 2},
		{From(chess.MustParseFEN(castle), chess.MustParseMove("e1h1")), Limits{MoveTime: time.Minute}, "e8d7 0000", 0},
		{From(chess.MustParseFEN("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"), chess.MustParseMove("f1g1")), Limits{Nodes: 5}, "e8d7 f1e1", 0},
		{chess.NewGame(), Limits{Infinite: true}, "d2d4 d7d5", 1},
		{From(start), Limits{Ponder: true, MoveTime: time.Minute}, "d2d4 0000", 2},
	} {
		if i == 3 {
			if err := e.NewGame(background(t)); err != nil {
				t.Errorf("NewGame() = %v", err)
			}
		}
		search := e.Search(background(t), test.history, test.limits)
		reports := 0
		for range search.Infos() {
			reports++
			if search.Elapsed() <= 0 {
				t.Errorf("search %d has taken no time so far", i+1)
			}
			if i >= 3 {
				e.tell(new(Search), "stop") // says nothing, because it is another search
				search.PonderHit()          // says nothing if the search does not ponder any more
				time.Sleep(time.Millisecond)
			}
			if reports == i-2 { // search 4 after one report, search 5 after two
				search.Stop()
			}
		}
		best, err := search.Best()
		e.tell(search, "stop") // says nothing, because the search has ended
		if got := fmt.Sprint(best.Move, " ", best.Ponder); got != test.want || err != nil || reports != test.reports {
			t.Errorf("search %d: %s, %v after %d reports, want %s after %d", i+1, got, err, reports, test.want, test.reports)
		}
		if elapsed := search.Elapsed(); elapsed <= 0 || elapsed != search.Elapsed() {
			t.Errorf("search %d has taken %v, %v", i+1, elapsed, search.Elapsed())
		}
	}
	if err := e.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
}
