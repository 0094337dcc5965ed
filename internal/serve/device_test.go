package serve_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"referto/internal/apitest"
)

// A browser in which a person has signed in is known for half a year: guesses elsewhere, or in another browser of the
// same room, do not lock the person out.
func TestKnownBrowser(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Lodi")
	known := signIn(t, server, anna)
	form := func(password string) url.Values { return url.Values{"email": {anna.Email}, "password": {password}} }
	known.post("/sign-out", url.Values{}).leadsTo(t, "/sign-in?after=signed-out")

	stranger := &reader{t: t, server: server}
	for range 4 {
		if got := stranger.post("/sign-in", form("a wrong guess")); got.status != 422 {
			t.Fatalf("a guess: %d", got.status)
		}
	}
	if got := stranger.post("/sign-in", form(anna.Password)); got.status != 429 || got.header.Get("Retry-After") == "" || got.device != nil {
		t.Errorf("one guess too many: %d, Retry-After %q, a device %v", got.status, got.header.Get("Retry-After"), got.device)
	}
	again := known.post("/sign-in", form(anna.Password))
	again.leadsTo(t, "/account")
	if again.device != nil {
		t.Error("a known device is given another proof")
	}

	stranger.device = "nonsense, longer than any proof that this server has ever made for anybody who has signed in somewhere"
	server.Clock.Advance(5 * time.Minute)
	fresh := stranger.post("/sign-in", form(anna.Password))
	fresh.leadsTo(t, "/account")
	c := fresh.device
	if c == nil || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.MaxAge != 180*24*3600 {
		t.Errorf("the cookie of a device: %v", c)
	}
}
