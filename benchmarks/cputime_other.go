//go:build !unix

package main

import "time"

// cpuTime returns the wall-clock time since the start of the program, because the CPU time is not
// available on this system.
func cpuTime() time.Duration { return wallTime() }
