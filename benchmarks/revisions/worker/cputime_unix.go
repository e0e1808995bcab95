//go:build unix

package main

import "syscall"

// cpuTime returns the CPU time that this process has used, in nanoseconds.
func cpuTime() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // cannot happen with these arguments
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
