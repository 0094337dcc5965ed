package serve_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A PostgreSQL with suspended processes accepts bytes and does not answer: each of forty requests is answered in
// time.
func TestStoppedDatabase(t *testing.T) {
	t.Parallel()
	postgres, err := embedpg.Start(t.Context(), embedpg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := postgres.Stop(t.Context()); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	s := apitest.StartHurried(t, tenantdbtest.CreateOn(t, postgres.DSN("postgres", "postgres")))
	path := "/v1" + s.Federation("Federazione").Path + "/events"
	if r := ask(s, path); r.status != http.StatusOK {
		t.Fatalf("%+v", r)
	}
	s.ErrorsDue() // the jobs' own, about the database
	goOn := stop(t, postgres)
	defer goOn()
	most := longest(t, "stopped database", askAtOnce(s, 40, path))
	if most > 30*time.Second {
		t.Errorf("the last was answered after %s", most)
	}
	goOn()
	recovers(t, s, path)
	t.Logf("40 of 40 answered within %s", most.Round(time.Millisecond))
}

// stop stops all processes of a PostgreSQL, as SIGSTOP does, until the returned function
// is called.
func stop(t *testing.T, postgres *embedpg.Server) (goOn func()) {
	t.Helper()
	first, err := os.ReadFile(filepath.Join(postgres.Data(), "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(first), "\n")
	postmaster, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	processes := append([]int{postmaster}, children(t, postmaster)...)
	if len(processes) < 3 {
		t.Fatalf("processes %v: those that serve connections are missing", processes)
	}
	for _, p := range processes {
		if err := syscall.Kill(p, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		for _, p := range processes {
			_ = syscall.Kill(p, syscall.SIGCONT)
		}
	}
}

// children are the processes that another has started.
func children(t *testing.T, parent int) (out []int) {
	t.Helper()
	entries, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(entry)
		if err != nil {
			continue // it has ended meanwhile
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
			out = append(out, pid)
		}
	}
	return out
}
