package explore

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// randomGames returns the text of games from a seed. Some repeat the beginning of others, some have
// faults, variations, or no tags.
func randomGames(seed uint64, games int) string {
	random := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for i := range games {
		fmt.Fprintf(&b, "[Event \"%d\"]\n[White \"A\"]\n[WhiteElo \"%d\"]\n\n", i, 1400+random.IntN(900))
		p := chess.StartPosition()
		for ply := range random.IntN(120) {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(min(len(moves), 2+ply/3))]
			b.WriteString(p.SAN(m) + " ")
			if random.IntN(50) == 0 {
				b.WriteString("(" + p.SAN(moves[0]) + ") ")
			}
			p = p.After(m)
		}
		if random.IntN(20) == 0 {
			b.WriteString("Ke9 Nonsense ")
		}
		result := []string{"1-0", "0-1", "1/2-1/2", "*"}[random.IntN(4)]
		if !p.HasLegalMove() {
			result = chess.Draw.String()
			if p.InCheck() {
				result = chess.WinFor(p.Turn().Other()).String()
			}
		}
		b.WriteString(result + "\n\n")
	}
	return b.String()
}

// writeGames writes texts to files and returns their names.
func writeGames(t *testing.T, texts ...string) (names []string) {
	t.Helper()
	folder := t.TempDir()
	for i, text := range texts {
		name := filepath.Join(folder, fmt.Sprintf("%d.pgn", i))
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// A line is a row with the key as a FEN, so that differences can be read.
type line struct {
	FEN, Label string
	Move       chess.Move
	Results    Results
}

// plainCount counts the slow and simple way: with a map of games that are read whole.
func plainCount(t *testing.T, o Options, texts ...string) []line {
	t.Helper()
	counts := make(map[line]Results)
	for _, text := range texts {
		for g, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
			if err != nil {
				continue
			}
			label := o.Label.Of(g.Tag)
			p := g.Start()
			for i, m := range g.Moves() {
				if o.Plies > 0 && i >= o.Plies {
					break
				}
				l := line{FEN: plainFEN(p), Label: label, Move: m}
				var r Results
				switch g.Outcome().Result {
				case chess.WhiteWins:
					r.White = 1
				case chess.BlackWins:
					r.Black = 1
				case chess.Draw:
					r.Draws = 1
				default:
					r.Unfinished = 1
				}
				sum := counts[l]
				sum.Add(r)
				counts[l] = sum
				p = p.After(m)
			}
		}
	}
	moves := make(map[string]uint64)
	for l, r := range counts {
		moves[l.FEN] += r.Games()
	}
	var lines []line
	for l, r := range counts {
		if moves[l.FEN] >= uint64(o.Least) {
			l.Results = r
			lines = append(lines, l)
		}
	}
	return sorted(lines)
}

// plainFEN returns the FEN of p without what does not count for repetition.
func plainFEN(p chess.Position) string {
	s := p.Setup()
	s.HalfmoveClock, s.FullmoveNumber, s.EnPassant = 0, 1, p.EnPassant()
	q, err := s.Position()
	if err != nil {
		return err.Error()
	}
	return q.FEN()
}

func sorted(lines []line) []line {
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(strings.Compare(a.FEN, b.FEN), strings.Compare(a.Label, b.Label), cmp.Compare(a.Move, b.Move))
	})
	return lines
}

// lines returns the rows of a table.
func lines(t *testing.T, table *Table) []line {
	t.Helper()
	var all []line
	for r, err := range table.All() {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Key.Position()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, line{plainFEN(p), r.Label, r.Move, r.Results})
	}
	return sorted(all)
}

// mustOpen opens a table, which must be sound.
func mustOpen(t *testing.T, folder string) *Table {
	t.Helper()
	table, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	if err := table.Verify(); err != nil {
		t.Fatal(err)
	}
	return table
}

