//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package safefile

import (
	"os"
	"syscall"
)

// openLocked creates or opens a file, and locks it. The error is errLocked if it is locked.
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
		err = errLocked
	default:
		err = &os.PathError{Op: "lock", Path: name, Err: err}
	}
	file.Close()
	return nil, err
}

// canLockInPlace says that others may read and write a file that is locked.
const canLockInPlace = true
