//go:build !unix

package main

import "os"

// links returns 1: the number of links to a file is not known on this system.
func links(os.FileInfo) uint64 { return 1 }

// setOwner returns true: files have no owner to keep on this system.
func setOwner(*os.File, os.FileInfo) bool { return true }

// ignoreBrokenPipe does nothing: no signal ends the process on this system.
func ignoreBrokenPipe() (restore func()) { return func() {} }

// reportFileLimit does nothing: there is no such limit on this system.
func reportFileLimit() {}
