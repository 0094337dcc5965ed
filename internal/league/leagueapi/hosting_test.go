package leagueapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/mail"
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

// wish is a club's request to host: a stage at Aosta on 5 April 2009, with changes (nil
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

// CN09 1.2: a member of the club who changes a request does not replace its organizer, unless they name one.
func TestWhoOrganizesStaysWhenARequestIsReplaced(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	olga := club.Member("Olga Organizzatrice", "organizer", apitest.WholeTenant())
	staff := func(changes apitest.JSON) string {
		asked := olga.Post(club.Path+"/hostings", c.wish(nil)).Want(201)
		id := asked.Text("id")
		club.Manager.Do("PUT", club.Path+"/hostings/"+id, c.wish(changes), apitest.Match(asked.ETag())).Want(200)
		approved := c.manager.Post(c.federation.Path+"/hosting-requests/"+id+"/approval", apitest.JSON{}).Want(200)
		got := c.manager.Get(c.federation.Path + "/events/" + approved.Text("event.id") + "/staff").Want(200)
		if got.Len("items") != 1 {
			t.Errorf("%s", got.Body)
		}
		return got.Text("items.0.name")
	}
	if got := staff(apitest.JSON{"title": "Tappa spostata", "expected": 40}); got != olga.Name {
		t.Errorf("%s organizes it", got)
	}
	if got := staff(apitest.JSON{"title": "Altra tappa", "organizers": []any{club.Manager.ID}}); got != club.Manager.Name {
		t.Errorf("%s organizes it, and not who was named", got)
	}
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
	if got := olga.Get(mine).Want(200); got.Text("state") != "asked" || got.Text("steps.1.text") != "Quanti tavoli avete?" {
		t.Errorf("got %s", got.Body)
	}
	olga.Post(mine+"/answer", apitest.JSON{"text": "Dieci"}).Want(200)
	approved := contact.Post(theirs+"/approval", apitest.JSON{}).Want(200)
	event := c.in(approved.ID("event.id"))
	for _, wait := range []struct {
		reader      *apitest.Client
		first, then string // in whatever order they come
		screen      string
	}{{contact, "waits for a decision", "Dieci", c.federation.Slug + "/hosting"}, {olga, "Quanti tavoli avete?", "is approved", club.Slug + "/hostings"}} {
		one, other := c.server.Mailbox.Wait(wait.reader.Email, "hosting"), c.server.Mailbox.Wait(wait.reader.Email, "hosting")
		for _, letter := range []mail.Received{one, other} {
			if links := letter.Links(); len(links) != 1 || links[0] != apitest.PublicURL+"/console/t/"+wait.screen {
				t.Errorf("%s is led to %q", wait.reader.Name, links)
			}
		}
		letters := one.Text + other.Text
		if !strings.Contains(letters, wait.first) || !strings.Contains(letters, wait.then) {
			t.Errorf("%s reads %q", wait.reader.Name, letters)
		}
	}
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

// Neither side sees more of the other than the request and its outcome.
func TestHostingIsolates(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	rival, _ := c.affiliated("Rivali")
	id := club.Manager.Post(club.Path+"/hostings", c.wish(nil)).Want(201).ID("id").String()
	approved := c.manager.Post(c.federation.Path+"/hosting-requests/"+id+"/approval", apitest.JSON{}).Want(200)
	event := c.in(approved.ID("event.id"))
	another := c.in(c.draft(nil).Want(201).ID("id"))

	// The owners can read the same.
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

	// The federation sees nothing else of the club.
	for _, path := range []string{"/members", "/invitations", "/players", "/audit", "/log", "/affiliations", "/hostings", "/hostings/" + id} {
		club.Manager.Get(club.Path + path).Want(200)
		c.manager.Get(club.Path+path).Refused(403, "role-missing")
	}

	// Each keeps its own log of its acts.
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
	})
	t.Run("nobody decides what he asked for", func(t *testing.T) {
		club.Appoint(c.manager, "organizer", apitest.WholeTenant())
		own := c.federation.Path + "/hosting-requests/" + c.manager.Post(club.Path+"/hostings", c.wish(nil)).Want(201).ID("id").String()
		c.manager.Post(own+"/approval", apitest.JSON{}).Refused(409, "own-request")
		c.manager.Post(own+"/refusal", apitest.JSON{"reason": "Non posso"}).Refused(409, "own-request")
	})
	t.Run("CN09 1.4 a season that was moved meanwhile refuses the approval", func(t *testing.T) {
		id := ask(apitest.JSON{"title": "A dicembre", "startsAt": "2009-12-20T08:00:00Z"}).Want(201).ID("id").String()
		c.manager.Patch(c.path, apitest.JSON{"playsTo": "2009-11-30", "reason": "Si finisce prima"}, apitest.Match(c.manager.Get(c.path).ETag())).Want(200)
		if got := c.manager.Post(c.federation.Path+"/hosting-requests/"+id+"/approval", apitest.JSON{}).Refused(422, "invalid"); paragraph(got) != "CN09 1.4" {
			t.Errorf("got %s", got.Body)
		}
	})
}

