package tenantapi_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) {
	tenantdbtest.Unheard()
	os.Exit(apitest.Run(m))
}

func TestFounding(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	founded := anna.Post("/tenants", apitest.JSON{
		"slug": "fic", "name": " Federazione  Italiana ", "kind": "federation", "languages": []string{"it", "en"},
	}).Want(201)
	if founded.Text("name") != "Federazione Italiana" || founded.Text("languages.0") != "it" || founded.Header.Get("Location") != "/v1/tenants/fic" {
		t.Errorf("founded %s at %s", founded.Body, founded.Header.Get("Location"))
	}
	t.Run("the founder manages it", func(t *testing.T) {
		grants := anna.In(t).Get("/me/grants").Want(200)
		if grants.Len("items") != 1 || grants.Text("items.0.role") != "championship-manager" || grants.Text("items.0.tenant.slug") != "fic" {
			t.Errorf("she holds %s", grants.Body)
		}
		anna.In(t).Post("/tenants/fic/regions", apitest.JSON{"name": "Emilia"}).Want(201)
	})
	t.Run("everybody sees it, by slug and by id", func(t *testing.T) {
		stranger := s.Anonymous().In(t)
		for _, name := range []string{"fic", founded.Text("id")} {
			if got := stranger.Get("/tenants/" + name).Want(200); got.Text("id") != founded.Text("id") || got.ETag() != founded.ETag() {
				t.Errorf("%s is %s under %s", name, got.Body, got.ETag())
			}
		}
	})
	t.Run("an id in another spelling is none", func(t *testing.T) {
		id := founded.Text("id")
		for _, other := range []string{strings.ToUpper(id), strings.ReplaceAll(id, "-", ""), "urn:uuid:" + id, "{" + id + "}", "FIC", "fic-2"} {
			if got := s.Anonymous().In(t).Get("/tenants/" + other); got.Status != 404 {
				t.Errorf("%s answers %d", other, got.Status)
			}
		}
	})
}

func TestFoundingRefuses(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	anna.Post("/tenants", apitest.JSON{"slug": "fic", "name": "Federazione", "kind": "federation"}).Want(201)
	tests := []struct {
		rule       string
		slug, name string
		kind       string
		status     int
		reason     string
	}{
		{"a slug that is taken", "fic", "Another", "club", 409, "slug-taken"},
		{"a slug that reads like an id", "abcdef01-2345-7890-abcd-ef0123456789", "Another", "club", 422, "slug-like-id"},
		{"a slug that would pass for the platform", "admin", "Another", "club", 422, "slug-reserved"},
		{"a slug that would pass for its support", "support", "Another", "club", 422, "slug-reserved"},
		{"a slug in capitals", "Fic", "Another", "club", 422, "invalid"},
		{"a slug that begins with a digit", "1fic", "Another", "club", 422, "invalid"},
		{"no slug, and one made from the name that is taken", "", "Fic!", "club", 409, "slug-taken"},
		{"no slug, and one made from the name that passes for the platform", "", "Support", "club", 422, "slug-reserved"},
		{"no slug, and a name that begins with a digit", "", "3 Mori", "club", 422, "slug-unmade"},
		{"no slug, and a name that has no writing in Latin letters", "", "日本の会", "club", 422, "slug-unmade"},
		{"a name of one letter with spaces", "another", "  A  ", "club", 422, "name-too-short"},
		{"a kind there is not", "another", "Another", "league", 422, "invalid"},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			body := apitest.JSON{"slug": tt.slug, "name": tt.name, "kind": tt.kind}
			if tt.slug == "" {
				delete(body, "slug")
			}
			answer := anna.In(t).Post("/tenants", body).Want(tt.status)
			if got := answer.Text("reason"); got != tt.reason {
				t.Errorf("refused because of %q, want %q", got, tt.reason)
			}
		})
	}
	anna.Post("/tenants", apitest.JSON{"slug": "another", "name": "Another", "kind": "club", "version": 7}).Want(422)
	t.Run("a slug is made from the name", func(t *testing.T) {
		bea := s.SignUp("Bea Neri")
		if got := bea.Post("/tenants", apitest.JSON{"name": "Клуб „Заселници“ — Пловдив, Централен район", "kind": "club"}).Want(201).Text("slug"); got != "klub-zaselnitsi-plovdiv-tsentralen-rayon" {
			t.Errorf("its slug is %s", got)
		}
	})
	t.Run("of two with one slug one is founded", func(t *testing.T) {
		answers := apitest.AnswersAtOnce(4, func(i int) *apitest.Answer {
			return anna.Post("/tenants", apitest.JSON{"slug": "race", "name": fmt.Sprintf("Number %d", i), "kind": "club"})
		})
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{201, 409, 409, 409}) {
			t.Errorf("got %v", got)
		}
		if n := anna.Get("/me/grants").Want(200).Len("items"); n != 2 {
			t.Errorf("she manages %d tenants, want 2", n)
		}
	})
	t.Run("a repeat under its key is the same act", func(t *testing.T) {
		body := apitest.JSON{"slug": "once", "name": "Once", "kind": "club"}
		first := anna.In(t).Post("/tenants", body, apitest.Key("found-it-1")).Want(201)
		again := anna.In(t).Post("/tenants", body, apitest.Key("found-it-1")).Want(201)
		if first.Text("id") != again.Text("id") || again.Header.Get("Idempotency-Replayed") != "true" || again.ETag() != first.ETag() {
			t.Errorf("the repeat answers %s", again.Body)
		}
		answers := apitest.AnswersAtOnce(4, func(int) *apitest.Answer {
			return anna.Post("/tenants", apitest.JSON{"slug": "twice", "name": "Twice", "kind": "club"}, apitest.Key("found-it-2"))
		})
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{201, 201, 201, 201}) {
			t.Errorf("got %v", got)
		}
	})
}

