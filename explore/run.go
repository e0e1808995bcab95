package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// A state says what the temporary files of a count hold. It is written after each of them, so that a
// count can go on where it ended.
type state struct {
	Format int          `json:"format"`
	Inputs []inputState `json:"inputs"`
	Plies  int          `json:"plies"`
	Label  string       `json:"label"`

	File   int      `json:"file"`   // the number of the file that is being read
	Offset int64    `json:"offset"` // of the last game in it that has been counted
	Runs   []string `json:"runs"`   // the temporary files
	Number int      `json:"number"` // of the next temporary file
	Stats
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

// with returns s with other temporary files.
func (s state) with(runs []string, number int) state {
	s.Runs, s.Number = runs, number
	return s
}

const (
	stateName = "state.json"
	mostRuns  = 256 // that are merged at once
)

// resume reads the state of a count in the folder, or begins one.
func (c *counter) resume(folder string) error {
	c.folder = folder
	fresh := state{Format: 2, Inputs: inputs(c.files), Plies: c.Plies, Label: c.Label.String(), Offset: -1}
	text, err := os.ReadFile(filepath.Join(folder, stateName))
	switch {
	case errors.Is(err, os.ErrNotExist):
		c.state = fresh
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &c.state); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(folder, stateName), err)
		}
		s := &c.state
		if s.Format != fresh.Format || s.Plies != fresh.Plies || s.Label != fresh.Label || !slices.Equal(s.Inputs, fresh.Inputs) {
			return fmt.Errorf("%s holds the beginning of a count with other files or options: remove it to start again", folder)
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return c.clean()
}

// clean removes the temporary files that the state does not know.
func (c *counter) clean() error {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if name := e.Name(); name != stateName && !slices.Contains(c.state.Runs, name) {
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

// newRun creates a temporary file and adds it to the state without those that it replaces. The rest
// of the state becomes that of next.
func (c *counter) newRun(next state, replaced int, write func(*Writer) error) error {
	name := fmt.Sprintf("run-%06d", c.state.Number)
	path := filepath.Join(c.folder, name)
	h := Header{Shards: 1, Plies: c.Plies, Label: c.Label.String()}
	if err := createFile(path, h, write); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil {
		next.Temporary = c.state.Temporary + info.Size()
	}
	old := c.state.Runs[:replaced]
	runs := append(slices.Clone(c.state.Runs[replaced:]), name)
	c.state = next.with(runs, c.state.Number+1)
	if err := c.save(); err != nil {
		return err
	}
	for _, name := range old {
		os.Remove(filepath.Join(c.folder, name))
	}
	return nil
}

// writeRun sorts a batch and writes it to a temporary file.
func (c *counter) writeRun(b batch) error {
	if len(c.spare) < len(b.rows) {
		c.spare = make([]countedRow, len(b.rows))
	}
	labels := c.labels.list()
	sortRows(b.rows, c.spare[:len(b.rows)], labels)
	return c.newRun(b.state, 0, func(w *Writer) error {
		var row Row
		for i := 0; i < len(b.rows); {
			first := &b.rows[i]
			row = Row{Key: first.key, Label: labels[first.label], Move: first.move}
			for ; i < len(b.rows) && b.rows[i].same(first); i++ {
				n := &b.rows[i].results
				row.Add(Results{Unfinished: uint64(n[0]), White: uint64(n[1]), Black: uint64(n[2]), Draws: uint64(n[3])})
			}
			if err := w.write(&row); err != nil {
				return err
			}
		}
		return nil
	})
}

// finish merges the temporary files into the table.
func (c *counter) finish(ctx context.Context, folder string) (Stats, error) {
	h := Header{Shards: c.Shards, Plies: c.Plies, Least: c.Least, Label: c.Label.String()}
	for len(c.state.Runs) > mostRuns {
		err := c.withRuns(c.state.Runs[:mostRuns], func(inputs []*tableFile) error {
			return c.newRun(c.state, mostRuns, func(w *Writer) error {
				return mergeInto(ctx, w, Header{Shards: 1}, inputs)
			})
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
	t, err := Open(folder)
	if err != nil {
		return c.state.Stats, err
	}
	c.state.Rows = t.Rows()
	return c.state.Stats, errors.Join(t.Close(), os.RemoveAll(c.folder))
}

// withRuns opens temporary files.
func (c *counter) withRuns(names []string, use func([]*tableFile) error) error {
	var t Table
	defer t.Close()
	for _, name := range names {
		if err := t.open(filepath.Join(c.folder, name)); err != nil {
			return fmt.Errorf("%w (remove %s to count again)", err, c.folder)
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
