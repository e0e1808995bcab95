//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// signals returns the signals that end a match in order. A closed pipe is no reason to: writing to it
// fails, and that is reported. A program that nohup has started goes on when its terminal is closed.
func signals() []os.Signal {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	found := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		found = append(found, syscall.SIGHUP)
	}
	return found
}
