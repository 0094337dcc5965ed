package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asProgram makes the test binary be pgrun.
const asProgram = "PGRUN_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// pgrun is a run of the program. Everything it makes is below its own temporary folder.
type pgrun struct {
	*exec.Cmd
	temporary   string
	out, errout bytes.Buffer
}

func newRun(t *testing.T, args ...string) *pgrun {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgrun-test-*") //nolint:usetesting // every account has to reach it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // every account has to pass
		t.Fatal(err)
	}
	r := &pgrun{Cmd: exec.Command(os.Args[0], args...), temporary: dir}
	r.Env = append(os.Environ(), asProgram+"=1", "TMPDIR="+dir)
	r.Stdout, r.Stderr = &r.out, &r.errout
	return r
}

// leavesNothing checks that no server and no file is left.
func (r *pgrun) leavesNothing(t *testing.T) {
	t.Helper()
	left, err := os.ReadDir(r.temporary)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range lines {
		if line, err := os.ReadFile(file); err == nil && bytes.Contains(line, []byte(r.temporary)) {
			t.Errorf("still runs: %q", line)
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		what    string
		args    []string
		env     string
		code    int
		message string // in the error output
	}{
		{what: "the command succeeds", args: []string{"--", "true"}, code: 0},
		{what: "the command's own code", args: []string{"--", "sh", "-c", "exit 7"}, code: 7},
		{what: "the command is ended by a signal", args: []string{"--", "sh", "-c", "kill -9 $$"}, code: 137},
		{what: "no such command", args: []string{"--", "no-such-command"}, code: failed, message: "no-such-command"},
		{what: "no command", args: nil, code: misused, message: "no command"},
		{what: "an unknown flag", args: []string{"-x", "--", "true"}, code: misused, message: "Usage"},
		{what: "a version that is not installed", args: []string{"-pg", "99", "--", "true"}, code: failed, message: "no PostgreSQL 99"},
		{what: "an installation that is none", args: []string{"-bin", "/dev", "--", "true"}, code: failed, message: "/dev"},
		{what: "the same by the environment", args: []string{"--", "true"}, env: "EMBEDPG_BIN=/dev", code: failed, message: "/dev"},
		{what: "a log that cannot be written", args: []string{"-log", "/no/where", "--", "true"}, code: failed, message: "/no/where"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, tt.args...)
			r.Env = append(r.Env, tt.env)
			_ = r.Run()
			if code := r.ProcessState.ExitCode(); code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			if errout := r.errout.String(); !strings.Contains(errout, tt.message) || tt.message == "" && errout != "" {
				t.Errorf("it says %q, want %q", errout, tt.message)
			}
			r.leavesNothing(t)
		})
	}
}

func TestTheCommandGetsAServer(t *testing.T) {
	t.Parallel()
	r := newRun(t)
	log := filepath.Join(t.TempDir(), "log")
	r.Args = append(r.Args, "-log", log, "--", "sh", "-c", `echo "$TEST_POSTGRES"
		folder=${TEST_POSTGRES#host=}; test -S "${folder%% *}/.s.PGSQL.5432"`)
	if err := r.Run(); err != nil {
		t.Fatalf("%v: %s", err, &r.errout)
	}
	want := regexp.MustCompile(`^host=` + r.temporary + `/\S+ port=5432 dbname=postgres user=postgres sslmode=disable\n$`)
	if !want.Match(r.out.Bytes()) {
		t.Errorf("TEST_POSTGRES is %q", &r.out)
	}
	text, err := os.ReadFile(log)
	if err != nil || !bytes.Contains(text, []byte("database system is ready")) {
		t.Errorf("the log is %q, %v", text, err)
	}
	r.leavesNothing(t)
}

func TestSignalsReachTheCommand(t *testing.T) {
	t.Parallel()
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			ready := filepath.Join(t.TempDir(), "ready")
			r := newRun(t, "--", "sh", "-c", `trap 'exit 42' INT TERM HUP; touch "$0"; while :; do sleep 0.01; done`, ready)
			if err := r.Start(); err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { _, err := os.Stat(ready); return err == nil })
			if err := r.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			_ = r.Wait()
			if code := r.ProcessState.ExitCode(); code != 42 {
				t.Errorf("exit code %d, want the command's 42: %s", code, &r.errout)
			}
			r.leavesNothing(t)
		})
	}
}

func TestSignalDuringTheStart(t *testing.T) {
	t.Parallel()
	r := newRun(t, "--", "echo", "run")
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { // initdb is at work
		half, err := filepath.Glob(filepath.Join(r.temporary, "*", "*", "initdb-*"))
		return err == nil && len(half) > 0
	})
	if err := r.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = r.Wait()
	if code := r.ProcessState.ExitCode(); code != failed {
		t.Errorf("exit code %d, want %d", code, failed)
	}
	if r.out.Len() > 0 || !strings.Contains(r.errout.String(), "terminated before the command was run") {
		t.Errorf("it says %q and %q", &r.out, &r.errout)
	}
	r.leavesNothing(t)
}

func waitFor(t *testing.T, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing has happened in two minutes")
		}
	}
}
