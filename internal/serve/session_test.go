package serve_test

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
)

const (
	cookieName = "__Host-session"
	deviceName = "__Host-device"
)

// reader is a browser without script that holds a session, and the proof that it has held one before.
type reader struct {
	t      *testing.T
	server *apitest.Server
	held   string
	device string
}

// page is an answer as a reader sees it.
type page struct {
	status int
	header http.Header
	text   string
	set    *http.Cookie // the session's; nil for none
	device *http.Cookie // the known device's; nil for none
}

func (r *reader) send(method, path string, form url.Values, headers ...string) page {
	r.t.Helper()
	if form == nil {
		return r.sendBody(method, path, http.NoBody, headers...)
	}
	sent := []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", apitest.PublicURL}
	return r.sendBody(method, path, strings.NewReader(form.Encode()), append(sent, headers...)...)
}

// sendBody is [reader.send] of any body.
func (r *reader) sendBody(method, path string, body io.Reader, headers ...string) page {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.server.Address+path, body)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	req.Header.Set("Accept-Language", "en")
	if r.held != "" {
		req.Header.Set("Cookie", "other=1; "+cookieName+"="+r.held)
	}
	if r.device != "" {
		req.AddCookie(&http.Cookie{Name: deviceName, Value: r.device})
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Del(headers[i])
		if headers[i+1] != "" {
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	answer, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	out := page{status: answer.StatusCode, header: answer.Header, text: string(text)}
	for _, cookie := range answer.Cookies() {
		switch cookie.Name {
		case cookieName:
			out.set = cookie
		case deviceName:
			out.device = cookie
		default:
			r.t.Errorf("a cookie %q", cookie.Name)
		}
	}
	return out
}

func (r *reader) get(path string, headers ...string) page {
	return r.send(http.MethodGet, path, nil, headers...)
}

// post sends a form and keeps the cookies that the server sets.
func (r *reader) post(path string, form url.Values, headers ...string) page {
	r.t.Helper()
	out := r.send(http.MethodPost, path, form, headers...)
	if out.set != nil {
		r.held = out.set.Value
	}
	if out.device != nil {
		r.device = out.device.Value
	}
	return out
}

func (p page) leadsTo(t *testing.T, want string) {
	t.Helper()
	if got := p.header.Get("Location"); p.status != http.StatusSeeOther || got != want {
		t.Fatalf("%d to %q, want %q: %.600s", p.status, got, want, p.text)
	}
}

func signIn(t *testing.T, server *apitest.Server, who *apitest.Client) *reader {
	t.Helper()
	r := &reader{t: t, server: server}
	r.post("/sign-in", url.Values{"email": {who.Email}, "password": {who.Password}}).leadsTo(t, "/account")
	if r.held == "" {
		t.Fatal("nothing to hold")
	}
	return r
}

// If a session ends while a form is open, the typed values survive signing in, a wrong password too, and are sent on
// when their writer confirms. Passwords are carried through no page.
func TestASessionEndsUnderAForm(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Bianchi")
	r := signIn(t, server, anna)
	r.held = "" // the session has ended meanwhile
	typed := url.Values{"act": {"found"}, "name": {"Circolo \"Dadi\" <b>"}, "slug": {"circolo-dadi"}, "kind": {"club"}, "key": {"01a203c6-141a-7de2-96dd-583b8390639b"}}
	asked := r.post("/account/founding?lang=en", typed)
	kept := field(t, asked.text, "kept")
	if asked.status != http.StatusUnauthorized || !strings.Contains(asked.text, "what you have typed is sent on") || field(t, asked.text, "next") != "/account/founding?lang=en" || kept != typed.Encode() {
		t.Fatalf("%d, kept is %q: %s", asked.status, kept, asked.text)
	}
	wrong := r.post("/sign-in", url.Values{"email": {anna.Email}, "password": {"not it at all"}, "next": {"/account/founding?lang=en"}, "kept": {kept}})
	if wrong.status != 422 || field(t, wrong.text, "kept") != kept {
		t.Errorf("a wrong password: %d %s", wrong.status, wrong.text)
	}
	right := r.post("/sign-in", url.Values{"email": {anna.Email}, "password": {anna.Password}, "next": {"/account/founding?lang=en"}, "kept": {kept}})
	if right.status != http.StatusOK || r.held == "" || !strings.Contains(right.text, `action="/account/founding?lang=en"`) || !strings.Contains(right.text, anna.Email) || right.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("signed in: %d %s", right.status, right.text)
	}
	for name, values := range typed {
		if got := field(t, right.text, name); got != values[0] {
			t.Errorf("%s is %q, want %q", name, got, values[0])
		}
	}
	if server.Anonymous().Get("/tenants/circolo-dadi").Status != http.StatusNotFound {
		t.Error("it was sent before anybody said so")
	}
	r.post("/account/founding?lang=en", typed).leadsTo(t, "/console/t/circolo-dadi/events/new?lang=en")

	r.held = ""
	secret := r.post("/account/password", url.Values{"currentPassword": {anna.Password}, "newPassword": {"another quite long one"}})
	secret.leadsTo(t, "/sign-in?next=%2Faccount%2Fpassword")
	elsewhere := r.post("/sign-in", url.Values{"email": {anna.Email}, "password": {anna.Password}, "next": {"https://evil.example/"}, "kept": {kept}})
	elsewhere.leadsTo(t, "/account")
}

