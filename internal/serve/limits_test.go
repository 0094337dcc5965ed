package serve_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/serve"
)

// An account may found a number of federations and clubs a day, over all replicas, and is then told when to try
// again; another account is not affected.
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
	for left := range 3 { // the rest is reported
		answer := found(bruno, 200+left).Want(201)
		tells(t, answer, `"tenants";q=10;w=86400`, fmt.Sprintf(`"tenants";r=%d;t=%d`, 9-left, 8640*(left+1)))
	}
	tells(t, found(anna, 99).Refused(429, "too-many-tenants"), `"tenants";q=10;w=86400`, `"tenants";r=0;t=86400`)
	s.Clock.Advance(24 * time.Hour / 10)
	anna.Renew()
	anna.Post("/tenants", apitest.JSON{"kind": "club", "name": "x", "slug": "club-x"}).Want(422) // a refused founding is not counted
	found(anna, 101).Want(201)
	found(anna, 102).Refused(429, "too-many-tenants")
}

// tells checks the quota in the headers of an answer.
func tells(t *testing.T, answer *apitest.Answer, policy, left string) {
	t.Helper()
	if policies := answer.Header.Values("RateLimit-Policy"); !slices.Equal(policies, []string{policy}) {
		t.Errorf("%s: policies %s, want %s", answer.Request, policies, policy)
	}
	if got := answer.Header.Values("RateLimit"); !slices.Equal(got, []string{left}) {
		t.Errorf("%s: left %s, want %s", answer.Request, got, left)
	}
}

// Files sent to a tenant are counted by size.
func TestUploadsOfATenant(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, func(c *serve.Config) { c.Limits.UploadsOfTenant = 1 })
	federation, other := s.Federation("Federazione"), s.Federation("Altra")
	send := func(of *apitest.Tenant, rows int) *apitest.Answer {
		table := "name,club\n" + strings.Repeat("Ada Rossi,Risiko Aosta\n", rows)
		return of.Manager.Post(of.Path+"/histories?subject=players&name=past", table, apitest.Header("Content-Type", "application/octet-stream"))
	}
	const most = 1_000_000 / len("Ada Rossi,Risiko Aosta\n")
	if left := send(federation, most/2).Want(201).Header.Values("RateLimit"); !slices.Contains(left, `"uploads";r=499;t=43287`) {
		t.Errorf("left: %s", left)
	}
	send(federation, most*2/3).Refused(429, "too-many-uploads")
	send(federation, most/3).Want(201)
	send(federation, most/3).Refused(429, "too-many-uploads")
	send(other, most/3).Want(201)
	s.Clock.Advance(5 * time.Hour)
	federation.Manager.Renew()
	send(federation, most/6).Want(201)
}

// Letters that follow from acts are counted with those that people have sent on purpose, and are sent although the
// day's limit is used up: as many again. Beyond that they wait, and are sent later.
func TestLettersThatFollowAreCounted(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, func(c *serve.Config) { c.Limits.LettersOfTenant = 2 })
	federation, event, _ := openStage(t, s)
	other := s.Federation("Altra")
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	federation.Manager.Post(event+"/entry-opening", nil).Want(200)
	for n := range 6 {
		s.SignUp(fmt.Sprintf("Anna %c", 'A'+n)).Post(event+"/my-entry", apitest.JSON{}).Want(201)
	}
	invite := func(by *apitest.Tenant, email string) *apitest.Answer {
		return by.Manager.Post(by.Path+"/invitations", apitest.JSON{"email": email, "role": "organizer", "scope": apitest.WholeTenant()})
	}
	tells(t, invite(federation, "carla@example.org").Want(201), `"letters-of-tenant";q=2;w=86400`, `"letters-of-tenant";r=1;t=43200`)
	federation.Manager.Post(event+"/cancellation", apitest.JSON{"reason": "neve"}).Want(200)
	told := func() (n int) {
		for _, letter := range s.Mailbox.All() {
			if letter.Kind == "event-moved" {
				n++
			}
		}
		return n
	}
	s.AwaitJobs()
	if got := told(); got != 3 {
		t.Errorf("%d letters have left, want 3 of 6", got)
	}
	tells(t, invite(federation, "dario@example.org").Refused(429, "too-many-letters-of-tenant"), `"letters-of-tenant";q=2;w=86400`, `"letters-of-tenant";r=0;t=172800`)
	invite(other, "dario@example.org").Want(201)
	s.Pass(36 * time.Hour)
	s.AwaitJobs()
	if got := told(); got != 6 {
		t.Errorf("%d letters have left a day and a half later, want all 6", got)
	}
}

