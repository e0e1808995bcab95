//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package safefile

import (
	"errors"
	"os"
)

// openLocked creates a file, which must not exist: on this system there are no locks that end with their
// process.
func openLocked(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	if errors.Is(err, os.ErrExist) {
		err = errLocked
	}
	return file, err
}

// canLockInPlace says that a file that exists cannot be locked.
const canLockInPlace = false
