package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/openapi"
)

// named adds a new person to the register, even if their name resembles another.
func (s *stage) named(name string) uuid.UUID {
	s.t.Helper()
	return s.organizer.Post(s.address("players"), apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201).ID("id")
}

// decideCheck decides for an entry to be checked whether it is confirmed or refused.
func (s *stage) decideCheck(by *apitest.Client, entry int, outcome string) *apitest.Answer {
	s.t.Helper()
	return by.Post(s.entry(entry)+"/check", apitest.JSON{"outcome": outcome, "reason": "ha mostrato la carta d’identità"})
}

// CN09 1.5: a ban is not evaded by a new account of the same name or of one that looks like it. An entrant who
// resembles the banned person is entered to be checked, which does not show to them; one who does not passes at
// once.
func TestLookAlikeOfABannedIsChecked(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	_, banned := s.selfPlayer("Petrov Mario Rossi")
	s.ban(banned, ban("2009-01-01", "")).Want(201)
	for i, tt := range []struct {
		name string
		held bool
	}{
		{"Petrov Mario Rossi", true},
		{"Реtrov Mario Rossi", true},           // Cyrillic Р and е
		{"Ｐetrov Mario Rossi", true},           // full-width P
		{"Mario Rossi Petrov", true},           // another order
		{"PETROV MAR1O ROSSI", true},           // one for I
		{"Petrov Maria Rossi", false},          // another name
		{"Petrov Mario Rossini", false},        // another name
		{"Giovanna Bianchi", false},            // nothing like it
		{"Петров Марио Роси", false},           // transliterated, but of another name
		{"Петров Марио Росси", true},           // transliterated
		{"petrov-mario rossi", true},           // small, with a hyphen
		{"Petrov Mario Rossi il terzo", false}, // longer
	} {
		c := s.server.SignUp(tt.name)
		got := c.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
		if held := got.Text("check.state") == "open"; held != tt.held || got.Text("state") != "entered" {
			t.Errorf("%q: checked %v: %s", tt.name, held, got.Body)
		}
		own := c.Get(s.path + "/my-entry").Want(200)
		for _, a := range []*apitest.Answer{got, own} {
			if strings.Contains(string(a.Body), banned.String()) || a.Value("check.resembles") != nil || a.Value("barred") != nil || strings.Contains(string(a.Body), "ban") {
				t.Errorf("%q: he is told of the other: %s", tt.name, a.Body)
			}
		}
		n := i + 2 // behind the banned person's own
		here := s.organizer.Post(s.entry(n)+"/check-in", nil)
		if tt.held {
			here.Refused(409, "entry-to-be-checked")
			c.Post(s.entry(n)+"/check", apitest.JSON{"outcome": "confirmed", "reason": "sono io"}).Want(403)
		} else {
			here.Want(200)
		}
	}
}

