package serve_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
)

// The front page shows current events of all tenants, and nothing that is not public yet.
func TestFrontPage(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione Prima")
	draft := federation.Manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "club", "title": "Torneo segreto", "startsAt": "2009-02-15T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "ruleset": "catan-nazionale-2009",
		"fee": apitest.JSON{"amount": "5.00", "currency": "EUR"}, "formula": "club", "timeLimitMinutes": 80,
	}).Want(201)
	r := &reader{t: t, server: server}
	before := r.get("/")
	if before.status != 200 || !strings.Contains(before.text, "Federazione Prima") || strings.Contains(before.text, "segreto") || before.header.Get("ETag") == "" || !strings.Contains(before.header.Get("Vary"), "Cookie") {
		t.Fatalf("%d %v %s", before.status, before.header, before.text)
	}
	if got := r.get("/", "If-None-Match", before.header.Get("ETag")); got.status != http.StatusNotModified {
		t.Errorf("who has it: %d", got.status)
	}
	event := federation.Path + "/events/" + draft.Text("id")
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	if got := r.get("/"); strings.Contains(got.text, "segreto") {
		t.Error("every request asks every tenant")
	}
	server.Clock.Advance(31 * time.Second)
	after := r.get("/")
	if !strings.Contains(after.text, "Torneo segreto") || !strings.Contains(after.text, "/t/"+federation.Slug+"/e/"+draft.Text("slug")) || !strings.Contains(after.text, "Aosta") {
		t.Errorf("after the announcement: %s", after.text)
	}
	signed := signIn(t, server, server.SignUp("Anna Bianchi"))
	if p := signed.get("/"); !strings.Contains(p.text, "Anna Bianchi") || p.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("signed in: %v", p.header)
	}
	if p := r.get("/"); strings.Contains(p.text, "Anna") {
		t.Error("one page for both")
	}
}

// The list of all federations and clubs continues page by page, and begins anew after an impossible name.
func TestAllOrganizersAreListed(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	server.Database.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at)
		select gen_random_uuid(), 'circolo-' || to_char(n, 'FM000'), 'Circolo ' || n, 'club', now() from generate_series(1, 150) n`)
	r := &reader{t: t, server: server}
	if front := r.get("/"); !strings.Contains(front.text, `href="/tenants"`) {
		t.Errorf("the first page leads to the others: %s", front.text)
	}
	first := r.get("/tenants")
	if !strings.Contains(first.text, ">Circolo 1</a>") || !strings.Contains(first.text, ">Circolo 100</a>") || strings.Contains(first.text, ">Circolo 101</a>") || !strings.Contains(first.text, `href="/tenants?after=circolo-100"`) {
		t.Errorf("the first part: %s", first.text)
	}
	if second := r.get("/tenants?after=circolo-100"); !strings.Contains(second.text, ">Circolo 101</a>") || !strings.Contains(second.text, ">Circolo 150</a>") || strings.Contains(second.text, `rel="next"`) {
		t.Errorf("the second part: %s", second.text)
	}
	if other := r.get("/tenants?after=%C3%9C%20x"); other.status != http.StatusOK || !strings.Contains(other.text, ">Circolo 1</a>") {
		t.Errorf("after what nobody is named: %d", other.status)
	}
}

// The engines answer how many players make which tables, by every regulation (CN09 3.2, JP22 2).
func TestFrontPageAnswersHowManyAreExpected(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	r := &reader{t: t, server: server}
	for query, want := range map[string][]string{
		"":       {"Tables: 2 of 4 and 3 of 3", "1 stands by", "3 rounds, final", `value="17"`},
		"?n=16":  {"Tables: 4 of 4", `value="16"`},
		"?n=5":   {`value="5"`, "5 players"},
		"?n=2":   {`value="17"`},
		"?n=201": {`value="17"`},
		"?n=017": {`value="17"`},
		"?n=x":   {`value="17"`},
	} {
		page := r.get("/" + query)
		for _, one := range want {
			if page.status != 200 || !strings.Contains(page.text, one) {
				t.Errorf("%q: %d, no %q in %s", query, page.status, one, page.text)
			}
		}
	}
}

// Every page leads to what the site says about accessibility and privacy, in the language of its reader.
func TestPagesLeadToWhatTheSiteSaysAboutItself(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	r := &reader{t: t, server: server}
	for _, from := range []string{"/", "/t/" + federation.Slug, "/sign-in", "/nothing"} {
		page := r.get(from + "?lang=it")
		for _, to := range []string{"/accessibility", "/privacy"} {
			if !strings.Contains(page.text, `<a href="`+to) {
				t.Errorf("%s does not lead to %s", from, to)
			}
		}
	}
	for _, tt := range []struct{ at, says string }{
		{"/accessibility?lang=en", "WCAG 2.2"},
		{"/privacy?lang=it", "Chi vede che cosa"},
		{"/privacy?lang=bg", "Кой какво вижда"},
		{"/privacy?lang=en", `href="/account/data?lang=en"`},
	} {
		if page := r.get(tt.at); page.status != http.StatusOK || !strings.Contains(page.text, tt.says) || page.header.Get("ETag") == "" {
			t.Errorf("%s: %d %v", tt.at, page.status, page.header)
		}
	}
}
