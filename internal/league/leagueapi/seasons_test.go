package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

func TestSeasonIsSetUp(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager, stranger := federation.Manager, server.Anonymous()
	aosta, piemonte := federation.Region("Valle d'Aosta"), federation.Region("Piemonte")
	champion := manager.Post(federation.Path+"/players", apitest.JSON{"name": "Clara Campionessa"}).Want(201).ID("id")
	path := federation.Path + "/seasons"
	facts := apitest.JSON{
		"slug": "campionato-2009", "title": "VIII Campionato nazionale", "game": "I Coloni di Catan", "ruleset": "catan-nazionale-2009",
		"regions": []uuid.UUID{piemonte, aosta}, "champion": champion, "contact": "campionato@example.org",
	}
	draft := manager.Post(path, facts).Want(201)
	var season openapi.Season
	draft.Into(&season)
	t.Run("CN09 1.4 days that are not given are those of the regulation", func(t *testing.T) {
		if got := season.PlaysFrom.String() + " " + season.PlaysTo.String() + " " + season.FinalsBy.String(); got != "2009-02-01 2009-12-31 2010-02-14" {
			t.Errorf("got %s", got)
		}
	})
	if season.TimeZone != "Europe/Rome" {
		t.Errorf("the time zone is not that of the regulation: %s", season.TimeZone)
	}
	t.Run("CN09 1.1 its regions stand in the order given", func(t *testing.T) {
		if len(season.Regions) != 2 || season.Regions[0].Name != "Piemonte" || season.Regions[1].Name != "Valle d'Aosta" {
			t.Errorf("got %+v", season.Regions)
		}
	})
	if season.Champion.Name != "Clara Campionessa" || season.Ruleset.Code != "CN09" || season.State != "draft" {
		t.Errorf("got %+v", season)
	}
	one := path + "/" + season.Id.String()
	stranger.In(t).Get(one).Refused(404, "not-found")
	if got := stranger.Get(path).Want(200); got.Text("items.0.id") != "" {
		t.Errorf("a draft is in the public's list: %s", got.Body)
	}
	if got := manager.Get(path).Want(200); got.Text("items.0.slug") != "campionato-2009" {
		t.Errorf("the manager does not see his draft: %s", got.Body)
	}
	manager.Post(path, facts).Refused(409, "slug-taken")
	manager.Post(one+"/closing", nil).Refused(409, "season-state")
	manager.Post(one+"/opening", nil).Want(200)
	stranger.Get(one).Want(200)
	manager.Post(one+"/closing", nil).Refused(409, "national-final-not-over") // the champion waits for it
	server.Database.Alter(t, `update league.seasons set champion_id = null where id = $1`, season.Id)
	manager.Post(one+"/closing", nil).Want(200)
	manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "stage", "title": "Tappa di Aosta", "startsAt": "2009-04-05T08:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "season": season.Id, "region": aosta,
	}).Refused(409, "season-closed")
	manager.Patch(one, apitest.JSON{"title": "Altro titolo"}, apitest.Match(manager.Get(one).ETag())).Refused(409, "season-closed")
	manager.Post(one+"/reopening", apitest.JSON{"reason": "Chiusa per errore"}).Want(200)
}

// Invalid announcements of a season: TestSeasonIsChecked of package planning.
func TestSeasonIsRefused(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	for _, tt := range []struct {
		name    string
		facts   apitest.JSON
		reason  string
		pointer string
	}{
		{"a ruleset without seasons", apitest.JSON{"ruleset": "just-play-2022"}, "ruleset-without-season", "/ruleset"},
		{"a ruleset there is not", apitest.JSON{"ruleset": "nessuno"}, "unknown-ruleset", "/ruleset"},
		{"a version there is not", apitest.JSON{"rulesetVersion": 9}, "unknown-ruleset-version", "/rulesetVersion"},
		{"a region there is not", apitest.JSON{"regions": []uuid.UUID{federation.Region("Lazio"), uuid.Must(uuid.NewV7())}}, "unknown-region", "/regions/1"},
		{"a champion there is not", apitest.JSON{"champion": uuid.Must(uuid.NewV7())}, "unknown-player", "/champion"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			season := apitest.JSON{"slug": "prova", "title": "Prova", "ruleset": "catan-nazionale-2009"}
			for name, value := range tt.facts {
				season[name] = value
			}
			refused := federation.Manager.In(t).Post(federation.Path+"/seasons", season).Refused(422, "invalid")
			if refused.Text("errors.0.reason") != tt.reason || refused.Text("errors.0.pointer") != tt.pointer {
				t.Errorf("got %s", refused.Body)
			}
		})
	}
	if got := federation.Manager.Get(federation.Path + "/seasons").Want(200); got.Text("items.0.id") != "" {
		t.Errorf("something was stored: %s", got.Body)
	}
}

