package apiclient_test

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/apiclient"
	"referto/internal/apitest"
	"referto/openapi"
)

func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }

func anna(t *testing.T) (*apitest.Server, *apiclient.Client) {
	t.Helper()
	s := apitest.Start(t)
	c, err := apiclient.Mailbox(s.Mailbox.Dir()).SignUp(t.Context(), apiclient.New(s.Address), account)
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

var account = openapi.NewAccount{Email: "anna@example.org", Name: "Anna Lodi", Password: "quaranta mirtilli al sole", Language: "it"}

func name(t *testing.T, c *apiclient.Client) string {
	t.Helper()
	var me openapi.Account
	if err := c.Get(t.Context(), "/me", &me); err != nil {
		t.Fatal(err)
	}
	return me.Name
}

// TestTokensAreRenewed: an access token lasts ten minutes, a session longer, a
// password longer still.
func TestTokensAreRenewed(t *testing.T) {
	t.Parallel()
	s, c := anna(t)
	for _, later := range []time.Duration{0, 11 * time.Minute, time.Hour, 400 * 24 * time.Hour} {
		s.Clock.Advance(later)
		if got := name(t, c); got != account.Name {
			t.Errorf("%s later: %q", later, got)
		}
	}
}

// TestTokensAreRenewedOnce, whichever of many calls notices first: a refresh token that is used twice would end the
// session.
func TestTokensAreRenewedOnce(t *testing.T) {
	t.Parallel()
	s, c := anna(t)
	for range 3 {
		s.Clock.Advance(11 * time.Minute)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if err := c.Get(t.Context(), "/me", nil); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
}

func TestSignInOrUp(t *testing.T) {
	t.Parallel()
	s, _ := anna(t)
	mailbox, server := apiclient.Mailbox(s.Mailbox.Dir()), apiclient.New(s.Address)
	mails := len(s.Mailbox.All())
	again, err := mailbox.SignInOrUp(t.Context(), server, account)
	if err != nil || name(t, again) != account.Name {
		t.Fatalf("an account that is there: %v", err)
	}
	if n := len(s.Mailbox.All()); n != mails {
		t.Errorf("%d mails more", n-mails)
	}
	other := account
	other.Email = "bruno@example.org"
	if err := server.Post(t.Context(), "/accounts", other, nil); err != nil { // and never confirms it
		t.Fatal(err)
	}
	s.Mailbox.Wait(other.Email, "verify-address")
	if _, err := mailbox.SignInOrUp(t.Context(), server, other); err != nil {
		t.Errorf("an account without confirmation: %v", err)
	}
	if err := server.Get(t.Context(), "/me", nil); apiclient.Status(err) != 401 {
		t.Errorf("nobody is signed in: %v", err)
	}
}

func TestWrongPassword(t *testing.T) {
	t.Parallel()
	s, _ := anna(t)
	_, err := apiclient.New(s.Address).SignIn(t.Context(), account.Email, "another password")
	if apiclient.Status(err) != 401 || strings.Contains(err.Error(), "another password") {
		t.Errorf("got %v", err)
	}
}
