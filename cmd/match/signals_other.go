//go:build !unix

package main

import (
	"os"
	"syscall"
)

// signals returns the signals that end a match in order.
func signals() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }
