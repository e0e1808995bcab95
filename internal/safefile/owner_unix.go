//go:build unix

package safefile

import (
	"os"
	"syscall"
)

// links returns the number of links to the file that info describes.
func links(info os.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// setOwner gives file the owner and the group of the file that info describes, and reports whether
// it has them.
func setOwner(file *os.File, info os.FileInfo) bool {
	now, err := file.Stat()
	if err != nil {
		return false
	}
	has, ok := now.Sys().(*syscall.Stat_t)
	wants, known := info.Sys().(*syscall.Stat_t)
	if !ok || !known || has.Uid == wants.Uid && has.Gid == wants.Gid {
		return true
	}
	return file.Chown(int(wants.Uid), int(wants.Gid)) == nil
}

// isOwn reports whether the file that info describes belongs to the user of the process.
func isOwn(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(stat.Uid) == os.Geteuid()
}
