package leagueapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// affiliated is a club that the championship's federation has taken in, and the
// affiliation.
func (c *championship) affiliated(name string) (*apitest.Tenant, uuid.UUID) {
	c.t.Helper()
	club := c.server.Club(name)
	id := club.Manager.Post(club.Path+"/affiliations", apitest.JSON{"federation": c.federation.Slug}).Want(201).ID("id")
	c.manager.Post(c.federation.Path+"/affiliations/"+id.String()+"/decision", apitest.JSON{"decision": "accept"}).Want(200)
	return club, id
}

// wish is what a club asks for: a stage at Aosta on 5 April 2009, with changes (nil
// takes one away).
func (c *championship) wish(changes apitest.JSON) apitest.JSON {
	body := apitest.JSON{
		"federation": c.federation.Slug, "season": c.id, "kind": "stage", "region": c.aosta, "title": "Tappa del circolo",
		"startsAt": "2009-04-05T08:00:00Z", "timeZone": "Europe/Rome", "venue": apitest.JSON{"name": "Circolo", "city": "Aosta"},
		"formula": "club", "fee": apitest.JSON{"amount": "5.00", "currency": "EUR"}, "expected": 30, "notes": "Abbiamo la sala",
	}
	maps.Copy(body, changes)
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

// A club's stage from the request to its entries.
func TestClubHostsAStage(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	other := c.federation.Member("Piero Altrove", "regional-contact", apitest.Region(c.piemonte))
	olga := club.Member("Olga Organizzatrice", "organizer", apitest.WholeTenant())
	c.draft(apitest.JSON{"title": "Tappa vicina", "startsAt": "2009-04-08T08:00:00Z"}).Want(201)

	asked := olga.Post(club.Path+"/hostings", c.wish(nil)).Want(201)
	id := asked.ID("id").String()
	mine, theirs := club.Path+"/hostings/"+id, c.federation.Path+"/hosting-requests/"+id

	t.Run("CN09 2.2 the contact of the region decides, no other", func(t *testing.T) {
		other.In(t).Get(theirs).Refused(403, "out-of-scope")
		other.In(t).Post(theirs+"/approval", apitest.JSON{}).Refused(403, "out-of-scope")
		if got := other.In(t).Get(c.federation.Path + "/hosting-requests").Want(200); got.Text("items.0.id") != "" {
			t.Errorf("the contact of another region sees it: %s", got.Body)
		}
		if got := contact.In(t).Get(c.federation.Path + "/hosting-requests").Want(200); got.Text("items.0.id") != id {
			t.Errorf("the contact does not see it: %s", got.Body)
		}
	})
	t.Run("CN09 2.2 he sees what is close in time and place", func(t *testing.T) {
		var request openapi.HostingRequest
		contact.In(t).Get(theirs).Want(200).Into(&request)
		if len(request.Clashes) != 1 || request.Clashes[0].Event.Title != "Tappa vicina" || request.Clashes[0].Days != 3 || request.Request.Expected != 30 {
			t.Errorf("got %+v", request)
		}
	})
	contact.Post(theirs+"/question", apitest.JSON{"text": "Quanti tavoli avete?"}).Want(200)
	contact.Post(theirs+"/question", apitest.JSON{"text": "E quante sedie?"}).Refused(409, "hosting-state")
	if got := olga.Get(mine).Want(200); got.Text("state") != "asked" || got.Text("steps.1.text") != "Quanti tavoli avete?" {
		t.Errorf("got %s", got.Body)
	}
	olga.Post(mine+"/answer", apitest.JSON{"text": "Dieci"}).Want(200)
	approved := contact.Post(theirs+"/approval", apitest.JSON{}).Want(200)
	event := c.in(approved.ID("event.id"))
	for _, wait := range []struct {
		reader      *apitest.Client
		first, then string // in whatever order they come
	}{{contact, "waits for a decision", "Dieci"}, {olga, "Quanti tavoli avete?", "is approved"}} {
		letters := c.server.Mailbox.Wait(wait.reader.Email, "hosting").Text + c.server.Mailbox.Wait(wait.reader.Email, "hosting").Text
		if !strings.Contains(letters, wait.first) || !strings.Contains(letters, wait.then) {
			t.Errorf("%s reads %q", wait.reader.Name, letters)
		}
	}
	contact.Post(theirs+"/approval", apitest.JSON{}).Refused(409, "hosting-state")
	olga.Post(mine+"/withdrawal", apitest.JSON{"reason": "Ripensato"}).Refused(409, "hosting-state")

	t.Run("CN09 1.2 the club's people organize it, from the next request on", func(t *testing.T) {
		o := olga.In(t)
		if got := o.Get(event).Want(200); got.Text("host") != club.ID.String() || got.Text("state") != "draft" {
			t.Errorf("got %s", got.Body)
		}
		o.Post(event+"/announcement", nil).Want(200)
		o.Post(event+"/entry-opening", nil).Want(200)
		grants := o.Get("/me/grants").Want(200)
		if !strings.Contains(string(grants.Body), `"until":"2010-03-16T00:00:00Z"`) {
			t.Errorf("CN09 1.4: the role ends a month after the day of the regional finals, got %s", grants.Body)
		}
	})
	t.Run("CN09 3.2 another structure is proposed the usual way", func(t *testing.T) {
		olga.In(t).Post(event+"/structure", apitest.JSON{"rounds": 4, "semifinal": true, "final": true, "reason": "Molti iscritti"}).Want(200)
		olga.In(t).Post(event+"/structure/approval", nil).Refused(403, "role-missing")
		c.manager.In(t).Post(event+"/structure/approval", nil).Want(200)
	})
	if got := olga.Get(club.Path + "/hostings").Want(200); got.Text("items.0.event.state") != "open" || got.Text("items.0.federation.slug") != c.federation.Slug {
		t.Errorf("the club sees its stage as it stands: %s", got.Body)
	}
	t.Run("CN09 1.2 a role that is taken back is gone with the next request", func(t *testing.T) {
		staff := contact.In(t).Get(event + "/staff").Want(200).ID("items.0.id")
		contact.In(t).Delete(event + "/staff/" + staff.String()).Want(204)
		olga.In(t).Post(event+"/entry-closing", nil).Refused(403, "role-missing")
	})
}

// Neither side sees more of the other than the request, and what came of it.
func TestHostingIsolates(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	rival, _ := c.affiliated("Rivali")
	id := club.Manager.Post(club.Path+"/hostings", c.wish(nil)).Want(201).ID("id").String()
	approved := c.manager.Post(c.federation.Path+"/hosting-requests/"+id+"/approval", apitest.JSON{}).Want(200)
	event := c.in(approved.ID("event.id"))
	another := c.in(c.draft(nil).Want(201).ID("id"))

	// What is there for those whose it is.
	club.Manager.Get(club.Path + "/hostings/" + id).Want(200)
	club.Manager.Get(event).Want(200)
	c.manager.Get(another).Want(200)
	c.manager.Get(c.federation.Path + "/members").Want(200)
	club.Manager.Get(club.Path + "/members").Want(200)
	c.manager.Get(c.federation.Path + "/hosting-requests").Want(200)

	// The club sees its stage and nothing else of the federation.
	club.Manager.Get(another).Refused(404, "not-found")
	club.Manager.Get(another+"/entries").Refused(403, "out-of-scope")
	club.Manager.Get(c.federation.Path+"/audit").Refused(403, "out-of-scope")
	club.Manager.Get(c.federation.Path+"/affiliations").Refused(403, "out-of-scope")
	club.Manager.Get(c.federation.Path+"/hosting-requests").Refused(403, "role-missing")
	club.Manager.Get(c.federation.Path+"/seasons/"+c.id.String()+"/calendar-draft").Refused(403, "role-missing")
	club.Manager.Patch(another, apitest.JSON{"title": "Rubata"}, apitest.Match(c.manager.Get(another).ETag())).Refused(403, "out-of-scope")

	// Another club of the federation sees neither the request nor the draft.
	rival.Manager.Get(rival.Path+"/hostings/"+id).Refused(404, "not-found")
	rival.Manager.Post(rival.Path+"/hostings/"+id+"/withdrawal", apitest.JSON{"reason": "Non è nostra"}).Refused(404, "not-found")
	if got := rival.Manager.Get(rival.Path + "/hostings").Want(200); got.Text("items.0.id") != "" {
		t.Errorf("the rival sees %s", got.Body)
	}
	rival.Manager.Get(event).Refused(404, "not-found")

	// The federation sees nothing of the club.
	c.manager.Get(club.Path+"/members").Refused(403, "role-missing")
	c.manager.Get(club.Path+"/hostings").Refused(403, "role-missing")
	c.manager.Get(club.Path+"/hostings/"+id).Refused(403, "role-missing")
	c.manager.Get(club.Path+"/log").Refused(403, "role-missing")

	// Each keeps its own log of what was done.
	if got := club.Manager.Get(club.Path + "/log").Want(200); !strings.Contains(string(got.Body), "hosting.requested") || strings.Contains(string(got.Body), "event.created") {
		t.Errorf("the club's log: %s", got.Body)
	}
	if got := c.manager.Get(c.federation.Path + "/log").Want(200); !strings.Contains(string(got.Body), "hosting.requested") || !strings.Contains(string(got.Body), "hosting.approved") {
		t.Errorf("the federation's log: %s", got.Body)
	}
}

func TestHostingIsRefused(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	stranger := c.server.Club("Estranei")
	ask := func(changes apitest.JSON) *apitest.Answer {
		t.Helper()
		return club.Manager.Post(club.Path+"/hostings", c.wish(changes))
	}
	stranger.Manager.Post(stranger.Path+"/hostings", c.wish(nil)).Refused(403, "not-affiliated")
	ask(apitest.JSON{"federation": stranger.Slug}).Refused(403, "not-affiliated")
	ask(apitest.JSON{"federation": "nessuna-federazione"}).Refused(403, "not-affiliated")
	stranger.Manager.Post(club.Path+"/hostings", c.wish(nil)).Refused(403, "role-missing")
	c.manager.Post(c.federation.Path+"/hostings", c.wish(nil)).Refused(403, "not-affiliated")
	for _, tt := range []struct {
		name            string
		changes         apitest.JSON
		reason, pointer string
	}{
		{"CN09 1.4 a day outside the season", apitest.JSON{"startsAt": "2010-01-10T08:00:00Z"}, "day-outside-season", "/startsAt"},
		{"CN09 1.7 a stage in no region", apitest.JSON{"region": nil}, "region-missing", "/region"},
		{"CN09 1.8 an open tournament in a region", apitest.JSON{"kind": "open"}, "event-of-no-region", "/region"},
		{"a region that takes no part", apitest.JSON{"region": c.toscana}, "region-not-in-season", "/region"},
		{"CN09 3.2 a formula there is not", apitest.JSON{"formula": "nessuna"}, "unknown-formula", "/formula"},
		{"an organizer from elsewhere", apitest.JSON{"organizers": []uuid.UUID{club.Manager.ID, c.manager.ID}}, "not-of-the-club", "/organizers/1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := ask(tt.changes).Refused(422, "invalid"); got.Text("errors.0.reason") != tt.reason || got.Text("errors.0.pointer") != tt.pointer {
				t.Errorf("got %s", got.Body)
			}
		})
	}
	if got := club.Manager.Get(club.Path + "/hostings").Want(200); got.Text("items.0.id") != "" {
		t.Errorf("something was stored: %s", got.Body)
	}
	t.Run("CN09 1.8 the manager decides on open tournaments, no contact does", func(t *testing.T) {
		contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
		open := c.federation.Path + "/hosting-requests/" + ask(apitest.JSON{"kind": "open", "region": nil}).Want(201).ID("id").String()
		contact.Post(open+"/approval", apitest.JSON{}).Refused(403, "out-of-scope")
		refused := c.manager.Post(open+"/refusal", apitest.JSON{"reason": "Troppi open"}).Want(200)
		if refused.Text("state") != "refused" || refused.Text("steps.1.text") != "Troppi open" {
			t.Errorf("got %s", refused.Body)
		}
		c.manager.Post(open+"/approval", apitest.JSON{}).Refused(409, "hosting-state")
	})
	t.Run("nobody approves what he asked for or is to organize", func(t *testing.T) {
		club.Appoint(c.manager, "organizer", apitest.WholeTenant())
		own := c.federation.Path + "/hosting-requests/" + c.manager.Post(club.Path+"/hostings", c.wish(nil)).Want(201).ID("id").String()
		c.manager.Post(own+"/approval", apitest.JSON{}).Refused(409, "own-request")
		named := c.federation.Path + "/hosting-requests/" + ask(apitest.JSON{"organizers": []uuid.UUID{c.manager.ID}}).Want(201).ID("id").String()
		c.manager.Post(named+"/approval", apitest.JSON{}).Refused(409, "own-request")
		c.manager.Post(named+"/refusal", apitest.JSON{"reason": "Non posso"}).Refused(409, "own-request")
	})
	t.Run("a request that was taken back cannot be approved", func(t *testing.T) {
		id := ask(apitest.JSON{"title": "Ritirata"}).Want(201).ID("id").String()
		club.Manager.Post(club.Path+"/hostings/"+id+"/withdrawal", apitest.JSON{"reason": "Sala occupata"}).Want(200)
		c.manager.Post(c.federation.Path+"/hosting-requests/"+id+"/approval", apitest.JSON{}).Refused(409, "hosting-state")
	})
	t.Run("CN09 1.4 a season that was moved meanwhile refuses the approval", func(t *testing.T) {
		id := ask(apitest.JSON{"title": "A dicembre", "startsAt": "2009-12-20T08:00:00Z"}).Want(201).ID("id").String()
		c.manager.Patch(c.path, apitest.JSON{"playsTo": "2009-11-30", "reason": "Si finisce prima"}, apitest.Match(c.manager.Get(c.path).ETag())).Want(200)
		if got := c.manager.Post(c.federation.Path+"/hosting-requests/"+id+"/approval", apitest.JSON{}).Refused(422, "invalid"); paragraph(got) != "CN09 1.4" {
			t.Errorf("got %s", got.Body)
		}
	})
}

