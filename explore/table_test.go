package explore

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// fullLabel is a label as long as it may be.
var fullLabel = strings.Repeat("x", maxLabel)

// A countingReader counts the pages that are read.
type countingReader struct {
	io.ReaderAt
	pages int
}

func (r *countingReader) ReadAt(b []byte, at int64) (int, error) {
	r.pages += len(b) / pageSize
	return r.ReaderAt.ReadAt(b, at)
}

// tableOf returns a table of one file, and the bytes of the file. It does not check the rows.
func tableOf(t *testing.T, labels string, rows []Row) (*Table, []byte) {
	t.Helper()
	var b bytes.Buffer
	h := Header{Shards: 1, Label: labels}
	for i := range rows {
		h.Sum += rows[i].Sum()
	}
	w, err := NewWriter(&b, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if err := w.write(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	table, err := NewTable(io.NewSectionReader(bytes.NewReader(b.Bytes()), 0, int64(b.Len())))
	if err != nil {
		t.Fatal(err)
	}
	return table, b.Bytes()
}

// TestFind checks that a file finds every key, and no other, with few pages, however its keys are
// spread. Rows of a key may fill several pages.
func TestFind(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for name, order := range map[string]func(i int) uint64{
		"even":     func(int) uint64 { return random.Uint64() },
		"low":      func(int) uint64 { return random.Uint64() >> random.IntN(64) },
		"high":     func(int) uint64 { return ^(random.Uint64() >> random.IntN(64)) },
		"dense":    func(i int) uint64 { return 1<<63 + uint64(i) },
		"few":      func(int) uint64 { return uint64(random.IntN(6)) << 61 },
		"clusters": func(i int) uint64 { return uint64(i%3)<<62 + random.Uint64()>>40 },
		"ends":     func(i int) uint64 { return -uint64(i % 2) },
	} {
		byKey, sameOrder := map[Key][]Row{}, map[uint64]int{}
		for i := range 6000 {
			k := Key{order(i), random.Uint64(), 7}
			if name == "few" || name == "ends" {
				k.low = 7
			}
			sameOrder[k.order]++
			byKey[k] = append(byKey[k], Row{Key: k, Move: chess.Move(i), Results: Results{White: 1, Black: 1}})
		}
		var rows []Row
		for _, same := range byKey {
			rows = append(rows, same...)
		}
		slices.SortFunc(rows, func(a, b Row) int { return a.Compare(&b) })
		table, _ := tableOf(t, "", rows)
		if err := table.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
		f := table.files[0]
		c := &countingReader{ReaderAt: f.ReaderAt}
		f.ReaderAt = c
		most := 2*bits.Len64(uint64(f.pages)) + 3
		check := func(k Key, want []Row) {
			c.pages = 0
			got, err := f.lookup(&k)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s: lookup of %v = %d rows, %v, want %d rows", name, k, len(got), err, len(want))
			}
			if allowed := most + sameOrder[k.order]/50; c.pages > allowed {
				t.Fatalf("%s: lookup of %v among %d pages reads %d, want at most %d", name, k, f.pages, c.pages, allowed)
			}
		}
		n := 0
		for k, want := range byKey {
			if n++; n%7 == 0 || len(want) > 1 {
				check(k, want)
			}
			if n%50 == 0 {
				check(Key{k.order, k.low, 8}, nil)
				check(Key{k.order + 1, 0, 0}, byKey[Key{k.order + 1, 0, 0}])
			}
		}
		for _, k := range []Key{{0, 0, 0}, {math.MaxUint64, math.MaxUint64, math.MaxUint64}, {1 << 63, 0, 0}} {
			check(k, nil)
		}
	}
}

// A failingReader fails from an offset on.
type failingReader struct {
	io.ReaderAt
	from int64
	err  error
}

func (r failingReader) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) > r.from {
		return 0, r.err
	}
	return r.ReaderAt.ReadAt(b, at)
}

// TestFailingReads checks that an error of reading is that of everything that reads.
func TestFailingReads(t *testing.T) {
	var rows []Row
	for i := range 9000 {
		rows = append(rows, Row{Key: Key{uint64(i) << 50, 1, 1}, Move: 1, Results: Results{White: 2}})
	}
	table, text := tableOf(t, "", rows)
	f := table.files[0]
	whole := f.ReaderAt
	f.ReaderAt = failingReader{whole, int64(len(text)) / 2, io.EOF} // the file has been truncated since it was opened
	_, err := f.lookup(&rows[8990].Key)
	if verified := table.Verify(t.Context()); verified == nil || err == nil || !strings.Contains(verified.Error(), "is truncated") || !strings.Contains(err.Error(), "is truncated") {
		t.Errorf("of a file that is cut while it is open, Verify = %v and lookup = %v", verified, err)
	}
	f.ReaderAt = failingReader{whole, int64(len(text)) / 2, io.ErrNoProgress}
	if err := table.Verify(t.Context()); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("Verify = %v, want %v", err, io.ErrNoProgress)
	}
	if _, err := f.lookup(&rows[8990].Key); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("lookup = %v, want %v", err, io.ErrNoProgress)
	}
	folder := filepath.Join(t.TempDir(), "merged")
	if err := Merge(context.Background(), folder, Options{Shards: 8}, table); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("Merge = %v, want %v", err, io.ErrNoProgress)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) > 0 {
		t.Errorf("Merge leaves %q", left)
	}
	for _, size := range []int{1, pageSize + 1, 2 * pageSize} {
		if _, err := NewTable(io.NewSectionReader(bytes.NewReader(text[:size]), 0, int64(len(text)))); err == nil || !strings.Contains(err.Error(), "is truncated") {
			t.Errorf("NewTable with %d bytes of a file = %v, want that it is truncated", size, err)
		}
	}
	if _, err := NewTable(io.NewSectionReader(failingReader{whole, 0, io.ErrNoProgress}, 0, int64(len(text)))); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("NewTable of a file that cannot be read = %v, want %v", err, io.ErrNoProgress)
	}
	footer := text[len(text)-pageSize:]
	seal(footer, binary.BigEndian.Uint32(text), 2)
	shorter := slices.Concat(text[:2*pageSize], footer)
	if _, err := NewTable(io.NewSectionReader(bytes.NewReader(shorter), 0, int64(len(shorter)))); err == nil || !strings.Contains(err.Error(), "1 pages instead of") {
		t.Errorf("NewTable without some pages = %v", err)
	}
	footer[4+len(footerText)] |= 0x80
	seal(footer, binary.BigEndian.Uint32(text), int64(len(text)/pageSize-1))
	if _, err := NewTable(io.NewSectionReader(bytes.NewReader(text), 0, int64(len(text)))); err == nil {
		t.Error("NewTable with a negative number of rows succeeds")
	}
	n := 0
	for r, err := range table.All() {
		if n++; err != nil && (r != nil || !errors.Is(err, io.ErrNoProgress)) || n > len(rows) {
			t.Errorf("All has %v, %v", r, err)
		}
	}
	if n < 100 || n == len(rows) {
		t.Errorf("All has %d of %d rows", n, len(rows))
	}
}

