//go:build unix

package embedpg

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// readableBy returns the installation at a place where the account can run it:
// where it is, or a copy that root keeps away from private folders.
func (i installation) readableBy(a account) (installation, error) {
	server := i.program("postgres")
	info, err := os.Stat(server)
	if err != nil {
		return i, err
	}
	if !a.switched || a.reaches(filepath.Dir(server)) && a.may(info, 0o5) {
		return i, nil
	}
	build, err := i.build()
	if err != nil {
		return i, err
	}
	i.root, err = copyOnce(i.root, filepath.Join(away, product+"postgres-"+fingerprint(build)))
	return i, err
}

// build returns a name that distinguishes one build of the programs from
// another: the server itself and, where npm has put it, the package's
// description. Copies are named after it, so that none is ever changed and all
// clones of a project share one.
func (i installation) build() (string, error) {
	server, err := os.ReadFile(i.program("postgres"))
	if err != nil {
		return "", err
	}
	description, err := os.ReadFile(filepath.Join(filepath.Dir(i.root), "package.json"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return string(append(server, description...)), nil
}

// copyOnce copies a folder so that every user may read it, unless it has been
// copied before, and returns the copy's name. Some 60 MB, half a second.
func copyOnce(from, to string) (string, error) {
	if isDir(to) {
		return to, nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return "", err
	}
	half, err := os.MkdirTemp(filepath.Dir(to), filepath.Base(to)+"-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(half)
	if err := os.CopyFS(half, os.DirFS(from)); err != nil {
		return "", err
	}
	if err := openToAll(half); err != nil {
		return "", err
	}
	if err := os.Rename(half, to); err != nil && !errors.Is(err, fs.ErrExist) && !isDir(to) {
		return "", err
	}
	return to, nil
}

// openToAll gives every user the right to read and to run the files that their owner may read and run.
func openToAll(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		owner := info.Mode().Perm() >> 6 & 0o5
		return os.Chmod(path, info.Mode().Perm()|owner<<3|owner)
	})
}
