//go:build !unix

package main

import "time"

// cpuTime returns the wall-clock time in nanoseconds, because the CPU time is not available on this
// system.
func cpuTime() int64 { return time.Now().UnixNano() }
