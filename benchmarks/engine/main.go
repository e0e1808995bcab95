// Command engine measures examples/engine: how many nodes a second it searches on one core, and how
// it scores against a player of random moves and against Stockfish at skill level 3.
//
//	cd benchmarks && go run ./engine [-depth N] [-games N] [-openings FILE] [-pgn PREFIX]
//
// The rate is by CPU time, which other work on the machine affects less than elapsed time. The
// matches are played by cmd/match, one game at a time, from the positions in the openings. With
// -pgn, the games are kept, and an interrupted match is continued. With -games 0, no games are
// played. Stockfish is left out if it is not installed.
//
//	go run ./engine -random
//
// is a UCI engine that plays random moves.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/benchmarks/internal/cmdline"
	"github.com/shakki/chess/uci"
)

// positions are those whose search is measured: openings, middlegames, and endgames.
var positions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r1bqkbnr/pppp1ppp/2n5/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4",
	"r1bq1rk1/ppp1nppp/4n3/3p3Q/3P4/1BP1B3/PP1N2PP/R4RK1 w - - 1 16",
	"2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
	"3r2k1/p4pp1/1p5p/3R4/8/1P4P1/P4PKP/8 w - - 0 30",
}

func main() {
	var c choices
	random := flag.Bool("random", false, "play random moves as a UCI engine")
	flag.IntVar(&c.depth, "depth", 14, "the depth of the measured searches")
	flag.IntVar(&c.games, "games", 20, "the number of games of each match")
	flag.DurationVar(&c.moveTime, "movetime", time.Second, "the time for each move against Stockfish")
	flag.DurationVar(&c.margin, "margin", 2*time.Second, "how far a move may exceed its time on a busy machine")
	flag.StringVar(&c.openings, "openings", "", "a PGN or EPD `file` with openings")
	flag.StringVar(&c.pgn, "pgn", "", "the `prefix` of the files with the games")
	cmdline.ParseProgram("engine [flags]")
	var err error
	if *random {
		err = uci.Serve(os.Stdin, os.Stdout, uci.Program{Name: "Random", Searcher: randomMover{}})
	} else {
		err = c.measure()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}

// A randomMover is an engine that plays random moves.
type randomMover struct{}

// Search implements [uci.Searcher].
func (randomMover) Search(_ context.Context, r *uci.Request) (uci.Best, error) {
	moves := r.Game.Position().LegalMoves()
	return uci.Best{Move: moves[rand.IntN(len(moves))]}, nil
}

// The choices are the values of the flags.
type choices struct {
	depth, games     int
	moveTime, margin time.Duration
	openings, pgn    string
}

// measure builds the programs, measures the nodes a second, and plays the matches.
func (c choices) measure() error {
	dir, err := os.MkdirTemp("", "engine")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if c.pgn == "" {
		c.pgn = filepath.Join(dir, "match")
	}
	const module = "github.com/shakki/chess/"
	for name, path := range map[string]string{
		"engine": module + "examples/engine", "match": module + "cmd/match", "random": module + "benchmarks/engine",
	} {
		build := exec.Command("go", "build", "-o", filepath.Join(dir, name), path)
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return err
		}
	}
	if err := measureNodes(filepath.Join(dir, "engine"), c.depth); err != nil || c.games == 0 {
		return err
	}
	if err := c.play(dir, "./random -random", "-random.pgn", 100*time.Millisecond); err != nil {
		return err
	}
	if path := stockfish(); path != "" {
		return c.play(dir, path+";Skill Level=3", "-stockfish.pgn", c.moveTime)
	}
	return nil
}

// play plays a match against an opponent. The programs have the same names in every run, so that a
// match can be continued.
func (c choices) play(dir, opponent, file string, moveTime time.Duration) error {
	pgn, err := filepath.Abs(c.pgn + file)
	if err != nil {
		return err
	}
	args := []string{"-games", strconv.Itoa(c.games), "-movetime", moveTime.String(), "-margin", c.margin.String(), "-pgn", pgn}
	if c.openings != "" {
		openings, err := filepath.Abs(c.openings)
		if err != nil {
			return err
		}
		args = append(args, "-openings", openings)
	}
	match := exec.Command("./match", append(args, "./engine", opponent)...)
	match.Dir, match.Stdout, match.Stderr = dir, os.Stdout, os.Stderr
	return match.Run()
}

// stockfish returns the path of Stockfish, or "" if it is not installed.
func stockfish() string {
	for _, name := range []string{"stockfish", "/usr/games/stockfish"} { // Debian installs games in /usr/games
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// measureNodes searches the positions and prints the nodes a second by the CPU time of the engine.
func measureNodes(engine string, depth int) error {
	cmd := exec.Command(engine)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	ctx := context.Background()
	e, err := uci.StartCommand(ctx, cmd)
	if err != nil {
		return err
	}
	defer e.Close()
	var nodes int64
	for _, fen := range positions {
		search := e.Search(ctx, uci.From(chess.MustParseFEN(fen)), uci.Limits{Depth: depth})
		if _, err := search.Best(); err != nil {
			return err
		}
		for _, line := range search.Lines() {
			nodes += line.Nodes
		}
	}
	if err := e.Close(); err != nil {
		return err
	}
	spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	fmt.Printf("%d positions to depth %d: %d nodes, %.1f s of CPU time, %.2f million nodes a second\n",
		len(positions), depth, nodes, spent.Seconds(), float64(nodes)/spent.Seconds()/1e6)
	return nil
}
