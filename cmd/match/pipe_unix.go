//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// A closed pipe is no reason to end: writing to it fails, and that is reported.
func init() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
