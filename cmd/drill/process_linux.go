package main

import (
	"os/exec"
	"syscall"
)

// endWithParent has a process killed when this program is gone.
func endWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
