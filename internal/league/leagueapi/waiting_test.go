package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/openapi"
)

// waits lists the tasks of a person: "report CN09 1.11 2009-03-08T22:59:59Z", with "overdue" behind it.
func waits(c *apitest.Client, federation *apitest.Tenant) (out []string) {
	c.T.Helper()
	for _, w := range waitingOf(c, federation) {
		line := string(w.Kind) + " " + cites(w.Explanation)
		if !w.DueAt.IsZero() {
			line += " " + w.DueAt.Format(time.RFC3339)
		}
		if w.Overdue {
			line += " overdue"
		}
		out = append(out, line)
	}
	return out
}

func waitingOf(c *apitest.Client, federation *apitest.Tenant) []openapi.Waiting {
	c.T.Helper()
	var page openapi.WaitingPage
	c.Get(federation.Path + "/waiting").Want(200).Into(&page)
	return page.Items
}

// sees compares the tasks of people.
func sees(t *testing.T, federation *apitest.Tenant, when string, want map[*apitest.Client][]string) {
	t.Helper()
	for c, lines := range want {
		if got := waits(c, federation); !slices.Equal(got, lines) {
			t.Errorf("%s: for %s waits %q, want %q", when, c.Email, got, lines)
		}
	}
}

// Package duties defines which tasks wait for whom until when; here people find them in their lists.
func TestReportAndHomologationWait(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	manager, stranger := x.federation.Manager, x.server.SignUp("Stella Estranea")
	sees(t, x.federation, "before the tournament", map[*apitest.Client][]string{x.organizer: nil, x.contact: nil, manager: nil, stranger: nil})
	x.played()
	stranger.SignIn()
	due := "report CN09 1.11 2009-03-08T22:59:59Z"
	sees(t, x.federation, "CN09 1.11 the report is due within a week", map[*apitest.Client][]string{x.organizer: {due}, x.contact: nil, manager: nil, stranger: nil})
	w := waitingOf(x.organizer, x.federation)[0]
	if w.Event.Id != x.eventID() || w.TimeZone != "Europe/Rome" || !strings.HasSuffix(w.Resource, "/report") || !strings.Contains(w.Title, "Tappa di Aosta") {
		t.Errorf("got %+v", w)
	}
	x.organizer.Get(strings.TrimPrefix(w.Resource, "/v1")).Want(200)
	x.photographs()
	x.report(nil).Want(201)
	judge := "homologate CN09 2.2 2009-03-08T22:59:59Z"
	sees(t, x.federation, "CN09 1.6, 2.2 the contact of the region homologates within a week", map[*apitest.Client][]string{x.organizer: nil, x.contact: {judge}, manager: nil})
	x.decide(x.contact, "homologate", nil).Want(200)
	sees(t, x.federation, "CN09 1.6 once decided", map[*apitest.Client][]string{x.organizer: nil, x.contact: nil})
	x.server.Anonymous().Get(x.federation.Path+"/waiting").Refused(401, "sign-in-required")
}

// eventID is the id of the stage.
func (s *stage) eventID() (id openapi.EventID) { id.UUID = s.id; return id }

func TestWhoActsWhereAnOfficeIsEmpty(t *testing.T) {
	t.Parallel()
	f := newFinalsAt(t, inRome(t, "2009-12-31 09:00"))
	manager, path := f.manager, f.federation
	id := f.played(apitest.JSON{"startsAt": "2009-12-30T09:00:00Z"}, 12, "Anna")
	due := "report CN09 1.11 2010-01-06T22:59:59Z"
	contact := path.Member("Carla Referente", "regional-contact", apitest.Region(f.aosta))
	organizer := path.Member("Olga Organizzatrice", "organizer", apitest.Stage(id))
	sees(t, path, "the organizer has an office over it", map[*apitest.Client][]string{manager: nil, contact: nil, organizer: {due}})
	f.alter(`update league.grants set revoked_at = now() where account_id = $1`, organizer.ID)
	sees(t, path, "a revoked office is none", map[*apitest.Client][]string{organizer: nil, contact: {due}})
}

func TestDraftsWaitToBeAnnounced(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	c.at("2009-03-29T22:00:00Z")
	signedIn(c.manager)
	id := c.draft(apitest.JSON{"startsAt": "2009-04-12T08:00:00Z"}).Want(201).ID("id")
	sees(t, c.federation, "CN09 2.3 after the night on which clocks go forward", map[*apitest.Client][]string{c.manager: {"announce CN09 2.3 2009-03-29T21:59:59Z overdue"}})
	if w := waitingOf(c.manager, c.federation)[0]; !strings.Contains(w.Due, "CEST") {
		t.Errorf("the zone of the day is not said: %q", w.Due)
	}
	c.manager.Post(c.in(id)+"/announcement", nil).Want(200)
	sees(t, c.federation, "once announced", map[*apitest.Client][]string{c.manager: nil})
}