// CN09 1.5: the people who decide see whom an entrant resembles; only those whose office it is see why that
// person may not take part. The person who has made an entry does not confirm it, and a confirmation by the
// manager holds in all events.
func TestChecksAreDecided(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	manager := s.federation.Manager
	_, banned := s.selfPlayer("Mario Rossi")
	double := s.named("Mário Rossi")
	before := s.enterPlayer(double).Want(201)
	if before.Value("check") != nil {
		t.Errorf("he resembles nobody who is barred: %s", before.Body)
	}
	s.ban(banned, ban("2009-01-01", "")).Want(201)
	two := s.organizer.Get(s.entry(2)).Want(200)
	if two.Text("check.state") != "open" || two.ID("check.resembles.0.player") != banned || two.Text("check.resembles.0.explanations.0.reason") != "may-not-take-part" ||
		two.Text("check.resembles.0.explanations.0.rule.paragraph") != "1.5" {
		t.Errorf("for the organizer: %s", two.Body)
	}
	if all := manager.Get(s.path + "/entries").Want(200); all.Text("items.1.check.resembles.0.explanations.0.reason") != "banned" {
		t.Errorf("for the manager: %s", all.Body)
	}
	if helper := s.appoint("Aldo Aiutante", "helper").Get(s.entry(2)).Want(200); helper.Text("check.state") != "open" || helper.Value("check.resembles") != nil {
		t.Errorf("for a helper: %s", helper.Body)
	}
	due := "check-entry CN09 1.5 2009-02-08T08:59:59Z"
	sees(t, s.federation, "while it is open", map[*apitest.Client][]string{s.organizer: {due}, s.referee: {due}, manager: {due}})
	w := waitingOf(s.referee, s.federation)[0]
	if s.referee.Get(strings.TrimPrefix(w.Resource, "/v1")).Want(200).Int("number") != 2 || !strings.Contains(w.Title, "Mário Rossi") || strings.Contains(w.Title+w.Explanation.Text, "ban") {
		t.Errorf("got %+v", w)
	}
	s.decideCheck(s.organizer, 2, "confirmed").Refused(403, "own-entry")
	s.decideCheck(s.referee, 1, "confirmed").Refused(409, "entry-state") // of the banned person, whose entry is cancelled
	confirmed := s.decideCheck(s.referee, 2, "confirmed").Want(200)
	if confirmed.Text("check.state") != "confirmed" {
		t.Errorf("got %s", confirmed.Body)
	}
	s.decideCheck(s.referee, 2, "refused").Refused(409, "entry-not-to-be-checked")
	sees(t, s.federation, "once it is decided", map[*apitest.Client][]string{s.organizer: nil, s.referee: nil, manager: nil})
	if got := s.organizer.Get(s.entry(2)).Want(200); got.Text("check.state") != "confirmed" || got.Text("check.decidedBy") != "Fabio Primo Arbitro" {
		t.Errorf("got %s", got.Body)
	}
	s.organizer.Post(s.entry(2)+"/check-in", nil).Want(200)
	log := string(manager.Get(s.federation.Path + "/log?limit=100").Want(200).Body)
	if !strings.Contains(log, `"entry.confirmed"`) || strings.Contains(log, "carta d") {
		t.Errorf("the log: %s", log)
	}

	next := s.another(apitest.JSON{"startsAt": "2009-03-08T09:00:00Z"})
	next.organizer = s.federation.Member("Carlo Contatto", "championship-manager", apitest.WholeTenant())
	if again := next.enterPlayer(double).Want(201); again.Text("check.state") != "open" {
		t.Errorf("the referee of one event speaks for it alone: %s", again.Body)
	}
	next.decideCheck(manager, 1, "confirmed").Want(200)
	third := s.another(apitest.JSON{"startsAt": "2009-03-15T09:00:00Z"})
	if again := third.enterPlayer(double).Want(201); again.Value("check") != nil {
		t.Errorf("the manager speaks for all: %s", again.Body)
	}
	// A resemblance to another person is a separate check, and may be refused.
	refused := third.enterPlayer(s.named("Rossi Mario")).Want(201).Int("number")
	third.referee = third.appoint("Altra Arbitra", "first-referee")
	gone := third.decideCheck(third.referee, refused, "refused").Want(200)
	if gone.Text("state") != "cancelled" || gone.Text("check.state") != "refused" {
		t.Errorf("got %s", gone.Body)
	}
}

// CN09 1.5: a referee of the event does not enter as a guest of their own name, and does
// not confirm that one themselves.
func TestLookAlikeOfARefereeIsChecked(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	guest := s.enterPlayer(s.named("Primo Arbitro Fabio")).Want(201)
	if guest.Text("check.resembles.0.explanations.0.reason") != "referee-of-event" || guest.Text("check.resembles.0.name") != "Fabio Primo Arbitro" {
		t.Errorf("CN09 1.5: %s", guest.Body)
	}
	s.organizer.Post(s.entry(1)+"/check-in", nil).Refused(409, "entry-to-be-checked")
	s.decideCheck(s.referee, 1, "confirmed").Refused(403, "own-case")
	s.decideCheck(s.federation.Manager, 1, "confirmed").Want(200)
	if other := s.enterPlayer(s.named("Prima Arbitra Fabiola")).Want(201); other.Value("check") != nil {
		t.Errorf("who is nobody's double passes at once: %s", other.Body)
	}
	asked := s.organizer.Post(s.path+"/eligibility", apitest.JSON{"player": s.named("Fabio Primo Arbitro")}).Want(200)
	if asked.Text("verdict") != "to-be-checked" || asked.Value("eligible") != false {
		t.Errorf("asked before: %s", asked.Body)
	}
}