func TestSeasonIsMoved(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	tag := c.manager.Get(c.path).Want(200).ETag()
	outside := apitest.JSON{"startsAt": "2010-01-10T08:00:00Z"}
	if got := c.draft(outside).Refused(422, "invalid"); paragraph(got) != "CN09 1.4" {
		t.Errorf("got %s", got.Body)
	}
	c.manager.Patch(c.path, apitest.JSON{"playsTo": "2010-01-31"}).Want(428)
	if got := c.manager.Patch(c.path, apitest.JSON{"playsTo": "2010-01-31"}, apitest.Match(tag)).Refused(422, "invalid"); got.Text("errors.0.reason") != "reason-for-moving-missing" {
		t.Errorf("got %s", got.Body)
	}
	t.Run("CN09 1.4 the manager may move the days, with a reason", func(t *testing.T) {
		moved := c.manager.In(t).Patch(c.path, apitest.JSON{"playsTo": "2010-01-31", "finalsBy": "2010-03-14", "reason": "Neve in tutta Italia"}, apitest.Match(tag)).Want(200)
		if moved.Text("playsTo") != "2010-01-31" || moved.Text("finalsBy") != "2010-03-14" || moved.Text("playsFrom") != "2009-02-01" {
			t.Errorf("got %s", moved.Body)
		}
		c.draft(outside).Want(201)
	})
	c.manager.Patch(c.path, apitest.JSON{"title": "Altro titolo"}, apitest.Match(tag)).Want(412)
	tag = c.manager.Get(c.path).Want(200).ETag()
	if got := c.manager.Patch(c.path, apitest.JSON{"timeZone": "Europe/Sofia"}, apitest.Match(tag)).Want(200); got.Text("timeZone") != "Europe/Sofia" || got.Text("playsTo") != "2010-01-31" {
		t.Errorf("its days end by another clock: %s", got.Body)
	}
}

// CN09 1.4: the events that moved days leave outside are shown before, and wait for the people who have to move
// them.
func TestMovedDaysLeaveEventsOutside(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	c.draft(apitest.JSON{"title": "Tappa di aprile"}).Want(201)
	c.draft(apitest.JSON{"title": "Tappa di dicembre", "startsAt": "2009-12-13T08:00:00Z"}).Want(201)
	open := c.in(c.draft(apitest.JSON{"title": "Open di dicembre", "kind": "open", "region": nil, "startsAt": "2009-12-06T08:00:00Z"}).Want(201).ID("id"))
	c.manager.Post(open+"/announcement", nil).Want(200)
	tag := c.manager.Get(c.path).ETag()
	body := apitest.JSON{"playsTo": "2009-11-30", "reason": "Si finisce prima"}

	var preview openapi.SeasonChangePreview
	var moved openapi.Season
	contact.Post(c.path+"/change-preview", body).Refused(403, "role-missing")
	c.manager.Post(c.path+"/change-preview", body).Want(200).Into(&preview)
	if got := c.manager.Get(c.path); got.ETag() != tag || got.Text("playsTo") != "2009-12-31" {
		t.Errorf("the preview has changed the season: %s", got.Body)
	}
	c.manager.Patch(c.path, body, apitest.Match(tag)).Want(200).Into(&moved)
	for _, outside := range [][]openapi.KeptEvent{preview.Outside, moved.Outside} {
		if len(outside) != 2 || outside[0].Event.Title != "Open di dicembre" || outside[1].Event.Title != "Tappa di dicembre" || cites(outside[1].Why[0]) != "CN09 1.4" {
			t.Errorf("outside are %+v", outside)
		}
	}
	if got := c.server.Anonymous().Get(c.path).Want(200); got.Value("outside") != nil {
		t.Errorf("the public is told of drafts: %s", got.Body)
	}
	t.Run("CN09 1.4 they wait for the contact of the region, or the manager", func(t *testing.T) {
		if got := waits(contact.In(t), c.federation); !slices.Contains(got, "outside-season CN09 1.4 2009-12-13T07:59:59Z") {
			t.Errorf("for the contact waits %q", got)
		}
		if got := kindsOf(c.manager.In(t), c.federation); got != "outside-season CN09 1.4" {
			t.Errorf("for the manager waits %q", got)
		}
		c.manager.In(t).Patch(open, apitest.JSON{"startsAt": "2009-11-29T08:00:00Z"}, apitest.Match(c.manager.In(t).Get(open).ETag())).Want(200)
		if got := kindsOf(c.manager.In(t), c.federation); strings.Contains(got, "outside-season") {
			t.Errorf("once it is moved there waits %q", got)
		}
	})
	if text := c.server.Mailbox.Wait(contact.Email, "announcement").Text; !strings.Contains(text, "2009-11-30") || !strings.Contains(text, "2009-12-31") || !strings.Contains(text, "Si finisce prima") {
		t.Errorf("CN09 1.4: the contact is told what was and what is, and why: %q", text)
	}
}

