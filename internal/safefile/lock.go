package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/shakki/chess/internal/fault"
)

// A Lock is a locked file or folder. The system unlocks it when the process ends, however that
// happens. Only processes that ask for the lock notice it.
type Lock struct {
	sign *os.File // the file that says who holds the lock, or nil
	file *os.File // what is locked, or nil
}

// A LockedError says that another [Lock] of a file or folder exists, in this process or another one.
type LockedError struct {
	Name   string // the name of the file or folder
	Holder string // who has locked it, such as "process 4711 on host since 2026-11-23 10:15:00"
}

// Error returns the name of the file and who has locked it.
func (e *LockedError) Error() string { return fmt.Sprintf("%s: locked by %s", e.Name, e.Holder) }

// NewLock locks the folder or the file with a name, whatever other names it has. A file that does
// not exist is created empty. If it is locked, the error is a [*LockedError].
//
// Who holds the lock stands in the file "lock" in the folder, or in a file beside the file, with
// ".lock" after its name. Another file with this name is an error. The lock of a pipe or a device
// excludes nobody.
func NewLock(name string) (*Lock, error) {
	path, _, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch isMissing := errors.Is(err, os.ErrNotExist); {
	case err != nil && !isMissing:
		return nil, err
	case !isMissing && info.IsDir():
		sign, err := lockSign(name, filepath.Join(path, "lock"))
		return &Lock{sign: sign}, err
	case !isMissing && !info.Mode().IsRegular():
		return &Lock{}, nil
	}
	sign, err := lockSign(name, path+".lock")
	if err != nil {
		return nil, err
	}
	l := &Lock{sign: sign}
	if canLockInPlace {
		l.file, err = openLocked(path)
	}
	if err == errLocked {
		err = &LockedError{name, "a process that knows it by another name"}
	}
	if err != nil {
		l.Unlock()
		return nil, err
	}
	return l, nil
}

// errLocked says that a file is locked.
var errLocked = errors.New("locked")

// signText begins the text of a file that says who holds a lock.
const signText = "process "

// lockSign creates and locks the file that says who has locked what is called name.
func lockSign(name, sign string) (*os.File, error) {
	for {
		if info, err := os.Lstat(sign); err == nil && !info.Mode().IsRegular() {
			return nil, fault.Errorf("%s: not the file of a lock", sign)
		}
		file, err := openLocked(sign)
		if err == errLocked {
			return nil, &LockedError{name, holder(sign)}
		}
		if err != nil {
			return nil, err
		}
		// Who has locked the file before may have removed it meanwhile.
		here, err := file.Stat()
		if there, e := os.Stat(sign); err == nil && e == nil && os.SameFile(here, there) {
			return file, writeSign(file)
		}
		file.Close()
		if err != nil {
			return nil, err
		}
	}
}

// writeSign writes who has locked a file to it, unless it is a file of another kind. If that fails, the file
// is removed.
func writeSign(file *os.File) error {
	var head [len(signText)]byte
	n, err := file.ReadAt(head[:], 0)
	if n > 0 && string(head[:n]) != signText {
		file.Close()
		return fault.Errorf("%s: not the file of a lock", file.Name())
	}
	if err == nil || err == io.EOF {
		host, _ := os.Hostname()
		text := fmt.Sprintf("%s%d on %s since %s\n", signText, os.Getpid(), host, time.Now().Format(time.DateTime))
		_, err = file.WriteAt([]byte(text), 0)
		err = fault.Join(err, file.Truncate(int64(len(text))))
	}
	if err != nil {
		removeLocked(file)
	}
	return err
}

// holder returns who has locked a file.
func holder(sign string) string {
	text, _ := os.ReadFile(sign)
	if line, _, ok := strings.Cut(string(text), "\n"); ok {
		return line
	}
	return "another process"
}

// removeLocked removes a locked file before it unlocks it, so that no other process can remove the file of a
// later lock. A system that does not remove open files leaves it if another process has locked it by then.
func removeLocked(file *os.File) error {
	if canLockInPlace {
		return fault.Join(os.Remove(file.Name()), file.Close())
	}
	err := file.Close()
	os.Remove(file.Name())
	return err
}

// Unlock ends the lock.
func (l *Lock) Unlock() error {
	var err error
	if l.file != nil {
		err = l.file.Close()
	}
	if l.sign != nil {
		err = fault.Join(removeLocked(l.sign), err)
	}
	return err
}
