package serve_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/serve"
)

// metered configures points a minute.
func metered(network, account, tenant int) func(*serve.Config) {
	return func(c *serve.Config) {
		apitest.BehindProxy(c)
		c.Limits.PointsOfNetwork, c.Limits.PointsOfAccount, c.Limits.PointsOfTenant = network, account, tenant
	}
}

// An account has its points, whatever address it comes from; an answer reports the rest, and a refusal when to come
// back.
func TestPointsOfAnAccount(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, metered(0, 60, 0))
	anna, bruno := s.SignUp("Anna Lodi"), s.SignUp("Bruno Rossi")
	s.Clock.Advance(time.Minute)
	tells := func(answer *apitest.Answer, left string) {
		t.Helper()
		if policy, got := answer.Header.Get("RateLimit-Policy"), answer.Header.Get("RateLimit"); policy != `"account";q=60;w=60` || got != left {
			t.Errorf("%s: policy %s, left %s, want %s", answer.Request, policy, got, left)
		}
	}
	tells(anna.Get("/me").Want(200), `"account";r=59;t=1`)
	tells(anna.Post("/me/data-exports", nil).Want(202), `"account";r=54;t=6`)
	for range 54 {
		anna.Get("/me", apitest.From("203.0.113.8")).Want(200)
	}
	refused := anna.Get("/me").Refused(429, "too-many-requests")
	tells(refused, `"account";r=0;t=60`)
	if wait := refused.Header.Get("Retry-After"); wait != "1" {
		t.Errorf("to be tried again after %s", wait)
	}
	if dear := anna.Post("/me/data-exports", nil).Refused(429, "too-many-requests"); dear.Header.Get("Retry-After") != "5" {
		t.Errorf("an act is to be tried again after %s", dear.Header.Get("Retry-After"))
	}
	tells(bruno.Get("/me").Want(200), `"account";r=59;t=1`)
	s.Clock.Advance(time.Second)
	anna.Get("/me").Want(200)
	anna.Get("/me").Refused(429, "too-many-requests")
}

// Sixty phones of a venue have one address. Signed-in people there are not limited by it, anonymous ones are,
// together; other addresses are not affected.
func TestPointsOfANetwork(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, metered(30, 1000, 0))
	anna, stranger := s.SignUp("Anna Lodi"), s.Anonymous()
	s.Clock.Advance(time.Minute)
	venue := apitest.From("192.0.2.7")
	ask := func(from string) *apitest.Answer { return stranger.Get("/tenants", apitest.From(from)) }
	for range 60 {
		anna.Get("/me", venue).Want(200)
	}
	for range 30 {
		ask("192.0.2.7").Want(200)
	}
	ask("192.0.2.7").Refused(429, "too-many-requests")
	anna.Get("/me", venue).Want(200)
	ask("192.0.2.8").Want(200)
	t.Run("one forges no other address", func(t *testing.T) {
		for n := range 5 {
			ask(fmt.Sprintf("198.51.100.%d, 192.0.2.7", n)).In(t).Refused(429, "too-many-requests")
		}
	})
	t.Run("nor gets by with credentials that are none", func(t *testing.T) {
		stranger.In(t).Get("/me", venue, apitest.Bearer("nonsense")).Refused(429, "too-many-requests")
		stranger.In(t).Get("/me", apitest.From("192.0.2.8"), apitest.Bearer("nonsense")).Refused(401, "unauthenticated")
		r := &reader{t: t, server: s, held: "nonsense"}
		if got := r.get("/account", "X-Forwarded-For", "192.0.2.7"); got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") == "" {
			t.Errorf("a page for a session that is none: %d", got.status)
		}
	})
	t.Run("one network of IPv6 is one", func(t *testing.T) {
		for n := range 30 {
			ask(fmt.Sprintf("2001:db8:1:2::%x", n)).In(t).Want(200)
		}
		ask("2001:db8:1:2:ffff::1").In(t).Refused(429, "too-many-requests")
		ask("2001:db8:1:3::1").In(t).Want(200)
	})
	t.Run("probes and files are for nothing", func(t *testing.T) {
		r := &reader{t: t, server: s}
		for _, path := range []string{"/livez", "/readyz", "/v1/openapi.json"} {
			if got := r.get(path, "X-Forwarded-For", "192.0.2.7"); got.status != 200 {
				t.Errorf("%s: %d", path, got.status)
			}
		}
	})
}

// Without trusted proxies the claimed origin of a request is ignored: everybody at the other end of the connection
// shares the same points, whatever they claim.
func TestClaimedOriginsAreNotBelieved(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, func(c *serve.Config) { c.Limits.PointsOfNetwork = 20 })
	passed := 0
	for n := range 100 {
		if s.Anonymous().Get("/tenants", apitest.From(fmt.Sprintf("198.51.100.%d", n))).Status == 200 {
			passed++
		}
	}
	if passed != 20 {
		t.Errorf("%d of 100 passed", passed)
	}
}

// Public answers come from memory and cost no points; a page that has to be made costs one.
func TestPagesFromMemoryTakeNoPoints(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, metered(20, 0, 0))
	federation, event, address := openStage(t, s)
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	s.Clock.Advance(time.Minute)
	reader := &reader{t: t, server: s}
	page := func(path string) page { return reader.get(path, "X-Forwarded-For", "192.0.2.99") }
	for range 100 {
		if got := page(address); got.status != 200 {
			t.Fatalf("the page of the event: %d", got.status)
		}
	}
	others := 0
	for page(address+"-of-no-such-name").status == 404 {
		others++
	}
	if others == 0 || others > 20 {
		t.Errorf("%d pages that have to be made", others)
	}
	if got := page(address); got.status != 200 {
		t.Errorf("the page of the event, from memory, once all points are spent: %d", got.status)
	}
}

// A hundred greedy networks and accounts in a tenant leave a reader there all the answers that they ask for.
func TestAHundredGreedyReaders(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, metered(20, 20, 100))
	federation := s.Federation("Federazione")
	s.Clock.Advance(time.Hour)
	got, refused := 0, 0
	for round := range 10 {
		for n := range 100 {
			for range 4 {
				answer := s.Anonymous().Get(federation.Path, apitest.From(fmt.Sprintf("198.51.100.%d", n)))
				if answer.Status == 429 {
					refused++
				}
			}
		}
		if answer := s.Anonymous().Get(federation.Path, apitest.From("192.0.2.7")); answer.Status == 200 {
			got++
		} else {
			t.Logf("round %d: %d", round, answer.Status)
		}
		s.Clock.Advance(3 * time.Second)
	}
	t.Logf("the polite one got %d of 10; of 4,000 requests of the greedy %d were refused", got, refused)
	if got < 8 {
		t.Errorf("the polite one got %d of 10", got)
	}
	if refused < 2000 {
		t.Errorf("only %d requests of the greedy were refused", refused)
	}
}

// Points that an account spends at one server are soon missing at the other.
func TestPointsAreSharedByReplicas(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, metered(0, 100, 0))
	anna := s.SignUp("Anna Lodi")
	there := *anna
	there.Server = s.Replica()
	s.Clock.Advance(time.Minute)
	for range 100 {
		anna.Get("/me").Want(200)
	}
	anna.Get("/me").Refused(429, "too-many-requests")
	spent := 0
	for deadline := time.Now().Add(30 * time.Second); there.Get("/me").Status != 429; time.Sleep(200 * time.Millisecond) {
		if spent++; spent > 90 || time.Now().After(deadline) {
			t.Fatalf("%d requests passed at the other server", spent)
		}
	}
}
