package syzygy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
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
			code.parts = append(code.parts, a.part(k, side, file))
		}
	}
	return code.encode()
}

// part returns the values for a side to move and a file of the leading pawn.
func (a *tableMaker) part(k kind, side chess.Color, file int) encodedPart {
	const unknown = 0xffff
	var part encodedPart
	for s, v := range a.e.values {
		if a.e.turn(state(s)) != side || v == illegal || !a.e.isCanonical(state(s)) {
			continue
		}
		index, size, f := a.orders[side].number(a.squares(state(s), a.orders[side].pieces))
		if f != file {
			continue
		}
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
	last := uint16(0)
	for i, v := range part.values {
		if v == unknown {
			part.values[i] = last
		}
		last = part.values[i]
	}
	if k == dtzTable {
		part.flags = a.distances | byte(side)
		a.list(&part)
	}
	return part
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

// TestMadeTables probes positions with three pieces, and all of them with -deep, and compares the
// answers with what the solver found.
func TestMadeTables(t *testing.T) {
	files, all := made()
	for how, tables := range systems(t, files) {
		step := 101
		if how == "mapped" && !testing.Short() {
			step = 11
		}
		if *deep.Flag {
			step = 1
		}
		for _, e := range all {
			for s := 0; s < len(e.values); s += step {
				if e.values[s] != illegal {
					compareWithSolved(t, tables, e, state(s), chess.NoSquare)
				}
			}
		}
		if t.Failed() {
			t.Fatal(how)
		}
	}
}

// compareWithSolved probes a state and compares the answers.
func compareWithSolved(t *testing.T, tables *Tables, e *solved, s state, enPassant chess.Square) {
	p, err := e.position(s, enPassant)
	if err != nil {
		if enPassant == chess.NoSquare {
			t.Fatal(err)
		}
		return // no double step can have led there
	}
	v := e.valueWith(s, enPassant)
	want := wdlOf(v)
	if got, err := tables.WDL(p); got != want || err != nil {
		t.Errorf("WDL(%v) = %v, %v, want %v", p, got, err, want)
	}
	got, err := tables.DTZ(p)
	exact := DTZ{Plies: int(v)}
	switch v {
	case mated:
		exact.Plies = -1
	case stalemate:
		exact.Plies = 0
	}
	rounded := DTZ{Plies: exact.Plies - sign(int(want)), Rounded: true}
	if err != nil || got != exact && got != (DTZ{Plies: exact.Plies, Rounded: true}) && (got != rounded || rounded.Plies == 0) {
		t.Errorf("DTZ(%v) = %v, %v, want %v", p, got, err, exact)
	}
}

func TestOpen(t *testing.T) {
	files, _ := made()
	tables, err := OpenFS(files)
	if err != nil || tables.MaxPieces() != 3 {
		t.Fatalf("MaxPieces() = %d, %v, want 3", tables.MaxPieces(), err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of a missing folder: %v", err)
	}
	other := fstest.MapFS{
		"KvKQ.rtbw": {}, "KKvQ.rtbw": {}, "KQvK.txt": {}, "KQv.rtbw": {}, "vKQ.rtbw": {}, "KXvK.rtbw": {}, "KvK.rtbw": {},
		"KQQQQQQvK.rtbw": {}, "KNBvK.rtbw": {}, "kqvk.rtbw": {}, "KQvKvK.rtbw": {}, "sub/KQvK.rtbw": {},
	}
	if tables, err := OpenFS(other); err != nil || tables.MaxPieces() != 0 {
		t.Errorf("MaxPieces() of a folder without tables = %d, %v", tables.MaxPieces(), err)
	}
}

// TestFolders checks that a bad file does not hide a good one in a later folder, and that errors
// name the whole path.
func TestFolders(t *testing.T) {
	if _, err := Open(""); err == nil {
		t.Error("Open of an empty name: no error")
	}
	files, _ := made()
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	good := files["KQvK.rtbw"].Data
	for name, first := range map[string][]byte{"empty": {}, "cut": good[:len(good)-20], "another kind": files["KQvK.rtbz"].Data, "good": good} {
		dirs := []string{t.TempDir(), t.TempDir()}
		for i, data := range [][]byte{first, good} {
			if err := os.WriteFile(filepath.Join(dirs[i], "KQvK.rtbw"), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for n, want := range []WDL{Draw, Win} {
			tables, err := Open(dirs[:n+1]...)
			if err != nil {
				t.Fatal(err)
			}
			defer tables.Close()
			v, err := tables.WDL(p)
			if name == "good" {
				want = Win
			}
			if v != want || (err == nil) != (want == Win) || err != nil && !strings.Contains(err.Error(), filepath.Join(dirs[0], "KQvK.rtbw")) {
				t.Errorf("%s, %d folders: WDL = %v, %v, want %v", name, n+1, v, err, want)
			}
		}
	}
}

// TestWrongValues checks the errors for values that contradict each other: their places, and that no
// distance is made up.
func TestWrongValues(t *testing.T) {
	files, all := made()
	for _, test := range []struct {
		name  string
		value uint16
		fen   string
		want  string
	}{
		{"none of the five", 5, "8/8/8/8/3k4/8/8/KR6 w - - 0 1", "value out of range"},
		{"a win everywhere", 4, "8/8/8/8/8/2k5/8/K2R4 b - - 0 1", "no move leads to this value"},
	} {
		a := tableMaker{e: all["KRvK"], orders: [2]numbered{{pieces: []chess.Piece{chess.BlackKing, chess.WhiteRook, chess.WhiteKing}}, {pieces: []chess.Piece{chess.WhiteKing, chess.BlackKing, chess.WhiteRook}}}}
		a.wrong = func(v uint16) uint16 { return max(v/4*4, test.value) }
		dir := t.TempDir()
		for name, file := range files {
			data := file.Data
			if name == "KRvK.rtbw" {
				data = a.make(wdlTable)
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		tables, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer tables.Close()
		_, err = tables.DTZ(chess.MustParseFEN(test.fen))
		var fault *FormatError
		if !errors.As(err, &fault) || fault.Detail != test.want || fault.File != filepath.Join(dir, "KRvK.rtbw") || fault.Offset == 0 {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// constant returns a table with pawns in which all positions have the value of the given part.
func constant(k kind, name string, part encodedPart) *fstest.MapFile {
	m, _ := parseMaterial(name)
	code := encoding{magic: magics[k], flags: byte(m.pieces()<<4) | pawnsFlag}
	if m != m.mirrored() {
		code.flags |= splitFlag
	}
	orders, line := []byte{0x00}, []byte{}
	for kind := chess.Pawn; kind <= chess.King; kind++ { // the pawns lead
		for c := range chess.Color(2) {
			for range m.count(kind.Of(c)) {
				line = append(line, (byte(kind)|byte(c)<<3)*0x11)
			}
		}
	}
	if m.count(chess.WhitePawn) > 0 && m.count(chess.BlackPawn) > 0 {
		orders = append(orders, 0x11)
	}
	for range 4 {
		code.pieces = slices.Concat(code.pieces, orders, line)
		code.parts = append(code.parts, part)
		if k == wdlTable && code.flags&splitFlag != 0 {
			code.parts = append(code.parts, part)
		}
	}
	return &fstest.MapFile{Data: append(code.encode(), make([]byte, 63)...)}
}

// TestCaptures probes tables in which all positions have the same value for the side to move, so
// that captures, and the flags and lists of distances, decide.
func TestCaptures(t *testing.T) {
	const (
		quiet     = "4k3/p6p/8/8/8/8/P7/4K3 w - - 0 1"
		onlyPawns = "8/p7/8/8/8/6k1/P6p/7K w - - 0 1"
		enPassant = "4k3/p7/8/2Pp4/8/8/8/4K3 w - d6 0 1"
		forced    = "8/8/2k5/2Pp4/8/6q1/8/7K w - d6 0 1"
		byKing    = "4k3/p7/8/8/8/P7/3p4/4K3 w - - 0 1"
	)
	files, _ := made()
	lists := [4][]uint16{{2}, {3}, {4}, {5}} // in wins, losses, cursed wins, and blessed losses
	least := [4][]uint16{{0}, {0}, {0}}
	for _, test := range []struct {
		name, fen     string
		before, after WDL // in the table of the position, and in that after a capture
		flags         byte
		lists         [4][]uint16
		want          WDL
		dtz           string // or "" for an error
	}{
		{"win in moves", quiet, Win, Draw, lossInPlies, lists, Win, "5 or 6"},
		{"win in plies", quiet, Win, Draw, winInPlies, lists, Win, "3"},
		{"loss in moves", quiet, Loss, Draw, winInPlies, lists, Loss, "-7 or -8"},
		{"loss in plies", quiet, Loss, Draw, lossInPlies, lists, Loss, "-4"},
		{"cursed win", quiet, CursedWin, Draw, winInPlies | lossInPlies, lists, CursedWin, "109 or 110"},
		{"blessed loss", quiet, BlessedLoss, Draw, winInPlies | lossInPlies, lists, BlessedLoss, "-111 or -112"},
		{"win that is not in the list", quiet, Win, Draw, 0, [4][]uint16{}, Win, ""},
		{"shortest loss", quiet, Loss, Draw, 0, least, Loss, "-1 or -2"},
		{"shortest loss, pawn moves only", onlyPawns, Loss, Draw, 0, least, Loss, "-1"},
		{"en passant wins", enPassant, Loss, Loss, 0, lists, Win, "1"},
		{"en passant draws", enPassant, Loss, Draw, 0, lists, Draw, "0"},
		{"en passant draws a won position", enPassant, Win, Draw, 0, lists, Win, "5 or 6"},
		{"en passant keeps a cursed win", enPassant, CursedWin, BlessedLoss, 0, lists, CursedWin, "101"},
		{"en passant keeps a blessed loss", enPassant, BlessedLoss, CursedWin, 0, lists, BlessedLoss, "-111 or -112"},
		{"en passant saves from a loss", enPassant, Loss, CursedWin, 0, lists, BlessedLoss, "-101"},
		{"en passant loses", enPassant, Loss, Win, 0, lists, Loss, "-7 or -8"},
		{"en passant is forced", forced, Draw, Draw, 0, lists, Loss, "-1"},
		{"capture keeps a cursed win", byKing, CursedWin, BlessedLoss, 0, lists, CursedWin, "101"},
		{"capture keeps a blessed loss", byKing, BlessedLoss, CursedWin, 0, lists, BlessedLoss, "-111 or -112"},
		{"capture saves from a loss", byKing, Loss, CursedWin, 0, least, BlessedLoss, "-101"},
		{"capture draws", byKing, Loss, Draw, 0, lists, Draw, "0"},
	} {
		before := encodedPart{values: []uint16{uint16(test.before - Loss)}}
		after := encodedPart{values: []uint16{uint16(test.after - Loss)}}
		dtz := encodedPart{values: []uint16{0}, flags: test.flags | mappedValues | byte(chess.Black), lists: test.lists}
		system := maps.Clone(files)
		system["KPPvKP.rtbw"], system["KPPvKP.rtbz"] = constant(wdlTable, "KPPvKP", before), constant(dtzTable, "KPPvKP", dtz)
		system["KQPvKP.rtbw"] = constant(wdlTable, "KQPvKP", before)
		system["KPvKP.rtbw"], system["KQvKP.rtbw"] = constant(wdlTable, "KPvKP", after), constant(wdlTable, "KQvKP", after)
		tables, err := OpenFS(system)
		if err != nil {
			t.Fatal(err)
		}
		p := chess.MustParseFEN(test.fen)
		v, err := tables.WDL(p)
		d, err2 := tables.DTZ(p)
		if test.dtz == "" { // the list has no such place
			if err2 == nil || !isFormatError(err2) || v != test.want || err != nil {
				t.Errorf("%s: WDL(%v) = %v, %v, DTZ %v, %v; want %v, and a *FormatError", test.name, p, v, err, d, err2, test.want)
			}
			continue
		}
		if v != test.want || d.String() != test.dtz || err != nil || err2 != nil {
			t.Errorf("%s: WDL(%v) = %v, %v, DTZ %v, %v; want %v, %s", test.name, p, v, err, d, err2, test.want, test.dtz)
		}
	}
}

func TestErrors(t *testing.T) {
	files, _ := made()
	without := fstest.MapFS{}
	for name, file := range files {
		if name != "KQvK.rtbw" && name != "KRvK.rtbz" {
			without[name] = file
		}
	}
	whole := files["KPvK.rtbw"].Data
	without["KPvK.rtbw"] = &fstest.MapFile{Data: whole[:len(whole)-1]}
	without["KNvK.rtbw"] = &fstest.MapFile{Data: files["KNvK.rtbz"].Data}
	tables, err := OpenFS(without)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, fen, want string }{
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "syzygy: the tables do not cover positions with castling rights"},
		{"too many pieces", "4k3/ppppp3/8/8/8/8/8/3QK3 w - - 0 1", "syzygy: the position has more than 7 pieces"},
		{"seven pieces", "4k3/pppp4/8/8/8/8/8/4K1N1 w - - 0 1", "syzygy: missing table KPPPPvKN.rtbw"},
		{"eight pieces", "4k3/pppp4/8/8/8/8/8/4K1NN w - - 0 1", "syzygy: the position has more than 7 pieces"},
		{"missing", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "syzygy: missing table KQvK.rtbw"},
		{"missing, colors exchanged", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", "syzygy: missing table KQvK.rtbw"},
		{"missing after a capture", "4k3/8/8/8/8/8/8/3QKr2 w - - 0 1", "syzygy: missing table KQvK.rtbw"},
		{"missing distances", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "syzygy: missing table KRvK.rtbz"},
		{"stronger side first", "4k1r1/8/8/8/8/8/1N6/Q3K3 w - - 0 1", "syzygy: missing table KQNvKR.rtbw"},
		{"more pieces first", "3qk3/8/8/8/8/8/PP6/4K3 b - - 0 1", "syzygy: missing table KPPvKQ.rtbw"},
		{"cut", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", fmt.Sprintf("syzygy: KPvK.rtbw: offset %d: the file is truncated", len(whole)-1)},
		{"another kind", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "syzygy: KNvK.rtbw: offset 0: not a table of this kind"},
	}
	for _, test := range tests {
		_, err = tables.DTZ(chess.MustParseFEN(test.fen))
		if got := errorText(err); got != test.want {
			t.Errorf("%s: %s", test.name, cmp.Diff(test.want, got))
		}
		var missing *MissingError
		if strings.Contains(test.want, "missing") && (!errors.As(err, &missing) || !errors.Is(err, fs.ErrNotExist)) {
			t.Errorf("%s: the error is a %T", test.name, err)
		}
	}
	if _, err := tables.WDL(chess.Position{}); err != ErrNoKings {
		t.Errorf("WDL(chess.Position{}): %v", err)
	}
	if _, err := new(Tables).WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")); errorText(err) != "syzygy: missing table KRvK.rtbw" {
		t.Errorf("zero Tables: %v", err)
	}
	if v, err := new(Tables).WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1")); v != Draw || err != nil {
		t.Errorf("bare kings: %v, %v", v, err)
	}
}

// TestRemembered checks that a damaged file is not read again, and that no more files are loaded than fit.
func TestRemembered(t *testing.T) {
	files, _ := made()
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	system := fstest.MapFS{"KQvK.rtbw": {}}
	tables, err := OpenFS(system)
	if err != nil {
		t.Fatal(err)
	}
	_, first := tables.WDL(p)
	system["KQvK.rtbw"] = files["KQvK.rtbw"]
	if _, err := tables.WDL(p); first == nil || err != first {
		t.Errorf("WDL with a damaged file: %v, and then %v", first, err)
	}
	size := int64(len(files["KQvK.rtbw"].Data))
	for room, want := range map[int64]string{size: "", size - 1: "syzygy: KQvK.rtbw: too large to be loaded from a file system without ReadAt"} {
		if tables, err = OpenFS(stream{files}); err != nil {
			t.Fatal(err)
		}
		tables.loaded = maxLoaded - room
		if _, err := tables.WDL(p); errorText(err) != want || err == nil && tables.loaded != maxLoaded {
			t.Errorf("WDL with room for %d of %d bytes: %v, %d bytes loaded", room, size, err, tables.loaded)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestClose(t *testing.T) {
	files, _ := made()
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")
	for how, tables := range systems(t, files) {
		if _, err := tables.DTZ(p); err != nil {
			t.Fatal(how, err)
		}
		if err := tables.Close(); err != nil {
			t.Errorf("%s: %v", how, err)
		}
		if _, err := tables.WDL(p); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s: WDL after Close: %v", how, err)
		}
	}
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
	in *counting
}

func (f *countedFile) Close() error {
	f.in.mu.Lock()
	defer f.in.mu.Unlock()
	f.in.open--
	return f.File.Close()
}

// TestOpenFiles probes more tables than may be open, with several goroutines.
func TestOpenFiles(t *testing.T) {
	files, all := made()
	system := &counting{FS: files}
	tables, err := OpenFS(system)
	if err != nil {
		t.Fatal(err)
	}
	tables.limit = 3
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for s := worker * 1001; s < 1<<19; s += 5003 {
				for _, e := range all {
					if e.values[s] != illegal {
						compareWithSolved(t, tables, e, state(s), chess.NoSquare)
					}
				}
			}
		}()
	}
	wait.Wait()
	if system.most > 3+4 {
		t.Errorf("%d files were open at once, want at most 3 and one for each goroutine", system.most)
	}
	tables.Close()
	if system.open != 0 {
		t.Errorf("%d files are open after Close", system.open)
	}
	if tables, err = OpenFS(stream{system}); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.DTZ(chess.MustParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")); err != nil || system.open != 0 {
		t.Errorf("%d loaded files are open, %v", system.open, err)
	}
}

// sign returns -1, 0, or 1.
func sign(n int) int { return max(-1, min(n, 1)) }
