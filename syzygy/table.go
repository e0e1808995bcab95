package syzygy

import (
	"encoding/binary"
	"io"
	"slices"
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
	lists [4][]uint16 // if mappedFlag: the distances in wins, losses, cursed wins, and blessed losses
}

// A table is an open file with the values of all positions of a material. White is the side that
// the file name has first.
type table struct {
	path      string
	kind      kind
	material  material
	symmetric bool // White and Black have the same pieces
	parts     [2][4]*part

	data   []byte      // the whole file, or nil
	reader io.ReaderAt // used if data is nil
	size   int64
	close  func() error

	users atomic.Int32 // the probes that read the file, and 1 while it is open; used if data is nil
	used  atomic.Bool  // whether a probe came since the last look
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
	if t.material.count(chess.Pawn.Of(chess.White))+t.material.count(chess.Pawn.Of(chess.Black)) > 0 {
		return 4
	}
	return 1
}

// value returns the value at an index of a part of t.
func (t *table) value(a *part, index uint64) (uint16, error) {
	if a.constant {
		return a.pairs.value, nil
	}
	if index >= a.layout.size {
		return 0, t.fault(a.sparseAt, "the index is out of range")
	}
	block, place, err := t.locate(a, index)
	if err != nil {
		return 0, err
	}
	at, n := a.dataAt+block<<a.blockBits, 1<<a.blockBits
	var text []byte
	if t.data != nil {
		text = t.data[at:][:n]
	} else {
		buffer := buffers.Get().(*[]byte)
		defer buffers.Put(buffer)
		*buffer = slices.Grow((*buffer)[:0], n)[:n]
		if err := t.readAt(*buffer, at); err != nil {
			return 0, err
		}
		text = *buffer
	}
	if v, ok := a.decode(text, place); ok {
		return v, nil
	}
	return 0, t.fault(at, "the block is corrupt")
}

// buffers holds memory for reads, so that they do not allocate.
var buffers = sync.Pool{New: func() any { b := make([]byte, 64); return &b }}

// locate returns the block that has the value at an index, and the place in it.
//
// The entry k of the sparse index has the block and the place of the value with the index k*span +
// span/2. From there the lengths of the blocks lead to the right one.
func (t *table) locate(a *part, index uint64) (block int64, place int, err error) {
	k := int64(index >> a.span)
	entry, err := t.uint(a.sparseAt+6*k, 6)
	if err != nil {
		return 0, 0, err
	}
	block, at := int64(entry&0xffffffff), int64(entry>>32)
	at += int64(index&(1<<a.span-1)) - int64(1)<<a.span/2
	if block > a.lengths { // an entry may be behind the last value, among the lengths that fill up
		return 0, 0, t.fault(a.sparseAt+6*k, "the index of blocks is corrupt")
	}
	for at < 0 && block > 0 {
		block--
		n, err := t.uint(a.lengthsAt+2*block, 2)
		if err != nil {
			return 0, 0, err
		}
		at += int64(n) + 1
	}
	for at >= 0 && block < a.blocks {
		n, err := t.uint(a.lengthsAt+2*block, 2)
		if err != nil {
			return 0, 0, err
		}
		if at <= int64(n) {
			return block, int(at), nil
		}
		at -= int64(n) + 1
		block++
	}
	return 0, 0, t.fault(a.lengthsAt+2*block, "the lengths of the blocks are corrupt")
}

// uint returns the number of n bytes, 2 or 6, at an offset.
func (t *table) uint(at int64, n int) (uint64, error) {
	if t.data == nil {
		return t.readUint(at, n)
	}
	if n == 2 {
		return uint64(binary.LittleEndian.Uint16(t.data[at:])), nil
	}
	return uint64(binary.LittleEndian.Uint32(t.data[at:])) | uint64(binary.LittleEndian.Uint16(t.data[at+4:]))<<32, nil
}

// readUint is uint for a table that is not in memory.
func (t *table) readUint(at int64, n int) (v uint64, err error) {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	if err := t.readAt((*buffer)[:n], at); err != nil {
		return 0, err
	}
	for i := n - 1; i >= 0; i-- {
		v = v<<8 | uint64((*buffer)[i])
	}
	return v, nil
}

// readAt fills b from an offset of the file.
func (t *table) readAt(b []byte, at int64) error {
	n, err := t.reader.ReadAt(b, at)
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
	data []byte
	at   int
	bad  bool // the header does not end within data
}

// bytes returns the next n bytes, or zeros if fewer are left.
func (h *header) bytes(n int) []byte {
	if h.bad = h.bad || n > len(h.data)-h.at; h.bad {
		return make([]byte, min(n, 8))
	}
	h.at += n
	return h.data[h.at-n : h.at]
}

func (h *header) uint8() byte    { return h.bytes(1)[0] }
func (h *header) uint16() uint16 { return binary.LittleEndian.Uint16(h.bytes(2)) }
func (h *header) uint32() uint32 { return binary.LittleEndian.Uint32(h.bytes(4)) }

// align skips to an even offset.
func (h *header) align() {
	if h.at%2 == 1 {
		h.bytes(1)
	}
}

// maxHeader is more than the header of any valid table has.
const maxHeader = 256 << 10

