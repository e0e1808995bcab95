package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// A session is a conversation with a program that Serve runs.
type session struct {
	t      *testing.T
	input  *io.PipeWriter
	output chan string // its lines
	served chan error
}

// serve runs a program in the background.
func serve(t *testing.T, p Program) *session {
	t.Helper()
	checkLeftovers(t)
	in, input := io.Pipe()
	output, out := io.Pipe()
	s := &session{t, input, make(chan string, 1000), make(chan error, 1)}
	go func() {
		s.served <- Serve(in, out, p)
		out.Close()
	}()
	go func() {
		for lines := bufio.NewScanner(output); lines.Scan(); {
			s.output <- lines.Text()
		}
		close(s.output)
	}()
	t.Cleanup(func() {
		input.Close()
		if err := <-s.served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return s
}

// send sends commands.
func (s *session) send(commands ...string) {
	s.t.Helper()
	for _, command := range commands {
		if _, err := fmt.Fprintln(s.input, command); err != nil {
			s.t.Fatal(err)
		}
	}
}

// next returns the next line of output.
func (s *session) next() string {
	s.t.Helper()
	select {
	case line, ok := <-s.output:
		if !ok {
			s.t.Fatal("the output has ended")
		}
		return line
	case <-time.After(patience):
		s.t.Fatal("no more output")
	}
	return ""
}

// expect reads one line for each of the patterns.
func (s *session) expect(patterns ...string) {
	s.t.Helper()
	for _, pattern := range patterns {
		if line := s.next(); !regexp.MustCompile("^(?:" + pattern + ")$").MatchString(line) {
			s.t.Fatalf("output %q, want %q", line, pattern)
		}
	}
}

// A searchFunc is a Searcher.
type searchFunc func(ctx context.Context, r *Request) Best

func (f searchFunc) Search(ctx context.Context, r *Request) (Best, error) { return f(ctx, r), nil }

// first returns the legal move with the least text.
func first(p chess.Position) chess.Move {
	best := "z"
	for m := range p.Moves() {
		best = min(best, p.UCI(m))
	}
	m, _ := p.ParseUCI(best)
	return m
}

// quick returns the first move at once.
var quick = searchFunc(func(ctx context.Context, r *Request) Best {
	best := first(r.Game.Position())
	r.Report(Info{Depth: 1, PV: []chess.Move{best}})
	return Best{Move: best}
})

// untilDone reports a move and waits for the end of its context.
var untilDone = searchFunc(func(ctx context.Context, r *Request) Best {
	r.Report(Info{Depth: 1, PV: []chess.Move{first(r.Game.Position())}})
	<-ctx.Done()
	return Best{Move: first(r.Game.Position())}
})

// TestServe checks the commands that a user can send to a program.
func TestServe(t *testing.T) {
	var said []string
	say := func(name string) func(string) error {
		return func(value string) error {
			said = append(said, name+"="+value)
			if value == "bad" {
				return errors.New("no such\nfile")
			}
			return nil
		}
	}
	p := Program{Name: "Test\n1", Author: "A\nB", Searcher: quick, NewGame: func() { say("new")("") }}
	p.Options = []Option{
		NewSpin("Hash", 16, 1, 64, func(n int) error { return say("hash")(fmt.Sprint(n)) }),
		NewCheck("Own Book", true, func(on bool) error { return say("book")(fmt.Sprint(on)) }),
		NewCombo("Style", "Solid", []string{"Solid", "Very Risky"}, say("style")),
		NewButton("Clear Hash", func() error { return say("clear")("") }),
		NewString("File", "", say("file")),
	}
	s := serve(t, p)
	s.send("uci")
	s.expect("id name Test 1", "id author A B",
		"option name Hash type spin default 16 min 1 max 64", "option name Own Book type check default true",
		"option name Style type combo default Solid var Solid var Very Risky", "option name Clear Hash type button",
		"option name File type string default <empty>", "option name UCI_Chess960 type check default false",
		"option name Ponder type check default false", "uciok")
	s.send("isready", "", "xyzzy", "joho debug on")
	s.expect("readyok")
	s.send("position x") // after which a new game is one, too
	s.expect(`info string position refused: want "startpos" or "fen", and then "moves"`)
	s.send("setoption name hash value 32", "setoption name Own Book value FALSE", "setoption name Style value very risky",
		"setoption name Clear Hash", "setoption name File value a b.bin", "setoption name File value <empty>", "ucinewgame")
	s.send("setoption name Hash value 65")
	s.expect(`info string option "Hash": "65": must be an integer from 1 to 64`)
	s.send("setoption name Nothing value 1")
	s.expect(`info string there is no option "Nothing"`)
	s.send("setoption name File value bad")
	s.expect(`info string no such file`)
	want := []string{"hash=32", "book=false", "style=Very Risky", "clear=", "file=a b.bin", "file=", "new=", "file=bad"}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	s.send("position startpos", "go depth 1")
	s.expect("info depth 1 time .* pv a2a3", "bestmove a2a3")
	s.send("debug on", "xyzzy", "", "debug off", "xyzzy", "debug on", "debug", "xyzzy", "isready")
	s.expect(`info string unknown command "xyzzy" ignored`, "readyok")
}

// TestServeRequest checks what a search is told, and that an option that the program declares is not declared again.
func TestServeRequest(t *testing.T) {
	chess960 := false
	s := serve(t, Program{
		Options: []Option{
			NewCheck("ponder", true, func(bool) error { return nil }),
			NewCheck("uci_chess960", false, func(on bool) error { chess960 = on; return nil }),
		},
		Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
			counts := false
			select {
			case <-r.PonderHit():
				counts = true
			default:
			}
			r.Report(Info{Text: fmt.Sprintf("debug %v, counts %v, depth %d, ply %d", r.Debug, counts, r.Limits.Depth, r.Game.Plies())})
			select {
			case <-r.PonderHit():
				r.Report(Info{Text: "hit"})
			case <-ctx.Done():
				r.Report(Info{Text: "stopped"})
			}
			return Best{}
		}),
	})
	s.send("uci")
	s.expect("id name ", "id author ", "option name ponder type check default true", "option name uci_chess960 type check default false", "uciok")
	s.send("setoption name UCI_Chess960 value true", "go depth 3 searchmoves e2e4")
	s.expect("info .*string debug false, counts true, depth 3, ply 0", "info .*string hit", "bestmove e2e4")
	s.send("debug on", "position startpos moves e2e4 c7c5", "go ponder depth 4")
	s.expect("info .*string debug true, counts false, depth 4, ply 2")
	s.send("ponderhit")
	s.expect("info .*string hit", "bestmove ....")
	s.send("debug off", "go ponder infinite")
	s.expect("info .*string debug false, counts false, depth 0, ply 2")
	s.send("stop")
	s.expect("info .*string stopped", "bestmove ....")
	if !chess960 {
		t.Error("the option of the program was not set")
	}
}

