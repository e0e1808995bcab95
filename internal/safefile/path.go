package safefile

import (
	"errors"
	"os"
	"path/filepath"
)

// Resolve returns the path that a name stands for when all symlinks are followed, also those to a
// file that does not exist. Its folder must exist.
func Resolve(name string) (string, error) {
	path, err := filepath.EvalSymlinks(name)
	if !errors.Is(err, os.ErrNotExist) {
		return path, err
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, filepath.Base(name))
	target, err := os.Readlink(path)
	switch {
	case err != nil: // no link
		return path, nil
	case !filepath.IsAbs(target):
		target = filepath.Join(folder, target)
	}
	return Resolve(target)
}

// IsDescriptor reports whether a name leads to an open file of a process, as /dev/stdin and
// /dev/fd/3 do. Such a file belongs to whoever has opened it: it is written where it stands.
func IsDescriptor(name string) bool {
	for range 40 { // links, as in the limit of Linux
		folder, err := filepath.EvalSymlinks(filepath.Dir(name))
		if err != nil {
			return false
		}
		if ok, _ := filepath.Match("/proc/*/fd", folder); ok || folder == "/dev/fd" {
			return true
		}
		target, err := os.Readlink(filepath.Join(folder, filepath.Base(name)))
		if err != nil {
			return false
		}
		if name = target; !filepath.IsAbs(name) {
			name = filepath.Join(folder, target)
		}
	}
	return false
}
