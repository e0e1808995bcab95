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

// text returns n bytes that do not compress.
func text(n int) []byte {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{}).Read(b)
	return b
}
