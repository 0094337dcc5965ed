package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/mail"
	"referto/openapi"
)

// at moves the server's clock.
func (c *championship) at(moment string) {
	c.t.Helper()
	t, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		c.t.Fatal(err)
	}
	c.server.Clock.Set(t)
}

// signedIn has everybody's session begin anew: the clock has moved far.
func signedIn(people ...*apitest.Client) {
	for _, p := range people {
		p.SignIn()
	}
}

// notices are the reasons of an event's notices with their paragraphs.
func noticesOf(e *apitest.Answer) []string {
	var event openapi.Event
	e.Want(200).Into(&event)
	var out []string
	for _, n := range event.Notices {
		out = append(out, n.Reason+" "+n.Rule.Code+" "+n.Rule.Paragraph)
	}
	return out
}

// Each side of the deadline, for each regulation: TestTwoWeeks of package planning.
func TestTwoWeeksRule(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	late := c.in(c.draft(apitest.JSON{"startsAt": "2009-04-12T08:00:00Z"}).Want(201).ID("id"))
	c.at("2009-03-29T22:00:00Z")
	signedIn(c.manager)
	want := []string{"announced-too-late CN09 2.3"}
	shown := noticesOf(c.manager.Get(late)) // before the act
	announced := c.manager.Post(late+"/announcement", nil)
	if got := noticesOf(announced); !slices.Equal(withoutStaff(got), want) || !slices.Equal(shown, want) {
		t.Errorf("before %v, then %v, want %v", shown, got, want)
	}
	if !strings.Contains(string(announced.Body), "1 day too late") {
		t.Errorf("CN09 2.3: how many days short is not said: %s", announced.Body)
	}
}

// CN09 2.3: the place, the day and the formula of an event must be public two weeks before. Which changes count
// is tested by TestDiffers of package planning.
func TestMovedAfterItsAnnouncement(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	c.at("2009-03-01T09:00:00Z")
	signedIn(c.manager)
	path := c.in(c.draft(apitest.JSON{"startsAt": "2009-04-12T08:00:00Z"}).Want(201).ID("id"))
	c.manager.Post(path+"/announcement", nil).Want(200)
	c.at("2009-04-01T09:00:00Z")
	signedIn(c.manager)
	noted := func(a *apitest.Answer) []string { return withoutStaff(noticesOf(a)) }
	venue := apitest.JSON{"name": "Palestra", "city": "Aosta"}
	late := []string{"moved-too-late CN09 2.3"}
	same(t, noted(c.manager.Post(path+"/change-preview", apitest.JSON{"startsAt": "2009-04-12T09:00:00Z"})))
	same(t, noted(c.manager.Post(path+"/change-preview", apitest.JSON{"venue": venue})), late...)
	same(t, noted(c.manager.Get(path))) // nothing was changed
	c.manager.Post(path+"/change-preview", apitest.JSON{"formula": "nessuna"}).Refused(422, "invalid")
	tag := c.manager.Get(path).ETag()
	same(t, noted(c.manager.Patch(path, apitest.JSON{"venue": venue}, apitest.Match(tag))), late...)
	var checked openapi.Homologation
	c.manager.Get(path + "/homologation").Want(200).Into(&checked)
	t.Run("CN09 2.3 the breach is in the checklist", func(t *testing.T) {
		if b := checked.Checklist.Breaches; len(b) != 1 || b[0].Reason != "announced-late" || b[0].Rule.Paragraph != "2.3" {
			t.Errorf("got %+v", b)
		}
	})
}

// withoutStaff returns notices without the one about referees, because these events have none.
func withoutStaff(notices []string) []string {
	return slices.DeleteFunc(notices, func(n string) bool { return strings.HasPrefix(n, "fewer-referees") })
}

// ownSeason is a running season by a copy of the regulation with another season
// part.
func (c *championship) ownSeason(t *testing.T, change func(season apitest.JSON)) uuid.UUID {
	t.Helper()
	ruleset := c.ownRuleset(func(document apitest.JSON) { change(document["season"].(apitest.JSON)) })
	id := c.manager.In(t).Post(c.federation.Path+"/seasons", apitest.JSON{
		"slug": "altro-campionato", "title": "Altro campionato", "ruleset": ruleset, "regions": []uuid.UUID{c.aosta},
	}).Want(201).ID("id")
	c.manager.Post(c.federation.Path+"/seasons/"+id.String()+"/opening", nil).Want(200)
	return id
}

