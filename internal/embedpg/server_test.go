package embedpg

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDataOutliveTheServer(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, inst installation) {
		o := Options{State: stateDir(t), Binaries: inst.root}
		first := start(t, o)
		remember(t, first.DSN("postgres", "postgres"), "kept")
		stop(t, first)

		second := start(t, o)
		if got := remembered(t, second.DSN("postgres", "postgres")); got != "kept" {
			t.Errorf("after the restart the data are %q", got)
		}
		if second.Major() != inst.major {
			t.Errorf("version %d runs, asked was for %d", second.Major(), inst.major)
		}
	})
}

func TestOneServerForAState(t *testing.T) {
	t.Parallel()
	o := Options{State: stateDir(t)}
	first := newParent(t, o)
	first.run(t)
	dsn := first.dsn(t)

	if s, err := Start(t.Context(), o); !errors.Is(err, ErrInUse) {
		t.Errorf("a second start beside another process gives %v, %v", s, err)
	}
	if got := ask(t, dsn, "select 'unharmed'"); got != "unharmed" {
		t.Errorf("the first server answers %q", got)
	}

	if err := first.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := first.cmd.Wait(); err != nil {
		t.Fatalf("the first process ended badly: %v", err)
	}
	start(t, o)
	if s, err := Start(t.Context(), o); !errors.Is(err, ErrInUse) {
		t.Errorf("a second start in the same process gives %v, %v", s, err)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	const names = "fsync full_page_writes synchronous_commit data_checksums server_encoding timezone listen_addresses max_connections"
	const want = "on on on on UTF8 UTC - 17"
	eachVersion(t, func(t *testing.T, inst installation) {
		o := Options{State: stateDir(t), Binaries: inst.root, Settings: map[string]string{"max_connections": "17"}}
		check := func(s *Server) {
			t.Helper()
			got := ask(t, s.DSN("postgres", "postgres"), `select string_agg(coalesce(nullif(current_setting(name), ''), '-'), ' ' order by n)
				from unnest(string_to_array('`+names+`', ' ')) with ordinality as t(name, n)`)
			if got != want {
				t.Errorf("settings\n%s\nare  %s\nwant %s", names, got, want)
			}
		}
		s := start(t, o)
		check(s)
		for _, name := range []string{"fsync", "full_page_writes", "synchronous_commit"} {
			do(t, s.DSN("postgres", "postgres"), "alter system set "+name+" = off")
		}
		stop(t, s)
		check(start(t, o))
	})
}

func TestSettingsThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"fsync", "FSync", "full-page-writes", "synchronous_commit",
		"port", "listen_addresses", "data_directory", "hba_file", "unix_socket_permissions",
	} {
		s, err := Start(t.Context(), Options{Settings: map[string]string{name: "off"}})
		if err == nil || !strings.Contains(err.Error(), "fixed") {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

func TestTextIsAlikeInAllVersions(t *testing.T) {
	t.Parallel()
	tests := []struct{ what, query, want string }{
		{"lower case of every alphabet", `select lower('ЖÈŞ')`, "жèş"},
		{"upper case of every alphabet", `select upper('жèш')`, "ЖÈШ"},
		{"order by code point", `select string_agg(w, '' order by w) from unnest(array['a','B','à','Ж','z']) w`, "BazàЖ"},
	}
	eachVersion(t, func(t *testing.T, inst installation) {
		s := start(t, Options{Binaries: inst.root})
		for _, tt := range tests {
			if got := ask(t, s.DSN("postgres", "postgres"), tt.query); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
			}
		}
	})
}

func TestRolesAndDatabasesOfTheCaller(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	do(t, s.DSN("postgres", "postgres"), `create role "the owner" login`)
	do(t, s.DSN("postgres", "postgres"), `create database "it's \ hers" owner "the owner"`)
	got := ask(t, s.DSN(`it's \ hers`, "the owner"), "select current_user || ' of ' || current_database()")
	if want := `the owner of it's \ hers`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestStatesWithOddPaths(t *testing.T) {
	t.Parallel()
	for what, tail := range map[string]string{
		"too long for a socket": strings.Repeat("long/", 40),
		"spaces and quotes":     `it's a "state" = \o/`,
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			o := Options{State: filepath.Join(stateDir(t), tail)}
			first := start(t, o)
			remember(t, first.DSN("postgres", "postgres"), "kept")
			stop(t, first)
			second := start(t, o)
			if got := remembered(t, second.DSN("postgres", "postgres")); got != "kept" {
				t.Errorf("after the restart the data are %q", got)
			}
			if !strings.HasPrefix(second.Data(), o.State) {
				t.Errorf("the data are in %s, not below %s", second.Data(), o.State)
			}
			host := second.cluster.host
			stop(t, second)
			if !strings.HasPrefix(host, o.State) && isDir(host) {
				t.Errorf("%s is left behind", host)
			}
		})
	}
}