// The end of an affiliation, by either side, ends the roles in events that have not started; running ones are
// played to their end.
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

// The events that a club hosts are listed across federations, page by page.
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

// A club changes its request until it is decided.
func TestHostingIsChanged(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	other := c.federation.Member("Piero Altrove", "regional-contact", apitest.Region(c.piemonte))
	asked := club.Manager.Post(club.Path+"/hostings", c.wish(nil)).Want(201)
	id := asked.Text("id")
	mine, theirs := club.Path+"/hostings/"+id, c.federation.Path+"/hosting-requests/"+id
	put := func(body apitest.JSON, tag string) *apitest.Answer {
		t.Helper()
		return club.Manager.Do("PUT", mine, body, apitest.Match(tag))
	}
	first := asked.ETag()
	if got := club.Manager.Get(mine).Want(200).ETag(); got != first {
		t.Errorf("the tag is %s, then %s", first, got)
	}
	later := apitest.JSON{"startsAt": "2009-04-12T08:00:00Z", "title": "Tappa spostata"}
	changed := put(c.wish(later), first).Want(200)
	if changed.Text("state") != "changed" || changed.Text("localDate") != "2009-04-12" || changed.Text("title") != "Tappa spostata" {
		t.Errorf("got %s", changed.Body)
	}
	put(c.wish(nil), first).Refused(412, "stale")
	if got := put(c.wish(apitest.JSON{"startsAt": "2010-01-10T08:00:00Z"}), changed.ETag()).Refused(422, "invalid"); paragraph(got) != "CN09 1.4" {
		t.Errorf("CN09 1.4: a day outside the season: %s", got.Body)
	}
	rival, _ := c.affiliated("Rivali")
	rival.Manager.Do("PUT", rival.Path+"/hostings/"+id, c.wish(nil), apitest.Match(changed.ETag())).Refused(404, "not-found")

	t.Run("who decides sees what is asked for now, and has to have seen it", func(t *testing.T) {
		if got := contact.In(t).Get(theirs).Want(200); got.Text("request.title") != "Tappa spostata" {
			t.Errorf("got %s", got.Body)
		}
		if got := kindsOf(contact.In(t), c.federation); got != "decide-hosting CN09 2.3" {
			t.Errorf("for the contact waits %q", got)
		}
		contact.In(t).Post(theirs+"/approval", apitest.JSON{"lastStep": 1}).Refused(412, "stale")
	})
	contact.Post(theirs+"/question", apitest.JSON{"text": "Perché così tardi?"}).Want(200)
	t.Run("what is asked waits for the club alone, until it answers or changes the request", func(t *testing.T) {
		manager := club.Manager.In(t)
		got := waitingOf(manager, club)
		if kindsOf(manager, club) != "answer-hosting CN09 2.3" || got[0].Resource != "/v1"+mine || !strings.HasPrefix(got[0].Title, "Answer the question about a tournament we ask for: Tappa spostata, ") {
			t.Fatalf("for the club waits %+v", got)
		}
		if everywhere := manager.Get("/me/waiting").Want(200); everywhere.Text("items.0.waiting.id") != got[0].Id || everywhere.Text("items.0.tenant.slug") != club.Slug {
			t.Errorf("everywhere waits %s", everywhere.Body)
		}
		if others := kindsOf(rival.Manager.In(t), rival) + kindsOf(contact.In(t), c.federation); others != "" {
			t.Errorf("for others waits %q", others)
		}
	})
	t.Run("CN09 2.2 in another region another contact decides", func(t *testing.T) {
		tag := club.Manager.In(t).Get(mine).ETag()
		later["region"] = c.piemonte
		put(c.wish(later), tag).Want(200)
		contact.In(t).Post(theirs+"/approval", apitest.JSON{}).Refused(403, "out-of-scope")
		approved := other.In(t).Post(theirs+"/approval", apitest.JSON{"lastStep": 4}).Want(200)
		if got := c.manager.In(t).Get(c.in(approved.ID("event.id"))).Want(200); got.Text("localDate") != "2009-04-12" || got.Text("region.name") != "Piemonte" {
			t.Errorf("got %s", got.Body)
		}
	})
	if got := kindsOf(club.Manager, club); got != "" {
		t.Errorf("for the club waits %q although all is decided", got)
	}
	put(c.wish(nil), club.Manager.Get(mine).ETag()).Refused(409, "hosting-state")
}

