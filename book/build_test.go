package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// build returns the book that b makes from the games in pgn.
func build(t testing.TB, b *Builder, pgn string) []byte {
	t.Helper()
	if err := b.AddPGN(chess.NewPGNScanner(strings.NewReader(pgn))); err != nil {
		t.Fatal(err)
	}
	return written(t, b)
}

// written returns the book that b writes.
func written(t testing.TB, b *Builder) []byte {
	t.Helper()
	var out bytes.Buffer
	n, err := b.WriteTo(&out)
	if err != nil || n != int64(out.Len()) {
		t.Fatalf("WriteTo = %d, %v after %d bytes", n, err, out.Len())
	}
	return out.Bytes()
}

// fresh returns a Builder with the options of b and no games.
func (b *Builder) fresh() *Builder {
	return &Builder{MaxPlies: b.MaxPlies, Results: b.Results, Colors: b.Colors,
		MinGames: b.MinGames, MinScore: b.MinScore, Uniform: b.Uniform}
}

// list returns the moves of a book by their positions: after no moves, after 1. e4, and so on.
func list(t testing.TB, data []byte, lines ...string) (texts []string) {
	t.Helper()
	b := newBook(t, data)
	for e, err := range b.All() {
		if err != nil || e.Move == chess.NullMove || e.Weight == 0 || e.Learn != 0 {
			t.Errorf("the book has the entry %v, %v", e, err)
		}
	}
	for _, line := range lines {
		g, err := chess.ParsePGN("[Event \"?\"]\n\n" + line + " *")
		if err != nil {
			t.Fatal(err)
		}
		entries, err := b.Entries(g.Position())
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, strings.Join(movesOf(entries), ","))
	}
	return texts
}

// randomGames returns games of random moves in PGN, with random results. Few moves are to choose
// from, so many positions occur in several games.
func randomGames(seed uint64, games, plies int) string {
	random := rand.New(rand.NewPCG(seed, 0))
	var pgn strings.Builder
	for range games {
		g := chess.NewGame()
		for range 1 + random.IntN(plies) {
			moves := g.Position().LegalMoves()
			if len(moves) == 0 || g.Play(moves[random.IntN(min(len(moves), 1+random.IntN(5)))]) != nil {
				break
			}
		}
		result := []string{"1-0", "0-1", "1/2-1/2", "*"}[random.IntN(4)]
		g.SetTag("Result", result)
		tags, moves, _ := strings.Cut(g.String(), "\n\n")
		moves = strings.TrimSpace(moves)
		moves = moves[:strings.LastIndexAny(moves, " \n")+1] + result
		if i := strings.Index(tags, "[Result "); i >= 0 {
			tags = tags[:i] + fmt.Sprintf("[Result %q]", result)
		}
		fmt.Fprintf(&pgn, "%s\n\n%s\n\n", tags, moves)
	}
	return pgn.String()
}

const fewGames = `
[Result "1-0"]
1. e4 e5 2. Nf3 (2. Nc3) 2... Nc6 1-0

[Result "0-1"]
1. e4 c5 {a comment} 2. Nf3 -- 0-1

[Result "1/2-1/2"]
1. e4 e5 2. Nc3 1/2-1/2

[Result "*"]
1. d4 d5 *

[Result "0-1"]
1. g4 d5
`

