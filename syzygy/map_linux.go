package syzygy

import "syscall"

// Probes read at random offsets, so reading ahead only costs time.
func init() { advise = func(data []byte) { syscall.Madvise(data, syscall.MADV_RANDOM) } }
