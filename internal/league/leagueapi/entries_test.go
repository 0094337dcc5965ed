package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// CN09 1.5: a referee of the event cannot play it, whichever came first.
func TestRefereesDoNotPlay(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	player := s.player(0)
	s.organizer.Post(s.path+"/staff", apitest.JSON{"name": "Giocatore AA", "role": "referee", "player": player}).Want(201)
	var verdict openapi.Eligibility
	s.organizer.Post(s.path+"/eligibility", apitest.JSON{"player": player}).Want(200).Into(&verdict)
	if verdict.Eligible || verdict.Reasons[0].Rule.Paragraph != "1.5" {
		t.Errorf("CN09 1.5: %+v", verdict)
	}
	refused := s.organizer.Post(s.path+"/entries", apitest.JSON{"player": player}).Want(422)
	if refused.Text("rule.paragraph") != "1.5" {
		t.Errorf("the refusal cites 1.5: %s", refused.Body)
	}
	entered := s.player(1)
	s.organizer.Post(s.path+"/entries", apitest.JSON{"player": entered}).Want(201)
	s.organizer.Post(s.path+"/entries", apitest.JSON{"player": entered}).Refused(409, "already-entered")
	turned := s.organizer.Post(s.path+"/staff", apitest.JSON{"name": "Giocatore AB", "role": "referee", "player": entered}).Want(422)
	if turned.Text("rule.paragraph") != "1.5" {
		t.Errorf("who has entered cannot referee: %s", turned.Body)
	}
	// An organizer may play.
	s.organizer.Post(s.path+"/staff", apitest.JSON{"name": "Giocatore AB", "role": "organizer", "player": entered}).Want(201)
	s.organizer.Post(s.path+"/staff", apitest.JSON{"name": "Un altro", "role": "first-referee"}).Refused(409, "first-referee-named")
}

// A referee with an account cannot enter themselves.
func TestRefereeCannotEnterThemselves(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	refused := s.referee.Post(s.path+"/my-entry", apitest.JSON{}).Want(422)
	if refused.Text("rule.paragraph") != "1.5" {
		t.Errorf("CN09 1.5 by every door: %s", refused.Body)
	}
}

