package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A state says what the temporary files of a count hold. It is written after each of them, so that
// a count can go on where it ended.
type state struct {
	Format int          `json:"format"`
	Inputs []inputState `json:"inputs"`
	Plies  int          `json:"plies"`
	Label  string       `json:"label"`

	File    int    `json:"file"`    // the number of the file that is being read
	Counted []span `json:"counted"` // its games that have been counted
	Runs    []int  `json:"runs"`    // the numbers of the temporary files
	Next    int    `json:"next"`    // the number of the next ones
	Stats
}

// A span is the games of a file from one offset to another.
type span struct {
	First int64 `json:"first"` // the offset of the first game
	Last  int64 `json:"last"`  // the offset of the last game, or -1 if there is none
}

// contains reports whether a game with the given offset is in one of the spans.
func contains(spans []span, offset int64) bool {
	return slices.ContainsFunc(spans, func(s span) bool { return s.First <= offset && offset <= s.Last })
}

// An inputState tells whether a file is still the same.
type inputState struct {
	Name     string    `json:"name"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

// inputs returns the states of files. Those that are not on this machine are known by their names
// alone.
func inputs(names []string) []inputState {
	var states []inputState
	for _, name := range names {
		i := inputState{Name: name}
		if info, err := os.Stat(name); err == nil {
			i.Size, i.Modified = info.Size(), info.ModTime().UTC()
		}
		states = append(states, i)
	}
	return states
}

const (
	stateName = "state.json"
	runParts  = 16 // files of a run, each with a range of keys
)

// mostRuns returns how many runs are merged at once. Each takes a buffer for each worker.
func (c *counter) mostRuns() int {
	return int(min(max(c.Memory/2/int64(c.Workers)/(readAhead*pageSize), 8), 256))
}

// runName returns the name of a file of a run.
func runName(number, part int) string { return fmt.Sprintf("run-%06d-%02d", number, part) }

// resume reads the state of a count from the table's folder, or begins one.
func (c *counter) resume(table string) error {
	c.folder = filepath.Join(table, "counting")
	fresh := state{Format: 3, Inputs: inputs(c.files), Plies: c.Plies, Label: c.Label.String()}
	name := filepath.Join(c.folder, stateName)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if err := mustBeFree(table); err != nil {
			return err
		}
		if err := os.MkdirAll(c.folder, 0o777); err != nil {
			return err
		}
		c.state = fresh
		return errors.Join(c.clean(), c.save())
	}
	if err != nil {
		return err
	}
	s := &c.state
	if err := json.Unmarshal(text, s); err != nil {
		return fmt.Errorf("%s: %w (remove %s to count again)", name, err, c.folder)
	}
	if len(s.Runs) == 0 {
		c.state = fresh
	} else if s.Format != fresh.Format || s.Plies != fresh.Plies || s.Label != fresh.Label || !slices.Equal(s.Inputs, fresh.Inputs) {
		return fmt.Errorf("%s holds the beginning of a count with other files or options: remove it to start again", c.folder)
	}
	return errors.Join(removeTable(table), c.clean())
}

// removeTable removes the files of a table, of which not all may have been written.
func removeTable(folder string) error {
	names, err := filepath.Glob(filepath.Join(escape(folder), "?????-of-?????.rows*"))
	for _, name := range names {
		err = errors.Join(err, os.Remove(name))
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
	for _, run := range c.state.Runs {
		for part := range runParts {
			known[runName(run, part)] = true
		}
	}
	for _, e := range entries {
		if name := e.Name(); !known[name] {
			if err := os.Remove(filepath.Join(c.folder, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// save writes the state.
func (c *counter) save() error {
	text, err := json.MarshalIndent(c.state, "", "\t")
	if err != nil {
		return err
	}
	name := filepath.Join(c.folder, stateName)
	if err := os.WriteFile(name+unfinished, append(text, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(name+unfinished, name)
}

// newRun creates temporary files and adds them to the state in place of the first of them, which it
// removes. The rows come from write.
func (c *counter) newRun(ctx context.Context, replaced int, write func(*Writer) error) error {
	h := Header{Shards: runParts, Plies: c.Plies, Label: c.Label.String()}
	var sizes [runParts]int64
	err := parallel(ctx, c.Workers, runParts, func(i int) error {
		part, path := h, filepath.Join(c.folder, runName(c.state.Next, i))
		part.Shard = i
		if err := createFile(path, part, write); err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err == nil {
			sizes[i] = info.Size()
		}
		return err
	})
	if err != nil {
		c.clean() // to free the disk
		return err
	}
	old := c.state.Runs[:replaced]
	c.state.Runs = append(slices.Clone(c.state.Runs[replaced:]), c.state.Next)
	c.state.Next++
	for _, size := range sizes {
		c.state.Temporary += size
	}
	if err := c.save(); err != nil {
		return err
	}
	for _, run := range old {
		for part := range runParts {
			os.Remove(filepath.Join(c.folder, runName(run, part)))
		}
	}
	return nil
}

// writeBatch writes the rows in memory that belong to the file of w.
func (c *counter) writeBatch(w *Writer) error {
	s, ok := c.sorters.Get().(*sorter)
	if !ok {
		s = new(sorter)
	}
	defer c.sorters.Put(s)
	s.labels = c.labels.list()
	out := output{Writer: w}
	first, last := w.header.bounds()
	for i := bucket(first); i <= bucket(last); i++ {
		for rows := s.sort(c.batch, i); len(rows) > 0; {
			n := 1
			for n < len(rows) && rows[n].same(&rows[0]) {
				n++
			}
			group := rows[:n]
			rows = rows[n:]
			if order := group[0].key.order; order < first || order > last {
				continue
			}
			if err := out.addGroup(group, s.labels); err != nil {
				return err
			}
		}
	}
	return out.flushPending()
}

// addGroup adds rows with the same position, label, and move.
func (o *output) addGroup(group []countedRow, labels []string) error {
	first := &group[0]
	if len(group) == 1 && first.isSingle() && o.keepsAll() {
		return o.writeSingle(first, labels[first.label])
	}
	row := Row{Key: first.key, Label: labels[first.label], Move: first.move}
	for i := range group {
		row.Add(group[i].sum())
	}
	return o.add(&row)
}

// finish writes the table from what is in memory, or merges the temporary files.
func (c *counter) finish(ctx context.Context, folder string) (Stats, error) {
	h := Header{Shards: c.Shards, Plies: c.Plies, Least: c.Least, Label: c.Label.String()}
	c.collect()
	if len(c.state.Runs) == 0 && c.Shards <= buckets {
		if err := createTable(ctx, folder, h, c.Workers, c.writeBatch); err != nil {
			return c.state.Stats, err
		}
		return c.finished(folder)
	}
	if len(c.batch.blocks) > 0 {
		if err := c.writeRun(ctx); err != nil {
			return c.state.Stats, err
		}
	}
	c.batch, c.fillers = nil, nil
	runtime.GC() // so that merging can have the memory
	for most := c.mostRuns(); len(c.state.Runs) > most; {
		n := min(most, len(c.state.Runs)-most+1)
		err := c.withRuns(c.state.Runs[:n], func(inputs []*tableFile) error {
			return c.newRun(ctx, n, func(w *Writer) error { return merge(ctx, w, inputs) })
		})
		if err != nil {
			return c.state.Stats, err
		}
	}
	err := c.withRuns(c.state.Runs, func(inputs []*tableFile) error {
		return writeTable(ctx, folder, h, inputs, c.Workers)
	})
	if err != nil {
		return c.state.Stats, err
	}
	return c.finished(folder)
}

// finished removes the temporary files.
func (c *counter) finished(folder string) (Stats, error) {
	t, err := Open(folder)
	if err != nil {
		return c.state.Stats, err
	}
	c.state.Rows = t.Rows()
	// Without its state, the folder is no longer that of a count that can go on.
	return c.state.Stats, errors.Join(t.Close(), os.Remove(filepath.Join(c.folder, stateName)), os.RemoveAll(c.folder))
}

// withRuns opens temporary files.
func (c *counter) withRuns(runs []int, use func([]*tableFile) error) error {
	var t Table
	defer t.Close()
	for _, run := range runs {
		for part := range runParts {
			if err := t.open(filepath.Join(c.folder, runName(run, part))); err != nil {
				return fmt.Errorf("%w (remove %s to count again)", err, c.folder)
			}
		}
	}
	return use(t.files)
}

// labels numbers the labels of games. It is for use by several goroutines.
type labels struct {
	mutex   sync.RWMutex
	numbers map[string]uint16
	names   []string
}

// label returns the number of the label of a game with the given tags.
func (c *counter) label(tags map[string]string) (uint16, error) {
	text := ""
	if c.Label.text != "" {
		text = c.Label.Of(func(name string) string { return tags[name] })
	}
	return c.labels.number(text)
}

// number returns the number of a label.
func (l *labels) number(text string) (uint16, error) {
	l.mutex.RLock()
	n, ok := l.numbers[text]
	l.mutex.RUnlock()
	if ok {
		return n, nil
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if n, ok := l.numbers[text]; ok {
		return n, nil
	}
	if l.numbers == nil {
		l.numbers = make(map[string]uint16)
	}
	const most = 1 << 16
	if len(l.names) == most {
		return 0, fmt.Errorf("explore: more than %d different labels", most)
	}
	n = uint16(len(l.names))
	l.numbers[text] = n
	l.names = append(l.names, text)
	return n, nil
}

// list returns the labels by their numbers.
func (l *labels) list() []string {
	l.mutex.RLock()
	defer l.mutex.RUnlock()
	return l.names[:len(l.names):len(l.names)]
}