// field is the value of a hidden field of a page.
func field(t *testing.T, text, name string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, `name="`+name+`" value="`)
	value, _, ended := strings.Cut(rest, `"`)
	if !found || !ended {
		t.Fatalf("no field %q: %s", name, text)
	}
	return html.UnescapeString(value)
}

// A person signs in by a form, is named on every page, and signs out; the browser's old cookie is then invalid.
func TestSessionInACookie(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	anna := server.SignUp("Anna Bianchi")
	r := &reader{t: t, server: server}

	wrong := r.post("/sign-in", url.Values{"email": {anna.Email}, "password": {"not it at all"}, "next": {"/t/x"}})
	if wrong.status != 422 || wrong.set != nil || !strings.Contains(wrong.text, "Address or password wrong.") || !strings.Contains(wrong.text, anna.Email) || strings.Contains(wrong.text, "not it at all") || !strings.Contains(wrong.text, `name="next" value="/t/x"`) {
		t.Errorf("a wrong password: %d %v %s", wrong.status, wrong.set, wrong.text)
	}
	right := r.post("/sign-in", url.Values{"email": {anna.Email}, "password": {anna.Password}, "next": {"/t/" + tenant.Slug}})
	right.leadsTo(t, "/t/"+tenant.Slug)
	c := right.set
	if c == nil || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || c.MaxAge != 30*24*3600 || strings.Contains(c.Value, ".") {
		t.Fatalf("the cookie: %+v", c)
	}
	for _, path := range []string{"/t/" + tenant.Slug, "/t/" + tenant.Slug + "/rankings", "/account", "/account/records", "/account/invitations", "/account/password"} {
		p := r.get(path)
		if p.status != 200 || !strings.Contains(p.text, "Anna Bianchi") || p.header.Get("Cache-Control") != "private, no-store" || p.header.Get("ETag") != "" || p.set != nil {
			t.Errorf("%s: %d %v", path, p.status, p.header)
		}
		if strings.Contains(p.text, r.held) {
			t.Errorf("%s shows what the browser holds", path)
		}
	}
	held := r.held
	out := r.post("/sign-out", url.Values{"next": {"/t/" + tenant.Slug}})
	out.leadsTo(t, "/t/"+tenant.Slug)
	if out.set == nil || out.set.MaxAge >= 0 || out.set.Value != "" {
		t.Errorf("after signing out the browser holds %+v", out.set)
	}
	r.held = held
	again := r.get("/t/" + tenant.Slug)
	if strings.Contains(again.text, "Anna Bianchi") || again.set == nil || again.set.MaxAge >= 0 {
		t.Errorf("a session that has ended: %v", again.header)
	}
	r.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
}