func TestSelfEntry(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	mario := s.server.SignUp("Mario Rossi")
	mario.Get(s.path+"/my-entry").Refused(404, "not-found")
	s.organizer.Post(s.path+"/announcement", nil).Want(200)
	mario.Post(s.path+"/my-entry", apitest.JSON{}).Refused(409, "entries-not-open")
	s.organizer.Post(s.path+"/entry-opening", nil).Want(200)
	mine := mario.Post(s.path+"/my-entry", apitest.JSON{"city": "Aosta"}).Want(201)
	if mine.Text("player.name") != "Mario Rossi" || mine.Text("state") != "entered" {
		t.Errorf("entered as %s", mine.Body)
	}
	mario.Post(s.path+"/my-entry", apitest.JSON{}).Refused(409, "already-entered")
	mario.Get(s.path + "/my-entry").Want(200)
	mario.Get(s.path + "/entries").Want(403)
	mario.Delete(s.path + "/my-entry").Want(204)
	mario.Get(s.path+"/my-entry").Refused(404, "not-found")
	again := mario.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	if again.ID("player.id") != mine.ID("player.id") {
		t.Errorf("one person has two players")
	}
	for who, want := range map[*apitest.Client]int{mario: 1, s.organizer: 0} {
		self, err := tenantdb.Self(t.Context(), s.server.DB(), who.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if registers, err := leaguedb.OwnTenants(self, who.ID); err != nil || len(registers) != want || want > 0 && registers[0].Slug != s.federation.Slug {
			t.Errorf("%s finds himself in %v: %v", who.Name, registers, err)
		}
	}
}

func TestFeeAndCheckIn(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	s.enter(2)
	helper := s.appoint("Aiuto", "helper")
	entry := helper.Get(s.entry(1)).Want(200)
	helper.Patch(s.entry(1), apitest.JSON{"feePaid": true}).Refused(428, "if-match-missing")
	paid := helper.Patch(s.entry(1), apitest.JSON{"feePaid": true}, apitest.Match(entry.ETag())).Want(200)
	if paid.Value("feePaid") != true {
		t.Errorf("not paid: %s", paid.Body)
	}
	helper.Patch(s.entry(1), apitest.JSON{"feePaid": false}, apitest.Match(entry.ETag())).Refused(412, "stale")
	helper.Post(s.entry(2)+"/check-in", nil).Want(200)
	helper.Post(s.entry(2)+"/cancellation", apitest.JSON{"reason": "non viene"}).Want(403)
	helper.Get(s.entry(9)).Refused(404, "not-found")
	var page openapi.EntryPage
	helper.Get(s.path + "/entries?state=checked-in").Want(200).Into(&page)
	if len(page.Items) != 1 || page.Items[0].Number != 2 {
		t.Errorf("checked in: %+v", page.Items)
	}
}

// TestListOfPlayers: an organizer enters a whole list in one request, on seats and then on the waiting list; a
// refusal names all players it is about, and leaves nobody entered (CN09 1.5).
func TestListOfPlayers(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12})
	send := func(who *apitest.Client, players ...uuid.UUID) *apitest.Answer {
		return who.Post(s.path+"/entry-lists", apitest.JSON{"players": players})
	}
	players := make([]uuid.UUID, 14)
	for i := range players {
		players[i] = s.player(i)
	}
	s.organizer.Post(s.path+"/staff", apitest.JSON{"name": "Giocatore AP", "role": "referee", "player": players[13]}).Want(201)
	send(s.organizer, players[:2]...).Refused(409, "entries-not-open")
	s.open()
	send(s.server.SignUp("Elena Estranea"), players[0]).Want(403)
	refused := send(s.organizer, players[0], uuid.New(), players[0], players[13]).Refused(422, "invalid")
	for i, want := range []string{"/players/1 unknown-player", "/players/2 player-twice", "/players/3 referee-of-event"} {
		at := fmt.Sprintf("errors.%d.", i)
		if got := refused.Text(at+"pointer") + " " + refused.Text(at+"reason"); got != want {
			t.Errorf("fault %d is %s, want %s: %s", i, got, want, refused.Body)
		}
	}
	var entered openapi.ListedEntries
	send(s.organizer, players[:13]...).Want(201).Into(&entered)
	for i, e := range entered.Items {
		if waits := e.State == "waiting"; e.Number != i+1 || e.Player.Id.UUID != players[i] || waits != (i == 12) {
			t.Errorf("entry %d of the list is %+v", i, e)
		}
	}
	send(s.organizer, players[12]).Refused(422, "invalid")
	if n := s.organizer.Get(s.path + "/entries").Want(200).Len("items"); n != 13 {
		t.Errorf("%d are entered, want 13", n)
	}
}

