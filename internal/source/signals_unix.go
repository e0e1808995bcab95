//go:build unix

package source

import (
	"os"
	"syscall"
)

// endings are the signals that end a process, one of which comes when nobody reads its output any more.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE}
