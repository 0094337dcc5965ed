package serve_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/mail"
)

// A person who is asked to sign in on the way to a page gets there, even with a letter in between: after registering,
// by a link without password, and with a new password.
func TestNextSurvivesTheMail(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	to := "/t/" + federation.Slug + "/mine?lang=en"
	query := "next=" + url.QueryEscape(to)
	person := &reader{t: t, server: server}
	const email, password = "vera.nuova@example.org", "due-pecore-per-un-mattone"

	signIn := person.get(to).header.Get("Location")
	if !strings.Contains(signIn, query) {
		t.Fatalf("signs in at %s", signIn)
	}
	p := person.get(signIn)
	for _, page := range []string{"/account/registration", "/account/sign-in-link", "/account/forgotten-password"} {
		if !strings.Contains(p.text, page+"?"+query) {
			t.Errorf("%s does not know where to go on", page)
		}
	}
	if p := person.get("/account/registration?" + query); !strings.Contains(p.text, `name="next" value="`+to+`"`) {
		t.Error("the form of registering does not")
	}
	person.post("/account/registration", url.Values{"name": {"Vera Nuova"}, "email": {email}, "password": {password}, "next": {to}}).leadsTo(t, "/account/registration?"+query+"&done=yes")
	follow := func(letter mail.Received) (path string, form url.Values) {
		t.Helper()
		at, err := url.Parse(letter.Links()[0])
		if err != nil || at.Query().Get("next") != to {
			t.Fatalf("%s leads to %v: %v", letter.Kind, at, err)
		}
		return at.Path, url.Values{"token": {at.Query().Get("token")}, "next": {at.Query().Get("next")}}
	}
	at, form := follow(server.Mailbox.Wait(email, "verify-address"))
	person.post(at, form).leadsTo(t, "/sign-in?"+query+"&after=confirmed")
	person.post("/sign-in", url.Values{"email": {email}, "password": {password}, "next": {to}}).leadsTo(t, to)

	other := &reader{t: t, server: server}
	other.post("/account/sign-in-link", url.Values{"email": {email}, "next": {to}}).leadsTo(t, "/account/sign-in-link?"+query+"&done=yes")
	at, form = follow(server.Mailbox.Wait(email, "sign-in"))
	other.post(at, form).leadsTo(t, to)

	other.post("/account/forgotten-password", url.Values{"email": {email}, "next": {to}})
	at, form = follow(server.Mailbox.Wait(email, "reset-password"))
	form.Set("password", "tre mattoni per una pecora")
	other.post(at, form).leadsTo(t, "/sign-in?"+query+"&after=reset")
}

// A letter leads on to pages of this site only, whatever the form and the API are sent.
func TestMailsLeadNowhereElse(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Lodi")
	for _, elsewhere := range []string{"https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)", "mine", "/t/a\n", "/t/<b>", "/" + strings.Repeat("a", 500)} {
		if got := server.Anonymous().Post("/sign-in-links", apitest.JSON{"email": "x@example.org", "next": elsewhere}); got.Status != http.StatusUnprocessableEntity && got.Status != http.StatusBadRequest {
			t.Errorf("the API takes %q: %d", elsewhere, got.Status)
		}
	}
	person := &reader{t: t, server: server}
	person.post("/account/sign-in-link", url.Values{"email": {anna.Email}, "next": {"//example.org/"}}).leadsTo(t, "/account/sign-in-link?done=yes")
	letter := server.Mailbox.Wait(anna.Email, "sign-in")
	if link := letter.Links()[0]; strings.Contains(link, "example.org") || strings.Contains(link, "next") {
		t.Errorf("the letter leads to %s", link)
	}
	person.post("/account/sign-in", url.Values{"token": {apitest.Token(t, letter)}, "next": {"//example.org/"}}).leadsTo(t, "/account")
}
