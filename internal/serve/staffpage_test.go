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

// Only readers who may see the roles of a tenant have the page, and find it in the menu.
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

// A person with a role over a region or an event sees the roles over it on the page, and gives and revokes those that
// they may: the contact of a region organizers and first referees of its events, an organizer of an event its
// referees and helpers, a first referee none.
func TestRolesOfARegionAndAnEventByForms(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	emilia := federation.Region("Emilia")
	bologna, elsewhere := federation.Stage(apitest.JSON{"region": emilia, "title": "Tappa di Bologna"}), federation.Stage(apitest.JSON{"title": "Tappa di Genova"})
	contact := federation.Member("Contatto Emilia", "regional-contact", apitest.Region(emilia))
	organizer := federation.Member("Organizza Bologna", "organizer", apitest.Stage(bologna))
	first := federation.Member("Arbitra Bologna", "first-referee", apitest.Stage(bologna))
	federation.Member("Organizza Genova", "organizer", apitest.Stage(elsewhere))
	referee := federation.Member("Tavoli Bologna", "referee", apitest.Stage(bologna))
	at := "/t/" + federation.Slug + "/staff"
	here, there := "stage."+bologna.String(), "stage."+elsewhere.String()

	for name, c := range map[string]struct {
		who                                *apitest.Client
		sees, hides                        []string
		invites, revokes, offersRefereeing int
	}{
		"the contact of a region": {contact, []string{"Contatto Emilia", "Organizza Bologna", "Arbitra Bologna", "Tavoli Bologna"}, []string{"Manager of"}, 2, 2, 0},
		"an organizer":            {organizer, []string{"Organizza Bologna", "Arbitra Bologna", "Tavoli Bologna"}, []string{"Contatto Emilia"}, 3, 2, 1},
		"a first referee":         {first, []string{"Organizza Bologna", "Arbitra Bologna", "Tavoli Bologna"}, []string{"Contatto Emilia"}, 0, 0, 0},
	} {
		r := signIn(t, server, c.who)
		if p := r.get("/t/" + federation.Slug); !strings.Contains(p.text, `href="`+at+`"`) {
			t.Errorf("%s: the menu does not lead there", name)
		}
		p := r.get(at)
		for _, one := range c.sees {
			if !strings.Contains(p.text, one) {
				t.Errorf("%s does not see %s: %d %s", name, one, p.status, p.text)
			}
		}
		for _, one := range append(c.hides, "Organizza Genova", "Tappa di Genova") {
			if strings.Contains(p.text, one) {
				t.Errorf("%s sees %s", name, one)
			}
		}
		if got := strings.Count(p.text, `value="invite"`); got != c.invites {
			t.Errorf("%s offers %d roles, want %d", name, got, c.invites)
		}
		if got := strings.Count(p.text, `value="revoke"`); got != c.revokes {
			t.Errorf("%s takes %d roles back, want %d", name, got, c.revokes)
		}
		if got := strings.Contains(p.text, `name="id" value="referee"`); got != (c.offersRefereeing == 1) {
			t.Errorf("%s offers referees' roles: %t", name, got)
		}
	}
	if p := signIn(t, server, referee).get(at); p.status != http.StatusForbidden {
		t.Errorf("a referee sees the page: %d", p.status)
	}

	of := signIn(t, server, contact)
	offer := func(role, email, over string) page {
		return of.post(at, url.Values{"act": {"invite"}, "id": {role}, "email": {email}, "over": {over}})
	}
	offer("organizer", "nuova@example.org", here).leadsTo(t, at)
	if p := of.get(at); !strings.Contains(p.text, "nuova@example.org") {
		t.Errorf("not offered: %s", p.text)
	}
	for role, over := range map[string]string{"referee": here, "organizer": there, "regional-contact": "region." + emilia.String()} {
		if p := offer(role, "no@example.org", over); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.text, "fault") {
			t.Errorf("the contact offers %s over %s: %d", role, over, p.status)
		}
	}
	offers := contact.Get(federation.Path + "/invitations").Want(200)
	if n := federation.Manager.Get(federation.Path + "/invitations").Want(200).Len("items"); n != 1 || offers.Len("items") != 1 {
		t.Errorf("%d roles are offered, want 1", n)
	}
	of.post(at, url.Values{"act": {"withdraw"}, "id": {offers.Text("items.0.id")}}).leadsTo(t, at)
	grant := organizer.Get("/me/grants").Want(200).Text("items.0.id")
	of.post(at, url.Values{"act": {"revoke"}, "id": {grant}}).leadsTo(t, at)
	if p := of.get(at); strings.Contains(p.text, "Organizza Bologna") || strings.Contains(p.text, "nuova@example.org") {
		t.Errorf("still there: %s", p.text)
	}
	if p := signIn(t, server, organizer).get(at); p.status != http.StatusForbidden {
		t.Errorf("the organizer is gone and sees the page: %d", p.status)
	}
}
