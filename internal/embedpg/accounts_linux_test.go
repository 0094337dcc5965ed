package embedpg

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// asOrdinaryUser changes a parent to run as a user who is not root.
func asOrdinaryUser(t *testing.T, p *parent) account {
	t.Helper()
	if os.Geteuid() != 0 {
		return current() // the whole test does
	}
	const daemon = 1 // not the account that root would choose
	a := account{uid: daemon, gid: daemon, switched: true}
	program := filepath.Join(filepath.Dir(stateDir(t)), "parent") // the test's own folder is private
	test, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, test, 0o755); err != nil {
		t.Fatal(err)
	}
	env := p.cmd.Env
	p.cmd = a.command(program)
	p.cmd.Env = env
	p.cmd.SysProcAttr.Pdeathsig = 0
	p.cmd.Stderr = os.Stderr
	return a
}

func TestOrdinaryUserThenRoot(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, inst installation) {
		o := Options{State: stateDir(t), Binaries: readableByAll(t, inst)}
		p := newParent(t, o)
		user := asOrdinaryUser(t, p)
		if err := os.Chown(filepath.Dir(o.State), user.uid, user.gid); err != nil {
			t.Fatal(err)
		}
		p.run(t)
		remember(t, p.dsn(t), "kept")
		kill(t, p)

		s := start(t, o)
		if got := remembered(t, s.DSN("postgres", "postgres")); got != "kept" {
			t.Errorf("the data are %q", got)
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("Uid:\t%d\t", user.uid); !strings.Contains(string(status), want) {
			t.Errorf("the server does not run as the owner of the data, %s:\n%s", want, status)
		}
	})
}

// readableByAll returns an installation in a folder that every user can reach.
func readableByAll(t *testing.T, inst installation) string {
	t.Helper()
	if strings.HasPrefix(inst.root, "/usr/") {
		return inst.root
	}
	copied, err := copyOnce(inst.root, filepath.Join(filepath.Dir(stateDir(t)), "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

// TestProjectInAPrivateHome has everything below a folder of mode 0700, as an
// administrator's home is; a server that root starts cannot be there.
func TestProjectInAPrivateHome(t *testing.T) {
	t.Parallel()
	found, err := installations(Options{})
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Dir(stateDir(t))
	if err := os.Chmod(root, 0o700); err != nil {
		t.Fatal(err)
	}
	o := Options{State: filepath.Join(root, "one", "var"), Binaries: filepath.Join(root, "native")}
	twin := Options{State: filepath.Join(root, "two", "var"), Binaries: o.Binaries}
	if out, err := exec.Command("cp", "-r", found[0].root, o.Binaries).CombinedOutput(); err != nil {
		t.Fatalf("cp: %v: %s", err, out)
	}
	// The package description makes a build of our own, whose copy we may remove.
	if err := os.WriteFile(filepath.Join(root, "package.json"), []byte(root), 0o600); err != nil {
		t.Fatal(err)
	}
	first, second := start(t, o), start(t, twin)
	removeAtEnd(t, first)
	removeAtEnd(t, second)
	remember(t, first.DSN("postgres", "postgres"), "one")
	remember(t, second.DSN("postgres", "postgres"), "two")
	stop(t, first)

	// The data stay where they are, even when the home is opened.
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	again := start(t, o)
	if got := remembered(t, again.DSN("postgres", "postgres")); got != "one" {
		t.Errorf("the data of the first project are %q", got)
	}
	if got := remembered(t, second.DSN("postgres", "postgres")); got != "two" {
		t.Errorf("the data of the second project are %q", got)
	}
}

// removeAtEnd removes the files that root keeps for a server away from its state folder.
func removeAtEnd(t *testing.T, s *Server) {
	t.Cleanup(func() {
		_ = s.Stop(context.WithoutCancel(t.Context()))
		for _, dir := range []string{filepath.Dir(filepath.Dir(s.Data())), s.installation.root} {
			if strings.HasPrefix(dir, away) {
				_ = os.RemoveAll(dir)
			}
		}
	})
}

func TestDataThatBecameRoots(t *testing.T) {
	t.Parallel()
	o := Options{State: stateDir(t)}
	s := start(t, o)
	remember(t, s.DSN("postgres", "postgres"), "kept")
	stop(t, s)
	me := current()
	if out, err := exec.Command("chown", "-R", fmt.Sprintf("%d:%d", me.uid, me.gid), o.State).CombinedOutput(); err != nil {
		t.Fatalf("chown: %v: %s", err, out)
	}
	if got := remembered(t, start(t, o).DSN("postgres", "postgres")); got != "kept" {
		t.Errorf("the data are %q", got)
	}
}

func TestNobodyElseMayConnect(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	for _, dir := range []string{s.cluster.host, s.Data()} {
		info, err := os.Stat(dir)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v", dir, info.Mode())
		}
	}
}