// CN09 3.2: other structures are agreed with the manager beforehand and made known.
func TestHostingAsksForAnotherStructure(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	structure := apitest.JSON{"rounds": 5, "semifinal": true, "final": true, "reason": "Due giorni di gioco"}
	ask := func(changes apitest.JSON) *apitest.Answer {
		t.Helper()
		changes["structure"] = structure
		return club.Manager.Post(club.Path+"/hostings", c.wish(changes))
	}
	approve := func(t *testing.T, who *apitest.Client, title string) *apitest.Answer {
		t.Helper()
		asked := ask(apitest.JSON{"title": title}).Want(201)
		if asked.Text("structure.reason") != "Due giorni di gioco" {
			t.Errorf("got %s", asked.Body)
		}
		approved := who.In(t).Post(c.federation.Path+"/hosting-requests/"+asked.Text("id")+"/approval", apitest.JSON{}).Want(200)
		return c.manager.In(t).Get(c.in(approved.ID("event.id"))).Want(200)
	}
	t.Run("CN09 3.2 the contact approves the event, the structure waits for the manager", func(t *testing.T) {
		event := approve(t, contact, "Dal referente")
		path := c.in(event.ID("id"))
		if event.Text("structure.reason") != "Due giorni di gioco" || event.Text("structure.approvedAt") != "" {
			t.Errorf("got %s", event.Body)
		}
		if got := kindsOf(c.manager.In(t), c.federation); !strings.Contains(got, "approve-structure CN09 3.2") {
			t.Errorf("for the manager waits %q", got)
		}
		entrant := c.manager.In(t).Post(c.federation.Path+"/players", apitest.JSON{"name": "Ines Iscritta", "email": "ines@example.org"}).Want(201).ID("id")
		club.Manager.In(t).Post(path+"/announcement", nil).Want(200)
		club.Manager.In(t).Post(path+"/entry-opening", nil).Want(200)
		club.Manager.In(t).Post(path+"/entries", apitest.JSON{"player": entrant}).Want(201)
		c.manager.In(t).Post(path+"/structure/approval", nil).Want(200)
		for _, reader := range []string{club.Manager.Email, contact.Email, "ines@example.org"} {
			if text := c.server.Mailbox.Wait(reader, "announcement").Text; !strings.Contains(text, "Due giorni di gioco") || !strings.Contains(text, "5") {
				t.Errorf("CN09 3.2: %s is not told: %q", reader, text)
			}
		}
	})
	t.Run("CN09 3.2 the manager approves both", func(t *testing.T) {
		if event := approve(t, c.manager, "Dal responsabile"); event.Text("structure.approvedAt") == "" {
			t.Errorf("got %s", event.Body)
		}
	})
	structure = apitest.JSON{"rounds": 5, "semifinal": true, "final": false, "reason": "Senza finale"}
	if got := ask(apitest.JSON{}).Refused(422, "invalid"); got.Text("errors.0.pointer") != "/structure/semifinal" {
		t.Errorf("got %s", got.Body)
	}
}