// parse reads the header, which begins the file, and sets up the parts. All that they refer to lies
// in the file.
func (t *table) parse(data []byte) error {
	h := &header{data: data}
	if h.uint32() != magics[t.kind] {
		return t.fault(0, "not a table of this kind")
	}
	if flags := h.uint8(); !t.validFlags(flags) {
		return t.fault(4, "the flags do not fit the name")
	}
	reason := t.parseLayouts(h)
	if reason == "" && !h.bad {
		reason = t.parsePairs(h)
	}
	if h.bad {
		return t.fault(int64(h.at), "the header is truncated")
	}
	if reason != "" {
		return t.fault(int64(h.at), reason)
	}
	if !t.place(int64(h.at)) {
		return t.fault(t.size, "the file is truncated")
	}
	return nil
}

// validFlags reports whether the byte after the magic number fits the name of the table. Its high
// four bits are the number of pieces.
func (t *table) validFlags(flags byte) bool {
	want := byte(t.material.pieces() << 4)
	if !t.symmetric {
		want |= splitFlag
	}
	if t.files() == 4 {
		want |= pawnsFlag
	}
	return flags == want
}

// parseLayouts reads the order of the pieces of each part.
func (t *table) parseLayouts(h *header) (fault string) {
	both := t.material.count(chess.Pawn.Of(chess.White)) > 0 && t.material.count(chess.Pawn.Of(chess.Black)) > 0
	for file := range t.files() {
		orders := [2]byte{h.uint8(), 0xff}
		if both {
			orders[1] = h.uint8()
		}
		codes := h.bytes(t.material.pieces())
		if h.bad {
			return ""
		}
		for side := range t.sides() {
			shift := 4 * side
			pieces := make([]chess.Piece, len(codes))
			for i, code := range codes {
				kind, color := chess.PieceType(code>>shift&7), chess.Color(code>>shift>>3&1)
				if kind < chess.Pawn || kind > chess.King {
					return "not a piece"
				}
				pieces[i] = kind.Of(color)
			}
			layout, ok := newLayout(t.material, pieces, [2]int{int(orders[0] >> shift & 15), int(orders[1] >> shift & 15)}, file)
			if !ok || layout.pawns && file > 0 && layout.leading[0] != t.parts[0][0].leading[0] {
				return "the order of the pieces does not fit the name"
			}
			t.parts[side][file] = &part{layout: layout}
		}
	}
	h.align()
	return ""
}

// all iterates over the parts in the order of the file.
func (t *table) all(yield func(*part) bool) {
	for file := range t.files() {
		for side := range t.sides() {
			if !yield(t.parts[side][file]) {
				return
			}
		}
	}
}

// parsePairs reads the alphabets and the codes, and the lists of distances.
func (t *table) parsePairs(h *header) (fault string) {
	for a := range t.all {
		if fault := a.parse(h, t.kind); fault != "" {
			return fault
		}
	}
	if t.kind == dtzTable {
		for a := range t.all {
			a.parseLists(h)
		}
		h.align()
	}
	return ""
}

// parse reads the alphabet and the code of a part.
func (a *part) parse(h *header, k kind) (fault string) {
	if a.flags = h.uint8(); a.flags&constantFlag != 0 {
		a.constant = true
		if value := h.uint8(); k == wdlTable {
			if a.pairs.value = uint16(value); value > byte(Win-Loss) {
				return "value out of range"
			}
		}
		return ""
	}
	blockBits, span, padding := h.uint8(), h.uint8(), h.uint8()
	a.blocks = int64(h.uint32())
	maxBits, minBits := int(h.uint8()), int(h.uint8())
	if h.bad || blockBits < 3 || blockBits > maxBlockBits || span > maxSpan {
		return "the size of the blocks is out of range"
	}
	if minBits < 1 || maxBits < minBits || maxBits > longestCode {
		return "the lengths of the codes are out of range"
	}
	a.blockBits, a.span = uint(blockBits), uint(span)
	a.lengths = a.blocks + int64(padding)
	a.sparse = int64((a.layout.size + 1<<span - 1) >> span)
	firsts := make([]uint16, maxBits-minBits+1)
	for i := range firsts {
		firsts[i] = h.uint16()
	}
	n := int(h.uint16())
	triples := h.bytes(3 * n)
	if h.bad {
		return ""
	}
	if n%2 == 1 {
		h.bytes(1)
	}
	var ok bool
	if a.nodes, ok = newNodes(triples); !ok {
		return "the symbols are corrupt"
	}
	a.setCodes(minBits, firsts)
	return ""
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
	for i := range a.lists {
		for range next() {
			a.lists[i] = append(a.lists[i], next())
		}
	}
}

// place sets where the indexes, lengths, and blocks of each part are, from the offset at on. It
// reports whether all of them lie in the file.
func (t *table) place(at int64) bool {
	for a := range t.all {
		a.sparseAt, at = at, at+6*a.sparse
	}
	for a := range t.all {
		a.lengthsAt, at = at, at+2*a.lengths
	}
	for a := range t.all {
		at = (at + 63) &^ 63
		a.dataAt, at = at, at+a.blocks<<a.blockBits
	}
	return at <= t.size
}