// A list with people who are new to the register enters them and the known ones in one request, in its order. It is refused
// as a whole, at the line: names that are none, people named twice, and those who may not play. Names that the
// register has are refused with the player who bears them, until the list says that they are others.
func TestListOfPeople(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12})
	s.open()
	register := s.federation.Path + "/players"
	send := func(who *apitest.Client, entrants ...apitest.JSON) *apitest.Answer {
		return who.Post(s.path+"/entry-lists", apitest.JSON{"entrants": entrants})
	}
	person := func(name string, more ...any) apitest.JSON {
		out := apitest.JSON{"name": name}
		for i := 0; i < len(more); i += 2 {
			out[more[i].(string)] = more[i+1]
		}
		return apitest.JSON{"person": out}
	}
	known := apitest.JSON{"player": s.player(0)}
	barred := s.player(1)
	s.organizer.Post(s.path+"/staff", apitest.JSON{"name": "Giocatore AB", "role": "referee", "player": barred}).Want(201)
	neri := s.organizer.Post(register, apitest.JSON{"name": "Zoe Neri", "club": "Torre"}).Want(201).ID("id")
	nobodyNew := func() {
		t.Helper()
		if n := s.organizer.Get(register + "?name=Nuova").Want(200).Len("items"); n != 0 {
			t.Fatalf("the register has %d people of lists that were refused", n)
		}
	}

	send(s.server.SignUp("Elena Estranea"), person("Anna Nuova")).Want(403)
	send(s.referee, person("Anna Nuova")).Want(403) // enters players of the register alone
	for _, list := range [][]apitest.JSON{{}, {{}}, {{"player": neri, "person": apitest.JSON{"name": "Anna Nuova"}}}} {
		send(s.organizer, list...).Refused(422, "invalid")
	}
	s.organizer.Post(s.path+"/entry-lists", apitest.JSON{"players": []uuid.UUID{neri}, "entrants": []apitest.JSON{known}}).Refused(422, "invalid")
	faults := func(refused *apitest.Answer, want ...string) {
		t.Helper()
		for i, want := range want {
			at := fmt.Sprintf("errors.%d.", i)
			if got := refused.Text(at+"pointer") + " " + refused.Text(at+"reason"); got != want {
				t.Errorf("fault %d is %s, want %s: %s", i, got, want, refused.Body)
			}
		}
		nobodyNew()
	}
	faults(send(s.organizer, person("Anna Nuova"), person(" x "), person("Bea Nuova", "birthYear", 2199), person("www.example.org")).Refused(422, "invalid"),
		"/entrants/1/person/name name-too-short", "/entrants/2/person/birthYear day-to-come", "/entrants/3/person/name name-has-link")
	faults(send(s.organizer, person("Anna Nuova"), person("- -"), person("ANNA nuova")).Refused(422, "invalid"),
		"/entrants/1/person/name name-without-letters", "/entrants/2/person/name player-twice")
	faults(send(s.organizer, person("Anna Nuova"), apitest.JSON{"player": barred}, person("Zoe Neri")).Refused(422, "invalid"), "/entrants/1 referee-of-event")

	offered := send(s.organizer, person("Anna Nuova"), known, person("zoe neri")).Refused(409, "same-name")
	at := "current.namesakes.0."
	if got := []string{offered.Text(at + "pointer"), offered.Text(at + "name"), offered.Text(at + "club")}; !slices.Equal(got, []string{"/entrants/2/person", "Zoe Neri", "Torre"}) || offered.ID(at+"player") != neri {
		t.Errorf("the player of that name: %s", offered.Body)
	}
	nobodyNew()

	var entered openapi.ListedEntries
	send(s.organizer, person("Anna Nuova", "club", "Torre", "city", "Aosta", "email", "anna@example.org"), known,
		person("Zoe Neri", "sameNameAccepted", true), person("Anna Nuova", "sameNameAccepted", true, "birthYear", 1990)).Want(201).Into(&entered)
	var names []string
	for i, e := range entered.Items {
		if names = append(names, e.Player.Name); e.Number != i+1 || e.State != "entered" {
			t.Errorf("entry %d of the list is %+v", i, e)
		}
	}
	if want := []string{"Anna Nuova", "Giocatore AA", "Zoe Neri", "Anna Nuova"}; !slices.Equal(names, want) || entered.Items[2].Player.Id.UUID == neri {
		t.Errorf("entered %q, want %q", names, want)
	}
	anna := s.federation.Manager.Get(register + "/" + entered.Items[0].Player.Id.String()).Want(200)
	if got := []string{anna.Text("club"), anna.Text("city"), anna.Text("email")}; !slices.Equal(got, []string{"Torre", "Aosta", "anna@example.org"}) {
		t.Errorf("the register has %s", anna.Body)
	}
}

