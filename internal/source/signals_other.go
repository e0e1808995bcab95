//go:build !unix

package source

import (
	"io"
	"os"
	"syscall"
)

// interrupts are the signals by which users and systems end a process.
var interrupts = []os.Signal{os.Interrupt, syscall.SIGTERM}

// brokenPipe is empty: there is no such signal on this system.
var brokenPipe []os.Signal

// ErrBrokenPipe is the error of writing to a pipe that nobody reads.
var ErrBrokenPipe = io.ErrClosedPipe

// IgnoreBrokenPipe does nothing: no signal ends the process on this system.
func IgnoreBrokenPipe() (restore func()) { return func() {} }

// ReportFileLimit does nothing: there is no such limit on this system.
func ReportFileLimit() {}
