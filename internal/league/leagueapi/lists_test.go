package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// texts returns the values under a name in all items.
func texts(a *apitest.Answer, name string) (out []string) {
	a.T.Helper()
	for i := range a.Want(200).Len("items") {
		out = append(out, a.Text(fmt.Sprintf("items.%d.%s", i, name)))
	}
	return out
}

// wantTexts reads a list and compares the texts under a name.
func wantTexts(t *testing.T, by *apitest.Client, path, name string, want ...string) {
	t.Helper()
	if got := texts(by.In(t).Get(path), name); !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", path, got, want)
	}
}

func TestEventsAreFound(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	for _, e := range []apitest.JSON{
		{"title": "Tappa di Città", "startsAt": "2009-04-04T22:30:00Z", "region": c.piemonte}, // the fifth of April in Rome
		{"title": "Tappa di Aosta", "startsAt": "2009-04-12T08:00:00Z"},
		{"title": "Купа София", "startsAt": "2009-05-03T08:00:00Z"},
	} {
		c.manager.Post(c.in(c.draft(e).Want(201).ID("id"))+"/announcement", nil).Want(200)
	}
	apart := c.draft(apitest.JSON{"title": "Torneo a parte", "startsAt": "2009-04-19T08:00:00Z", "season": nil, "ruleset": "catan-nazionale-2009"}).Want(201).ID("id")
	c.manager.Post(c.in(apart)+"/announcement", nil).Want(200)
	events, who := c.federation.Path+"/events?", c.server.Anonymous()
	wantTexts(t, who, events, "title", "Купа София", "Torneo a parte", "Tappa di Aosta", "Tappa di Città")
	wantTexts(t, who, events+"order=earliest-first", "title", "Tappa di Città", "Tappa di Aosta", "Torneo a parte", "Купа София")
	wantTexts(t, who, events+"from=2009-04-05&to=2009-04-12", "title", "Tappa di Aosta", "Tappa di Città")
	wantTexts(t, who, events+"to=2009-04-04", "title")
	wantTexts(t, who, events+"from=2009-04-13&order=earliest-first", "title", "Torneo a parte", "Купа София")
	wantTexts(t, who, events+"region="+c.piemonte.String(), "title", "Tappa di Città")
	wantTexts(t, who, events+"title=citta+TAPPA", "title", "Tappa di Città")
	wantTexts(t, who, events+"title=купа", "title", "Купа София")
	wantTexts(t, who, events+"title=%25a", "title") // no pattern
	wantTexts(t, who, events+"title=++", "title")
	wantTexts(t, who, events+"season="+uuid.NewString(), "title")
	wantTexts(t, who, events+"season="+c.id.String()+"&order=earliest-first", "region.name", "Piemonte", "Valle d'Aosta", "Valle d'Aosta")
	wantTexts(t, who, events+"season="+c.id.String(), "tier.id", "selection", "selection", "selection")
	wantTexts(t, who, events+"title=aosta", "formulaName", who.Get(c.in(apart)).Want(200).Text("formulaName"))
	first := who.Get(events + "limit=3&order=earliest-first").Want(200)
	wantTexts(t, who, events+"limit=3&order=earliest-first&cursor="+first.Text("nextCursor"), "title", "Купа София")
	who.Get(events+"limit=3&cursor="+first.Text("nextCursor")).Refused(400, "cursor-invalid")
}

func TestPlayersAreFoundByAnyWord(t *testing.T) {
	t.Parallel()
	f := apitest.Start(t).Federation("Federazione")
	id := uuid.UUID{}
	for _, name := range []string{"Anna Maria Rossi", "Mario Rossini", "Йордан Дойчев"} {
		id = f.Manager.Post(f.Path+"/players", apitest.JSON{"name": name}).Want(201).ID("id")
	}
	players := f.Path + "/players?name="
	wantTexts(t, f.Manager, players+"ross", "name", "Anna Maria Rossi", "Mario Rossini")
	wantTexts(t, f.Manager, players+"rossi+ann", "name", "Anna Maria Rossi")
	wantTexts(t, f.Manager, players+"MARI", "name", "Anna Maria Rossi", "Mario Rossini")
	wantTexts(t, f.Manager, players+"doychev", "name", "Йордан Дойчев")
	wantTexts(t, f.Manager, players+"ossi", "name")
	wantTexts(t, f.Manager, players+"%25%25", "name") // signs, and no letter
	path := f.Path + "/players/" + id.String()
	f.Manager.Patch(path, apitest.JSON{"name": "Йордан Петров"}, apitest.Match(f.Manager.Get(path).ETag())).Want(200)
	wantTexts(t, f.Manager, players+"doychev", "name")
	wantTexts(t, f.Manager, players+"petrov", "name", "Йордан Петров")
}

