package pgntext

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/shakki/chess/internal/fault"
)

// errReadCount reports a reader that breaks the contract of [io.Reader].
var errReadCount = fault.New("pgn: the reader returned an impossible count")

// readSome reads at least one byte into b, which must not be empty, or returns an error. It returns
// [io.ErrNoProgress] if r keeps returning nothing.
func readSome(r io.Reader, b []byte) (n int, err error) {
	for range maxEmptyReads {
		n, err = r.Read(b)
		if n < 0 || n > len(b) {
			return 0, errReadCount
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// errUTF32 reports text in an encoding that is not read.
var errUTF32 = error(fault.Sentinel("pgn: the text is in UTF-32: convert it to UTF-8"))

// Decode returns a reader of the text of r in UTF-8. If r begins with a byte order mark of UTF-16,
// or with an ASCII character in UTF-16, the text is converted from it. UTF-32 is an error. Other text
// stays as it is.
func Decode(r io.Reader) io.Reader { return &decoder{r: r} }

// A decoder reads the text of r, in UTF-8.
type decoder struct {
	r      io.Reader
	begun  bool   // the first bytes have been read
	isWide bool   // the text is in UTF-16
	low    int    // the index of the low byte in a code unit
	raw    []byte // text in UTF-16 that is not decoded yet, with room for more
	text   []byte // text that is ready
	err    error  // what follows it, or nil
}

// Read implements [io.Reader].
func (d *decoder) Read(b []byte) (n int, err error) {
	switch {
	case !d.begun:
		d.begin()
	case len(d.text) > 0 || d.err != nil:
	case d.isWide:
		n, err := readSome(d.r, d.raw[len(d.raw):cap(d.raw)])
		d.decode(d.raw[:len(d.raw)+n], err)
	default:
		return d.r.Read(b)
	}
	n = copy(b, d.text)
	d.text = d.text[n:]
	if len(d.text) == 0 {
		err = d.err
	}
	return n, err
}

// begin reads the first bytes and decides whether the text is UTF-16.
func (d *decoder) begin() {
	d.begun, d.text = true, make([]byte, 0, maxHead)
	for n := 0; d.err == nil && len(d.text) < maxHead && mayBeWide(d.text); {
		n, d.err = readSome(d.r, d.text[len(d.text):maxHead])
		d.text = d.text[:len(d.text)+n]
	}
	if isUTF32(d.text) {
		d.text, d.err = nil, errUTF32
	} else if d.low, d.isWide = wide(d.text); d.isWide {
		d.decode(d.text, d.err)
	}
}

// decode decodes raw, which err follows.
func (d *decoder) decode(raw []byte, err error) {
	units := make([]uint16, len(raw)/2, len(raw)/2+1)
	for i := range units {
		units[i] = uint16(raw[2*i+d.low]) | uint16(raw[2*i+1-d.low])<<8
	}
	if n := len(units); n > 0 && err == nil && units[n-1]&^0x3ff == 0xd800 { // the second half of a character follows
		units = units[:n-1]
	}
	d.raw = append(make([]byte, 0, bufferSize), raw[2*len(units):]...)
	if err == io.EOF && len(d.raw) > 0 { // half a unit
		units = append(units, utf8.RuneError)
	}
	d.text, d.err = []byte(string(utf16.Decode(units))), err
}

// maxHead is the number of bytes at the start of a text that show its encoding.
const maxHead = 8

// mayBeWide reports whether text that begins with head, which may be too short to tell, may have units
// of more than a byte.
func mayBeWide[T string | []byte](head T) bool {
	first := string(head[:min(len(head), 2)])
	return len(first) < 2 || strings.IndexByte(first, 0) >= 0 || first == "\xff\xfe" || first == "\xfe\xff"
}

// wide reports whether text that begins with head is in UTF-16, and the index of the low byte in its
// code units.
func wide(head []byte) (low int, ok bool) {
	if len(head) < 2 {
		return 0, false
	}
	for low := range 2 {
		c, high := head[low], head[1-low]
		isSpaced := len(head) >= 4 && head[3-low] == 0 && head[2+low] != 0 // a line end and a 0 byte may begin a hole
		switch {
		case c == 0xff && high == 0xfe, high == 0 && ' ' <= c && c < utf8.RuneSelf, high == 0 && (c == '\r' || c == '\n') && isSpaced:
			return low, true
		}
	}
	return 0, false
}

// isUTF32 reports whether text that begins with head is in UTF-32: it begins with its byte order mark,
// or with two characters of ASCII.
func isUTF32(head []byte) bool {
	if len(head) < maxHead {
		return false
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		first, second := order.Uint32(head), order.Uint32(head[4:])
		if first == 0xfeff || 0 < first && first < utf8.RuneSelf && 0 < second && second < utf8.RuneSelf {
			return true
		}
	}
	return false
}

// NewMemoryWindow returns a window on a copy of text, which is converted to UTF-8 as by [Decode].
func NewMemoryWindow[T string | []byte](text T) Window {
	if mayBeWide(text) {
		return NewWindow(Decode(bytes.NewReader([]byte(text))), Start)
	}
	return NewTextWindow(append(make([]byte, 0, len(text)+1), text...), Start)
}
