package explore

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"os"
	"path/filepath"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// A Table is a folder with the files of a table. Opening it reads only the first and the last page
// of each file, and a look-up reads a few pages. The methods may be called concurrently.
type Table struct{ files []*tableFile }

// A tableFile is one file of a table.
type tableFile struct {
	io.ReaderAt // which Open has opened if it is an [io.Closer]
	name        string
	header      Header
	sum         uint32 // the checksum of the header
	rows        int64
	pages       int64 // with rows
}

// fileName returns the name of a file of a table in its folder.
func fileName(shard, shards int) string { return fmt.Sprintf("%05d-of-%05d.rows", shard, shards) }

// FileName returns the name that the file with the header h has in the folder of its table.
func (h Header) FileName() string { return fileName(h.Shard, h.Shards) }

// Open opens the table in a folder. It checks that all files are there in full size, and that they
// belong together. [Table.Verify] checks every byte. The caller must call [Table.Close].
func Open(folder string) (*Table, error) {
	names, err := tableFiles(folder)
	if err == nil && len(names) == 0 {
		err = fault.Errorf("%s: no table: it has no files such as %s", folder, fileName(0, 1))
	}
	t := &Table{}
	for i := 0; i < len(names) && err == nil; i++ {
		var file *os.File
		if file, err = os.Open(names[i]); err == nil {
			size, failed := file.Seek(0, io.SeekEnd)
			err = cmp.Or(failed, t.add(names[i], file, size)) // t closes the file in any case
		}
	}
	if err == nil {
		if err = t.check(); err == nil {
			return t, nil
		}
		err = fault.Errorf("%s: %w", folder, err)
	}
	t.Close()
	return nil, err
}

// tableFiles returns the names of the files of a table in a folder.
func tableFiles(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if ok, _ := filepath.Match("?????-of-?????.rows", e.Name()); ok {
			names = append(names, filepath.Join(folder, e.Name()))
		}
	}
	return names, err
}

// NewTable returns the table with the given files, which must be all files of the table in the
// order of their numbers. Errors name a file by its number.
func NewTable(files ...*io.SectionReader) (*Table, error) {
	t := &Table{}
	for i, file := range files {
		if file == nil {
			return nil, fault.Errorf("file %d: none", i)
		}
		if err := t.add(fmt.Sprintf("file %d", i), file, file.Size()); err != nil {
			return nil, err
		}
	}
	return t, t.check()
}

// add adds a file with a size in bytes.
func (t *Table) add(name string, file io.ReaderAt, size int64) error {
	f := &tableFile{ReaderAt: file, name: name}
	t.files = append(t.files, f)
	if err := f.open(size); err != nil {
		return fault.Errorf("%s: %w", name, err)
	}
	return nil
}

// open reads the header and the footer of the file.
func (f *tableFile) open(size int64) error {
	if size < pageSize {
		return fault.Sentinel("not a file of a table")
	}
	page, err := readPage(pages(f, 0, 1, pageSize), 0, 0)
	if err != nil {
		return err
	}
	if err := f.header.parse(page); err != nil {
		return err
	}
	f.sum = binary.BigEndian.Uint32(page)
	last := size/pageSize - 1
	if size%pageSize != 0 {
		return fault.Sentinel("the file is truncated")
	}
	if page, err = readPage(pages(f, last, 1, pageSize), f.sum, last); err != nil {
		return err
	}
	if string(page[4:4+len(footerText)]) != footerText {
		return fault.Sentinel("the file is truncated")
	}
	f.rows = int64(binary.BigEndian.Uint64(page[4+len(footerText):]))
	f.pages = int64(binary.BigEndian.Uint64(page[4+len(footerText)+8:]))
	if f.rows < 0 || f.pages != last-1 {
		return fault.Errorf("%d pages instead of %d", last-1, f.pages)
	}
	return nil
}

// check reports whether the files belong together.
func (t *Table) check() error {
	if len(t.files) == 0 {
		return fault.Sentinel("a table has at least one file")
	}
	first := t.files[0].header
	for i, f := range t.files {
		want := first
		want.Shard = i
		switch h := f.header; {
		case h.Shards != first.Shards:
			return fault.Errorf("two tables in one place: of %d files and of %d", first.Shards, h.Shards)
		case h != want:
			return fault.Errorf("the files of the table do not belong together, or file %d of %d is missing", i, h.Shards)
		}
	}
	if len(t.files) != first.Shards {
		return fault.Errorf("the table is not complete: %d of %d files", len(t.files), first.Shards)
	}
	return nil
}