// Which events fit into a season: TestEventFitsItsSeason of package planning.
func TestEventOfASeason(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	t.Run("CN09 1.7 a stage is regional and by the season's regulation", func(t *testing.T) {
		var event openapi.Event
		c.draft(apitest.JSON{"newOrganizer": true}).Want(201).Into(&event)
		if event.Circuit != "regional" || event.Ruleset.Code != "CN09" || event.Season.UUID != c.id || !event.NewOrganizer {
			t.Errorf("got %+v", event)
		}
	})
	t.Run("CN09 1.7 a region has one final", func(t *testing.T) {
		final := apitest.JSON{"kind": "regional-final", "startsAt": "2010-02-14T22:30:00Z"}
		c.draft(final).Want(201)
		if got := c.draft(final).Refused(422, "invalid"); got.Text("errors.0.reason") != "second-regional-final" || paragraph(got) != "CN09 1.1" {
			t.Errorf("got %s", got.Body)
		}
	})
	for _, tt := range []struct {
		name            string
		event           apitest.JSON
		reason, pointer string
	}{
		{"a stage of no region", apitest.JSON{"region": nil}, "region-missing", "/region"},
		{"a ruleset without seasons", apitest.JSON{"ruleset": "firenzegioca-2014"}, "ruleset-without-season", "/ruleset"},
		{"a season there is not", apitest.JSON{"season": uuid.Must(uuid.NewV7())}, "unknown-season", "/season"},
		{"a circuit without a season", apitest.JSON{"season": nil, "circuit": "regional", "ruleset": "catan-nazionale-2009"}, "circuit-without-season", "/season"},
		{"neither season nor ruleset", apitest.JSON{"season": nil}, "ruleset-missing", "/ruleset"},
	} {
		t.Run("refused: "+tt.name, func(t *testing.T) {
			refused := c.draft(tt.event).Refused(422, "invalid")
			if refused.Text("errors.0.reason") != tt.reason || refused.Text("errors.0.pointer") != tt.pointer {
				t.Errorf("got %s", refused.Body)
			}
		})
	}
}

// A draft can be changed, and the season is checked again only for changes that concern it.
func TestEventOfASeasonIsChanged(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	stage := c.draft(apitest.JSON{"startsAt": "2009-12-20T08:00:00Z"}).Want(201)
	path := c.in(stage.ID("id"))
	change := func(body apitest.JSON) *apitest.Answer {
		t.Helper()
		return c.manager.Patch(path, body, apitest.Match(c.manager.Get(path).ETag()))
	}
	t.Run("CN09 1.4 it cannot be moved out of the season", func(t *testing.T) {
		if got := change(apitest.JSON{"startsAt": "2010-01-10T08:00:00Z"}).Refused(422, "invalid"); paragraph(got) != "CN09 1.4" {
			t.Errorf("got %s", got.Body)
		}
	})
	tag := c.manager.Get(c.path).ETag()
	c.manager.Patch(c.path, apitest.JSON{"playsTo": "2009-11-30", "reason": "Si finisce prima"}, apitest.Match(tag)).Want(200)
	change(apitest.JSON{"notes": "Parcheggio in piazza", "newOrganizer": true}).Want(200) // the season was moved, not the stage
	change(apitest.JSON{"startsAt": "2009-11-29T08:00:00Z"}).Want(200)

	lone := c.draft(apitest.JSON{"season": nil, "ruleset": "catan-nazionale-2009"}).Want(201)
	path = c.in(lone.ID("id"))
	joined := change(apitest.JSON{"season": c.id}).Want(200)
	if joined.Text("circuit") != "regional" || joined.Text("season") != c.id.String() {
		t.Errorf("got %s", joined.Body)
	}
}

func TestEventOfADraftSeason(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	season := c.manager.Post(c.federation.Path+"/seasons", apitest.JSON{
		"slug": "segreta", "title": "Segreta", "ruleset": "catan-nazionale-2009", "regions": []uuid.UUID{c.aosta},
	}).Want(201).ID("id")
	stage := c.draft(apitest.JSON{"season": season}).Want(201).ID("id")
	c.manager.Post(c.in(stage)+"/announcement", nil).Refused(409, "season-state")
	c.manager.Post(c.federation.Path+"/seasons/"+season.String()+"/opening", nil).Want(200)
	c.manager.Post(c.in(stage)+"/announcement", nil).Want(200)
	var list openapi.EventPage
	c.server.Anonymous().Get(c.federation.Path + "/events?season=" + season.String()).Want(200).Into(&list)
	if len(list.Items) != 1 || list.Items[0].Id.UUID != stage {
		t.Errorf("the season's events are %+v", list.Items)
	}
}
