//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package safefile

import (
	"os"
	"syscall"

	"github.com/shakki/chess/internal/fault"
)

// openLocked opens and locks a file. It returns nil if the file is locked.
func openLocked(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; err == syscall.EINTR; {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	switch err {
	case nil:
		return file, nil
	case syscall.EWOULDBLOCK:
		return nil, file.Close()
	}
	file.Close()
	return nil, &os.PathError{Op: "lock", Path: name, Err: err}
}

// removeLocked removes a locked file before it unlocks it, so that no other process can remove the
// file of a later lock.
func removeLocked(file *os.File) error { return fault.Join(os.Remove(file.Name()), file.Close()) }
