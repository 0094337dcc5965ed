package embedpg

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

const executableSuffix = ".exe"

// account is the user that the server runs as: on Windows always our own, which
// must not be an administrator.
type account struct{}

func current() account { return account{} }

func unprivileged() (account, error) { return account{}, nil }

func keeperOf(string) (account, error) { return account{}, nil }

func (account) name() string { return os.Getenv("USERNAME") }

func (account) owns(string) bool { return true }

func (account) reaches(string) bool { return true }

// makePrivate makes a folder; the right to enter it is inherited from its parent.
func (account) makePrivate(dir string) error { return os.MkdirAll(dir, 0o700) }

func (account) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
	return cmd
}

// readableBy returns the installation unchanged.
func (i installation) readableBy(account) (installation, error) { return i, nil }

// shutdown is a way for a server to end, in the words of pg_ctl.
type shutdown string

const (
	fast      = shutdown("fast")
	immediate = shutdown("immediate")
)

// requestShutdown asks by pg_ctl, since Windows has no signals.
func requestShutdown(how shutdown, _ *os.Process, inst installation, c cluster) error {
	out, err := exec.Command(inst.program("pg_ctl"), "stop", "-W", "-D", c.data, "-m", string(how)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("pg_ctl stop: %w: %s", err, out)
	}
	return nil
}

// who determines the kind of process with a number. pg_ctl reaches servers only, so that any live process may be
// asked to stop.
func who(pid int, _ string) occupant {
	p, err := os.FindProcess(pid)
	if err != nil {
		return nobodyThere
	}
	_ = p.Release()
	return postmaster
}

// lockFile opens a file that no other process can open until it is closed.
func lockFile(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	const unshared = 0
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ, unshared, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	const sharingViolation = syscall.Errno(32)
	if errors.Is(err, sharingViolation) {
		return nil, ErrInUse
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(h), path), nil
}

// syncDir does nothing: Windows cannot flush a folder.
func syncDir(string) error { return nil }

func scratchDirs() []string { return []string{filepath.Clean(os.TempDir())} }

// chooseEndpoint picks a free port of the loopback interface.
func (c *cluster) chooseEndpoint(home) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	c.host, c.port = "127.0.0.1", l.Addr().(*net.TCPAddr).Port
	c.listen = []string{"-c", "listen_addresses=127.0.0.1", "-c", fmt.Sprintf("port=%d", c.port), "-c", "unix_socket_directories="}
	return l.Close()
}

// memory finds none: Windows has no file system in memory.
func memory(account) (dir string, found bool) { return "", false }