func TestChangeOfATenant(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	manager, stranger := federation.Manager, s.Anonymous()
	etag := stranger.Get(federation.Path).Want(200).ETag()
	stranger.Get(federation.Path, apitest.Header("If-None-Match", etag)).Want(304)

	changed := manager.Patch(federation.Path, apitest.JSON{"name": "Federazione Italiana", "languages": []string{"it"}}, apitest.Match(etag)).Want(200)
	if changed.Text("name") != "Federazione Italiana" || changed.Len("languages") != 1 {
		t.Errorf("changed to %s", changed.Body)
	}
	if got := stranger.Get(federation.Path).Want(200); got.Text("name") != "Federazione Italiana" || got.ETag() != changed.ETag() {
		t.Errorf("read %s under %s", got.Body, got.ETag())
	}
	stale := manager.Patch(federation.Path, apitest.JSON{"name": "Other"}, apitest.Match(etag)).Refused(412, "stale")
	if stale.Text("current.name") != "Federazione Italiana" {
		t.Errorf("the stale change is shown %s", stale.Body)
	}
	manager.Patch(federation.Path, apitest.JSON{"name": "Other"}).Refused(428, "if-match-missing")
	manager.Patch(federation.Path, apitest.JSON{"slug": "other"}, apitest.Match(changed.ETag())).Want(422)
	manager.Patch(federation.Path, apitest.JSON{"languages": []string{"it", "it"}}, apitest.Match(changed.ETag())).Want(422)
	stranger.Patch(federation.Path, apitest.JSON{"name": "Other"}, apitest.Match(changed.ETag())).Refused(401, "sign-in-required")
	s.SignUp("Bruno Rossi").Patch(federation.Path, apitest.JSON{"name": "Other"}, apitest.Match(changed.ETag())).Refused(403, "role-missing")
	s.Federation("Altrove").Manager.Patch(federation.Path, apitest.JSON{"name": "Other"}, apitest.Match(changed.ETag())).Refused(403, "role-missing")

	t.Run("T51 of changes at once one stands", func(t *testing.T) {
		answers := apitest.AnswersAtOnce(5, func(i int) *apitest.Answer {
			return manager.Patch(federation.Path, apitest.JSON{"name": fmt.Sprintf("Number %d", i)}, apitest.Match(changed.ETag()))
		})
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{200, 412, 412, 412, 412}) {
			t.Errorf("got %v", got)
		}
	})
}

