package source

import (
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestWindow checks that a text with the largest window of zstd --long is read, and that larger ones,
// which would take any amount of memory, are refused.
func TestWindow(t *testing.T) {
	const block = "\x41\x00\x001. e4 *\n" // the last one, 8 bytes as they are
	for name, test := range map[string]struct {
		data string
		good bool
	}{
		"--long=31":                          {"\x28\xb5\x2f\xfd\x00\xa8" + block, strconv.IntSize == 64}, // too much for a 32-bit address space
		"--long=32":                          {"\x28\xb5\x2f\xfd\x00\xb0" + block, false},
		"a frame of 64 GiB without a window": {"\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x00\x10\x00\x00\x00" + block, false},
	} {
		text, _, err := decompress(strings.NewReader(test.data))
		if err == nil {
			_, err = io.Copy(io.Discard, text)
		}
		if (err == nil) != test.good {
			t.Errorf("%s: %v, want success: %v", name, err, test.good)
		}
	}
}

// TestForms checks which first bytes show that a text is compressed.
func TestForms(t *testing.T) {
	const frame = "\x2a\x4d\x18\x01\x00\x00\x00." // which is skipped
	whole := string(encodeZstd([]byte("1. e4 *\n")))
	for data, want := range map[string]string{
		"1. e4 *\n": "1. e4 *\n", "": "", "1": "1", whole: "1. e4 *\n", "\x50" + frame + whole: "1. e4 *\n", "\x5f" + frame + whole: "1. e4 *\n",
		"\x60" + frame: "\x60" + frame, "\x40" + frame: "\x40" + frame, "P" + frame[:2]: "P" + frame[:2],
		"PK\x03\x04": "with zip", "\xfd7zXZ": "with xz", "7z\xbc\xaf": "with 7-Zip", "Rar!": "with RAR", string(encodeGzip([]byte("a"))): "a",
	} {
		text, _, err := decompress(strings.NewReader(data))
		got := []byte{}
		if err == nil {
			got, err = io.ReadAll(text)
		}
		if err != nil && !(strings.HasPrefix(want, "with ") && strings.Contains(err.Error(), want)) || err == nil && string(got) != want {
			t.Errorf("%q: %q, %v, want %q", data, got, err, want)
		}
	}
}

// text returns n bytes that do not compress.
func text(n int) []byte {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{}).Read(b)
	return b
}
