package main

import (
	"os/exec"
	"syscall"
)

// endWithParent has the kernel end a server when this process dies in any way.
func endWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
