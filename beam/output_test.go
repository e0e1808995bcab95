package chessbeam

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
)

// TestOutputs checks that outputs take their places as a whole, that links and pipes stay, and that
// what cannot be written is found before anything is read.
func TestOutputs(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	if err := os.WriteFile(path("old"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("old", path("link")); err != nil {
		t.Fatal(err)
	}
	fails := errors.New("fails")
	err := writeFile(t.Context(), path("old"), func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("new", 1<<20))
		return fails
	})
	if err != fails && !errors.Is(err, fails) || readText(t, path("old")) != "old" {
		t.Errorf("after a failure: %v, the file has %q", err, readText(t, path("old")))
	}
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}
	for _, name := range []string{path("link"), os.DevNull} {
		if err := writeFile(t.Context(), name, write); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	info, _ := os.Lstat(path("link"))
	if device, _ := os.Stat(os.DevNull); readText(t, path("old")) != "new" || info.Mode()&os.ModeSymlink == 0 || device.Mode().IsRegular() {
		t.Errorf("the target of a link has %q, modes %v and %v", readText(t, path("old")), info.Mode(), device.Mode())
	}
	for name, ok := range map[string]bool{
		path("new"): true, path("sub/new"): true, os.DevNull: true, "memfs://out": true, path("parts-*"): true,
		path("old"): false, path("link"): false, path("old/file"): false, "nowhere://x": false,
	} {
		if err := CheckFile(t.Context(), name, path("ol*")); (err == nil) != ok {
			t.Errorf("CheckFile(%q) = %v, want an error: %v", name, err, !ok)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 3 { // old, link, sub
		t.Errorf("what was tried is left: %v", entries)
	}
}