// TestServeSpeed checks that a report gets the time and the speed if it has none.
func TestServeSpeed(t *testing.T) {
	s := serve(t, Program{Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
		r.Report(Info{Nodes: 1000})
		r.Report(Info{Nodes: 1, Time: time.Minute, NodesPerSecond: 7})
		time.Sleep(2 * time.Millisecond)
		r.Report(Info{Nodes: 1e9})
		r.Report(Info{Nodes: 2, NodesPerSecond: 8, Time: 1})
		r.Report(Info{MultiPV: 1, PV: mustMoves(t, start, "d2d4 d7d5")})
		r.Report(Info{MultiPV: 2, PV: mustMoves(t, start, "e2e4 e7e5")})
		r.Report(Info{})
		return Best{}
	})})
	s.send("go")
	s.expect(`info nodes 1000 (nps (\d{1,6}|1000000) )?time \d+`, // there is no speed in the first millisecond
		"info nodes 1 nps 7 time 60000", `info nodes 1000000000 nps \d{6,12} time \d{1,5}`, "info nodes 2 nps 8 time 1", "info multipv 1 time .* pv d2d4 d7d5",
		"info multipv 2 time .* pv e2e4 e7e5", "info time .*", "bestmove d2d4 ponder d7d5")
}

// TestServePositions checks which positions are searched. After one that is refused none is, until the next.
func TestServePositions(t *testing.T) {
	s := serve(t, Program{Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
		best := quick(ctx, r)
		r.Game.Play(best.Move) // as a search may do
		return best
	})})
	const refused = "info string no search, because the position was refused"
	for _, test := range []struct{ position, refused, info, best string }{
		{"position fen 7k/8/8/8/8/8/8/K5R1 w - - 3 9 moves a1b2", "", "info .* pv h8h7", "h8h7"},
		{"position startpos moves e2e5", "move 1: e2e5: .*", refused, "0000"},
		{"isready", "", refused, "0000"}, // still
		{"position startpos moves e2e4 e7e5 e4e5", "move 3: e4e5: .*", refused, "0000"},
		{"position startpos moves 0000", "move 1: .*", refused, "0000"},
		{"position startpos moves x", "move 1: .*", refused, "0000"},
		{"position fen 8/8/8/8/8/8/8/8 w - - 0 1", ".*king.*", refused, "0000"},
		{"position", `want "startpos" or "fen", and then "moves"`, refused, "0000"},
		{"position startpos e2e4", `want .*`, refused, "0000"},
		{"position startpos moves", "", "info .*", "a2a3"},
		{"position startpos moves a2a3", "", "info .*", "a7a5"},
		{"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "", "info .*", "a2a3"},
		{"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", "", "info .*", "a2a3"},
		{"position fen 4k3/8/8/8/8/8/P7/4K2R w K - 0 1 moves e1g1", "", "info .*", "e8d7"},
		{"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "info depth 0 score cp 0", "0000"},
		{"position fen 7k/8/8/8/8/8/8/K6R b - - 0 1", "", "info depth 1 time .*", "h8g7"},
		{"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", "info depth 0 score mate 0", "0000"},
	} {
		s.send(test.position)
		if test.position == "isready" {
			s.expect("readyok")
		}
		if test.refused != "" {
			s.expect("info string position refused: " + test.refused)
		}
		for _, command := range []string{"go", "go movetime 1000", "go nodes 7 searchmoves a1a2"} {
			s.send(command)
			s.expect(test.info, "bestmove "+test.best)
		}
		for _, command := range []string{"go infinite", "go ponder"} { // are held until the end
			s.send(command)
			s.expect(test.info)
			time.Sleep(time.Millisecond) // the answer would come now
			s.send("isready", "stop")
			s.expect("readyok", "bestmove "+test.best)
		}
	}
}

// TestServeChess960 checks both spellings of castling.
func TestServeChess960(t *testing.T) {
	castle := searchFunc(func(ctx context.Context, r *Request) Best {
		best := chess.MustParseMove("e1h1")
		r.Report(Info{PV: []chess.Move{best, chess.MustParseMove("e8d8"), chess.MustParseMove("a1a3")}})
		return Best{Move: best, Ponder: chess.MustParseMove("e8a8")}
	})
	const position = "position fen r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"
	s := serve(t, Program{Searcher: castle})
	s.send(position, "go movetime 1000")
	s.expect("info .*pv e1g1 e8d8", "bestmove e1g1 ponder e8c8")
	s.send("setoption name UCI_Chess960 value true", position, "go nodes 9")
	s.expect("info .*pv e1h1 e8d8", "bestmove e1h1 ponder e8a8")
	s.send(position+" moves e1h1 e8a8", "setoption name UCI_Chess960 value false", position+" moves e1h1", position, "go")
	s.expect("info .*pv e1g1 e8d8", "bestmove e1g1 ponder e8c8")
	s.send("position fen r3k3/8/8/8/8/8/8/4K2R w Ha - 0 1", "go") // the form of Chess960, in which the option decides
	s.expect("info .*pv e1g1 e8d8", "bestmove e1g1 ponder e8c8")
}

// TestServeHolds checks that moves in an infinite search and in a ponder search are held back.
func TestServeHolds(t *testing.T) {
	s := serve(t, Program{Searcher: quick})
	for _, test := range []struct{ search, release string }{
		{"go infinite", "stop"}, {"go ponder", "ponderhit"}, {"go ponder", "stop"}, {"go ponder infinite", "stop"},
		{"go infinite movetime 1", "stop"}, {"go infinite depth 1", "stop"}, {"go ponder movetime 1", "ponderhit"}, {"go ponder wtime 1 btime 1", "ponderhit"},
	} {
		s.send(test.search)
		s.expect("info .*")
		time.Sleep(2 * time.Millisecond) // the answer would come now
		s.send("isready", test.release)
		s.expect("readyok", "bestmove a2a3")
	}
	s.send("stop", "ponderhit", "isready")
	s.expect("readyok")
	s.send("go infinite")
	s.expect("info .*")
	s.send("ucinewgame")
	s.expect("info string ucinewgame ignored during a search")
	s.send("stop")
	s.expect("bestmove a2a3")
}

// TestServeStop checks the ways to end a search, and what a program does meanwhile.
func TestServeStop(t *testing.T) {
	s := serve(t, Program{
		Searcher: untilDone, NewGame: func() { t.Error("a new game during a search") },
		Options: []Option{NewButton("B", func() error { return errors.New("pressed during a search") }), NewButton("N", nil)},
	})
	s.send("go infinite")
	s.expect("info .*")
	s.send("go", "setoption name B", "setoption name n", "ucinewgame", "isready", "position startpos moves e2e4")
	s.expect("info string go ignored .*", "info string option B ignored .*", "info string option N ignored .*", "info string ucinewgame ignored .*")
	s.expect("readyok")
	s.send("stop", "go movetime 20") // without waiting for the answer
	s.expect("bestmove a2a3", "info .*pv a7a5", "bestmove a7a5")
	s.send("go ponder movetime 20")
	s.expect("info .*")
	s.send("ponderhit")
	s.expect("bestmove a7a5")
	s.send("go infinite")
	s.expect("info .*")
	s.send("quit")
	s.expect("bestmove a7a5")
}

// slow is like untilDone, but returns only after Serve has answered in its place.
var slow = searchFunc(func(ctx context.Context, r *Request) Best {
	untilDone(ctx, r)
	select {
	case <-r.done:
	case <-time.After(500 * time.Millisecond): // much later than the answer must come
	}
	time.Sleep(time.Millisecond)
	r.Report(Info{Text: "too late"})
	return Best{Move: chess.MustParseMove("h2h4")}
})

// TestServeWithoutTime checks that nothing stops a search of a given depth, and that one of a given time is
// stopped.
func TestServeWithoutTime(t *testing.T) {
	var last *Request
	s := serve(t, Program{Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
		last = r
		select {
		case <-ctx.Done():
			r.Report(Info{Text: "stopped"})
		case <-time.After(30 * time.Millisecond):
		}
		return Best{Move: first(r.Game.Position())}
	})})
	s.send("position startpos", "go depth 3")
	s.expect("bestmove a2a3")
	s.send("go movetime 1")
	s.expect("info .*string stopped", "bestmove a2a3")
	s.send("go movetime 3600000", "isready")
	s.expect("readyok", "bestmove a2a3")
	last.server.mu.Lock()
	defer last.server.mu.Unlock()
	if len(last.timers) != 1 || last.timers[0].Stop() {
		t.Error("the timer of a search that was answered runs on")
	}
}