func mustLabel(t *testing.T, text string) Label {
	t.Helper()
	l, err := ParseLabel(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestCount compares tables with a plain count, and their bytes with those of another number of
// workers and another size of memory.
func TestCount(t *testing.T) {
	texts := []string{randomGames(1, 300), randomGames(1, 40), randomGames(2, 500)}
	files := writeGames(t, texts...)
	for _, o := range []Options{
		{},
		{Plies: 12, Shards: 3},
		{Least: 2, Shards: 16, Workers: 1},
		{Label: mustLabel(t, "WhiteElo/200,Variant"), Shards: 2},
	} {
		folder := filepath.Join(t.TempDir(), "table")
		o.Memory = leastMemory
		if _, err := Count(context.Background(), folder, files, o); err != nil {
			t.Fatal(err)
		}
		table := mustOpen(t, folder)
		if diff := gocmp.Diff(plainCount(t, o, texts...), lines(t, table)); diff != "" {
			t.Fatalf("%+v: table differs (-plain +table):\n%s", o, diff)
		}
		again := filepath.Join(t.TempDir(), "again")
		o.Workers, o.Memory = 5-o.Workers, 0
		if _, err := Count(context.Background(), again, files, o); err != nil {
			t.Fatal(err)
		}
		for i := range max(o.Shards, 1) {
			name := fileName(i, max(o.Shards, 1))
			a, _ := os.ReadFile(filepath.Join(folder, name))
			b, _ := os.ReadFile(filepath.Join(again, name))
			if len(a) == 0 || !bytes.Equal(a, b) {
				t.Errorf("%+v: %s differs with other workers", o, name)
			}
		}
		if o.Plies > 0 || o.Label.String() != "" {
			lookAll(t, table)
		}
	}
}

// lookAll looks up every position of a table, and some that are not in it.
func lookAll(t *testing.T, table *Table) {
	t.Helper()
	want := make(map[Key][]Row)
	for r, err := range table.All() {
		if err != nil {
			t.Fatal(err)
		}
		want[r.Key] = append(want[r.Key], *r)
	}
	for key, rows := range want {
		p, err := key.Position()
		if err != nil {
			t.Fatal(err)
		}
		got, err := table.Lookup(p)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Games(), a.Games()) })
		if !slices.Equal(got, rows) {
			t.Fatalf("Lookup(%v) = %v, want %v", p, got, rows)
		}
		if key.order%64 != 0 {
			continue
		}
		for m := range p.Moves() {
			q := p.After(m)
			k, _ := KeyOf(&q)
			got, err := table.Lookup(q)
			if err != nil || len(got) != len(want[k]) {
				t.Fatalf("Lookup(%v) = %v, %v, want %d rows", q, got, err, len(want[k]))
			}
		}
	}
}

// TestKey checks that positions have the same key exactly if they are the same, and that the key holds
// the position.
func TestKey(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	keys := make(map[Key]chess.PositionKey)
	check := func(p chess.Position) {
		k, ok := KeyOf(&p)
		if !ok {
			t.Fatalf("no key for %v", p)
		}
		if known, ok := keys[k]; ok && known != p.Key() {
			t.Fatalf("%v has the key of another position", p)
		}
		keys[k] = p.Key()
		if q, err := k.Position(); err != nil || !q.SamePosition(p) {
			t.Fatalf("Position of the key of %v = %v, %v", p, q, err)
		}
	}
	for i := range 60 {
		p, err := chess.Chess960Start(random.IntN(960))
		if i%2 == 0 || err != nil {
			p = chess.StartPosition()
		}
		for range 150 {
			check(p)
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[random.IntN(len(moves))])
		}
	}
	for _, pair := range [][2]string{
		{"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
		{"4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", "4k3/8/8/4pP2/8/8/8/4K3 w - - 0 1"},
	} {
		p, q := chess.MustParseFEN(pair[0]), chess.MustParseFEN(pair[1])
		check(p)
		check(q)
		k, _ := KeyOf(&p)
		if l, _ := KeyOf(&q); k == l {
			t.Errorf("%s and %s have the same key", pair[0], pair[1])
		}
	}
	p := chess.MustParseFEN("4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1")
	q := chess.MustParseFEN("4k3/8/8/8/3Pp3/8/8/3KR3 b - - 7 9")
	if k, _ := KeyOf(&p); true {
		if l, _ := KeyOf(&q); k != l {
			t.Errorf("positions that differ in an en passant square without a legal capture have different keys")
		}
	}
	many := chess.MustParseFEN("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1")
	if _, ok := KeyOf(&many); many.Occupied().Count() > 32 && ok {
		t.Errorf("a position with %d pieces has a key", many.Occupied().Count())
	}
}

