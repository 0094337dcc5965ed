package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// guests are a club's people in a federation: they organize, referee and help at a stage
// that the club holds there.
type guests struct {
	*championship
	club                                     *apitest.Tenant
	organizer, firstReferee, referee, helper *apitest.Client
	event                                    string // that they work at, open for entries

	other   string    // another event of the federation, with an entrant
	hidden  string    // a draft of the federation close to theirs
	entrant uuid.UUID // of the other event, with a mail address
}

func newGuests(t *testing.T) *guests {
	t.Helper()
	c := newChampionship(t)
	g := &guests{championship: c}
	g.club, _ = c.affiliated("Circolo")
	g.organizer = g.club.Manager
	id := g.organizer.Post(g.club.Path+"/hostings", c.wish(nil)).Want(201).ID("id").String()
	g.event = c.in(c.manager.Post(c.federation.Path+"/hosting-requests/"+id+"/approval", apitest.JSON{}).Want(200).ID("event.id"))
	g.organizer.Post(g.event+"/announcement", nil).Want(200)
	g.organizer.Post(g.event+"/entry-opening", nil).Want(200)
	g.firstReferee, g.referee, g.helper = g.named("Fabio Fischio", "first-referee"), g.named("Rita Fischio", "referee"), g.named("Aldo Aiuto", "helper")

	g.other = c.in(c.draft(apitest.JSON{"title": "Tappa della federazione", "startsAt": "2009-05-03T08:00:00Z"}).Want(201).ID("id"))
	c.manager.Post(g.other+"/announcement", nil).Want(200)
	c.manager.Post(g.other+"/entry-opening", nil).Want(200)
	g.hidden = c.in(c.draft(apitest.JSON{"title": "Tappa nascosta", "startsAt": "2009-04-08T08:00:00Z"}).Want(201).ID("id"))
	g.entrant = c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": "Ines Iscritta", "city": "Ivrea", "email": "ines@example.org"}).Want(201).ID("id")
	c.manager.Post(g.other+"/entries", apitest.JSON{"player": g.entrant}).Want(201)
	return g
}

// named returns a person whom the club's organizer names for their event.
func (g *guests) named(name, role string) *apitest.Client {
	g.t.Helper()
	who := g.server.SignUp(name)
	g.organizer.Post(g.event+"/staff", apitest.JSON{"name": name, "role": role, "email": who.Email}).Want(201)
	who.Accept(who.Get("/me/invitations").Want(200).ID("items.0.id"))
	return who
}

// scopesOf returns the kinds of the scopes of the roles or invitations in a list, each with its id.
func scopesOf(t *testing.T, list *apitest.Answer) (out []string) {
	t.Helper()
	var page openapi.MemberPage // a page of invitations has its scopes in the same place
	list.Want(200).Into(&page)
	for _, item := range page.Items {
		scope := string(item.Scope.Kind)
		if item.Scope.Id != uuid.Nil {
			scope += " " + item.Scope.Id.String()
		}
		out = append(out, scope)
	}
	return out
}

