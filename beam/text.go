package chessbeam

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"
)

// headSize is the number of bytes that tell how a text is compressed or encoded.
const headSize = 4

// archives are forms that are known only to be refused, by their first four bytes.
var archives = map[string]string{"PK\x03\x04": "zip", "\xfd7zX": "xz", "7z\xbc\xaf": "7-Zip", "Rar!": "RAR"}

// isPlain reports whether a text that begins with head can be read from the middle: whether it is
// neither compressed nor in UTF-16.
func isPlain(head []byte) bool {
	return decompressor(head) == nil && archives[string(head)] == "" && !isUTF16(head)
}

// plainText returns the text that r holds, decompressed and in UTF-8 if it was in UTF-16.
func plainText(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if name := archives[string(head)]; name != "" {
		return nil, fmt.Errorf("compressed with %s: decompress the text first", name)
	}
	if decompress := decompressor(head); decompress != nil {
		text, err := decompress(b)
		if err != nil {
			return nil, err
		}
		b = bufio.NewReader(text)
		if head, err = b.Peek(headSize); err != nil && err != io.EOF {
			return nil, err
		}
	}
	if !isUTF16(head) {
		return b, nil
	}
	order := unicode.LittleEndian
	if head[0] == 0 {
		order = unicode.BigEndian
	}
	return unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(b), nil // a mark decides before the order
}

// decompressor returns a function that decompresses a text that begins with head, or nil for one that
// is not compressed.
func decompressor(head []byte) func(io.Reader) (io.Reader, error) {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}): // RFC 1952
		return func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }
	case bytes.HasPrefix(head, []byte("BZh")):
		return func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}), // a frame, or a frame to skip: RFC 8878, 3.1
		len(head) == headSize && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18}):
		const mostWindow = 1 << 31 // what the program zstd writes with --long
		return func(r io.Reader) (io.Reader, error) {
			return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostWindow), zstd.WithDecoderMaxWindow(mostWindow))
		}
	}
	return nil
}

// isUTF16 reports whether a text that begins with head is in UTF-16: whether it begins with a byte
// order mark, or with an ASCII character that text has.
func isUTF16(head []byte) bool {
	if len(head) < 2 {
		return false
	}
	char := head[0] | head[1]
	isWide := min(head[0], head[1]) == 0 && char < 0x80 && (char >= ' ' || char == '\t' || char == '\n' || char == '\r')
	return isWide || bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff})
}