// TestMarksOfAList: the helper at the door ticks off a whole list at once. It is taken as a whole or not at
// all, and sending it again changes nothing.
func TestMarksOfAList(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12})
	s.open()
	s.enter(13)
	door := s.appoint("Aiuto", "helper")
	type mark = apitest.JSON
	send := func(who *apitest.Client, marks ...mark) *apitest.Answer {
		return who.Post(s.path+"/entry-marks", apitest.JSON{"marks": marks})
	}
	here := func() (n int) {
		return door.Get(s.path + "/entries?state=checked-in").Want(200).Len("items")
	}

	send(s.server.Anonymous(), mark{"entry": 1, "here": true}).Want(401)
	send(door).Refused(422, "invalid")
	send(door, mark{"entry": 1}).Refused(422, "invalid")
	send(door, mark{"entry": 1, "here": true}, mark{"entry": 13, "here": true}).Refused(409, "entries-without-seat")
	unknown := send(door, mark{"entry": 1, "here": true}, mark{"entry": 99, "here": true}, mark{"entry": 1, "feePaid": true}).Refused(422, "invalid")
	if got := unknown.Text("errors.0.pointer") + " " + unknown.Text("errors.1.pointer"); got != "/marks/1/entry /marks/2/entry" {
		t.Errorf("the faults point to %s: %s", got, unknown.Body)
	}
	if n := here(); n != 0 {
		t.Fatalf("%d are here by lists that were refused", n)
	}

	list := []mark{{"entry": 3, "here": true, "feePaid": true}, {"entry": 1, "here": true}, {"entry": 13, "feePaid": true}}
	var first, again openapi.ListedEntries
	send(door, list...).Want(200).Into(&first)
	send(door, list...).Want(200).Into(&again)
	if first.Items[0].Number != 3 || !first.Items[0].FeePaid || first.Items[1].State != "checked-in" || first.Items[2].State != "waiting" || !first.Items[2].FeePaid {
		t.Errorf("marked: %+v", first.Items)
	}
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("the list sent again changes (-first +again):\n%s", diff)
	}
	send(door, mark{"entry": 1, "here": false}).Want(200)
	if n := here(); n != 1 {
		t.Errorf("%d are here, want the third alone", n)
	}

	// Two devices at the door: one that has not seen the other's marks is refused, and may mark anew.
	seen := door.Get(s.path + "/entries/1").Want(200).Int("version")
	send(s.organizer, mark{"entry": 1, "feePaid": true, "version": seen}).Want(200)
	send(door, mark{"entry": 1, "version": seen}).Refused(422, "invalid")
	late := send(door, mark{"entry": 4, "here": true}, mark{"entry": 1, "here": true, "version": seen}).Refused(409, "marked-since")
	if late.Int("current.entries.0.entry") != 1 || late.Int("current.entries.0.version") != seen+1 || late.Text("current.entries.0.state") != "entered" || here() != 1 {
		t.Errorf("what stands instead, with %d here: %s", here(), late.Body)
	}
	if by, at := late.Text("current.entries.0.by"), late.Text("current.entries.0.at"); by != "Olga Organizzatrice" || at == "" {
		t.Errorf("somebody has changed it, %q at %q: %s", by, at, late.Body)
	}
	both := send(door, mark{"entry": 2, "here": true}, mark{"entry": 3, "here": false}).Want(200) // a list of two, by another person
	alone := send(s.organizer, mark{"entry": 3, "here": true, "version": both.Int("items.1.version") - 1}).Refused(409, "marked-since")
	if by := alone.Text("current.entries.0.by"); by != "Aiuto" {
		t.Errorf("a list has changed it, and %q is named: %s", by, alone.Body)
	}
	send(door, mark{"entry": 2, "here": false}, mark{"entry": 3, "here": true}).Want(200)
	send(door, mark{"entry": 1, "feePaid": true, "version": seen}).Want(200) // it stands so
	send(door, mark{"entry": 1, "here": true, "version": seen + 1}).Want(200)
	if n := here(); n != 2 {
		t.Errorf("%d are here, want the first too", n)
	}
}

