package uci_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// Ask Stockfish for the best move in a position.
func Example() {
	ctx := context.Background()
	position := chess.StartPosition()

	engine, err := uci.Start(ctx, "stockfish")
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	best, err := engine.Search(ctx, uci.From(position), uci.Limits{MoveTime: time.Second}).Best()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(position.SAN(best.Move))
}

// A captor is an engine that takes the most valuable piece.
type captor struct{}

func (captor) Search(ctx context.Context, r *uci.Request) (best uci.Best, err error) {
	p, most := r.Game.Position(), chess.NoPieceType
	for m := range p.Moves() {
		if taken := p.Captured(m).Type(); taken > most {
			best.Move, most = m, taken
		}
	}
	return best, nil
}

func ExampleServe() {
	commands := strings.NewReader(`uci
position startpos moves e2e4 d7d5
go movetime 1000
`)
	if err := uci.Serve(commands, os.Stdout, uci.Program{Name: "Captor", Author: "Me", Searcher: captor{}}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// id name Captor
	// id author Me
	// option name UCI_Chess960 type check default false
	// option name Ponder type check default false
	// uciok
	// bestmove e4d5
}

// Drive an engine over a connection. Here, the engine runs in the same program.
func ExampleNew() {
	toEngine, commands := io.Pipe()
	output, fromEngine := io.Pipe()
	go func() {
		defer fromEngine.Close()
		uci.Serve(toEngine, fromEngine, uci.Program{Name: "Captor", Searcher: captor{}})
	}()

	ctx := context.Background()
	engine, err := uci.New(ctx, output, commands)
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	game := chess.NewGame()
	for _, san := range []string{"e4", "Nf6", "e5", "Nc6", "exf6"} {
		if err := game.PlaySAN(san); err != nil {
			log.Fatal(err)
		}
	}
	best, err := engine.Search(ctx, game, uci.Limits{Depth: 1}).Best()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(engine.Name(), "takes a", game.Position().Captured(best.Move).Type())
	// Output: Captor takes a pawn
}

// Follow a search.
func ExampleSearch_Infos() {
	ctx := context.Background()
	engine, err := uci.Start(ctx, "stockfish")
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	search := engine.Search(ctx, chess.NewGame(), uci.Limits{Depth: 20})
	for info := range search.Infos() {
		fmt.Println(info.Depth, info.Nodes)
	}
}

// Find the three best moves.
func ExampleEngine_Analyze() {
	ctx := context.Background()
	engine, err := uci.Start(ctx, "stockfish")
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	game := chess.NewGame()
	lines, err := engine.Analyze(ctx, game, uci.Limits{Depth: 20}, 3)
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range lines {
		fmt.Println(line.Score.Eval(game.Position().Turn(), line.Depth), line.PV)
	}
}

// Show the conversation with an engine. Here, the engine runs in the same program.
func ExampleWithLog() {
	toEngine, commands := io.Pipe()
	output, fromEngine := io.Pipe()
	go func() {
		defer fromEngine.Close()
		uci.Serve(toEngine, fromEngine, uci.Program{Name: "Captor", Author: "Me", Searcher: captor{}})
	}()

	ctx := uci.WithLog(context.Background(), func(kind uci.LogKind, line string) {
		fmt.Printf("%v: %s\n", kind, line)
	})
	engine, err := uci.New(ctx, output, commands)
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	position := chess.MustParseFEN("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
	if _, err := engine.Search(ctx, uci.From(position), uci.Limits{MoveTime: time.Second}).Best(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// sent: uci
	// received: id name Captor
	// received: id author Me
	// received: option name UCI_Chess960 type check default false
	// received: option name Ponder type check default false
	// received: uciok
	// sent: isready
	// received: readyok
	// sent: position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1
	// sent: isready
	// received: readyok
	// sent: go movetime 1000
	// received: bestmove e4d5
	// sent: quit
}

// Capture what an engine writes to standard error.
func ExampleStartCommand() {
	cmd := exec.Command("stockfish")
	cmd.Stderr = os.Stderr
	engine, err := uci.StartCommand(context.Background(), cmd)
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	fmt.Println(engine.Name())
}