func TestConvocationWaits(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	contact := f.federation.Member("Carla Referente", "regional-contact", apitest.Region(f.piemonte))
	f.stage(f.piemonte, "2009-10-11", "Bruno", "Bice", "Boris")
	f.stage(f.piemonte, "2009-10-18", "Carlo", "Cora", "Ciro")
	f.stage(f.piemonte, "2009-10-25", "Dario", "Dina", "Dora")
	f.call(contact, "Bruno", regional).Want(201)
	numbered := func(c *apitest.Client) (out []string) {
		for _, w := range waitingOf(c, f.federation) {
			out = append(out, fmt.Sprintf("%s x%d", w.Kind, w.Number))
		}
		slices.Sort(out)
		return out
	}
	if got := numbered(contact); !slices.Equal(got, []string{"announce-final x0", "convoke x2"}) {
		t.Errorf("for the contact waits %q", got)
	}
	player := f.server.SignUp("Bruno")
	f.alter(`update league.players set account_id = $2 where id = $1`, f.person("Bruno"), player.ID)
	if got := waitingOf(player, f.federation); len(got) != 1 || got[0].Kind != "answer" || got[0].Overdue || got[0].Region.Id != f.piemonte {
		t.Errorf("CN09 1.9: the player answers, got %+v", got)
	}
	f.at(waitingOf(player, f.federation)[0].DueAt.Add(time.Second))
	player.SignIn()
	contact.SignIn()
	if got := waitingOf(player, f.federation); len(got) != 0 {
		t.Errorf("CN09 1.9: after its time the answer is for the contact, got %+v", got)
	}
	if got := numbered(contact); !slices.Contains(got, "lapse x0") {
		t.Errorf("got %q", got)
	}
}

func TestPagesOfWhatWaits(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	for range 3 {
		c.draft(nil).Want(201)
	}
	var seen []string
	for cursor := ""; ; {
		var page openapi.WaitingPage
		c.manager.Get(c.federation.Path + "/waiting?limit=2" + cursor).Want(200).Into(&page)
		for _, w := range page.Items {
			seen = append(seen, w.Id)
		}
		if page.NextCursor == "" {
			break
		}
		cursor = "&cursor=" + page.NextCursor
	}
	slices.Sort(seen)
	if len(slices.Compact(seen)) != 3 {
		t.Errorf("got %q", seen)
	}
}

// Tasks in several tenants make one list; it leaves out tasks of tenants where the person has no role any more,
// and tasks of others.
func TestWhatWaitsInAllTenants(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	one, other := newChampionshipOn(t, server), newChampionshipOn(t, server)
	olga := server.SignUp("Olga Organizzatrice")
	drafts := map[*championship]string{}
	for c, day := range map[*championship]string{one: "2009-04-12T08:00:00Z", other: "2009-04-05T08:00:00Z"} {
		id := c.draft(apitest.JSON{"startsAt": day}).Want(201).ID("id")
		c.federation.Appoint(olga, "organizer", apitest.Stage(id))
		drafts[c] = c.federation.Slug + " " + id.String()
	}
	everywhere := func(c *apitest.Client, query string) (seen []string, next string) {
		t.Helper()
		var page openapi.MyWaitingPage
		c.Get("/me/waiting" + query).Want(200).Into(&page)
		for _, w := range page.Items {
			seen = append(seen, w.Tenant.Slug+" "+w.Waiting.Event.Id.String())
			if !strings.HasPrefix(w.Waiting.Resource, "/v1/tenants/"+w.Tenant.Slug+"/") {
				t.Errorf("of %s, and at %s", w.Tenant.Slug, w.Waiting.Resource)
			}
		}
		return seen, page.NextCursor
	}
	if got, _ := everywhere(olga, ""); !slices.Equal(got, []string{drafts[other], drafts[one]}) {
		t.Errorf("CN09 2.3 what is due first: %q, want %q before %q", got, drafts[other], drafts[one])
	}
	first, next := everywhere(olga, "?limit=1")
	if second, last := everywhere(olga, "?limit=1&cursor="+next); !slices.Equal(append(first, second...), []string{drafts[other], drafts[one]}) || last != "" {
		t.Errorf("pages of one: %q, %q, then %q", first, second, last)
	}
	if got, _ := everywhere(one.manager, ""); len(got) != 0 {
		t.Errorf("for the manager, who has an organizer: %q", got)
	}
	for _, g := range other.manager.Get(other.federation.Path + "/members?limit=100").Want(200).Value("items").([]any) {
		if grant := g.(map[string]any); grant["role"] == "organizer" {
			other.manager.Do("DELETE", other.federation.Path+"/members/"+grant["id"].(string), nil).Want(204)
		}
	}
	if got, _ := everywhere(olga, ""); !slices.Equal(got, []string{drafts[one]}) {
		t.Errorf("no longer an organizer of the other: %q", got)
	}
	if got, _ := everywhere(other.manager, ""); !slices.Equal(got, []string{drafts[other]}) {
		t.Errorf("now it waits for the manager: %q", got)
	}
	server.Anonymous().Get("/me/waiting").Want(401)
}