// A page for a signed-in person is shown to nobody else, in whatever order people ask, and the public version stays the same.
func TestSignedInPagesAreNeverShared(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	r, stranger := signIn(t, server, server.SignUp("Anna Bianchi")), &reader{t: t, server: server}
	path := "/t/" + tenant.Slug
	mine, theirs := r.get(path), stranger.get(path)
	if !strings.Contains(mine.text, "Anna Bianchi") || strings.Contains(theirs.text, "Anna") {
		t.Error("one page for both")
	}
	tag := theirs.header.Get("ETag")
	if tag == "" || !strings.Contains(theirs.header.Get("Vary"), "Cookie") || strings.Contains(theirs.header.Get("Cache-Control"), "private") {
		t.Errorf("a stranger's page: %v", theirs.header)
	}
	if got := stranger.get(path, "If-None-Match", tag); got.status != http.StatusNotModified {
		t.Errorf("a stranger who has the page: %d", got.status)
	}
	if got := r.get(path, "If-None-Match", tag); got.status != 200 || !strings.Contains(got.text, "Anna Bianchi") {
		t.Errorf("who has a stranger's page and signs in: %d", got.status)
	}
	if got := stranger.get(path); strings.Contains(got.text, "Anna") {
		t.Error("shared afterwards")
	}
	for name := range mine.header {
		if strings.HasPrefix(name, "X-Publication") {
			t.Errorf("%s leaves the process", name)
		}
	}
}

// Signing out everywhere and a change of the password hold from the next request on, in all
// browsers; the one in which the password is changed goes on with another token.
func TestSessionsEndEverywhere(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Bianchi")
	one, other := signIn(t, server, anna), signIn(t, server, anna)
	before := one.held
	refused := one.post("/account/password", url.Values{"current": {"wrong and long"}, "new": {"sette gatti bianchi"}})
	if refused.status != 422 || !strings.Contains(refused.text, `id="current-fault"`) || refused.set != nil {
		t.Errorf("a wrong password: %d %s", refused.status, refused.text)
	}
	if short := one.post("/account/password", url.Values{"current": {anna.Password}, "new": {"kurz"}}); short.status != 422 || !strings.Contains(short.text, `id="new-fault"`) {
		t.Errorf("a short password: %d %s", short.status, short.text)
	}
	one.post("/account/password", url.Values{"current": {anna.Password}, "new": {"sette gatti bianchi"}}).leadsTo(t, "/account?after=password")
	if one.held == before {
		t.Error("the same token")
	}
	other.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
	if p := one.get("/account"); p.status != 200 {
		t.Errorf("who has changed the password: %d", p.status)
	}
	anna.Password = "sette gatti bianchi"
	third := signIn(t, server, anna)
	one.post("/account/sign-out-everywhere", url.Values{}).leadsTo(t, "/sign-in?after=signed-out")
	third.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
}

// Two tabs with the tokens before and after an exchange both continue for a moment. After it the old token ends the
// session, because another party has it.
func TestExchangedTokenOfACookie(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	r := signIn(t, server, server.SignUp("Anna Bianchi"))
	old := *r
	tokens := server.Anonymous().Post("/sessions/refresh", apitest.JSON{"refreshToken": r.held}).Want(200)
	r.held = tokens.Text("refreshToken")
	for _, tab := range []*reader{r, &old, r} {
		if p := tab.get("/account"); p.status != 200 {
			t.Errorf("in the moment of grace: %d", p.status)
		}
	}
	server.Clock.Advance(11 * time.Second)
	if p := r.get("/account"); p.status != 200 {
		t.Errorf("the current token: %d", p.status)
	}
	old.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
	r.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
}

