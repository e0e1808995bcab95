package book

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/shakki/chess"
)

// someNames is a list in the form of lichess-org/chess-openings, as several files in one.
const someNames = "eco\tname\tpgn\n" +
	"C20\tKing's Pawn Game\t1. e4 e5\n" +
	"C44\tKing's Knight Opening\t1. e4 e5 2. Nf3 Nc6\r\n" +
	"C60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n" +
	"\n" +
	"eco\tname\tpgn\tuci\tepd\n" +
	"D30\tQueen's Gambit Declined\t1. d4 d5 2. c4 e6\td2d4 d7d5 c2c4 e7e6\trest\n" +
	"D30\tThe same by other moves\t1. c4 e6 2. d4 d5\n" +
	"E00\tIndian Defense\t1. d4 Nf6 2. c4 e6"

func readNames(t testing.TB, list string) *Names {
	t.Helper()
	n, err := ReadNames(strings.NewReader(list))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNames checks the names of games and of their last positions, also by transposition.
func TestNames(t *testing.T) {
	names := readNames(t, "\ufeff"+someNames)
	for _, test := range []struct {
		game     string
		name     string
		plies    int
		position string
	}{
		{"", "", 0, ""},
		{"1. a3", "", 0, ""},
		{"1. e4 e5", "King's Pawn Game", 2, "King's Pawn Game"},
		{"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", "Ruy Lopez", 5, ""},
		{"1. Nf3 Nc6 2. e4 e5", "King's Knight Opening", 4, "King's Knight Opening"},
		{"1. e4 e5 2. Nc3 Nc6", "King's Pawn Game", 2, ""},
		{"1. c4 e6 2. d4 d5 3. Nc3", "Queen's Gambit Declined", 4, ""},
		{"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5", "King's Pawn Game", 6, "King's Pawn Game"},
		{"1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8", "King's Pawn Game", 2, ""}, // no castling rights
		{`[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"] 2. Nf3 Nc6`, "King's Knight Opening", 2,
			"King's Knight Opening"},
	} {
		g, err := chess.ParsePGN("[Event \"?\"]\n" + test.game + " *")
		if err != nil {
			t.Fatal(err)
		}
		if o, plies := names.Game(g); o.Name != test.name || plies != test.plies {
			t.Errorf("Game(%s) = %v, %d, want %s, %d", test.game, o, plies, test.name, test.plies)
		}
		if o := names.Position(g.Position()); o.Name != test.position {
			t.Errorf("Position after %s = %v, want %s", test.game, o, test.position)
		}
		if o, plies := new(Names).Game(g); o != (Opening{}) || plies != 0 {
			t.Errorf("zero Names: Game(%s) = %v, %d", test.game, o, plies)
		}
	}
	g, err := chess.ParsePGN("1. e4 e5 *")
	if err != nil {
		t.Fatal(err)
	}
	want := Opening{"C20", "King's Pawn Game", "1. e4 e5"}
	if got, _ := names.Game(g); got != want {
		t.Errorf("Game = %+v, want %+v", got, want)
	}
}

// TestNameForms checks lists in other forms.
func TestNameForms(t *testing.T) {
	for _, test := range []struct{ name, list string }{
		{"CSV", "ECO,Name,Moves\nB20,\"Sicilian, Smith\",1. e4 c5\n"},
		{"columns in another order", "Name\tMoves\tECO\tYear\nSicilian, Smith\t1. e4 c5\tB20\t1850\n"},
		{"two files in one", "\ufeff# the first\n\ufeffECO\tName\tPGN\nB20\tSicilian, Smith\t1. e4 c5\n"},
		{"capital headings, comments, and a result", "# a comment\nECO\tNAME\tPGN\n#B20\tno\t1. e4\nB20\tSicilian, Smith\t1. e4 c5 *\n"},
		{"a game that ends in a result", "[ECO \"B20\"]\n[Opening \"Sicilian, Smith\"]\n\n1. e4 c5 1/2-1/2\n"},
		{"a result on its own line", "[ECO \"B20\"]\n[Opening \"Sicilian, Smith\"]\n1. e4 c5\n0-1\n"},
		{"columns that end in a result", "B20\tSicilian, Smith\t1. e4 c5 1-0\n"},
		{"Scid", "B20 \"Sicilian, Smith\"  1.e4 c5 *\n"},
		{"games", "{\nA list: 1. e4\n}\n{A comment.}\n[Event \"?\"]\n[ECO \"B20\"]\n[Opening \"Sicilian, Smith\"]\n\n1. e4\nc5 *\n"},
		{"the moves first", "PGN\tECO\tOpening\n1. e4 c5\tB20\tSicilian, Smith\n"},
		{"CSV with spaces", "B20 , \"Sicilian, Smith\",  \"1. e4 c5\"\n"},
		{"Scid without the end", "B20 \"Sicilian, Smith\" 1.e4\nc5"},
		{"Scid over lines", "# Scid ECO file\n\nB20 \"Sicilian, Smith\"\n   1.e4\n   c5 *\n"},
	} {
		names, err := ReadNames(strings.NewReader(test.list))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		all := slices.Collect(names.All())
		if len(all) != 1 || all[0].ECO != "B20" || all[0].Name != "Sicilian, Smith" {
			t.Errorf("%s: openings %q, want the Sicilian", test.name, all)
		}
		p, _ := after("1. e4 c5")
		if names.Position(p).Name != "Sicilian, Smith" {
			t.Errorf("%s: the position has the name %q", test.name, names.Position(p).Name)
		}
	}
	mixed := readNames(t, "A00 \"Scid\" 1.a3\nA00 \"open\"\n1.b3 *\nA00\ttabs\t1. c3\n"+
		"[ECO \"A00\"]\n[Opening \"a game\"]\n1. d3\n[ECO \"A00\"]\n[Opening \"closed\"]\n1. e3 *\nA00,the \"so-called\" CSV,1. f3\n"+
		"[ECO \"A00\"]\n[Opening \"before Scid\"]\n1. g3\nA00  \"last\"1.h3*\n")
	wantMixed := []Opening{
		{"A00", "Scid", "1.a3"}, {"A00", "open", "1.b3"}, {"A00", "tabs", "1. c3"}, {"A00", "a game", "1. d3"}, {"A00", "closed", "1. e3"},
		{"A00", `the "so-called" CSV`, "1. f3"}, {"A00", "before Scid", "1. g3"}, {"A00", "last", "1.h3"},
	}
	if got := slices.Collect(mixed.All()); !slices.Equal(got, wantMixed) {
		t.Errorf("mixed forms: openings %q, want %q", got, wantMixed)
	}
	games, err := ReadNames(strings.NewReader("[ECO \"C68\"]\n[Opening \"Ruy\"]\n[Variation \"exchange\"]\n[SubVariation \"main line\"]\n1. e4 *\n" +
		"[ECO \"C60\"]\n1. d4 *\n[ECO \"A00\"]\n[Opening \"Last\"]\n1. a3"))
	want := []Opening{{"C68", "Ruy: exchange, main line", "1. e4"}, {"A00", "Last", "1. a3"}}
	if got := slices.Collect(games.All()); !slices.Equal(got, want) || err == nil || err.Error() != "book: line 6: the opening has no name" {
		t.Errorf("games: openings %q, %v, want %q", got, err, want)
	}
	finer, err := ReadNames(strings.NewReader("A00b \"Barnes Opening\" 1.f3 *\nA00b1 \"Fool's Mate\" 1.f3 e5 2.g4 Qh4# *\nA01\tLarsen\t1. b3\n"))
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]int{"A00": 2, "A00b": 2, "A00b1": 1, "A": 3, "": 3, "B": 0} {
		if got := len(slices.Collect(finer.ByECO(code))); got != want {
			t.Errorf("ByECO(%q) has %d openings, want %d", code, got, want)
		}
	}
	for text, want := range map[string]int{"fools mate": 1, "MATE fool": 1, "open": 1, "pening": 0, "": 3} {
		if got := len(slices.Collect(finer.Search(text))); got != want {
			t.Errorf("Search(%q) has %d openings, want %d", text, got, want)
		}
	}
}

