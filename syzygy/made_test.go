package syzygy

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/shakki/chess"
)

// made holds the tables with three pieces, made from what the solver finds.
var made = sync.OnceValues(makeTables)

// madeCursed holds the same tables for a rule of six moves, under which many wins are cursed.
var madeCursed = sync.OnceValues(func() (fstest.MapFS, solutions) {
	defer func(plies int) { fiftyMoves = plies }(fiftyMoves)
	fiftyMoves = 12
	return makeTables()
})

func makeTables() (fstest.MapFS, solutions) {
	all, files := make(solutions), make(fstest.MapFS)
	all.solve("KPvK") // and, with it, what a pawn can promote to
	white := func(k chess.PieceType) chess.Piece { return k.Of(chess.White) }
	king, bare := white(chess.King), chess.King.Of(chess.Black)
	for name, e := range all {
		x := e.pieces[2]
		a := tableMaker{e: e, orders: [2]numbered{{pieces: []chess.Piece{bare, x, king}}, {pieces: []chess.Piece{king, bare, x}}}}
		switch name {
		case "KQvK": // one side to move, in moves
		case "KRvK":
			a.distances, a.dtzSide = mappedValues|winInPlies, chess.White
		case "KPvK":
			a.orders = [2]numbered{{pieces: []chess.Piece{x, bare, king}, order: [2]int{1, -1}}, {pieces: []chess.Piece{x, king, bare}, order: [2]int{2, -1}}}
			a.distances, a.dtzSide = mappedValues|wideLists|lossInPlies, chess.Black
		}
		if fiftyMoves < 100 {
			a.distances |= winInPlies | lossInPlies // the ply decides between a win and a cursed win
		}
		for k, extension := range extensions {
			files[name+extension] = &fstest.MapFile{Data: a.make(kind(k))}
		}
	}
	return files, all
}

// A tableMaker makes the tables of an endgame.
type tableMaker struct {
	e         *solved
	orders    [2]numbered               // by the side to move
	dtzSide   chess.Color               // the side to move for which the table of distances has values
	distances byte                      // the flags of that table
	wrong     func(value uint16) uint16 // changes the values, if not nil
}

// make returns the bytes of a table.
func (a *tableMaker) make(k kind) []byte {
	code := encoding{magic: magics[k], flags: byte(len(a.e.pieces)<<4 | splitFlag), blockBits: 5, span: 6}
	files, sides := 1, []chess.Color{chess.White, chess.Black}
	if a.e.pieces[len(a.e.pieces)-1].Type() == chess.Pawn {
		files = 4
		code.flags |= pawnsFlag
	}
	if k == dtzTable {
		sides = []chess.Color{a.dtzSide}
		code.blockBits, code.span = 8, 11
	}
	var parts [2][4]encodedPart
	for _, side := range sides {
		parts[side] = a.parts(k, side)
	}
	for file := range files {
		orders, pieces := byte(0), make([]byte, len(a.e.pieces))
		for i, side := range sides {
			orders |= byte(a.orders[side].order[0]) << (4 * i)
			for j, p := range a.orders[side].pieces {
				pieces[j] |= (byte(p.Type()) | byte(p.Color())<<3) << (4 * i)
			}
		}
		code.pieces = append(append(code.pieces, orders), pieces...)
		for _, side := range sides {
			code.parts = append(code.parts, parts[side][file])
		}
	}
	return code.encode()
}

// parts returns the values for a side to move, by the file of the leading pawn.
func (a *tableMaker) parts(k kind, side chess.Color) (parts [4]encodedPart) {
	const unknown = 0xffff
	for s, v := range a.e.values {
		if a.e.turn(state(s)) != side || v == illegal || !a.e.isCanonical(state(s)) {
			continue
		}
		index, size, file := a.orders[side].number(a.squares(state(s), a.orders[side].pieces))
		part := &parts[file]
		if part.values == nil {
			part.values = make([]uint16, size)
			for i := range part.values {
				part.values[i] = unknown
			}
		}
		value := a.wdl(state(s))
		if a.wrong != nil {
			value = a.wrong(value)
		}
		if k == dtzTable {
			if v == stalemate || v == 0 {
				continue
			}
			value = a.distance(v)
		}
		if known := part.values[index]; known != unknown && known != value {
			panic("two positions with different values have the same number")
		}
		part.values[index] = value
	}
	for file := range parts {
		part, last := &parts[file], uint16(0)
		for i, v := range part.values {
			if v == unknown {
				part.values[i] = last
			}
			last = part.values[i]
		}
		if k == dtzTable {
			part.flags = a.distances | byte(side)
			a.list(part)
		}
	}
	return parts
}

