package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBook makes, edits, merges, lists, and looks up books.
func TestBook(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	games := tempFile(t, "1. e4 e5 1-0\n\n1. e4 c5 1-0\n\n1. d4 d5 1/2-1/2\n\n1. e4 Ke4 1-0\n")
	for _, step := range []struct {
		args   string
		status int
		out    string
		errs   string
	}{
		{"book", 2, "", "usage:"},
		{"book bake", 2, "", "did you mean book make?"},
		{"book make " + games, 2, "", "needs -o FILE"},
		{"book make -o " + path("a.bin") + " " + games, 1, "", games + ":7:7: game 4 (? - ?): 1... Ke4: "},
		{"book look " + path("a.bin"), 0, "e4           4  80.0%\nd4           1  20.0%\n", ""},
		{"book edit -o " + path("b.bin") + " -set e4=1 -set c4=3 -delete d4 " + path("a.bin"), 0, "", ""},
		{"book look " + path("b.bin"), 0, "c4           3  75.0%\ne4           1  25.0%\n", ""},
		{"book edit -o " + path("c.bin") + " -delete f4 " + path("a.bin"), 2, "", "does not have the move f4"},
		{"book edit -o " + path("c.bin") + " -set e5=1 " + path("a.bin"), 2, "", "e5"},
		{"book merge -o " + path("c.bin") + " " + path("a.bin") + " " + path("b.bin"), 0, "", ""},
		{"book look " + path("c.bin"), 0, "e4           5  55.6%\nc4           3  33.3%\nd4           1  11.1%\n", ""},
		{"book list " + path("b.bin"), 0, "463b96181691fc9c c2c4 3 0\n463b96181691fc9c e2e4 1 0\n830eb9b20758d1de d7d5 1 0\n", ""},
		{"book edit -clean -o " + path("d.bin") + " " + path("b.bin"), 0, "0 entries are gone\n", ""},
		{"book look " + path("missing.bin"), 2, "", "missing.bin"},
	} {
		status, out, errs := runWith(t, "", strings.Fields(step.args)...)
		if status != step.status || out != step.out || !strings.Contains(errs, step.errs) {
			t.Errorf("%s = %d, %q, %q, want %d, %q, %q", step.args, status, out, errs, step.status, step.out, step.errs)
		}
	}
	if names, _ := filepath.Glob(path("*.tmp")); len(names) > 0 {
		t.Errorf("temporary files are left: %v", names)
	}
	if _, err := os.Stat(path("c.bin")); err != nil {
		t.Error(err)
	}
}
