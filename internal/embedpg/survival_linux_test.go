package embedpg

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// processesOf returns the live processes that have a folder in their command
// line, which a postmaster and initdb have; zombies have none.
func processesOf(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		line, err := os.ReadFile(file)
		if err == nil && bytes.Contains(line, []byte(folder)) && !strings.Contains(file, fmt.Sprintf("/%d/", os.Getpid())) {
			found = append(found, file+" "+string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return found
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in two minutes: %s", what)
		}
	}
}

func kill(t *testing.T, p *parent) {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait()
}

// pidFile returns the lock file of the only cluster in a state folder.
func pidFile(t *testing.T, state string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(state, "*", "data", "postmaster.pid"))
	if err != nil || len(files) != 1 {
		t.Fatalf("lock files of %s: %v, %v", state, files, err)
	}
	return files[0]
}

func TestKilledParentLeavesNoServer(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, inst installation) {
		o := Options{State: stateDir(t), Binaries: inst.root}
		p := newParent(t, o)
		p.run(t)
		remember(t, p.dsn(t), "kept")
		if len(processesOf(t, o.State)) == 0 {
			t.Fatal("the server is not to be seen: the test would prove nothing")
		}
		kill(t, p)
		eventually(t, "no process of the server is left", func() bool { return len(processesOf(t, o.State)) == 0 })
		if got := remembered(t, start(t, o).DSN("postgres", "postgres")); got != "kept" {
			t.Errorf("after kill -9 of the parent the data are %q", got)
		}
	})
}

func TestStartRightAfterTheParentWasKilled(t *testing.T) {
	t.Parallel()
	o := Options{State: stateDir(t)}
	want := []string{}
	for i := range 5 {
		p := newParent(t, o)
		p.run(t)
		word := strconv.Itoa(i)
		remember(t, p.dsn(t), word)
		want = append(want, word)
		kill(t, p)
	}
	if got := remembered(t, start(t, o).DSN("postgres", "postgres")); got != strings.Join(want, " ") {
		t.Errorf("the data are %q, committed was %q", got, want)
	}
}

func TestStartWhileABackendOfAKilledServerWorks(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, inst installation) {
		var log bytes.Buffer
		o := Options{State: stateDir(t), Binaries: inst.root}
		p := newParent(t, o)
		p.run(t)
		dsn := p.dsn(t)
		remember(t, dsn, "kept")
		go func() {
			conn, err := pgx.Connect(t.Context(), dsn)
			if err != nil {
				return // the test below sees no backend
			}
			// A loop that looks at nothing. It breaks when it ends: so does the connection.
			_, _ = conn.Exec(t.Context(), `do $$ declare stop timestamptz := clock_timestamp() + '2 s';
				begin while clock_timestamp() < stop loop end loop; end $$`)
		}()
		eventually(t, "the backend works", func() bool {
			return ask(t, dsn, "select count(*)::text from pg_stat_activity where state = 'active' and query like 'do%'") == "1"
		})
		pid, err := readPID(pidFile(t, o.State))
		if err != nil {
			t.Fatal(err)
		}
		server, err := os.FindProcess(pid)
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		kill(t, p)

		o.Log = &log
		s := start(t, o)
		if got := remembered(t, s.DSN("postgres", "postgres")); got != "kept" {
			t.Errorf("the data are %q", got)
		}
		stop(t, s)
		if !strings.Contains(log.String(), "pre-existing shared memory block") {
			t.Errorf("PostgreSQL has refused no start: the test proves nothing:\n%s", &log)
		}
	})
}

func TestInitdbKilledHalfWay(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, inst installation) {
		o := Options{State: stateDir(t), Binaries: inst.root}
		p := newParent(t, o)
		p.run(t)
		eventually(t, "initdb is at work", func() bool {
			half, err := filepath.Glob(filepath.Join(o.State, "*", "initdb-*", "PG_VERSION"))
			return err == nil && len(half) == 1
		})
		kill(t, p)
		s := start(t, o)
		remember(t, s.DSN("postgres", "postgres"), "works")
		stop(t, s)
		eventually(t, "no process of initdb is left", func() bool { return len(processesOf(t, o.State)) == 0 })
		stop(t, start(t, o))
		if left, err := filepath.Glob(filepath.Join(o.State, "*", "initdb-*")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

// TestStaleLockFile has in postmaster.pid the number of a live process of the
// server's account, which PostgreSQL takes for a server.
func TestStaleLockFile(t *testing.T) {
	t.Parallel()
	for what, program := range map[string][]string{
		"a zombie, as where nobody reaps orphans": {"true"},
		"a stranger, as after a reboot":           {"sleep", "60"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			eachVersion(t, func(t *testing.T, inst installation) {
				o := Options{State: stateDir(t), Binaries: inst.root}
				s := start(t, o)
				remember(t, s.DSN("postgres", "postgres"), "kept")
				file := pidFile(t, o.State)
				lock, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				stop(t, s)

				other := s.cluster.account.command(program[0], program[1:]...)
				if err := other.Start(); err != nil {
					t.Fatal(err)
				}
				defer func() {
					_ = other.Process.Kill()
					_ = other.Wait()
				}()
				if program[0] == "true" {
					eventually(t, "it is a zombie", func() bool { return isZombie(other.Process.Pid) })
				}
				_, rest, _ := bytes.Cut(lock, []byte("\n"))
				stale := fmt.Appendf(nil, "%d\n%s", other.Process.Pid, rest)
				if err := os.WriteFile(file, stale, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chown(file, s.cluster.account.uid, s.cluster.account.gid); err != nil {
					t.Fatal(err)
				}

				out, err := s.cluster.account.command(inst.program("postgres"), "-D", s.Data()).CombinedOutput()
				if err == nil || !strings.Contains(string(out), "already exists") {
					t.Fatalf("PostgreSQL alone gets over it: the test proves nothing: %v %s", err, out)
				}
				if got := remembered(t, start(t, o).DSN("postgres", "postgres")); got != "kept" {
					t.Errorf("the data are %q", got)
				}
			})
		})
	}
}

func isZombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

// TestOrphanIsEnded has a server that no signal of the kernel has ended, as on
// other systems.
func TestOrphanIsEnded(t *testing.T) {
	t.Parallel()
	o := Options{State: stateDir(t)}
	s := start(t, o)
	remember(t, s.DSN("postgres", "postgres"), "kept")
	stop(t, s)

	args := append([]string{"-D", s.Data()}, s.cluster.listen...)
	cmd := s.cluster.account.command(s.installation.program("postgres"), args...)
	cmd.SysProcAttr.Pdeathsig = 0
	orphan, err := spawn(cmd, nil)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the orphan answers", func() bool { return s.answers(t.Context()) })

	next := start(t, o)
	if !orphan.endsWithin(time.Minute) {
		t.Error("the orphan still runs")
	}
	if got := remembered(t, next.DSN("postgres", "postgres")); got != "kept" {
		t.Errorf("the data are %q", got)
	}
}
