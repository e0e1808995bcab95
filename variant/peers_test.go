package variant_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/variant"
)

var peers = flag.Int("peers", 200, "the number of positions of each variant that TestPeers compares with Fairy-Stockfish")

// An engine is a running Fairy-Stockfish.
type engine struct {
	t      *testing.T
	input  io.Writer
	output *bufio.Scanner
	knows  map[string]bool // the variants
}

func startEngine(t *testing.T) *engine {
	t.Helper()
	cmd := exec.Command(deep.Program(t, "fairy-stockfish"))
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		input.(io.Closer).Close()
		cmd.Wait()
	})
	e := &engine{t, input, bufio.NewScanner(output), map[string]bool{}}
	e.tell("uci")
	for line := e.next(); line != "uciok"; line = e.next() {
		if strings.Contains(line, "name UCI_Variant ") {
			for name := range strings.FieldsSeq(line) {
				e.knows[name] = true
			}
		}
	}
	return e
}

func (e *engine) tell(command string) { fmt.Fprintln(e.input, command) }

func (e *engine) next() string {
	if !e.output.Scan() {
		e.t.Fatalf("no more output from the engine: %v", e.output.Err())
	}
	return e.output.Text()
}

// ask returns the FEN of a position, its checkers, and its legal moves, sorted.
func (e *engine) ask(setUp string) (fen, checkers string, moves []string) {
	e.tell(setUp)
	e.tell("d")
	for line := e.next(); ; line = e.next() {
		if rest, ok := strings.CutPrefix(line, "Fen: "); ok {
			fen = rest
		}
		if rest, ok := strings.CutPrefix(line, "Checkers:"); ok {
			checkers = strings.TrimSpace(rest)
			break
		}
	}
	e.tell("go perft 1")
	for line := e.next(); !strings.HasPrefix(line, "Nodes searched"); line = e.next() {
		if move, _, ok := strings.Cut(line, ": 1"); ok {
			moves = append(moves, move)
		}
	}
	slices.Sort(moves)
	return fen, checkers, moves
}

// TestPeers plays random games beside Fairy-Stockfish, which does not know Atomic in every build.
func TestPeers(t *testing.T) {
	if !*deep.Flag && testing.Short() {
		t.Skip("not with -short")
	}
	e := startEngine(t)
	for _, v := range variant.Variants() {
		if !e.knows[v.UCI()] {
			t.Logf("the engine does not know %v", v)
			continue
		}
		e.tell("setoption name UCI_Variant value " + v.UCI())
		for n, seed := 0, uint64(1); n < *peers; seed++ {
			n += e.playBeside(v, rand.New(rand.NewPCG(seed, uint64(v))))
		}
	}
}

// playBeside plays one random game and returns its length.
func (e *engine) playBeside(v variant.Variant, random *rand.Rand) (n int) {
	p := variant.StartPosition(v)
	if v != variant.RacingKings && random.IntN(3) == 0 {
		p, _ = variant.Chess960Start(v, random.IntN(960))
	}
	e.tell(fmt.Sprintf("setoption name UCI_Chess960 value %v", p.IsChess960()))
	chess960 := p.IsChess960()
	setUp := "position fen " + shredder(p)
	for n = 1; ; n++ {
		fen, checkers, want := e.ask(setUp)
		got := []string{}
		for m := range p.Moves() {
			got = append(got, uciOf(p, m, chess960))
		}
		slices.Sort(got)
		over := p.Outcome()
		if over.Reason == variant.Race { // the engine plays on where Black cannot follow
			return n
		}
		if !slices.Equal(got, want) && !(len(got) == 0 && len(want) == 0) {
			e.t.Errorf("%v %s: moves %v, want %v", v, p, got, want)
			return n
		}
		same, err := variant.ParseFEN(v, fen)
		if err != nil || same.Key() != p.Key() || same.HalfmoveClock() != p.HalfmoveClock() || same.FullmoveNumber() != p.FullmoveNumber() {
			e.t.Errorf("%v after %q: %s, %v, want %s", v, setUp, p, err, fen)
			return n
		}
		if c := strings.Trim(p.Checkers().String(), "{}"); c != checkers && v != variant.Antichess && !(v == variant.ThreeCheck && over.IsOver()) {
			e.t.Errorf("%v %s: checkers %q, want %q", v, p, c, checkers)
		}
		if len(got) == 0 || n > 300 {
			return n
		}
		moves := p.LegalMoves()
		m := moves[random.IntN(len(moves))]
		setUp = "position fen " + shredder(p) + " moves " + uciOf(p, m, chess960)
		p.SetAfter(&p, m)
	}
}

// shredder returns the FEN of p with castling rights as the engine expects them in Chess960.
func shredder(p variant.Position) string {
	text, _ := p.MarshalText()
	_, fen, _ := strings.Cut(string(text), " ")
	return fen
}

// uciOf returns m as the engine writes it in a game of Chess960, or not.
func uciOf(p variant.Position, m variant.Move, chess960 bool) string {
	text := p.UCI(m)
	if rook := castlingRook(p, m); chess960 && rook != chess.NoSquare {
		return m.From().String() + rook.String()
	}
	return text
}

// castlingRook returns the rook with which m castles, or NoSquare.
func castlingRook(p variant.Position, m variant.Move) chess.Square {
	if !strings.HasPrefix(p.SAN(m), "O-O") {
		return chess.NoSquare
	}
	if m.To() < m.From() {
		return p.CastlingRook(p.Turn(), chess.Queenside)
	}
	return p.CastlingRook(p.Turn(), chess.Kingside)
}
