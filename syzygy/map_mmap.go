//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package syzygy

import (
	"os"
	"syscall"
)

// advise, if it is not nil, tells the system how a map will be read.
var advise func(data []byte)

// mapFile maps a file of the given size into memory.
func mapFile(f *os.File, size int64) (data []byte, err error) {
	if size != int64(int(size)) {
		return nil, syscall.ENOMEM
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err == nil && advise != nil {
		advise(data)
	}
	return data, err
}

// unmap ends a mapping.
func unmap(data []byte) error { return syscall.Munmap(data) }
