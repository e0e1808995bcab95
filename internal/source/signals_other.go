//go:build !unix

package source

import (
	"os"
	"syscall"
)

// endings are the signals that end a process.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM}