// squares returns the squares of the pieces in the order of a table. All pieces differ.
func (a *tableMaker) squares(s state, order []chess.Piece) (squares []int) {
	for _, p := range order {
		for i, q := range a.e.pieces {
			if p == q {
				squares = append(squares, int(a.e.square(s, i)))
			}
		}
	}
	return squares
}

// wdl returns the value of s in a table of wins and draws. If a capture draws, that is a loss,
// because tables may have any value that is too low where a capture is best.
func (a *tableMaker) wdl(s state) uint16 {
	v := wdlOf(a.e.values[s])
	if v == Draw && a.e.turn(s) == chess.Black && a.e.turn(s) != a.e.pieces[2].Color() {
		king, piece := a.e.square(s, 1), a.e.square(s, 2)
		if king != piece && touches(king, piece) && !touches(a.e.square(s, 0), piece) {
			return 0
		}
	}
	return uint16(v - Loss)
}

// distance returns a distance as a table has it: cursed wins and blessed losses always in moves.
func (a *tableMaker) distance(v int8) uint16 {
	w := wdlOf(v)
	n, first := int(max(v, -v)), max(pliesOf(w), -pliesOf(w))
	switch {
	case v == mated:
		return 0
	case w == Win && a.distances&winInPlies != 0, w == Loss && a.distances&lossInPlies != 0:
		return uint16(n - first)
	}
	return uint16((n - first) / 2)
}

// list replaces the values of a part by their places in lists, in descending order, if it has
// lists.
func (a *tableMaker) list(part *encodedPart) {
	if part.flags&mappedValues == 0 {
		return
	}
	const longest = 200
	for i, v := range part.values {
		part.values[i] = longest - v
	}
	for i := range uint16(longest + 1) {
		part.lists[0] = append(part.lists[0], longest-i)
	}
	for i := range part.lists {
		part.lists[i] = part.lists[0]
	}
}

// systems returns the tables as the package can reach them: mapped into memory, read at any offset,
// and loaded.
func systems(t testing.TB, files fstest.MapFS) map[string]*Tables {
	dir := t.TempDir()
	for name, file := range files {
		if err := os.WriteFile(filepath.Join(dir, name), file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tables := make(map[string]*Tables)
	for name, open := range map[string]func() (*Tables, error){
		"mapped": func() (*Tables, error) { return Open(dir) },
		"read":   func() (*Tables, error) { return OpenFS(files) },
		"loaded": func() (*Tables, error) { return OpenFS(stream{files}) },
	} {
		opened, err := open()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := opened.Close(); err != nil {
				t.Error(err)
			}
		})
		tables[name] = opened
	}
	return tables
}

// A stream is a file system whose files can only be read from the beginning.
type stream struct{ fs.FS }

func (s stream) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if dir, ok := f.(fs.ReadDirFile); ok {
		return dir, err
	}
	return struct{ fs.File }{f}, err
}

// A counting is a file system that counts its open files.
type counting struct {
	fs.FS
	mu         sync.Mutex
	open, most int
}

func (c *counting) Open(name string) (fs.File, error) {
	f, err := c.FS.Open(name)
	if name == "." || err != nil {
		return f, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open++
	c.most = max(c.most, c.open)
	return &countedFile{File: f, ReaderAt: f.(io.ReaderAt), in: c}, nil
}

type countedFile struct {
	fs.File
	io.ReaderAt
	in     *counting
	closed atomic.Bool
}

func (f *countedFile) Close() error {
	f.in.mu.Lock()
	defer f.in.mu.Unlock()
	f.in.open--
	f.closed.Store(true)
	return f.File.Close()
}

func (f *countedFile) ReadAt(b []byte, at int64) (int, error) {
	if f.closed.Load() {
		return 0, fs.ErrClosed
	}
	return f.ReaderAt.ReadAt(b, at)
}

// A longer is a file system whose files are shorter than they say.
type longer struct{ stream }

func (l longer) Open(name string) (fs.File, error) {
	f, err := l.stream.Open(name)
	if name == "." || err != nil {
		return f, err
	}
	return longerFile{f}, nil
}

type longerFile struct{ fs.File }

func (f longerFile) Stat() (fs.FileInfo, error) {
	info, err := f.File.Stat()
	return longerInfo{info}, err
}

type longerInfo struct{ fs.FileInfo }

func (i longerInfo) Size() int64 { return i.FileInfo.Size() + 20 }

// sign returns -1, 0, or 1.
func sign(n int) int { return max(-1, min(n, 1)) }
