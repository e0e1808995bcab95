//go:build unix

package source

import (
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// TestSignalAfterClose checks that a signal does not end the process after a door is closed.
func TestSignalAfterClose(t *testing.T) {
	if err := write(filepath.Join(t.TempDir(), "a.pgn"), nil, false); err != nil {
		t.Fatal(err)
	}
	got := make(chan os.Signal, 1)
	signal.Notify(got, syscall.SIGTERM)
	defer signal.Stop(got)
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-got
}
