package source

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write creates a file and writes data to it.
func write(name string, data []byte, isAdded bool) error {
	var d Door
	defer d.Close()
	w, err := d.Create(name, name, isAdded)
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
		empty := filepath.Join(t.TempDir(), name)
		if err := write(empty, nil, true); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		none, err := Open(empty, nil, nil)
		if err != nil || none.Compression != want {
			t.Fatalf("of no text, Open(%s) = %v, want %q", name, err, want)
		}
		none.Close()
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
