//go:build unix

package source

import (
	"os"
	"os/signal"
	"syscall"
)

// interrupts are the signals by which users and systems end a process.
var interrupts = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// brokenPipe is the signal that nobody reads the output of the process any more.
var brokenPipe = []os.Signal{syscall.SIGPIPE}

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
