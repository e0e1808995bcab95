package explore

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/shakki/chess"
)

// A countedRow is a row in memory, of 32 bytes. A row whose counts are full has another one beside it.
type countedRow struct {
	key     Key
	move    chess.Move
	label   uint16   // an index of the labels
	results [4]uint8 // by chess.Result
}

const rowSize = 32 // bytes of a countedRow

// same reports whether both rows are of the same position, label, and move.
func (r *countedRow) same(s *countedRow) bool {
	return r.key == s.key && r.move == s.move && r.label == s.label
}

// sum returns the counts of r.
func (r *countedRow) sum() Results {
	n := &r.results
	return Results{Unfinished: uint64(n[0]), White: uint64(n[1]), Black: uint64(n[2]), Draws: uint64(n[3])}
}

// Rows in memory are in buckets by the upper bits of their keys. Keys spread evenly, so that a bucket
// has few enough rows to be sorted in the cache of a processor.
const (
	bucketBits = 9
	buckets    = 1 << bucketBits
)

// bucket returns the number of the bucket of the keys with the given order.
func bucket(order uint64) int { return int(order >> (64 - bucketBits)) }

// A batch is the rows in memory of all workers, in chunks of the same size.
type batch struct {
	full atomic.Bool // the rows should be written to a temporary file

	mutex     sync.Mutex
	chunkRows int // of a chunk
	mostRows  int // in chunks that are in use
	mostIn    int // rows of one bucket, which are sorted at once
	rows      int // in chunks that are in use
	chunks    [buckets][][]countedRow
	free      [][]countedRow // chunks that are not in use
}

// newBatch returns a batch that takes about three quarters of the memory for the given number of
// workers. The rest is for sorting, and for the text of the games.
func newBatch(memory int64, workers int) *batch {
	rows := int(memory / 4 * 3 / rowSize)
	return &batch{chunkRows: min(max(rows/workers/buckets/8, 8), 512), mostRows: rows, mostIn: rows / 32}
}

// chunk returns an empty chunk for a bucket in place of one that is full, or nil.
func (b *batch) chunk(bucket int, full []countedRow) []countedRow {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if full != nil {
		b.chunks[bucket] = append(b.chunks[bucket], full)
	}
	b.rows += b.chunkRows
	if b.rows > b.mostRows || len(b.chunks[bucket])*b.chunkRows > b.mostIn {
		b.full.Store(true)
	}
	if n := len(b.free); n > 0 {
		empty := b.free[n-1]
		b.free = b.free[:n-1]
		return empty
	}
	return make([]countedRow, 0, b.chunkRows)
}

// clear makes the batch empty. Its chunks can be used again.
func (b *batch) clear() {
	for i := range b.chunks {
		for _, chunk := range b.chunks[i] {
			b.free = append(b.free, chunk[:0])
		}
		b.chunks[i] = b.chunks[i][:0]
	}
	b.rows = 0
	b.full.Store(false)
}

// A filler adds rows to a batch. Each worker has one.
type filler struct {
	batch  *batch
	chunks [buckets][]countedRow
	recent [1 << recentBits]countedRow
	game   []countedRow // for the rows of a game
}

// recentBits says how many rows of the first moves of games are kept, to add to those that were met
// before: the first moves are played again and again.
const recentBits = 12

// add adds a row.
func (f *filler) add(r *countedRow) {
	i := bucket(r.key.order)
	chunk := f.chunks[i]
	if len(chunk) == cap(chunk) {
		chunk = f.batch.chunk(i, chunk)
	}
	f.chunks[i] = append(chunk, *r)
}

// addRecent adds a row that may have been met before.
func (f *filler) addRecent(r *countedRow, result chess.Result) {
	const factor = 0x9e3779b97f4a7c15
	s := &f.recent[(r.key.order+uint64(r.move)<<16+uint64(r.label))*factor>>(64-recentBits)]
	if s.same(r) && s.results[result] < 1<<8-1 {
		s.results[result]++
		return
	}
	f.spill(s)
	*s = *r
}

// spill adds a recent row to the batch.
func (f *filler) spill(r *countedRow) {
	if r.results != [4]uint8{} {
		f.add(r)
	}
	*r = countedRow{}
}

// flush gives all rows to the batch.
func (f *filler) flush() {
	for i := range f.recent {
		f.spill(&f.recent[i])
	}
	for i, chunk := range f.chunks {
		if chunk != nil {
			f.batch.chunks[i] = append(f.batch.chunks[i], chunk)
			f.chunks[i] = nil
		}
	}
}

// A sorter sorts the rows of a bucket.
type sorter struct {
	labels []string
	rows   []countedRow
	ends   []int32
}

// sort returns the rows of the chunks in order. They are valid until the next call. Keys spread evenly,
// so most rows have their place by the bits that follow those of the bucket.
func (s *sorter) sort(chunks [][]countedRow) []countedRow {
	n := 0
	for _, chunk := range chunks {
		n += len(chunk)
	}
	if n == 0 {
		return nil
	}
	groupBits := bits.Len(uint(n)) - 1
	shift := 64 - groupBits
	ends := slices.Grow(s.ends[:0], 1<<groupBits)[:1<<groupBits]
	clear(ends)
	s.rows = slices.Grow(s.rows[:0], n)[:n]
	s.ends = ends
	for _, chunk := range chunks {
		for i := range chunk {
			ends[chunk[i].key.order<<bucketBits>>shift]++
		}
	}
	sum := int32(0)
	for i, n := range ends {
		ends[i], sum = sum, sum+n
	}
	for _, chunk := range chunks {
		for i := range chunk {
			end := &ends[chunk[i].key.order<<bucketBits>>shift]
			s.rows[*end] = chunk[i]
			*end++
		}
	}
	begin := int32(0)
	for _, end := range ends {
		if end-begin > 1 {
			s.sortGroup(s.rows[begin:end])
		}
		begin = end
	}
	return s.rows
}

// sortGroup sorts rows, of which there are few unless a position was often reached.
func (s *sorter) sortGroup(rows []countedRow) {
	const few = 12
	if len(rows) > few {
		slices.SortFunc(rows, func(a, b countedRow) int { return s.compare(&a, &b) })
		return
	}
	for i := 1; i < len(rows); i++ {
		if !s.less(&rows[i], &rows[i-1]) {
			continue
		}
		row, j := rows[i], i
		for ; j > 0 && s.less(&row, &rows[j-1]); j-- {
			rows[j] = rows[j-1]
		}
		rows[j] = row
	}
}

// less reports whether a stands before b.
func (s *sorter) less(a, b *countedRow) bool {
	if a.key.order != b.key.order {
		return a.key.order < b.key.order
	}
	return s.compare(a, b) < 0
}

// compare orders rows as they stand in a table.
func (s *sorter) compare(a, b *countedRow) int {
	switch {
	case a.key != b.key:
		return a.key.compare(&b.key)
	case a.label != b.label:
		return strings.Compare(s.labels[a.label], s.labels[b.label])
	}
	return cmp.Compare(a.move, b.move)
}
