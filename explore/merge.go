package explore

import (
	"bufio"
	"context"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/shakki/chess/internal/fault"
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
	var inputs []*tableFile
	for _, t := range tables {
		other := t.Header()
		if other.Label != first.Label || other.Plies != first.Plies {
			return fault.Errorf("explore: tables of different kinds: labels %q and %q, plies %d and %d",
				first.Label, other.Label, first.Plies, other.Plies)
		}
		inputs = append(inputs, t.files...)
		h.Least = max(h.Least, other.Least)
		h.Sum += other.Sum
		c.state.ToMerge += t.Rows()
	}
	return withLock(folder, func() error {
		if err := mustBeFree(folder); err != nil {
			return err
		}
		_, err := c.mergeTable(ctx, folder, h, inputs)
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

// mergeTable merges files into a table. It returns the number of rows.
func (c *counter) mergeTable(ctx context.Context, folder string, h Header, inputs []*tableFile) (int64, error) {
	rows, _, err := c.createFiles(ctx, folder, h, Header.FileName, func(w *Writer) error { return c.merge(ctx, w, inputs) })
	return rows, err
}

// createFiles creates the files of a table or a run, of which write writes the rows. Their headers
// differ from h in their numbers. The files get their names only when all are written. createFiles
// returns the numbers of rows and of bytes.
func (c *counter) createFiles(ctx context.Context, folder string, h Header, name func(Header) string, write func(*Writer) error) (rows, size int64, err error) {
	stage := safefile.Stage{Exclusive: true}
	var allRows, pages atomic.Int64
	err = parallel(ctx, c.Workers, h.Shards, func(i int) error {
		h := h
		h.Shard = i
		f, err := stage.Create(filepath.Join(folder, name(h)), 0o666, false)
		if err != nil {
			return err
		}
		out := bufio.NewWriterSize(f, 1<<16) // also where a stage with many files has small buffers
		w, err := NewWriter(out, h)
		if err == nil {
			err = write(w)
		}
		if err == nil {
			err = w.Close()
			pages.Add(w.number)
			allRows.Add(w.rows)
		}
		return fault.Join(err, out.Flush(), f.Sync()) // the workers wait for the disk, not Commit
	})
	if err != nil {
		stage.Close()
		return 0, 0, err
	}
	return allRows.Load(), pages.Load() * pageSize, stage.Commit()
}

// parallel calls do with each number below n. After an error, which it returns, it calls it no
// more.
func parallel(ctx context.Context, workers, n int, do func(int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var running sync.WaitGroup
	for range min(max(workers, 1), n) {
		running.Add(1)
		go func() {
			defer running.Done()
			for i := int(next.Add(1)); i <= n && ctx.Err() == nil; i = int(next.Add(1)) {
				if err := do(i - 1); err != nil {
					cancel(err)
				}
			}
		}()
	}
	running.Wait()
	return context.Cause(ctx)
}

// An output writes rows, which come in order, if their positions have enough moves.
type output struct {
	*Writer
	pending []Row // of one position, while it is not known whether it has enough moves
	moves   uint64
}

// keepsAll reports whether all positions have enough moves.
func (o *output) keepsAll() bool { return o.header.Least <= 1 }

// add writes a row, or keeps it until its position has enough moves.
func (o *output) add(r *Row) error {
	if o.keepsAll() {
		return o.write(r)
	}
	if len(o.pending) > 0 && o.pending[0].Key != r.Key {
		if err := o.flushPending(); err != nil {
			return err
		}
	}
	o.pending = append(o.pending, *r)
	o.moves += r.Games()
	return nil
}

// flushPending writes the rows that are kept, or drops them.
func (o *output) flushPending() error {
	var err error
	for i := 0; i < len(o.pending) && o.moves >= uint64(o.header.Least) && err == nil; i++ {
		err = o.write(&o.pending[i])
	}
	o.pending, o.moves = o.pending[:0], 0
	return err
}

// A merger merges sorted rows. It is a tournament tree: a leaf for each reader, and above them the
// loser of each match, so that the next row costs one match a level. It looks only at the order of
// keys, and copies rows as they are encoded. Only rows of the same order are decoded, to be added.
type merger struct {
	output  output
	merged  func(rows int64) // notes that rows have been merged
	readers []*reader
	losers  []int // by match; losers[0] is the winner of all

	order  uint64 // of the keys of the rows in the group
	group  []byte // encoded rows
	inside int    // rows in the group
	rows   []Row  // of the group
}

// merge writes the rows of the inputs that belong to the file of w.
func (c *counter) merge(ctx context.Context, w *Writer, inputs []*tableFile) error {
	m := merger{output: output{Writer: w}, merged: c.addMerged}
	first, last := w.header.bounds()
	for _, f := range inputs {
		if least, greatest := f.header.bounds(); least > last || greatest < first {
			continue
		}
		r := f.newReader(first, last)
		if r.next() {
			m.readers = append(m.readers, r)
		} else if r.err != nil {
			return r.err
		}
	}
	if len(m.readers) == 0 {
		return nil
	}
	return m.run(ctx)
}

// addMerged notes that rows have been merged.
func (c *counter) addMerged(rows int64) {
	c.merging.Lock()
	defer c.merging.Unlock()
	c.state.Merged += rows
	c.report()
}

// run writes all rows.
func (m *merger) run(ctx context.Context) error {
	m.losers = make([]int, len(m.readers))
	m.losers[0] = m.play(1)
	const step = 1 << 12 // rows
	n := int64(0)
	for ; ; n++ {
		if n == step {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			m.merged(n)
			n = 0
		}
		r := m.readers[m.losers[0]]
		if r.ended {
			break
		}
		if r.order != m.order {
			if err := m.flushGroup(); err != nil {
				return err
			}
		}
		m.order, m.group = r.order, append(m.group, r.encoded...)
		m.inside++
		if !r.next() {
			if r.err != nil {
				return r.err
			}
			r.ended, r.order = true, maxOrder
		}
		m.replay()
	}
	if err := m.flushGroup(); err != nil {
		return err
	}
	m.merged(n)
	return m.output.flushPending()
}

// flushGroup writes the rows of the group. Those of the same position, label, and move are added.
func (m *merger) flushGroup() error {
	group, rows, labels := m.group, m.rows[:0], m.output.header.labels()
	m.group = m.group[:0]
	if m.inside == 1 && m.output.keepsAll() {
		m.inside = 0
		return m.output.writeEncoded(group)
	}
	for ; m.inside > 0; m.inside-- {
		var r Row
		var err error
		if group, err = readRow(group, &r, labels); err != nil {
			return err
		}
		rows = append(rows, r)
	}
	m.rows = rows
	slices.SortFunc(rows, func(a, b Row) int { return a.Compare(&b) })
	for i := 0; i < len(rows); {
		sum := rows[i]
		for i++; i < len(rows) && rows[i].Compare(&sum) == 0; i++ {
			sum.Add(rows[i].Results)
		}
		if err := m.output.add(&sum); err != nil {
			return err
		}
	}
	return nil
}

// play plays the match with the given number and all below it, and returns the winner. The matches
// below number n are 2n and 2n+1; the numbers from the number of readers on are the readers.
func (m *merger) play(n int) int {
	if n >= len(m.readers) {
		return n - len(m.readers)
	}
	a, b := m.play(2*n), m.play(2*n+1)
	if m.before(b, a) {
		a, b = b, a
	}
	m.losers[n] = b
	return a
}

// replay plays the matches of the winner again, whose row has changed.
func (m *merger) replay() {
	winner := m.losers[0]
	for n := (winner + len(m.readers)) / 2; n > 0; n /= 2 {
		if m.before(m.losers[n], winner) {
			m.losers[n], winner = winner, m.losers[n]
		}
	}
	m.losers[0] = winner
}

// before reports whether reader a comes before b. Those without rows come last.
func (m *merger) before(a, b int) bool {
	r, s := m.readers[a], m.readers[b]
	if r.order != s.order {
		return r.order < s.order
	}
	return s.ended
}
