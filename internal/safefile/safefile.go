// Package safefile writes files that are whole after a crash or a power failure, and locks that end
// with their process.
package safefile

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/shakki/chess/internal/fault"
)

// Temporary is added to the name of a file until all of it is on the disk.
const Temporary = ".tmp"

// Create writes a file and waits until it is on the disk. If that fails, there is no file. The name
// of a new file is on the disk only after [SyncFolder].
func Create(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}

// Replace writes a file in place of one that may exist. After a crash or a power failure, the file
// is the old or the new one.
func Replace(name string, write func(io.Writer) error) error {
	err := Create(name+Temporary, write)
	if err != nil {
		return err
	}
	if err = os.Rename(name+Temporary, name); err != nil {
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
	return fault.Join(file.Sync(), file.Close())
}
