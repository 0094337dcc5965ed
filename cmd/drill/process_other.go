//go:build !linux

package main

import (
	"os"
	"os/exec"
)

// endWithParent does nothing: only Linux has a process killed when this program is gone.
func endWithParent(*exec.Cmd) {}

// keeper is us: only Linux has a drill run by root.
func keeper(string) (uid, gid int, err error) { return os.Getuid(), os.Getgid(), nil }

// runAs does nothing: everything runs as us.
func runAs(*exec.Cmd, int, int) {}

// childrenOf finds none: only Linux has a drill of a cluster.
func childrenOf(int) []int { return nil }
