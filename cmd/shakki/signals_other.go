//go:build !unix

package main

import "io"

// errBrokenPipe is the error of writing to a pipe that nobody reads.
var errBrokenPipe = io.ErrClosedPipe

// ignoreBrokenPipe does nothing: no signal ends the process on this system.
func ignoreBrokenPipe() (restore func()) { return func() {} }

// reportFileLimit does nothing: there is no such limit on this system.
func reportFileLimit() {}