// Part 2: a club sees its hosted stages, nothing else of the federation. Every denial stands beside the same
// request of a person with the right.
func TestClubSeesItsStageAndNothingElse(t *testing.T) {
	t.Parallel()
	g := newGuests(t)
	federation := g.federation.Path
	season := g.path
	people := map[string]*apitest.Client{"organizer": g.organizer, "first referee": g.firstReferee, "referee": g.referee, "helper": g.helper}

	t.Run("of the federation nothing", func(t *testing.T) {
		for _, path := range []string{
			federation + "/affiliations", federation + "/audit", federation + "/log",
			federation + "/hosting-requests", federation + "/bans", federation + "/exclusions", federation + "/expulsion-reports",
			season + "/refunds", season + "/payment-lists", season + "/prizes", season + "/prize-shipments",
			season + "/convocations", season + "/convocation-proposals", season + "/calendar-draft",
		} {
			g.manager.In(t).Get(path).Want(200)
			for name, who := range people {
				if got := who.In(t).Get(path); got.Status != 403 {
					t.Errorf("the %s reads %s: %d", name, path, got.Status)
				}
			}
		}
	})
	t.Run("of roles and invitations those over its event", func(t *testing.T) {
		g.manager.In(t).Post(federation+"/invitations", apitest.JSON{"email": "teo@example.org", "role": "treasurer", "scope": apitest.WholeTenant()}).Want(201)
		g.organizer.In(t).Post(g.event+"/staff", apitest.JSON{"name": "Ugo Atteso", "role": "helper", "email": "ugo@example.org"}).Want(201)
		event := "stage " + strings.TrimPrefix(g.event, federation+"/events/")
		for path, readers := range map[string][]string{
			"/members":     {"organizer", "first referee"},
			"/invitations": {"organizer"},
		} {
			if all := scopesOf(t, g.manager.In(t).Get(federation+path)); !slices.Contains(all, "tenant") || !slices.Contains(all, event) {
				t.Errorf("the manager reads %v in %s", all, path)
			}
			for name, who := range people {
				got := who.In(t).Get(federation + path)
				if !slices.Contains(readers, name) {
					got.Want(403)
					continue
				}
				if seen := scopesOf(t, got); len(seen) == 0 || slices.ContainsFunc(seen, func(scope string) bool { return scope != event }) {
					t.Errorf("the %s reads in %s what is over %v, want over %s", name, path, seen, event)
				}
			}
		}
	})
	t.Run("of other events what is public", func(t *testing.T) {
		for _, of := range []string{"/entries", "/entries/1", "/attendance", "/sanctions", "/withdrawals", "/rulings", "/audit", "/export", "/kept-apart"} {
			g.manager.In(t).Get(g.other + of)
			g.organizer.In(t).Get(g.event + strings.TrimSuffix(of, "/1")).Want(200)
			for name, who := range people {
				if got := who.In(t).Get(g.other + of); got.Status != 403 {
					t.Errorf("the %s reads %s of another event: %d", name, of, got.Status)
				}
			}
		}
		for _, path := range []string{g.other, g.other + "/staff", g.other + "/photos", g.other + "/rounds"} {
			g.organizer.In(t).Get(path).Want(200)
		}
		g.manager.In(t).Get(g.hidden).Want(200)
		for _, who := range people {
			who.In(t).Get(g.hidden).Refused(404, "not-found")
		}
	})
	t.Run("no act outside of it", func(t *testing.T) {
		act := func(who *apitest.Client) []*apitest.Answer {
			return []*apitest.Answer{
				who.Patch(g.other, apitest.JSON{"title": "Altro titolo"}, apitest.Match(g.manager.Get(g.other).ETag())),
				who.Post(g.other+"/entries", apitest.JSON{"player": g.entrant}),
				who.Post(g.other+"/staff", apitest.JSON{"name": "Uno Qualsiasi", "role": "helper"}),
				who.Post(g.other+"/cancellation", apitest.JSON{"reason": "Prova"}),
				who.Post(federation+"/events", g.championship.event(nil)),
				who.Post(season+"/what-if", apitest.JSON{"merge": apitest.JSON{"region": g.aosta, "into": g.piemonte}}),
				who.Post(federation+"/exclusions", apitest.JSON{"player": g.entrant, "kind": "employee-of-publisher", "from": "2009-01-01", "reason": "Prova"}),
				who.Post(federation+"/invitations", apitest.JSON{"email": who.Email, "role": "organizer", "scope": apitest.WholeTenant()}),
			}
		}
		for name, who := range people {
			for i, got := range act(who.In(t)) {
				if got.Status != 403 {
					t.Errorf("the %s, act %d: %d %s", name, i, got.Status, got.Body)
				}
			}
		}
		if got := act(g.manager.In(t)); got[0].Status != 200 || got[1].Status != 409 || got[2].Status != 201 {
			t.Errorf("the manager: %d, %d, %d", got[0].Status, got[1].Status, got[2].Status)
		}
	})
	t.Run("no homologations of others, no draft among what is close by", func(t *testing.T) {
		if got := g.organizer.In(t).Get(season + "/homologations").Want(200); got.Len("items") != 0 {
			t.Errorf("got %s", got.Body)
		}
		if got := g.manager.In(t).Get(g.event + "/clashes").Want(200); got.Text("items.1.event.title") != "Tappa nascosta" {
			t.Errorf("the manager is not told of the draft: %s", got.Body)
		}
		if got := g.organizer.In(t).Get(g.event + "/clashes").Want(200); got.Len("items") != 0 {
			t.Errorf("the club is told of a draft: %s", got.Body)
		}
	})
}

