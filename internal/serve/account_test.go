package serve_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"referto/frontend/pages"
)

// The secret of a mail's link stands in the address of these pages: the address goes to no other
// site with a Referer, and no copy of the page is kept.
func TestAccountPagesGiveNothingAway(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	for _, task := range pages.Tasks() {
		if task == pages.ChangePassword {
			continue // pages of the signed-in person
		}
		r := do(t, h, http.MethodGet, string(task)+"?token=secret", "")
		if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
			t.Fatalf("%s: %d %s", task, r.StatusCode, r.Header)
		}
		for name, want := range map[string]string{"Referrer-Policy": "same-origin", "Cache-Control": "no-store", "Vary": "Accept-Language, Cookie, Accept-Encoding", "ETag": "", "Set-Cookie": ""} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", task, name, got, want)
			}
		}
		policy := r.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: no %q in the policy %q", task, want, policy)
			}
		}
	}
}

func TestAccountPagesInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	const page = "/account/verification"
	for _, tt := range []struct{ target, accept, want string }{
		{page, "it-IT,it;q=0.9", "Conferma il tuo indirizzo"},
		{page, "bg", "Потвърдете адреса си"},
		{page, "de", "Confirm your address"},
		{page + "?lang=bg", "it", "Потвърдете адреса си"}, // as the mail was written
	} {
		body, err := io.ReadAll(do(t, h, http.MethodGet, tt.target, "", "Accept-Language", tt.accept).Body)
		if err != nil || !strings.Contains(string(body), "<h1>"+tt.want+"</h1>") {
			t.Errorf("%s, %s: no %q", tt.target, tt.accept, tt.want)
		}
	}
}

// Personal pages redirect anonymous readers to the sign-in page, and back.
func TestOwnPagesAskToSignIn(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	for target, want := range map[string]string{
		"/account":                          "/sign-in?next=%2Faccount",
		"/account/password":                 "/sign-in?next=%2Faccount%2Fpassword",
		"/account/records?tenant=a&code=bc": "/sign-in?next=%2Faccount%2Frecords%3Ftenant%3Da%26code%3Dbc",
		"/account/invitations?lang=it":      "/sign-in?next=%2Faccount%2Finvitations%3Flang%3Dit&lang=it",
	} {
		r := do(t, h, http.MethodGet, target, "")
		if got := r.Header.Get("Location"); r.StatusCode != http.StatusSeeOther || got != want {
			t.Errorf("%s: %d to %q, want %q", target, r.StatusCode, got, want)
		}
	}
}
