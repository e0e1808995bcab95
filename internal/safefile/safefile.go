// Package safefile writes files that are whole after a crash or a power failure, and locks that end
// with their process.
package safefile

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/shakki/chess/internal/fault"
)

// Temporary is added to the name of a file until all of it is on the disk.
const Temporary = ".tmp"

// Create writes a file and waits until it is on the disk. If that fails, there is no file. The mode
// is that of a new file, before umask. The name of a new file is on the disk only after [SyncFolder].
func Create(name string, mode os.FileMode, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	if err = write(out); err == nil {
		err = cmp.Or(out.Flush(), file.Sync())
	}
	if err = cmp.Or(err, file.Close()); err != nil {
		os.Remove(name)
	}
	return err
}

// Replace writes a file in place of one that may exist. After a crash or a power failure, the file
// is the old one or the new one, with the mode given.
func Replace(name string, mode os.FileMode, write func(io.Writer) error) error {
	if err := Create(name+Temporary, mode, write); err != nil {
		return err
	}
	if err := os.Rename(name+Temporary, name); err != nil {
		os.Remove(name + Temporary)
		return err
	}
	return SyncFolder(filepath.Dir(name))
}

// Rename gives new files their names, which [Create] has written with [Temporary] added to them.
// They must be in one folder. If that fails, none of the files is left.
func Rename(names ...string) error {
	for i, name := range names {
		if err := os.Rename(name+Temporary, name); err != nil {
			removeAll(names[:i], "")
			removeAll(names[i:], Temporary)
			return err
		}
	}
	err := SyncFolder(filepath.Dir(names[0]))
	if err != nil {
		removeAll(names, "")
	}
	return err
}

// removeAll removes files.
func removeAll(names []string, suffix string) {
	for _, name := range names {
		os.Remove(name + suffix)
	}
}

// SyncFolder waits until the names of the files in a folder are on the disk. Windows writes them
// with the files.
func SyncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := os.Open(folder)
	if err != nil {
		return err
	}
	err = file.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil // this file system cannot sync folders
	}
	return fault.Join(err, file.Close())
}