// A form that another site sends does nothing; the same form from a page of this one does.
func TestFormsFromElsewhere(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Bianchi")
	credentials := url.Values{"email": {anna.Email}, "password": {anna.Password}}
	for name, headers := range map[string][]string{
		"another site":               {"Origin", "https://evil.example"},
		"this host without TLS":      {"Origin", "http://referto.example"},
		"a host that begins like it": {"Origin", "https://referto.example.evil.example"},
		"a site that hides":          {"Origin", "null", "Sec-Fetch-Site", "cross-site"},
		"a sister site":              {"Origin", "", "Sec-Fetch-Site", "same-site"},
		"a program":                  {"Origin", ""},
		"a typed address":            {"Origin", "", "Sec-Fetch-Site", "none"},
		"no address":                 {"Origin", "x"},
		"another site that lies":     {"Origin", "https://evil.example", "Sec-Fetch-Site", "same-origin"},
	} {
		stranger := &reader{t: t, server: server}
		if p := stranger.post("/sign-in", credentials, headers...); p.status != 403 || p.set != nil || !strings.Contains(p.text, "not sent from a page of this site") {
			t.Errorf("%s signs in: %d %s", name, p.status, p.text)
		}
		known := signIn(t, server, anna)
		for _, path := range []string{"/sign-out", "/account/sign-out-everywhere", "/account/password", "/account/records", "/t/x/convocation", "/t/x/address"} {
			if p := known.send(http.MethodPost, path, url.Values{}, headers...); p.status != 403 || p.set != nil {
				t.Errorf("%s sends %s: %d", name, path, p.status)
			}
		}
		if p := known.get("/account"); p.status != 200 {
			t.Errorf("%s has ended the session", name)
		}
	}
	for name, headers := range map[string][]string{"its origin": nil, "only where it comes from": {"Origin", "", "Sec-Fetch-Site", "same-origin"}, "a hidden origin": {"Origin", "null", "Sec-Fetch-Site", "same-origin"}} {
		r := signIn(t, server, anna)
		if p := r.post("/sign-out", url.Values{}, headers...); p.status != http.StatusSeeOther || r.held != "" {
			t.Errorf("a page of this site that says %s: %d", name, p.status)
		}
	}
}

// The API takes no cookie, and pages take no bearer token.
func TestCookieIsForPagesOnly(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Bianchi")
	r := signIn(t, server, anna)
	if p := r.get("/v1/me", "Accept", "application/json"); p.status != 401 {
		t.Errorf("the API by cookie: %d", p.status)
	}
	if p := r.send(http.MethodDelete, "/v1/sessions", nil, "Accept", "application/json"); p.status != 401 {
		t.Errorf("a write by cookie: %d", p.status)
	}
	stranger := &reader{t: t, server: server}
	stranger.get("/account", "Authorization", "Bearer "+anna.Access).leadsTo(t, "/sign-in?next=%2Faccount")
}

// After signing in a page of this site follows, never one of another.
func TestNextIsLocal(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Bianchi")
	for next, want := range map[string]string{
		"/t/x?round=2": "/t/x?round=2", "": "/account", "//evil.example": "/account", `/\evil.example`: "/account", "https://evil.example": "/account",
		"/\t/evil.example": "/account", "javascript:alert(1)": "/account", "evil": "/account", "/a\r\nSet-Cookie: x=y": "/account",
	} {
		r := &reader{t: t, server: server}
		r.post("/sign-in", url.Values{"email": {anna.Email}, "password": {anna.Password}, "next": {next}}).leadsTo(t, want)
	}
}

var linkOf = regexp.MustCompile(`/account/[a-z-]+\?[^"\s]+`)

