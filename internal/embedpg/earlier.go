package embedpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// occupant is the process that has the number found in a postmaster.pid.
type occupant int

const (
	nobodyThere occupant = iota // no such process: PostgreSQL sees that itself
	stranger                    // a zombie, or a process that is no server of this cluster
	postmaster                  // the server of this cluster
	unclear                     // a PostgreSQL that does not say of which cluster
)

// Postmaster returns the process number of the server of the cluster in a data folder, as PostgreSQL has written it
// there. It returns an error if there is none.
func Postmaster(data string) (int, error) {
	file := filepath.Join(data, "postmaster.pid")
	pid, err := readPID(file)
	if err == nil && pid <= 0 {
		err = fmt.Errorf("%s names no process", file)
	}
	return pid, err
}

// stopEarlier ends a server that an earlier process has left on the cluster, and
// removes a postmaster.pid that would make PostgreSQL believe in one: it takes
// any live process of the same user for the server, and a zombie too. We hold
// the lock of the state folder, so the server belongs to no living process.
func (c cluster) stopEarlier(ctx context.Context, inst installation) error {
	file := filepath.Join(c.data, "postmaster.pid")
	pid, err := readPID(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	switch who(pid, c.data) {
	case stranger:
		return os.Remove(file)
	case postmaster:
		return c.endAndWait(ctx, pid, inst)
	}
	return nil // PostgreSQL decides
}

// endAndWait asks the postmaster to end and waits until it is gone.
func (c cluster) endAndWait(ctx context.Context, pid int, inst installation) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	if err := requestShutdown(fast, p, inst, c); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for who(pid, c.data) == postmaster {
		select {
		case <-ctx.Done():
			return fmt.Errorf("an earlier server (process %d) on %s does not end: %w", pid, c.data, ctx.Err())
		case <-time.After(nap):
		}
	}
	return c.stopEarlier(ctx, inst) // it may have become a zombie
}

// readPID reads the process number in the first line of a lock file, 0 when the
// file is empty.
func readPID(file string) (int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return 0, nil
	}
	pid, err := strconv.Atoi(line)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	return pid, nil
}

// classify finds out by a process's command line whether it is the postmaster
// of a data folder. A zombie has none; a backend's reads "postgres: ...".
func classify(args []string, data string) occupant {
	if len(args) == 0 || args[0] == "" {
		return stranger
	}
	folder := ""
	if i := slices.Index(args, "-D"); i >= 0 && i+1 < len(args) {
		folder = args[i+1]
	}
	name := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
	switch {
	case folder == data:
		return postmaster
	case name != "postgres" && name != "postmaster", filepath.IsAbs(folder):
		return stranger
	}
	return unclear
}
