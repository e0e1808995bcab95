package chess

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess/internal/deep"
)

// A stockfish is a running Stockfish process, a chess engine that speaks UCI.
type stockfish struct {
	t        *testing.T
	input    io.Writer
	output   *bufio.Scanner
	watchdog *time.Timer
}

// enginePatience is how long the engine may take to answer. After that it is killed, so that an
// engine that hangs does not block the test.
const enginePatience = 5 * time.Minute

// startStockfish starts the engine for one test. It skips the test if Stockfish is not installed.
func startStockfish(t *testing.T) *stockfish {
	t.Helper()
	engine := exec.Command(deep.Program(t, "stockfish"))
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
	watchdog := time.AfterFunc(enginePatience, func() { engine.Process.Kill() })
	t.Cleanup(func() {
		watchdog.Stop()
		input.Close() // ends the engine
		if err := engine.Wait(); err != nil {
			t.Errorf("Stockfish exited: %v", err)
		}
	})
	return &stockfish{t, input, bufio.NewScanner(output), watchdog}
}

// next returns the next line of the engine's output.
func (s *stockfish) next() string {
	s.t.Helper()
	if !s.output.Scan() {
		s.t.Fatalf("no more output from Stockfish: error %v", s.output.Err())
	}
	return s.output.Text()
}

// A playedGame holds the positions of a game and the moves between them.
type playedGame struct {
	positions []Position
	moves     []Move // the first leads from the first position to the second
}

// String returns the UCI command that sets up the game in an engine.
func (g *playedGame) String() string {
	text := "position fen " + g.positions[0].FEN() + " moves"
	for i, m := range g.moves {
		text += " " + g.positions[i].UCI(m)
	}
	return text
}

// questions returns the UCI commands that ask the engine about each position of the game. The
// engine reaches each position by making the move in the position before it.
//
// The engine counts nodes on one thread and prints the position on another. With this order of
// commands, its output for one position still comes before its output for the next.
func (g *playedGame) questions() []byte {
	text := fmt.Appendf(nil, "setoption name UCI_Chess960 value %v\n", g.positions[0].IsChess960())
	setUp := "position fen " + g.positions[0].FEN()
	for i, p := range g.positions {
		text = fmt.Appendf(text, "%s\ngo perft 2\nd\n", setUp)
		if i < len(g.moves) {
			setUp = "position fen " + p.FEN() + " moves " + p.UCI(g.moves[i])
		}
	}
	return text
}

// An answer holds the engine's output for one position.
type answer struct {
	fen      string
	checkers string   // in the form of Bitboard.String
	counts   []string // each legal move with the number of replies to it: "e2e4: 20"
	replies  uint64   // the sum of the counts
}

// answer reads the answer to the next question. It adds up the counts itself: the engine's own sum
// sometimes includes the move that leads to the next position.
func (s *stockfish) answer() answer {
	s.t.Helper()
	s.watchdog.Reset(enginePatience)
	var a answer
	for counted, shown := false, false; !counted || !shown; {
		line := s.next()
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch name {
		case "Fen":
			a.fen = value
		case "Checkers":
			a.checkers = "{" + value + "}"
			shown = true
		case "Nodes searched":
			counted = true
		default:
			if _, err := ParseMove(name); err == nil {
				a.counts = append(a.counts, line)
				a.replies += must(strconv.ParseUint(value, 10, 64))
			}
		}
	}
	return a
}

// diff returns the differences between the library and the engine on p, or "" if there are none.
func (a *answer) diff(p *Position) string {
	var diffs strings.Builder
	differ := func(what string, got, want any) {
		if got != want {
			fmt.Fprintf(&diffs, "\n\t%s = %v, want %v as in Stockfish", what, got, want)
		}
	}
	var format FENFormat
	if p.IsChess960() {
		format = FENFormat{Shredder: true}
	}
	same, err := ParseFEN(a.fen)
	differ("FEN", string(p.AppendFEN(nil, format)), a.fenOfLegal(p))
	differ("ParseFEN of Stockfish's FEN", err, nil)
	differ("Hash", p.Hash(), same.Hash())
	if same.doubleStep() != NoSquare { // the engine keeps a double step only if an enemy pawn stands beside it
		format.DoubleStep = true
		differ("FEN with FENFormat.DoubleStep", string(p.AppendFEN(nil, format)), a.fen)
	}
	differ("Checkers", p.Checkers().String(), a.checkers)
	differ("InCheck", p.InCheck(), a.checkers != "{}")
	differ("Perft(2)", p.perft(2), a.replies)
	if diff := textListDiff(replyCounts(p), a.counts); diff != "" {
		fmt.Fprintf(&diffs, "\n\tlegal moves with the number of replies: %s", diff)
	}
	return diffs.String()
}