// ownRuleset publishes a copy of the regulation with changes.
func (c *championship) ownRuleset(change func(document apitest.JSON)) string {
	c.t.Helper()
	var document apitest.JSON
	c.manager.Get(c.federation.Path + "/rulesets/catan-nazionale-2009").Want(200).Into(&document)
	document["id"], document["name"] = "nazionale-nostro", "Campionato nostro"
	change(document)
	c.manager.Post(c.federation.Path+"/rulesets", apitest.JSON{"document": document}).Want(201)
	c.manager.Post(c.federation.Path+"/rulesets/nazionale-nostro/versions", apitest.JSON{"draft": 1, "notes": "prima"}).Want(201)
	return "nazionale-nostro"
}

// Each step of an event, and other regulations: TestCheckFee and TestNoticesOfFees of package
// planning.
func TestFeeIsAnnouncedInAdvance(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	path := c.in(c.draft(nil).Want(201).ID("id"))
	fee := func(amount string) *apitest.Answer {
		t.Helper()
		return c.manager.Patch(path, apitest.JSON{"fee": apitest.JSON{"amount": amount, "currency": "EUR"}}, apitest.Match(c.manager.Get(path).ETag()))
	}
	t.Run("CN09 1.10 whether there is a fee is asked as long as it may be stated", func(t *testing.T) {
		silent := c.in(c.draft(apitest.JSON{"fee": nil}).Want(201).ID("id"))
		stated := []string{"fee-not-stated CN09 1.10"}
		same(t, noticesOf(c.manager.Get(silent)), stated...)
		same(t, noticesOf(c.manager.Get(path))) // 0 says that there is none
	})
	c.manager.Post(path+"/announcement", nil).Want(200)
	fee("5.00").Want(200)
	c.manager.Post(path+"/entry-opening", nil).Want(200)
	t.Run("CN09 1.10 the fee is not raised once entries are open", func(t *testing.T) {
		if got := fee("6.00").Refused(422, "fee-after-opening"); paragraph(got) != "CN09 1.10" {
			t.Errorf("got %s", got.Body)
		}
		if got := c.manager.Get(path).Text("fee.amount"); got != "5.00" {
			t.Errorf("the fee is %s", got)
		}
	})
	t.Run("CN09 1.10 it may be lowered", func(t *testing.T) { fee("4.00").Want(200) })
}

func TestClashes(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	venue := func(city, latitude, longitude string) apitest.JSON {
		v := apitest.JSON{"name": "Sala", "city": city}
		if latitude != "" {
			v["latitude"], v["longitude"] = latitude, longitude
		}
		return v
	}
	event := func(title, start string, region uuid.UUID, at apitest.JSON) uuid.UUID {
		return c.draft(apitest.JSON{"title": title, "startsAt": start, "region": region, "venue": at}).Want(201).ID("id")
	}
	planned := event("Ivrea", "2009-04-05T08:00:00Z", c.piemonte, venue("Ivrea", "45.4675", "7.8739"))
	event("Stessa città", "2009-04-12T08:00:00Z", c.aosta, venue("IVREA", "", ""))
	event("Stessa regione", "2009-03-29T22:30:00Z", c.piemonte, venue("Novara", "45.4469", "8.6218")) // 30 March at Novara
	event("Vicina", "2009-04-06T08:00:00Z", c.aosta, venue("Pont-Saint-Martin", "45.6004", "7.7974"))
	event("Lontana", "2009-04-06T08:00:00Z", c.aosta, venue("Courmayeur", "45.7969", "6.9690"))
	event("Un altro mese", "2009-05-05T08:00:00Z", c.piemonte, venue("Ivrea", "", ""))
	called := event("Annullata", "2009-04-05T08:00:00Z", c.piemonte, venue("Ivrea", "", ""))
	c.manager.Post(c.in(called)+"/cancellation", apitest.JSON{"reason": "Neve"}).Want(200)

	var list openapi.ClashList
	c.manager.Get(c.in(planned) + "/clashes").Want(200).Into(&list)
	got := map[string]string{}
	for _, k := range list.Items {
		why := []string{}
		for _, w := range k.Why {
			why = append(why, string(w))
		}
		got[k.Event.Title] = strings.Join(why, " ")
		if k.Event.Title == "Stessa città" && k.Kilometers != nil {
			t.Errorf("where it is nobody has said, got %d km", *k.Kilometers)
		}
		if k.Event.Title == "Vicina" && (k.Kilometers == nil || *k.Kilometers != 16 || k.Days != 1) {
			t.Errorf("from Ivrea to Pont-Saint-Martin it is 16 km and a day, got %+v", k)
		}
	}
	want := map[string]string{"Stessa città": "same-city", "Stessa regione": "same-region", "Vicina": "near"}
	if len(got) != len(want) || got["Stessa città"] != "same-city" || got["Stessa regione"] != "same-region" || got["Vicina"] != "near" {
		t.Errorf("CN09 2.2: got %v, want %v", got, want)
	}
	c.manager.Get(c.in(planned) + "/clashes?days=0&kilometers=0").Want(200).Into(&list)
	if len(list.Items) != 0 {
		t.Errorf("on the same day and at the same place there is nothing: %+v", list.Items)
	}
	c.manager.Get(c.in(planned) + "/clashes?kilometers=90").Want(200).Into(&list)
	if !slices.ContainsFunc(list.Items, func(k openapi.Clash) bool { return k.Event.Title == "Lontana" }) {
		t.Errorf("Courmayeur is less than 90 km away: %+v", list.Items)
	}
	c.server.Anonymous().Get(c.in(planned)+"/clashes").Refused(401, "sign-in-required")
	if half := c.draft(apitest.JSON{"venue": apitest.JSON{"name": "Sala", "city": "Aosta", "latitude": "45.1"}}).Refused(422, "invalid"); half.Text("errors.0.reason") != "half-a-position" {
		t.Errorf("got %s", half.Body)
	}
	if off := c.draft(apitest.JSON{"venue": venue("Aosta", "90.5", "7.3")}).Refused(422, "invalid"); off.Text("errors.0.pointer") != "/venue/latitude" {
		t.Errorf("got %s", off.Body)
	}
}