func TestPlayersRegister(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	path := s.federation.Path + "/players"
	dojcev := s.organizer.Post(path, apitest.JSON{"name": "Георги Дойчев", "city": "София"}).Want(201)
	same := s.organizer.Post(path, apitest.JSON{"name": "георги дойчев"}).Refused(409, "same-name")
	if same.ID("current.player") != dojcev.ID("id") {
		t.Errorf("the refusal names the namesake: %s", same.Body)
	}
	s.organizer.Post(path, apitest.JSON{"name": "Георги Дойчев", "sameNameAccepted": true}).Want(201)
	for range 3 {
		s.organizer.Post(path, apitest.JSON{"name": "Anna Rossi", "sameNameAccepted": true}).Want(201)
	}
	var page openapi.PlayerPage
	s.organizer.Get(path + "?name=georgi").Want(200).Into(&page)
	if len(page.Items) != 2 {
		t.Errorf("script and case do not matter: found %d", len(page.Items))
	}
	var names []string
	cursor := ""
	for range 10 {
		page = openapi.PlayerPage{}
		s.federation.Manager.Get(path + "?limit=2" + cursor).Want(200).Into(&page)
		for _, p := range page.Items {
			names = append(names, p.Name)
		}
		if page.NextCursor == "" {
			break
		}
		cursor = "&cursor=" + page.NextCursor
	}
	if len(names) != 5 {
		t.Errorf("pages of two give all five once: %q", names)
	}
	s.organizer.Get(path+"?name=anna&limit=2"+cursor).Refused(400, "cursor-invalid") // of another list
	one := s.organizer.Get(path + "/" + dojcev.ID("id").String()).Want(200)
	s.federation.Manager.Patch(path+"/"+dojcev.ID("id").String(), apitest.JSON{"city": ""}, apitest.Match(one.ETag())).Want(200)
	s.federation.Manager.Patch(path+"/"+dojcev.ID("id").String(), apitest.JSON{"city": "Пловдив"}, apitest.Match(one.ETag())).Refused(412, "stale")
}

func TestEventFaults(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	good := func() apitest.JSON {
		return apitest.JSON{
			"kind": "stage", "title": "Tappa di Aosta", "startsAt": "2009-02-08T09:00:00Z", "timeZone": "Europe/Rome",
			"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "ruleset": "catan-nazionale-2009",
		}
	}
	tests := []struct {
		name            string
		set             func(apitest.JSON)
		pointer, reason string
	}{
		{"a ruleset nobody wrote", func(e apitest.JSON) { e["ruleset"] = "mine" }, "/ruleset", "unknown-ruleset"},
		{"a version nobody published", func(e apitest.JSON) { e["rulesetVersion"] = 9 }, "/rulesetVersion", "unknown-ruleset-version"},
		{"a version of a ruleset nobody wrote", func(e apitest.JSON) { e["ruleset"], e["rulesetVersion"] = "mine", 9 }, "/ruleset", "unknown-ruleset"},
		{"a zone that is none", func(e apitest.JSON) { e["timeZone"] = "Europe/Atlantis" }, "/timeZone", "unknown-time-zone"},
		{"a zone that every machine reads as it likes", func(e apitest.JSON) { e["timeZone"] = "posixrules" }, "/timeZone", "unknown-time-zone"},
		{"the year 0", func(e apitest.JSON) { e["startsAt"] = "0000-02-08T09:00:00Z" }, "/startsAt", "schema-format"},
		{"the year 2200", func(e apitest.JSON) { e["startsAt"] = "2200-02-08T09:00:00Z" }, "/startsAt", "schema-format"},
		{"a fee nobody pays", func(e apitest.JSON) { e["fee"] = apitest.JSON{"amount": "9999999.99", "currency": "EUR"} }, "/fee/amount", "schema-pattern"},
		{"a formula of another ruleset", func(e apitest.JSON) { e["formula"] = "swiss" }, "/formula", "unknown-formula"},
		{"fewer than CN09 3.2 allows", func(e apitest.JSON) { e["capacity"] = 8 }, "/capacity", "capacity-below-minimum"},
		{"a reading nobody offers", func(e apitest.JSON) { e["readings"] = apitest.JSON{"A002-1": "cap_half"} }, "/readings/A002-1", "no-such-option"},
	}
	for _, tt := range tests {
		event := good()
		tt.set(event)
		var p openapi.Problem
		federation.Manager.Post(federation.Path+"/events", event).Refused(422, "invalid").Into(&p)
		if len(p.Errors) == 0 || p.Errors[0].Pointer != tt.pointer || p.Errors[0].Reason != tt.reason {
			t.Errorf("%s: got %+v, want %s at %s", tt.name, p.Errors, tt.reason, tt.pointer)
		}
	}
	event := good()
	event["readings"] = apitest.JSON{"A002-1": "cap_half", "A009-9": "x"}
	var p openapi.Problem
	federation.Manager.Post(federation.Path+"/events", event).Refused(422, "invalid").Into(&p)
	var faults []string
	for _, e := range p.Errors {
		faults = append(faults, e.Pointer+" "+e.Reason+" "+e.Rule.Code+" "+e.Rule.Paragraph)
	}
	if got := strings.Join(faults, ", "); got != "/readings/A002-1 no-such-option CN09 4.7, /readings/A009-9 no-such-reading  " {
		t.Errorf("every fault of the readings: %s", got)
	}
	event["readings"] = apitest.JSON{"A002-1": "cap_winner"}
	made := federation.Manager.Post(federation.Path+"/events", event).Want(201)
	if made.Text("readings.A002-1") != "cap_winner" || made.Text("slug") != "tappa-di-aosta-2009-02-08" {
		t.Errorf("made %s", made.Body)
	}
	federation.Manager.Post(federation.Path+"/events", good()).Refused(409, "slug-taken")
	var page openapi.EventPage
	federation.Manager.Get(federation.Path + "/events").Want(200).Into(&page)
	if len(page.Items) != 1 {
		t.Errorf("the manager sees the draft: %d", len(page.Items))
	}
	server.Anonymous().Get(federation.Path + "/events").Want(200).Into(&page)
	if len(page.Items) != 0 {
		t.Errorf("the public sees a draft")
	}
}

