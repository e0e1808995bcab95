//go:build !unix

package uci

import "os/exec"

// isolate does nothing.
func isolate(*exec.Cmd) {}

// kill kills the process of cmd.
func kill(cmd *exec.Cmd) { cmd.Process.Kill() }