// count counts texts and returns the bytes of the table's files, one after the other.
func count(t *testing.T, o Options, files []string) (folder string, text []byte) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "table")
	if _, err := Count(context.Background(), folder, files, o); err != nil {
		t.Fatal(err)
	}
	return folder, tableBytes(t, folder)
}

// tableBytes returns the bytes of the table's files, one after the other.
func tableBytes(t *testing.T, folder string) (text []byte) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, b...)
	}
	return text
}

// smallBatch returns a batch that is written to a temporary file each time it has a few blocks.
func smallBatch(blocks int) *batch { return &batch{mostBlocks: blocks} }

// TestResume stops a count at several places and checks that it goes on to the same table.
func TestResume(t *testing.T) {
	text := randomGames(4, 800)
	files := writeGames(t, text, randomGames(5, 50), text)
	var faults []Fault
	o := Options{Shards: 2, Fault: func(f Fault) { faults = append(faults, f) }}
	_, want := count(t, o, files)
	wantFaults := len(faults)
	for _, test := range []struct {
		workers, blocks int
		most            int64 // games until the first stop
	}{{1, 1, 300}, {2, 2, 1}, {4, 5, 700}} {
		o, most := o, test.most
		o.Workers = test.workers
		o = o.withDefaults()
		o.Memory = 1 // for the number of runs that are merged at once
		folder := filepath.Join(t.TempDir(), "table")
		stopped, runs, games := 0, 0, int64(0)
		for {
			ctx, cancel := context.WithCancel(context.Background())
			begin := int64(-1)
			o.Progress = func(s Stats) {
				if begin < 0 {
					begin = s.Games
				}
				if s.Games-begin >= most {
					cancel()
				}
			}
			faults = nil
			stats, err := o.count(ctx, folder, files, smallBatch(test.blocks))
			cancel()
			if games = stats.Games; err == nil {
				break
			}
			if ctx.Err() == nil || stopped > 100 {
				t.Fatalf("%+v: %v", test, err)
			}
			if _, err := Open(folder); err == nil {
				t.Fatalf("%+v: there is a table before the count has ended", test)
			}
			stopped++
			found, _ := filepath.Glob(filepath.Join(folder, "counting", "run-*-00"))
			if runs = max(runs, len(found)); len(found) > 0 {
				if _, err := Count(context.Background(), folder, files[1:], o); err == nil || !strings.Contains(err.Error(), "other files") {
					t.Fatalf("%+v: Count of other files in the folder of an unfinished count = %v", test, err)
				}
			}
			most *= 2
		}
		if stopped == 0 || runs == 0 || !bytes.Equal(tableBytes(t, folder), want) {
			t.Errorf("%+v: stopped %d times with up to %d runs: the table differs", test, stopped, runs)
		}
		if all := int64(2*800 + 50); games+int64(wantFaults) != all || len(faults) > wantFaults {
			t.Errorf("%+v: %d games and %d faults in the last run, want %d and at most %d", test, games, len(faults), all-int64(wantFaults), wantFaults)
		}
	}
}

