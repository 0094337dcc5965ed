package demo_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apiclient"
	"referto/internal/apitest"
	"referto/internal/demo"
	"referto/openapi"
)

func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }

func config(s *apitest.Server) demo.Config {
	return demo.Config{Server: s.Address, Mailbox: s.Mailbox.Dir(), Now: s.Clock.Now}
}

func load(t *testing.T, s *apitest.Server) demo.Summary {
	t.Helper()
	summary, err := demo.Load(t.Context(), config(s))
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

// signIn returns the client of a person with a role in the summary.
func signIn(t *testing.T, s demo.Summary, role string) *apiclient.Client {
	t.Helper()
	for _, a := range s.SignIns {
		if a.Role != role {
			continue
		}
		c, err := apiclient.New(s.Server).SignIn(t.Context(), a.Mail, a.Password)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	t.Fatalf("nobody is a %s in %+v", role, s.SignIns)
	return nil
}

func TestLoad(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	summary := load(t, server)
	facts, register := factsOf(t, signIn(t, summary, "championship manager")), registerLines(t, summary)
	t.Run("at once", func(t *testing.T) {
		t.Parallel()
		checkLoad(t, server, summary)
	})
	t.Run("in pieces", func(t *testing.T) {
		t.Parallel()
		pieces := loadInPieces(t)
		checkStory(t, pieces)
		checkLeague(t, pieces)
		if got := factsOf(t, signIn(t, pieces, "championship manager")); got != facts {
			t.Errorf("%d facts, told at once %d", got, facts)
		}
		if diff := cmp.Diff(register, registerLines(t, pieces)); diff != "" {
			t.Errorf("two loads have two registers (-at once +in pieces)\n%s", diff)
		}
	})
}

// checkLoad reads the results of a load.
func checkLoad(t *testing.T, server *apitest.Server, summary demo.Summary) {
	t.Helper()
	t.Run("everybody can sign in and every page is there", func(t *testing.T) {
		text := summary.String()
		for _, a := range summary.SignIns {
			if !strings.Contains(text, a.Mail) || !strings.Contains(text, a.Password) {
				t.Errorf("%s cannot be read from\n%s", a.Role, text)
			}
			signIn(t, summary, a.Role)
		}
		for _, p := range summary.Pages {
			if !strings.Contains(text, summary.Server+p.Path) {
				t.Errorf("%s cannot be read from\n%s", p.Title, text)
			}
			response, err := http.Get(summary.Server + p.Path)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != 200 {
				t.Errorf("%s: %s", p.Path, response.Status)
			}
		}
	})
	checkStory(t, summary)
	t.Run("the Bulgarian ranking", func(t *testing.T) { checkLeague(t, summary) })
	t.Run("pages are light on the line", func(t *testing.T) { checkWeight(t, summary) })
	t.Run("the season has regions of all sizes", func(t *testing.T) { checkSeason(t, summary) })
	t.Run("the season replayed from its log is the same", func(t *testing.T) { checkReplay(t, server, summary) })
	t.Run("every event replayed from its log is the same", func(t *testing.T) { checkEventReplays(t, server, summary) })
	t.Run("journeys of the season before are claimed, approved and paid, prizes came back", func(t *testing.T) { checkMoney(t, summary) })
	t.Run("a second load only says where it is", func(t *testing.T) {
		manager := signIn(t, summary, "championship manager")
		before := factsOf(t, manager)
		if diff := cmp.Diff(summary, load(t, server)); diff != "" {
			t.Errorf("(-first +second)\n%s", diff)
		}
		if after := factsOf(t, manager); after != before {
			t.Errorf("%d facts more", after-before)
		}
	})
}

// factsOf counts the facts in the log of the federation.
func factsOf(t *testing.T, manager *apiclient.Client) int64 {
	t.Helper()
	var log openapi.LogPage
	get(t, manager, "/tenants/fic/log", &log)
	return log.Last
}

func get(t *testing.T, c *apiclient.Client, path string, out any) {
	t.Helper()
	if err := c.Get(t.Context(), path, out); err != nil {
		t.Fatal(err)
	}
}

// loadInPieces loads a server of its own. Loads break off again and again after an act
// was done and before its answer came; the last one completes the story, and nothing
// may be shown twice.
func loadInPieces(t *testing.T) demo.Summary {
	t.Helper()
	server := apitest.Start(t)
	behind, err := url.Parse(server.Address)
	if err != nil {
		t.Fatal(err)
	}
	var left atomic.Int64
	proxy := httputil.NewSingleHostReverseProxy(behind)
	torn := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if left.Add(-1) >= 0 {
			proxy.ServeHTTP(w, r)
			return
		}
		proxy.ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(torn.Close)
	c := config(server)
	c.Server = torn.URL
	for _, requests := range []int64{30, 180, 200, 250, 300, 400, 450, 800, 1200} {
		left.Store(requests)
		if _, err := demo.Load(t.Context(), c); err == nil {
			t.Fatalf("the story is told with %d requests", requests)
		}
	}
	return load(t, server)
}

// TestOtherFederation: a federation of this name that belongs to another account.
func TestOtherFederation(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	stranger := server.SignUp("Ignoto Fondatore")
	stranger.Post("/tenants", apitest.JSON{"slug": "fic", "name": "Federazione Italiana Carcassonne", "kind": "federation"}).Want(201)
	_, err := demo.Load(t.Context(), config(server))
	if err == nil || !strings.Contains(err.Error(), "make db-reset") || !strings.Contains(err.Error(), "not ours") {
		t.Errorf("got %v", err)
	}
}
