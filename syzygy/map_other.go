//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package syzygy

import (
	"errors"
	"os"
)

// mapFile returns an error.
func mapFile(*os.File, int64) ([]byte, error) { return nil, errors.ErrUnsupported }

// unmap does nothing.
func unmap([]byte) error { return nil }