// TestServeNext checks a client that starts the next search without waiting for the answer to stop. The
// answers do not wait for a search that takes long to return: its move is not among them, and the next search does.
func TestServeNext(t *testing.T) {
	var searching sync.Mutex
	s := serve(t, Program{Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
		if searching.TryLock() {
			defer searching.Unlock()
		} else {
			t.Error("Search is called during a call")
		}
		return slow(ctx, r)
	})})
	s.send("go infinite")
	s.expect("info .*")
	for range 3 {
		s.send("stop", "position startpos", "go infinite")
		s.expect("bestmove a2a3", "info .*")
	}
	s.send("stop")
	s.expect("bestmove a2a3")
	s.send("position startpos", "go movetime 1")
	s.expect("info .*", "bestmove a2a3")
}

// TestServeBadMoves checks that a move that is not legal is never sent.
func TestServeBadMoves(t *testing.T) {
	s := serve(t, Program{Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
		if r.Limits.Depth == 1 {
			r.Report(Info{PV: mustMoves(t, start, "e2e4 e7e5")})
			r.Report(Info{PV: mustMoves(t, start, "g1f3 d7d5")})
		}
		return Best{Move: chess.MustParseMove("e2e5"), Ponder: chess.MustParseMove("e2e5")}
	})})
	s.send("go depth 1")
	s.expect("info .*pv e2e4 e7e5", "info .*pv g1f3 d7d5", "bestmove g1f3 ponder d7d5")
	s.send("go depth 2")
	s.expect("bestmove ....")
	s.send("go depth 2 searchmoves b1c3 e2e5 h2h3")
	s.expect("bestmove b1c3")
}

