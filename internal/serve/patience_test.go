package serve_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// reply is the answer to a request, and the time that it took.
type reply struct {
	status     int
	retryAfter string
	took       time.Duration
	err        error
}

// ask reads an address of a server, as a client does that waits long.
func ask(s *apitest.Server, path string) reply {
	began := time.Now()
	response, err := (&http.Client{Timeout: time.Minute}).Get(s.Address + path)
	if err != nil {
		return reply{err: err, took: time.Since(began)}
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return reply{response.StatusCode, response.Header.Get("Retry-After"), time.Since(began), err}
}

// askAtOnce asks n times at the same moment.
func askAtOnce(s *apitest.Server, n int, path string) []reply {
	out := make([]reply, n)
	apitest.AtOnce(n, func(i int) { out[i] = ask(s, path) })
	return out
}

// longest is the longest of some replies, all of which have to be 503 with the time to
// come back.
func longest(t *testing.T, what string, replies []reply) (most time.Duration) {
	t.Helper()
	for i, r := range replies {
		if r.err != nil || r.status != http.StatusServiceUnavailable || r.retryAfter == "" {
			t.Errorf("%s, request %d: %d after %s, Retry-After %q, %v", what, i, r.status, r.took, r.retryAfter, r.err)
		}
		most = max(most, r.took)
	}
	return most
}

// One locked table does not delay requests that do not need it: neither readers of other tables, however many wait
// for this one, nor the probe. Requests that need it are answered in time.
func TestLockedTable(t *testing.T) {
	t.Parallel()
	s := apitest.StartHurried(t, tenantdbtest.Create(t))
	federation := s.Federation("Federazione")
	federation.Region("Emilia")
	locked, other, third := "/v1"+federation.Path+"/events", "/v1"+federation.Path+"/regions", "/v1/tenants"
	for _, path := range []string{locked, other, third} {
		if r := ask(s, path); r.status != http.StatusOK {
			t.Fatalf("%s: %+v", path, r)
		}
	}
	unlock := s.Database.Lock(t, "league.events")
	refused := make(chan []reply, 1)
	go func() { refused <- askAtOnce(s, 60, locked) }()
	time.Sleep(100 * time.Millisecond) // they wait for the lock
	var slowest time.Duration
	for range 20 {
		for _, path := range []string{other, third, "/readyz"} {
			r := ask(s, path)
			if r.status != http.StatusOK {
				t.Errorf("%s: %+v", path, r)
			}
			slowest = max(slowest, r.took)
		}
		time.Sleep(50 * time.Millisecond)
	}
	most := longest(t, "who needs the locked table", <-refused)
	if most > 11*time.Second {
		t.Errorf("the last of those who need it was answered after %s", most)
	}
	if slowest > most*2/3 { // a request held up by the lock waits as long as those that need the table
		t.Errorf("others waited up to %s, those who need the table %s", slowest, most)
	}
	unlock()
	time.Sleep(100 * time.Millisecond)
	if r := ask(s, locked); r.status != http.StatusOK {
		t.Errorf("after the lock: %+v", r)
	}
	t.Logf("60 refused within %s, others answered within %s", most.Round(time.Millisecond), slowest.Round(time.Millisecond))
}

// A connection that swallows everything blocks no request for ever: each of forty is answered in time, and once it is
// repaired answers come again.
func TestSilentDatabase(t *testing.T) {
	t.Parallel()
	database, line := tenantdbtest.Create(t).Behind(t)
	s := apitest.StartHurried(t, database)
	federation := s.Federation("Federazione")
	path, page := "/v1"+federation.Path+"/events", "/t/"+federation.Slug
	for _, address := range []string{path, page} {
		if r := ask(s, address); r.status != http.StatusOK {
			t.Fatalf("%s: %+v", address, r)
		}
	}
	s.ErrorsDue() // the jobs' own, about the database
	line.Silence()
	most := longest(t, "silent database", askAtOnce(s, 40, path))
	if most > 13*time.Second {
		t.Errorf("the last was answered after %s", most)
	}
	if r := ask(s, "/readyz"); r.status != http.StatusServiceUnavailable || r.took > 9*time.Second {
		t.Errorf("readiness: %+v", r)
	}
	// The chart's probe keeps the server in service: pages read before are served from memory.
	for _, address := range []string{"/readyz?exclude=database", page} {
		if r := ask(s, address); r.status != http.StatusOK || r.took > 9*time.Second {
			t.Errorf("%s: %+v", address, r)
		}
	}
	line.Speak()
	recovers(t, s, path)
	t.Logf("40 of 40 answered within %s", most.Round(time.Millisecond))
}

// recovers waits until an address is answered again and the server is ready.
func recovers(t *testing.T, s *apitest.Server, path string) {
	t.Helper()
	began := time.Now()
	for ask(s, path).status != http.StatusOK || ask(s, "/readyz").status != http.StatusOK {
		if time.Since(began) > time.Minute {
			t.Fatalf("not back after %s: %+v, readiness %+v", time.Since(began), ask(s, path), ask(s, "/readyz"))
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("back after %s", time.Since(began).Round(time.Millisecond))
}

// A server whose database lacks a migration names it, is not ready and refuses requests; with the migration it
// serves, without a restart. A database with more migrations than the server knows is fine.
func TestDatabaseWithoutAMigration(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	database.Alter(t, `insert into public.schema_migrations (version_id, is_applied) values (9999, true)`)
	database.Alter(t, `delete from public.schema_migrations where version_id = 32`)
	s := apitest.StartOn(t, database)
	s.ErrorsDue()
	var body string
	for range 100 {
		response, err := http.Get(s.Address + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if body = string(text); response.StatusCode == http.StatusServiceUnavailable && strings.Contains(body, "0032_banks_and_files.sql") {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if !strings.Contains(body, "0032_banks_and_files.sql") || !strings.Contains(body, "api migrate") {
		t.Fatalf("readiness says %q, want the migration and what to do", body)
	}
	s.Anonymous().Get("/tenants").Refused(http.StatusServiceUnavailable, "database-outdated")
	database.Alter(t, `insert into public.schema_migrations (version_id, is_applied) values (32, true)`)
	recovers(t, s, "/v1/tenants")
	s.Federation("Federazione") // its letters leave: the jobs have begun
}

// A body that keeps coming may take longer than a request; one that stops coming ends it.
func TestSlowUpload(t *testing.T) {
	t.Parallel()
	s := apitest.StartHurried(t, tenantdbtest.Create(t))
	send := func(chunk int, pause time.Duration, chunks int) (status string, took time.Duration) {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.Address, "http://"))
		if err != nil {
			t.Error(err)
			return "", 0
		}
		defer conn.Close()
		began := time.Now()
		_, _ = io.WriteString(conn, "POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 131072\r\nConnection: close\r\n\r\n")
		go func() {
			for range chunks {
				_, _ = io.WriteString(conn, strings.Repeat(" ", chunk))
				time.Sleep(pause)
			}
		}()
		_ = conn.SetReadDeadline(began.Add(40 * time.Second))
		head := make([]byte, 12)
		_, _ = io.ReadFull(conn, head)
		return strings.TrimPrefix(string(head), "HTTP/1.1 "), time.Since(began)
	}
	var both sync.WaitGroup
	both.Go(func() { // eight times 16 KiB, over 16 seconds: all of it arrives and is no JSON
		if status, took := send(16<<10, 2*time.Second, 8); status != "400" || took < 13*time.Second {
			t.Errorf("a body that keeps coming: %q after %s", status, took)
		}
	})
	both.Go(func() { // a byte a second
		if status, took := send(1, time.Second, 60); took > 20*time.Second || status == "200" {
			t.Errorf("a body that trickles: %q after %s", status, took)
		}
	})
	both.Wait()
}
