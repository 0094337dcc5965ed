package serve_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/serve"
)

// An account founds as many federations and clubs as a day allows, over all replicas, and then says when
// to try again; another account is not concerned.
func TestTenantsOfAnAccount(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna, bruno := s.SignUp("Anna Lodi"), s.SignUp("Bruno Rossi")
	other := *anna
	other.Server = s.Replica()
	founders := []*apitest.Client{anna, &other}
	found := func(who *apitest.Client, n int) *apitest.Answer {
		return who.Post("/tenants", apitest.JSON{"kind": "club", "name": fmt.Sprintf("Club %d", n), "slug": fmt.Sprintf("club-%d", n)})
	}
	founded := 0
	for n := range 60 {
		if answer := found(founders[n%2], n); answer.Status == http.StatusCreated {
			founded++
		} else if answer.Refused(429, "too-many-tenants").Header.Get("Retry-After") != "8640" {
			t.Errorf("to be tried again after %s", answer.Header.Get("Retry-After"))
		}
	}
	if founded != apitest.Limits.TenantsOfAccount {
		t.Errorf("%d tenants were founded", founded)
	}
	found(bruno, 100).Want(201)
	s.Clock.Advance(24 * time.Hour / 10)
	anna.Renew()
	anna.Post("/tenants", apitest.JSON{"kind": "club", "name": "x", "slug": "club-x"}).Want(422) // what is not founded is not counted
	found(anna, 101).Want(201)
	found(anna, 102).Refused(429, "too-many-tenants")
}

// What is sent to a tenant in files is counted by its size.
func TestUploadsOfATenant(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, func(c *serve.Config) { c.Limits.UploadsOfTenant = 1 })
	federation, other := s.Federation("Federazione"), s.Federation("Altra")
	send := func(of *apitest.Tenant, rows int) *apitest.Answer {
		table := "name,club\n" + strings.Repeat("Ada Rossi,Risiko Aosta\n", rows)
		return of.Manager.Post(of.Path+"/histories?subject=players&name=past", table, apitest.Header("Content-Type", "application/octet-stream"))
	}
	const most = 1_000_000 / len("Ada Rossi,Risiko Aosta\n")
	send(federation, most/2).Want(201)
	send(federation, most*2/3).Refused(429, "too-many-uploads")
	send(federation, most/3).Want(201)
	send(federation, most/3).Refused(429, "too-many-uploads")
	send(other, most/3).Want(201)
	s.Clock.Advance(5 * time.Hour)
	federation.Manager.Renew()
	send(federation, most/6).Want(201)
}

// A person asks for few copies of their data, each of which is a file of everything.
func TestCopiesOfOneself(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	for range 3 {
		anna.Post("/me/data-exports", nil).Want(202)
	}
	anna.Post("/me/data-exports", nil).Refused(429, "too-many-copies")
	s.SignUp("Bruno Rossi").Post("/me/data-exports", nil).Want(202)
	s.Clock.Advance(8 * time.Hour)
	anna.SignIn()
	anna.Post("/me/data-exports", nil).Want(202)
}

// Somebody holds so many streams open and no more; one that is closed makes room, and others have theirs.
func TestStreamsOfANetwork(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, func(c *serve.Config) {
		apitest.BehindProxy(c)
		c.Limits.StreamsOfNetwork, c.Limits.StreamsOfAccount = 3, 2
	})
	federation, event, _ := openStage(t, s)
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	open := func(from, token string) (status int, leave func()) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.Address+"/v1"+event+"/stream", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		apitest.From(from)(r)
		apitest.Bearer(token)(r)
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer.StatusCode, func() { _ = answer.Body.Close() }
	}
	var leave func()
	for n, want := range []int{200, 200, 200, 429, 429} {
		status, end := open("192.0.2.7", "")
		if status != want {
			t.Fatalf("stream %d: %d, want %d", n+1, status, want)
		}
		if status == 200 {
			leave = end
		}
	}
	s.Anonymous().Get(event+"/stream", apitest.From("192.0.2.7")).Refused(429, "too-many-streams")
	if status, _ := open("192.0.2.8", ""); status != 200 {
		t.Errorf("another network: %d", status)
	}
	for n, want := range []int{200, 200, 429} { // by account, in the full network
		if status, _ := open("192.0.2.7", federation.Manager.Access); status != want {
			t.Errorf("stream %d of an account: %d, want %d", n+1, status, want)
		}
	}
	leave()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if status, _ := open("192.0.2.7", ""); status == 200 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the place of a stream that has ended is not free")
		}
	}
}

// Rulesets that were never published are so many at most: what is published, or put away, makes room.
func TestDraftsOfRulesets(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation, other := s.Federation("Federazione"), s.Federation("Altra")
	begin := func(of *apitest.Tenant, n int) *apitest.Answer {
		id := fmt.Sprintf("mine-%d", n)
		return of.Manager.Post(of.Path+"/rulesets", apitest.JSON{"copyOf": apitest.JSON{"ruleset": "catan-nazionale-2009"}, "id": id, "code": fmt.Sprintf("M%d", n), "title": "Regole " + id})
	}
	for n := range 50 {
		begin(federation, n).Want(201)
	}
	if refused := begin(federation, 50).Refused(409, "drafts-too-many"); !strings.Contains(refused.Text("detail"), "50") {
		t.Errorf("how many there may be is not said: %s", refused.Body)
	}
	begin(other, 50).Want(201)
	s.Database.Alter(t, "update league.rulesets set archived_at = now() where key = 'mine-7'")
	begin(federation, 50).Want(201)
	begin(federation, 51).Refused(409, "drafts-too-many")
}

// A server that trusts no proxy and hears of one says so: once in its log, and in its figures each time.
func TestHiddenOriginsAreTold(t *testing.T) {
	t.Parallel()
	var log lockedLog
	s := apitest.StartWith(t, func(c *serve.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	s.Anonymous().Get("/tenants").Want(200)
	if strings.Contains(log.String(), "TRUSTED_PROXIES") || !strings.Contains(s.Metrics(), "hidden_origins_total 0\n") {
		t.Error("it is told of nobody")
	}
	for range 3 {
		s.Anonymous().Get("/tenants", apitest.From("198.51.100.1")).Want(200)
	}
	if n := strings.Count(log.String(), "TRUSTED_PROXIES"); n != 1 || strings.Contains(s.Metrics(), "hidden_origins_total 0\n") {
		t.Errorf("warned %d times, %s", n, s.Metrics())
	}
	trusting := apitest.StartWith(t, func(c *serve.Config) { apitest.BehindProxy(c); c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	trusting.Anonymous().Get("/tenants", apitest.From("198.51.100.1")).Want(200)
	if n := strings.Count(log.String(), "TRUSTED_PROXIES"); n != 1 {
		t.Errorf("warned %d times", n)
	}
}

// lockedLog is a log that may be read while it is written.
type lockedLog struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write adds to it.
func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
