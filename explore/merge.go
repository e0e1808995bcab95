package explore

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Merge writes a table to a folder that holds the rows of all the given tables, with the counts of
// equal rows added. Positions with fewer moves than h.Least are dropped. The tables must have the
// same labels and plies; h.Shard is ignored, and so are h.Label and h.Plies. At most workers files
// are written at a time. A folder that holds a table already is an error.
func Merge(ctx context.Context, folder string, h Header, workers int, tables ...*Table) error {
	var inputs []*tableFile
	if len(tables) == 0 {
		return errors.New("explore: no tables to merge")
	}
	first := tables[0].Header()
	for _, t := range tables {
		if other := t.Header(); other.Label != first.Label || other.Plies != first.Plies {
			return fmt.Errorf("explore: tables of different kinds: labels %q and %q, plies %d and %d",
				first.Label, other.Label, first.Plies, other.Plies)
		}
		inputs = append(inputs, t.files...)
		h.Least = max(h.Least, t.Header().Least)
	}
	h.Label, h.Plies = first.Label, first.Plies
	if err := mustBeFree(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return writeTable(ctx, folder, h, inputs, workers)
}

// mustBeFree returns an error if the folder holds a table.
func mustBeFree(folder string) error {
	names, err := filepath.Glob(filepath.Join(escape(folder), "?????-of-?????.rows"))
	if err == nil && len(names) > 0 {
		err = fmt.Errorf("%s holds a table already: remove it, or choose another folder", folder)
	}
	return err
}

// writeTable merges files into a table. The files get their names only when all are written.
func writeTable(ctx context.Context, folder string, h Header, inputs []*tableFile, workers int) error {
	h.Shards = max(h.Shards, 1)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var running sync.WaitGroup
	for range min(max(workers, 1), h.Shards) {
		running.Add(1)
		go func() {
			defer running.Done()
			for i := range next {
				part := h
				part.Shard = i
				if err := mergeFile(ctx, filepath.Join(folder, part.FileName()+unfinished), part, inputs); err != nil {
					cancel(err)
				}
			}
		}()
	}
	for i := range h.Shards {
		next <- i
	}
	close(next)
	running.Wait()
	err := context.Cause(ctx)
	for i := range h.Shards {
		name := filepath.Join(folder, fileName(i, h.Shards))
		if err != nil {
			os.Remove(name + unfinished)
		} else {
			err = os.Rename(name+unfinished, name)
		}
	}
	return err
}

// unfinished is added to the name of a file until all of it is written.
const unfinished = ".tmp"

// mergeFile writes one file with the rows of the inputs that belong to it.
func mergeFile(ctx context.Context, name string, h Header, inputs []*tableFile) error {
	return createFile(name, h, func(w *Writer) error { return mergeInto(ctx, w, h, inputs) })
}

// mergeInto writes the rows of the inputs that belong to the file with the header h.
func mergeInto(ctx context.Context, w *Writer, h Header, inputs []*tableFile) error {
	m := merger{ctx: ctx, least: uint64(max(h.Least, 0)), write: w.write}
	first, last := h.bounds()
	for _, f := range inputs {
		m.add(f.newReader(first, last))
	}
	return m.run()
}

// createFile writes a file of a table. If that fails, there is no file.
func createFile(name string, h Header, write func(*Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 64*pageSize)
	w, err := NewWriter(out, h)
	for _, step := range []func() error{
		func() error { return write(w) },
		func() error { return w.Close() },
		out.Flush,
	} {
		if err == nil {
			err = step()
		}
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}

// A merger merges sorted rows. It is a tournament tree: a leaf for each reader, and above them the
// loser of each match, so that the next row costs one match a level.
type merger struct {
	ctx   context.Context
	least uint64
	write func(*Row) error

	readers []*reader
	losers  []int // by match; losers[0] is the winner of all
	pending []Row // of one position, while it is not known whether it has enough moves
	moves   uint64
	err     error
}

// add adds a reader unless it has no rows.
func (m *merger) add(r *reader) {
	if r.next() {
		m.readers = append(m.readers, r)
	} else if r.err != nil && m.err == nil {
		m.err = r.err
	}
}

// run writes all rows.
func (m *merger) run() error {
	if m.err != nil || len(m.readers) == 0 {
		return m.err
	}
	m.losers = make([]int, len(m.readers))
	m.losers[0] = m.play(1)
	var sum Row
	for n := 0; ; n++ {
		if n%1024 == 0 && m.ctx.Err() != nil {
			return context.Cause(m.ctx)
		}
		r := m.readers[m.losers[0]]
		if r == nil {
			break
		}
		if n > 0 && sum.Compare(&r.row) == 0 {
			sum.Add(r.row.Results)
		} else {
			if n > 0 {
				if err := m.give(&sum); err != nil {
					return err
				}
			}
			sum = r.row
		}
		if !r.next() {
			if r.err != nil {
				return r.err
			}
			m.readers[m.losers[0]] = nil
		}
		m.replay()
	}
	if err := m.give(&sum); err != nil {
		return err
	}
	return m.flush()
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

// before reports whether the row of reader a stands before that of b. Readers without rows come last.
func (m *merger) before(a, b int) bool {
	r, s := m.readers[a], m.readers[b]
	switch {
	case r == nil:
		return false
	case s == nil:
		return true
	case r.row.Key.order != s.row.Key.order:
		return r.row.Key.order < s.row.Key.order
	}
	return r.row.Compare(&s.row) < 0
}

// give writes a row, or keeps it until its position has enough moves.
func (m *merger) give(r *Row) error {
	if m.least <= 1 {
		return m.write(r)
	}
	if len(m.pending) > 0 && m.pending[0].Key != r.Key {
		if err := m.flush(); err != nil {
			return err
		}
	}
	m.pending = append(m.pending, *r)
	m.moves += r.Games()
	return nil
}

// flush writes the rows of the position that are kept, or drops them.
func (m *merger) flush() error {
	if m.moves >= m.least {
		for i := range m.pending {
			if err := m.write(&m.pending[i]); err != nil {
				return err
			}
		}
	}
	m.pending, m.moves = m.pending[:0], 0
	return nil
}