// TestECO checks which codes are read.
func TestECO(t *testing.T) {
	for _, code := range []string{"A00", "E99", "A09", "A90", "C45", "B20a", "B20z", "B20a0", "B20z9"} {
		if names, err := ReadNames(strings.NewReader(code + "\tname\t1. e4")); err != nil || len(names.list) != 1 {
			t.Errorf("the code %q: error %v", code, err)
		}
	}
	for _, code := range []string{
		"A", "A0", "@00", "F00", "a00", "A/0", "A:0", "A0/", "A0:", "A00`", "A00{", "A00A", "A001", "A00b/", "A00b:", "A00bb", "A00b11",
	} {
		_, err := ReadNames(strings.NewReader(code + "\tname\t1. e4"))
		if want := fmt.Sprintf("book: line 1: not an ECO code: %q", code); fmt.Sprint(err) != want {
			t.Errorf("the code %q: error %v, want %s", code, err, want)
		}
	}
}

// TestSearch checks that a search finds every word of a name, without regard to accents.
func TestSearch(t *testing.T) {
	names := readNames(t, "A00\ta:b,c-d.e(f)g/h i\t1. a3\nA00\táäåãçéèëíïñóöøôúüýčćłńšśž'’X\t1. b3\n")
	for text, want := range map[string]int{
		"a": 2, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1, "i": 1, "i a,h": 1, "i x": 0, "ab": 0,
		"aaaaceeeiinoooouuycclnsszx": 1, "ÁÄÅÃÇÉÈËÍÏÑÓÖØÔÚÜÝČĆŁŃŠŚŽX": 1, "x": 0,
	} {
		if got := len(slices.Collect(names.Search(text))); got != want {
			t.Errorf("Search(%q) has %d openings, want %d", text, got, want)
		}
	}
	for range names.Search("") {
		break
	}
}