// The planner of an event is shown the clashes at once, by the ruleset of the season.
func TestClashesAreShownToWhoPlans(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	titlesOf := func(answer *apitest.Answer) (titles []string) {
		var event openapi.Event
		answer.Into(&event)
		for _, k := range event.Clashes {
			titles = append(titles, k.Event.Title)
		}
		return titles
	}
	c.draft(apitest.JSON{"title": "Prima", "startsAt": "2009-04-05T08:00:00Z"}).Want(201)
	drafted := c.draft(apitest.JSON{"title": "Seconda", "startsAt": "2009-04-12T08:00:00Z"}).Want(201)
	same(t, titlesOf(drafted), "Prima")
	path := c.in(drafted.ID("id"))
	later := apitest.JSON{"startsAt": "2009-04-13T08:00:00Z"}
	same(t, titlesOf(c.manager.Post(path+"/change-preview", later).Want(200)))
	same(t, titlesOf(c.manager.Patch(path, apitest.JSON{"notes": "Sala grande"}, apitest.Match(drafted.ETag())).Want(200)), "Prima")
	same(t, titlesOf(c.manager.Patch(path, later, apitest.Match(c.manager.Get(path).ETag())).Want(200)))
	t.Run("the limits are the ruleset's", func(t *testing.T) {
		season := c.ownSeason(t, func(part apitest.JSON) { part["clash"] = apitest.JSON{"days": 1, "kilometers": 0} })
		c.draft(apitest.JSON{"season": season, "title": "Terza", "startsAt": "2009-04-05T08:00:00Z"}).Want(201)
		same(t, titlesOf(c.draft(apitest.JSON{"season": season, "startsAt": "2009-04-07T08:00:00Z"}).Want(201)))
		same(t, titlesOf(c.draft(apitest.JSON{"season": season, "title": "Quarta", "startsAt": "2009-04-04T08:00:00Z"}).Want(201)), "Terza")
	})
}

// CN09 1.3: a referee for every 24 entrants is recommended.
func TestRefereesForEntrants(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	path := c.in(c.draft(nil).Want(201).ID("id"))
	c.manager.Post(path+"/staff", apitest.JSON{"name": "Fabio Arbitro", "role": "first-referee"}).Want(201)
	c.manager.Post(path+"/announcement", nil).Want(200)
	c.manager.Post(path+"/entry-opening", nil).Want(200)
	notices := func() (reasons []string) {
		for _, n := range noticesOf(c.manager.Get(path)) {
			if strings.HasPrefix(n, "fewer-referees") {
				reasons = append(reasons, n)
			}
		}
		return reasons
	}
	for n := range 25 {
		if n == 24 {
			same(t, notices()) // CN09 1.3 one is enough for 24
		}
		player := c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": fmt.Sprintf("Giocatore %c", 'A'+n), "sameNameAccepted": true}).Want(201).ID("id")
		c.manager.Post(path+"/entries", apitest.JSON{"player": player}).Want(201)
	}
	same(t, notices(), "fewer-referees-than-recommended CN09 1.3")
	c.manager.Post(path+"/staff", apitest.JSON{"name": "Aldo Arbitro", "role": "referee"}).Want(201)
	same(t, notices())
}