// TestRulesetsListedAreThoseThatRun: an event can be made by each ruleset that
// is listed and by no other, though the engines may know it.
func TestRulesetsListedAreThoseThatRun(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	var list openapi.RulesetList
	server.Anonymous().Get(federation.Path + "/rulesets").Want(200).Into(&list)
	listed := map[string]bool{}
	for _, ruleset := range list.Items {
		listed[ruleset.Id] = true
	}
	if len(listed) == 0 {
		t.Error("no rulesets")
	}
	for _, id := range presets.IDs() {
		event := apitest.JSON{
			"kind": "stage", "title": "Tappa " + id, "startsAt": "2009-02-08T09:00:00Z", "timeZone": "Europe/Rome",
			"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "ruleset": id,
		}
		if r, err := presets.Find(id); err != nil {
			t.Fatal(err)
		} else if r.Time.Limit == rules.AlwaysLimit {
			event["timeLimitMinutes"] = 75
		}
		made := federation.Manager.Post(federation.Path+"/events", event)
		shown := server.Anonymous().Get(federation.Path + "/rulesets/" + id)
		if listed[id] {
			made.Want(201)
			if shown.Want(200).Text("id") != id {
				t.Errorf("%s is shown as %s", id, shown.Body)
			}
		} else {
			made.Refused(422, "invalid")
			shown.Refused(404, "not-found")
		}
	}
}

