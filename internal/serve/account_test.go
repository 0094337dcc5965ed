package serve_test

import (
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"referto/frontend/pages"
)

// The secret of a mail's link stands in the address of these pages: the address
// goes nowhere with a Referer, and no copy of the page is kept.
func TestAccountPagesGiveNothingAway(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	for _, task := range pages.Tasks() {
		r := do(t, h, http.MethodGet, string(task), "")
		if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
			t.Fatalf("%s: %d %s", task, r.StatusCode, r.Header)
		}
		for name, want := range map[string]string{"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Vary": "Accept-Language, Accept-Encoding", "ETag": ""} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", task, name, got, want)
			}
		}
		policy := r.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"} {
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

// The script that a page asks for is served, and calls operations that exist.
func TestAccountScriptIsServed(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	page, err := io.ReadAll(do(t, h, http.MethodGet, string(pages.SignIn), "").Body)
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`src="(/assets/account\.[0-9a-f]+\.js)"`).FindSubmatch(page)
	if address == nil {
		t.Fatal("the page has no script")
	}
	served, err := io.ReadAll(do(t, h, http.MethodGet, string(address[1]), "").Body)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	want, err := fs.ReadFile(p.Assets(), strings.TrimPrefix(string(address[1]), pages.AssetPath))
	if err != nil || string(served) != string(want) {
		t.Fatalf("another script is served: %v", err)
	}
	calls := map[string]string{"/v1/me/invitations": http.MethodGet, "/v1/me/grants": http.MethodGet, "/v1/sessions/current": http.MethodDelete}
	for target, method := range calls {
		if !strings.Contains(string(served), `call("`+method+`", "`+target+`"`) {
			t.Errorf("the script does not call %s %s", method, target)
		}
		if got := problem(t, do(t, h, method, target, "")).Reason; got != "sign-in-required" {
			t.Errorf("%s %s: %s", method, target, got)
		}
	}
}
