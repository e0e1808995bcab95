//go:build linux || darwin

package safefile

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFullDisk checks that a file stays as it is, and nothing is left beside it, if the new text cannot be
// written whole, here because of a limit on the size of files. The limit holds for a process of its own.
func TestFullDisk(t *testing.T) {
	if name := os.Getenv("SAFEFILE_FULL"); name != "" {
		signal.Ignore(syscall.SIGXFSZ)
		var limit syscall.Rlimit
		err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit)
		limit.Cur = 1 << 12
		if err := errors.Join(err, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)); err != nil {
			t.Fatal(err)
		}
		if err := Replace(name, 0o666, make([]byte, 1<<13)); !errors.Is(err, syscall.EFBIG) {
			t.Errorf("Replace = %v, want %v", err, syscall.EFBIG)
		}
		return
	}
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	write(t, name, "old")
	command := exec.Command(os.Args[0], "-test.run=^TestFullDisk$")
	command.Env = append(os.Environ(), "SAFEFILE_FULL="+name)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("a process with a limit on the size of files: %v\n%s", err, output)
	}
	if names := namesIn(t, folder); read(t, name) != "old" || names != "file" {
		t.Errorf("a failed Replace leaves %q with %.20q, want the old file", names, read(t, name))
	}
}