// Close closes the files that [Open] has opened.
func (t *Table) Close() error {
	var errs []error
	for _, f := range t.files {
		if c, ok := f.ReaderAt.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return fault.Join(errs...)
}

// noTable is the error of the zero Table and of a nil one.
var noTable = fault.Sentinel("explore: the table is not open")

// isZero reports whether t was not opened.
func (t *Table) isZero() bool { return t == nil || len(t.files) == 0 }

// Files returns the names of the files.
func (t *Table) Files() []string {
	var names []string
	for _, f := range t.files {
		names = append(names, f.name)
	}
	return names
}

// Header returns the header of the first file. The others differ only in their numbers.
func (t *Table) Header() Header {
	if t.isZero() {
		return Header{}
	}
	return t.files[0].header
}

// Rows returns the number of rows.
func (t *Table) Rows() int64 {
	n := int64(0)
	for _, f := range t.files {
		n += f.rows
	}
	return n
}

// Lookup returns the rows of the moves that were played in p, the most frequent first. There are
// none if p is not in the table. In a table with groups, each move has a row for each group.
// Positions that are the same by [chess.Position.SamePosition] have the same rows.
func (t *Table) Lookup(p chess.Position) ([]Row, error) {
	if t.isZero() {
		return nil, noTable
	}
	key, _ := KeyOf(p) // with too many pieces it is the zero Key, which no row has
	rows, err := t.files[key.shard(len(t.files))].lookup(&key)
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Games(), a.Games()) })
	return rows, err
}

// Moves returns the moves that were played in p in games with the given label, or in all games if
// the label is "", the most frequent first.
func (t *Table) Moves(p chess.Position, label string) ([]Row, error) {
	rows, err := t.Lookup(p)
	var moves []Row
	for _, r := range rows {
		if label != "" && r.Label != label {
			continue
		}
		i := slices.IndexFunc(moves, func(m Row) bool { return m.Move == r.Move })
		if i < 0 {
			i = len(moves)
			moves = append(moves, Row{Key: r.Key, Label: label, Move: r.Move})
		}
		moves[i].Add(r.Results)
	}
	slices.SortStableFunc(moves, func(a, b Row) int { return cmp.Compare(b.Games(), a.Games()) })
	return moves, err
}

// lookup returns the rows with the given key.
func (f *tableFile) lookup(key *Key) (found []Row, err error) {
	r := f.newReader(key.order, key.order, pageSize)
	for r.next() {
		if r.row.Key == *key {
			found = append(found, r.row)
		}
	}
	return found, r.err
}

// find returns a page such that no row whose key has the given order stands before it, and such that
// the page or the one after it has the first of them if there is any. Keys spread evenly, so the place of a
// key can be estimated, and each page that is read makes the estimate better by orders of
// magnitude. Every other step halves the range, so that keys which somebody has chosen cost no more
// than twice a binary search. A page that cannot be read is returned, and the caller meets its error.
func (f *tableFile) find(order uint64) int64 {
	in := bufio.NewReaderSize(nil, pageSize)
	low, high := int64(0), f.pages   // the page is in low <= page < high
	first, last := f.header.bounds() // of the keys in this range
	for step := 0; high-low > 1; step++ {
		mid := low + (high-low)/2
		if step%2 == 0 {
			share := float64(min(max(order, first), last)-first) / float64(max(last-first, 1))
			mid = min(low+int64(share*float64(high-low)), high-1)
		}
		in.Reset(io.NewSectionReader(f, (mid+1)*pageSize, pageSize))
		probe := reader{file: f, last: maxOrder, number: mid, end: mid + 1, in: in}
		probe.next()
		begin := probe.row.Key.order
		for probe.next() {
		}
		switch end := probe.row.Key.order; {
		case begin >= order: // the first row may stand on the page before
			high, last = mid, begin
		case probe.err == nil && end < order:
			low, first = mid+1, end
		default:
			return mid
		}
	}
	return max(min(low, f.pages-1), 0)
}