// TestServeEnd checks what Serve returns.
func TestServeEnd(t *testing.T) {
	checkLeftovers(t)
	broken := errors.New("broken")
	in, input := io.Pipe()
	input.CloseWithError(broken)
	if err := Serve(in, io.Discard, Program{Searcher: quick}); err != broken {
		t.Errorf("bad input: %v", err)
	}
	out, output := io.Pipe()
	out.CloseWithError(broken)
	if err := Serve(strings.NewReader("uci\nuci\n"), output, Program{Searcher: quick}); err != broken {
		t.Errorf("bad output: %v", err)
	}
	fails := io.MultiReader(strings.NewReader("uci\n"), iotest.ErrReader(io.ErrNoProgress))
	if err := Serve(fails, output, Program{Searcher: quick}); err != broken {
		t.Errorf("bad output, before the input fails: %v", err)
	}
	silent := searchFunc(func(ctx context.Context, _ *Request) Best { <-ctx.Done(); return Best{} })
	if err := Serve(strings.NewReader("go\n"), output, Program{Searcher: silent}); err != broken {
		t.Errorf("bad output, after the input has ended: %v", err)
	}
	never := make(chan struct{})
	stubborn := searchFunc(func(context.Context, *Request) Best { <-never; return Best{} })
	var said strings.Builder
	err := Serve(strings.NewReader("go\n"), io.MultiWriter(&said, output), Program{Searcher: stubborn})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "did not return") {
		t.Errorf("bad output, and a search that does not return: %v", err)
	}
	close(never)
	if got := said.String(); !strings.HasPrefix(got, "bestmove ") {
		t.Errorf("output %q, want a move", got)
	}
	said.Reset()
	if err := Serve(strings.NewReader("quit"+strings.Repeat(" ", 3<<20)+"\nisready"), &said, Program{Searcher: quick}); err != nil ||
		said.String() != "info string command of more than 1 MiB ignored\nreadyok\n" {
		t.Errorf("long line: output %.100q, error %v", &said, err)
	}
}