func TestThrowAwayCluster(t *testing.T) {
	t.Parallel()
	one, other := start(t, Options{}), start(t, Options{})
	remember(t, one.DSN("postgres", "postgres"), "mine")
	if got := ask(t, other.DSN("postgres", "postgres"), "select count(*)::text from pg_class where relname = 'memory'"); got != "0" {
		t.Error("two throw-away clusters share their data")
	}
	stop(t, one)
	if state := filepath.Dir(filepath.Dir(one.Data())); isDir(state) {
		t.Errorf("%s is left behind", state)
	}
	stop(t, one) // again: no harm
}

func TestAbandonedThrowAwayClustersAreRemoved(t *testing.T) {
	t.Parallel()
	folder := func(age time.Duration) string {
		t.Helper()
		dir, err := temporaryDir()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		then := time.Now().Add(-age)
		if err := os.Chtimes(dir, then, then); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	old, young, held := folder(time.Hour), folder(0), folder(time.Hour)
	lock, err := lockFile(filepath.Join(held, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()

	start(t, Options{})
	if isDir(old) {
		t.Error("the folder of a dead process is still there")
	}
	if !isDir(young) || !isDir(held) {
		t.Error("a folder that may be in use is gone")
	}
}

func TestVersionOfTheData(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, inst installation) {
		state := stateDir(t)
		stop(t, start(t, Options{State: state, Binaries: inst.root}))
		if got := start(t, Options{State: state}).Major(); got != inst.major {
			t.Errorf("data of version %d are opened with %d", inst.major, got)
		}
	})
	t.Run("not installed", func(t *testing.T) {
		t.Parallel()
		state := stateDir(t)
		if err := os.MkdirAll(filepath.Join(state, "99", "data"), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := Start(t.Context(), Options{State: state}); err == nil || !strings.Contains(err.Error(), "99") {
			t.Errorf("data of version 99: %v", err)
		}
	})
}

func TestInstallationByName(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, inst installation) {
		for _, name := range []string{inst.root, filepath.Join(inst.root, "bin")} {
			found, err := installations(Options{Binaries: name, Major: inst.major})
			if err != nil || !slices.Equal(found, []installation{inst}) {
				t.Errorf("%s: %v, %v", name, found, err)
			}
		}
		if found, err := installations(Options{Binaries: inst.root, Major: 99}); err == nil {
			t.Errorf("version 99 is %v", found)
		}
	})
	for what, name := range map[string]string{"a missing folder": "testdata/none", "this package": "."} {
		if found, err := installations(Options{Binaries: name}); err == nil {
			t.Errorf("%s is an installation: %v", what, found)
		}
	}
}

func TestStartGivenUp(t *testing.T) {
	t.Parallel()
	o := Options{State: stateDir(t)}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, when := range []string{"while the cluster is made", "while the server starts"} {
		if s, err := Start(ctx, o); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: a start given up gives %v, %v", when, s, err)
		}
		stop(t, start(t, o)) // nothing is in the way
	}
}

func TestSettingThatPostgresRefuses(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), Options{Settings: map[string]string{"max_connections": "many"}})
	if err == nil || !strings.Contains(err.Error(), `invalid value for parameter "max_connections"`) {
		t.Errorf("the error does not give PostgreSQL's reason: %v", err)
	}
}

func TestStopInNoTime(t *testing.T) {
	t.Parallel()
	o := Options{State: stateDir(t)}
	first := start(t, o)
	remember(t, first.DSN("postgres", "postgres"), "kept")
	hurried, cancel := context.WithCancel(t.Context())
	cancel()
	if err := first.Stop(hurried); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("stop: %v", err)
	}
	select {
	case <-first.Done():
	default:
		t.Fatal("Stop has returned and the server runs")
	}
	if got := remembered(t, start(t, o).DSN("postgres", "postgres")); got != "kept" {
		t.Errorf("after the restart the data are %q", got)
	}
}

func TestServerThatEndsUnasked(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	o := Options{State: stateDir(t), Log: &log}
	first := start(t, o)
	remember(t, first.DSN("postgres", "postgres"), "kept")
	if err := first.process.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-first.Done():
	case <-time.After(time.Minute):
		t.Fatal("Done is not closed")
	}
	if err := first.Stop(t.Context()); err == nil {
		t.Error("Stop does not tell that the server had ended")
	}
	second := start(t, o)
	if got := remembered(t, second.DSN("postgres", "postgres")); got != "kept" {
		t.Errorf("after the crash the data are %q", got)
	}
	stop(t, second)
	if !strings.Contains(log.String(), "automatic recovery in progress") {
		t.Errorf("the log does not tell of the recovery:\n%s", &log)
	}
}
