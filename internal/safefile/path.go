package safefile

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/shakki/chess/internal/fault"
)

// Resolve returns the path that a name stands for when all symlinks are followed, also those to a
// file that does not exist. Its folder must exist. If a link is an open file of a process, as /dev/stdin
// and /dev/fd/3 lead to, isOpen is true, and the path is that of the link. Such a file belongs to whoever
// has opened it: it is written where it stands.
func Resolve(name string) (path string, isOpen bool, err error) {
	path = name
	for range 40 { // links, as in the limit of Linux
		folder, base := filepath.Split(path)
		if base == "" || base == ".." { // no link
			path, err = filepath.EvalSymlinks(path)
			return path, false, err
		}
		if folder, err = filepath.EvalSymlinks(cmp.Or(folder, ".")); err != nil {
			return "", false, err
		}
		path = filepath.Join(folder, base)
		if ok, _ := filepath.Match("/proc/*/fd", folder); ok || folder == "/dev/fd" {
			return path, true, nil
		}
		target, err := os.Readlink(path)
		if err != nil { // no link
			return path, false, nil
		}
		if path = target; !filepath.IsAbs(target) {
			path = filepath.Join(folder, target)
		}
	}
	return "", false, fault.Errorf("%s: too many links", name)
}