// CN09 1.5 at the start: a player who is here and came to resemble a barred person since has to be decided
// about first; one who is not here does not hold the others up.
func TestStartWaitsForChecks(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	s.enter(12)
	here, away := s.named("Mario Rossi"), s.named("Anna Verdi")
	s.enterPlayer(here).Want(201)
	s.enterPlayer(away).Want(201)
	s.checkIn(upTo(13)...)
	s.exclude(s.named("Rossi Mario"), "2009-01-01", "").Want(201)
	s.exclude(s.named("ANNA VERDI"), "2009-01-01", "").Want(201)
	refused := s.referee.Post(s.path+"/start", apitest.JSON{}).Refused(409, "entry-to-be-checked")
	if strings.Contains(string(refused.Body), "employee") {
		t.Errorf("why is told: %s", refused.Body)
	}
	s.decideCheck(s.referee, 13, "confirmed").Want(200)
	if begun := s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200); begun.Int("counts.players") != 13 {
		t.Errorf("got %s", begun.Body)
	}
}

// CN09 1.5 by the doors of the waiting list and of the reserves.
func TestChecksAtTheWaitingList(t *testing.T) {
	t.Parallel()
	s := heedful(t, "firenzegioca-2014", "1", nil)
	s.enter(20)
	s.enterPlayer(s.named("Mario Rossi")).Want(201)
	s.enterPlayer(s.named("Giulia Neri")).Want(201)
	s.exclude(s.named("Rossi Mario"), "2009-01-01", "").Want(201)
	s.organizer.Post(s.entry(4)+"/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
	s.organizer.Post(s.entry(5)+"/cancellation", apitest.JSON{"reason": "malata"}).Want(200)
	s.referee.Post(s.entry(21)+"/acceptance", nil).Refused(409, "entry-to-be-checked")
	s.referee.Post(s.entry(22)+"/acceptance", nil).Want(200) // resembles no barred person
	s.decideCheck(s.referee, 21, "confirmed").Want(200)
	s.referee.Post(s.entry(21)+"/acceptance", nil).Want(200)
}

func TestChecksOfReserves(t *testing.T) {
	t.Parallel()
	s := heedful(t, "just-play-2022", "1.5", apitest.JSON{"timeLimitMinutes": 75})
	s.enter(8)
	s.enterPlayer(s.named("Mario Rossi")).Want(201)
	s.enterPlayer(s.named("Giulia Neri")).Want(201)
	s.checkIn(upTo(10)...)
	s.begin(upTo(8)...).Want(200)
	s.exclude(s.named("Rossi Mario"), "2009-01-01", "").Want(201)
	replace := func(n int) *apitest.Answer {
		return s.organizer.Post(s.entry(n)+"/replacement", apitest.JSON{"reason": "non si presenta"})
	}
	if took := replace(2).Want(200); took.Int("number") != 10 {
		t.Errorf("JP22 4: who is to be checked is passed over: %s", took.Body)
	}
	replace(3).Refused(409, "entry-to-be-checked")
	s.decideCheck(s.referee, 9, "confirmed").Want(200)
	replace(3).Want(200)
}

// CN09 1.5 for files: a new person who resembles a barred one is confirmed with the application, or nothing is
// stored.
func TestChecksInAFile(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	form := s.federation.Manager.Get(s.path + "/export?format=xlsx").Want(200)
	f, err := eventfile.Read(eventfile.XLSX, form.Body, eventfile.Standard(), eventfiletest.Rulesets)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 13 {
		f.Entries = append(f.Entries, eventfile.Entry{Number: league.Entry(i + 1), Name: "Ospite " + string(rune('A'+i)) + "lfredo"})
	}
	d, r := eventfiletest.PlayWith(t, "catan-nazionale-2009", 5, f.Document)
	data, err := eventfile.Write(eventfile.XLSX, d, r, "en")
	if err != nil {
		t.Fatal(err)
	}
	s.exclude(s.named("Alfredo E Ospite"), "2009-01-01", "").Want(201) // resembles none of them
	s.exclude(s.named("Elfredo Ospite"), "2009-01-01", "").Want(201)
	got := importFile(s.federation, eventfile.XLSX, data, "true")
	if got.Counts.ToBeChecked != 1 || got.Counts.New != 13 {
		t.Errorf("the dry run counts %+v", got.Counts)
	}
	for _, p := range got.People {
		open := p.Check.State == openapi.EntryCheckStateOpen
		if open != (p.Entry == 5) || open && (len(p.Check.Resembles) != 1 || p.Check.Resembles[0].Name != "Elfredo Ospite" || len(p.Check.Resembles[0].Explanations) == 0) {
			t.Errorf("the dry run says of %d %+v", p.Entry, p.Check)
		}
	}
	if direct := importFile(s.federation, eventfile.XLSX, data, "false"); direct.State != "clean" || direct.Counts.ToBeChecked != 1 {
		t.Errorf("stored at once it is %s with %+v", direct.State, direct.Counts)
	}
	apply := func(body apitest.JSON) *apitest.Answer {
		body["event"] = s.id
		return s.federation.Manager.Post(s.address("imports/"+got.Id.String()+"/application"), body)
	}
	refused := apply(apitest.JSON{}).Want(422)
	if refused.Text("errors.0.reason") != "entry-to-be-checked" || refused.Text("errors.0.pointer") != "/entries/5" || refused.Len("errors") != 1 {
		t.Errorf("got %s", refused.Body)
	}
	apply(apitest.JSON{"people": []apitest.JSON{{"entry": 5, "confirmed": "è un altro, lo conosciamo"}}}).Want(200)
	if e := s.federation.Manager.Get(s.path).Want(200); e.Text("state") == "open" {
		t.Errorf("got %s", e.Body)
	}
}

// Names are distinguished as exactly as they are written: CisloI is not CisloJ, which folds alike; among people
// in the register the one with the exact name goes first.
func TestExactNamesGoBeforeFoldedOnes(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	d, r := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	add := func(name string) uuid.UUID {
		return federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201).ID("id")
	}
	for i, name := range []string{"CisloI", "CisloJ", "Doychev", "Cisly"} {
		d.Entries[i].Name, d.Entries[i].Club = name, ""
	}
	i, j := add("CisloI"), add("CisloJ")
	add("Дойчев")
	if again := federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": "cisloJ"}).Refused(409, "same-name"); again.ID("current.player") != j {
		t.Errorf("the exact name goes before: %s", again.Body)
	}
	data, err := eventfile.Write(eventfile.CSV, d, r, "it")
	if err != nil {
		t.Fatal(err)
	}
	got := importFile(federation, eventfile.CSV, data, "true")
	people := got.People
	if people[0].Player.UUID != i || people[1].Player.UUID != j || people[0].Match != "matched" || people[1].Match != "matched" {
		t.Errorf("CisloI %+v, CisloJ %+v", people[0], people[1])
	}
	if people[2].Match != "ambiguous" || people[3].Match != "new" {
		t.Errorf("who merely reads alike is asked about: %+v, %+v", people[2], people[3])
	}
}

// A name by which nobody can be distinguished from others is refused, on every path.
func TestNamesWithoutLetters(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	for _, name := range []string{"!!!", "— —", "🙂🙂"} {
		got := s.organizer.Post(s.address("players"), apitest.JSON{"name": name}).Refused(422, "invalid")
		if got.Text("errors.0.reason") != "name-without-letters" || got.Text("errors.0.pointer") != "/name" {
			t.Errorf("%q: %s", name, got.Body)
		}
	}
	s.server.SignUp("🙂🙂").Post(s.path+"/my-entry", apitest.JSON{}).Refused(422, "invalid")
	player := s.named("Mario Rossi")
	tag := s.federation.Manager.Get(s.address("players/" + player.String())).Want(200).ETag()
	s.federation.Manager.Patch(s.address("players/"+player.String()), apitest.JSON{"name": "..."}, apitest.Match(tag)).Refused(422, "invalid")
	s.federation.Manager.Patch(s.address("players/"+player.String()), apitest.JSON{"name": "Mario R."}, apitest.Match(tag)).Want(200)
}
