package safefile

import (
	"errors"
	"os"
	"runtime"
	"syscall"

	"github.com/shakki/chess/internal/fault"
)

// Replace writes a file in place of one that may exist, which keeps its mode. A new file has the mode
// given, before umask. After a crash or a power failure, the file is the old one or the new one.
func Replace(name string, mode os.FileMode, text []byte) error {
	var s Stage
	f, err := s.Create(name, name, mode, false)
	if err == nil {
		_, err = f.Write(text)
	}
	if err != nil {
		s.Close()
		return err
	}
	return s.Commit()
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