const maxOrder = 1<<64 - 1

// bounds returns the least and the greatest order of keys in the file.
func (h *Header) bounds() (first, last uint64) {
	bound := func(i int) uint64 { // the first order in file i: i*2^64 divided by the number of files, rounded up
		quotient, rest := bits.Div64(uint64(i%h.Shards), 0, uint64(h.Shards))
		if rest > 0 {
			quotient++
		}
		return quotient
	}
	return bound(h.Shard), bound(h.Shard+1) - 1 // which is maxOrder for the last file
}

// All iterates over all rows in order. After an error, which comes with a nil row, it ends. A row
// is valid until the next one.
func (t *Table) All() iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		for _, f := range t.files {
			r := f.newReader(0, maxOrder, readAhead)
			for r.next() {
				if !yield(&r.row, nil) {
					return
				}
			}
			if r.err != nil {
				yield(nil, r.err)
				return
			}
		}
	}
}

// Verify reads the whole table. It reports the first page that is damaged, and rows that are not in
// order or stand in the wrong file. Unless rows were dropped or a count is full, it also reports if
// the rows together are not those that were counted. If ctx is done first, the error is that of ctx.
func (t *Table) Verify(ctx context.Context) error {
	if t.isZero() {
		return noTable
	}
	sum, isFull := uint64(0), false
	for _, f := range t.files {
		r := f.newReader(0, maxOrder, readAhead)
		var last Row
		n := int64(0)
		for ; r.next(); n++ {
			sum += r.row.Sum()
			isFull = isFull || r.row.isFull()
			if n > 0 && last.Compare(&r.row) >= 0 || r.row.Shard(f.header.Shards) != f.header.Shard {
				return fault.Errorf("%s: row %d is not in its place", f.name, n+1)
			}
			last = r.row
			if n%(1<<16) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if r.err != nil {
			return r.err
		}
		if n != f.rows {
			return fault.Errorf("%s: %d rows instead of %d", f.name, n, f.rows)
		}
	}
	if h := t.Header(); sum != h.Sum && h.Least <= 1 && !isFull {
		return fault.Errorf("%s: the rows are not those that were counted", filepath.Dir(t.files[0].name))
	}
	return nil
}

// readAhead is the number of bytes that a reader of many rows reads at once.
const readAhead = 16 * pageSize

// A reader reads the rows of some pages of a file.
type reader struct {
	file        *tableFile
	in          *bufio.Reader
	number, end int64  // the next page, and the one at which to stop
	first, last uint64 // the orders of keys to read
	page        []byte // the rows of a page that have not been read yet
	left        int    // how many there are
	row         Row    // the last one that has been read
	err         error
}

// newReader returns a reader of the rows whose keys have an order from first to last. It reads as many
// bytes at once.
func (f *tableFile) newReader(first, last uint64, buffer int) *reader {
	r := &reader{file: f, end: f.pages, first: first, last: last}
	if first > 0 {
		r.number = f.find(first)
	}
	r.in = pages(f, r.number+1, r.end-r.number, buffer)
	return r
}

// next reads the next row. It reports whether there is one.
func (r *reader) next() bool {
	for r.left > 0 || r.nextPage() {
		rest, err := readRow(r.page, &r.row, r.file.header.labels())
		if err != nil {
			r.err = fault.Errorf("%s: page %d: %w", r.file.name, r.number, err)
			return false
		}
		r.page = rest
		r.left--
		switch order := r.row.Key.order; {
		case order > r.last:
			return false
		case order >= r.first:
			return true
		}
	}
	return false
}

// nextPage reads the next page. It reports whether there is one.
func (r *reader) nextPage() bool {
	if r.number >= r.end {
		return false
	}
	r.number++
	page, err := readPage(r.in, r.file.sum, r.number)
	if err != nil {
		r.err = fault.Errorf("%s: %w", r.file.name, err)
		return false
	}
	r.page, r.left = page[pageStart:], int(binary.BigEndian.Uint16(page[4:]))
	if r.left == 0 {
		r.err = fault.Errorf("%s: page %d has no rows", r.file.name, r.number)
	}
	return r.err == nil
}
