package uci

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/golden"
)

// TestGolden reads thousands of lines that differ from sound ones by a word, as a client and as an engine, and
// compares what is understood of them with earlier answers.
func TestGolden(t *testing.T) {
	golden.Compare(t, func(add func(kind, text string)) {
		golden.Neighbors(add, "info", " ", []string{
			"info depth 12 seldepth 18 multipv 1 score cp 34 lowerbound wdl 300 600 100 nodes 123456 nps 1000 hashfull 3 tbhits 0 time 77 pv e2e4 e7e5 g1f3",
			"info score mate -3 pv d2d4", "info string a text e2e4", "info currmove e2e4 currmovenumber 3",
		}, readGoldenInfo(t))
		golden.Neighbors(add, "option", " ", []string{
			"option name Hash type spin default 16 min 1 max 1024", "option name Skill Level type check default true",
			"option name Style type combo default Normal var Solid var Normal", "option name Clear type button", "option name Path type string default <empty>",
		}, func(line string) string { return readGoldenOption(t, line) })
		golden.Neighbors(add, "serve", " ", []string{
			"setoption name Hash value 32\nsetoption name Style value Solid\nposition startpos moves e2e4 e7e5\ngo depth 3 nodes 100 searchmoves g1f3 d2d4",
			"position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9 moves e1g1\ngo wtime 9000 btime 8000 winc 70 binc 60 movestogo 5",
			"setoption name UCI_Chess960 value true\nposition startpos\ngo mate 2", "ucinewgame\nposition startpos\ngo movetime 100000",
		}, serveGolden)
		addGoldenScores(add)
		addGoldenCommands(add)
	})
}

// addGoldenScores adds all that is said about scores.
func addGoldenScores(add func(kind, text string)) {
	for _, centipawns := range []int{-maxScore, -120, -1, 0, 1, 35, maxScore} {
		for _, mate := range []int{-maxScore, -2, -1, 0, 1, 3, maxScore} {
			for bound := Exact; bound <= UpperBound; bound++ {
				for _, mated := range []bool{false, true} {
					s := Score{centipawns, mate, mated, bound}
					text, err := json.Marshal(s)
					add("scores", fmt.Sprintf("%v %d %+v %+v %s %s %v", s, s.Number(), s.Eval(chess.White, 9), s.Eval(chess.Black, 0), s.append(nil), text, err))
				}
			}
		}
	}
}

// addGoldenCommands adds the commands and the JSON for reports, limits, and options with each field alone, and with
// all of them.
func addGoldenCommands(add func(kind, text string)) {
	moves := []chess.Move{chess.MustParseMove("e2e4"), chess.MustParseMove("e7e5")}
	infos := []Info{
		{}, {Depth: 1}, {SelectiveDepth: 2}, {MultiPV: 3}, {Score: &Score{Mated: true}}, {WDL: &WDL{5, 6, 7}}, {PV: moves}, {Time: 8 * time.Millisecond}, {Nodes: 9},
		{NodesPerSecond: 10}, {HashFull: 11}, {TablebaseHits: 12}, {CPULoad: 13}, {CurrentMove: moves[0]}, {CurrentMoveNumber: 14}, {CurrentLine: moves},
		{CPU: 15, CurrentLine: moves[:1]}, {Refutation: moves}, {Text: "a text"},
	}
	limits := []Limits{
		{}, {Clocks: [2]*Clock{{Left: 1e6, Increment: 2e6, MovesToGo: 3}}}, {Clocks: [2]*Clock{1: {Left: 4e6, Increment: 5e6, MovesToGo: 6}}},
		{MoveTime: 7e6}, {Depth: 8}, {Nodes: 9}, {Mate: 10}, {Infinite: true}, {Ponder: true}, {SearchMoves: moves[:1]},
	}
	infos, limits = append(infos, merged(infos)), append(limits, merged(limits), Limits{Clocks: [2]*Clock{{}, {}}})
	for _, info := range infos {
		text, err := json.Marshal(info)
		add("reports", fmt.Sprintf("%s %s %v", info.command(chess.StartPosition()), text, err))
		text, err = json.Marshal(Best{moves[0], moves[1], info})
		add("reports", fmt.Sprintf("%s %v", text, err))
	}
	for _, l := range limits {
		text, err := json.Marshal(l)
		add("limits", fmt.Sprintf("%s %s %s %v", l.command(standardPosition{chess.StartPosition()}), l.forEngine().command(standardPosition{chess.StartPosition()}), text, err))
	}
	for kind := Check; kind <= String; kind++ {
		o := Option{Name: "N M", Type: kind, Default: "d", Min: -1, Max: 2, Choices: []string{"a", "b c"}}
		text, err := json.Marshal(o)
		add("options", fmt.Sprintf("%s %s %s %s %v", o.command(), o.setCommand("v"), o.setCommand(""), text, err))
		_, err = o.text(struct{}{})
		text, _ = json.Marshal(err)
		add("options", fmt.Sprintf("%s %v", text, err))
	}
	for _, err := range []error{(&Engine{name: "E"}).noOption("N"), (&Option{Name: "N"}).reject("v", "d"), &OptionError{}} {
		text, _ := json.Marshal(err)
		add("options", fmt.Sprintf("%s %v", text, err))
	}
	for _, kind := range []error{ErrExited, ErrTimeout, ErrProtocol, ErrBusy, ErrClosed, ErrNoLimit} {
		for _, err := range []error{&Error{"E", closing, kind, "detail", []string{"a", "b"}, kind}, &Error{Engine: "E", Kind: kind}} {
			text, _ := json.Marshal(err)
			add("errors", fmt.Sprintf("%s %v", text, err))
		}
	}
}

