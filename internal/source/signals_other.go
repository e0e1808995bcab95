//go:build !unix

package source

import (
	"io"
	"os"
	"syscall"
)

// endings are the signals that end a process.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM}

// ErrBrokenPipe is the error of writing to a pipe that nobody reads.
var ErrBrokenPipe = io.ErrClosedPipe

// IgnoreBrokenPipe does nothing: no signal ends the process on this system.
func IgnoreBrokenPipe() (restore func()) { return func() {} }

// ReportFileLimit does nothing: there is no such limit on this system.
func ReportFileLimit() {}
