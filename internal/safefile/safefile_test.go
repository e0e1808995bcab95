package safefile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var hello = []byte("hello")

// namesIn returns the names in a folder, also of hidden files.
func namesIn(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// write writes a file.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// read returns the text of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReplace checks that a file is replaced as a whole or not at all, with its mode and its links,
// that the target of a symlink is written, and that nothing is left of files that cannot be written.
func TestReplace(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	if err := Replace(name, 0o666, hello); err != nil {
		t.Fatal(err)
	}
	if names := namesIn(t, folder); read(t, name) != "hello" || names != "file" {
		t.Errorf("Replace leaves %q with %q, want the new file", names, read(t, name))
	}
	other := filepath.Join(folder, "other")
	if err := os.MkdirAll(filepath.Join(other, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Replace(other, 0o666, hello); err == nil || namesIn(t, folder) != "file other" {
		t.Errorf("Replace of a folder = %v and leaves %q, want an error and the folder", err, namesIn(t, folder))
	}
	if runtime.GOOS == "windows" {
		return
	}
	write(t, name, "old")
	for _, err := range []error{os.Chmod(name, 0o640), os.Symlink("file", filepath.Join(folder, "link")), os.Symlink("new", filepath.Join(folder, "dangling"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"link", "dangling"} {
		if err := Replace(filepath.Join(folder, link), 0o666, hello); err != nil {
			t.Error(err)
		}
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode() != 0o640 || read(t, name) != "hello" || namesIn(t, folder) != "dangling file link new other" {
		t.Errorf("Replace of a link leaves %v, %v, %q, want the mode and the link", info.Mode(), err, namesIn(t, folder))
	}
	hard := filepath.Join(folder, "hard")
	if err := os.Link(name, hard); err != nil {
		t.Fatal(err)
	}
	if err := Replace(name, 0o666, []byte("new")); err != nil || read(t, hard) != "new" || namesIn(t, folder) != "dangling file hard link new other" {
		t.Errorf("Replace of a file with two links = %v, and the other has %q", err, read(t, hard))
	}
	write(t, filepath.Join(folder, ".file.old"), "the text before the process was killed")
	if err := Replace(name, 0o666, hello); err == nil || read(t, hard) != "new" {
		t.Errorf("Replace beside a copy that was left = %v, and the file has %q, want an error", err, read(t, hard))
	}
}

// pid is the process that start has started.
var pid int
