package explore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/safefile"
)

// A state says what the temporary files of a count hold. It is written after each of them, so that
// a count can go on where it ended.
type state struct {
	Format  int          `json:"format"`
	Plies   int          `json:"plies"`
	Label   string       `json:"label"`
	Inputs  []inputState `json:"inputs"`  // the files that have been read, and the one that is being read
	Counted int64        `json:"counted"` // the offset of its last game that has been counted, or -1
	Runs    []run        `json:"runs"`
	Stats
}

// A run is a table with a part of the rows, in a folder of its own.
type run struct {
	Number int    `json:"number"`
	Rows   int64  `json:"rows"`
	Sum    uint64 `json:"sum"` // as in [Header]
}

// total returns the sums of the rows in runs, and how many there are.
func total(runs []run) (all run) {
	for _, r := range runs {
		all.Sum += r.Sum
		all.Rows += r.Rows
	}
	return all
}

// isRegular reports whether name is that of a regular file, which can be read again.
func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && name != "-"
}

// check returns an error if the count with the state cannot go on with the files and options of c.
// Files not yet started may be replaced.
func (c *counter) check() error {
	s := &c.state
	switch {
	case s.Format != stateFormat:
		return fault.Sentinel("the count was started by another version")
	case s.Plies != c.Plies || s.Label != c.Label.String() || len(s.Inputs) > len(c.files):
		return fault.Sentinel("the count was started with other files or options")
	}
	for i, was := range s.Inputs {
		name := c.files[i]
		switch {
		case name != was.Name:
			return fault.Errorf("the count was started with other files: %s instead of %s", was.Name, name)
		case !isRegular(name):
			return fault.Errorf("the count has read %s, which cannot be compared because it is not a regular file", name)
		}
		if err := c.compare(was); err != nil {
			return err
		}
	}
	return nil
}

// compare returns an error unless a file begins with the text that has been read.
func (c *counter) compare(was inputState) error {
	file, err := c.Open(was.Name)
	if err != nil {
		return err
	}
	defer file.Close()
	r := &sumReader{Reader: file, read: inputState{Name: was.Name}}
	io.CopyN(io.Discard, r, was.Size) // after an error, the size differs
	if was.Ended {
		r.Read(make([]byte, 1))
	}
	if r.read.Ended = r.read.Ended && was.Ended; r.read != was {
		return fault.Errorf("%s has changed since the count read it", was.Name)
	}
	return nil
}

// An inputState says what has been read of a file. It tells whether the file is still the same.
type inputState struct {
	Name  string `json:"name"`
	Size  int64  `json:"size"`  // of the text in bytes
	Sum   uint32 `json:"sum"`   // its CRC-32C
	Ended bool   `json:"ended"` // there is no more text
}

// A sumReader notes what it reads.
type sumReader struct {
	io.Reader

	mutex sync.Mutex // guards read
	read  inputState
}

// Read reads from the underlying reader.
func (r *sumReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.read.Size += int64(n)
	r.read.Sum = crc32.Update(r.read.Sum, castagnoli, b[:n])
	r.read.Ended = err == io.EOF
	return n, err
}

// state returns what has been read.
func (r *sumReader) state() inputState {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.read
}

const (
	stateName   = "state.json"
	stateFormat = 8
	runParts    = 16 // files of a run, each with a range of keys
)

// nextRuns returns the runs to merge next: all of them, if they are few enough. Each takes a
// buffer for each worker.
func (c *counter) nextRuns(runs []run) []run {
	most := int(min(max(c.Memory/2/int64(c.Workers)/readAhead, 8), 256))
	if len(runs) > most {
		return runs[:min(most, len(runs)-most+1)]
	}
	return runs
}

// runName returns the name of the folder of a run.
func runName(number int) string { return fmt.Sprintf("run-%06d", number) }

// resume reads the state of a count from the table's folder, or begins one.
func (c *counter) resume(table string) error {
	c.folder = filepath.Join(table, "counting")
	fresh := state{Format: stateFormat, Plies: c.Plies, Label: c.Label.String(), Counted: -1}
	name := filepath.Join(c.folder, stateName)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if err := mustBeFree(table); err != nil {
			return err
		}
		if err := makeFolder(c.folder); err != nil {
			return err
		}
		c.state = fresh
		return fault.Join(c.clean(), c.save())
	}
	if err != nil {
		return err
	}
	if err := c.state.parse(text); err != nil {
		return fault.Errorf("%s: %w (remove %s to count again)", name, err, c.folder)
	}
	if len(c.state.Runs) == 0 {
		c.state = fresh
	} else if err := c.check(); err != nil {
		return fault.Errorf("%s: %w: remove the folder to count again", c.folder, err)
	}
	return fault.Join(removeTable(table), c.clean())
}

// makeFolder creates a folder.
func makeFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return safefile.SyncFolder(filepath.Dir(folder))
}

// removeTable removes the files of a table, some of which may not have been written.
func removeTable(folder string) error {
	names, err := tableFiles(folder)
	for _, name := range names {
		err = fault.Join(err, os.Remove(name))
	}
	return err
}

// clean removes the temporary files that the state does not know.
func (c *counter) clean() error {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return err
	}
	known := map[string]bool{stateName: true}
	for _, r := range c.state.Runs {
		known[runName(r.Number)] = true
	}
	for _, e := range entries {
		if !known[e.Name()] {
			err = fault.Join(err, os.RemoveAll(filepath.Join(c.folder, e.Name())))
		}
	}
	return err
}