// TestRoundTrip checks that a program that Serve runs gets what the client asks for, and that the client gets
// what the program reports.
func TestRoundTrip(t *testing.T) {
	checkLeftovers(t)
	g := chess.NewGame()
	for _, san := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5"} {
		if err := g.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	p := g.Position()
	limits := Limits{
		Clocks:   [2]*Clock{{Left: time.Minute, Increment: time.Second}, {Left: 59 * time.Second, Increment: 2 * time.Second, MovesToGo: 40}},
		MoveTime: 10 * time.Second, Depth: 30, Nodes: 1e10, Mate: 7,
		SearchMoves: []chess.Move{chess.MustParseMove("a7a6"), chess.MustParseMove("g8f6")},
	}
	pv := mustMoves(t, p, "a7a6 b5a4 g8f6 e1g1")
	infos := []Info{
		{Depth: 20, SelectiveDepth: 31, MultiPV: 1, Score: &Score{Centipawns: -12, Bound: UpperBound},
			WDL: &WDL{100, 800, 100}, PV: pv, Time: 1500 * time.Millisecond, Nodes: 1e9, NodesPerSecond: 2e6,
			HashFull: 999, TablebaseHits: 3, CPULoad: 500},
		{Time: 1, NodesPerSecond: 1, MultiPV: 2, Score: &Score{Mate: -3}, PV: pv[:1]},
		{Time: 1, NodesPerSecond: 1, Score: &Score{Mated: true}},
		{Time: 1, NodesPerSecond: 1, CurrentMove: pv[0], CurrentMoveNumber: 1},
		{Time: 1, NodesPerSecond: 1, CurrentLine: pv, CPU: 2},
		{Time: 1, NodesPerSecond: 1, Refutation: pv[:2], Text: "a  pv e2e4 b"},
	}
	var got *Request
	e := connect(t, Program{Name: "Round Trip", Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
		got = r
		for _, info := range infos {
			r.Report(info)
		}
		return Best{Move: pv[0], Ponder: pv[1]}
	})})
	search := e.Search(background(t), g, limits)
	best, err := search.Best()
	if err != nil || best.Move != pv[0] || best.Ponder != pv[1] || best.Info.Depth != 20 || *best.Info.Score != *infos[0].Score || !slices.Equal(best.Info.PV, pv) {
		t.Errorf("Best() = %v, %v, want %v with the last report about it", best, err, pv)
	}
	if diff := cmp.Diff(limits, got.Limits); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(g.Moves(), got.Game.Moves()); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
	for i := range infos {
		infos[i].Time = infos[i].Time.Truncate(time.Millisecond) + time.Duration(min(1, i))*time.Millisecond
	}
	i := 0
	for info := range search.Infos() {
		if diff := cmp.Diff(infos[i], info); diff != "" {
			t.Errorf("report %d (-want +got):\n%s", i, diff)
		}
		i++
	}
	if i != len(infos) || len(search.Lines()) != 2 || search.Elapsed() <= 0 {
		t.Errorf("%d reports, %d lines, want %d, 2", i, len(search.Lines()), len(infos))
	}
}