// TestMerge checks that merging the tables of parts is the same as counting all, and that a table of
// another kind, and a folder that has a table, are refused.
func TestMerge(t *testing.T) {
	files := writeGames(t, randomGames(6, 200), randomGames(7, 200), randomGames(6, 100))
	folder, want := count(t, Options{Shards: 3, Least: 2}, files)
	var tables []*Table
	for i, file := range files {
		part, _ := count(t, Options{Shards: 1 + 2*i}, []string{file})
		tables = append(tables, mustOpen(t, part))
	}
	merged := filepath.Join(t.TempDir(), "merged")
	if err := Merge(context.Background(), merged, Header{Shards: 3, Least: 2}, 2, tables...); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(tableBytes(t, merged), want) {
		t.Error("the merged table differs from the table of all files")
	}
	if err := Merge(context.Background(), folder, Header{}, 1, tables...); err == nil {
		t.Error("Merge replaces a table")
	}
	short, _ := count(t, Options{Plies: 4}, files[:1])
	tables[0] = mustOpen(t, short)
	if err := Merge(context.Background(), filepath.Join(t.TempDir(), "x"), Header{}, 1, tables...); err == nil {
		t.Error("Merge of tables with different numbers of plies succeeds")
	}
}

// TestDamage checks that every cut and every flipped bit of a table is found.
func TestDamage(t *testing.T) {
	folder, text := count(t, Options{}, writeGames(t, randomGames(8, 30)))
	name := filepath.Join(folder, fileName(0, 1))
	sound := func(b []byte) error {
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := Open(folder)
		if err != nil {
			return err
		}
		defer table.Close()
		return table.Verify()
	}
	if err := sound(text); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(text); n += 1 + n%509 {
		if sound(text[:n]) == nil {
			t.Errorf("a table that is cut after %d of %d bytes passes", n, len(text))
		}
		damaged := bytes.Clone(text)
		damaged[n] ^= 1 << (n % 8)
		if sound(damaged) == nil {
			t.Errorf("a table with a flipped bit in byte %d passes", n)
		}
	}
	swapped := slices.Concat(text[:pageSize], text[2*pageSize:3*pageSize], text[pageSize:2*pageSize], text[3*pageSize:])
	if sound(swapped) == nil || sound(append(bytes.Clone(text), text[:pageSize]...)) == nil {
		t.Error("a table with swapped or added pages passes")
	}
}

// TestRefused checks the errors for what cannot be counted.
func TestRefused(t *testing.T) {
	ctx := context.Background()
	folder := filepath.Join(t.TempDir(), "table")
	if _, err := Count(ctx, folder, nil, Options{}); err == nil {
		t.Error("Count without files succeeds")
	}
	for _, text := range []string{"", "\x00\x01\x02\x03binary\xff\xfe", "This is a letter, not a game.\n"} {
		files := writeGames(t, text)
		if _, err := Count(ctx, folder, files, Options{}); err == nil || !strings.Contains(err.Error(), files[0]) {
			t.Errorf("Count of %q = %v, want an error with the file", text, err)
		}
	}
	files := writeGames(t, randomGames(9, 5))
	if _, err := Count(ctx, folder, files, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := Count(ctx, folder, files, Options{}); err == nil {
		t.Error("Count replaces a table")
	}
	if _, err := Count(ctx, t.TempDir(), []string{filepath.Join(folder, "missing.pgn")}, Options{}); !os.IsNotExist(err) {
		t.Errorf("Count of a missing file = %v", err)
	}
}

// TestFaults checks which games are not counted, and where they are.
func TestFaults(t *testing.T) {
	text := "[Event \"1\"]\n\n1. e4 e5 1-0\n\n[Event \"2\"]\n\n1. e4 Ke4 0-1\n\n[Event \"3\"]\n\n1. d4 *\n"
	var faults []Fault
	files := writeGames(t, text)
	o := Options{Fault: func(f Fault) { faults = append(faults, f) }}
	stats, err := Count(context.Background(), filepath.Join(t.TempDir(), "table"), files, o)
	if err != nil || stats.Games != 2 || stats.Moves != 3 || stats.Faulty != 1 || stats.Rows != 3 {
		t.Errorf("Count = %+v, %v, want 2 games, 3 moves, 1 faulty game, and 3 rows", stats, err)
	}
	if len(faults) != 1 || faults[0].Offset != int64(strings.Index(text, "[Event \"2")) || !strings.Contains(faults[0].Reason, "Ke4") {
		t.Errorf("faults = %+v, want the second game", faults)
	}
}