// fenOfLegal returns the engine's FEN, without the en passant square if none of the engine's legal
// moves captures on it.
func (a *answer) fenOfLegal(p *Position) string {
	fields := strings.Fields(a.fen)
	captures := func(count string) bool {
		from := must(ParseSquare(count[:2]))
		return count[2:4] == fields[3] && p.PieceAt(from) == Pawn.Of(p.Turn())
	}
	if !slices.ContainsFunc(a.counts, captures) {
		fields[3] = "-"
	}
	return strings.Join(fields, " ")
}

// replyCounts returns each legal move with the number of replies to it, in the form that the engine
// prints.
func replyCounts(p *Position) []string {
	var counts []string
	for _, m := range p.LegalMoves() {
		after := p.After(m)
		counts = append(counts, fmt.Sprintf("%s: %d", p.UCI(m), Perft(after, 1)))
	}
	return counts
}

// A moveKind is a kind of move. Each random game prefers one kind, so that all kinds occur often.
type moveKind struct {
	name string
	has  func(*Position, Move) bool
}

// moveKinds lists the rarest kinds first.
var moveKinds = []moveKind{
	{"en passant captures", (*Position).IsEnPassant},
	{"castling moves", (*Position).IsCastling},
	{"promotions", func(_ *Position, m Move) bool { return m.Promotion() != NoPieceType }},
	{"double steps that allow en passant", func(p *Position, m Move) bool {
		after := p.After(m)
		return after.EnPassant() != NoSquare
	}},
	{"checks", (*Position).GivesCheck},
	{"captures", (*Position).isCapture},
	{"legal moves", func(*Position, Move) bool { return true }},
}

// randomGame plays a game of at most 60 plies that prefers one kind of move.
func randomGame(r *rand.Rand) playedGame {
	p := randomPlayable(r)
	favorite := r.IntN(len(moveKinds))
	g := playedGame{positions: []Position{p}}
	for range 60 {
		moves := p.LegalMoves()
		// A fault in the library may have led to a position that cannot be read. The engine could
		// not read it either, so the game ends here.
		if _, err := ParseFEN(p.FEN()); err != nil || len(moves) == 0 {
			break
		}
		m := pickOfKind(r, &p, moves, favorite)
		p = p.After(m)
		g.positions = append(g.positions, p)
		g.moves = append(g.moves, m)
	}
	return g
}

// pickOfKind picks a random move. It tries each kind in order, the favorite with a probability of
// one half and the others with one sixth, and picks a move of the first kind that it tries and
// finds.
func pickOfKind(r *rand.Rand, p *Position, moves []Move, favorite int) Move {
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for k, kind := range moveKinds {
		odds := 6
		if k == favorite {
			odds = 2
		}
		if r.IntN(odds) > 0 {
			continue
		}
		if i := slices.IndexFunc(moves, func(m Move) bool { return kind.has(p, m) }); i >= 0 {
			return moves[i]
		}
	}
	return moves[0]
}

// randomPlayable returns the first position of a random game of standard chess or Chess960: a start
// position, a random setup, a setup with a double step, or an endgame.
func randomPlayable(r *rand.Rand) Position {
	random := []func(*rand.Rand) mailbox{randomStart, randomSetUp, randomDoubleStep, randomEndgame}[r.IntN(4)]
	for {
		b := random(r)
		p, err := ParseFEN(b.text(b.passed))
		if err == nil && len(p.Problems()) == 0 { // the engine requires a position that can arise in a game
			p.setChess960(r.IntN(2) == 0)
			return p
		}
	}
}

// randomDoubleStep returns a random setup with a pawn that may have just made a double step past
// enemy pawns.
func randomDoubleStep(r *rand.Rand) mailbox {
	b := randomSetUp(r)
	them := 1 - b.side
	end := spot{slowHome(them) + 3*pawnWay(them), r.IntN(8)}
	for i, side := range []int{b.side, them, b.side} {
		if s := end.plus(spot{0, i - 1}); s.onBoard() && fenKind(b.at(s)) != 'k' {
			b.set(s, fenLetter("p", side))
		}
	}
	b.setPassed(r)
	return b
}

