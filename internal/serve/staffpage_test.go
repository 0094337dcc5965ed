package serve_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// A manager offers roles on the page, withdraws an offer and takes a role back; the only manager stays.
func TestRolesByForms(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	emilia := federation.Region("Emilia")
	at, manager := "/t/"+federation.Slug+"/staff", signIn(t, server, federation.Manager)
	anna := server.SignUp("Anna Rossi")
	if p := manager.get(at); p.status != http.StatusOK || strings.Contains(p.text, `value="revoke"`) || !strings.Contains(p.text, "The last championship manager cannot go") {
		t.Fatalf("the only manager: %d %s", p.status, p.text)
	}

	over := "region." + emilia.String()
	manager.post(at, url.Values{"act": {"invite"}, "id": {"regional-contact"}, "email": {anna.Email}, "over": {over}}).leadsTo(t, at)
	manager.post(at, url.Values{"act": {"invite"}, "id": {"treasurer"}, "email": {"nobody@example.org"}, "over": {"tenant"}}).leadsTo(t, at)
	offers := federation.Manager.Get(federation.Path + "/invitations").Want(200)
	if p := manager.get(at); !strings.Contains(p.text, anna.Email) || !strings.Contains(p.text, "nobody@example.org") {
		t.Errorf("not offered: %s", p.text)
	}
	for _, one := range []url.Values{
		{"act": {"invite"}, "id": {"treasurer"}, "email": {"nobody"}, "over": {"tenant"}},
		{"act": {"invite"}, "id": {"treasurer"}, "email": {"no@example.org"}, "over": {over}},
	} {
		if p := manager.post(at, one); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.text, "fault") || !strings.Contains(p.text, one.Get("email")) {
			t.Errorf("%v: %d %s", one, p.status, p.text)
		}
	}
	if p := manager.post(at, url.Values{"act": {"invite"}, "id": {"treasurer"}, "over": {"region.x"}}); p.status != http.StatusBadRequest {
		t.Errorf("a scope there is not: %d", p.status)
	}

	manager.post(at, url.Values{"act": {"withdraw"}, "id": {offers.Text("items.1.id")}}).leadsTo(t, at)
	anna.Accept(offers.ID("items.0.id"))
	p := manager.get(at)
	if strings.Contains(p.text, "nobody@example.org") || !strings.Contains(p.text, "Anna Rossi") || !strings.Contains(p.text, "no longer approves or homologates in Emilia") {
		t.Fatalf("accepted and withdrawn: %s", p.text)
	}
	grant := federation.Manager.Get(federation.Path + "/members").Want(200).Text("items.1.id")
	manager.post(at, url.Values{"act": {"revoke"}, "id": {grant}}).leadsTo(t, at)
	if p := manager.get(at); strings.Contains(p.text, "Anna Rossi") {
		t.Errorf("still there: %s", p.text)
	}
	if n := anna.Get("/me/grants").Want(200).Len("items"); n != 0 {
		t.Errorf("still %d roles", n)
	}
	own := federation.Manager.Get(federation.Path + "/members").Want(200).Text("items.0.id")
	if p := manager.post(at, url.Values{"act": {"revoke"}, "id": {own}}); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.text, "The last championship manager cannot go") {
		t.Errorf("the last manager goes: %d %s", p.status, p.text)
	}
}

// Only who may see the roles of a tenant has the page, and finds it in the menu.
func TestRolesAreForManagers(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	other := server.Federation("Altra")
	at := "/t/" + federation.Slug + "/staff"
	manager := signIn(t, server, federation.Manager)
	if p := manager.get("/t/" + federation.Slug); !strings.Contains(p.text, `href="`+at+`"`) {
		t.Error("the menu does not lead there")
	}
	own := federation.Manager.Get(federation.Path + "/members").Want(200).Text("items.0.id")
	for name, r := range map[string]*reader{"somebody": signIn(t, server, server.SignUp("Eva Terza")), "another manager": signIn(t, server, other.Manager)} {
		if p := r.get(at); p.status != http.StatusForbidden || strings.Contains(p.text, "Manager of Federazione") {
			t.Errorf("%s: %d", name, p.status)
		}
		if p := r.get("/t/" + federation.Slug); strings.Contains(p.text, `href="`+at+`"`) {
			t.Errorf("%s: the menu leads there", name)
		}
		if p := r.post(at, url.Values{"act": {"revoke"}, "id": {own}}); p.status != http.StatusForbidden {
			t.Errorf("%s takes a role back: %d", name, p.status)
		}
	}
	(&reader{t: t, server: server}).get(at).leadsTo(t, "/sign-in?next="+url.QueryEscape(at))
	if p := manager.post(at, url.Values{"act": {"nothing"}}); p.status != http.StatusBadRequest {
		t.Errorf("an act there is not: %d", p.status)
	}
}