// connect connects a client with a program in the same process.
func connect(t *testing.T, p Program) *Engine {
	t.Helper()
	in, input := io.Pipe()
	output, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- Serve(in, out, p)
		out.Close()
	}()
	e, err := New(background(t), output, input)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return e
}

// failing returns an error, or a move with what there is to report about it.
type failing struct {
	err    error
	length int // of the line that it reports
	score  *Score
}

func (f failing) Search(_ context.Context, r *Request) (Best, error) {
	pv := []chess.Move{first(r.Game.Position())}
	return Best{Move: pv[0], Ponder: pv[0], Info: Info{Depth: 3, Score: f.score, PV: pv[:f.length]}}, f.err
}

// TestSearcherResult checks that Serve shows an error of a search and answers all the same, and that it
// reports what comes with a move.
func TestSearcherResult(t *testing.T) {
	for _, tt := range []struct {
		err    error
		length int
		score  *Score
		info   string
	}{
		{errors.New("no\nnetwork"), 1, &Score{}, "info time .* string the search failed: no network"},
		{nil, 1, &Score{Centipawns: 7}, "info depth 3 time .* score cp 7 pv a2a3"},
		{nil, 0, &Score{Centipawns: 7}, "info depth 3 time .* score cp 7"},
		{nil, 1, nil, "info depth 3 time .* pv a2a3"},
	} {
		t.Run(tt.info, func(t *testing.T) {
			s := serve(t, Program{Searcher: failing{tt.err, tt.length, tt.score}})
			s.send("go depth 1")
			s.expect(tt.info, "bestmove a2a3")
		})
	}
}

// FuzzServe checks that no input makes Serve fail, and that it answers every search with one legal
// move.
func FuzzServe(f *testing.F) {
	f.Add("uci\nisready\nucinewgame\nposition startpos moves e2e4\ngo wtime 1000 btime 1000\nstop\nquit\n")
	f.Add("setoption name UCI_Chess960 value true\n" +
		"position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1\ngo infinite\nstop")
	f.Add("go ponder movetime 1\nponderhit\n" +
		"go\ngo depth 1 searchmoves e2e4\nposition fen x\ndebug on\nx\nposition fen\ngo")
	f.Fuzz(func(t *testing.T, input string) {
		var output strings.Builder
		searches := 0
		p := Program{Name: "Fuzz", NewGame: func() {}, Searcher: searchFunc(func(ctx context.Context, r *Request) Best {
			searches++
			best := quick(ctx, r)
			r.Report(Info{Text: r.Game.Position().FEN() + "|" + r.Game.Position().UCI(best.Move)})
			return best
		})}
		if err := Serve(strings.NewReader(input), &output, p); err != nil {
			t.Fatal(err)
		}
		answers := 0
		for line := range strings.Lines(output.String()) {
			if move, ok := strings.CutPrefix(line, "bestmove "); ok && move != "0000\n" {
				answers++
			}
		}
		if answers != searches {
			t.Errorf("%q: %d searches, %d answers:\n%s", input, searches, answers, &output)
		}
	})
}