// Whose role over an event is taken back is off its staff with the same act.
func TestRevokedRolesLeaveTheStaff(t *testing.T) {
	t.Parallel()
	g := newGuests(t)
	names := func() (out []string) {
		var staff openapi.StaffList
		g.server.Anonymous().Get(g.event + "/staff").Want(200).Into(&staff)
		for _, s := range staff.Items {
			out = append(out, s.Name)
		}
		return out
	}
	if got := names(); len(got) != 4 {
		t.Fatalf("the staff is %q", got)
	}
	before := g.server.Anonymous().Get(g.event).Value("revision")
	var members openapi.MemberPage
	g.manager.Get(g.federation.Path + "/members?limit=100").Want(200).Into(&members)
	i := slices.IndexFunc(members.Items, func(m openapi.Member) bool { return m.Name == "Rita Fischio" })
	g.referee.Get(g.event + "/entries").Want(200)
	g.manager.Delete(g.federation.Path + "/members/" + members.Items[i].Id.String()).Want(204)
	g.referee.Get(g.event+"/entries").Refused(403, "role-missing")
	if got := names(); slices.Contains(got, "Rita Fischio") || len(got) != 3 {
		t.Errorf("the staff is %q", got)
	}
	if g.server.Anonymous().Get(g.event).Value("revision") == before {
		t.Error("the page of the event is as it was")
	}
	late := g.server.SignUp("Tardi Invitato")
	g.organizer.Post(g.event+"/staff", apitest.JSON{"name": "Tardi Invitato", "role": "helper", "email": late.Email}).Want(201)

	t.Run("the end of the affiliation takes all of the club's people off", func(t *testing.T) {
		affiliation := g.club.Manager.In(t).Get(g.club.Path + "/affiliations").Want(200).Text("items.0.id")
		g.club.Manager.In(t).Post(g.club.Path+"/affiliations/"+affiliation+"/decision", apitest.JSON{"decision": "end", "reason": "Fine"}).Want(200)
		if got := names(); len(got) != 0 {
			t.Errorf("the staff is %q", got)
		}
		for _, who := range []*apitest.Client{g.organizer, g.firstReferee, g.helper} {
			if got := who.In(t).Get(g.event + "/entries"); got.Status != 403 {
				t.Errorf("%s reads entries: %d", who.Name, got.Status)
			}
		}
		if got := late.In(t).Get("/me/invitations").Want(200); got.Len("items") != 0 {
			t.Errorf("what the organizer has offered may be accepted: %s", got.Body)
		}
		g.manager.In(t).Get(g.event + "/entries").Want(200)
	})
}

// A step at one federation leaves nothing at another.
func TestHostingLeavesNothingElsewhere(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	second := newChampionshipOn(t, c.server)
	id := club.Manager.Post(club.Path+"/affiliations", apitest.JSON{"federation": second.federation.Slug}).Want(201).ID("id")
	second.manager.Post(second.federation.Path+"/affiliations/"+id.String()+"/decision", apitest.JSON{"decision": "accept"}).Want(200)
	for _, at := range []*championship{c, second} {
		other := map[*championship]*championship{c: second, second: c}[at]
		before := other.manager.Get(other.federation.Path + "/audit").Want(200).Len("items")
		asked := club.Manager.Post(club.Path+"/hostings", at.wish(nil)).Want(201).Text("id")
		club.Manager.Post(club.Path+"/hostings/"+asked+"/withdrawal", apitest.JSON{"reason": "Sala occupata"}).Want(200)
		if after := other.manager.Get(other.federation.Path + "/audit").Want(200).Len("items"); after != before {
			t.Errorf("the other federation's audit has %d records more", after-before)
		}
		if got := at.manager.Get(at.federation.Path + "/audit?limit=1").Want(200); got.Text("items.0.operation") != "WithdrawHosting" {
			t.Errorf("got %s", got.Body)
		}
	}
}