// Part 2: the club's people find a player by their name to enter them; everything else in the federation's
// register is hidden from them.
func TestClubFindsPeopleByName(t *testing.T) {
	t.Parallel()
	g := newGuests(t)
	players := g.federation.Path + "/players"
	ines := players + "/" + g.entrant.String()
	elsewhere := g.federation.Member("Paola Piemonte", "regional-contact", apitest.Region(g.piemonte))
	inHouse := g.federation.Member("Ugo In Casa", "organizer", apitest.WholeTenant())

	for name, who := range map[string]*apitest.Client{"the organizer": g.organizer, "the first referee": g.firstReferee, "the referee": g.referee} {
		var found openapi.PlayerPage
		who.Get(players + "?name=ines").Want(200).Into(&found)
		if len(found.Items) != 1 || found.Items[0].Name != "Ines Iscritta" || found.Items[0].City != "Ivrea" || found.Items[0].Email != "" {
			t.Errorf("%s finds %+v", name, found.Items)
		}
		if got := who.Get(ines).Want(200); got.Text("email") != "" || got.Value("hasAccount") != nil {
			t.Errorf("%s reads %s", name, got.Body)
		}
		who.Get(players).Refused(403, "out-of-scope")
	}
	g.helper.Get(players+"?name=ines").Refused(403, "role-missing")
	for name, who := range map[string]*apitest.Client{"the manager": g.manager, "a contact of another region": elsewhere, "an organizer of the tenant": inHouse} {
		email := "ines@example.org"
		if who == elsewhere {
			email = ""
		}
		if got := who.Get(ines).Want(200); got.Text("email") != email {
			t.Errorf("%s reads %s", name, got.Body)
		}
		if got := who.Get(players).Want(200); got.Len("items") == 0 {
			t.Errorf("%s lists nobody", name)
		}
	}

	t.Run("a new one is added, and his address is the federation's", func(t *testing.T) {
		added := g.organizer.In(t).Post(players, apitest.JSON{"name": "Nino Nuovo", "email": "nino@example.org"}).Want(201)
		if added.Text("email") != "" {
			t.Errorf("got %s", added.Body)
		}
		if got := g.manager.In(t).Get(players + "/" + added.Text("id")).Want(200); got.Text("email") != "nino@example.org" {
			t.Errorf("got %s", got.Body)
		}
	})
	t.Run("who is known from their stage alone is corrected by them", func(t *testing.T) {
		new := g.organizer.In(t).Post(players, apitest.JSON{"name": "Luca Rosi"}).Want(201)
		path, tag := players+"/"+new.Text("id"), apitest.Match(new.ETag())
		g.organizer.In(t).Patch(path, apitest.JSON{"name": "Luca Rossi"}, tag).Refused(403, "out-of-scope")
		g.organizer.In(t).Post(g.event+"/entries", apitest.JSON{"player": new.ID("id")}).Want(201)
		g.firstReferee.In(t).Patch(path, apitest.JSON{"name": "Luca Rossi"}, tag).Refused(403, "role-missing")
		g.organizer.In(t).Patch(path, apitest.JSON{"name": "Luca Rossi"}, tag).Want(200)
		tag = apitest.Match(g.manager.In(t).Get(path).ETag())
		g.organizer.In(t).Patch(path, apitest.JSON{"email": "circolo@example.org"}, tag).Refused(403, "out-of-scope")
		g.manager.In(t).Patch(path, apitest.JSON{"email": "luca@example.org"}, tag).Want(200)
	})
	t.Run("nobody of the register is by entering him", func(t *testing.T) {
		known := g.manager.In(t).Post(players, apitest.JSON{"name": "Carla Ex Campionessa"}).Want(201)
		g.organizer.In(t).Post(g.event+"/entries", apitest.JSON{"player": known.ID("id")}).Want(201)
		path, tag := players+"/"+known.Text("id"), apitest.Match(known.ETag())
		g.organizer.In(t).Patch(path, apitest.JSON{"name": "Circolo Campione"}, tag).Refused(403, "out-of-scope")
		elsewhere.In(t).Patch(path, apitest.JSON{"name": "Carla Rossi"}, tag).Want(200)
	})
	t.Run("nobody whom others know is, even once they have entered him", func(t *testing.T) {
		g.organizer.In(t).Post(g.event+"/entries", apitest.JSON{"player": g.entrant}).Want(201)
		mario := g.server.SignUp("Mario Rossi")
		own := players + "/" + mario.Post(g.event+"/my-entry", apitest.JSON{}).Want(201).Text("player.id")
		for _, path := range []string{ines, own} {
			tag := apitest.Match(g.manager.In(t).Get(path).ETag())
			g.organizer.In(t).Patch(path, apitest.JSON{"city": "Biella"}, tag).Refused(403, "out-of-scope")
			elsewhere.In(t).Patch(path, apitest.JSON{"city": "Biella"}, tag).Want(200)
		}
	})
}
