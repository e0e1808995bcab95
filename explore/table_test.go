package explore

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// fullLabel is a label as long as it may be.
var fullLabel = strings.Repeat("x", maxLabel)

// someRows are rows with few and many pieces, with and without labels, and with the least and the
// greatest counts.
var someRows = []Row{
	{Key: Key{1, 2, 3}, Move: 4, Results: Results{White: 1}},
	{Key: Key{math.MaxUint64, 0xff, 0x100}, Move: 0xffff, Results: Results{Draws: 1}},
	{Key: Key{5, math.MaxUint64, 1}, Label: "a", Move: 4, Results: Results{Black: 1}},
	{Key: Key{5, 1, math.MaxUint64}, Label: "ab", Move: 4, Results: Results{Unfinished: 1}},
	{Key: Key{6, 1 << 56, 1 << 55}, Label: "ba", Results: Results{White: 127, Draws: 128, Black: 1 << 20}},
	{Key: Key{7, math.MaxUint64, math.MaxUint64}, Label: fullLabel, Move: 0xffff, Results: Results{maxCount, maxCount, maxCount, maxCount}},
}

// TestRow checks that rows are read as they were written, that no part of a row is a row, and that
// rows which cannot be are errors.
func TestRow(t *testing.T) {
	for _, r := range someRows {
		b, err := r.AppendBinary([]byte("head"))
		if err != nil || string(b[:4]) != "head" {
			t.Fatalf("AppendBinary of %+v = %q, %v", r, b, err)
		}
		b = b[4:]
		var s Row
		if rest, err := s.ReadBinary(append(bytes.Clone(b), "rest"...)); err != nil || string(rest) != "rest" || s != r {
			t.Errorf("%+v is read again as %+v, %q, %v", r, s, rest, err)
		}
		for n := range b {
			if rest, err := s.ReadBinary(b[:n:n]); err == nil {
				t.Errorf("%d of %d bytes of %+v are the row %+v and %q", n, len(b), r, s, rest)
			}
		}
	}
	full := Results{maxCount, maxCount, maxCount, maxCount}
	if full.Add(Results{1, 1, 1, 1}); full != (Results{maxCount, maxCount, maxCount, maxCount}) {
		t.Errorf("full counts become %+v", full)
	}
	key := Key{1, 2, 3}
	for name, r := range map[string]Row{
		"long label": {Key: key, Label: fullLabel + "x"}, "control character": {Key: key, Label: "a\nb"},
		"white": {Key: key, Results: Results{White: maxCount + 1}}, "draws": {Key: key, Results: Results{Draws: maxCount + 1}},
		"black": {Key: key, Results: Results{Black: maxCount + 1}}, "unfinished": {Key: key, Results: Results{Unfinished: maxCount + 1}},
	} {
		if b, err := r.AppendBinary(nil); err == nil || len(b) > 0 {
			t.Errorf("%s: AppendBinary = %d bytes, %v, want an error", name, len(b), err)
		}
	}
	encode := func(r Row) []byte { // without a check
		b := make([]byte, 2*maxRow)
		return b[:putRow(b, &r, true)]
	}
	for name, b := range map[string][]byte{
		"large count": encode(Row{Key: key, Results: Results{Draws: maxCount + 1}}),
		"long word":   append([]byte{9 | singleGame}, make([]byte, maxRow)...),
		"long count":  append(encode(Row{Key: key})[:9+2+1+2], bytes.Repeat([]byte{0x80}, maxRow)...),
	} {
		var r Row
		if _, err := r.ReadBinary(b); err == nil {
			t.Errorf("%s: the bytes are the row %+v", name, r)
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

// TestDamagedRow checks that a row which cannot be is an error of all that reads it, also if the
// checksum of its page is right.
func TestDamagedRow(t *testing.T) {
	var rows []Row
	for i := range 2000 {
		rows = append(rows, Row{Key: Key{uint64(i) << 53, 1<<8 + uint64(i), 1}, Move: 1, Results: Results{White: 2}})
	}
	_, text := tableOf(t, "", rows)
	size := int64(len(text))
	for number := int64(1); number < size/pageSize-1; number++ {
		for name, damage := range map[string]func(page []byte){
			"a word":  func(page []byte) { page[pageStart] = 15 },
			"no rows": func(page []byte) { page[4], page[5] = 0, 0 },
			"a count": func(page []byte) { copy(page[pageStart+9+4+2:], "\xff\xff\xff\xff\xff\xff\xff\x01") },
		} {
			damaged := bytes.Clone(text)
			page := damaged[number*pageSize:][:pageSize]
			damage(page)
			seal(page, binary.BigEndian.Uint32(text), number)
			table, err := NewTable(io.NewSectionReader(bytes.NewReader(damaged), 0, size))
			if err != nil {
				t.Fatal(err)
			}
			place := fmt.Sprintf("page %d", number)
			if err := table.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), place) {
				t.Errorf("%s: Verify = %v, want an error of %s", name, err, place)
			}
			var last error
			for r, err := range table.All() {
				if last = err; (r == nil) != (err != nil) {
					t.Errorf("%s: All has the row %v with the error %v", name, r, err)
				}
			}
			if last == nil {
				t.Errorf("%s: All ends without an error", name)
			}
			var first Row
			if _, err := readRow(text[number*pageSize+pageStart:], &first, false); err != nil {
				t.Fatal(err)
			}
			if found, err := table.files[0].lookup(&first.Key); err == nil {
				t.Errorf("%s: lookup on %s = %v without an error", name, place, found)
			}
		}
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

// TestLabel checks the labels of games, and which texts are no label.
func TestLabel(t *testing.T) {
	for _, test := range []struct{ label, tag, want string }{
		{"WhiteElo/200", "2399", "2200"}, {"WhiteElo/200", "2400", "2400"}, {"WhiteElo/200", "?", "?"}, {"WhiteElo/200", "", "?"},
		{"WhiteElo/1", "0", "0"}, {"WhiteElo/200", "-5", "?"}, {"WhiteElo", "?", "?"}, {"Event", "a", "a"}, {"Event,Site", "a", "a,a"},
		{"Event", fullLabel, fullLabel}, {"Event", fullLabel + "x", ""}, {"Event", "a\tb", "a b"}, {"Event,Event", "2000,10800+30", "2000,10800+30,2000,10800+30"},
		{"Ply/10", "999999999", "999999990"}, {"Ply/10", "1000000000", "?"},
	} {
		if got, err := mustLabel(t, test.label).Of(func(string) string { return test.tag }); got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("the label %s of %q is %q, %v, want %q", test.label, test.tag, got, err, test.want)
		}
	}
	if _, err := ParseLabel(strings.Repeat("x", maxLabelText)); err != nil {
		t.Errorf("ParseLabel of %d bytes = %v", maxLabelText, err)
	}
	for _, text := range []string{"a/0", "a/-1", "a/x", "a/", "/5", "a,,b", "a b", "a\"", "[a]", strings.Repeat("a,", maxTags) + "a", strings.Repeat("x", maxLabelText+1)} {
		if l, err := ParseLabel(text); err == nil {
			t.Errorf("%q is the label %+v", text, l)
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
	if left, _ := filepath.Glob(filepath.Join(folder, "*.rows*")); len(left) > 0 {
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
	for name, err := range map[string]error{
		"Lookup": lookup, "Moves": moves, "Verify": table.Verify(ctx), "NewTable": noFile, "NewWriter": noOutput,
		"Merge": Merge(ctx, t.TempDir(), Options{}, &table), "Merge of nil": Merge(ctx, t.TempDir(), Options{}, nil),
		"Write": w.Write(&Row{}), "Close": w.Close(), "Write of nil": real.Write(nil),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for range table.All() {
		t.Error("the zero Table has a row")
	}
	if table.Header() != (Header{}) || table.Rows() != 0 || table.Close() != nil {
		t.Error("the zero Table is not empty")
	}
}