// A command that was pressed without network holds as of when it was pressed, unless the clock was commanded since.
func TestClockLate(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	s.draw()
	drawn := s.server.Clock.Now()
	s.server.Clock.Advance(time.Minute)
	command := func(what string, at time.Time) *apitest.Answer {
		return s.referee.Post(s.round(1)+"/clock/commands", apitest.JSON{"command": what, "at": at.UTC().Format(time.RFC3339)})
	}
	command("start", drawn.Add(-time.Hour)).Refused(409, "clock-since")
	started := command("start", drawn.Add(20*time.Second)).Want(200)
	if got, want := started.Text("endsAt"), drawn.Add(80*time.Minute+20*time.Second).UTC().Format(time.RFC3339); got != want {
		t.Errorf("80 minutes end at %s, got %s", want, got)
	}
	command("pause", drawn.Add(10*time.Second)).Refused(409, "clock-since")
	paused := command("pause", drawn.Add(50*time.Second)).Want(200)
	if left := paused.Int("remainingSeconds"); left != 80*60-30 {
		t.Errorf("%d seconds are left", left)
	}
	if at, want := paused.Text("commandedAt"), drawn.Add(50*time.Second).UTC().Format(time.RFC3339); at != want {
		t.Errorf("paused at %s, want %s", at, want)
	}
	s.server.Clock.Advance(time.Minute)
	s.referee.Post(s.round(1)+"/clock/commands", apitest.JSON{"command": "resume"}).Want(200)

	// The log has each at the moment at which it arrived, and the time from which it holds if that was before.
	var told []string
	var page openapi.LogPage
	s.federation.Manager.Get(s.federation.Path + "/log?limit=100").Want(200).Into(&page)
	for _, record := range page.Items {
		if strings.HasPrefix(record.Kind, "clock.") {
			from, _ := record.Data["heldFrom"].(string)
			told = append(told, record.Kind+" "+from)
		}
	}
	want := []string{"clock.start " + drawn.Add(20*time.Second).UTC().Format(time.RFC3339), "clock.pause " + drawn.Add(50*time.Second).UTC().Format(time.RFC3339), "clock.resume "}
	if !slices.Equal(told, want) {
		t.Errorf("the log tells %q, want %q", told, want)
	}
}

// One clock for all devices: instants, not ticks.
func TestClock(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	s.draw()
	command := func(body apitest.JSON) *apitest.Answer { return s.referee.Post(s.round(1)+"/clock/commands", body) }
	command(apitest.JSON{"command": "pause"}).Refused(409, "clock-phase")
	started := command(apitest.JSON{"command": "start"}).Want(200)
	if got, want := started.Text("endsAt"), s.server.Clock.Now().Add(80*time.Minute).UTC().Format(time.RFC3339); got != want {
		t.Errorf("80 minutes end at %s, got %s", want, got)
	}
	s.server.Clock.Advance(30 * time.Minute)
	s.referee.Renew()
	paused := command(apitest.JSON{"command": "pause"}).Want(200)
	if got := fmt.Sprint(paused.Value("remainingSeconds")); got != "3000" {
		t.Errorf("50 minutes remain, got %s seconds", got)
	}
	s.server.Clock.Advance(time.Hour)
	s.referee.Renew()
	command(apitest.JSON{"command": "resume"}).Want(200)
	command(apitest.JSON{"command": "extend", "seconds": 300}).Want(200)
	command(apitest.JSON{"command": "extend", "table": 2, "seconds": 180}).Want(200)
	command(apitest.JSON{"command": "extend", "table": 2, "seconds": -120}).Want(200)
	command(apitest.JSON{"command": "extend", "table": 2, "seconds": -120}).Refused(409, "less-extra-time")
	command(apitest.JSON{"command": "limit-turns", "seconds": -60}).Refused(422, "no-turn-limit")
	command(apitest.JSON{"command": "extend", "table": 9, "seconds": 60}).Refused(422, "invalid")
	command(apitest.JSON{"command": "extend"}).Refused(422, "invalid")
	var clock openapi.Clock
	s.server.Anonymous().Get(s.round(1) + "/clock").Want(200).Into(&clock)
	if want := s.server.Clock.Now().Add(55 * time.Minute); !clock.EndsAt.Equal(want) || clock.Tables[0].Table != 2 || !clock.Tables[0].EndsAt.Equal(want.Add(time.Minute)) {
		t.Errorf("55 minutes remain, 56 at table 2: %+v", clock)
	}
	if len(clock.Phases) != 1 || clock.Phases[0].Phase != openapi.ClockPhaseLastTurn || clock.Phases[0].Rule.Paragraph != "3.4" {
		t.Errorf("what is played when time is up: %+v", clock.Phases)
	}
	command(apitest.JSON{"command": "limit-turns", "seconds": 60}).Refused(422, "no-turn-limit")
	command(apitest.JSON{"command": "last-turn"}).Want(200) // CN09 3.4
	command(apitest.JSON{"command": "advance"}).Refused(409, "clock-phase")
	command(apitest.JSON{"command": "end"}).Want(200)
	command(apitest.JSON{"command": "start"}).Refused(409, "clock-phase")
}
