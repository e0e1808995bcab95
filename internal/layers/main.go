// Layers prints the files of package chess as a Markdown table, and checks their dependencies.
//
// The files are grouped into layers by topic. A file may use only declarations from the files above
// it in the table. If a file breaks this rule, the command reports it and fails.
//
//	go run ./internal/layers
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// A layer is a group of files with a common topic.
type layer struct {
	topic string
	rows  []row
}

// A row lists files, separated by spaces, and says what they decide.
type row struct {
	files, decide string
}

// chessLayers lists the layers of package chess. A file uses only files above it.
var chessLayers = []layer{
	{"text", []row{
		{"text.go", "helpers for text forms; `ParseError`"},
	}},
	{"board", []row{
		{"board.go", "colors, pieces, files, ranks, squares"},
		{"bitboard.go", "sets of squares"},
		{"move.go", "`Move`; where king and rook land after castling"},
		{"sliders.go attacks.go", "which squares a piece attacks; the constants of magic tables"},
		{"zobrist_keys.go zobrist.go", "the keys behind hashes"},
		{"language.go", "the languages of the pieces; figurines"},
		{"comment.go", "clocks, evaluations, squares, and arrows in comments, such as `[%clk 0:05:00]`"},
	}},
	{"positions", []row{
		{"position.go", "`Position`; castling and en passant rights; check; when two positions are the same; hashes"},
		{"material.go", "piece values; insufficient material"},
		{"makemove.go", "what a move changes"},
		{"movegen.go", "which moves are legal"},
		{"perft.go", "counting moves"},
		{"exchange.go", "what a capture wins after all recaptures"},
		{"fen.go", "FEN, X-FEN, and Shredder-FEN: what is rejected, repaired, and written; `Setup`"},
		{"binary.go", "binary FEN"},
		{"problems.go", "why a position cannot arise in a game"},
		{"chess960.go", "the 960 start positions and their numbers"},
	}},
	{"rules", []row{
		{"illegal.go", "why a move is illegal"},
		{"outcome.go", "results and reasons; checkmate and stalemate"},
		{"winnable_reach.go", "what a question may cost; which squares blocked pieces can ever reach; which side runs out of pawn moves first"},
		{"winnable_region.go", "a proof that there is no checkmate, with bishops anywhere in their regions"},
		{"winnable_plan.go", "a checkmate that a simple plan reaches"},
		{"winnable_corner.go", "a checkmate in a corner by knights and bishops"},
		{"winnable_helpmate.go", "the search for a helpmate"},
		{"winnable_shortest.go", "shorter and shortest lines to checkmate"},
		{"winnable.go", "dead positions; who can still win when a flag falls, with its proof"},
		{"rules.go", "which draws the rules know and which comes first; repetition; a profile for each rule sheet"},
	}},
	{"moves as text", []row{
		{"uci.go", "moves for engines and boards; both forms of castling"},
		{"san.go", "SAN: how a move is disambiguated, which spellings are read"},
	}},
	{"games", []row{
		{"nag.go", "annotation glyphs and their signs"},
		{"pgn.go", "the words of PGN: tags, results, what a Termination tag says; limits on hostile input; `PGNError`"},
		{"game.go", "`Game`: playing, undoing, tags, when it is over"},
		{"node.go", "variations and annotations"},
		{"claim.go", "who may claim, offer, resign, and adjudicate, and when"},
	}},
	{"records", []row{
		{"pgn_saved.go", "what a saved game keeps beside moves and tags"},
		{"pgn_writer.go", "the export form of PGN"},
		{"pgn_events.go", "`PGNScanner` and its events; errors and warnings"},
		{"pgn_words.go", "moves, results, and numbers in the movetext; words that are none of these; what `Strict` checks of them"},
		{"pgn_tags.go", "tags, the start of a game, and its start position"},
		{"pgn_scanner.go", "PGN as events; where the next game begins"},
		{"pgn_parallel.go", "PGN with several workers"},
		{"pgn_reader.go", "PGN as games"},
		{"compare.go", "when two games are equal, and where they first differ"},
		{"arbiter.go", "`Arbiter`: records that contradict the board, the rules, or themselves"},
	}},
	{"manual", []row{
		{"doc.go", "the package documentation and its list of tasks"},
	}},
}

func main() {
	dir := flag.String("dir", ".", "the `directory` of package chess")
	flag.Parse()
	g, err := load(*dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "layers:", err)
		os.Exit(2)
	}
	write(os.Stdout, chessLayers)
	faults := g.faults(chessLayers)
	for _, fault := range faults {
		fmt.Fprintln(os.Stderr, "layers:", fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// write prints the layers as a Markdown table.
func write(w io.Writer, layers []layer) {
	fmt.Fprint(w, "| layer | file | what it decides |\n| --- | --- | --- |\n")
	for _, l := range layers {
		topic := l.topic
		for _, r := range l.rows {
			files := strings.ReplaceAll(r.files, " ", "`, `")
			fmt.Fprintf(w, "| %s | `%s` | %s |\n", topic, files, r.decide)
			topic = ""
		}
	}
}
