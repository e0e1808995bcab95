package syzygy

import (
	"encoding/binary"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"

	"github.com/shakki/chess"
)

// A kind is what a table holds.
type kind uint8

const (
	wdlTable kind = iota
	dtzTable
	nKinds
)

// extensions holds the ends of the names of files, and magics how the files begin.
var (
	extensions = [nKinds]string{".rtbw", ".rtbz"}
	magics     = [nKinds]uint32{0x5d23e871, 0xa50c66d7}
)

// The bits of the byte that follows the magic number.
const (
	splitFlag = 1 << iota // there are values for each side to move
	pawnsFlag             // there are values for each file of the leading pawn
)

// The flags of a part.
const (
	blackFlag    = 1 << iota // the values are for Black to move
	mappedFlag               // the values are places in a list
	winPliesFlag             // wins are counted in plies, not in moves
	lossPliesFlag
	wideFlag     // the list has numbers of 16 bits
	constantFlag = 128
)

// A part is the values of a table for one side to move and one file of the leading pawn.
type part struct {
	layout
	pairs
	flags byte
	lists [5][]uint16 // if mappedFlag: the distances by value, from Loss on
}

// A table is the values of all positions of a material, from the first good one of its files. White
// is the side that the file name has first.
type table struct {
	in        *Tables
	kind      kind
	material  material
	symmetric bool     // White and Black have the same pieces
	sources   []source // where the file may be
	damage    error    // why none of them can be used; guarded by Tables.mu

	isOpen atomic.Bool // the following fields are set
	source             // the file that is used
	parts  []*part     // in the order of the file: for each file of the leading pawn, those of its sides
	data   []byte      // the whole file, or nil
	file   fs.File     // used if data is nil; nil while it is closed; guarded by Tables.mu
	size   int64
	close  func() error
}

// fault returns the error for a damaged table.
func (t *table) fault(offset int64, reason string) error {
	return &FormatError{File: t.path, Offset: offset, Detail: reason}
}

// sides returns the number of sides to move for which t has values.
func (t *table) sides() int {
	if t.kind == wdlTable && !t.symmetric {
		return 2
	}
	return 1
}

// files returns the number of files of the leading pawn.
func (t *table) files() int {
	if white, black := t.material.pawns(); white+black > 0 {
		return 4
	}
	return 1
}

// A buffer has room for a block, which is read into it if the file is not in memory.
type buffer [1 << maxBlockBits]byte

// buffers holds buffers, so that probes do not allocate.
var buffers = sync.Pool{New: func() any { return new(buffer) }}

// value returns the value at an index of a part of t, and the offset of the block that has it.
func (t *table) value(a *part, index uint64) (v uint16, at int64, err error) {
	if a.constant {
		return a.pairs.value, a.dataAt, nil
	}
	var room *buffer
	if t.data == nil {
		room = buffers.Get().(*buffer)
		defer buffers.Put(room)
	}
	block, place, err := t.locate(a, index, room)
	if err != nil {
		return 0, 0, err
	}
	at = a.dataAt + block<<a.blockBits
	text, err := t.bytes(at, 1<<a.blockBits, room)
	if err != nil {
		return 0, 0, err
	}
	v, ok := a.decode(text, place)
	if !ok {
		err = t.fault(at, "the block is corrupt")
	}
	return v, at, err
}

// locate returns the block that has the value at an index, and the place in it.
//
// The entry k of the sparse index has the block and the place of the value with the index k*span +
// span/2. From there the lengths of the blocks lead to the right one.
func (t *table) locate(a *part, index uint64, room *buffer) (block int64, place int, err error) {
	k := int64(index >> a.span)
	entry, err := t.bytes(a.sparseAt+6*k, 6, room)
	if err != nil {
		return 0, 0, err
	}
	block = int64(binary.LittleEndian.Uint32(entry))
	at := int64(binary.LittleEndian.Uint16(entry[4:])) + int64(index&(1<<a.span-1)) - int64(1)<<a.span/2
	if block > a.lengths { // an entry may be behind the last value, among the lengths that fill up
		return 0, 0, t.fault(a.sparseAt+6*k, "the index of blocks is corrupt")
	}
	for {
		back := at < 0 && block > 0
		if back {
			block--
		} else if at < 0 || block >= a.blocks {
			return 0, 0, t.fault(a.lengthsAt+2*block, "the lengths of the blocks are corrupt")
		}
		length, err := t.bytes(a.lengthsAt+2*block, 2, room)
		if err != nil {
			return 0, 0, err
		}
		n := int64(binary.LittleEndian.Uint16(length)) + 1
		switch {
		case back:
			at += n
		case at < n:
			return block, int(at), nil
		default:
			at -= n
			block++
		}
	}
}

// bytes returns n bytes of the file from an offset on, in room if the file is not in memory.
func (t *table) bytes(at int64, n int, room *buffer) ([]byte, error) {
	if t.data == nil {
		return room[:n], t.readAt(room[:n], at)
	}
	return t.data[at:][:n], nil
}

// readAt fills b from an offset of the file, which it opens again if it was closed.
func (t *table) readAt(b []byte, at int64) error {
	t.in.mu.RLock()
	for t.file == nil {
		t.in.mu.RUnlock()
		if err := t.in.reopen(t); err != nil {
			return err
		}
		t.in.mu.RLock()
	}
	defer t.in.mu.RUnlock()
	return t.readFrom(t.file.(io.ReaderAt), b, at)
}

// readFrom fills b from an offset of the file.
func (t *table) readFrom(file io.ReaderAt, b []byte, at int64) error {
	n, err := file.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == io.EOF {
		return t.fault(at, "the file is shorter than its size")
	}
	return err
}

