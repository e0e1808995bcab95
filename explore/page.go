package explore

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strings"

	"github.com/shakki/chess/internal/fault"
)

// A file of a table consists of pages of 4,096 bytes: a header, pages with rows, and a footer. The
// rows are sorted.
//
//	header  checksum (4 bytes), "shakki explorer 6\n", the number of the file and of all files (4
//	        each), a number of plies (4), a least count (8), the sum of what was counted (8), the
//	        length of the label's text (2) and the text
//	rows    checksum (4), number of rows (2), zero (2), rows
//	footer  checksum (4), "end of the table\n", number of rows (8), number of pages (8)
//
// A checksum is the CRC-32C of the rest of the page and of its number in the file, and, except for the
// header, of the checksum of the header, which tells tables apart. Numbers are in big-endian order.
const (
	pageSize  = 4096
	pageStart = 8 // where rows begin in a page

	anyHeader  = "shakki explorer "
	headerText = anyHeader + "6\n"
	footerText = "end of the table\n"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal writes the checksum of a page to its first four bytes, and returns it. The file is that of the
// header with the given checksum.
func seal(page []byte, file uint32, number int64) uint32 {
	sum := checksum(page, file, number)
	binary.BigEndian.PutUint32(page, sum)
	return sum
}

func checksum(page []byte, file uint32, number int64) uint32 {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(number))
	return crc32.Update(crc32.Update(file, castagnoli, n[:]), castagnoli, page[4:])
}

// errDamaged says that a checksum does not fit.
var errDamaged = fault.New("damaged: the checksum does not fit")

// pages returns a reader of some pages of a file, from the one with the given number on.
func pages(r io.ReaderAt, number, n int64, buffer int) *bufio.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(r, number*pageSize, n*pageSize), buffer)
}

// readPage reads the next page, which has the given number, and checks it. It is valid until the next
// call. The file is that of the header with the given checksum.
func readPage(in *bufio.Reader, file uint32, number int64) ([]byte, error) {
	page, err := in.Peek(pageSize)
	switch {
	case err == io.EOF:
		return nil, fault.New("the file is truncated")
	case err != nil:
		return nil, err
	case binary.BigEndian.Uint32(page) != checksum(page, file, number):
		return nil, fault.Errorf("page %d is %w", number, errDamaged)
	}
	in.Discard(pageSize)
	return page, nil
}

// A Header says what a file of a table holds. The files of a table differ in Shard alone.
type Header struct {
	Shard  int    `json:"shard"`  // the number of the file, from 0
	Shards int    `json:"shards"` // the number of all files
	Plies  int    `json:"plies"`  // only the first plies of each game were counted, or all if 0
	Least  int64  `json:"least"`  // positions with fewer moves were dropped
	Label  string `json:"label"`  // the groups of games, as in [ParseLabel], or "" if there are none

	// Sum tells tables apart that were counted from different games. It is the sum of [Row.Sum] over
	// the rows of all files, before positions were dropped.
	Sum uint64 `json:"sum,string"`
}

// labels reports whether rows have labels.
func (h *Header) labels() bool { return h.Label != "" }

// maxLabelText is the number of bytes that the description of labels may have.
const maxLabelText = 256

// A headerForm is what stands in a header before the text of the label.
type headerForm struct {
	Shard, Shards, Plies int32
	Least                int64
	Sum                  uint64
	Label                uint16
}

func (h *Header) page() []byte {
	b := append(make([]byte, pageSize+maxRow)[:4], headerText...)
	b, _ = binary.Append(b, binary.BigEndian, headerForm{
		int32(h.Shard), int32(h.Shards), int32(h.Plies), h.Least, h.Sum, uint16(len(h.Label)),
	})
	return append(b, h.Label...)[:cap(b)]
}

// parse reads the header from a page.
func (h *Header) parse(b []byte) error {
	b = b[4:]
	switch {
	case !strings.HasPrefix(string(b[:len(headerText)]), anyHeader):
		return fault.Sentinel("not a file of a table")
	case string(b[:len(headerText)]) != headerText:
		return fault.Sentinel("the table has the format of another version: count the games again")
	}
	b = b[len(headerText):]
	var f headerForm
	n, _ := binary.Decode(b, binary.BigEndian, &f) // the page is long enough
	if f.Label > maxLabelText || min(f.Shard, f.Plies) < 0 || f.Shard >= f.Shards || f.Least < 0 {
		return fault.Sentinel("the header has impossible values")
	}
	*h = Header{int(f.Shard), int(f.Shards), int(f.Plies), f.Least, string(b[n : n+int(f.Label)]), f.Sum}
	return nil
}

