package explore

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// A countedRow is a row in memory, of 32 bytes. A row whose counts are full has another one beside
// it.
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

const (
	blockRows  = 1 << 13 // rows that a worker collects before it sorts them roughly, in the cache
	bucketBits = 8       // of the keys, by which rows are sorted roughly
	buckets    = 1 << bucketBits
)

// bucket returns the number of the bucket of the keys with the given order.
func bucket(order uint64) int { return int(order >> (64 - bucketBits)) }

// A block is rows that are sorted by bucket.
type block struct {
	rows []countedRow
	ends [buckets + 1]int32 // 0, and the ends of the rows of each bucket
}

// bucket returns the rows of a bucket.
func (b *block) bucket(i int) []countedRow { return b.rows[b.ends[i]:b.ends[i+1]] }

// distribute copies the rows of all parts to a slice that has room for them, sorted by some bits of
// their keys: as many as it takes to number the ends, after those to skip. It sets the ends of the rows
// with the same bits.
func distribute(to []countedRow, ends []int32, skip int, parts ...[]countedRow) {
	shift := 65 - bits.Len(uint(len(ends)))
	clear(ends)
	for _, rows := range parts {
		for i := range rows {
			ends[rows[i].key.order<<skip>>shift]++
		}
	}
	sum := int32(0)
	for i, n := range ends {
		ends[i], sum = sum, sum+n
	}
	for _, rows := range parts {
		for i := range rows {
			end := &ends[rows[i].key.order<<skip>>shift]
			to[*end] = rows[i]
			*end++
		}
	}
}

// A batch is the rows in memory. Keys spread evenly, so that the rows of a bucket, in all blocks, are
// few enough to be sorted in the cache of a processor.
type batch struct {
	mostBlocks int
	full       bool   // the rows should be written to a temporary file
	sum        uint64 // of the rows, as in [Header]

	recent [1 << recentBits]countedRow
	rows   []countedRow // fewer than a block
	blocks []*block     // those of earlier rows stand behind them
	sizes  [buckets]int // rows of each bucket, in all blocks
}

// newBatch returns a batch that takes three quarters of the memory. The rest is for sorting, and
// for the text of the games.
func newBatch(memory int64) *batch {
	return &batch{mostBlocks: int(memory / 4 * 3 / (blockRows * rowSize))}
}

// recentBits says how many rows of the first moves of games are kept, to add to those that were met
// before: the first moves are played again and again.
const recentBits = 12

// addRecent adds a row that may have been met before.
func (b *batch) addRecent(r *countedRow, result chess.Result) {
	const factor = 0x9e3779b97f4a7c15
	s := &b.recent[(r.key.order+uint64(r.move)<<16+uint64(r.label))*factor>>(64-recentBits)]
	if s.same(r) && s.results[result] < 1<<8-1 {
		s.results[result]++
		return
	}
	if s.results != [4]uint8{} {
		b.add(s)
	}
	*s = *r
}

// add adds a row.
func (b *batch) add(r *countedRow) {
	if b.rows = append(b.rows, *r); len(b.rows) == blockRows {
		b.addBlock()
	}
}

// flush makes blocks of all rows.
func (b *batch) flush() {
	for i := range b.recent {
		if r := &b.recent[i]; r.results != [4]uint8{} {
			b.add(r)
		}
	}
	clear(b.recent[:])
	if len(b.rows) > 0 {
		b.addBlock()
	}
}

// addBlock makes a block of the rows that are not in a block yet.
func (b *batch) addBlock() {
	n := len(b.blocks)
	b.blocks = slices.Grow(b.blocks, 1)[:n+1]
	if b.blocks[n] == nil {
		b.blocks[n] = &block{rows: make([]countedRow, blockRows)}
	}
	to := b.blocks[n]
	distribute(to.rows, to.ends[1:], 0, b.rows)
	for i := range b.sizes {
		b.sizes[i] += len(to.bucket(i))
	}
	b.full = len(b.blocks) >= b.mostBlocks || slices.Max(b.sizes[:]) > b.mostBlocks*blockRows/32
	b.rows = b.rows[:0]
}

// clear makes the batch empty. Its blocks can be used again.
func (b *batch) clear() {
	b.full, b.sum = false, 0
	b.blocks = b.blocks[:0]
	clear(b.sizes[:])
}

// A sorter sorts the rows of a bucket.
type sorter struct {
	labels []string
	parts  [][]countedRow
	rows   []countedRow
	ends   []int32
}

// sort returns the rows of a bucket in order. They are valid until the next call. Keys spread
// evenly, so most rows have their place by the bits that follow those of the bucket.
func (s *sorter) sort(b *batch, bucket int) []countedRow {
	n := b.sizes[bucket]
	if n == 0 {
		return nil
	}
	s.parts = s.parts[:0]
	for _, block := range b.blocks {
		s.parts = append(s.parts, block.bucket(bucket))
	}
	groups := 1 << (bits.Len(uint(n)) - 1)
	s.rows = slices.Grow(s.rows[:0], n)[:n]
	s.ends = slices.Grow(s.ends[:0], groups)[:groups]
	distribute(s.rows, s.ends, bucketBits, s.parts...)
	begin := int32(0)
	for _, end := range s.ends {
		if end-begin > 1 {
			slices.SortFunc(s.rows[begin:end], func(a, b countedRow) int { return s.compare(&a, &b) })
		}
		begin = end
	}
	return s.rows
}

// compare orders rows as they stand in a table.
func (s *sorter) compare(a, b *countedRow) int {
	switch {
	case a.key.order != b.key.order: // which most rows differ in
		return cmp.Compare(a.key.order, b.key.order)
	case a.key != b.key:
		return a.key.compare(&b.key)
	case a.label != b.label:
		return strings.Compare(s.labels[a.label], s.labels[b.label])
	}
	return cmp.Compare(a.move, b.move)
}
