//go:build unix && !linux

package embedpg

import (
	"os/exec"
	"strconv"
	"strings"
)

// endWithParent does nothing: only Linux notifies a child of its parent's
// death. The next start ends the orphan.
func endWithParent(*exec.Cmd) {}

// memory finds none: such a file system cannot be distinguished from a disk
// here.
func memory(account) (dir string, found bool) { return "", false }

// who determines by ps the kind of process with a number.
func who(pid int, data string) occupant {
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return nobodyThere
	}
	line := strings.TrimSpace(string(out))
	if strings.Contains(line+" ", " -D "+data+" ") { // the path may have spaces
		return postmaster
	}
	return classify(strings.Fields(line), data)
}
