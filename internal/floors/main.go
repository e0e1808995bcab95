// Floors checks the dependencies between the files of package chess.
//
// The files are grouped into layers, called floors. A file may use declarations from files on lower floors. It may also
// use files on its own floor, as long as no cycle arises. The command prints the floors from top to bottom. If a file
// breaks these rules, the command reports it and fails.
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

// A floor is a group of files that may use the floors below it.
type floor struct {
	files []string
	holds string // what the files contain
}

// chessFloors lists the floors of package chess, the lowest first.
var chessFloors = []floor{
	{[]string{"text.go"}, "helpers for text forms"},
	{[]string{"board.go", "bitboard.go", "move.go"}, "colors, pieces, squares; bitboards; moves"},
	{[]string{"attacks.go", "magic.go", "sliders.go", "zobrist.go", "zobrist_keys.go", "language.go", "comment.go"},
		"attack tables; hash keys; piece names; commands in comments"},
	{[]string{"position.go", "material.go"}, "positions, without move generation"},
	{[]string{"makemove.go"}, "making a move"},
	{[]string{"movegen.go", "perft.go", "exchange.go", "fen.go", "binary.go", "problems.go", "chess960.go"}, "legal moves; FEN; start positions"},
	{[]string{"illegal.go", "outcome.go", "winnable.go", "winnable_plan.go", "winnable_corner.go",
		"winnable_reach.go", "winnable_region.go", "winnable_race.go", "winnable_helpmate.go", "winnable_shortest.go"},
		"why a move is illegal; outcomes; who can still win"},
	{[]string{"uci.go", "san.go", "rules.go"}, "UCI and SAN; draw rules and position history"},
	{[]string{"tree.go", "pgn.go", "pgn_termination.go"}, "storage of moves and annotations; PGN tags, limits, and errors"},
	{[]string{"game.go", "pgn_events.go", "pgn_strict.go", "pgn_words.go", "pgn_tags.go", "pgn_scanner.go"}, "games; PGN scanner"},
	{[]string{"node.go", "claim.go", "pgn_saved.go", "pgn_reader.go", "pgn_parallel.go"},
		"variations; claims and offers; PGN reader; parallel scanning"},
	{[]string{"pgn_writer.go", "compare.go", "arbiter.go", "arbiter_tags.go", "doc.go"},
		"PGN writer; comparing games; judging records; package documentation"},
}

func main() {
	dir := flag.String("dir", ".", "the `directory` of package chess")
	flag.Parse()
	g, err := load(*dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "floors:", err)
		os.Exit(2)
	}
	draw(os.Stdout, chessFloors)
	faults := g.faults(chessFloors)
	for _, fault := range faults {
		fmt.Fprintln(os.Stderr, "floors:", fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// draw prints the floors from top to bottom, each with its files and their contents.
func draw(w io.Writer, floors []floor) {
	for i := len(floors); i > 0; i-- {
		f := floors[i-1]
		names := make([]string, len(f.files))
		for j, name := range f.files {
			names[j] = strings.TrimSuffix(name, ".go")
		}
		fmt.Fprintf(w, "%2d  %-58s  %s\n", i, strings.Join(names, " "), f.holds)
	}
}
