package serve_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// A manager finds acts and refusals on the page, filters the list, and downloads it as a table.
func TestWhoDidWhat(t *testing.T) {
	t.Parallel()
	server := apitest.StartWith(t, logged)
	lega := server.Federation("Lega")
	at, manager := "/t/"+lega.Slug+"/audit", signIn(t, server, lega.Manager)
	anna := server.SignUp("Anna Rossi")
	offer := apitest.JSON{"email": anna.Email, "role": "treasurer", "scope": apitest.WholeTenant()}
	lega.Manager.Post(lega.Path+"/invitations", offer).Want(201)
	player := lega.Manager.Post(lega.Path+"/players", apitest.JSON{"name": "Carla Verdi"}).Want(201).ID("id")
	lega.Manager.Post(lega.Path+"/players", apitest.JSON{"name": "Dina Verdi"}).Want(201)
	anna.Post(lega.Path+"/invitations", offer).Refused(403, "role-missing")
	refused := func() bool { return strings.Contains(manager.get(at).text, "Refused: Your role does not allow this.") }
	for until := time.Now().Add(time.Minute); !refused(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the refused act is not on the page")
		}
	}

	const offered, added = "<b>Offer a role</b>", "<b>Add a person to the register</b>"
	for name, c := range map[string]struct {
		query string
		has   []string
		not   []string
	}{
		"all":          {"", []string{offered, added, "Anna Rossi", "Carla Verdi"}, nil},
		"by kind":      {"?kind=members", []string{offered}, []string{added}},
		"by person":    {"?actor=" + anna.ID.String(), []string{"Refused:"}, []string{offered, added}},
		"refused":      {"?refused=true", []string{"Refused:"}, []string{offered, added}},
		"by name":      {"?name=carla", []string{added, `value="` + player.String() + `" selected`}, []string{offered, "Dina"}},
		"of two names": {"?name=verdi", []string{"Whom do you mean?", "Carla Verdi", "Dina Verdi"}, []string{added}},
		"in the past":  {"?until=2001-01-01", []string{"No act fits."}, []string{offered}},
		"in English":   {"?lang=en", []string{offered}, nil},
	} {
		p := manager.get(at + c.query)
		if p.status != http.StatusOK {
			t.Errorf("%s: %d", name, p.status)
		}
		for _, want := range c.has {
			if !strings.Contains(p.text, want) {
				t.Errorf("%s: no %s", name, want)
			}
		}
		for _, not := range c.not {
			if strings.Contains(p.text, not) {
				t.Errorf("%s: %s", name, not)
			}
		}
	}
	for query, want := range map[string]struct {
		status int
		says   string
	}{
		"?name=nobody": {422, "Nobody of the register has such a name."}, "?name=x": {422, "Nobody of the register"}, "?from=yesterday": {422, "This is not a day."},
		"?actor=me": {400, ""}, "?older=nothing": {400, ""},
	} {
		if p := manager.get(at + query); p.status != want.status || !strings.Contains(p.text, want.says) || strings.Contains(p.text, offered) {
			t.Errorf("%s: %d", query, p.status)
		}
	}

	table := manager.get(at + "/acts.csv?kind=members")
	if table.status != http.StatusOK || !strings.Contains(table.text, "InviteMember") || strings.Contains(table.text, "CreatePlayer") || !strings.HasPrefix(table.header.Get("Content-Type"), "text/csv") || table.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("the table: %d %v", table.status, table.header)
	}
	if p := manager.get(at + "/acts.csv?from=yesterday"); p.status != http.StatusBadRequest {
		t.Errorf("a table from no day: %d", p.status)
	}
}

// Only readers who may read the audit of the tenant have the page and its line in the menu; a reader with the right
// over an event has that event's audit, and nothing else.
func TestWhoReadsTheAudit(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	lega, other := server.Federation("Lega"), server.Federation("Altra")
	event := func(title string) uuid.UUID {
		return lega.Manager.Post(lega.Path+"/events", apitest.JSON{
			"kind": "stage", "title": title, "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome",
			"venue": apitest.JSON{"name": "Biblioteca", "city": "Biella"}, "ruleset": "catan-nazionale-2009", "formula": "club",
		}).Want(201).ID("id")
	}
	first, second := event("Tappa prima"), event("Tappa seconda")
	olga := server.SignUp("Olga Organizzatrice")
	lega.Manager.Post(lega.Path+"/events/"+first.String()+"/staff", apitest.JSON{"name": "Olga", "role": "organizer", "email": olga.Email}).Want(201)
	olga.Accept(olga.Get("/me/invitations").Want(200).ID("items.0.id"))
	at := "/t/" + lega.Slug + "/audit"
	readers := map[string]*reader{
		"the manager": signIn(t, server, lega.Manager), "the organizer": signIn(t, server, olga),
		"somebody": signIn(t, server, server.SignUp("Eva Terza")), "another manager": signIn(t, server, other.Manager),
	}
	for name, r := range readers {
		for address, may := range map[string][]string{
			at: {"the manager"}, at + "/acts.csv": {"the manager"},
			at + "?event=" + first.String(): {"the manager", "the organizer"}, at + "/acts.csv?event=" + first.String(): {"the manager", "the organizer"},
			at + "?event=" + second.String(): {"the manager"}, at + "/acts.csv?event=" + second.String(): {"the manager"},
		} {
			want := http.StatusForbidden
			if slices.Contains(may, name) {
				want = http.StatusOK
			}
			if p := r.get(address); p.status != want || want == http.StatusForbidden && strings.Contains(p.text, "Manager of Lega") {
				t.Errorf("%s at %s: %d, want %d", name, address, p.status, want)
			}
		}
		if shown := strings.Contains(r.get("/t/"+lega.Slug).text, `href="`+at+`"`); shown != (name == "the manager") {
			t.Errorf("%s: in the menu: %t", name, shown)
		}
	}
	if p := readers["the organizer"].get(at + "?event=" + first.String()); !strings.Contains(p.text, "Name somebody to the staff") || strings.Contains(p.text, "Tappa seconda") {
		t.Error("the organizer reads of another event, or not of theirs")
	}
	(&reader{t: t, server: server}).get(at).leadsTo(t, "/sign-in?next="+url.QueryEscape(at))
}