func TestCalendarEditions(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	stranger := c.server.Anonymous()
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	first := c.draft(apitest.JSON{"title": "Prima tappa"}).Want(201).ID("id")
	second := c.draft(apitest.JSON{"title": "Seconda tappa", "startsAt": "2009-05-05T08:00:00Z"}).Want(201).ID("id")
	editions := c.path + "/calendar-editions"

	c.manager.Post(editions, apitest.JSON{"note": "Nulla è pubblico"}).Refused(409, "calendar-unchanged")
	var edition openapi.CalendarEdition
	c.manager.Post(editions, apitest.JSON{"note": "Il calendario", "drafts": true}).Want(201).Into(&edition)
	if edition.Number != 1 || len(edition.Lines) != 2 || len(edition.Changes) != 2 || edition.Changes[0].Kind != "added" {
		t.Fatalf("got %+v", edition)
	}
	if got := stranger.Get(c.in(first)).Want(200).Text("state"); got != "announced" {
		t.Errorf("the drafts of the edition are public, got %s", got)
	}
	c.manager.Post(editions, apitest.JSON{}).Refused(409, "calendar-unchanged")

	entrant := c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": "Ines Iscritta", "email": "ines@example.org"}).Want(201).ID("id")
	c.manager.Post(c.in(first)+"/entry-opening", nil).Want(200)
	c.manager.Post(c.in(first)+"/entries", apitest.JSON{"player": entrant}).Want(201)
	tag := c.manager.Get(c.in(first)).ETag()
	c.manager.Patch(c.in(first), apitest.JSON{"startsAt": "2009-04-19T08:00:00Z", "title": "Tappa di primavera"}, apitest.Match(tag)).Want(200)
	c.manager.Post(c.in(second)+"/cancellation", apitest.JSON{"reason": "Sala chiusa"}).Want(200)

	var draft openapi.CalendarDraft
	c.manager.Get(c.path + "/calendar-draft").Want(200).Into(&draft)
	if draft.LastEdition != 1 || len(draft.Changes) != 2 || draft.Changes[0].Kind != "moved" || draft.Changes[1].Kind != "removed" {
		t.Fatalf("got %+v", draft)
	}
	if got := draft.Changes[0]; got.Before.LocalDate.String() != "2009-04-05" || got.After.LocalDate.String() != "2009-04-19" {
		t.Errorf("got %+v", got)
	}
	stranger.Get(c.path+"/calendar-draft").Refused(401, "sign-in-required")
	contact.Get(c.path+"/calendar-draft").Refused(403, "role-missing")

	var public openapi.CalendarEdition
	stranger.Get(editions + "/1").Want(200).Into(&public)
	if public.Lines[0].LocalDate.String() != "2009-04-05" {
		t.Errorf("edition 1 says what the public was told, got %+v", public.Lines)
	}
	c.manager.Post(editions, apitest.JSON{"note": "La biblioteca è chiusa"}).Want(201).Into(&edition)
	if edition.Number != 2 || len(edition.Lines) != 1 {
		t.Errorf("got %+v", edition)
	}
	read := func(address string) string { return c.server.Mailbox.Wait(address, "event-moved").Text }
	both := read(contact.Email) + read(contact.Email) // of their region two are concerned
	for reader, text := range map[string]string{"the entrant": read("ines@example.org"), "the contact": both} {
		if !strings.Contains(text, "Sunday 19 April 2009") && !strings.Contains(text, "domenica 19 aprile 2009") || !strings.Contains(text, "La biblioteca è chiusa") {
			t.Errorf("%s reads %q", reader, text)
		}
	}
	if !strings.Contains(both, "does not take place") {
		t.Errorf("the contact is not told what was called off: %q", both)
	}
	var list openapi.CalendarEditionPage
	stranger.Get(editions + "?limit=1").Want(200).Into(&list)
	if len(list.Items) != 1 || list.Items[0].Number != 2 || list.NextCursor == "" {
		t.Fatalf("got %+v", list)
	}
	stranger.Get(editions + "?limit=1&cursor=" + list.NextCursor).Want(200).Into(&list)
	if len(list.Items) != 1 || list.Items[0].Number != 1 || list.Items[0].Events != 2 {
		t.Errorf("got %+v", list)
	}
	stranger.Get(editions+"/3").Refused(404, "not-found")
}

