//go:build !linux

package main

import "os/exec"

// endWithParent does nothing: what processes use is measured on Linux only.
func endWithParent(*exec.Cmd) {}
