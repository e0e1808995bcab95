// Command floors prints the files of package chess as the floors of a house. A file uses only what stands below it, or
// beside it without a circle. The command fails if that is not so.
//
//	go run ./internal/floors
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// A floor is a group of files that build on the floors below.
type floor struct {
	files []string
	holds string
}

// house holds the floors of package chess, from the ground up.
var house = []floor{
	{[]string{"text.go"}, "helpers behind every text form"},
	{[]string{"board.go", "bitboard.go", "move.go"}, "colors, pieces, squares; sets of squares; moves"},
	{[]string{"attacks.go", "magics.go", "zobrist.go", "zobrist_keys.go", "language.go", "comment.go"},
		"attack tables; hash keys; names of pieces; commands in comments"},
	{[]string{"position.go", "material.go"}, "positions, and what they tell without move generation"},
	{[]string{"makemove.go"}, "playing a move"},
	{[]string{"movegen.go", "perft.go", "fen.go", "problems.go", "chess960.go"}, "legal moves; FEN; start positions"},
	{[]string{"illegal.go", "outcome.go", "plan.go", "reach.go", "helpmate.go", "winnable.go"}, "why a move is illegal; how games end; who can still win"},
	{[]string{"uci.go", "san.go", "rules.go"}, "moves as text; rules and the history they look at"},
	{[]string{"tree.go", "pgn.go"}, "moves and annotations as stored; the vocabulary of PGN"},
	{[]string{"game.go", "pgn_scanner.go"}, "games; PGN as a stream of events"},
	{[]string{"node.go", "claim.go", "pgn_reader.go", "pgn_parallel.go"}, "variations; what players may do; PGN as games; several workers"},
	{[]string{"pgn_writer.go", "compare.go", "doc.go"}, "PGN out; where two games differ; the manual"},
}

func main() {
	dir := flag.String("dir", ".", "the folder of package chess")
	flag.Parse()
	g, err := load(*dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "floors:", err)
		os.Exit(2)
	}
	draw(os.Stdout, house)
	faults := g.faults(house)
	for _, fault := range faults {
		fmt.Fprintln(os.Stderr, "floors:", fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// draw prints the floors, the highest first.
func draw(w io.Writer, floors []floor) {
	for i := len(floors); i > 0; i-- {
		f := floors[i-1]
		names := make([]string, len(f.files))
		for j, name := range f.files {
			names[j] = strings.TrimSuffix(name, ".go")
		}
		fmt.Fprintf(w, "%2d  %-53s  %s\n", i, strings.Join(names, " "), f.holds)
	}
}
