package attack_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

const sessionCookie = "__Host-session"

// visit asks for a page with a cookie; "" for none.
func (a *arena) visit(path, held string) answer {
	a.t.Helper()
	m := message{method: http.MethodGet, path: path, page: true, header: http.Header{"Accept": {"text/html"}}}
	if held != "" {
		m.header.Set("Cookie", sessionCookie+"="+held)
	}
	return a.send(m)
}

// submit sends a form with a cookie from an origin; "" for none.
func (a *arena) submit(path, held, origin string, form url.Values) answer {
	a.t.Helper()
	m := message{
		method: http.MethodPost, path: path, page: true, body: []byte(form.Encode()),
		header: http.Header{"Accept": {"text/html"}, "Content-Type": {"application/x-www-form-urlencoded"}},
	}
	if origin != "" {
		m.header.Set("Origin", origin)
	}
	if held != "" {
		m.header.Set("Cookie", sessionCookie+"="+held)
	}
	return a.send(m)
}

// begin signs a person in by the form and returns the browser's cookie.
func (a *arena) begin(who *apitest.Client) string {
	a.t.Helper()
	got := a.submit("/sign-in", "", apitest.PublicURL, url.Values{"email": {who.Email}, "password": {who.Password}})
	for _, cookie := range (&http.Response{Header: got.header}).Cookies() {
		if cookie.Name == sessionCookie && cookie.Value != "" {
			return cookie.Value
		}
	}
	a.t.Fatalf("%s does not sign in: %d %v", who.Name, got.status, got.header)
	return ""
}

// TestSessionsOfPages attacks the cookie in which a browser holds its session: forged, changed or of another kind it
// gives no session; one person's cookie shows nothing of another; after the end of its session it is worthless; and a
// form of another site has no effect with it.
func TestSessionsOfPages(t *testing.T) {
	t.Parallel()
	a := enter(t)
	side, other := a.world.sides[0], a.world.sides[1]
	mine, theirs := a.begin(side.Manager), a.begin(other.Manager)

	if got := a.visit("/account", mine); got.status != http.StatusOK || !strings.Contains(string(got.body), side.Manager.Email) {
		t.Fatalf("the manager reads their account: %d %.300s", got.status, got.body)
	}
	if got := a.visit("/account", theirs); strings.Contains(string(got.body), side.Manager.Email) || strings.Contains(string(got.body), side.canary) {
		t.Error("the account of another is shown")
	}

	random := base64.RawURLEncoding.EncodeToString(make([]byte, 32))
	for name, held := range map[string]string{
		"forged": random, "changed": flip(mine), "cut": mine[:len(mine)-1], "longer": mine + "A", "twice": mine + mine, "an access token": a.bearer(side.Manager),
		"an id": uuid.NewString(), "a calendar": side.calendar, "quoted": `%22` + mine, "SQL": "'-or-1=1--", "empty": `""`,
	} {
		if got := a.visit("/account", held); got.status != http.StatusSeeOther {
			t.Errorf("%s: %d %.200s", name, got.status, got.body)
		}
		if got := a.visit("/t/"+side.Slug, held); got.status != http.StatusOK || strings.Contains(string(got.body), `id="visitor"`) {
			t.Errorf("%s: somebody is signed in", name)
		}
	}

	before := a.hashes()
	for _, path := range []string{"/sign-out", "/account/sign-out-everywhere", "/account/password", "/account/invitations", "/account/records", "/t/" + side.Slug + "/convocation", "/t/" + side.Slug + "/address", "/console/token"} {
		for _, origin := range []string{"https://evil.example", "null", "", "http://referto.example", "https://referto.example.evil.example"} {
			if got := a.submit(path, mine, origin, url.Values{"act": {"part"}, "tenant": {side.Slug}, "coming": {"false"}}); got.status != http.StatusForbidden {
				t.Errorf("%s from %q: %d", path, origin, got.status)
			}
		}
	}
	for name, held := range map[string]string{"nobody": "", "forged": random, "changed": flip(mine)} {
		if got := a.submit("/console/token", held, apitest.PublicURL, nil); got.status != http.StatusUnauthorized || strings.Contains(string(got.body), "accessToken") {
			t.Errorf("the console gets a token for %s: %d %s", name, got.status, got.body)
		}
	}
	access := a.submit("/console/token", mine, apitest.PublicURL, nil)
	if access.status != http.StatusOK || !strings.Contains(access.header.Get("Cache-Control"), "no-store") || access.header.Get("Set-Cookie") != "" {
		t.Fatalf("the console gets its token: %d %v %.300s", access.status, access.header, access.body)
	}
	asConsole := message{method: http.MethodGet, path: "/me", header: http.Header{"Authorization": {"Bearer " + access.text("accessToken")}}}
	if got := a.send(asConsole); got.text("email") != side.Manager.Email {
		t.Errorf("the console is somebody else: %d %.300s", got.status, got.body)
	}
	for _, path := range []string{"/me", "/tenants/" + side.Slug + "/audit"} {
		if got := a.send(message{method: http.MethodGet, path: path, header: http.Header{"Cookie": {sessionCookie + "=" + mine}}}); got.status != http.StatusUnauthorized {
			t.Errorf("the API takes the cookie at %s: %d", path, got.status)
		}
	}
	report := "/t/" + side.Slug + "/e/" + a.pageValues()["/t/:tenant/e/:event/report"] + "/report"
	if got := a.visit(report, theirs); got.status != http.StatusForbidden {
		t.Errorf("the report by the manager of another federation: %d", got.status)
	}
	if got := a.visit(report, mine); got.status != http.StatusOK {
		t.Errorf("the report by its manager: %d %.300s", got.status, got.body)
	}
	if tables := a.hashes().Changed(before); len(tables) > 0 {
		t.Errorf("rows of %v have changed", tables)
	}

	if got := a.submit("/sign-out", mine, apitest.PublicURL, url.Values{}); got.status != http.StatusSeeOther {
		t.Errorf("signing out: %d", got.status)
	}
	if got := a.submit("/console/token", mine, apitest.PublicURL, nil); got.status != http.StatusUnauthorized {
		t.Errorf("the console gets a token for a session that has ended: %d", got.status)
	}
	if got := a.send(asConsole); got.status != http.StatusUnauthorized {
		t.Errorf("the console works on after signing out: %d", got.status)
	}
	for range 2 {
		if got := a.visit("/account", mine); got.status != http.StatusSeeOther || strings.Contains(string(got.body), side.Manager.Email) {
			t.Errorf("sent again after signing out: %d", got.status)
		}
	}
	if got := a.visit("/account", theirs); got.status != http.StatusOK {
		t.Errorf("the session of another has ended, too: %d", got.status)
	}
}

// flip changes a letter in the middle.
func flip(text string) string {
	i := len(text) / 2
	with := "A"
	if text[i] == 'A' {
		with = "B"
	}
	return text[:i] + with + text[i+1:]
}
