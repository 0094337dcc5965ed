package embedpg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// endWithParent has the kernel ask the child to shut down when the thread that
// started it dies.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr.Pdeathsig = syscall.SIGINT
}

// who tells who has a process number. The command line of a process is open to
// every user, even where root may not look at the processes of others.
func who(pid int, data string) occupant {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ESRCH):
		return nobodyThere
	case err != nil:
		return unclear
	}
	return classify(strings.Split(strings.TrimRight(string(line), "\x00"), "\x00"), data)
}
