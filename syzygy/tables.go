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

	"github.com/shakki/chess"
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
	found  [nKinds]map[material]*table // by the material of a position, whichever side is stronger
	all    []*table
	pieces int

	mu     sync.RWMutex // guards what follows; held for reading while an open file is read
	limit  int          // the most files that are kept open
	files  []*table     // those with open files, the longest open first
	loaded int64        // the bytes of loaded files
	closed bool
}

// A source is a file in a file system.
type source struct {
	system fs.FS
	name   string
	path   string // with the folder if that is known
}

// Open returns the tables in the given folders, not in folders below them. If a table is in several
// folders, the first one that can be opened and has a valid header is used. The error is that of
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
	t := &Tables{found: [nKinds]map[material]*table{{}, {}}, limit: maxOpenFiles}
	for _, system := range systems {
		if system == nil {
			return nil, fault.NoReader
		}
		files, err := fs.ReadDir(system, ".")
		if err != nil {
			return nil, fault.Errorf("syzygy: %w", err)
		}
		dir, _ := system.(folder)
		for _, file := range files {
			if !file.IsDir() {
				t.add(source{system, file.Name(), filepath.Join(string(dir), file.Name())})
			}
		}
	}
	return t, nil
}

// add adds a file if its name is that of a table.
func (t *Tables) add(file source) {
	for k, extension := range extensions {
		m, ok := parseMaterial(strings.TrimSuffix(file.name, extension))
		if !ok || fileName(m, kind(k)) != file.name {
			continue
		}
		e := t.found[k][m]
		if e == nil {
			e = &table{in: t, kind: kind(k), material: m, symmetric: m == m.mirrored()}
			t.found[k][m], t.found[k][m.mirrored()] = e, e
			t.all = append(t.all, e)
		}
		e.sources = append(e.sources, file)
		t.pieces = max(t.pieces, m.pieces())
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
	t.closed = true
	var first error
	for _, e := range t.all {
		if e.isOpen.Swap(false) {
			first = cmp.Or(first, e.close())
		}
	}
	return first
}

// table returns the table of a material, which it opens if necessary.
func (t *Tables) table(m material, k kind) (*table, error) {
	e := t.found[k][m]
	if e == nil {
		return nil, &MissingError{File: fileName(m, k)}
	}
	if e.isOpen.Load() {
		return e, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case e.isOpen.Load():
		return e, nil
	case t.closed:
		return nil, fault.Errorf("syzygy: %s: %w", e.sources[0].path, fs.ErrClosed)
	case e.damage != nil:
		return nil, e.damage
	}
	return e, t.open(e)
}

// open opens the first good file of a table. The error is that of the first file.
func (t *Tables) open(e *table) error {
	var first error
	for _, e.source = range e.sources {
		err := t.openFile(e)
		if err == nil {
			e.isOpen.Store(true)
			return nil
		}
		first = cmp.Or(first, err)
	}
	if _, ok := first.(*FormatError); ok {
		e.damage = first
	}
	return first
}

// openFile opens the file of a table and reads its header.
func (t *Tables) openFile(e *table) error {
	f, err := e.system.Open(e.name)
	if err != nil {
		return fault.Errorf("syzygy: %w", err)
	}
	e.data, e.close = nil, f.Close
	header, err := t.attach(e, f)
	if err == nil {
		err = e.parse(header)
	}
	if err != nil {
		_ = e.close() // the first error counts
		return err
	}
	if e.data == nil {
		t.keepOpen(e, f)
	}
	return nil
}

// attach makes the content of f that of the table: mapped, read at any offset, or loaded. It returns
// the beginning of the content.
func (t *Tables) attach(e *table, f fs.File) (header []byte, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fault.Errorf("syzygy: %w", err)
	}
	e.size = info.Size()
	if file, ok := f.(*os.File); ok {
		if data, err := mapFile(file, info.Size()); err == nil {
			dropped := runtime.AddCleanup(t, func(data []byte) { unmap(data) }, data)
			e.data, e.close = data, func() error { dropped.Stop(); return unmap(data) }
			return data[:min(len(data), maxHeader)], f.Close()
		}
	}
	if reader, ok := f.(io.ReaderAt); ok {
		header = make([]byte, min(e.size, maxHeader))
		return header, e.readFrom(reader, header, 0)
	}
	if e.size > maxLoaded-t.loaded {
		return nil, fault.Errorf("syzygy: %s: too large to be loaded from a file system without ReadAt", e.path)
	}
	e.data = make([]byte, e.size)
	e.close = func() error { return nil }
	n, err := io.ReadFull(f, e.data)
	f.Close()
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil, e.fault(int64(n), "the file is shorter than its size")
	}
	if err == nil {
		t.loaded += e.size
	}
	return e.data[:min(n, maxHeader)], err
}