func TestSeasonAnnouncements(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	tag := c.manager.Get(c.path).ETag()
	c.manager.Patch(c.path, apitest.JSON{"contact": "Niente da annunciare"}, apitest.Match(tag)).Want(200)
	tag = c.manager.Get(c.path).ETag()
	c.manager.Patch(c.path, apitest.JSON{"finalsBy": "2010-03-14", "reason": "Neve in tutta Italia"}, apitest.Match(tag)).Want(200)
	c.manager.Post(c.path+"/regions", apitest.JSON{"region": c.toscana}).Want(200)
	c.manager.Post(c.path+"/regions", apitest.JSON{"region": c.toscana}).Refused(409, "region-takes-part")
	c.manager.Post(c.path+"/regions/"+c.toscana.String()+"/departure", apitest.JSON{"reason": "Nessun torneo"}).Want(200)
	c.manager.Post(c.path+"/regions/"+c.toscana.String()+"/departure", apitest.JSON{"reason": "Nessun torneo"}).Refused(409, "region-takes-no-part")
	c.draft(nil).Want(201)
	c.manager.Post(c.path+"/regions/"+c.aosta.String()+"/departure", apitest.JSON{"reason": "Nessun torneo"}).Refused(409, "region-has-events")
	back := c.manager.Post(c.path+"/regions", apitest.JSON{"region": c.toscana}).Want(200)
	if back.Text("regions.2.name") != "Toscana" {
		t.Errorf("got %s", back.Body)
	}
	var page openapi.SeasonAnnouncementPage
	c.server.Anonymous().Get(c.path+"/announcements", apitest.Header("Accept-Language", "it")).Want(200).Into(&page)
	var got []string
	for _, a := range page.Items {
		got = append(got, string(a.Kind))
	}
	var read []string
	for range 4 { // in whatever order they come
		read = append(read, c.server.Mailbox.Wait(contact.Email, "announcement").Text)
	}
	for _, titlesOf := range []string{"Toscana takes part.", "Toscana takes part no longer.", "by 2010-03-14; before", "Nessun torneo"} {
		if !slices.ContainsFunc(read, func(text string) bool { return strings.Contains(text, titlesOf) }) {
			t.Errorf("CN09 1.4: the contacts do not read %q in %q", titlesOf, read)
		}
	}
	if want := []string{"region-joined", "region-left", "region-joined", "moved", "opened"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if moved := page.Items[3]; moved.Reason != "Neve in tutta Italia" || !strings.Contains(moved.Text, "entro il 2010-03-14") || !strings.Contains(moved.Text, "entro il 2010-02-14") {
		t.Errorf("CN09 1.4: what moved is announced with the reason, got %+v", moved)
	}
}

func TestRulesetChangesInMidSeason(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	follows := c.draft(apitest.JSON{"title": "Tappa che segue"}).Want(201).ID("id")
	own := c.draft(apitest.JSON{"title": "Tappa con regole sue", "ruleset": "catan-nazionale-2009", "readings": apitest.JSON{"A002-13": "breach_only"}}).Want(201).ID("id")
	january := c.draft(apitest.JSON{"title": "Tappa a dicembre", "startsAt": "2009-12-31T08:00:00Z", "formula": "convention"}).Want(201).ID("id")
	ruleset := c.ownRuleset(func(document apitest.JSON) {
		document["season"].(apitest.JSON)["report"].(apitest.JSON)["days"] = 10
	})
	body := apitest.JSON{"ruleset": ruleset, "reason": "Più tempo per i verbali"}
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.piemonte))
	enter := func(event uuid.UUID, name, email string) {
		player := c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": name, "email": email}).Want(201).ID("id")
		c.manager.Post(c.in(event)+"/announcement", nil).Want(200)
		c.manager.Post(c.in(event)+"/entry-opening", nil).Want(200)
		c.manager.Post(c.in(event)+"/entries", apitest.JSON{"player": player}).Want(201)
	}
	enter(follows, "Ines Iscritta", "ines@example.org")
	enter(own, "Otto Altrove", "otto@example.org")

	var preview, change openapi.SeasonRulesetChange
	c.manager.Post(c.path+"/ruleset-preview", body).Want(200).Into(&preview)
	if got := c.manager.Get(c.path).Text("ruleset.id"); got != "catan-nazionale-2009" {
		t.Fatalf("the preview has changed the season: %s", got)
	}
	c.manager.Post(c.path+"/rulesets", body).Want(201).Into(&change)
	for _, got := range []openapi.SeasonRulesetChange{preview, change} {
		if len(got.Moved) != 2 || got.Moved[0].Id.UUID != follows || got.Moved[1].Id.UUID != january || len(got.Kept) != 1 || got.Kept[0].Event.Id.UUID != own {
			t.Errorf("moved %+v, kept %+v", got.Moved, got.Kept)
		}
		if !slices.ContainsFunc(got.Differences, func(d openapi.RulesetDifference) bool { return d.Pointer == "/season/report/days" && d.After == "10" }) {
			t.Errorf("the difference is %+v", got.Differences)
		}
	}
	if got := c.manager.Get(c.in(follows)).Text("ruleset.id"); got != ruleset {
		t.Errorf("the stage is played by %s", got)
	}
	if got := c.manager.Get(c.in(own)).Text("ruleset.id"); got != "catan-nazionale-2009" {
		t.Errorf("the stage with rules of its own is played by %s", got)
	}
	var history openapi.SeasonRulesetList
	c.server.Anonymous().Get(c.path + "/rulesets").Want(200).Into(&history)
	if len(history.Items) != 2 || len(history.Items[1].Differences) == 0 || history.Items[1].Reason != "Più tempo per i verbali" {
		t.Errorf("got %+v", history)
	}
	if text := c.server.Anonymous().Get(c.path + "/announcements").Text("items.0.text"); !strings.Contains(text, "Campionato nostro, version 1") {
		t.Errorf("announced is %q", text)
	}
	for _, reader := range []string{contact.Email, "ines@example.org"} {
		text := c.server.Mailbox.Wait(reader, "announcement").Text
		if !strings.Contains(text, "Più tempo per i verbali") || !strings.Contains(text, "7 → 10") && !strings.Contains(text, "10") {
			t.Errorf("1.1: it is announced with its difference, %s reads %q", reader, text)
		}
	}
	if slices.ContainsFunc(c.server.Mailbox.All(), func(m mail.Received) bool { return m.To.Mail == "otto@example.org" && m.Kind == "announcement" }) {
		t.Error("who plays by other rules is written to")
	}
	c.manager.Post(c.path+"/rulesets", body).Refused(409, "season-ruleset-in-force")
	c.manager.Post(c.path+"/rulesets", apitest.JSON{"ruleset": "just-play-2022", "reason": "Per prova"}).Refused(422, "invalid")
}

