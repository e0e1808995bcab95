//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package safefile

import "os"

// canLock reports whether locks end with their process on this system.
const canLock = false

// openLocked opens a file. There are no locks on this system that end with their process.
func openLocked(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
}

// lockInPlace returns nil.
func lockInPlace(string) (*os.File, error) { return nil, nil }

// removeLocked closes and removes a file.
func removeLocked(file *os.File) error {
	err := file.Close()
	os.Remove(file.Name())
	return err
}
