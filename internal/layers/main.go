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

// A row lists files and the files with their tests, each separated by spaces, and says what the files
// decide.
type row struct {
	files, tests, decide string
}

// generalTests lists the files whose tests belong to no row.
const generalTests = "bench_test.go hostile_test.go stockfish_test.go"

// chessLayers lists the layers of package chess. A file uses only files above it.
var chessLayers = []layer{
	{"text", []row{
		{"text.go", "board_test.go text_test.go", "helpers for text forms; `ParseError`"},
	}},
	{"board", []row{
		{"board.go", "board_test.go", "colors, pieces, files, ranks, squares"},
		{"bitboard.go", "board_test.go", "sets of squares"},
		{"move.go", "move_test.go", "`Move`; where king and rook land after castling"},
		{"sliders.go attacks.go", "board_test.go", "which squares a piece attacks; the constants of magic tables"},
		{"zobrist_keys.go zobrist.go", "position_test.go", "the keys behind hashes"},
		{"language.go", "language_test.go", "the languages of the pieces; figurines"},
		{"comment.go", "comment_test.go", "clocks, evaluations, squares, and arrows in comments, such as `[%clk 0:05:00]`"},
	}},
	{"positions", []row{
		{"position.go", "position_test.go", "`Position`; castling and en passant rights; check; when two positions are the same; hashes"},
		{"material.go", "game_test.go winnable_test.go", "piece values; insufficient material"},
		{"makemove.go", "movegen_test.go", "what a move changes"},
		{"movegen.go", "movegen_test.go perft_test.go", "which moves are legal"},
		{"perft.go", "perft_test.go", "counting moves"},
		{"exchange.go", "chesstest/exchange_test.go", "what a capture wins after all recaptures"},
		{"fen.go", "fen_test.go", "FEN, X-FEN, and Shredder-FEN: what is rejected, repaired, and written; `Setup`"},
		{"binary.go", "chesstest/binary_test.go", "binary FEN"},
		{"problems.go", "fen_test.go", "why a position cannot arise in a game"},
		{"chess960.go", "position_test.go", "the 960 start positions and their numbers"},
	}},
	{"rules", []row{
		{"illegal.go", "illegal_test.go", "why a move is illegal"},
		{"outcome.go", "game_test.go", "results and reasons; checkmate and stalemate"},
		{"winnable_reach.go", "winnable_test.go", "what a question may cost; which squares blocked pieces can ever reach; which side runs out of pawn moves first"},
		{"winnable_region.go", "winnable_region_test.go", "a proof that there is no checkmate, with bishops anywhere in their regions"},
		{"winnable_plan.go", "winnable_test.go", "a checkmate that a simple plan reaches"},
		{"winnable_corner.go", "winnable_test.go", "a checkmate in a corner by knights and bishops"},
		{"winnable_helpmate.go", "winnable_test.go", "the search for a helpmate"},
		{"winnable_shortest.go", "winnable_test.go", "shorter and shortest lines to checkmate"},
		{"winnable.go", "winnable_test.go winnable_dead_test.go", "dead positions; who can still win when a flag falls, with its proof"},
		{"rules.go", "rules_test.go", "which draws the rules know and which comes first; repetition; a profile for each rule sheet"},
	}},
	{"moves as text", []row{
		{"uci.go", "move_test.go", "moves for engines and boards; both forms of castling"},
		{"san.go", "san_test.go", "SAN: how a move is disambiguated, which spellings are read"},
	}},
	{"games", []row{
		{"nag.go", "board_test.go", "annotation glyphs and their signs"},
		{"pgn.go", "pgn_scanner_test.go", "the words of PGN: tags, results, what a Termination tag says; limits on hostile input; `PGNError`"},
		{"game.go", "game_test.go", "`Game`: playing, undoing, tags, when it is over"},
		{"node.go", "node_test.go", "variations and annotations"},
		{"claim.go", "claim_test.go", "who may claim, offer, resign, and adjudicate, and when"},
	}},
	{"records", []row{
		{"pgn_saved.go", "pgn_writer_test.go", "what a saved game keeps beside moves and tags"},
		{"pgn_writer.go", "pgn_writer_test.go", "the export form of PGN"},
		{"pgn_events.go", "pgn_scanner_test.go", "`PGNScanner` and its events; errors and warnings"},
		{"pgn_words.go", "pgn_reader_test.go", "moves, results, and numbers in the movetext; words that are none of these; what `Strict` checks of them"},
		{"pgn_tags.go", "pgn_reader_test.go", "tags, the start of a game, and its start position"},
		{"pgn_scanner.go", "pgn_scanner_test.go", "PGN as events; where the next game begins"},
		{"pgn_parallel.go", "pgn_scanner_test.go", "PGN with several workers"},
		{"pgn_reader.go", "pgn_reader_test.go", "PGN as games"},
		{"compare.go", "game_test.go text_test.go", "when two games are equal, and where they first differ"},
		{"arbiter.go", "arbiter_test.go", "`Arbiter`: records that contradict the board, the rules, or themselves"},
	}},
	{"manual", []row{
		{"doc.go", "example_test.go", "the package documentation and its list of tasks"},
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
	list := func(files string) string { return "`" + strings.ReplaceAll(files, " ", "`, `") + "`" }
	fmt.Fprint(w, "| layer | file | what it decides | where it is tested |\n| --- | --- | --- | --- |\n")
	for _, l := range layers {
		topic := l.topic
		for _, r := range l.rows {
			fmt.Fprintf(w, "| %s | %s | %s | %s |\n", topic, list(r.files), r.decide, list(r.tests))
			topic = ""
		}
	}
}
