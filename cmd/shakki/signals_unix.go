//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// errBrokenPipe is the error of writing to a pipe that nobody reads.
var errBrokenPipe error = syscall.EPIPE

// ignoreBrokenPipe makes writing to a pipe that nobody reads an error, until restore is called.
// Otherwise a signal ends the process.
func ignoreBrokenPipe() (restore func()) {
	signal.Ignore(syscall.SIGPIPE)
	return func() { signal.Reset(syscall.SIGPIPE) }
}

// reportFileLimit makes writing beyond the limit on the size of a file an error. Otherwise a signal
// ends the process.
func reportFileLimit() { signal.Ignore(syscall.SIGXFSZ) }