// A letter that the mail server does not take for now is counted once it has left.
func TestLettersThatDoNotLeaveAreNotCounted(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, func(c *serve.Config) { c.Limits.LettersOfTenant = 2 })
	federation, event, _ := openStage(t, s)
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	federation.Manager.Post(event+"/entry-opening", nil).Want(200)
	s.SignUp("Anna Lodi").Post(event+"/my-entry", apitest.JSON{}).Want(201)
	s.AwaitJobs()
	s.Mailbox.Fail(errors.New("421 not now"))
	federation.Manager.Post(event+"/cancellation", apitest.JSON{"reason": "neve"}).Want(200)
	s.AwaitJobs()
	s.Mailbox.Fail(nil)
	for range 2 {
		federation.Manager.Post(federation.Path+"/invitations", apitest.JSON{"email": "carla@example.org", "role": "organizer", "scope": apitest.WholeTenant()}).Want(201)
	}
}

// A person asks for few copies of their data, each of which is a file of everything.
func TestCopiesOfOneself(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	for left := range 3 {
		tells(t, anna.Post("/me/data-exports", nil).Want(202), `"copies";q=3;w=86400`, fmt.Sprintf(`"copies";r=%d;t=%d`, 2-left, 28800*(left+1)))
	}
	anna.Post("/me/data-exports", nil).Refused(429, "too-many-copies")
	s.SignUp("Bruno Rossi").Post("/me/data-exports", nil).Want(202)
	s.Clock.Advance(8 * time.Hour)
	anna.SignIn()
	anna.Post("/me/data-exports", nil).Want(202)
}

// An address may hold a limited number of streams open; a closed one makes room, and other addresses have their own.
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
		answer := openStream(t, s, event, from, token)
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
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if status, _ := open("192.0.2.7", ""); status == 200 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the place of a stream that has ended is not free")
		}
	}
}

// A server keeps a limited number of streams open for all callers together: the next caller is told that the server is full, and
// the refusal is not counted against the caller. An ended stream makes room.
func TestStreamsOfAServer(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, func(c *serve.Config) {
		apitest.BehindProxy(c)
		c.Limits.StreamsOfNetwork, c.Limits.StreamsOfServer = 2, 3
	})
	federation, event, _ := openStage(t, s)
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	open := func(from string) *http.Response { return openStream(t, s, event, from, "") }
	answers := []*http.Response{open("192.0.2.1"), open("192.0.2.1"), open("192.0.2.2")}
	for n, answer := range answers {
		if answer.StatusCode != 200 {
			t.Fatalf("stream %d: %d", n+1, answer.StatusCode)
		}
	}
	const refused = `limits_hit_total{reason="server-full"}`
	wantFigure(t, s, refused, 0)
	full := s.Anonymous().Get(event+"/stream", apitest.From("192.0.2.3")).Refused(503, "server-full")
	wantFigure(t, s, refused, 1)
	if wait := full.Header.Get("Retry-After"); wait != "30" {
		t.Errorf("to be tried again after %s", wait)
	}
	s.Anonymous().Get(event+"/stream", apitest.From("192.0.2.2")).Refused(503, "server-full")
	wantFigure(t, s, refused, 2)
	s.Anonymous().Get(event+"/stream", apitest.From("192.0.2.1")).Refused(429, "too-many-streams")
	wantFigure(t, s, refused, 2)
	_ = answers[0].Body.Close()
	for deadline := time.Now().Add(time.Minute); open("192.0.2.2").StatusCode != 200; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the place of a stream that has ended is not free")
		}
	}
}

// openStream opens the stream of an event and returns its response, whose body is closed with the test.
func openStream(t *testing.T, s *apitest.Server, event, from, token string) *http.Response {
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
	return answer
}

// The number of rulesets that were never published is limited: publishing or archiving one makes room.
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

// A server that trusts no proxy and notices one reports it: once in its log, and in its metrics each time.
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