// TestNameErrors checks the line and the reason of the error for a line with a fault, and that the
// other lines count.
func TestNameErrors(t *testing.T) {
	for _, test := range []struct{ list, want string }{
		{"eco\tname\tpgn\n\nC20\tname 1. e4\n", "book: line 3: want an ECO code, a name, and moves in columns"},
		{"name\tC20\t1. e4", `book: line 1: not an ECO code: "name"`},
		{"F00\tname\t1. e4", `book: line 1: not an ECO code: "F00"`},
		{"A0x\tname\t1. e4", `book: line 1: not an ECO code: "A0x"`},
		{"A00bb\tname\t1. e4", `book: line 1: not an ECO code: "A00bb"`},
		{"A00\tname\tpgn", `book: line 1: "pgn": not a move`},
		{"eco\tx\tpgn", `book: line 1: not an ECO code: "eco"`},
		{"eco\tname\tx", `book: line 1: not an ECO code: "eco"`},
		{`F00 "name" 1. e4 *`, "book: line 1: want an ECO code, a name, and moves in columns"},
		{"A00\t\t1. e4", "book: line 1: the opening has no name"},
		{`A00 "name 1. e4 *`, "book: line 1: the name has no closing quotation mark"},
		{"A00\tname\t1. e4 e5\nA00\tname\t1. e4 e5 2. Ke3", "book: line 2: Ke3: a king does not move from e1 to e3"},
		{"A00\tname\t1. e4 0-1 e5", `book: line 1: "0-1": not a move`}, {"A00\tname\t1. e4 1-1", `book: line 1: "1-1": not a move`},
	} {
		names, err := ReadNames(strings.NewReader("A00\tgood\t1. h4\n" + test.list + "\nA00\tgood\t1. a4\n"))
		var fault *NameError
		want := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(test.want, "line 3", "line 4"), "line 2", "line 3"), "line 1", "line 2")
		if !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("ReadNames(%.50q): error %v, want %s", test.list, err, want)
		}
		good := slices.Collect(names.where(func(o Opening) bool { return o.Name == "good" }))
		if len(good) != 2 {
			t.Errorf("ReadNames(%.50q) has %d of 2 other lines", test.list, len(good))
		}
	}
	names, err := ReadNames(strings.NewReader(strings.Repeat("x\n", 150) + "A00\tgood\t1. h4\n"))
	if got := strings.Count(fmt.Sprint(err), "\n") + 1; got != 100 || len(names.list) != 1 {
		t.Errorf("150 lines with faults: %d errors and %d openings, want 100 and 1", got, len(names.list))
	}
	failing := io.MultiReader(strings.NewReader("C20\tname\t1. e4\n"), iotest.ErrReader(os.ErrClosed))
	if names, err := ReadNames(failing); !errors.Is(err, os.ErrClosed) || len(names.list) != 1 {
		t.Errorf("ReadNames of a reader that fails: error %v, want %v", err, os.ErrClosed)
	}
	_, err = ReadNames(strings.NewReader("A00\tname\t1. e5"))
	var move *chess.MoveError
	if !errors.As(err, &move) {
		t.Errorf("the error for an illegal move, %v, does not hold a *chess.MoveError", err)
	}
}

// FuzzReadNames checks that no list makes ReadNames panic, and that every opening of a list is
// found by its own moves.
func FuzzReadNames(f *testing.F) {
	f.Add(someNames)
	f.Add("A00\tname\t1. a3 *\n\n")
	f.Add("A00b \"Barnes\"\n1.f3\n*\nname,eco,pgn\n\"x\",A00,1. e4\n")
	f.Fuzz(func(t *testing.T, list string) {
		names, _ := ReadNames(strings.NewReader(list))
		for o := range names.All() {
			p, err := after(o.PGN)
			if got := names.Position(p); got == (Opening{}) || err != nil {
				t.Errorf("Position(%s) = %v, %v, want %v or one before it", o.PGN, got, err, o)
			}
		}
	})
}