// randomEndgame returns a position with at most 7 pieces and a high move number.
func randomEndgame(r *rand.Rand) mailbox {
	b := readMailbox(fmt.Sprintf("8/8/8/8/8/8/8/8 %c - - %d %d", "wb"[r.IntN(2)], r.IntN(100), 60+r.IntN(100)))
	for i, square := range r.Perm(64)[:3+r.IntN(5)] {
		piece := "PPPPQRBNppppqrbn"[r.IntN(16)]
		if i < 2 {
			piece = "Kk"[i]
		}
		if s := (spot{square / 8, square % 8}); fenKind(piece) != 'p' || s.rank%7 != 0 {
			b.set(s, piece)
		}
	}
	return b
}

// A tally counts the games, positions, and moves that have been compared.
type tally struct {
	games, positions int
	legal, made      []int // legal and played moves by their index in moveKinds
}

// add counts the positions and moves of a game.
func (c *tally) add(g *playedGame) {
	c.games++
	c.positions += len(g.positions)
	for i := range g.positions {
		p := &g.positions[i]
		moves := p.LegalMoves()
		for k, kind := range moveKinds {
			for _, m := range moves {
				if kind.has(p, m) {
					c.legal[k]++
				}
			}
			if i < len(g.moves) && kind.has(p, g.moves[i]) {
				c.made[k]++
			}
		}
	}
}

func (c *tally) String() string {
	text := fmt.Sprintf("%d games, %d positions", c.games, c.positions)
	for k, kind := range moveKinds {
		text += fmt.Sprintf(", %d %s (%d played)", c.legal[k], kind.name, c.made[k])
	}
	return text
}

// compareGames compares the library with the engine on at least n positions of random games and
// returns the tally. It sends the questions about the next games while the engine is still
// answering those about earlier games.
func (s *stockfish) compareGames(r *rand.Rand, n int) tally {
	ctx, stop := context.WithCancel(s.t.Context())
	defer stop()
	asked := make(chan playedGame, 4)
	go func() {
		defer close(asked)
		for positions := 0; positions < n; {
			g := randomGame(r)
			positions += len(g.positions)
			select {
			case asked <- g:
			case <-ctx.Done():
				return
			}
			if _, err := s.input.Write(g.questions()); err != nil {
				return // the engine has exited, and the reader of its output reports that
			}
		}
	}()
	seen, failures := tally{legal: make([]int, len(moveKinds)), made: make([]int, len(moveKinds))}, 0
	for g := range asked {
		seen.add(&g)
		if !s.compare(seen.games, &g) {
			failures++
		}
		if failures >= 3 {
			stop()
		}
	}
	return seen
}

// compare compares a game with the engine's answers and reports whether they agree. After the first
// difference it reads the remaining answers without comparing them, because they would differ too.
func (s *stockfish) compare(number int, g *playedGame) bool {
	agree := true
	for i := range g.positions {
		a := s.answer()
		if !agree {
			continue
		}
		if diff := a.diff(&g.positions[i]); diff != "" {
			agree = false
			played := playedGame{g.positions[:i+1], g.moves[:i]}
			s.t.Errorf("game %d, ply %d, IsChess960() = %v: %v\n\tin %v%s",
				number, i, g.positions[0].IsChess960(), &played, g.positions[i], diff)
		}
	}
	return agree
}

var positionsFlag = flag.Int("peers", 0, "the least number of positions that TestPeers compares with Stockfish; "+
	"0 means 400, or 20,000 with -deep")

// TestPeers compares the legal moves, the number of replies to each, the checkers, and the FEN with
// Stockfish. It plays random games of standard chess and Chess960 from start positions, endgames,
// and random setups. The same -seed gives the same games.
func TestPeers(t *testing.T) {
	t.Parallel()
	positions := *positionsFlag
	if positions == 0 {
		positions = deep.Times(400, 50)
	}
	seen := startStockfish(t).compareGames(newTestRand(t), positions)
	t.Log(&seen)
	for k, kind := range moveKinds {
		if seen.made[k] == 0 && positions >= 10_000 && !t.Failed() {
			t.Errorf("the games have no %s, want at least one", kind.name)
		}
	}
}
