package pgntext

import (
	"bytes"
	"encoding/binary"
	"io"
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

// ReadFull fills b from r. Unlike [io.ReadFull], it returns the error of r unchanged, so that the
// end of the stream is [io.EOF], and [io.ErrUnexpectedEOF] is a failure of r, such as a truncated
// gzip file. It returns [io.ErrNoProgress] if r keeps returning nothing.
func ReadFull(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var more int
		more, err = readSome(r, b[n:])
		n += more
	}
	return n, err
}

// errUTF32 reports text in an encoding that is not read.
var errUTF32 = error(fault.Sentinel("pgn: the text is in UTF-32: convert it to UTF-8"))

// Decode returns a reader of the text of r in UTF-8. If r begins with a byte order mark of UTF-16,
// or with an ASCII character in UTF-16, the text is converted from it. UTF-32 is an error. Other text
// stays as it is.
func Decode(r io.Reader) io.Reader { return &decoder{r: r} }

// A decoder reads the text of r, in UTF-8.
type decoder struct {
	r    io.Reader
	text io.Reader // nil before the first bytes have been read
}

// Read implements [io.Reader].
func (d *decoder) Read(b []byte) (n int, err error) {
	if d.text == nil {
		d.text = d.start()
	}
	return d.text.Read(b)
}

// start reads the first bytes and decides whether the text is UTF-16.
func (d *decoder) start() io.Reader {
	head := make([]byte, maxHead)
	n, err := ReadFull(d.r, head[:2])
	if mayBeWide(head[:n]) && err == nil {
		var more int
		more, err = ReadFull(d.r, head[n:])
		n += more
	}
	head = head[:n]
	if isUTF32(head) {
		return FailingReader{errUTF32}
	}
	rest := d.r
	if err != nil {
		rest = FailingReader{err}
	}
	text := io.MultiReader(bytes.NewReader(head), rest)
	if low, isWide := wide(head); isWide {
		return &wideReader{r: text, low: low, raw: make([]byte, 0, bufferSize)}
	}
	return text
}

// maxHead is the number of bytes at the start of a text that show its encoding.
const maxHead = 8

// mayBeWide reports whether text that begins with head may have units of more than a byte.
func mayBeWide(head []byte) bool {
	return bytes.IndexByte(head, 0) >= 0 || string(head) == "\xff\xfe" || string(head) == "\xfe\xff"
}

// wide reports whether text that begins with head is in UTF-16, and the index of the low byte in its
// code units.
func wide(head []byte) (low int, ok bool) {
	if len(head) < 2 {
		return 0, false
	}
	for low := range 2 {
		isASCII := func(unit []byte) bool { return unit[1-low] == 0 && ' ' <= unit[low] && unit[low] < utf8.RuneSelf }
		isLineEnd := head[1-low] == 0 && (head[low] == '\r' || head[low] == '\n')
		hasMark := head[low] == 0xff && head[1-low] == 0xfe
		isSpaced := len(head) >= 4 && head[3-low] == 0 && head[2+low] != 0 // a line end and a 0 byte may begin a hole
		if hasMark || isASCII(head) || isLineEnd && isSpaced {
			return low, true
		}
	}
	return 0, false
}

// isUTF32 reports whether text that begins with head is in UTF-32: it begins with its byte order mark, or with two
// characters of ASCII.
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
	if mayBeWide([]byte(text[:min(len(text), 2)])) {
		return NewWindow(Decode(bytes.NewReader([]byte(text))), Start)
	}
	return NewTextWindow(append(make([]byte, 0, len(text)+1), text...), Start)
}

// A wideReader converts UTF-16 to UTF-8.
type wideReader struct {
	r    io.Reader
	low  int    // the index of the low byte in a code unit
	raw  []byte // text that is not decoded yet, with room for more
	text []byte // text that is ready
	err  error
}

// Read implements [io.Reader].
func (d *wideReader) Read(b []byte) (n int, err error) {
	if len(d.text) == 0 && d.err == nil {
		d.decode()
	}
	n = copy(b, d.text)
	d.text = d.text[n:]
	if len(d.text) == 0 {
		err = d.err
	}
	return n, err
}

// decode reads more text and decodes it.
func (d *wideReader) decode() {
	n, err := readSome(d.r, d.raw[len(d.raw):cap(d.raw)])
	d.raw, d.err = d.raw[:len(d.raw)+n], err
	n = len(d.raw) / 2
	units := make([]uint16, n, n+1)
	for i := range units {
		units[i] = uint16(d.raw[2*i+d.low]) | uint16(d.raw[2*i+1-d.low])<<8
	}
	if n > 0 && err == nil && units[n-1]&^0x3ff == 0xd800 { // the second half of a character follows
		units = units[:n-1]
	}
	d.raw = append(make([]byte, 0, bufferSize), d.raw[2*len(units):]...)
	if err == io.EOF && len(d.raw) > 0 { // half a unit
		units = append(units, utf8.RuneError)
	}
	d.text = []byte(string(utf16.Decode(units)))
}
