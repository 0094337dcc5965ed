package demo_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"referto/internal/apiclient"
	"referto/internal/apitest"
	"referto/internal/demo"
	"referto/openapi"
)

// Any account can play a trial, and play it again: each is one more tournament of the same club and the same eight.
func TestTrial(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	account := demo.Account{Email: "operator@league.example", Password: "a-long-enough-password"}
	if _, err := demo.Trial(t.Context(), server.Address, account, server.Clock.Now()); err == nil || !strings.Contains(err.Error(), account.Email) {
		t.Errorf("without an account: %v", err)
	}
	signUp := func(a demo.Account) {
		t.Helper()
		if _, err := apiclient.Mailbox(server.Mailbox.Dir()).SignUp(t.Context(), apiclient.New(server.Address), openapi.NewAccount{Email: a.Email, Name: "Olga", Password: a.Password, Language: "en"}); err != nil {
			t.Fatal(err)
		}
	}
	signUp(account)
	pages := map[string]bool{}
	for range 2 {
		result, err := demo.Trial(t.Context(), server.Address, account, server.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(result.Winner, " Prova") {
			t.Errorf("the winner is %q", result.Winner)
		}
		page, err := http.Get(server.Address + result.Page)
		if err != nil {
			t.Fatal(err)
		}
		_ = page.Body.Close()
		if page.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", result.Page, page.Status)
		}
		pages[result.Page] = true
		server.Clock.Advance(time.Minute)
	}
	if len(pages) != 2 {
		t.Errorf("two trials are the tournaments %v", pages)
	}
	other := demo.Account{Email: "stranger@league.example", Password: account.Password}
	signUp(other)
	if _, err := demo.Trial(t.Context(), server.Address, other, server.Clock.Now()); err == nil || !strings.Contains(err.Error(), "somebody else's") {
		t.Errorf("in the club of another account: %v", err)
	}
}

// On a server with limits the programs that play wait for their rate, and play to the end: here every third
// request is one too much.
func TestTrialOnAServerWithLimits(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	account := demo.Account{Email: "operator@league.example", Password: "a-long-enough-password"}
	if _, err := apiclient.Mailbox(server.Mailbox.Dir()).SignUp(t.Context(), apiclient.New(server.Address), openapi.NewAccount{Email: account.Email, Name: "Olga", Password: account.Password, Language: "en"}); err != nil {
		t.Fatal(err)
	}
	to, err := url.Parse(server.Address)
	if err != nil {
		t.Fatal(err)
	}
	behind := httputil.NewSingleHostReverseProxy(to)
	var asked atomic.Int64
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1)%3 == 0 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		behind.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	if result, err := demo.Trial(t.Context(), front.URL, account, server.Clock.Now()); err != nil || result.Winner == "" || asked.Load() < 30 {
		t.Errorf("played with %d requests: %+v, %v", asked.Load(), result, err)
	}
}
