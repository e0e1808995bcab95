package chess

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A stockfish is a running Stockfish, the engine that speaks UCI.
type stockfish struct {
	t      *testing.T
	input  io.Writer
	output *bufio.Scanner
}

// startStockfish starts the engine for one test, which is skipped if it is not
// installed.
func startStockfish(t *testing.T) *stockfish {
	t.Helper()
	path, err := exec.LookPath("stockfish")
	if err != nil {
		path, err = exec.LookPath("/usr/games/stockfish") // where Debian installs it
	}
	if err != nil {
		t.Skip("Stockfish is not installed: neither in PATH nor as /usr/games/stockfish")
	}
	engine := exec.Command(path)
	input, err := engine.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := engine.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Start(); err != nil {
		t.Fatal(err)
	}
	// An engine that no longer answers would keep the test waiting.
	watchdog := time.AfterFunc(5*time.Minute, func() { engine.Process.Kill() })
	t.Cleanup(func() {
		watchdog.Stop()
		input.Close() // ends the engine
		if err := engine.Wait(); err != nil {
			t.Errorf("Stockfish ended with %v", err)
		}
	})
	return &stockfish{t, input, bufio.NewScanner(output)}
}

// send writes a command line.
func (s *stockfish) send(format string, args ...any) {
	s.t.Helper()
	if _, err := fmt.Fprintf(s.input, format+"\n", args...); err != nil {
		s.t.Fatalf("writing to Stockfish: %v", err)
	}
}

// next returns the next line of the engine.
func (s *stockfish) next() string {
	s.t.Helper()
	if !s.output.Scan() {
		s.t.Fatalf("Stockfish has ended: %v", s.output.Err())
	}
	return s.output.Text()
}

// moves returns the legal moves of the position that was sent last, in UCI.
func (s *stockfish) moves() []string {
	s.t.Helper()
	s.send("go perft 1")
	var moves []string
	for {
		line := s.next()
		if strings.HasPrefix(line, "Nodes searched") {
			return moves
		}
		if move, count, ok := strings.Cut(line, ": "); ok && count == "1" {
			moves = append(moves, move)
		}
	}
}

// state returns the FEN and the checkers of the position that was sent last.
func (s *stockfish) state() (fen, checkers string) {
	s.t.Helper()
	s.send("d")
	for {
		line := s.next()
		if text, ok := strings.CutPrefix(line, "Fen: "); ok {
			fen = text
		}
		if text, ok := strings.CutPrefix(line, "Checkers:"); ok {
			return fen, strings.TrimSpace(text)
		}
	}
}

// TestAgainstStockfish compares the moves and the state in random games of
// standard chess and Chess960. The engine follows each game from its start by
// the moves that the library writes.
func TestAgainstStockfish(t *testing.T) {
	t.Parallel()
	engine := startStockfish(t)
	positions := 2000
	if *deepFlag {
		positions = 200_000
	}
	r := newTestRand(t)
	for seen := 0; seen < positions && !t.Failed(); {
		b := randomStart(r)
		if r.IntN(3) == 0 {
			b = randomSetUp(r)
		}
		p, err := ParseFEN(b.text(b.passed))
		if err != nil || len(p.Problems()) > 0 {
			continue // the engine trusts that a position can arise in a game
		}
		p.SetChess960(r.IntN(2) == 0)
		seen += engine.followGame(p, r)
	}
}

// followGame plays at most 60 random moves, compares each position, and returns
// the number of them.
func (s *stockfish) followGame(p Position, r *rand.Rand) int {
	chess960 := p.Chess960()
	s.send("setoption name UCI_Chess960 value %v", chess960)
	game := "position fen " + p.FEN() + " moves"
	for ply := range 60 {
		s.send("%s", game)
		moves := p.LegalMoves()
		s.compare(&p, moves, chess960)
		if len(moves) == 0 || s.t.Failed() {
			return ply + 1
		}
		m := moves[r.IntN(len(moves))]
		game += " " + p.UCI(m)
		p = p.After(m)
	}
	return 60
}

// compare compares the position that was sent last with p.
func (s *stockfish) compare(p *Position, moves []Move, chess960 bool) {
	var texts []string
	for _, m := range moves {
		if chess960 {
			texts = append(texts, m.String())
		} else {
			texts = append(texts, p.UCI(m))
		}
	}
	if diff := textListDiff(texts, s.moves()); diff != "" {
		s.t.Errorf("LegalMoves(%q), Stockfish's wanted: %s", p.FEN(), diff)
	}
	fen, checkers := s.state()
	if got, want := comparableFEN(p, p.FEN()), comparableFEN(p, fen); got != want {
		s.t.Errorf("FEN = %q, Stockfish's %q", got, want)
	}
	var got []string
	for c := range p.Checkers().Squares() {
		got = append(got, c.String())
	}
	if diff := textListDiff(got, strings.Fields(checkers)); diff != "" {
		s.t.Errorf("Checkers(%q), Stockfish's wanted: %s", p.FEN(), diff)
	}
}

// comparableFEN takes out of a FEN of p what Stockfish writes in its own way:
// castling rights in Chess960, and an en passant square where a pawn stands
// beside that may not capture.
func comparableFEN(p *Position, fen string) string {
	fields := strings.Fields(fen)
	if p.Castling() != 0 {
		rights := MustParseFEN(fen)
		fields[2] = rights.Castling().String()
	}
	if p.EnPassant() == NoSquare {
		fields[3] = "-"
	}
	return strings.Join(fields, " ")
}