// keepOpen keeps f as the open file of a table. If there are too many, it closes the one that has been
// open for the longest time.
func (t *Tables) keepOpen(e *table, f fs.File) {
	if len(t.files) >= t.limit {
		first := t.files[0]
		first.close()
		t.files, first.file = t.files[1:], nil
		first.close = func() error { return nil }
	}
	t.files = append(t.files, e)
	e.file, e.close = f, f.Close
}

// reopen opens the file of a table again, unless another goroutine has done so.
func (t *Tables) reopen(e *table) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.file != nil {
		return nil
	}
	f, err := e.system.Open(e.name)
	if err != nil {
		return fault.Errorf("syzygy: %w", err)
	}
	t.keepOpen(e, f)
	return nil
}

// A material counts the pieces of a position without the kings, four bits for each kind: White's
// pawns in bits 0 to 3, then knights, bishops, rooks, and queens, and Black's from bit 20 on.
type material uint64

const halfBits = 20 // the bits of one color

// units holds the material of one piece of each kind. A king counts as 0.
var units = func() (units [16]material) {
	for kind := chess.Pawn; kind < chess.King; kind++ {
		for c := range chess.Color(2) {
			units[kind.Of(c)] = 1 << (4*uint(kind-chess.Pawn) + halfBits*uint(c))
		}
	}
	return units
}()

// materialOf returns the material of p, which must have at most MaxPieces pieces.
func materialOf(p *chess.Position) (m material) {
	for b := p.Occupied() &^ p.ByType(chess.King); b != 0; b &= b - 1 {
		m += units[p.PieceAt(b.First())&15]
	}
	return m
}

// mirrored returns m with the colors exchanged.
func (m material) mirrored() material { return m>>halfBits | m&(1<<halfBits-1)<<halfBits }

// count returns the number of pieces of the given kind, except kings.
func (m material) count(p chess.Piece) int {
	if p.Type() == chess.King {
		return 1
	}
	return int(m / units[p] & 15)
}

// pawns returns the numbers of White's and Black's pawns.
func (m material) pawns() (white, black int) {
	return m.count(chess.WhitePawn), m.count(chess.BlackPawn)
}

// pieces returns the number of all pieces with the kings.
func (m material) pieces() int {
	n := 2
	for ; m != 0; m >>= 4 {
		n += int(m & 15)
	}
	return n
}

// name returns the name of the table for m, the stronger side first: "KQvKR". The stronger side has
// more pieces, or as many with a stronger first difference.
func (m material) name() string {
	white, black := m.side(chess.White), m.side(chess.Black)
	if cmp.Or(cmp.Compare(len(black), len(white)), cmp.Compare(m>>halfBits, m&(1<<halfBits-1))) > 0 {
		white, black = black, white
	}
	return white + "v" + black
}

// side returns the pieces of one color, such as "KQR".
func (m material) side(c chess.Color) string {
	text := ""
	for t := chess.King; t >= chess.Pawn; t-- {
		text += strings.Repeat(t.Of(chess.White).String(), m.count(t.Of(c)))
	}
	return text
}

// parseMaterial returns the material that the name of a table such as "KQvKR" means. White is the
// side named first.
func parseMaterial(name string) (m material, ok bool) {
	white, black, _ := strings.Cut(name, "v")
	if len(white)+len(black) > MaxPieces {
		return 0, false
	}
	for c, side := range [...]string{white, black} {
		for _, letter := range []byte(side) {
			m += units[chess.PieceType(1+strings.IndexByte("PNBRQK", letter)).Of(chess.Color(c))]
		}
	}
	return m, m != 0 && name == m.side(chess.White)+"v"+m.side(chess.Black)
}

// fileName returns the name of the file for a material.
func fileName(m material, k kind) string { return m.name() + extensions[k] }
