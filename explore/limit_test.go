//go:build linux || darwin

package explore

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk checks the error if a file cannot be written whole, here because of a limit on its
// size, and that nothing of a table is left.
func TestFullDisk(t *testing.T) {
	files := writeGames(t, randomGames(4, 300))
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	for blocks, part := range map[int]string{1: "run-000000", 1000: "-of-00016.rows"} {
		folder := filepath.Join(t.TempDir(), "table")
		limit := before
		limit.Cur = 2 * pageSize
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		_, err := Options{}.withDefaults().count(context.Background(), folder, files, smallBatch(blocks))
		if e := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); e != nil {
			t.Fatal(e)
		}
		var path *os.PathError
		if !errors.As(err, &path) || !errors.Is(err, syscall.EFBIG) || !strings.Contains(path.Path, part) {
			t.Errorf("Count with a limit on the size of files = %v, want an error with the name of a file %s", err, part)
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
