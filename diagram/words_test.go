package diagram_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// TestWords checks that every text of a picture can be in another language.
func TestWords(t *testing.T) {
	words := diagram.Words{
		White: "Weiß", Black: "Schwarz", And: "und", NoPieces: "hat keine Figuren", ToMove: "am Zug", InCheck: "im Schach",
		Checkmated: "ist matt", Stalemated: "ist patt", Title: "Stellung", Start: "Anfang", Strip: "# Stellungen", Arrows: "Pfeile",
		Pieces:  [...]string{"", "Bauer", "Springer", "Läufer", "Turm", "Dame", "König"},
		Plurals: [...]string{"", "Bauern", "Springer", "Läufer", "Türme", "Damen", "Könige"},
	}
	g, err := chess.ParsePGN("1. f3 e5 2. g4 Qh4# 0-1")
	if err != nil {
		t.Fatal(err)
	}
	strip, err := diagram.AppendStrip(nil, g, []int{0, 4}, diagram.Options{Words: words, Title: "Narrenmatt", Language: chess.German})
	if err != nil {
		t.Fatal(err)
	}
	list := elements(t, strip)
	if diff := cmp.Diff([]string{"Narrenmatt", "Anfang", "2... Dh4#"}, texts(list, "title")); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	want := []string{"2 Stellungen",
		"Weiß: König e1, Dame d1, Türme a1 und h1, Läufer c1 und f1, Springer b1 und g1, Bauern a2, b2, c2, d2, e2, f2, g2 und h2. " +
			"Schwarz: König e8, Dame d8, Türme a8 und h8, Läufer c8 und f8, Springer b8 und g8, Bauern a7, b7, c7, d7, e7, f7, g7 und h7. " +
			"Weiß am Zug.",
		"Weiß: König e1, Dame d1, Türme a1 und h1, Läufer c1 und f1, Springer b1 und g1, Bauern a2, b2, c2, d2, e2, h2, f3 und g4. " +
			"Schwarz: König e8, Dame h4, Türme a8 und h8, Läufer c8 und f8, Springer b8 und g8, Bauern e5, a7, b7, c7, d7, f7, g7 und h7. " +
			"Weiß ist matt."}
	if diff := cmp.Diff(want, texts(list, "desc")); diff != "" {
		t.Errorf("descriptions (-want +got):\n%s", diff)
	}
	list = elements(t, diagram.AppendSVG(nil, kiwipete, diagram.Options{Title: "<T>", Description: "D", Caption: "C"}))
	if diff := cmp.Diff([]string{"<T>", "D", "C"}, slices.Concat(texts(list, "title"), texts(list, "desc"), texts(list, "text"))); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	blank := diagram.Options{Title: " \n", Description: "\t\u00a0", Caption: " "}
	list = elements(t, diagram.AppendSVG(nil, kiwipete, blank))
	if texts := append(texts(list, "title"), texts(list, "desc")...); len(texts) != 2 || !strings.HasPrefix(texts[0], "Chess position") ||
		texts[1] != diagram.Describe(kiwipete, diagram.Words{}) {
		t.Errorf("with a blank title and description: %q", texts)
	}
}

// TestDescribe checks positions in words.
func TestDescribe(t *testing.T) {
	for _, test := range []struct{ fen, want string }{
		{"4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1",
			"White: king e1, rooks a1 and h1, pawn e2. Black: king e8. White to move."},
		{"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "White: king f7, queen g7. Black: king h8. Black is checkmated."},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "White: king g6, queen f7. Black: king h8. Black is stalemated."},
		{"7k/8/8/8/8/p1pp4/8/K6r w - - 0 1",
			"White: king a1. Black: king h8, rook h1, pawns a3, c3 and d3. White to move, in check."},
	} {
		if got := diagram.Describe(chess.MustParseFEN(test.fen), diagram.Words{}); got != test.want {
			t.Errorf("Describe(%q) = %q, want %q", test.fen, got, test.want)
		}
	}
	setup := chess.MustParseFEN("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1").Setup()
	setup.Board[chess.E8] = chess.NoPiece // nobody can play on
	if got, want := diagram.Describe(setup, diagram.Words{}), "White: king e1, rooks a1 and h1, pawn e2. Black has no pieces."; got != want {
		t.Errorf("Describe of a setup without a king = %q, want %q", got, want)
	}
	const empty = "White has no pieces. Black has no pieces. White to move."
	if got := diagram.Describe(chess.Position{}, diagram.Words{}); got != empty {
		t.Errorf("Describe of the empty board = %q, want %q", got, empty)
	}
}
