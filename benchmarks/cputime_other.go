//go:build !unix

package main

import "time"

// cpuTime returns the time since the start of the program, for want of the CPU
// time.
func cpuTime() time.Duration { return wallTime() }
