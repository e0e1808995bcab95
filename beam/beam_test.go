package chessbeam

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	//lint:ignore SA1019 a deprecated runner is another executor all the same, so it tests what Prism does not
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

// findingsOf returns the lines that shakki judge prints for a text, from one scanner.
func findingsOf(name, text string, arbiter chess.Arbiter) string {
	var b strings.Builder
	for findings := range arbiter.JudgePGN(chess.NewPGNScanner(strings.NewReader(text))) {
		for _, f := range findings {
			fmt.Fprintf(&b, "%s:%d:%d: %v\n", name, f.Line, f.Column, f)
		}
	}
	return b.String()
}

// TestJudge checks that the findings are those of one scanner, wherever the files are split and in
// whatever order they come.
func TestJudge(t *testing.T) {
	texts := []string{randomGames(1, 400), randomGames(2, 150), ""}
	names := writeTexts(t, texts...)
	arbiter := chess.Arbiter{Rules: chess.Rules{}, Claims: true}
	want := ""
	for i, name := range names {
		want += findingsOf(name, texts[i], arbiter)
	}
	if lines := strings.Count(want, "\n"); lines < 50 {
		t.Fatalf("the games have %d findings, too few for a test", lines)
	}
	for _, size := range []int64{1 << 12, 1 << 16, 1 << 30} {
		slices.Reverse(names)
		output := filepath.Join(t.TempDir(), "findings")
		run(t, func(s beam.Scope) {
			records, _ := ReadSplit(s, size, append(names, names[0])...)
			WriteFindings(s, output, Judge(s, records, arbiter))
		})
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(readText(t, output), "\n")); diff != "" {
			t.Errorf("sections of %d bytes: (-one scanner, +pipeline)\n%s", size, diff)
		}
	}
}

// countTable counts files with package explore and returns the bytes of the table.
func countTable(t *testing.T, e Explorer, names ...string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "counted")
	o := explore.Options{Plies: e.Plies, Least: e.Least, Label: e.Label, Shards: e.Shards}
	if _, err := explore.Count(context.Background(), folder, names, o); err != nil {
		t.Fatal(err)
	}
	return tableText(t, folder)
}

// tableText returns the bytes of all files of a table, which must be sound.
func tableText(t *testing.T, folder string) string {
	t.Helper()
	table, err := explore.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if err := table.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(folder, "*"))
	var text strings.Builder
	for _, name := range names {
		text.WriteString(filepath.Base(name) + "\n" + readText(t, name))
	}
	return text.String()
}

// TestExplorer checks that the table is that of package explore, byte for byte, wherever the files
// are split and in whatever order they come.
func TestExplorer(t *testing.T) {
	names := writeTexts(t, randomGames(3, 300), randomGames(4, 100), randomGames(3, 100))
	label, err := explore.ParseLabel("Event/100")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		e    Explorer
		size int64
	}{
		{Explorer{}, 1 << 16}, {Explorer{Shards: 3}, 1 << 12},
		{Explorer{Plies: 7, Least: 3, Shards: 2, Label: label}, 1 << 30},
	} {
		slices.Reverse(names)
		folder, badName := filepath.Join(t.TempDir(), "table"), filepath.Join(t.TempDir(), "bad")
		run(t, func(s beam.Scope) {
			records, _ := ReadSplit(s, test.size, names...)
			files, bad := test.e.Count(s, records)
			WriteTable(s, folder, test.e, files)
			WriteBad(s, badName, bad)
		})
		if want, got := countTable(t, test.e, names...), tableText(t, folder); got != want {
			t.Errorf("%+v: the table has %d bytes that differ from the %d of package explore", test.e, len(got), len(want))
		}
		if bad := strings.Count(readText(t, badName), "\n"); bad < 20 {
			t.Errorf("%+v: %d bad games, want more", test.e, bad)
		}
	}
}

// TestForms checks that files are read by their content, whatever their names, and that a pipeline
// fails on what it cannot read and names the file.
func TestForms(t *testing.T) {
	text := randomGames(5, 60)
	want := countTable(t, Explorer{}, writeTexts(t, text)...)
	wide := []byte{0xff, 0xfe}
	for _, r := range text {
		wide = append(wide, byte(r), byte(r>>8))
	}
	forms := map[string]string{"plain.gz": text, "wide.pgn": string(wide), "packed.GZ": pack(t, text, "gzip"), "packed": pack(t, text, "gzip")}
	for program, name := range map[string]string{"bzip2": "games.pgn.bz2", "zstd": "games.pgn.zst"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Logf("%s is not installed, so %s is not tested", program, name)
			continue
		}
		forms[name] = pack(t, text, program)
	}
	for name, data := range forms {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(t.TempDir(), "table")
		run(t, func(s beam.Scope) {
			records, _ := ReadSplit(s, 1<<12, path)
			files, _ := Explorer{}.Count(s, records)
			WriteTable(s, folder, Explorer{}, files)
		})
		if tableText(t, folder) != want {
			t.Errorf("%s: the table differs", name)
		}
	}
	for name, data := range map[string]string{
		"games.zip": "PK\x03\x04 and so on", "cut.gz": forms["packed"][:len(forms["packed"])-20],
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		p, s := beam.NewPipelineWithRoot()
		records, _ := Read(s, path)
		Explorer{}.Count(s, records)
		if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want an error that names the file", name, err)
		}
	}
}