func TestTenantsComeInPages(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	for slug, kind := range map[string]string{"aosta": "club", "bologna": "club", "fic": "federation", "roma": "club", "bulgaria": "federation"} {
		anna.Post("/tenants", apitest.JSON{"slug": slug, "name": "The tenant " + slug, "kind": kind}).Want(201)
	}
	stranger := s.Anonymous()
	list := func(query string) (slugs []string) {
		for path := "/tenants?limit=2" + query; path != ""; {
			page := stranger.Get(path).Want(200)
			for i := range page.Len("items") {
				slugs = append(slugs, page.Text(fmt.Sprintf("items.%d.slug", i)))
			}
			path = ""
			if next := page.Text("nextCursor"); next != "" {
				path = "/tenants?limit=2" + query + "&cursor=" + next
			}
		}
		return slugs
	}
	if got, want := list(""), []string{"aosta", "bologna", "bulgaria", "fic", "roma"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := list("&kind=club"), []string{"aosta", "bologna", "roma"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	cursor := stranger.Get("/tenants?limit=1").Want(200).Text("nextCursor")
	stranger.Get("/tenants?kind=club&cursor="+cursor).Refused(400, "cursor-invalid")
	stranger.Get("/tenants?kind=league").Want(400)
	stranger.Get("/tenants?name=a").Want(400)
}

func TestRegions(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation, elsewhere := s.Federation("Federazione"), s.Federation("Altrove")
	federation.Region("Toscana")
	federation.Region("Emilia")
	elsewhere.Region("Emilia")
	regions := s.Anonymous().Get(federation.Path + "/regions").Want(200)
	if regions.Len("items") != 2 || regions.Text("items.0.name") != "Emilia" || regions.Text("items.1.name") != "Toscana" {
		t.Errorf("regions: %s", regions.Body)
	}
	add := func(c *apitest.Client, name string) *apitest.Answer {
		return c.Post(federation.Path+"/regions", apitest.JSON{"name": name})
	}
	add(federation.Manager, " Emilia ").Refused(409, "region-exists")
	add(federation.Manager, "\u202eailime").Refused(422, "name-unreadable")
	add(elsewhere.Manager, "Lazio").Refused(403, "role-missing")
	add(s.Anonymous(), "Lazio").Refused(401, "sign-in-required")
	contact := federation.Member("Bruno Rossi", "regional-contact", apitest.Region(regions.ID("items.0.id")))
	add(contact, "Lazio").Refused(403, "role-missing")
	s.Anonymous().Get("/tenants/nowhere/regions").Refused(404, "no-such-tenant")
}

func TestAffiliation(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation, club, elsewhere := s.Federation("Federazione"), s.Club("Circolo"), s.Federation("Altrove")
	request := func(to string) *apitest.Answer {
		return club.Manager.Post(club.Path+"/affiliations", apitest.JSON{"federation": to})
	}
	decide := func(side *apitest.Tenant, id, decision string) *apitest.Answer {
		return side.Manager.Post(side.Path+"/affiliations/"+id+"/decision", apitest.JSON{"decision": decision, "reason": "Deciso in assemblea"})
	}
	asked := request(federation.Slug).Want(201)
	id := asked.Text("id")
	if asked.Text("state") != "requested" || asked.Text("federation.name") != "Federazione" || asked.Text("club.name") != "Circolo" {
		t.Fatalf("requested %s", asked.Body)
	}
	if received := s.Mailbox.Wait(federation.Manager.Email, "affiliation-requested"); !strings.Contains(received.Text, "Circolo") {
		t.Errorf("the federation reads\n%s", received.Text)
	}
	request(federation.ID.String()).Refused(409, "affiliation-open")

	t.Run("both sides see it, nobody else", func(t *testing.T) {
		for side, want := range map[*apitest.Tenant]int{federation: 1, club: 1, elsewhere: 0} {
			if got := side.Manager.In(t).Get(side.Path + "/affiliations").Want(200).Len("items"); got != want {
				t.Errorf("%s sees %d", side.Slug, got)
			}
		}
		federation.Manager.In(t).Get(club.Path+"/affiliations").Refused(403, "role-missing")
		s.Anonymous().In(t).Get(club.Path+"/affiliations").Refused(401, "sign-in-required")
	})
	t.Run("the club does not answer itself", func(t *testing.T) {
		decide(club, id, "accept").Refused(403, "federation-decides")
		decide(club, id, "decline").Refused(403, "federation-decides")
	})
	t.Run("T01 to a third side it is unknown", func(t *testing.T) {
		foreign, unknown := decide(elsewhere, id, "accept").Want(404), decide(elsewhere, uuid.NewString(), "accept").Want(404)
		if foreign.Traits() != unknown.Traits() {
			t.Errorf("foreign:\n%s\nunknown:\n%s", foreign.Traits(), unknown.Traits())
		}
	})
	t.Run("the federation accepts", func(t *testing.T) {
		decide(federation, id, "end").Refused(409, "affiliation-state")
		accepted := decide(federation, id, "accept").Want(200)
		if accepted.Text("state") != "accepted" || accepted.Text("reason") != "Deciso in assemblea" || accepted.Text("decidedAt") == "" {
			t.Errorf("accepted %s", accepted.Body)
		}
		decide(federation, id, "accept").Refused(409, "affiliation-state")
		decide(federation, id, "decline").Refused(409, "affiliation-state")
		if received := s.Mailbox.Wait(club.Manager.Email, "affiliation-decided"); !strings.Contains(received.Text, "accepted") {
			t.Errorf("the club reads\n%s", received.Text)
		}
	})
	t.Run("either side ends it, and it may begin anew", func(t *testing.T) {
		decide(club, id, "end").Want(200)
		decide(federation, id, "end").Refused(409, "affiliation-state")
		s.Clock.Advance(time.Second) // the list is in the order of requests
		second := request(federation.Slug).Want(201).Text("id")
		decide(federation, second, "decline").Want(200)
		if received := s.Mailbox.Wait(club.Manager.Email, "affiliation-decided"); !strings.Contains(received.Text, "Deciso in assemblea") {
			t.Errorf("the club reads\n%s", received.Text)
		}
		s.Clock.Advance(time.Second)
		third := request(federation.Slug).Want(201).Text("id")
		if got := decide(club, third, "end").Want(200).Text("state"); got != "ended" {
			t.Errorf("withdrawn to %q", got)
		}
		list := club.Manager.In(t).Get(club.Path + "/affiliations").Want(200)
		for i, want := range []string{third, second, id} {
			if got := list.Text(fmt.Sprintf("items.%d.id", i)); got != want {
				t.Errorf("place %d: got %s, want %s", i, got, want)
			}
		}
	})
	t.Run("only clubs ask, and only federations", func(t *testing.T) {
		federation.Manager.In(t).Post(federation.Path+"/affiliations", apitest.JSON{"federation": elsewhere.Slug}).Refused(422, "not-a-club")
		request(club.Slug).Refused(422, "not-a-federation")
		request("nowhere").Refused(422, "not-a-federation")
		request(uuid.NewString()).Refused(422, "not-a-federation")
	})
	t.Run("requests at once make one", func(t *testing.T) {
		answers := apitest.AnswersAtOnce(4, func(int) *apitest.Answer { return request(elsewhere.Slug) })
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{201, 409, 409, 409}) {
			t.Errorf("got %v", got)
		}
		open := answers[slices.IndexFunc(answers, func(a *apitest.Answer) bool { return a.Status == 201 })].Text("id")
		decisions := []string{"accept", "decline"}
		answers = apitest.AnswersAtOnce(2, func(i int) *apitest.Answer { return decide(elsewhere, open, decisions[i]) })
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{200, 409}) {
			t.Errorf("of two answers: %v", got)
		}
	})
}
