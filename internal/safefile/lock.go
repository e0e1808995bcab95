package safefile

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// A Lock is a locked file. The system unlocks it when the process ends, however that happens. Only
// processes that ask for the lock notice it.
type Lock struct{ file *os.File }

// A LockedError says that another [Lock] of a file exists, in this process or another one.
type LockedError struct {
	Name   string // the name of the file
	Holder string // who has locked it, such as "process 4711 on host since 2026-11-23 10:15:00"
}

// Error returns the name of the file and who has locked it.
func (e *LockedError) Error() string { return fmt.Sprintf("%s: locked by %s", e.Name, e.Holder) }

// NewLock creates a file and locks it. If the file is locked, the error is a [*LockedError].
func NewLock(name string) (*Lock, error) {
	for {
		file, err := openLocked(name)
		if err != nil {
			return nil, err
		}
		if file == nil {
			return nil, &LockedError{name, holder(name)}
		}
		// Who has locked the file before may have removed it meanwhile.
		here, err := file.Stat()
		if there, e := os.Stat(name); err == nil && e == nil && os.SameFile(here, there) {
			return newLock(file)
		}
		file.Close()
		if err != nil {
			return nil, err
		}
	}
}

// newLock writes who has locked a file to it.
func newLock(file *os.File) (*Lock, error) {
	host, _ := os.Hostname()
	err := file.Truncate(0)
	if err == nil {
		_, err = fmt.Fprintf(file, "process %d on %s since %s\n", os.Getpid(), host, time.Now().Format(time.DateTime))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Lock{file}, nil
}

// holder returns who has locked a file.
func holder(name string) string {
	text, _ := os.ReadFile(name)
	if line, _, ok := strings.Cut(string(text), "\n"); ok {
		return line
	}
	return "another process"
}

// Unlock removes the file and unlocks it.
func (l *Lock) Unlock() error { return removeLocked(l.file) }
