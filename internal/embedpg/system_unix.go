//go:build unix

package embedpg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

const executableSuffix = ""

// account is the system's user that the server runs as.
type account struct {
	uid, gid int
	switched bool // not our own: we are root and become it
}

func current() account { return account{uid: os.Geteuid(), gid: os.Getegid()} }

// unprivileged returns the account for new data: our own or, since PostgreSQL
// refuses root, one that owns as little as possible. initdb wants it to have a name.
func unprivileged() (account, error) {
	if os.Geteuid() != 0 {
		return current(), nil
	}
	for _, name := range []string{"nobody", "daemon", "postgres"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
		if uidErr == nil && gidErr == nil && uid != 0 {
			return account{uid: int(uid), gid: int(gid), switched: true}, nil
		}
	}
	return account{}, errors.New("running as root, and there is no user nobody to run PostgreSQL as")
}

// keeperOf returns the account for existing data: their owner. Data that have
// come to be root's, by a copy for instance, are handed over.
func keeperOf(data string) (account, error) {
	info, err := os.Stat(data)
	if err != nil {
		return account{}, err
	}
	owner := info.Sys().(*syscall.Stat_t)
	if os.Geteuid() != 0 {
		if int(owner.Uid) != os.Geteuid() {
			return account{}, fmt.Errorf("the data in %s belong to the user number %d", data, owner.Uid)
		}
		return current(), nil
	}
	if owner.Uid != 0 {
		return account{uid: int(owner.Uid), gid: int(owner.Gid), switched: true}, nil
	}
	a, err := unprivileged()
	if err != nil {
		return account{}, err
	}
	return a, filepath.WalkDir(data, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, a.uid, a.gid)
	})
}

func (a account) name() string {
	u, err := user.LookupId(strconv.Itoa(a.uid))
	if err != nil {
		return strconv.Itoa(a.uid)
	}
	return u.Username
}

// owns reports whether a file is the account's.
func (a account) owns(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == a.uid
}

// reaches reports whether the account may walk to a path, as far as it exists:
// whether it may search every folder on the way, and the folder itself.
func (a account) reaches(path string) bool {
	if !a.switched {
		return true
	}
	for ; ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && info.IsDir() && !a.may(info, 0o1) {
			return false
		}
		if path == filepath.Dir(path) {
			return true
		}
	}
}

// may reports whether the mode of a file gives the account all the rights asked
// for, in the bits for others: 4 read, 1 search or run.
func (a account) may(info fs.FileInfo, rights fs.FileMode) bool {
	owner := info.Sys().(*syscall.Stat_t)
	mode := info.Mode().Perm()
	switch {
	case int(owner.Uid) == a.uid:
		mode >>= 6
	case int(owner.Gid) == a.gid:
		mode >>= 3
	}
	return mode&rights == rights
}

// makePrivate makes a folder that only the account may enter.
func (a account) makePrivate(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !a.owns(dir) && !current().owns(dir) {
		return fmt.Errorf("%s is not ours", dir)
	}
	if a.switched {
		if err := os.Lchown(dir, a.uid, a.gid); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o700)
}

// command returns a command that runs as the account, in a process group of
// its own, so that Ctrl-C in a terminal reaches us alone, and in English.
func (a account) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = "/"
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if a.switched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
	endWithParent(cmd)
	return cmd
}

// shutdown is a way for a server to end.
type shutdown syscall.Signal

const (
	fast      = shutdown(syscall.SIGINT)  // close connections, write everything
	immediate = shutdown(syscall.SIGQUIT) // as after a crash
)

func requestShutdown(how shutdown, p *os.Process, _ installation, _ cluster) error {
	return p.Signal(syscall.Signal(how))
}

// lockFile takes the lock of a file until it is closed, or this process dies.
// Read access suffices, so that root and the user of the project can take turns.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrInUse
		}
		return nil, err
	}
	return f, nil
}

// syncDir makes a rename in a folder last.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func scratchDirs() []string { return []string{os.TempDir(), "/tmp", "/var/tmp"} }
