package explore

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
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
			result = chess.Drawn.String()
			if p.InCheck() {
				result = chess.WinFor(p.Turn().Other()).String()
			}
		}
		b.WriteString(result + "\n\n")
	}
	return b.String()
}

// writeGames writes texts to files and returns their names.
func writeGames(t testing.TB, texts ...string) (names []string) {
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
			label, err := o.Label.Of(g.Tag)
			if err != nil {
				t.Fatal(err)
			}
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
				case chess.Drawn:
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
func mustOpen(t testing.TB, folder string) *Table {
	t.Helper()
	table, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	if err := table.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	return table
}

// TestCount compares tables with a plain count. It compares the bytes of tables that are merged
// from temporary files with those that are written from memory by another number of workers.
func TestCount(t *testing.T) {
	t.Parallel()
	games := 150
	if *deep {
		games = 2000
	}
	texts := []string{randomGames(1, games), randomGames(1, 20), randomGames(2, 2*games)}
	files := writeGames(t, texts...)
	for _, o := range []Options{
		{},
		{Plies: 12, Shards: 3},
		{Least: 2, Plies: 30, Shards: 16},
		{Label: mustLabel(t, "WhiteElo/200,Variant"), Plies: 20, Shards: 2},
	} {
		folder := filepath.Join(t.TempDir(), "table")
		o.Workers = 1
		stats, err := o.withDefaults().count(context.Background(), folder, files, smallBatch(1))
		if err != nil || stats.Temporary < int64(len(tableBytes(t, folder))) && o.Plies == 0 {
			t.Fatalf("%+v: %+v, %v, want temporary files with all rows", o, stats, err)
		}
		table := mustOpen(t, folder)
		if want, got := plainCount(t, o, texts...), lines(t, table); !slices.Equal(want, got) {
			t.Fatalf("%+v: table differs (-plain +table):\n%s", o, gocmp.Diff(want, got))
		}
		o.Workers = 4
		_, again := count(t, o, files)
		if !bytes.Equal(tableBytes(t, folder), again) {
			t.Errorf("%+v: the table differs with other workers", o)
		}
		if o.Plies == 12 || o.Label.String() != "" {
			lookAll(t, table)
		}
		start := chess.StartPosition()
		rows, err := table.Lookup(start)
		if err != nil {
			t.Fatal(err)
		}
		for _, label := range []string{"", rows[0].Label} {
			want := map[chess.Move]Results{}
			for _, r := range rows {
				if sum := want[r.Move]; label == "" || r.Label == label {
					sum.Add(r.Results)
					want[r.Move] = sum
				}
			}
			got, last := map[chess.Move]Results{}, uint64(maxCount)
			moves, err := table.Moves(start, label)
			for _, r := range moves {
				if got[r.Move] = r.Results; r.Games() > last || r.Label != label {
					t.Errorf("%+v: the move %+v of the label %q follows one of %d games", o, r, label, last)
				}
				last = r.Games()
			}
			if diff := gocmp.Diff(want, got); err != nil || diff != "" || len(got) != len(moves) {
				t.Errorf("%+v: Moves of the label %q, %v (-want +got):\n%s", o, label, err, diff)
			}
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
		if _, err := table.Lookup(start); !errors.Is(err, os.ErrClosed) {
			t.Errorf("Lookup after Close = %v, want %v", err, os.ErrClosed)
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
			k, _ := KeyOf(q)
			got, err := table.Lookup(q)
			if err != nil || len(got) != len(want[k]) {
				t.Fatalf("Lookup(%v) = %v, %v, want %d rows", q, got, err, len(want[k]))
			}
		}
	}
}

// count counts texts and returns the bytes of the table's files, one after the other.
func count(t testing.TB, o Options, files []string) (folder string, text []byte) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "table")
	if _, err := Count(context.Background(), folder, files, o); err != nil {
		t.Fatal(err)
	}
	return folder, tableBytes(t, folder)
}

