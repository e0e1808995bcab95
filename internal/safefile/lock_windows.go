package safefile

import (
	"os"
	"syscall"
)

// openLocked opens a file that others can only read meanwhile. The error is errLocked if another
// process has opened it so.
func openLocked(name string) (*os.File, error) {
	const sharingViolation = syscall.Errno(32)
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	handle, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	switch err {
	case nil:
		return os.NewFile(uintptr(handle), name), nil
	case sharingViolation:
		return nil, errLocked
	}
	return nil, &os.PathError{Op: "lock", Path: name, Err: err}
}

// canLockInPlace says that nobody can write a file that is locked so. Links to files are rare on this system.
const canLockInPlace = false
