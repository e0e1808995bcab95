// Boardgames plays a match of two bots at one of the other games and prints it move by move:
//
//	go run ./examples/boardgames [-seed N] shakkello|backgammon|domino|tictactoe
//
// The same seed always gives the same match.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
)

// matches holds the function that plays and prints a match for each game.
var matches = map[string]func(out io.Writer, random *rand.Rand) error{
	"shakkello":  playShakkello,
	"backgammon": playBackgammon,
	"domino":     playDomino,
	"tictactoe":  playTicTacToe,
}

func main() {
	seed := flag.Uint64("seed", 1, "the seed for dice, shuffles, lots, and random choices")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: boardgames [-seed N] shakkello|backgammon|domino|tictactoe")
		flag.PrintDefaults()
	}
	flag.Parse()
	play := matches[flag.Arg(0)]
	if flag.NArg() != 1 || play == nil {
		flag.Usage()
		os.Exit(2)
	}
	if err := play(os.Stdout, newRandom(*seed)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// newRandom returns a source of random numbers that depends only on the seed.
func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
