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

// who determines the kind of process with a number. The command line of a process is open to every user, even where
// root may not look at the processes of others.
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

// shared is the folder of Linux's file system in memory that every account may use.
const shared = "/dev/shm"

// tmpfs is the kernel's number for file systems in memory (TMPFS_MAGIC).
const tmpfs = 0x01021994

// roomy is the number of bytes that must be free in memory for the cluster of a whole test run.
const roomy = 4 << 30

// memory returns the file system in memory, if the account can use it and a whole test run fits. A container often
// has one of 64 MB only. If TMPDIR is set, temporary files go there, and found is false.
func memory(a account) (dir string, found bool) {
	if os.Getenv("TMPDIR") != "" {
		return "", false
	}
	var stat syscall.Statfs_t
	if err := syscall.Statfs(shared, &stat); err != nil || stat.Type != tmpfs {
		return "", false
	}
	if uint64(stat.Bsize)*stat.Bavail < roomy || !a.reaches(shared) {
		return "", false
	}
	return shared, true
}
