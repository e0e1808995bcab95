package source

import (
	"bytes"
	"cmp"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
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
		text, _, err := Decompress(strings.NewReader(test.data))
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

// write creates a file and writes data to it.
func write(name string, data []byte, isAdded bool) error {
	var d Door
	defer d.Close()
	w, err := d.Create(name, isAdded)
	if err == nil {
		_, err = w.Write(data)
	}
	return cmp.Or(err, d.Commit())
}

// TestCreate checks that what is written, and added, is read again.
func TestCreate(t *testing.T) {
	for name, want := range map[string]string{"a.pgn": "", "a.pgn.gz": "gzip", "a.pgn.zst": "Zstandard"} {
		path := filepath.Join(t.TempDir(), name)
		first, second := text(1<<20), []byte("1. e4 *\n")
		for i, data := range [][]byte{first, second} {
			if err := write(path, data, i > 0); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		f, err := Open(path, nil, nil)
		if err != nil || f.Compression != want {
			t.Fatalf("Open(%s) = %q, %v, want %q", name, f.Compression, err, want)
		}
		got, err := io.ReadAll(f)
		if err != nil || !bytes.Equal(got, append(first, second...)) {
			t.Errorf("%s: %d bytes are read, %v, want those that were written", name, len(got), err)
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: Close = %v", name, err)
		}
	}
	if err := write(filepath.Join(t.TempDir(), "a.pgn.bz2"), nil, false); err == nil || !strings.Contains(err.Error(), ".zst") {
		t.Errorf("Create of a.pgn.bz2 = %v, want an error that names another form", err)
	}
}

// TestFullDisk checks that writing to a full disk is an error, however much is written and however
// well it compresses.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	for _, name := range []string{"a.pgn", "a.pgn.gz", "a.pgn.zst"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.Symlink("/dev/full", path); err != nil {
			t.Fatal(err)
		}
		for _, data := range [][]byte{[]byte("1. e4 *\n"), make([]byte, 1<<20), text(1 << 22)} {
			if err := write(path, data, false); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("writing %d bytes to %s = %v, want an error with the name", len(data), name, err)
			}
		}
	}
}