// pack compresses a text with a program.
func pack(t *testing.T, text, program string) string {
	t.Helper()
	command := exec.Command(program, "-c")
	command.Stdin = strings.NewReader(text)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestCoders checks that values survive their encoding and that equal ones have equal encodings.
func TestCoders(t *testing.T) {
	p := chess.StartPosition()
	for _, m := range []chess.Move{p.LegalMoves()[3], chess.NullMove} {
		b, _ := encodeMove(m)
		if got, err := decodeMove(b); got != m || err != nil {
			t.Errorf("move %v becomes %v, %v", m, got, err)
		}
		p = p.After(m)
		b, _ = encodePosition(p)
		if got, err := decodePosition(b); got != p || err != nil {
			t.Errorf("position %v becomes %v, %v", p, got, err)
		}
	}
	g := chess.NewGame()
	g.PlaySAN("e4")
	b, _ := encodeGame(g)
	if got, err := decodeGame(b); err != nil || got.String() != g.String() {
		t.Errorf("game %v becomes %v, %v", g, got, err)
	}
	for _, r := range []Record{{}, {"a\x00b", -5, []byte("1. e4")}, {"f", 1 << 40, []byte{}}} {
		b, _ := encodeRecord(r)
		got, err := decodeRecord(b)
		if err != nil || got.File != r.File || got.Offset != r.Offset || !bytes.Equal(got.Text, r.Text) {
			t.Errorf("record %v becomes %v, %v", r, got, err)
		}
	}
	for _, b := range [][]byte{nil, {5, 'a'}, {0}, {255}} {
		if r, err := decodeRecord(b); err == nil {
			t.Errorf("decodeRecord(%v) = %v, want an error", b, r)
		}
	}
	for _, value := range []any{chess.Position{}, chess.Move(0), &chess.Game{}, Record{}} {
		if c := beam.NewCoder(typex.New(reflect.TypeOf(value))); !c.IsDeterministic() {
			t.Errorf("the coder of %T is not deterministic", value)
		}
	}
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

// TestBlocks checks that records survive being put together and taken apart.
func TestBlocks(t *testing.T) {
	records := []Record{
		{"a", 0, []byte("one")}, {"a", 3, []byte("two")}, {"a", 6, []byte{}}, {"a", 7, []byte("after a gap")},
		{"b", 18, []byte("another file")}, {"b", 30, make([]byte, recordSize+1)}, {"b", 31 + recordSize, []byte("full")},
	}
	var blocks []block
	pack := new(packFn)
	for _, r := range records {
		pack.ProcessElement(r, func(b block) { blocks = append(blocks, b) })
	}
	pack.FinishBundle(func(b block) { blocks = append(blocks, b) })
	var got []Record
	for _, b := range blocks {
		text, _ := encodeBlock(b)
		decoded, err := decodeBlock(text)
		if err != nil {
			t.Fatal(err)
		}
		new(unpackFn).ProcessElement(decoded, func(r Record) { got = append(got, r) })
		for n := range min(len(text), 20) {
			if _, err := decodeBlock(text[:n]); err == nil {
				t.Errorf("a block cut to %d of %d bytes: no error", n, len(text))
			}
		}
	}
	if diff := cmp.Diff(records, got); diff != "" || len(blocks) != 4 {
		t.Errorf("%d blocks (-want +got):\n%s", len(blocks), diff)
	}
}

// TestOutputs checks that outputs take their places as a whole, that links and pipes stay, and that
// what cannot be written is found before anything is read.
func TestOutputs(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	if err := os.WriteFile(path("old"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("old", path("link")); err != nil {
		t.Fatal(err)
	}
	fails := errors.New("fails")
	err := writeFile(t.Context(), path("old"), func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("new", 1<<20))
		return fails
	})
	if err != fails && !errors.Is(err, fails) || readText(t, path("old")) != "old" {
		t.Errorf("after a failure: %v, the file has %q", err, readText(t, path("old")))
	}
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}
	for _, name := range []string{path("link"), os.DevNull} {
		if err := writeFile(t.Context(), name, write); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	info, _ := os.Lstat(path("link"))
	if device, _ := os.Stat(os.DevNull); readText(t, path("old")) != "new" || info.Mode()&os.ModeSymlink == 0 || device.Mode().IsRegular() {
		t.Errorf("the target of a link has %q, modes %v and %v", readText(t, path("old")), info.Mode(), device.Mode())
	}
	for name, ok := range map[string]bool{
		path("new"): true, path("sub/new"): true, os.DevNull: true, "memfs://out": true, path("parts-*"): true,
		path("old"): false, path("link"): false, path("old/file"): false, "nowhere://x": false,
	} {
		if err := CheckFile(t.Context(), name, path("ol*")); (err == nil) != ok {
			t.Errorf("CheckFile(%q) = %v, want an error: %v", name, err, !ok)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 3 { // old, link, sub
		t.Errorf("what was tried is left: %v", entries)
	}
}

// TestForeignTable checks that a folder with a table of another number of files is left alone.
func TestForeignTable(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "table")
	names := writeTexts(t, randomGames(3, 20))
	write := func(e Explorer) error {
		p, s := beam.NewPipelineWithRoot()
		records, _ := Read(s, names...)
		rows, _ := e.Count(s, records)
		WriteTable(s, folder, e, rows)
		return ptest.Run(p)
	}
	if err := write(Explorer{Shards: 2}); err != nil {
		t.Fatal(err)
	}
	before := tableText(t, folder)
	if err := write(Explorer{Shards: 3}); err == nil || !strings.Contains(err.Error(), "another table") {
		t.Errorf("another number of files: %v", err)
	}
	if err := (Explorer{Shards: 3}).CheckTable(t.Context(), folder); err == nil {
		t.Error("CheckTable accepts the folder")
	}
	if tableText(t, folder) != before {
		t.Error("the table has changed")
	}
	if err := write(Explorer{Shards: 2, Plies: 3}); err != nil || tableText(t, folder) == before {
		t.Errorf("a table of as many files is not replaced: %v", err)
	}
}
