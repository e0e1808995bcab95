package explore

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// TestForeignPages checks that a sound page of another table in its place is an error of all that reads
// it, also when positions were dropped, so that Verify cannot add up what was counted.
func TestForeignPages(t *testing.T) {
	t.Parallel()
	games := []string{randomGames(4, 300), randomGames(5, 300)}
	for _, o := range []Options{{Shards: 1}, {Shards: 1, Least: 2}} {
		folder, text := count(t, o, writeGames(t, games[0]))
		_, foreign := count(t, o, writeGames(t, games[1]))
		pages := len(text)/pageSize - 2
		for _, page := range []int{1, pages / 2, pages} {
			at := page * pageSize
			if len(foreign) < at+2*pageSize {
				continue
			}
			swapped := slices.Concat(text[:at], foreign[at:at+pageSize], text[at+pageSize:])
			if err := os.WriteFile(filepath.Join(folder, fileName(0, 1)), swapped, 0o644); err != nil {
				t.Fatal(err)
			}
			table, err := Open(folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range table.All() {
				err = e
			}
			merged := Merge(context.Background(), filepath.Join(t.TempDir(), "merged"), Options{Shards: 1}, table)
			if !errors.Is(err, errDamaged) || !errors.Is(merged, errDamaged) || !errors.Is(table.Verify(t.Context()), errDamaged) {
				t.Errorf("page %d of another table: All %v, Merge %v, Verify %v, want damage", page, err, merged, table.Verify(t.Context()))
			}
			table.Close()
		}
	}
}

// TestSum checks the checksums, which tables on disk hold.
func TestSum(t *testing.T) {
	var sums []uint64
	for _, r := range someRows {
		sums = append(sums, r.Sum())
	}
	want := []uint64{0xc681acb213a063e4, 0x482dd09980ad9090, 0x31fceb8da3288186, 0x19b6673148ace1a4, 0x9531f29eb2340ab1, 0x9582c558c9e0b400}
	if !slices.Equal(sums, want) {
		t.Errorf("the sums are %#x, want %#x", sums, want)
	}
}

// TestHeader checks which headers are refused, when they are written and when they are read.
func TestHeader(t *testing.T) {
	longest := strings.Repeat("x", maxLabelText)
	for _, test := range []struct {
		header Header
		want   bool
	}{
		{Header{Shards: 1}, true},
		{Header{Shard: 2, Shards: 3, Plies: 4, Least: 5, Label: longest, Sum: 6}, true},
		{Header{}, false},
		{Header{Shards: -1, Shard: -2}, false},
		{Header{Shard: -1, Shards: 1}, false},
		{Header{Shard: 3, Shards: 3}, false},
		{Header{Shard: 4, Shards: 3}, false},
		{Header{Shards: 1, Plies: -1}, false},
		{Header{Shards: 1, Least: -1}, false},
		{Header{Shards: 1, Label: longest + "x"}, false},
	} {
		var b bytes.Buffer
		if _, err := NewWriter(&b, test.header); (err == nil) != test.want || b.Len() > 0 != test.want {
			t.Errorf("NewWriter with %+v writes %d bytes, error %v", test.header, b.Len(), err)
		}
		var back Header
		if err := back.parse(test.header.page()); err == nil && (back.Shards < 1 || back.Shard >= back.Shards || back.Least < 0 || len(back.Label) > maxLabelText) || test.want && (err != nil || back != test.header) {
			t.Errorf("%+v is read as %+v, %v", test.header, back, err)
		}
	}
}

// TestWriter checks that rows which do not come in order, or twice, are refused, that Verify finds
// them, that it compares the number of rows and their sum with what was counted, and that a count
// which is full has no sum.
func TestWriter(t *testing.T) {
	first, second := Row{Key: Key{1, 2, 3}, Move: 4, Results: Results{White: 2}}, Row{Key: Key{1, 2, 3}, Move: 5, Results: Results{White: 3}}
	for _, rows := range [][2]Row{{first, first}, {second, first}, {first, {Key: second.Key, Label: "x", Move: 6}}} {
		w, err := NewWriter(io.Discard, Header{Shards: 1})
		if err == nil {
			err = w.Write(&rows[0])
		}
		if err != nil || w.Write(&rows[1]) == nil {
			t.Errorf("%+v after %+v is written, %v", rows[1], rows[0], err)
		}
	}
	w, err := NewWriter(io.Discard, Header{Shards: 1, Label: "Event"})
	if err != nil || w.Write(&Row{Label: "x"}) != nil {
		t.Errorf("a row with a label is not written to a table with labels, %v", err)
	}
	if w, err = NewWriter(io.Discard, Header{Shards: 2}); err != nil || w.Write(&Row{Key: Key{1 << 63, 2, 3}}) == nil {
		t.Errorf("a row of the second file is written to the first, %v", err)
	}
	once := &failsOnce{call: 2}
	if w, err = NewWriter(once, Header{Shards: 1}); err != nil {
		t.Fatal(err)
	}
	for i := range chess.Move(500) { // more than a page
		if err := w.add(&Row{Key: first.Key, Move: i, Results: first.Results}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != io.ErrShortWrite {
		t.Errorf("Close of a file whose second page cannot be written = %v", err)
	}
	full := second
	full.Black = maxCount
	far := Row{Key: Key{1 << 63, 2, 3}, Move: 4, Results: Results{White: 2}}
	same := func(*Header, *tableFile) {}
	for _, test := range []struct {
		name   string
		rows   []Row
		change func(h *Header, f *tableFile)
		want   string // in the error
	}{
		{"sound", []Row{first, second, far}, same, ""},
		{"out of order", []Row{second, first}, same, "row 2 is not in its place"},
		{"a row twice", []Row{first, second, second}, same, "row 3 is not in its place"},
		{"a row of another file", []Row{far}, func(h *Header, _ *tableFile) { h.Shards = 2 }, "row 1 is not in its place"},
		{"another number", []Row{first, second}, func(_ *Header, f *tableFile) { f.rows++ }, "2 rows instead of 3"},
		{"a lower number", []Row{first, second}, func(_ *Header, f *tableFile) { f.rows-- }, "2 rows instead of 1"},
		{"another sum", []Row{first, second}, func(h *Header, _ *tableFile) { h.Sum++ }, "not those that were counted"},
		{"another sum at least 1", []Row{first, second}, func(h *Header, _ *tableFile) { h.Sum++; h.Least = 1 }, "not those that were counted"},
		{"another sum at least 2", []Row{first, second}, func(h *Header, _ *tableFile) { h.Sum++; h.Least = 2 }, ""},
		{"a full count", []Row{first, full}, func(h *Header, _ *tableFile) { h.Sum++ }, ""},
		{"a full count that comes first", []Row{{Key: full.Key, Results: full.Results}, first}, func(h *Header, _ *tableFile) { h.Sum++ }, ""},
	} {
		table, _ := tableOf(t, "", test.rows)
		test.change(&table.files[0].header, table.files[0])
		if err := table.Verify(t.Context()); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: Verify = %v, want %q", test.name, err, test.want)
		}
	}
}

// A failsOnce is a writer of which one call fails.
type failsOnce struct{ calls, call int }

func (w *failsOnce) Write(b []byte) (int, error) {
	if w.calls++; w.calls == w.call {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}
