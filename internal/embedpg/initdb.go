package embedpg

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// halfMade are the names of folders that initdb is at work in.
const halfMade = "initdb-*"

// removeHalfMade removes the remains of a killed initdb. One that is still dying may write on, so that something
// stays: the next start removes it.
func (h home) removeHalfMade() {
	left, err := filepath.Glob(filepath.Join(h.dir, halfMade))
	if err != nil {
		return
	}
	for _, dir := range left {
		_ = os.RemoveAll(dir)
	}
}

// initdb makes the cluster of a home: in a folder beside it that is renamed when
// done, since initdb killed half-way leaves a folder that looks like a cluster.
func (h home) initdb(ctx context.Context, inst installation, quick bool) error {
	dir, err := os.MkdirTemp(h.dir, halfMade)
	if err != nil {
		return err
	}
	if err := h.account.makePrivate(dir); err != nil {
		return err
	}
	args := append([]string{"-D", dir, "-U", superuser, "-A", "trust", "-E", "UTF8", "--data-checksums"}, inst.locale()...)
	if quick {
		args = append(args, "--no-sync")
	}
	p, err := spawn(h.account.command(inst.program("initdb"), args...), nil)
	if err != nil {
		return err
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		_ = p.cmd.Process.Kill()
		<-p.done
		return ctx.Err()
	}
	if p.err != nil {
		return fmt.Errorf("initdb: %w: %s", p.err, p.said)
	}
	if err := os.Rename(dir, filepath.Join(h.dir, "data")); err != nil {
		return err
	}
	return syncDir(h.dir)
}

// locale returns initdb's arguments for text that sorts by code point and knows
// the upper and lower case of every alphabet, whatever the machine's language.
// PostgreSQL brings such a locale from 17 on; before, C.UTF-8 of glibc gives the case.
func (i installation) locale() []string {
	if i.major >= 17 {
		return []string{"--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"}
	}
	return []string{"--locale=C", "--lc-ctype=C.UTF-8"}
}
