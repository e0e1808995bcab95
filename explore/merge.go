package explore

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/inorder"
	"github.com/shakki/chess/internal/safefile"
)

// Merge writes a table to a folder that holds the rows of all the given tables, with the counts of
// equal rows added. Of the options it uses Shards, Workers, Progress, and Least: positions with fewer
// moves are dropped. The tables must have the same labels and plies. A folder that holds a table already
// is an error.
func Merge(ctx context.Context, folder string, o Options, tables ...*Table) error {
	if len(tables) == 0 {
		return fault.Sentinel("explore: no tables to merge")
	}
	if slices.ContainsFunc(tables, (*Table).isZero) {
		return noTable
	}
	o = o.withDefaults()
	first := tables[0].Header()
	h := Header{Shards: o.Shards, Plies: first.Plies, Least: o.Least, Label: first.Label}
	c := &counter{Options: o}
	for _, t := range tables {
		other := t.Header()
		if other.Label != first.Label || other.Plies != first.Plies {
			return fault.Errorf("explore: tables of different kinds: labels %q and %q, plies %d and %d",
				first.Label, other.Label, first.Plies, other.Plies)
		}
		h.Least = max(h.Least, other.Least)
		h.Sum += other.Sum
		c.state.ToMerge += t.Rows()
	}
	return withLock(folder, func() error {
		if err := mustBeFree(folder); err != nil {
			return err
		}
		_, _, err := c.createFiles(ctx, folder, h, func(w *Writer) error { return c.merge(ctx, w, tables) })
		return err
	})
}

// withLock creates the folder of a table and calls write, unless somebody else writes to the folder.
func withLock(folder string, write func() error) error {
	if err := makeFolder(folder); err != nil {
		return err
	}
	lock, err := safefile.NewLock(folder)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	return write()
}

// mustBeFree returns an error if the folder holds a table.
func mustBeFree(folder string) error {
	names, err := tableFiles(folder)
	if len(names) > 0 {
		err = fault.Errorf("%s holds a table already: remove it, or choose another folder", folder)
	}
	return err
}

// createFiles creates the files of a table in a folder, whose rows write writes. Their headers
// differ from h in their numbers. The files get their names only when all are written. createFiles
// returns the numbers of rows and of bytes.
func (c *counter) createFiles(ctx context.Context, folder string, h Header, write func(*Writer) error) (rows, size int64, err error) {
	var stage safefile.Stage
	group := filepath.Join(folder, h.FileName())
	var allRows, pages atomic.Int64
	create := func(h Header) error {
		f, err := stage.Create(filepath.Join(folder, h.FileName()), group, 0o666, false)
		if err != nil {
			return err
		}
		w, err := NewWriter(f, h)
		if err == nil {
			err = write(w)
		}
		if err == nil {
			err = w.Close()
			pages.Add(w.number)
			allRows.Add(w.rows)
		}
		return fault.Join(err, f.Sync()) // the workers wait for the disk, not Commit
	}
	next := func(*[]byte) func() error {
		if h.Shard == h.Shards || ctx.Err() != nil {
			return nil
		}
		file := h
		h.Shard++
		return func() error { return create(file) }
	}
	for err = range inorder.Results(c.Workers, next) {
		if err != nil {
			break
		}
	}
	if err = cmp.Or(err, context.Cause(ctx)); err != nil {
		stage.Close()
		return 0, 0, err
	}
	return allRows.Load(), pages.Load() * pageSize, stage.Commit()
}

// merge writes the rows of the tables that belong to the file of w.
func (c *counter) merge(ctx context.Context, w *Writer, tables []*Table) error {
	var heap []*reader // by their rows: none comes before that of the reader at half its index
	first, last := w.header.bounds()
	for _, t := range tables {
		for _, f := range t.files {
			if least, greatest := f.header.bounds(); least > last || greatest < first {
				continue
			}
			r := f.newReader(first, last, readAhead)
			if r.next() {
				heap = append(heap, r)
			} else if r.err != nil {
				return r.err
			}
		}
	}
	for i := len(heap) / 2; i >= 0; i-- {
		sift(heap, i)
	}
	const step = 1 << 12 // rows
	n := int64(0)
	for ; len(heap) > 0; n++ {
		if n == step {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			c.addMerged(n)
			n = 0
		}
		r := heap[0]
		err := w.add(&r.row)
		if !r.next() {
			err = cmp.Or(err, r.err)
			heap[0] = heap[len(heap)-1]
			heap = heap[:len(heap)-1]
		}
		if err != nil {
			return err
		}
		sift(heap, 0)
	}
	c.addMerged(n)
	return nil
}

// sift moves the reader with an index down to its place in a heap.
func sift(heap []*reader, i int) {
	for child := 2*i + 1; child < len(heap); child = 2*i + 1 {
		if child+1 < len(heap) && heap[child+1].before(heap[child]) {
			child++
		}
		if !heap[child].before(heap[i]) {
			return
		}
		heap[child], heap[i] = heap[i], heap[child]
		i = child
	}
}

// before reports whether the row of r comes before that of s.
func (r *reader) before(s *reader) bool {
	if r.row.Key.order != s.row.Key.order { // which most rows differ in
		return r.row.Key.order < s.row.Key.order
	}
	return r.row.Compare(&s.row) < 0
}

// addMerged notes that rows have been merged.
func (c *counter) addMerged(rows int64) {
	c.merging.Lock()
	defer c.merging.Unlock()
	c.state.Merged += rows
	c.report()
}
