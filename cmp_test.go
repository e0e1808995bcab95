package chess_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// Values of every type can be compared by cmp.Diff without options.
func TestDiffOfEveryType(t *testing.T) {
	for _, test := range jsonValues {
		of := reflect.TypeOf(test.value)
		zero := reflect.Zero(of).Interface()
		if diff := cmp.Diff(test.value, test.value); diff != "" {
			t.Errorf("%v differs from itself:\n%s", test.value, diff)
		}
		if same := cmp.Diff(test.value, zero) == ""; same != reflect.ValueOf(test.value).IsZero() {
			t.Errorf("cmp.Diff finds the %v %v and the zero one alike: %v", of, test.value, same)
		}
	}
}

// Errors of moves can be compared as well; the difference tells what they say.
func TestMoveErrorDiff(t *testing.T) {
	p := chess.StartPosition()
	_, first := p.ParseSAN("Nf4")
	_, second := p.ParseSAN("Nf5")
	if diff := cmp.Diff(first, first); diff != "" {
		t.Errorf("an error differs from itself:\n%s", diff)
	}
	if diff := cmp.Diff(first, second); !strings.Contains(diff, "Nf4") || !strings.Contains(diff, "Nf5") {
		t.Errorf("the difference does not show the moves:\n%s", diff)
	}
}

func TestNodeEqual(t *testing.T) {
	g := read("1. e4 e5 (1... c5) 2. Nf3 *")
	var nodes []chess.Node
	for n := range g.MainLine() {
		nodes = append(nodes, n)
		nodes = slices.AppendSeq(nodes, n.Variations())
	}
	nodes = append(nodes, g.Root(), chess.Node{}, read("1. e4 *").Root())
	for i, a := range nodes {
		for j, b := range nodes {
			if a.Equal(b) != (i == j) || (cmp.Diff(a, b) == "") != (i == j) {
				t.Errorf("Equal of nodes %d and %d = %v, cmp.Diff: %q", i, j, a.Equal(b), cmp.Diff(a, b))
			}
		}
	}
}

// differentFENs holds positions that differ in one thing only from the first or
// from one another.
var differentFENs = []string{
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQk - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w - - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 21",
	"r3k2r/8/8/8/8/8/8/R3K2N w Qkq - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 3 20",
	"r3k1rr/8/8/8/8/8/8/R3K2R w KQkq - 3 20",
	"r3k1rr/8/8/8/8/8/8/R3K2R w KQgq - 3 20",
	"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 20",
	"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 20",
}

// Positions are Equal if and only if their FENs are; cmp.Diff shows both.
func TestPositionEqual(t *testing.T) {
	for i, first := range differentFENs {
		for j, second := range differentFENs {
			p, q := chess.MustParseFEN(first), chess.MustParseFEN(second)
			if p.Equal(q) != (i == j) {
				t.Errorf("Equal of %s and %s = %v", first, second, p.Equal(q))
			}
			for _, diff := range []string{
				cmp.Diff(p, q), cmp.Diff(&p, &q), cmp.Diff([]chess.Position{p}, []chess.Position{q}),
				cmp.Diff(struct{ Final chess.Position }{p}, struct{ Final chess.Position }{q}),
				cmp.Diff(map[string]chess.Position{"final": p}, map[string]chess.Position{"final": q}),
			} {
				if i == j && diff != "" {
					t.Errorf("%s differs from itself:\n%s", first, diff)
				}
				if i != j && (!strings.Contains(diff, first) || !strings.Contains(diff, second)) {
					t.Errorf("the difference does not show %s and %s:\n%s", first, second, diff)
				}
			}
		}
	}
}

// What does not change how the game can go on is Equal: a double step that no
// pawn can answer, and how castling is to be written.
func TestPositionEqualForms(t *testing.T) {
	for _, test := range []struct{ first, second string }{
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", "8/8/8/8/k2pP2R/8/8/7K b - - 0 1"}, // the pawn is pinned
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	} {
		p, q := chess.MustParseFEN(test.first), chess.MustParseFEN(test.second)
		if p == q {
			t.Errorf("%s and %s are the same, which shows nothing", test.first, test.second)
		}
		if !p.Equal(q) || cmp.Diff(p, q) != "" || p.FEN() != q.FEN() {
			t.Errorf("Equal of %s and %s = %v, want true; FENs %v and %v", test.first, test.second, p.Equal(q), p, q)
		}
	}
}

// tokens returns a game as PGN with one token to a line, the form in which
// cmp.Diff shows what differs in a long game.
func tokens(g *chess.Game) string { return string(g.AppendPGN(nil, chess.PGNFormat{Columns: 1})) }

// changes returns the lines of a difference that are marked, without the blanks
// that cmp varies.
func changes(diff string) (lines []string) {
	for line := range strings.Lines(diff) {
		if words := strings.Fields(line); len(words) > 0 && (words[0] == "-" || words[0] == "+") {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return lines
}

// Lists of moves that differ are shown as moves, long ones too.
func TestMovesDiff(t *testing.T) {
	pgn, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	moves := read(string(pgn)).Moves()
	if len(moves) < 32 {
		t.Fatalf("the game has %d moves, want more than cmp lists one by one", len(moves))
	}
	other := slices.Clone(moves)
	other[len(other)-1] = chess.NewMove(chess.A1, chess.A8)
	last := moves[len(moves)-1].String()
	for _, test := range [][2][]chess.Move{{moves, other}, {moves[:2], other[1:3]}} {
		diff := cmp.Diff(test[0], test[1])
		for _, line := range changes(diff) {
			if !strings.Contains(line, `s"`) {
				t.Errorf("the difference shows %q, want moves:\n%s", line, diff)
			}
		}
	}
	if got, want := changes(cmp.Diff(moves, other)), []string{`- s"` + last + `",`, `+ s"a1a8",`}; !slices.Equal(got, want) {
		t.Errorf("the moves that differ are %q, want %q", got, want)
	}
}

// cmp.Diff of two games shows the PGN of short ones. Since it cuts long texts, it
// is the tokens of long ones that are to be compared.
func TestGameDiff(t *testing.T) {
	short, other := read("1. e4 e5 2. Nf3 *"), read("1. e4 e5 2. Nc3 *")
	if diff := cmp.Diff(short, other); !strings.Contains(diff, "2. Nf3 *") || !strings.Contains(diff, "2. Nc3 *") {
		t.Errorf("the difference does not show the moves:\n%s", diff)
	}

	pgn, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	game, changed := read(string(pgn)), read(strings.Replace(string(pgn), "17. Rd8#", "17. Rd7", 1))
	if diff := cmp.Diff(game, read(string(pgn))); diff != "" {
		t.Errorf("a game differs from itself:\n%s", diff)
	}
	if cmp.Diff(game, changed) == "" {
		t.Error("cmp.Diff finds no difference in the last move")
	}
	if got := changes(cmp.Diff(game.String(), changed.String())); len(got) != 2 || !strings.Contains(got[0], "8#") || !strings.Contains(got[1], "7") {
		t.Errorf("the texts differ in %q, want the last move", got)
	}
	got := changes(cmp.Diff(tokens(game), tokens(changed)))
	if want := []string{"- Rd8#", "+ Rd7"}; !slices.Equal(got, want) {
		t.Errorf("the tokens that differ are %q, want %q", got, want)
	}
}
