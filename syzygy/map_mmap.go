//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package syzygy

import (
	"os"
	"syscall"
)

// mapFile maps a file of the given size into memory.
func mapFile(f *os.File, size int64) (data []byte, err error) {
	if size != int64(int(size)) || size == 0 {
		return nil, syscall.ENOMEM
	}
	return syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
}

// unmap ends a mapping.
func unmap(data []byte) error { return syscall.Munmap(data) }