// TestOptions checks what each option of a Builder takes into the book.
func TestOptions(t *testing.T) {
	lines := []string{"", "1. e4", "1. e4 e5", "1. e4 e5 2. Nf3", "1. e4 c5", "1. d4", "1. g4"}
	for _, test := range []struct {
		name    string
		builder *Builder
		want    []string
	}{
		{"zero", &Builder{},
			[]string{"e2e4 3,d2d4 1", "c7c5 2,e7e5 1", "g1f3 2,b1c3 1", "", "", "d7d5 1", "d7d5 2"}},
		{"MaxPlies", &Builder{MaxPlies: 2},
			[]string{"e2e4 3,d2d4 1", "c7c5 2,e7e5 1", "", "", "", "d7d5 1", "d7d5 2"}},
		{"MaxPlies 1", &Builder{MaxPlies: 1}, []string{"e2e4 3,d2d4 1", "", "", "", "", "", ""}},
		{"MinGames", &Builder{MinGames: 2}, []string{"e2e4 3", "e7e5 1", "", "", "", "", ""}},
		{"MinScore", &Builder{MinScore: 50},
			[]string{"e2e4 3,d2d4 1", "c7c5 2", "g1f3 2,b1c3 1", "", "", "d7d5 1", "d7d5 2"}},
		{"MinScore 51", &Builder{MinScore: 51}, []string{"", "c7c5 2", "g1f3 2", "", "", "", "d7d5 2"}},
		{"Uniform", &Builder{Uniform: true},
			[]string{"e2e4 1,d2d4 1", "e7e5 1,c7c5 1", "g1f3 1,b1c3 1", "", "", "d7d5 1", "d7d5 1"}},
		{"White", &Builder{Colors: []chess.Color{chess.White}},
			[]string{"e2e4 3,d2d4 1", "", "g1f3 2,b1c3 1", "", "", "", ""}},
		{"Black", &Builder{Colors: []chess.Color{chess.Black}},
			[]string{"", "c7c5 2,e7e5 1", "", "", "", "d7d5 1", "d7d5 2"}},
		{"both", &Builder{Colors: []chess.Color{chess.Black, chess.White}, MinGames: 3},
			[]string{"e2e4 3", "", "", "", "", "", ""}},
		{"draws", &Builder{Results: []chess.Result{chess.Drawn}}, []string{"e2e4 1", "e7e5 1", "b1c3 1", "", "", "", ""}},
		{"wins", &Builder{Results: []chess.Result{chess.WhiteWins, chess.BlackWins}},
			[]string{"e2e4 2", "c7c5 2", "g1f3 2", "", "", "", "d7d5 2"}},
	} {
		if diff := cmp.Diff(test.want, list(t, build(t, test.builder, fewGames), lines...)); diff != "" {
			t.Errorf("%s: moves after %q (-want +got):\n%s", test.name, lines, diff)
		}
	}
}

