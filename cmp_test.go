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
			t.Errorf("%v %v: cmp.Diff finds it equal to the zero value: %v", of, test.value, same)
		}
	}
}

// Errors of moves can be compared too, and the difference shows both messages.
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

// Nodes are compared with ==. A node is equal to itself, however it was reached.
func TestNodesAreComparable(t *testing.T) {
	g := read("1. e4 e5 (1... c5) 2. Nf3 *")
	list := func() []chess.Node {
		nodes := []chess.Node{{}, g.Root()}
		for n := range g.MainLine() {
			nodes = slices.AppendSeq(nodes, n.Parent().Children())
		}
		return append(nodes, read("1. e4 *").Root())
	}
	other := list()
	for i, a := range list() {
		for j, b := range other {
			if same := i == j && j < len(other)-1; (a == b) != same {
				t.Errorf("nodes %d and %d: a == b is %v", i, j, a == b)
			}
		}
	}
}

// differentFENs holds positions each of which differs in a single point from the
// first or from its neighbor.
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

// Positions are Equal if and only if their FENs are the same, and cmp.Diff shows
// both FENs.
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

// Equal ignores a double step that no pawn can capture, and the way in which
// castling is written.
func TestPositionEqualForms(t *testing.T) {
	for _, test := range []struct{ first, second string }{
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", "8/8/8/8/k2pP2R/8/8/7K b - - 0 1"}, // the pawn is pinned
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	} {
		p, q := chess.MustParseFEN(test.first), chess.MustParseFEN(test.second)
		if p == q {
			t.Errorf("%s and %s are equal by ==, so they test nothing", test.first, test.second)
		}
		if !p.Equal(q) || cmp.Diff(p, q) != "" || p.FEN() != q.FEN() {
			t.Errorf("Equal of %s and %s = %v, want true; FENs %v and %v", test.first, test.second, p.Equal(q), p, q)
		}
	}
}

// asLines is the option of ExampleGame_Difference: cmp compares games as lists of lines, with one token of movetext
// to a line.
var asLines = cmp.Transformer("lines", func(g *chess.Game) []string {
	return strings.Split(string(g.AppendPGN(nil, chess.PGNFormat{Columns: 1})), "\n")
})

// changes returns the lines of a difference that begin with - or +, without the
// white space that cmp varies.
func changes(diff string) (lines []string) {
	for line := range strings.Lines(diff) {
		if words := strings.Fields(line); len(words) > 0 && (words[0] == "-" || words[0] == "+") {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return lines
}

// asMoves is an option with which cmp shows a move in a list as text. Without it, cmp shows the numbers of a list in
// full.
var asMoves = cmp.Comparer(func(a, b chess.Move) bool { return a == b })

// The difference of two lists shows moves, even in long lists.
func TestMovesDiff(t *testing.T) {
	pgn, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	moves := read(string(pgn)).Moves()
	if len(moves) < 32 {
		t.Fatalf("the game has %d moves, want more than cmp shows in full", len(moves))
	}
	other := slices.Clone(moves)
	other[len(other)-1] = chess.NewMove(chess.A1, chess.A8)
	last := moves[len(moves)-1].String()
	for _, test := range [][2][]chess.Move{{moves, other}, {moves[:2], other[1:3]}} {
		diff := cmp.Diff(test[0], test[1], asMoves)
		for _, line := range changes(diff) {
			if !strings.Contains(line, `s"`) {
				t.Errorf("the difference shows %q, want moves:\n%s", line, diff)
			}
		}
	}
	if got, want := changes(cmp.Diff(moves, other, asMoves)), []string{`- s"` + last + `",`, `+ s"a1a8",`}; !slices.Equal(got, want) {
		t.Errorf("the moves that differ are %q, want %q", got, want)
	}
}

// Without options, cmp.Diff shows two games as PGN, which is enough for short ones.
func TestGameDiff(t *testing.T) {
	short, other := read("1. e4 e5 2. Nf3 *"), read("1. e4 e5 2. Nc3 *")
	if diff := cmp.Diff(short, other); !strings.Contains(diff, "2. Nf3 *") || !strings.Contains(diff, "2. Nc3 *") {
		t.Errorf("the difference does not show the moves:\n%s", diff)
	}
}

// With an option that turns games into lines, cmp.Diff shows only the lines that differ, however long the games are.
// Difference finds the first of them.
func TestLongGameDiff(t *testing.T) {
	pgn, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	game := read(string(pgn))
	if diff := cmp.Diff(game, read(string(pgn))); diff != "" {
		t.Errorf("a game differs from itself:\n%s", diff)
	}
	for _, test := range []struct {
		from, to   string
		difference string
		lines      []string
	}{
		{"17. Rd8#", "17. Rd7", "after 16... Nxb8: 17. Rd8#, not 17. Rd7", []string{`- "Rd8#",`, `+ "Rd7",`}},
		{"2. Nf3", "2. Nf3 $1", "glyphs of 2. Nf3: [], not [$1]", []string{`+ "$1",`}},
		{
			`[Round "?"]`, `[Round "3"]`, `tag Round: "?", not "3"`,
			[]string{"- `[Round \"?\"]`,", "+ `[Round \"3\"]`,"},
		},
	} {
		changed := read(strings.Replace(string(pgn), test.from, test.to, 1))
		if cmp.Diff(game, changed) == "" {
			t.Errorf("%s: cmp.Diff finds no difference", test.to)
		}
		if got := game.Difference(changed); got != test.difference {
			t.Errorf("%s: Difference = %q, want %q", test.to, got, test.difference)
		}
		if got := changes(cmp.Diff(game, changed, asLines)); !slices.Equal(got, test.lines) {
			t.Errorf("%s: the lines that differ are %q, want %q", test.to, got, test.lines)
		}
	}
}