// tableBytes returns the bytes of the table's files, one after the other.
func tableBytes(t testing.TB, folder string) (text []byte) {
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

// TestFullBatch checks that a batch is full when one bucket takes a large part of it.
func TestFullBatch(t *testing.T) {
	for _, spread := range []bool{false, true} {
		b := smallBatch(64)
		for i := range uint64(3 * blockRows) {
			row := countedRow{move: chess.Move(i)}
			if spread {
				row.key.order = i << 50
			}
			b.add(&row)
		}
		if b.full == spread {
			t.Errorf("full is %t after 3 of 64 blocks with keys that are spread: %t", b.full, spread)
		}
	}
}

// TestResume stops a count at several places and checks that it goes on to the same table.
func TestResume(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(randomGames(4, 800), "\"]\n\n", "\"]\n\n{"+strings.Repeat("x ", 700)+"}\n") // of several parts
	files := writeGames(t, text, randomGames(5, 50), text)
	var faults []Fault
	o := Options{Shards: 2, Fault: func(f Fault) { faults = append(faults, f) }}
	_, want := count(t, o, files)
	wantFaults := len(faults)
	for _, test := range []struct {
		workers, blocks int
		most            int64 // games until the first stop
	}{{1, 1, 300}, {2, 2, 1}, {4, 1, 300}} {
		o := o
		o.Workers = test.workers
		o = o.withDefaults()
		o.Memory = 1 // for the number of runs that are merged at once
		folder := filepath.Join(t.TempDir(), "table")
		stops, runs := 0, 0
		stats, ended := Stats{}, false
		for most := test.most; !ended; most *= 2 {
			faults = nil
			if stats, ended = countSome(t, o, folder, files, test.blocks, most); ended {
				break
			}
			stops++
			found, _ := filepath.Glob(filepath.Join(folder, "counting", "run-*", "00000*"))
			if runs = max(runs, len(found)); len(found) > 0 {
				if _, err := Count(context.Background(), folder, files[1:], o); err == nil || !strings.Contains(err.Error(), "other files") {
					t.Fatalf("%+v: Count of other files in the folder of an unfinished count = %v", test, err)
				}
			}
		}
		if same := bytes.Equal(tableBytes(t, folder), want); stops == 0 || runs == 0 || !same {
			t.Errorf("%+v: stopped %d times with up to %d runs, want both; the table is the same: %t", test, stops, runs, same)
		}
		if open := openFiles(folder); len(open) > 0 {
			t.Errorf("%+v: %d files are left open, such as %s", test, len(open), open[0])
		}
		if stats.Merged != stats.ToMerge || stats.Merged <= stats.Rows { // in several steps
			t.Errorf("%+v: %d of %d rows are merged in the end, for a table of %d", test, stats.Merged, stats.ToMerge, stats.Rows)
		}
		if all := int64(2*800 + 50); stats.Games+int64(wantFaults) != all || stats.Faulty != int64(wantFaults) || len(faults) > wantFaults {
			t.Errorf("%+v: %d games, %d with errors, and %d faults in the last run, want %d, %d, and at most as many", test, stats.Games, stats.Faulty, len(faults), all-int64(wantFaults), wantFaults)
		}
	}
}

// countSome counts until so many more games have been counted. It reports whether the count has
// ended before. The rows to merge may not become more while they are merged.
func countSome(t *testing.T, o Options, folder string, files []string, blocks int, most int64) (Stats, bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	begin, left := int64(-1), int64(math.MaxInt64)
	o.Progress = func(s Stats) {
		if s.ToMerge > 0 {
			if s.ToMerge-s.Merged > left {
				t.Errorf("%d rows are left to merge after there were %d", s.ToMerge-s.Merged, left)
			}
			left = s.ToMerge - s.Merged
		}
		if begin < 0 {
			begin = s.Games
		}
		if s.Games-begin >= most {
			cancel()
		}
	}
	stats, err := o.count(ctx, folder, files, smallBatch(blocks))
	if err == nil {
		return stats, true
	}
	if ctx.Err() == nil || stats.Games-begin < most {
		t.Fatalf("count = %+v, %v, want that it is stopped after %d more games than %d", stats, err, most, begin)
	}
	if _, err := Open(folder); err == nil {
		t.Fatal("there is a table before the count has ended")
	}
	return stats, false
}

// TestKilled kills processes that count, at several moments, and checks that the next one goes on
// to the same table.
func TestKilled(t *testing.T) {
	t.Parallel()
	if folder := os.Getenv("EXPLORE_KILLED"); folder != "" {
		countUntil(t, folder, os.Getenv("EXPLORE_FILE"), os.Getenv("EXPLORE_MOMENT"))
		return
	}
	files := writeGames(t, randomGames(4, 800))
	_, want := count(t, Options{Shards: 2}, files)
	moments := []string{"0 games", "300 games", "counting/run-000001/00007*", "counting/run-000002/00000*", "00001-of-00002.rows*"}
	if *deep {
		moments = append(moments, "1 games", "700 games", "counting/run-000000/00000*", "counting/run-000003/00015*", "00000-of-00002.rows")
	}
	for _, moment := range moments {
		folder := filepath.Join(t.TempDir(), "table")
		command := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		command.Env = append(os.Environ(), "EXPLORE_KILLED="+folder, "EXPLORE_FILE="+files[0], "EXPLORE_MOMENT="+moment)
		if out, err := command.CombinedOutput(); err == nil {
			t.Logf("%s: the process has ended before it could be killed: %s", moment, out)
			continue
		}
		o := Options{Shards: 2}.withDefaults()
		if _, err := o.count(context.Background(), folder, files, smallBatch(1)); err != nil {
			t.Errorf("%s: %v", moment, err)
		} else if !bytes.Equal(tableBytes(t, folder), want) {
			t.Errorf("%s: the table differs", moment)
		}
	}
}

var deep = flag.Bool("deep", false, "run the long tests")

// countUntil counts a file until the process kills itself: after so many games, or when a file with
// a certain name exists.
func countUntil(t *testing.T, folder, file, moment string) {
	kill := func() {
		if p, err := os.FindProcess(os.Getpid()); err == nil {
			p.Kill()
		}
		select {}
	}
	most := int64(1 << 40)
	if _, err := fmt.Sscanf(moment, "%d games", &most); err != nil {
		go func() {
			for {
				if names, _ := filepath.Glob(filepath.Join(folder, moment)); len(names) > 0 {
					kill()
				}
			}
		}()
	}
	o := Options{Shards: 2, Workers: 2, Progress: func(s Stats) {
		if s.Games >= most {
			kill()
		}
	}}.withDefaults()
	if _, err := o.count(context.Background(), folder, []string{file}, smallBatch(1)); err != nil {
		t.Fatal(err)
	}
}

// TestForms checks that a text gives the same table in all forms that are read, whatever the name
// of the file, and that other forms are refused.
func TestForms(t *testing.T) {
	t.Parallel()
	const text = "1. e4 *\n"
	folder := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	decode := func(text string) string {
		b, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	gzipped := decode("H4sIAAAAAAAAAzPUU0g1UdDiAgBgPwMtCAAAAA==")
	forms := map[string]string{
		"game.gz": text, "game.GZ": gzipped, "game": gzipped, "game.pgn.gz": gzipped + gzipped,
		"game.bz2":     decode("QlpoOTFBWSZTWVhHbKIAAALZAAAQQBEkAAIAIAAiGmamIYDiQPdF3JFOFCQWEdsogA=="),
		"game.pgn.zst": decode("KLUv/QRYQQAAMS4gZTQgKgoh+PSz"),
		"utf16.pgn":    "\xff\xfe" + strings.Join(strings.Split(text, ""), "\x00") + "\x00",
		"utf8.pgn":     "\ufeff" + text,
	}
	start := chess.StartPosition()
	for name, text := range forms {
		table, _ := count(t, Options{}, []string{write(name, text)})
		moves, err := mustOpen(t, table).Moves(start, "")
		if games := uint64(max(strings.Count(text, gzipped), 1)); err != nil || len(moves) != 1 || moves[0].Unfinished != games {
			t.Errorf("%s: moves %v, %v, want 1. e4 %d times", name, moves, err, games)
		}
	}
	for name, text := range map[string]string{
		"cut.gz": gzipped[:len(gzipped)-3], "games.zip": "PK\x03\x04more", "games.xz": "\xfd7zXZ\x00more", "a.7z": "7z\xbc\xaf\x27\x1cmore",
	} {
		name = write(name, text)
		if _, err := Count(context.Background(), filepath.Join(t.TempDir(), "t"), []string{name}, Options{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("Count of %s = %v, want an error with the name", name, err)
		}
	}
}

// TestRefused checks the errors for what cannot be counted.
func TestRefused(t *testing.T) {
	ctx := context.Background()
	folder := filepath.Join(t.TempDir(), "table")
	if _, err := Count(ctx, folder, nil, Options{}); err == nil {
		t.Error("Count without files succeeds")
	}
	for _, text := range []string{"", "\x00\x01\x02\x03binary\xff\xfe", "This is a letter, not a game.\n", "This is letter 1, not a game.\n"} {
		files := writeGames(t, text)
		if _, err := Count(ctx, folder, files, Options{}); err == nil || !strings.Contains(err.Error(), files[0]) {
			t.Errorf("Count of %q = %v, want an error with the file", text, err)
		}
	}
	if stats, err := Count(ctx, filepath.Join(t.TempDir(), "t"), writeGames(t, "[Event \"x\"]\n\n*\n"), Options{}); err != nil || stats.Games != 1 {
		t.Errorf("Count of a game without moves = %+v, %v, want a game", stats, err)
	}
	files := writeGames(t, randomGames(9, 5), "This is letter 1, not a game.\n")
	if _, err := Count(ctx, filepath.Join(t.TempDir(), "t"), files, Options{}); err == nil || !strings.Contains(err.Error(), files[1]) {
		t.Errorf("Count of a file with games and one without = %v, want an error with the second file", err)
	}
	files = files[:1]
	if _, err := Count(ctx, folder, files, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := Count(ctx, folder, files, Options{}); err == nil {
		t.Error("Count replaces a table")
	}
	if _, err := Count(ctx, filepath.Join(files[0], "table"), files, Options{}); err == nil || !strings.HasPrefix(err.Error(), "mkdir ") {
		t.Errorf("Count to a folder in a file = %v, want that it cannot be made", err)
	}
	if _, err := Count(ctx, t.TempDir(), []string{filepath.Join(folder, "missing.pgn")}, Options{}); !os.IsNotExist(err) {
		t.Errorf("Count of a missing file = %v", err)
	}
}

// TestFaults checks which games are not counted, and where they are.
func TestFaults(t *testing.T) {
	t.Parallel()
	text := "[Event \"1\"]\n\n1. e4 e5 1-0\n\n[Event \"2\"]\n[Black \"A: B\"]\n\n1. e4 Ke4 0-1\n\n[Event \"3\"]\n\n1. d4 *\n"
	var faults []Fault
	files := writeGames(t, text)
	told, ended := false, false // before and after the file has been read to its end
	o := Options{
		Fault:    func(f Fault) { faults = append(faults, f) },
		Progress: func(s Stats) { told, ended = told || s.Files == 0 && s.Games == 2 && s.Faulty == 1, s.Files == 1 },
	}
	stats, err := Count(context.Background(), filepath.Join(t.TempDir(), "table"), files, o)
	if err != nil || stats.Games != 2 || stats.Moves != 3 || stats.Faulty != 1 || stats.Rows != 3 || !told || !ended {
		t.Errorf("Count = %+v, %v, want 2 games, 3 moves, 1 faulty game, and 3 rows, of which Progress is told: %t, %t", stats, err, told, ended)
	}
	if len(faults) != 1 || faults[0].Offset != int64(strings.Index(text, "[Event \"2")) || !strings.HasPrefix(faults[0].Detail, "1... Ke4: ") {
		t.Errorf("faults = %+v, want the second game", faults)
	}
	const bad = 1500 // more than a part keeps
	longest := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", mostPlies/4)
	faults = nil
	files = writeGames(t, strings.Repeat("1. Ke4 *\n\n", bad)+longest+"*\n\n"+longest+"e4 *\n")
	stats, err = o.withDefaults().count(context.Background(), filepath.Join(t.TempDir(), "table"), files, smallBatch(1))
	if err != nil || stats.Games != 1 || stats.Moves != mostPlies || len(faults) != bad+1 || !strings.Contains(faults[bad].Detail, "longer than 65536 plies") {
		t.Errorf("Count = %+v, %v with %d faults, want the longest game, %d faults, and a game that is too long", stats, err, len(faults), bad)
	}
	if !slices.IsSortedFunc(faults, func(f, g Fault) int { return cmp.Compare(f.Offset, g.Offset) }) {
		t.Error("the faults are out of order")
	}
	faults, o.Label = nil, mustLabel(t, "Event")
	files = writeGames(t, "[Event \""+fullLabel+"x\"]\n\n1. Ke4 *\n\n[Event \""+fullLabel+"x\"]\n\n1. e4 *\n")
	_, err = Count(context.Background(), filepath.Join(t.TempDir(), "table"), files, o)
	if err != nil || len(faults) != 2 || !strings.Contains(faults[0].Detail, "Ke4") || !strings.Contains(faults[1].Detail, "the label has") {
		t.Errorf("Count = %v with the faults %+v, want an illegal move and a label that is too long", err, faults)
	}
}

// TestLongPart checks that a part with more text to come is counted in steps, also if it is not the first
// one or in the first file.
func TestLongPart(t *testing.T) {
	var text strings.Builder
	for text.Len() < 600_000 { // more than two parts
		text.WriteString("[Event \"x\"]\n\n1. e4 {" + strings.Repeat("x", 1000) + "} *\n\n")
	}
	first := text.String()
	text.WriteString(strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 *\n", 40_000))
	steps, last := 0, int64(0)
	o := Options{Workers: 2, Progress: func(s Stats) {
		if s.Games > last {
			steps, last = steps+1, s.Games
		}
	}}
	count(t, o, writeGames(t, first, text.String()))
	if least := 40_000 * 4 / mostRows / 2; steps < least {
		t.Errorf("%d games are counted in %d steps, want at least %d", last, steps, least)
	}
}

// TestManySame checks that a game which is counted often is counted as often as it is there, and
// that a wrong move number is no fault. A game that both have lost counts as unfinished.
func TestManySame(t *testing.T) {
	text := strings.Repeat("1. e4 e5 1-0\n\n", 700) + strings.Repeat("1. e4 e5 0-1\n\n", 256) + strings.Repeat("1. e4 e5 1/2-1/2\n\n", 255) + "5. e4 e5 *\n\n1. e4 e5 0-0\n"
	for _, workers := range []int{1, 3} {
		folder, _ := count(t, Options{Workers: workers}, writeGames(t, text))
		rows, err := mustOpen(t, folder).Lookup(chess.StartPosition())
		want := Results{White: 700, Draws: 255, Black: 256, Unfinished: 2}
		if err != nil || len(rows) != 1 || rows[0].Results != want {
			t.Errorf("the rows are %+v, %v, want %+v", rows, err, want)
		}
	}
}
