package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// TestOpenings checks the forms of openings, that errors name the line, and that openings in which
// the game is over are reported and left out.
func TestOpenings(t *testing.T) {
	start := chess.StartPosition().FEN()
	short := strings.TrimSuffix(start, " 0 1")
	tests := []struct {
		name, text string
		plies      int
		want       []string // FENs after the openings, or an error
		warning    string
	}{
		{"a.pgn", "1. e4 *\n\n1. d4 d5 *\n", 0, []string{
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
			"rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"}, ""},
		{"a.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 1-0\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n", 0, []string{
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}, "opening 1 is left out: the game is over: checkmate"},
		{"a.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", 1, []string{
			"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"}, ""},
		{"a.epd", start + "\n\n  \r\n" + short + " bm e4; id \"x\";\n" + short + " \n", 0, []string{start, start, start}, ""},
		{"a.epd", start + "\n8/8/8/8/8/8/8/KBk5 w - - 0 1\n", 0, []string{start}, "opening 2 is left out: the game is over: dead position"},
		{"a.epd", short + " 0 0\n", 0, []string{start}, ""},
		{"b.epd", start + "\n\n8/8 w - -\n", 0, []string{start}, "opening 2 is left out: line 3: "},
		{"b.pgn", "1. e4 e4 *\n\n1. d4 *\n", 0, []string{
			"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"}, "opening 1 is left out: PGN line 1"},
		{"b.pgn", "1. e4 e4 *\n", 0, []string{"no openings"}, "line 1"},
		{"c.pgn", "", 0, []string{"no openings"}, ""},
		{"c.epd", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n", 0, []string{"no openings"}, "dead position"},
	}
	for _, tt := range tests {
		name := write(t, tt.name, tt.text)
		var warnings strings.Builder
		openings, err := (&book{file: name, plies: tt.plies, first: 1}).read(&warnings)
		if !strings.Contains(warnings.String(), tt.warning) || (tt.warning == "") != (warnings.Len() == 0) {
			t.Errorf("%q: warnings %q, want %q", tt.text, &warnings, tt.warning)
		}
		if err != nil {
			if len(tt.want) != 1 || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), tt.want[0]) {
				t.Errorf("%q: %v", tt.text, err)
			}
			continue
		}
		var got []string
		for _, o := range openings {
			got = append(got, o.game.Position().FEN())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
	file := write(t, "order.epd", strings.Repeat(start+"\n", 6))
	order := func(b book) (numbers []int) {
		b.file = file
		openings, err := b.read(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range openings {
			numbers = append(numbers, o.number)
		}
		return numbers
	}
	sorted, shuffled := []int{1, 2, 3, 4, 5, 6}, order(book{seed: 1, first: 1})
	for _, tt := range []struct {
		book book
		want []int
	}{
		{book{first: 1}, sorted}, {book{first: 3}, []int{3, 4, 5, 6, 1, 2}}, {book{first: 6}, []int{6, 1, 2, 3, 4, 5}},
		{book{seed: 1, first: 1}, shuffled}, {book{seed: 1, first: 2}, append(slices.Clone(shuffled[1:]), shuffled[0])},
	} {
		if diff := cmp.Diff(tt.want, order(tt.book)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.book, diff)
		}
	}
	if again := order(book{seed: 2, first: 1}); slices.Equal(shuffled, sorted) || slices.Equal(shuffled, again) || !slices.Equal(slices.Sorted(slices.Values(shuffled)), sorted) {
		t.Errorf("the random orders are %v and %v", shuffled, again)
	}
	if _, err := (&book{file: "/nowhere.pgn", first: 1}).read(nil); err == nil {
		t.Error("a missing file is no error")
	}
}