// Whoever ends the affiliation ends the roles in what has not started; what is
// being played is played to its end.
func TestEndOfAnAffiliationEndsHosting(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"the federation", "the club"} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			c := newChampionship(t)
			club, affiliation := c.affiliated("Circolo")
			host := func(title string) string {
				id := club.Manager.Post(club.Path+"/hostings", c.wish(apitest.JSON{"title": title})).Want(201).ID("id").String()
				return c.in(c.manager.Post(c.federation.Path+"/hosting-requests/"+id+"/approval", apitest.JSON{}).Want(200).ID("event.id"))
			}
			planned := host("Da giocare")
			playing := &stage{t: t, server: c.server, federation: c.federation, path: host("In corso"), organizer: club.Manager}
			playing.referee = playing.appoint("Fabio Primo Arbitro", "first-referee")
			playing.start(12)
			waiting := club.Manager.Post(club.Path+"/hostings", c.wish(apitest.JSON{"title": "In attesa"})).Want(201).ID("id").String()
			club.Manager.Post(planned+"/announcement", nil).Want(200)

			side := club
			if by == "the federation" {
				side = c.federation
			}
			side.Manager.Post(side.Path+"/affiliations/"+affiliation.String()+"/decision", apitest.JSON{"decision": "end", "reason": "Fine"}).Want(200)
			club.Manager.Post(planned+"/entry-opening", nil).Refused(403, "out-of-scope")
			club.Manager.Get(playing.path + "/entries").Want(200)
			c.manager.Post(c.federation.Path+"/hosting-requests/"+waiting+"/approval", apitest.JSON{}).Refused(403, "not-affiliated")
			club.Manager.Post(club.Path+"/hostings", c.wish(nil)).Refused(403, "not-affiliated")
			if got := club.Manager.Get(club.Path + "/hostings").Want(200); strings.Count(string(got.Body), `"federation"`) != 3 {
				t.Errorf("the club still sees what it had to do with: %s", got.Body)
			}
			if got := c.manager.Get(c.federation.Path + "/log?limit=100").Want(200); !strings.Contains(string(got.Body), "hosting.ended") {
				t.Errorf("the federation's log does not say it: %s", got.Body)
			}
		})
	}
}

// What a club holds is listed across federations, page by page.
func TestHostingsAcrossFederations(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	second := newChampionshipOn(t, c.server)
	id := club.Manager.Post(club.Path+"/affiliations", apitest.JSON{"federation": second.federation.Slug}).Want(201).ID("id")
	second.manager.Post(second.federation.Path+"/affiliations/"+id.String()+"/decision", apitest.JSON{"decision": "accept"}).Want(200)
	var want []string
	for i, at := range []*championship{c, second, c, second} {
		c.server.Clock.Advance(time.Second)
		asked := club.Manager.Post(club.Path+"/hostings", at.wish(apitest.JSON{"title": "Tappa " + string(rune('A'+i))})).Want(201)
		want = append([]string{asked.ID("id").String()}, want...)
	}
	var got []string
	for next := club.Path + "/hostings?limit=3"; next != ""; {
		var page openapi.HostingPage
		club.Manager.Get(next).Want(200).Into(&page)
		for _, h := range page.Items {
			got = append(got, h.Id.String())
		}
		if next = ""; page.NextCursor != "" {
			next = club.Path + "/hostings?limit=3&cursor=" + page.NextCursor
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
