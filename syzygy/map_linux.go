package syzygy

import "syscall"

// Probes read here and there, so reading ahead only costs.
func init() { advise = func(data []byte) { syscall.Madvise(data, syscall.MADV_RANDOM) } }
