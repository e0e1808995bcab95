package syzygy

import (
	"cmp"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/shakki/chess/internal/fault"
)

// MaxPieces is the largest number of pieces, with the kings, of a position in a table.
const MaxPieces = 7

// Bounds on what Tables hold.
const (
	maxOpenFiles = 128       // files that are open at once because they are not mapped into memory
	maxLoaded    = 256 << 20 // bytes of files that are in memory because they can only be read in order
)

// Tables are endgame tables in files. Each file is opened when a probe first needs it. Any number
// of goroutines may probe at once. The zero Tables have no files, so every position with more than
// two pieces gives a [*MissingError].
//
// Where the system and the file system allow it, files are mapped into memory, and none stays open.
// Maps of Tables that are dropped without Close are removed by the garbage collector.
// Otherwise, at most 128 files are open, and a file that has no ReadAt method is loaded, up to 256
// MiB in all. Besides that, an open table takes at most 200 kilobytes.
type Tables struct {
	slots  []slot // a hash table: the slots from the hash of the material on, until an empty one
	pieces int

	mu     sync.Mutex // guards what follows, and opening
	limit  int        // the most files that are kept open
	open   []*entry   // the tables that are not mapped, at most limit
	loaded int64      // the bytes of loaded files
	closed bool
}

// A slot holds the tables of a material, or of the material with the colors exchanged.
type slot struct {
	material  material
	mirrored  bool // White in the position is Black in the table
	symmetric bool
	entries   *[nKinds]entry
}

// An entry is a table that may not be open yet.
type entry struct {
	sources []source // where the file is; the first good one counts
	kind    kind
	of      material
	table   atomic.Pointer[table]
	fault   error // why the table cannot be used; guarded by Tables.mu
}

// A source is a file in a file system.
type source struct {
	system fs.FS
	name   string
}

// path returns the path of the file, with the folder if that is known.
func (p source) path() string {
	if dir, ok := p.system.(folder); ok {
		return filepath.Join(string(dir), p.name)
	}
	return p.name
}

// Open returns the tables in the given folders, not in folders below them. If a table is in several
// folders, the first file counts that can be opened and has a valid header. The error is that of
// reading a folder, or that of an empty name; no file is opened yet.
func Open(dirs ...string) (*Tables, error) {
	systems := make([]fs.FS, len(dirs))
	for i, dir := range dirs {
		if dir == "" {
			return nil, fault.Sentinel("syzygy: the name of a folder is empty")
		}
		systems[i] = folder(dir)
	}
	return OpenFS(systems...)
}

// A folder is a folder of the operating system whose errors name the whole path.
type folder string

func (f folder) Open(name string) (fs.File, error) {
	return os.Open(filepath.Join(string(f), filepath.FromSlash(name)))
}

// OpenFS is like [Open] for the root folders of file systems.
func OpenFS(systems ...fs.FS) (*Tables, error) {
	found := make(map[material]*[nKinds]entry)
	t := &Tables{limit: maxOpenFiles}
	for _, system := range systems {
		if system == nil {
			return nil, fault.NoReader
		}
		files, err := fs.ReadDir(system, ".")
		if err != nil {
			return nil, fault.Errorf("syzygy: %w", err)
		}
		for _, file := range files {
			if !file.IsDir() {
				t.add(found, system, file.Name())
			}
		}
	}
	t.setSlots(found)
	return t, nil
}

// add adds a file to those that were found if its name is that of a table.
func (t *Tables) add(found map[material]*[nKinds]entry, system fs.FS, name string) {
	for k, extension := range extensions {
		m, ok := parseMaterial(strings.TrimSuffix(name, extension))
		if !ok || fileName(m, kind(k)) != name {
			continue
		}
		if found[m] == nil {
			found[m] = new([nKinds]entry)
		}
		e := &found[m][k]
		e.kind, e.of = kind(k), m
		e.sources = append(e.sources, source{system, name})
		t.pieces = max(t.pieces, m.pieces())
	}
}

// setSlots fills the hash table.
func (t *Tables) setSlots(found map[material]*[nKinds]entry) {
	n := 1
	for n < 4*len(found) {
		n *= 2
	}
	t.slots = make([]slot, n)
	for m, entries := range found {
		symmetric := m == m.mirrored()
		*t.find(m.mirrored()) = slot{material: m.mirrored(), mirrored: !symmetric, symmetric: symmetric, entries: entries}
		*t.find(m) = slot{material: m, symmetric: symmetric, entries: entries}
	}
}

// find returns the slot for m, or an empty one if there is none.
func (t *Tables) find(m material) *slot {
	if len(t.slots) == 0 {
		return new(slot)
	}
	for i := uint64(m) * 0x9e3779b97f4a7c15 >> 40; ; i++ { // the low bits depend on all of m
		s := &t.slots[i&uint64(len(t.slots)-1)]
		if s.material == m || s.entries == nil {
			return s
		}
	}
}

// MaxPieces returns the number of pieces, with the kings, of the largest table, or 0 if there is
// none. Tables with fewer pieces may be missing.
func (t *Tables) MaxPieces() int { return t.pieces }

