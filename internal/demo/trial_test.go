package demo_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"referto/internal/apiclient"
	"referto/internal/apitest"
	"referto/internal/demo"
	"referto/openapi"
)

// A trial is played by whoever has an account, and again by the same: each is one more
// tournament of the same club and the same eight.
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