// A header reads the beginning of a file.
type header struct {
	data  []byte
	at    int
	fault string // what is wrong, or ""
}

// check notes what is wrong unless ok. It reports whether nothing has been wrong so far.
func (h *header) check(ok bool, reason string) bool {
	if !ok && h.fault == "" {
		h.fault = reason
	}
	return h.fault == ""
}

// bytes returns the next n bytes, or zeros if fewer are left or something is wrong.
func (h *header) bytes(n int) []byte {
	if !h.check(n <= len(h.data)-h.at, "the header is truncated") {
		return make([]byte, n)
	}
	h.at += n
	return h.data[h.at-n : h.at]
}

func (h *header) uint8() byte    { return h.bytes(1)[0] }
func (h *header) uint16() uint16 { return binary.LittleEndian.Uint16(h.bytes(2)) }
func (h *header) uint32() uint32 { return binary.LittleEndian.Uint32(h.bytes(4)) }

// align skips to an even offset.
func (h *header) align() { h.bytes(h.at % 2) }

// maxHeader is more than the header of any valid table has.
const maxHeader = 256 << 10

// parse reads the header, which begins the file, and sets up the parts. All that they refer to lies
// in the file.
func (t *table) parse(data []byte) error {
	h := &header{data: data}
	if h.uint32() != magics[t.kind] {
		return t.fault(0, "not a table of this kind")
	}
	if h.uint8() != t.flags() {
		return t.fault(4, "the flags do not fit the name")
	}
	t.parts = nil
	for file := range t.files() {
		t.parseLayouts(h, file)
	}
	h.align()
	for _, a := range t.parts {
		a.parse(h, t.kind)
	}
	for _, a := range t.parts {
		a.parseLists(h)
	}
	h.align()
	if h.fault != "" {
		return t.fault(int64(h.at), h.fault)
	}
	if !t.place(int64(h.at)) {
		return t.fault(t.size, "the file is truncated")
	}
	return nil
}

// flags returns the byte after the magic number. Its high four bits are the number of pieces.
func (t *table) flags() byte {
	flags := byte(t.material.pieces() << 4)
	if !t.symmetric {
		flags |= splitFlag
	}
	if t.files() == 4 {
		flags |= pawnsFlag
	}
	return flags
}

// parseLayouts reads the order of the pieces of the parts for a file of the leading pawn.
func (t *table) parseLayouts(h *header, file int) {
	orders := [2]byte{h.uint8(), 0xff}
	if white, black := t.material.pawns(); white > 0 && black > 0 {
		orders[1] = h.uint8()
	}
	codes := h.bytes(t.material.pieces())
	for side := range t.sides() {
		shift := 4 * side
		pieces := make([]chess.Piece, len(codes))
		for i, code := range codes {
			kind, color := chess.PieceType(code>>shift&7), chess.Color(code>>shift>>3&1)
			if !h.check(chess.Pawn <= kind && kind <= chess.King, "not a piece") {
				return
			}
			pieces[i] = kind.Of(color)
		}
		layout, ok := newLayout(t.material, pieces, [2]int{int(orders[0] >> shift & 15), int(orders[1] >> shift & 15)}, file)
		ok = ok && (!layout.pawns || file == 0 || layout.leading[0] == t.parts[0].leading[0])
		if !h.check(ok, "the order of the pieces does not fit the name") {
			return
		}
		t.parts = append(t.parts, &part{layout: layout})
	}
}

// parse reads the alphabet and the code of a part.
func (a *part) parse(h *header, k kind) {
	if a.flags = h.uint8(); a.flags&constantFlag != 0 {
		a.constant = true
		if value := h.uint8(); k == wdlTable {
			a.pairs.value = uint16(value)
		}
		return
	}
	a.blockBits, a.span = uint(h.uint8()), uint(h.uint8())
	padding := int64(h.uint8())
	a.blocks = int64(h.uint32())
	maxBits, minBits := int(h.uint8()), int(h.uint8())
	if !h.check(3 <= a.blockBits && a.blockBits <= maxBlockBits && a.span <= maxSpan, "the size of the blocks is out of range") ||
		!h.check(1 <= minBits && minBits <= maxBits && maxBits <= longestCode, "the lengths of the codes are out of range") {
		return
	}
	a.lengths = a.blocks + padding
	a.sparse = int64((a.layout.size + 1<<a.span - 1) >> a.span)
	firsts := make([]uint16, maxBits-minBits+1)
	for i := range firsts {
		firsts[i] = h.uint16()
	}
	n := int(h.uint16())
	triples := h.bytes(3 * n)
	h.bytes(n % 2)
	var ok bool
	if a.nodes, ok = newNodes(triples); h.check(ok, "the symbols are corrupt") {
		a.setCodes(minBits, firsts)
	}
}

// parseLists reads the lists of distances of a part.
func (a *part) parseLists(h *header) {
	if a.flags&mappedFlag == 0 {
		return
	}
	next := func() uint16 { return uint16(h.uint8()) }
	if a.flags&wideFlag != 0 {
		h.align()
		next = h.uint16
	}
	for _, v := range [...]WDL{Win, Loss, CursedWin, BlessedLoss} {
		for range next() {
			a.lists[v-Loss] = append(a.lists[v-Loss], next())
		}
	}
}

// place sets where the indexes, lengths, and blocks of each part are, from the offset at on. It
// reports whether all of them lie in the file.
func (t *table) place(at int64) bool {
	for _, a := range t.parts {
		a.sparseAt, at = at, at+6*a.sparse
	}
	for _, a := range t.parts {
		a.lengthsAt, at = at, at+2*a.lengths
	}
	for _, a := range t.parts {
		at = (at + 63) &^ 63
		a.dataAt, at = at, at+a.blocks<<a.blockBits
	}
	return at <= t.size
}