// Close closes all files. No probe may be running. A later probe returns an error that matches
// [fs.ErrClosed].
func (t *Tables) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed, t.open, t.loaded = true, nil, 0
	var first error
	for e := range t.entries {
		if opened := e.table.Swap(nil); opened != nil {
			first = cmp.Or(first, opened.close())
		}
	}
	return first
}

// entries iterates over the entries of t.
func (t *Tables) entries(yield func(*entry) bool) {
	for _, s := range t.slots {
		for k := range nKinds {
			if s.entries != nil && !s.mirrored && !yield(&s.entries[k]) {
				return
			}
		}
	}
}

// acquire returns the table of an entry, which it opens if necessary. The caller must release it.
func (t *Tables) acquire(e *entry) (*table, error) {
	if opened := e.table.Load(); opened != nil && opened.acquire() {
		return opened, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if opened := e.table.Load(); opened != nil && opened.acquire() {
		return opened, nil
	}
	switch {
	case t.closed:
		return nil, fault.Errorf("syzygy: %s: %w", e.sources[0].path(), fs.ErrClosed)
	case e.fault != nil:
		return nil, e.fault
	}
	opened, err := t.openTable(e)
	if err != nil {
		return nil, err
	}
	opened.users.Store(2)
	e.table.Store(opened)
	return opened, nil
}

// acquire counts a user of t, so that the file stays open. It reports whether it was open.
func (t *table) acquire() bool {
	if t.data != nil {
		return true
	}
	t.used.Store(true)
	for n := t.users.Load(); n > 0; n = t.users.Load() {
		if t.users.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

// release ends what acquire began, and closes the file if nobody needs it any longer.
func (t *table) release() {
	if t.data == nil && t.users.Add(-1) == 0 {
		t.close()
	}
}

// openTable opens the first good file of an entry. The error is that of the first file.
func (t *Tables) openTable(e *entry) (*table, error) {
	var first error
	for _, at := range e.sources {
		opened, err := t.openFile(e, at)
		if err == nil {
			return opened, nil
		}
		first = cmp.Or(first, err)
	}
	if _, ok := first.(*FormatError); ok {
		e.fault = first
	}
	return nil, first
}

// openFile opens a file of an entry and reads its header.
func (t *Tables) openFile(e *entry, at source) (*table, error) {
	f, err := at.system.Open(at.name)
	if err != nil {
		return nil, fault.Errorf("syzygy: %w", err)
	}
	opened := &table{path: at.path(), kind: e.kind, material: e.of, symmetric: e.of == e.of.mirrored(), close: f.Close}
	if err = t.attach(opened, f); err == nil {
		err = opened.readHeader()
	}
	if err != nil {
		opened.close()
		return nil, err
	}
	if opened.data == nil {
		t.keepOpen(e)
	}
	return opened, nil
}

// attach makes the content of f that of the table: mapped, read at any offset, or loaded.
func (t *Tables) attach(opened *table, f fs.File) error {
	info, err := f.Stat()
	if err != nil {
		return fault.Errorf("syzygy: %w", err)
	}
	opened.size = info.Size()
	if file, ok := f.(*os.File); ok {
		if data, err := mapFile(file, opened.size); err == nil {
			dropped := runtime.AddCleanup(opened, func(data []byte) { unmap(data) }, data)
			opened.data, opened.close = data, func() error { dropped.Stop(); return unmap(data) }
			return f.Close()
		}
	}
	if reader, ok := f.(io.ReaderAt); ok {
		opened.reader = reader
		return nil
	}
	if opened.size > maxLoaded-t.loaded {
		return fault.Errorf("syzygy: %s: too large to be loaded from a file system without ReadAt", opened.path)
	}
	opened.data = make([]byte, opened.size)
	opened.close = func() error { return nil }
	n, err := io.ReadFull(f, opened.data)
	f.Close()
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return opened.fault(int64(n), "the file is shorter than its size")
	}
	if err == nil {
		t.loaded += opened.size
	}
	return err
}

// readHeader parses the header of the file.
func (t *table) readHeader() error {
	if t.data != nil {
		return t.parse(t.data[:min(len(t.data), maxHeader)])
	}
	data := make([]byte, min(t.size, maxHeader))
	if err := t.readAt(data, 0); err != nil {
		return err
	}
	return t.parse(data)
}

// keepOpen adds e to the tables whose files are open. If there are too many, it closes one that was
// not used since the last time it was looked at.
func (t *Tables) keepOpen(e *entry) {
	for len(t.open) >= t.limit {
		first := t.open[0]
		t.open = append(t.open[:0], t.open[1:]...)
		opened := first.table.Load()
		if opened.used.Swap(false) {
			t.open = append(t.open, first)
			continue
		}
		first.table.Store(nil)
		opened.release()
	}
	t.open = append(t.open, e)
}

// fileName returns the name of the file for a material.
func fileName(m material, k kind) string { return m.name() + extensions[k] }