// TestAddIsAddPGN checks that games make the same book whether a scanner or a reader reads them.
func TestAddIsAddPGN(t *testing.T) {
	for _, pgn := range []string{
		fewGames, randomGames(1, 200, 30),
		"[Result \"0-1\"]\n[White \"1-0\"]\n[Black \"Result\"]\n\n1. g4 d5\n",
		"[Result \"1-0\"]\n[White \"x\"]\n\n1. g4 d5\n",
		"[Result \"x\"]\n\n1. g4 d5\n",
		"[White \"1-0\"]\n[Result \"0-1\"]\n\n1. g4 d5\n",
		"[Result \"1-0\"]\n[Result \"x\"]\n\n1. g4 d5\n",
		"[Result \"x\"]\n[Result \"1-0\"]\n\n1. g4 d5\n",
		"[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. g4 d5\n",
		"[Result \"1-0\"]\n\n1. g4 d5 0-1\n",
	} {
		for _, options := range []*Builder{{}, {MaxPlies: 7, MinGames: 2}, {Results: []chess.Result{chess.Unfinished}}} {
			scanned, read := options.fresh(), options.fresh()
			for g, err := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
				if err == nil {
					err = read.Add(g)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(build(t, scanned, pgn), written(t, read)) {
				t.Errorf("%+v: Add and AddPGN make different books of %.100q", options, pgn)
			}
		}
	}
	g := chess.NewGame() // no result is recorded
	for _, san := range []string{"f3", "e5", "g4", "Qh4"} {
		if err := g.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	var b Builder
	if err := b.Add(g); err != nil {
		t.Fatal(err)
	}
	if got := list(t, written(t, &b), "", "1. f3"); !slices.Equal(got, []string{"", "e7e5 2"}) {
		t.Errorf("the book of a game that ends with checkmate has the moves %q", got)
	}
}

// TestPoints checks the weights of the moves of both sides in games with each result.
func TestPoints(t *testing.T) {
	for result, want := range map[string][2]string{
		"1-0": {"e2e4 2", ""}, "0-1": {"", "e7e5 2"}, "1/2-1/2": {"e2e4 1", "e7e5 1"}, "*": {"e2e4 1", "e7e5 1"},
		"1/2-0": {"e2e4 1", ""}, "0-1/2": {"", "e7e5 1"}, "0-0": {"", ""},
	} {
		pgn := "[Result \"" + result + "\"]\n\n1. e4 e5 *\n"
		if got := list(t, build(t, &Builder{}, pgn), "", "1. e4"); got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%s: moves %q, want %q", result, got, want)
		}
	}
}

// TestHalving checks the points of moves that occur in 16,384 games or more.
func TestHalving(t *testing.T) {
	game := func(move, result string, games int) string {
		return strings.Repeat(fmt.Sprintf("[Result %q]\n1. %s %s\n\n", result, move, result), games)
	}
	for _, test := range []struct {
		pgn  string
		want string
	}{
		{game("e4", "1-0", 16383) + game("d4", "1-0", 1), "e2e4 32766,d2d4 2"},
		{game("e4", "1-0", 16384) + game("d4", "1-0", 1), "e2e4 16384,d2d4 2"},
		{game("d4", "1-0", 1) + game("c4", "*", 101) + game("e4", "1-0", 16385), "e2e4 16386,c2c4 51,d2d4 1"},
		{game("e4", "1-0", 16384+8192), "e2e4 16384"},
	} {
		var b Builder
		if got := list(t, build(t, &b, test.pgn), ""); got[0] != test.want {
			t.Errorf("moves = %s, want %s", got[0], test.want)
		}
	}
}

// TestFaultyGames checks that AddPGN reports each game with a fault, does not add it, and goes on
// with the next.
func TestFaultyGames(t *testing.T) {
	const pgn = `[White "A"]
1. e4 e5 1-0

[White "B"]
1. e4 e5 2. Ke3 1-0

[White "C"]
1. d4 Zz5 1-0

page 7

[White "D"]
1. d4 d5 1-0
`
	var b Builder
	s := chess.NewPGNScanner(strings.NewReader(pgn))
	var games []int
	for {
		err := b.AddPGN(s)
		if err == nil {
			break
		}
		var fault *chess.PGNError
		if !errors.As(err, &fault) {
			t.Fatal(err)
		}
		games = append(games, fault.Game)
	}
	if !slices.Equal(games, []int{2, 3}) {
		t.Errorf("AddPGN reports faults in the games %v, want 2 and 3", games)
	}
	if got := list(t, written(t, &b), ""); got[0] != "e2e4 2,d2d4 2" {
		t.Errorf("moves = %s, want those of the games without faults", got[0])
	}
	const two = "[White \"A\"]\n[Round 1]\n1. d4 Zz5 1-0\n"
	if err := b.AddPGN(chess.NewPGNScanner(strings.NewReader(two))); err == nil || !strings.Contains(err.Error(), "not in quotes") {
		t.Errorf("AddPGN of a game with two faults: error %v, want the first one", err)
	}
	shallow := Builder{MaxPlies: 1}
	if got := list(t, build(t, &shallow, pgn), ""); got[0] != "e2e4 4,d2d4 4" {
		t.Errorf("moves with MaxPlies 1 = %s, want those of all games", got[0])
	}
	for _, length := range []int{0, 5, 20, 30} {
		failing := io.MultiReader(strings.NewReader(pgn[:length]), iotest.ErrReader(os.ErrDeadlineExceeded))
		if err := b.AddPGN(chess.NewPGNScanner(failing)); err != os.ErrDeadlineExceeded {
			t.Errorf("AddPGN of %d bytes and an error: error %v, want %v", length, err, os.ErrDeadlineExceeded)
		}
	}
}

// TestChess960Book checks that a book of Chess960 games knows their moves, but none of positions in
// which the key does not tell which rook can castle.
func TestChess960Book(t *testing.T) {
	const pgn = `[Variant "Chess960"] [FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"]
1. O-O O-O-O *

[Variant "Chess960"] [FEN "4k3/8/8/8/8/8/8/2K2R1R w F - 0 1"]
1. Rf2 Kd7 2. Kd1 *
`
	var b Builder
	data := build(t, &b, pgn)
	if n := len(data) / entrySize; n != 4 {
		t.Errorf("the book has %d entries, want 4", n)
	}
	for g, err := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			t.Fatal(err)
		}
		moves := g.Moves()
		for i, p := range g.Positions() {
			got, err := newBook(t, data).Best(p)
			want := chess.NullMove
			if i < len(moves) && hasKey(&p) {
				want = moves[i]
			}
			if got != want || err != nil {
				t.Errorf("Best(%v) = %v, %v, want %v", p, got, err, want)
			}
		}
	}
}

// TestWriteErrors checks that WriteTo and Merge return the error of the writer.
func TestWriteErrors(t *testing.T) {
	var b Builder
	data := build(t, &b, randomGames(4, 1500, 40))
	if len(data) < 1<<17 {
		t.Fatalf("the book has only %d bytes", len(data))
	}
	for _, limit := range []int{0, 1 << 16, len(data) - 1} {
		w := &limitedWriter{left: limit}
		if n, err := b.WriteTo(w); err != os.ErrClosed || n > int64(limit) {
			t.Errorf("WriteTo a writer of %d bytes = %d, %v, want %v", limit, n, err, os.ErrClosed)
		}
		if err := Merge(&limitedWriter{left: limit}, newBook(t, data)); err != os.ErrClosed {
			t.Errorf("Merge to a writer of %d bytes: error %v, want %v", limit, err, os.ErrClosed)
		}
	}
}

// A limitedWriter fails after a number of bytes.
type limitedWriter struct{ left int }

func (w *limitedWriter) Write(data []byte) (int, error) {
	if len(data) > w.left {
		return 0, os.ErrClosed
	}
	w.left -= len(data)
	return len(data), nil
}