// TestZeroTable checks that zero values and nil say that they cannot be used.
func TestZeroTable(t *testing.T) {
	var table Table
	var w Writer
	ctx, p := t.Context(), chess.StartPosition()
	_, lookup := table.Lookup(p)
	_, moves := table.Moves(p, "")
	_, noFile := NewTable(nil)
	_, noOutput := NewWriter(nil, Header{Shards: 1})
	real, err := NewWriter(new(bytes.Buffer), Header{Shards: 1})
	if err != nil {
		t.Fatal(err)
	}
	sound, _ := tableOf(t, "", nil)
	for name, err := range map[string]error{
		"Lookup": lookup, "Moves": moves, "Verify": table.Verify(ctx), "NewTable": noFile, "NewWriter": noOutput,
		"Merge": Merge(ctx, t.TempDir(), Options{}, &table), "Merge of nil": Merge(ctx, t.TempDir(), Options{}, nil),
		"Merge of no tables": Merge(ctx, t.TempDir(), Options{}),
		"Merge with none":    Merge(ctx, t.TempDir(), Options{}, sound, nil),
		"Write":              w.Write(&Row{}), "Close": w.Close(), "Write of nil": real.Write(nil),
	} {
		if err == nil || name == "Merge with none" && err != noTable {
			t.Errorf("%s: %v, want an error of its own", name, err)
		}
	}
	for range table.All() {
		t.Error("the zero Table has a row")
	}
	folder, _ := count(t, Options{}, writeGames(t, "1. e4 *"))
	closed, err := Open(folder)
	if err != nil || closed.Close() != nil {
		t.Fatalf("Open and Close: %v", err)
	}
	if _, err := closed.Lookup(p); !errors.Is(err, os.ErrClosed) || !errors.Is(closed.Close(), os.ErrClosed) {
		t.Errorf("Lookup in a closed table = %v, want %v, also of Close", err, os.ErrClosed)
	}
	if table.Header() != (Header{}) || table.Rows() != 0 || table.Close() != nil {
		t.Error("the zero Table is not empty")
	}
}

// openFiles returns the names of the open files that begin with the given text, or none where the system does
// not tell.
func openFiles(begin string) (names []string) {
	open, _ := filepath.Glob("/proc/self/fd/*")
	for _, file := range open {
		if name, _ := os.Readlink(file); strings.HasPrefix(name, begin) {
			names = append(names, name)
		}
	}
	return names
}

// TestDamage checks that every cut and every flipped bit of a table is found.
func TestDamage(t *testing.T) {
	t.Parallel()
	folder, text := count(t, Options{Shards: 1}, writeGames(t, randomGames(8, 30)))
	name := filepath.Join(folder, fileName(0, 1))
	sound := func(b []byte) error {
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := Open(folder)
		if err != nil {
			if open := openFiles(name); len(open) > 0 {
				t.Errorf("Open = %v, and leaves files open: %q", err, open)
			}
			return err
		}
		defer table.Close()
		return table.Verify(t.Context())
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

// TestVerifySum checks that rows which are sound but not those that were counted are found.
func TestVerifySum(t *testing.T) {
	folder, _ := count(t, Options{Shards: 1}, writeGames(t, randomGames(4, 20)))
	table := mustOpen(t, folder)
	for _, change := range []func(*Row){
		func(*Row) {},
		func(r *Row) { r.White++ },
		func(r *Row) {
			r.Results = Results{White: r.Draws, Draws: r.Black, Black: r.Unfinished, Unfinished: r.White}
		},
		func(r *Row) { r.Move ^= 1 },
	} {
		var b bytes.Buffer
		w, err := NewWriter(&b, table.Header())
		if err != nil {
			t.Fatal(err)
		}
		n, changed := 0, false
		for r, err := range table.All() {
			if err != nil {
				t.Fatal(err)
			}
			again := *r
			if n++; n == 30 {
				change(&again)
				changed = again != *r
			}
			if err := w.Write(&again); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, fileName(0, 1)), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		again, err := Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Verify(t.Context()); (err != nil) != changed || changed && !strings.HasPrefix(err.Error(), folder+": ") {
			t.Errorf("Verify = %v, and the row has changed: %v", err, changed)
		}
		again.Close()
	}
}