// A person signs up, confirms the address, forgets the password and sets another, all without script; opening a link
// of a mail does nothing by itself.
func TestAccountWithoutScript(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	r := &reader{t: t, server: server}
	const address = "rosa@example.org"
	refused := r.post("/account/registration?lang=it", url.Values{"name": {"Rosa Verdi"}, "email": {"rosa@"}, "password": {"tre mattoni per una pecora"}})
	if refused.status != 422 || !strings.Contains(refused.text, `id="email-fault"`) || !strings.Contains(refused.text, `value="Rosa Verdi"`) || strings.Contains(refused.text, "mattoni") {
		t.Errorf("no address: %d %s", refused.status, refused.text)
	}
	r.post("/account/registration?lang=it", url.Values{"name": {"Rosa Verdi"}, "email": {address}, "password": {"tre mattoni per una pecora"}}).leadsTo(t, "/account/registration?done=yes&lang=it")
	link := func(kind string) string {
		t.Helper()
		for _, at := range server.Mailbox.Wait(address, kind).Links() {
			if found := linkOf.FindString(at); found != "" {
				return found
			}
		}
		t.Fatal("no link")
		return ""
	}
	credentials := url.Values{"email": {address}, "password": {"tre mattoni per una pecora"}}
	verify := link("verify-address")
	for range 2 {
		if p := r.get(verify); p.status != 200 || !strings.Contains(p.text, `name="token"`) || !strings.Contains(p.text, `lang="it"`) {
			t.Fatalf("the link: %d %s", p.status, p.text)
		}
	}
	if p := r.post("/sign-in", credentials); p.status != 422 || !strings.Contains(p.text, "First confirm your mail address") {
		t.Errorf("before confirming: %d %s", p.status, p.text)
	}
	at, err := url.Parse(verify)
	if err != nil {
		t.Fatal(err)
	}
	token := url.Values{"token": {at.Query().Get("token")}}
	r.post("/account/verification", token).leadsTo(t, "/sign-in?after=confirmed")
	if p := r.post("/account/verification", token); p.status != 422 || !strings.Contains(p.text, "wrong, used or out of date") {
		t.Errorf("once more: %d %s", p.status, p.text)
	}
	r.post("/sign-in", credentials).leadsTo(t, "/account")

	forgetful := &reader{t: t, server: server}
	forgetful.post("/account/forgotten-password", url.Values{"email": {address}}).leadsTo(t, "/account/forgotten-password?done=yes")
	at, err = url.Parse(link("reset-password"))
	if err != nil {
		t.Fatal(err)
	}
	reset := url.Values{"token": {at.Query().Get("token")}, "password": {"kurz"}}
	if p := forgetful.post("/account/new-password", reset); p.status != 422 || !strings.Contains(p.text, `id="password-fault"`) || !strings.Contains(p.text, reset.Get("token")) {
		t.Errorf("a short one: %d %s", p.status, p.text)
	}
	reset.Set("password", "sette gatti bianchi")
	forgetful.post("/account/new-password", reset).leadsTo(t, "/sign-in?after=reset")
	r.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
	credentials.Set("password", "sette gatti bianchi")
	forgetful.post("/sign-in", credentials).leadsTo(t, "/account")

	elsewhere := &reader{t: t, server: server}
	if p := elsewhere.get("/sign-in"); !strings.Contains(p.text, `href="/account/sign-in-link"`) {
		t.Error("nothing leads to signing in without the password")
	}
	elsewhere.post("/account/sign-in-link", url.Values{"email": {address}}).leadsTo(t, "/account/sign-in-link?done=yes")
	if at, err = url.Parse(link("sign-in")); err != nil {
		t.Fatal(err)
	}
	token.Set("token", at.Query().Get("token"))
	if p := elsewhere.get(at.RequestURI()); p.set != nil || !strings.Contains(p.text, token.Get("token")) {
		t.Errorf("looking at the page: %s", p.text)
	}
	elsewhere.post("/account/sign-in", token).leadsTo(t, "/account")
	if p := elsewhere.get("/account"); p.status != 200 || !strings.Contains(p.text, address) {
		t.Errorf("signed in by the link: %d %s", p.status, p.text)
	}
	if p := elsewhere.post("/account/sign-in", token); p.status != 422 || !strings.Contains(p.text, "wrong, used or out of date") {
		t.Errorf("by the link once more: %d %s", p.status, p.text)
	}
}

// A form is bounded in size, has the type of a form, and is valid text.
func TestFormsAreForms(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	r := &reader{t: t, server: server}
	for name, tt := range map[string]struct {
		form    url.Values
		headers []string
		want    int
	}{
		"JSON":           {url.Values{"email": {"a@b.it"}}, []string{"Content-Type", "application/json"}, 415},
		"parts":          {url.Values{"email": {"a@b.it"}}, []string{"Content-Type", "multipart/form-data; boundary=x"}, 415},
		"too long":       {url.Values{"email": {strings.Repeat("a", 20<<10)}}, nil, 400},
		"no text":        {url.Values{"email": {"a\x00b"}}, nil, 400},
		"bytes":          {url.Values{"email": {"\xff"}}, nil, 400},
		"nothing at all": {url.Values{}, nil, 422},
	} {
		if p := r.send(http.MethodPost, "/sign-in", tt.form, tt.headers...); p.status != tt.want {
			t.Errorf("%s: %d %s", name, p.status, p.text)
		}
	}
}
