package chessbeam

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/explore"
)

func TestMain(m *testing.M) { ptest.Main(m) }

func init() { register.Function1x1(wonByWhite) }

// wonByWhite is a condition for Filter.
func wonByWhite(g *chess.Game) bool { return g.Outcome().Result == chess.WhiteWins }

// randomGames returns the text of n random games. Some have faults, comments with tags, other line
// ends, no tags, or a result that contradicts the board.
func randomGames(seed uint64, n int) string {
	random := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	for i := range n {
		var game strings.Builder
		fmt.Fprintf(&game, "[Event \"%d\"]\n[White \"A\"]\n[Black \"B\"]\n\n", i)
		p := chess.StartPosition()
		for ply := range random.IntN(150) {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(min(len(moves), 2+ply/4))]
			fmt.Fprintf(&game, "%s ", p.SAN(m))
			if random.IntN(100) == 0 {
				game.WriteString("{a comment\n[Event \"in it\"]\n1-0 of lines} ")
			}
			if random.IntN(20) == 0 {
				game.WriteByte('\n')
			}
			p = p.After(m)
		}
		switch random.IntN(12) {
		case 0:
			game.WriteString("Ke4 Nonsense ")
		case 1:
			game.WriteString("1-0\n\n1. e4 e5 ") // the next game has no tags
		}
		game.WriteString([]string{"1-0", "0-1", "1/2-1/2", "*"}[random.IntN(4)] + "\n\n")
		text := game.String()
		if random.IntN(8) == 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		b.WriteString(text)
	}
	return b.String()
}

// writeTexts writes each text to a file and returns the names.
func writeTexts(t *testing.T, texts ...string) (names []string) {
	t.Helper()
	dir := t.TempDir()
	for i, text := range texts {
		name := filepath.Join(dir, fmt.Sprintf("%d.pgn", i))
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// run runs a pipeline on the embedded runner.
func run(t *testing.T, build func(s beam.Scope)) {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
}

// TestDirectRunner runs pipelines with a second runner, which has another executor, and compares
// what they write.
func TestDirectRunner(t *testing.T) {
	folder := t.TempDir()
	write := func(runner string) string {
		files := writeTexts(t, randomGames(5, 60), randomGames(6, 40))
		p, s := beam.NewPipelineWithRoot()
		records, _ := ReadSplit(s, 1<<12, files...)
		e := Explorer{Plies: 20, Least: 2, Shards: 3}
		table, _ := e.Count(s, records)
		out := filepath.Join(folder, runner)
		WriteTable(s, out, e, table)
		if _, err := beam.Run(context.Background(), runner, p); err != nil {
			t.Fatalf("%s: %v", runner, err)
		}
		opened, err := explore.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close()
		return tableText(t, out)
	}
	if write("direct") != write("prism") {
		t.Error("the tables of two runners differ")
	}
}

// readText returns the text of a file.
func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFilter checks that Filter, Games, and WritePGN keep the right games in order, from files on
// another file system and from a compressed one.
func TestFilter(t *testing.T) {
	text := randomGames(6, 100)
	memfs.Write("memfs://a.pgn", []byte(text))
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, text)
	w.Close()
	memfs.Write("memfs://b.pgn.gz", packed.Bytes())
	output := filepath.Join(t.TempDir(), "kept.pgn")
	run(t, func(s beam.Scope) {
		records, _ := ReadSplit(s, 1<<12, "memfs://b.pgn.gz", "memfs://a.pgn")
		kept, _ := Filter(s, records, wonByWhite)
		WritePGN(s, output, kept)
	})
	var want []string
	for range 2 {
		for part := range chess.SplitPGN(strings.NewReader(text), 0, int64(len(text))) {
			keep := true
			for g, err := range part.Reader().All() {
				keep = keep && err == nil && wonByWhite(g)
			}
			if keep {
				want = append(want, strings.TrimSpace(text[part.Offset:part.Offset+part.Size]))
			}
		}
	}
	if diff := cmp.Diff(strings.Join(want, "\n\n")+"\n\n", readText(t, output)); diff != "" || len(want) < 10 {
		t.Errorf("kept %d games (-want +got):\n%s", len(want), diff)
	}
}

// TestWorkers checks that a compressed file, which one worker reads, is judged and counted by all, and
// that findings can be written by several.
func TestWorkers(t *testing.T) {
	var names []string
	want := ""
	for i := range 5 {
		text := randomGames(uint64(20+i), 60)
		name := filepath.Join(t.TempDir(), "games.pgn.gz")
		if err := os.WriteFile(name, []byte(pack(t, text, "gzip")), 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		want += findingsOf(name, text, chess.Arbiter{})
	}
	folder := t.TempDir()
	run(t, func(s beam.Scope) {
		records, _ := Read(s, names...)
		WriteFindings(s, folder+"/findings-*.txt", Judge(s, records, chess.Arbiter{}))
	})
	files, _ := filepath.Glob(folder + "/*")
	lines, filled := []string{}, 0
	for _, name := range files {
		text := readText(t, name)
		lines = append(lines, strings.SplitAfter(text, "\n")...)
		filled += min(len(text), 1)
	}
	wanted := strings.SplitAfter(want, "\n")
	slices.Sort(lines)
	slices.Sort(wanted)
	isEmpty := func(s string) bool { return s == "" }
	lines, wanted = slices.DeleteFunc(lines, isEmpty), slices.DeleteFunc(wanted, isEmpty)
	if len(files) != 16 || filled < 2 || !slices.Equal(lines, wanted) {
		t.Errorf("%d files, %d of them not empty, with %d findings, want 16 files with %d", len(files), filled, len(lines), len(wanted))
	}
}
