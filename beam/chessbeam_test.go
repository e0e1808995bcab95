package chessbeam

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
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
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
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
	texts := []string{randomGames(1, 300), randomGames(2, 100), ""}
	names := writeTexts(t, texts...)
	arbiter := chess.Arbiter{Rules: chess.FIDERules(), Claims: true}
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

// A count is what a test expects of a move in a position.
type count struct {
	position chess.PositionKey
	move     chess.Move
}

// counted returns the table of texts from one scanner for each, and what Lookup should find, which
// does not use the keys of the table.
func counted(e Explorer, texts ...string) (shards []string, want map[count]Played, positions []chess.Position) {
	rows := make([][][rowSize]byte, e.withDefaults().Shards)
	want = make(map[count]Played)
	seen := make(map[chess.PositionKey]bool)
	add := func(p chess.Position, m chess.Move, result chess.Result) {
		c := count{p.Key(), m}
		played := want[c]
		played.Move = m
		*[]*uint64{&played.Unfinished, &played.White, &played.Black, &played.Draws}[result]++
		want[c] = played
		if !seen[c.position] {
			seen[c.position] = true
			positions = append(positions, p)
		}
		var key rowKey
		key.setPosition(&p)
		key[positionSize], key[positionSize+1] = byte(m>>8), byte(m)
		var n tally
		n[slices.Index(resultOrder[:], result)]++
		i := key.shard(len(rows))
		rows[i] = append(rows[i], [rowSize]byte(appendRow(nil, &key, n)))
	}
	for _, text := range texts {
		s := chess.NewPGNScanner(strings.NewReader(text))
		var line []chess.Position
		var moves []chess.Move
		bad := false
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch event {
			case chess.PGNMove:
				line, moves = append(line, *s.Before()), append(moves, s.Move())
			case chess.PGNFault:
				bad = true
			case chess.PGNGameEnd:
				for i, m := range moves {
					if !bad && (e.Plies == 0 || i < e.Plies) {
						add(line[i], m, s.Result())
					}
				}
				line, moves, bad = nil, nil, false
			}
		}
	}
	for _, r := range rows {
		shards = append(shards, tableHeader+string(merge(r, uint64(e.MinGames))))
	}
	return shards, want, positions
}

// TestExplorer checks that the table is that of one scanner, byte for byte, wherever the files are
// split and in whatever order they come, and that Lookup finds all that was played.
func TestExplorer(t *testing.T) {
	texts := []string{randomGames(3, 300), randomGames(4, 100), randomGames(3, 100)}
	names := writeTexts(t, texts...)
	for _, test := range []struct {
		e    Explorer
		size int64
	}{{Explorer{}, 1 << 16}, {Explorer{Shards: 3}, 1 << 12}, {Explorer{Plies: 7, MinGames: 3, Shards: 2}, 1 << 30}} {
		slices.Reverse(names)
		wantShards, want, positions := counted(test.e, texts...)
		name, badName := filepath.Join(t.TempDir(), "table"), filepath.Join(t.TempDir(), "bad")
		run(t, func(s beam.Scope) {
			records, _ := ReadSplit(s, test.size, names...)
			shards, bad := test.e.Count(s, records)
			WriteTable(s, name, test.e, shards)
			WriteBad(s, badName, bad)
		})
		for i, want := range wantShards {
			if got := readText(t, shardName(name, i, len(wantShards))); got != want {
				t.Errorf("%+v: file %d has %d bytes that differ from the %d of one scanner", test.e, i, len(got), len(want))
			}
		}
		if bad := strings.Count(readText(t, badName), "\n"); bad < 20 {
			t.Errorf("%+v: %d bad games, want more", test.e, bad)
		}
		checkLookup(t, name, uint64(test.e.MinGames), want, positions)
	}
}