// A player without a role has tasks as well: they find those of all tenants in whose registers they are, and
// none of others.
func TestWhatWaitsForAPlayerInAllTenants(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	carla, dora := server.SignUp("Carla Convocata"), server.SignUp("Dora Convocata")
	all := map[*apitest.Client][]*championship{}
	for i, players := range [][]*apitest.Client{{carla}, {carla}, {dora}} {
		f := finalsOf(newChampionshipOn(t, server), january)
		f.nationalFinal()
		for n, who := range players {
			f.sized(f.piemonte, fmt.Sprintf("2009-04-%02d", 5+i+n), 28, who.Name)
			f.alter(`update league.players set account_id = $3 where tenant_id = $1 and id = $2`, f.federation.ID, f.person(who.Name), who.ID)
			f.alter(`insert into league.player_accounts (tenant_id, player_id, account_id) values ($1, $2, $3)`, f.federation.ID, f.person(who.Name), who.ID)
			f.call(f.manager, who.Name, national).Want(201)
			all[who] = append(all[who], f.championship)
		}
	}
	for who, federations := range all {
		var want, seen []string
		who.SignIn()
		for _, f := range federations {
			want = append(want, f.federation.Slug+" answer")
			if got := waits(who, f.federation); len(got) != 1 {
				t.Errorf("%s, in the list of the tenant: %q", who.Name, got)
			}
		}
		var page openapi.MyWaitingPage
		who.Get("/me/waiting").Want(200).Into(&page)
		for _, w := range page.Items {
			seen = append(seen, w.Tenant.Slug+" "+string(w.Waiting.Kind))
		}
		slices.Sort(want)
		slices.Sort(seen)
		if !slices.Equal(seen, want) {
			t.Errorf("for %s waits %q, want %q", who.Name, seen, want)
		}
	}
}

// allWaiting lists the tasks of a person, page after page.
func allWaiting(c *apitest.Client, federation *apitest.Tenant) (out []openapi.Waiting) {
	c.T.Helper()
	var page openapi.WaitingPage
	for more := "?limit=100"; more != ""; {
		page = openapi.WaitingPage{}
		c.Get(federation.Path + "/waiting" + more).Want(200).Into(&page)
		out, more = append(out, page.Items...), ""
		if page.NextCursor != "" {
			more = "?limit=100&cursor=" + page.NextCursor
		}
	}
	return out
}

// copies has the rows of a table once more for each number g up to some, or each row of
// another table, with other values in some columns.
func copies(table, columns, of string) string {
	return fmt.Sprintf(`insert into %s select (jsonb_populate_record(t, jsonb_build_object(%s))).* from %s t, %s`, table, columns, table, of)
}

// However much waits, nothing of it is left out.
func TestAllExpulsionsWait(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(16)
	s.expel(1)
	for _, copied := range []string{
		copies("league.events", `'id', gen_random_uuid(), 'slug', 'copia-' || g`, "generate_series(1, 210) g"),
		copies("league.entries", `'event_id', g.id`, "league.events g where g.slug like 'copia-%'"),
		copies("league.sanctions", `'event_id', g.id, 'id', gen_random_uuid()`, "league.events g where g.slug like 'copia-%'"),
	} {
		s.server.Database.Alter(t, copied)
	}
	waiting := allWaiting(s.federation.Manager, s.federation)
	waiting = slices.DeleteFunc(waiting, func(w openapi.Waiting) bool { return w.Kind != "expulsion" })
	if len(waiting) != 211 {
		t.Errorf("CN09 5.5 %d expulsions wait, want 211", len(waiting))
	}
}

func TestAllRequestsToHostWait(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	olga := club.Member("Olga Organizzatrice", "organizer", apitest.WholeTenant())
	olga.Post(club.Path+"/hostings", c.wish(nil)).Want(201)
	c.server.Database.Alter(t, copies("league.hosting_requests", `'id', gen_random_uuid()`, "generate_series(1, 250) g"))
	c.server.Database.Alter(t, copies("league.hosting_steps", `'hosting_id', g.id`, "league.hosting_requests g where g.id <> t.hosting_id"))
	if n := len(allWaiting(c.manager, c.federation)); n != 251 {
		t.Errorf("CN09 2.3 %d requests wait, want 251", n)
	}
}