// merged returns a value with all fields that are set in one of the values.
func merged[T any](values []T) (all T) {
	for _, value := range values {
		for i := range reflect.TypeFor[T]().NumField() {
			if field := reflect.ValueOf(value).Field(i); !field.IsZero() {
				reflect.ValueOf(&all).Elem().Field(i).Set(field)
			}
		}
	}
	return all
}

// readGoldenInfo returns a function that returns what a client understands of a line of an engine.
func readGoldenInfo(t *testing.T) func(line string) string {
	lines := make(chan string, 1)
	engine, err := newGolden(t, func(command string) string {
		if command == "go" {
			return <-lines + "\nbestmove e2e4\n"
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	return func(line string) string {
		if strings.Contains(line, "bestmove") {
			return ""
		}
		lines <- line
		best, err := engine.Search(context.Background(), chess.NewGame(), Limits{Depth: 1}).Best()
		text, _ := json.Marshal(best)
		return fmt.Sprintf("%s %v\n", text, err)
	}
}

// readGoldenOption returns what a client understands of the declaration of an option.
func readGoldenOption(t *testing.T, line string) string {
	engine, err := newGolden(t, func(command string) string {
		if command == "uci" {
			return line + "\n"
		}
		return ""
	})
	if err != nil {
		return err.Error()
	}
	defer engine.Close()
	text, _ := json.Marshal(engine.Options())
	return string(text)
}

// newGolden starts an engine that obeys all commands, after it has said what say returns.
func newGolden(t *testing.T, say func(command string) string) (*Engine, error) {
	return newGoldenIn(t.Context(), say)
}

// newGoldenIn is newGolden with a context.
func newGoldenIn(ctx context.Context, say func(command string) string) (*Engine, error) {
	toEngine, fromClient := io.Pipe()
	toClient, fromEngine := io.Pipe()
	go func() {
		for in := bufio.NewScanner(toEngine); in.Scan(); {
			command, _, _ := strings.Cut(in.Text(), " ")
			answer := map[string]string{"uci": "uciok\n", "isready": "readyok\n"}[command]
			io.WriteString(fromEngine, say(command)+answer)
		}
		fromEngine.Close()
	}()
	return New(ctx, toClient, fromClient)
}

// A goldenSearcher says what it is asked.
type goldenSearcher struct{ said *strings.Builder }

func (s goldenSearcher) Search(_ context.Context, r *Request) (Best, error) {
	text, _ := json.Marshal(r.Limits)
	fmt.Fprintln(s.said, r.Game, string(text))
	return Best{Move: r.Game.Position().LegalMoves()[0]}, nil
}

// serveGolden returns what an engine says and is asked after some commands, of which one starts a search.
func serveGolden(commands string) string {
	if strings.Count(commands, "go ") > 1 {
		return ""
	}
	var out, said strings.Builder
	var hash int
	var style string
	err := Serve(strings.NewReader(commands+"\n"), &out, Program{Name: "Golden", Searcher: goldenSearcher{&said}, Options: []Option{
		NewSpin("Hash", 16, 1, 1024, func(n int) error { hash = n; return nil }),
		NewCombo("Style", "Normal", []string{"Solid", "Normal"}, func(s string) error { style = s; return nil }),
	}})
	return fmt.Sprintln(out.String(), said.String(), hash, style, err)
}