// checkLookup checks that the table has what is wanted about each position, except for those with
// fewer than least moves.
func checkLookup(t *testing.T, name string, least uint64, want map[count]Played, positions []chess.Position) {
	t.Helper()
	table, close, err := OpenTable(name)
	if err != nil {
		t.Fatal(err)
	}
	defer close()
	for _, p := range positions {
		var all []Played
		total := uint64(0)
		for m := range p.Moves() {
			if played, ok := want[count{p.Key(), m}]; ok {
				all = append(all, played)
				total += played.Games()
			}
		}
		if total < least {
			all = nil
		}
		got, err := table.Lookup(p)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(got, func(a, b Played) int { return int(b.Games()) - int(a.Games()) }) {
			t.Errorf("Lookup(%v) = %v, not sorted", p, got)
		}
		byMove := func(a, b Played) int { return int(a.Move) - int(b.Move) }
		slices.SortFunc(got, byMove)
		slices.SortFunc(all, byMove)
		if !slices.Equal(got, all) {
			t.Fatalf("Lookup(%v) = %v, want %v", p, got, all)
		}
	}
	unknown, _ := chess.ParseFEN("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
	if got, err := table.Lookup(unknown); len(got) > 0 || err != nil {
		t.Errorf("Lookup of a position that did not occur = %v, %v, want none", got, err)
	}
}

// TestRowKey checks that two positions have the same key exactly if they are the same by the rule on
// repetition. Among them are positions that differ in one right, in the turn, or in an en passant
// capture.
func TestRowKey(t *testing.T) {
	positions := make(map[rowKey]chess.Position)
	keys := make(map[chess.PositionKey]rowKey)
	add := func(p chess.Position) {
		var key rowKey
		if !key.setPosition(&p) {
			t.Fatalf("%v has no key", p)
		}
		if q, ok := positions[key]; ok && !q.SamePosition(p) {
			t.Fatalf("%v and %v have the same key", p, q)
		}
		if k, ok := keys[p.Key()]; ok && k != key {
			t.Fatalf("%v has two keys", p)
		}
		positions[key], keys[p.Key()] = p, key
	}
	for _, fen := range []string{
		"r3k2r/8/8/8/8/8/8/R3K2R %s %s - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R %s %s - 7 9",
		"rr2k2r/8/8/8/8/8/8/RR2K2R %s %s - 0 1",
	} {
		for _, turn := range []string{"w", "b"} {
			for _, rights := range []string{"-", "K", "Q", "k", "q", "KQ", "Kk", "KQkq", "Qkq", "KQq", "B", "b", "BH"} {
				if p, err := chess.ParseFEN(fmt.Sprintf(fen, turn, rights)); err == nil {
					add(p)
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(5, 0))
	for range 300 {
		p := chess.StartPosition()
		for range 60 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[random.IntN(len(moves))])
			add(p)
			if q, err := chess.ParseFEN(p.FEN()); err == nil {
				add(q) // with the same key, though == may be false
			}
			fields := strings.Fields(p.FEN())
			fields[3] = "-"
			if q, err := chess.ParseFEN(strings.Join(fields, " ")); err == nil {
				add(q)
			}
		}
	}
	if len(positions) < 10_000 {
		t.Errorf("%d positions, want more", len(positions))
	}
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

// TestOpenTable checks that incomplete tables are rejected.
func TestOpenTable(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table")
	write := func(shard, shards int, text string) {
		if err := os.WriteFile(shardName(name, shard, shards), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		shard int
		text  string
		ok    bool
	}{{-1, "", false}, {0, tableHeader, false}, {1, tableHeader + "x", false}, {1, "other", false}, {1, tableHeader, true}} {
		if step.shard >= 0 {
			write(step.shard, 2, step.text)
		}
		_, close, err := OpenTable(name)
		if err == nil {
			close()
		}
		if (err == nil) != step.ok {
			t.Errorf("OpenTable after file %d with %q: error %v, want success %v", step.shard, step.text, err, step.ok)
		}
	}
}

// BenchmarkLookup measures a lookup in a table of a million positions.
func BenchmarkLookup(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 0))
	var rows [][rowSize]byte
	var positions []chess.Position
	for len(positions) < 1_000_000 {
		p := chess.StartPosition()
		for moves := p.LegalMoves(); len(moves) > 0 && p.FullmoveNumber() < 40; moves = p.LegalMoves() {
			m := moves[random.IntN(len(moves))]
			var key rowKey
			key.setPosition(&p)
			key[positionSize], key[positionSize+1] = byte(m>>8), byte(m)
			rows = append(rows, [rowSize]byte(appendRow(nil, &key, tally{1})))
			positions = append(positions, p)
			p = p.After(m)
		}
	}
	name := filepath.Join(b.TempDir(), "table")
	if err := os.WriteFile(shardName(name, 0, 1), append([]byte(tableHeader), merge(rows, 0)...), 0o644); err != nil {
		b.Fatal(err)
	}
	table, close, err := OpenTable(name)
	if err != nil {
		b.Fatal(err)
	}
	defer close()
	for b.Loop() {
		if played, err := table.Lookup(positions[random.IntN(len(positions))]); err != nil || len(played) == 0 {
			b.Fatal(played, err)
		}
	}
}