// save writes the state.
func (c *counter) save() error {
	text, err := json.Marshal(c.state)
	if err != nil {
		return err
	}
	text = fmt.Appendf(nil, stateSum, text, crc32.Checksum(text, castagnoli))
	return safefile.Replace(filepath.Join(c.folder, stateName), 0o666, text)
}

// stateSum is the form of the file of a state: its text, and a line with the checksum.
const stateSum = "%s\n%08x\n"

// parse reads a state from the text of its file.
func (s *state) parse(text []byte) error {
	object, _, _ := bytes.Cut(text, []byte("\n"))
	if string(text) != fmt.Sprintf(stateSum, object, crc32.Checksum(object, castagnoli)) {
		return errDamaged
	}
	return json.Unmarshal(object, s)
}

// runHeader returns the header of a run.
func (c *counter) runHeader(r run) Header {
	return Header{Shards: runParts, Plies: c.Plies, Label: c.Label.String(), Sum: r.Sum}
}

// newRun creates a run whose rows have the given sum, and adds it to the state in place of the first of them,
// which it removes. The rows come from write.
func (c *counter) newRun(ctx context.Context, sum uint64, replaced int, write func(*Writer) error) error {
	created := run{Sum: sum}
	if n := len(c.state.Runs); n > 0 {
		created.Number = c.state.Runs[n-1].Number + 1
	}
	folder := filepath.Join(c.folder, runName(created.Number))
	err := makeFolder(folder)
	var size int64
	if err == nil {
		created.Rows, size, err = c.createFiles(ctx, folder, c.runHeader(created), write)
	}
	if err != nil {
		return err
	}
	c.state.Runs = append(slices.Clone(c.state.Runs[replaced:]), created)
	c.state.Temporary += size
	if err := c.save(); err != nil {
		return err
	}
	c.clean() // of the runs that were replaced
	return nil
}

// writeBatch writes the rows in memory that belong to the file of w.
func (c *counter) writeBatch(w *Writer) error {
	s, ok := c.sorters.Get().(*sorter)
	if !ok {
		s = new(sorter)
	}
	defer c.sorters.Put(s)
	s.labels = c.names
	add := w.add
	if w.header.Least <= 1 {
		add = w.write // each row comes once and is kept
	}
	var row Row
	first, last := w.header.bounds()
	for i := bucket(first); i <= bucket(last); i++ {
		rows := s.sort(c.batch, i)
		for n := 0; n < len(rows); {
			head := &rows[n]
			row = Row{Key: head.key, Label: s.labels[head.label], Move: head.move}
			for ; n < len(rows) && rows[n].same(head); n++ {
				row.Add(rows[n].sum())
			}
			if order := head.key.order; order < first || order > last {
				continue
			}
			if err := add(&row); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeTable writes the table from what is in memory, or merges the temporary files.
func (c *counter) writeTable(ctx context.Context, folder string) (err error) {
	h := Header{Shards: c.Shards, Plies: c.Plies, Least: c.Least, Label: c.Label.String()}
	h.Sum = total(c.state.Runs).Sum + c.batch.sum
	c.batch.flush()
	if len(c.state.Runs) == 0 && c.Shards <= buckets {
		c.state.Rows, _, err = c.createFiles(ctx, folder, h, c.writeBatch)
		return err
	}
	if len(c.batch.blocks) > 0 {
		if err := c.writeRun(ctx); err != nil {
			return err
		}
	}
	c.batch = nil
	runtime.GC() // so that merging can have the memory
	c.state.Merged, c.state.ToMerge = 0, total(c.state.Runs).Rows
	for runs := c.nextRuns(c.state.Runs); len(runs) < len(c.state.Runs); runs = c.nextRuns(c.state.Runs) {
		merged := total(runs)
		c.state.ToMerge += merged.Rows // and then again
		err := c.withRuns(runs, func(tables []*Table) error {
			return c.newRun(ctx, merged.Sum, len(runs), func(w *Writer) error { return c.merge(ctx, w, tables) })
		})
		if err != nil {
			return err
		}
		c.state.ToMerge = c.state.Merged + total(c.state.Runs).Rows // which may be fewer, as equal rows are one now
	}
	return c.withRuns(c.state.Runs, func(tables []*Table) (err error) {
		c.state.Rows, _, err = c.createFiles(ctx, folder, h, func(w *Writer) error { return c.merge(ctx, w, tables) })
		return err
	})
}

// finish removes the temporary files when the table is on the disk. Without its state, the folder is no
// longer that of a count that can go on.
func (c *counter) finish() error {
	return fault.Join(os.Remove(filepath.Join(c.folder, stateName)), os.RemoveAll(c.folder))
}

// withRuns opens runs.
func (c *counter) withRuns(runs []run, use func([]*Table) error) error {
	var tables []*Table
	for _, r := range runs {
		folder := filepath.Join(c.folder, runName(r.Number))
		t, err := Open(folder)
		if err == nil {
			defer t.Close()
			tables = append(tables, t)
			if t.Header() != c.runHeader(r) {
				err = fault.Errorf("%s: it belongs to another count", folder)
			}
		}
		if err != nil {
			return fault.Errorf("%w (remove %s to count again)", err, c.folder)
		}
	}
	return use(tables)
}

// label numbers a label.
func (c *counter) label(text string) (uint16, error) {
	if n, ok := c.labels[text]; ok {
		return n, nil
	}
	const most = 1 << 16
	if len(c.names) == most {
		return 0, fault.Errorf("explore: more than %d different labels", most)
	}
	n := uint16(len(c.names))
	c.labels[text] = n
	c.names = append(c.names, text)
	return n, nil
}