// An event that has started is played by the rules announced at its start, and one that the new ruleset would
// refuse keeps its own, with the reason.
func TestRulesetChangeLeavesWhatHasStarted(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	s := &stage{t: t, server: c.server, federation: c.federation}
	s.id = c.draft(apitest.JSON{"formula": "club", "timeLimitMinutes": 80, "title": "Iniziata"}).Want(201).ID("id")
	s.path = c.in(s.id)
	s.organizer, s.referee = s.appoint("Olga Organizzatrice", "organizer"), s.appoint("Fabio Primo Arbitro", "first-referee")
	s.start(12)
	large := c.draft(apitest.JSON{"title": "Grande", "capacity": 90, "startsAt": "2009-06-05T08:00:00Z"}).Want(201).ID("id")

	ruleset := c.ownRuleset(func(document apitest.JSON) { document["field"].(apitest.JSON)["max"] = 40 })
	var change openapi.SeasonRulesetChange
	c.manager.Post(c.path+"/rulesets", apitest.JSON{"ruleset": ruleset, "reason": "Sale piccole"}).Want(201).Into(&change)
	if len(change.Moved) != 0 || len(change.Kept) != 1 || change.Kept[0].Event.Id.UUID != large || change.Kept[0].Why[0].Reason != "capacity-above-maximum" {
		t.Errorf("got %+v", change)
	}
	for _, id := range []uuid.UUID{s.id, large} {
		if got := c.manager.Get(c.in(id)).Text("ruleset.id"); got != "catan-nazionale-2009" {
			t.Errorf("it is played by %s", got)
		}
	}
}
