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
	texts := []string{randomGames(1, 300), randomGames(1, 40), randomGames(2, 900)}
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
		lookAll(t, table)
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
		if key.order%16 != 0 {
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
