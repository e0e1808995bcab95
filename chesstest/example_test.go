package chesstest_test

import (
	"fmt"
	"os"
	"testing"
	"testing/quick"

	"github.com/shakki/chess"
	"github.com/shakki/chess/chesstest"
)

// A test of a project checks its game records: here, the files of the folder testdata.
func ExampleRecords() {
	_ = func(t *testing.T) { // func TestRecords(t *testing.T)
		chesstest.Records{Strict: true, Arbiter: &chess.Arbiter{}}.Check(t, os.DirFS("testdata"))
	}
}

// A property holds for positions of all kinds: no move leaves the king in check.
func ExamplePosition() {
	property := func(p chesstest.Position) bool {
		for m := range p.Moves() {
			q := p.After(m)
			if q.Attackers(q.Turn(), q.King(p.Turn())) != 0 {
				return false
			}
		}
		return true
	}
	fmt.Println(quick.Check(property, nil))
	// Output: <nil>
}

// Half of the games are of Chess960. A seed gives the same game each time, so a fuzz test takes the
// seed as its input.
func ExampleMix() {
	mix := chesstest.Mix{Plain: 1, Chess960: 1}
	g := mix.Game(7)
	fmt.Println(g.Equal(mix.Game(7)), g.Plies() > 0)
	// Output: true true
}

func ExampleGameDiff() {
	want, _ := chess.ParsePGN("1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0")
	got, _ := chess.ParsePGN("1. e4 e5 2. Nf3 Nf6 3. Bb5 1-0")
	fmt.Print(chesstest.GameDiff(want, got))
	// Output:
	// after 2. Nf3: 2... Nf6, not 2... Nc6
	// - Nc6
	// + Nf6
}

func ExamplePositionDiff() {
	want := chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	got := chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1")
	fmt.Print(chesstest.PositionDiff(want, got))
	// Output:
	// d2: ., not P
	// e2: P, not .
	// d4: P, not .
	// e4: ., not P
}
