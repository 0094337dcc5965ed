package embedpg

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	// product begins the names of files made outside of the state folder.
	product = "referto-"

	// away is the folder in which root keeps data and programs that the server's account
	// cannot reach where they are.
	away = "/var/lib"

	// abandoned is the age from which an unlocked throw-away folder is rubbish;
	// before, its maker may be about to lock it.
	abandoned = time.Minute
)

// state is the folder of the data, held by this process until closed.
type state struct {
	dir       string // absolute, without symbolic links: the same for every process
	temporary bool
	lock      io.Closer
}

// openState makes the folder if need be and locks it. An empty name stands for
// a new throw-away folder.
func openState(dir string) (*state, error) {
	temporary := dir == ""
	var err error
	if temporary {
		dir, err = temporaryDir()
	} else {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return nil, fmt.Errorf("embedpg: %w", err)
	}
	if dir, err = filepath.Abs(dir); err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("embedpg: %w", err)
	}
	lock, err := lockFile(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("embedpg: %s: %w", dir, err)
	}
	return &state{dir: dir, temporary: temporary, lock: lock}, nil
}

// close gives the folder back. Nothing can be done about a file that stays
// behind; the next throw-away start tries again.
func (s *state) close() {
	_ = s.lock.Close()
	if s.temporary {
		_ = os.RemoveAll(s.dir)
	}
}

// temporaryDir makes a folder for a throw-away cluster and removes those whose
// makers were killed.
func temporaryDir() (string, error) {
	account, err := unprivileged()
	if err != nil {
		return "", err
	}
	usual, err := scratch(account)
	if err != nil {
		return "", err
	}
	parent, inMemory := memory(account)
	if !inMemory {
		parent = usual
	}
	pattern := product + "postgres-*"
	for _, place := range []string{parent, usual} {
		if old, err := filepath.Glob(filepath.Join(place, pattern)); err == nil {
			for _, dir := range old {
				removeAbandoned(dir)
			}
		}
	}
	dir, err := os.MkdirTemp(parent, pattern)
	if err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o755) // the server's account has to pass
}

// removeAbandoned removes our throw-away folder if no process holds it any more.
func removeAbandoned(dir string) {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || time.Since(info.ModTime()) < abandoned || !current().owns(dir) {
		return
	}
	lock, err := lockFile(filepath.Join(dir, "lock"))
	if err != nil {
		return
	}
	(&state{dir: dir, temporary: true, lock: lock}).close()
}

// scratch returns a folder for temporary files that the account can reach and
// whose name is short enough for a socket.
func scratch(a account) (string, error) {
	for _, dir := range scratchDirs() {
		if len(dir) <= 60 && isDir(dir) && a.reaches(dir) {
			return dir, nil
		}
	}
	return "", fmt.Errorf("no folder for temporary files among %q", scratchDirs())
}

// homes returns where the data of a major version may be: in the state folder,
// or away from it.
func (s *state) homes(major string) []string {
	return []string{
		filepath.Join(s.dir, major),
		filepath.Join(away, product+fingerprint(s.dir), major),
	}
}

// majors returns the versions that have data here, newest first.
func (s *state) majors() []int {
	var found []int
	for _, pattern := range s.homes("[0-9]*") {
		dirs, err := filepath.Glob(pattern)
		if err != nil {
			continue
		}
		for _, dir := range dirs {
			if m := majorOf(dir); m > 0 && hasData(dir) && !slices.Contains(found, m) {
				found = append(found, m)
			}
		}
	}
	slices.Sort(found)
	slices.Reverse(found)
	return found
}

// hasData reports whether a home holds a cluster. A home that cannot be read belongs to another user, so it counts as
// holding one.
func hasData(home string) bool {
	_, err := os.Stat(filepath.Join(home, "data"))
	return !errors.Is(err, fs.ErrNotExist)
}

// fingerprint returns a short name that is unique to a text.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:8])
}
