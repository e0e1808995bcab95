package chesstest

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/quick"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// records is a file system with records that have faults.
var records = fstest.MapFS{
	"good.pgn":       {Data: []byte("[Event \"a\"]\n\n1. e4 e5 *\n")},
	"2024/bad.PGN":   {Data: []byte("[White \"Aino\"]\n[Black \"Onni\"]\n\n1. e4 e5\n2. Ke3 Nf6 *\n\n1. e4 e6 2. Nf4 1-0\n")},
	"2024/loose.pgn": {Data: []byte("1. e4 e5 2. Ng1f3 *\n")},
	"2024/mate.pgn":  {Data: []byte("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n")},
	"empty.pgn":      {},
	"notes.txt":      {Data: []byte("1. e5 *\n")},
}

// zipped returns text compressed by gzip.
func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.Bytes()
}

// TestExpected checks what is expected of files, and that no compressed file is skipped.
func TestExpected(t *testing.T) {
	files := fstest.MapFS{
		"a.pgn.gz":  {Data: zipped("1. e4 e5 2. Ke3 *\n")},
		"b.PGN.GZ":  {Data: []byte("this is no gzip file")},
		"c.pgn.zst": {Data: []byte("(\xb5/\xfd")},
		"d.pgn":     {Data: []byte("1. e4 *\n\n1. d4 *\n")},
	}
	r := Records{
		Games:    map[string]int{"d.pgn": 3, "a.pgn.gz": 1, "x.pgn": 1},
		Mistakes: []string{"a.pgn.gz:1:13: game 1 (? - ?): 2. Ke3: a king does not move from e1 to e3", "d.pgn:1:4: lost", "y.pgn:1:1: lost"},
	}
	names, err := pgnFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	got := r.missing(names)
	for _, name := range names {
		got = append(got, r.faults(files, name)...)
	}
	want := []string{
		"x.pgn: there is no such file", "y.pgn:1:1: lost: expected in a file that does not exist",
		"b.PGN.GZ: gzip: invalid header", "c.pgn.zst: the file is compressed with Zstandard: decompress it, or use gzip",
		"d.pgn: the file has 2 games, want 3", "expected, but not found: d.pgn:1:4: lost",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFaults(t *testing.T) {
	tests := []struct {
		name    string
		records Records
		want    []string
	}{
		{"legal", Records{}, nil},
		{"strict", Records{Strict: true}, []string{
			`2024/loose.pgn:1:13: game 1 (? - ?): 2. Ng1f3: the standard form of this move is Nf3`,
			`2024/mate.pgn:1:1: game 1 (? - ?): "1-0": the Result tag contradicts the board: 0-1 (checkmate)`,
		}},
		{"judged", Records{Arbiter: new(chess.Arbiter)}, []string{
			"2024/mate.pgn:3:21: game 1 (? - ?): 1-0: the game ended on the board: 0-1 (checkmate)",
		}},
	}
	always := []string{
		"2024/bad.PGN:5:4: game 1 (Aino - Onni): 2. Ke3: a king does not move from e1 to e3",
		"2024/bad.PGN:7:13: game 2 (? - ?): 2. Nf4: White has no knight that can go to f4",
		"empty.pgn: the file has no games",
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			names, err := pgnFiles(records)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, name := range names {
				got = append(got, test.records.faults(records, name)...)
			}
			want := slices.Sorted(slices.Values(slices.Concat(always, test.want)))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	Records{Strict: true}.Check(t, fstest.MapFS{"a/good.pgn": records["good.pgn"]})
}

// TestMix checks that each kind of position has what it promises, and that seeds repeat.
func TestMix(t *testing.T) {
	tests := []struct {
		name  string
		mix   Mix
		least int // of 200 games
		has   func(*chess.Game) bool
	}{
		{"plain", Mix{Plain: 1}, 200, func(g *chess.Game) bool { return g.Start() == chess.StartPosition() }},
		{"Chess960", Mix{Chess960: 1}, 60, func(g *chess.Game) bool { return anyMove(g, chess.Position.IsCastling) }},
		{"few pieces", Mix{FewPieces: 1}, 200, func(g *chess.Game) bool { p := g.Start(); return p.Occupied().Count() <= 6 }},
		{"promotions", Mix{Promotions: 1}, 100, func(g *chess.Game) bool {
			return anyMove(g, func(_ chess.Position, m chess.Move) bool { return m.Promotion() != chess.NoPieceType })
		}},
		{"en passant", Mix{EnPassant: 1}, 50, func(g *chess.Game) bool { return anyMove(g, chess.Position.IsEnPassant) }},
		{"long", Mix{Long: 1}, 80, func(g *chess.Game) bool { return g.Plies() > 200 }},
	}
	for _, test := range tests {
		count := 0
		for seed := range uint64(200) {
			g := test.mix.Game(seed)
			if test.has(g) {
				count++
			}
			if diff := GameDiff(g, test.mix.Game(seed)); diff != "" {
				t.Fatalf("%s: two games of seed %d differ: %s", test.name, seed, diff)
			}
		}
		if count < test.least {
			t.Errorf("%s: %d of 200 games have it, want at least %d", test.name, count, test.least)
		}
	}
}

// anyMove reports whether a move of the main line has the property is.
func anyMove(g *chess.Game, is func(chess.Position, chess.Move) bool) bool {
	moves := g.Moves()
	for plies, p := range g.Positions() {
		if plies < len(moves) && is(p, moves[plies]) {
			return true
		}
	}
	return false
}

func TestQuick(t *testing.T) {
	if err := quick.Check(func(p Position) bool { return p.Flip().Flip() == p.Position }, nil); err != nil {
		t.Error(err)
	}
	written := func(g Game) string {
		back, err := chess.ParsePGN(g.String())
		if err != nil {
			return err.Error()
		}
		return GameDiff(g.Game, back)
	}
	if err := quick.Check(func(g Game) bool { return written(g) == "" }, &quick.Config{MaxCount: 50}); err != nil {
		t.Error(err)
	}
}

func TestDiffs(t *testing.T) {
	want, _ := chess.ParsePGN("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0")
	got, _ := chess.ParsePGN("[White \"B\"]\n\n1. e4 c5 2. Nf3 Nc6 3. Bc4 a6 1-0")
	lines := `tag White: "B", not "A"
- [White "A"]
+ [White "B"]
- e5
+ c5
- Bb5
+ Bc4
+ a6
`
	if diff := cmp.Diff(lines, GameDiff(want, got)); diff != "" {
		t.Errorf("GameDiff (-want +got):\n%s", diff)
	}
	fields := "e2: P, not .\ne4: ., not P\nside to move: white, not black\nhalfmove clock: 1, not 0\n"
	p := chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 1")
	after := chess.StartPosition().After(chess.NewMove(chess.E2, chess.E4))
	if diff := cmp.Diff(fields, PositionDiff(after, p)); diff != "" {
		t.Errorf("PositionDiff (-want +got):\n%s", diff)
	}
	if GameDiff(want, want.Clone()) != "" || PositionDiff(p, p) != "" {
		t.Error("equal values have a difference")
	}
	many := strings.Fields(strings.Repeat("a ", 3000))
	if diff := lineDiff(append([]string{"x"}, many...), append(many, "y")); diff != "- x\n+ y\n" {
		t.Errorf("lineDiff of long lists has %d lines, want 2", strings.Count(diff, "\n"))
	}
	other := strings.Fields(strings.Repeat("b ", 2*maxGap))
	if diff := lineDiff(many, other); strings.Count(diff, "\n") != len(many)+len(other) {
		t.Errorf("lineDiff of lists without a common line has %d lines, want %d", strings.Count(diff, "\n"), len(many)+len(other))
	}
}
