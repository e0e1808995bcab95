//go:build unix

package source

import (
	"os"
	"os/signal"
	"syscall"
)

// endings are the signals that end a process, one of which comes when nobody reads its output any more.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE}

// ErrBrokenPipe is the error of writing to a pipe that nobody reads.
var ErrBrokenPipe error = syscall.EPIPE

// IgnoreBrokenPipe makes writing to a pipe that nobody reads an error, until restore is called.
// Otherwise a signal ends the process.
func IgnoreBrokenPipe() (restore func()) {
	signal.Ignore(syscall.SIGPIPE)
	return func() { signal.Reset(syscall.SIGPIPE) }
}

// ReportFileLimit makes writing beyond the limit on the size of a file an error. Otherwise a signal
// ends the process.
func ReportFileLimit() { signal.Ignore(syscall.SIGXFSZ) }
