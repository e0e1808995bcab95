//go:build linux || darwin

package explore

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk checks the error if a file cannot be written whole, here because of a limit on its
// size, and that nothing of a table is left. The limit holds for a process of its own, because the
// test program writes files too.
func TestFullDisk(t *testing.T) {
	if folder := os.Getenv("EXPLORE_FULL"); folder != "" {
		countLimited(t, folder, os.Getenv("EXPLORE_FILE"), os.Getenv("EXPLORE_PART"))
		return
	}
	files := writeGames(t, randomGames(4, 300))
	for _, part := range []string{"run-000000", "-of-00016.rows"} {
		folder := filepath.Join(t.TempDir(), "table")
		command := exec.Command(os.Args[0], "-test.run=^TestFullDisk$")
		command.Env = append(os.Environ(), "EXPLORE_FULL="+folder, "EXPLORE_FILE="+files[0], "EXPLORE_PART="+part)
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("count with a limit on the size of files: %v\n%s", err, output)
		}
		if _, err := Open(folder); err == nil {
			t.Error("a table that could not be written can be opened")
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "*.rows*")); len(left) > 0 {
			t.Errorf("files are left: %q", left)
		}
		if _, err := Count(context.Background(), folder, files, Options{}); err != nil {
			t.Errorf("Count without the limit: %v", err)
		}
	}
}

// countLimited counts with files of at most two pages, and with a batch so small or large that the
// first file to exceed them has the given text in its name.
func countLimited(t *testing.T, folder, file, part string) {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = 2 * pageSize
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	blocks := map[string]int{"run-000000": 1, "-of-00016.rows": 1000}[part]
	_, err := Options{}.withDefaults().count(context.Background(), folder, []string{file}, smallBatch(blocks))
	var path *os.PathError
	if !errors.As(err, &path) || !errors.Is(err, syscall.EFBIG) || !strings.Contains(path.Path, part) {
		t.Errorf("count = %v, want an error with the name of a file %s", err, part)
	}
}
