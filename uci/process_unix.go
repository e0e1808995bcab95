//go:build unix

package uci

import (
	"os/exec"
	"syscall"
)

// isolate makes the process of cmd the leader of a process group, unless the caller has set the
// attributes of the process. The children of an engine can then be killed with it, such as an
// engine that was started by a script, and interrupts from the terminal do not reach the engine.
func isolate(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
}

// kill kills the process of cmd, and its group if it leads one. The group may outlive the process.
func kill(cmd *exec.Cmd) {
	if cmd.SysProcAttr.Setpgid {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	cmd.Process.Kill()
}