// The caller's own records are listed across tenants, and nothing else is.
func TestOwnLists(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	player := s.server.SignUp("Pia Gioca")
	wantTexts(t, player, "/me/entries", "event.title")
	wantTexts(t, player, "/me/players", "player.name")
	number := player.Post(s.path+"/my-entry", apitest.JSON{"club": "Dadi"}).Want(201).Int("number")
	other := newStageOn(t, s.server, apitest.JSON{"title": "Altrove", "startsAt": "2009-06-07T08:00:00Z"})
	other.open()
	player.Post(other.path+"/my-entry", apitest.JSON{}).Want(201)
	player.Delete(other.path + "/my-entry").Want(204)
	mine := player.Get("/me/entries").Want(200)
	if got := texts(mine, "entry.state"); !slices.Equal(got, []string{"cancelled", "entered"}) || mine.Int("items.1.entry.number") != number {
		t.Errorf("entries: %s", mine.Body)
	}
	if got := mine.Text("items.1.tenant.slug"); !strings.HasSuffix(s.path, mine.Text("items.1.event.id")) || got != s.federation.Slug {
		t.Errorf("of %s: %s", got, mine.Body)
	}
	wantTexts(t, player, "/me/entries?from=2009-06-07&to=2009-06-07", "event.title", "Altrove")
	wantTexts(t, player, "/me/players", "player.name", "Pia Gioca", "Pia Gioca")
	wantTexts(t, player, "/me/events", "event.title")

	referee := s.server.SignUp("Rita Arbitra")
	draft := s.federation.Stage(nil)
	for _, event := range []uuid.UUID{s.id, draft} {
		s.federation.Appoint(referee, "referee", apitest.Stage(event))
	}
	work := referee.Get("/me/events").Want(200)
	if work.Len("items") != 1 || work.Text("items.0.event.id") != s.id.String() || work.Text("items.0.roles.0") != "referee" {
		t.Errorf("a referee works at what is public: %s", work.Body)
	}
	s.federation.Appoint(referee, "organizer", apitest.Stage(draft))
	if got := referee.Get("/me/events").Want(200); got.Len("items") != 2 {
		t.Errorf("who may change a draft sees it: %s", got.Body)
	}
	for _, of := range []struct {
		who  *apitest.Client
		want int
	}{
		{s.federation.Manager, 2},
		{s.federation.Member("Tea Tesoriera", "treasurer", apitest.WholeTenant()), 0},
		{s.federation.Member("Olga Ovunque", "organizer", apitest.WholeTenant()), 2},
	} {
		if got := of.who.Get("/me/events").Want(200); got.Len("items") != of.want {
			t.Errorf("by a role over the tenant: %d events, want %d: %s", got.Len("items"), of.want, got.Body)
		}
	}
	over := referee.Get("/me/grants").Want(200)
	if over.Text("items.0.over") == "" {
		t.Errorf("over what a role is: %s", over.Body)
	}
	s.server.Anonymous().Get("/me/entries").Refused(401, "sign-in-required")
}

// Events at which a person works can be filtered by tenant and state, and ordered either way, so that today's
// events are found however many are to come.
func TestOwnWorkIsAsked(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	other := newStageOn(t, s.server, apitest.JSON{"title": "Altrove", "startsAt": "2009-06-07T08:00:00Z"})
	referee := s.server.SignUp("Rita Arbitra")
	for _, of := range []*stage{s, other} {
		of.open()
		of.federation.Appoint(referee, "referee", apitest.Stage(of.id))
	}
	third := s.federation.Stage(apitest.JSON{"title": "Finale di maggio", "startsAt": "2009-05-03T08:00:00Z"})
	s.federation.Manager.Post(s.federation.Path+"/events/"+third.String()+"/announcement", nil).Want(200)
	s.federation.Appoint(referee, "helper", apitest.Stage(third))
	for query, want := range map[string][]string{
		"":                                     {"Altrove", "Finale di maggio", "Tappa di Aosta"},
		"order=latest-first":                   {"Altrove", "Finale di maggio", "Tappa di Aosta"},
		"order=earliest-first":                 {"Tappa di Aosta", "Finale di maggio", "Altrove"},
		"tenant=" + s.federation.Slug:          {"Finale di maggio", "Tappa di Aosta"},
		"tenant=nowhere":                       nil,
		"state=announced":                      {"Finale di maggio"},
		"state=running":                        nil,
		"state=open&order=earliest-first":      {"Tappa di Aosta", "Altrove"},
		"from=2009-03-01&order=earliest-first": {"Finale di maggio", "Altrove"},
		"to=2009-05-03&tenant=" + other.federation.Slug: nil,
	} {
		wantTexts(t, referee, "/me/events?"+query, "event.title", want...)
	}
	var all []string
	for at, path := 0, "/me/events?limit=1&order=earliest-first"; path != ""; at++ {
		page := referee.Get(path).Want(200)
		all = append(all, texts(page, "event.title")...)
		if path = ""; at < 2 {
			path = "/me/events?limit=1&order=earliest-first&cursor=" + page.Text("nextCursor")
			referee.Get("/me/events?limit=1&cursor=" + page.Text("nextCursor")).Want(400) // of the other order
		}
	}
	if want := []string{"Tappa di Aosta", "Finale di maggio", "Altrove"}; !slices.Equal(all, want) {
		t.Errorf("page by page: %q, want %q", all, want)
	}
	referee.Get("/me/events?order=sideways").Want(400)
}

// A filter of the log reveals nothing about facts that are withheld.
func TestWithheldFactsFitNoFilter(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	_, player := s.selfPlayer("Bruno Bandito")
	s.ban(player, ban("2009-03-01", "2009-12-31")).Want(201)
	log := s.federation.Path + "/log?"
	if n := s.federation.Manager.Get(log + "kind=ban").Want(200).Len("items"); n == 0 {
		t.Error("the manager's office is to read of bans")
	}
	if n := s.federation.Manager.Get(log + "kind=ban.nothing").Want(200).Len("items"); n != 0 {
		t.Errorf("%d facts of no kind", n)
	}
	s.federation.Manager.Get(log+"kind=BAN").Refused(400, "parameter-invalid")
}