// noWriter is the error of the zero Writer.
var noWriter = fault.Sentinel("explore: the Writer was not created by NewWriter")

// A Writer writes a file of a table. The rows must come in order, each once, and belong to the
// file. [NewWriter] returns one; the methods of the zero Writer return errors.
type Writer struct {
	w      io.Writer
	header Header
	page   []byte // with room for a row that does not fit
	used   int    // bytes of the page
	file   uint32 // the checksum of the header
	number int64  // of the page
	inPage int    // rows in the page
	rows   int64
	last   Row // that Write has written

	pending []Row // of one position, which add has got
	moves   uint64
}

// NewWriter returns a writer of the file that h describes, and writes the header.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	if h.Shards < 1 || h.Shard < 0 || h.Shard >= h.Shards || h.Plies < 0 || h.Least < 0 || len(h.Label) > maxLabelText {
		return nil, fault.Errorf("explore: there is no file %d of %d with %d plies, at least %d moves, and a label of %d bytes",
			h.Shard, h.Shards, h.Plies, h.Least, len(h.Label))
	}
	if w == nil {
		return nil, fault.Sentinel("explore: no file to write to")
	}
	out := &Writer{w: w, header: h, page: h.page(), used: pageSize}
	return out, out.flush()
}

// Write writes a row.
func (w *Writer) Write(r *Row) error {
	switch {
	case w.w == nil:
		return noWriter
	case r == nil:
		return fault.Sentinel("explore: no row")
	case r.Compare(&w.last) <= 0: // at first, w.last is the zero Row, which no position has
		return fault.Sentinel("explore: the rows are not in order")
	case r.Shard(w.header.Shards) != w.header.Shard:
		return fault.Sentinel("explore: the row belongs to another file")
	case r.Label != "" && !w.header.labels():
		return fault.Errorf("explore: the label %q in a table without labels", r.Label)
	}
	if err := r.check(); err != nil {
		return err
	}
	w.last = *r
	return w.write(r)
}

// add is Write for rows that are known to be in their places. It adds equal rows up, and drops
// positions with fewer moves than the header says.
func (w *Writer) add(r *Row) error {
	n := len(w.pending)
	if n > 0 && w.pending[0].Key != r.Key {
		if err := w.flushPending(); err != nil {
			return err
		}
		n = 0
	}
	w.moves += r.Games()
	if n > 0 && w.pending[n-1].Move == r.Move && w.pending[n-1].Label == r.Label {
		w.pending[n-1].Add(r.Results)
	} else {
		w.pending = append(w.pending, *r)
	}
	return nil
}

// flushPending writes the rows of the position, or drops them.
func (w *Writer) flushPending() error {
	var err error
	for i := 0; i < len(w.pending) && w.moves >= uint64(w.header.Least) && err == nil; i++ {
		err = w.write(&w.pending[i])
	}
	w.pending, w.moves = w.pending[:0], 0
	return err
}

// write writes a row that is known to be in its place.
func (w *Writer) write(r *Row) error {
	n := putRow(w.page[w.used:], r, w.header.labels())
	if w.used+n > pageSize {
		if err := w.flushRows(); err != nil {
			return err
		}
		n = putRow(w.page[w.used:], r, w.header.labels())
	}
	w.used += n
	w.inPage++
	w.rows++
	return nil
}

// flushRows writes the page of rows if there are any.
func (w *Writer) flushRows() error {
	if w.inPage == 0 {
		return nil
	}
	binary.BigEndian.PutUint16(w.page[4:], uint16(w.inPage))
	return w.flush()
}

// flush writes the page and begins one with rows.
func (w *Writer) flush() error {
	page := w.page[:pageSize]
	clear(page[w.used:])
	if sum := seal(page, w.file, w.number); w.number == 0 {
		w.file = sum
	}
	_, err := w.w.Write(page)
	w.number++
	w.inPage, w.used = 0, pageStart
	clear(page[:pageStart])
	return err
}

// Close writes the rows that are left and the footer. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.w == nil {
		return noWriter
	}
	if err := cmp.Or(w.flushPending(), w.flushRows()); err != nil {
		return err
	}
	footer := append(w.page[:4], footerText...)
	footer = binary.BigEndian.AppendUint64(footer, uint64(w.rows))
	footer = binary.BigEndian.AppendUint64(footer, uint64(w.number-1))
	w.used = len(footer)
	return w.flush()
}
