package leagueapi_test

import (
	"encoding/json"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/openapi"
)

// heedful is an event by a regulation like a preset's that refuses employees of the publisher and banned people, as
// CN09 1.5 does.
func heedful(t *testing.T, preset, paragraph string, changes apitest.JSON) *stage {
	t.Helper()
	s := newStage(t, nil)
	r, err := presets.Find(preset)
	if err != nil {
		t.Fatal(err)
	}
	r.ID, r.Code = "con-esclusioni", "ESC1"
	r.Eligibility = []rules.Exclusion{{Reason: rules.EmployeeOfPublisher, Paragraph: paragraph}, {Reason: rules.Banned, Paragraph: paragraph}}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	s.federation.Manager.Post(s.address("rulesets"), `{"document":`+string(text)+`}`).Want(201)
	s.federation.Manager.Post(s.address("rulesets/con-esclusioni/versions"), apitest.JSON{"draft": 1}).Want(201)
	facts := apitest.JSON{"ruleset": "con-esclusioni", "kind": "club"}
	for name, value := range changes {
		facts[name] = value
	}
	event := s.another(facts)
	event.referee = event.appoint("Altro arbitro", "first-referee")
	return event
}

// CN09 1.5 from the waiting list: the referee lets no player in who may not take part.
func TestExcludedFromTheWaitingList(t *testing.T) {
	t.Parallel()
	s := heedful(t, "firenzegioca-2014", "1", nil)
	s.enter(21)
	s.exclude(s.playerOf(21), "2009-01-01", "").Want(201)
	s.organizer.Post(s.entry(4)+"/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
	refused := s.referee.Post(s.entry(21)+"/acceptance", nil).Want(422)
	if refused.Text("rule.paragraph") != "1" || refused.Text("errors.0.reason") != "may-not-take-part" {
		t.Errorf("CN09 1.5 from the waiting list: %s", refused.Body)
	}
	if e := s.organizer.Get(s.entry(21)).Want(200); e.Value("acceptedAt") != nil {
		t.Errorf("let in all the same: %s", e.Body)
	}
}

// withTwoReserves is an event that eight have begun to play, while two reserves wait.
func withTwoReserves(t *testing.T) *stage {
	t.Helper()
	s := heedful(t, "just-play-2022", "1.5", apitest.JSON{"timeLimitMinutes": 75})
	s.enter(8)
	s.enterPlayer(s.named("Nona Riserva")).Want(201)
	s.enterPlayer(s.named("Decimo Sostituto")).Want(201) // their name does not resemble the ninth's
	s.checkIn(upTo(10)...)
	s.begin(upTo(8)...).Want(200)
	return s
}

// CN09 1.5 for reserves: a reserve who may not take part is passed over, and nobody steps in if none may.
func TestExcludedReserveIsPassedOver(t *testing.T) {
	t.Parallel()
	s := withTwoReserves(t)
	s.exclude(s.playerOf(9), "2009-01-01", "").Want(201)
	replaced := s.organizer.Post(s.entry(2)+"/replacement", apitest.JSON{"reason": "non si presenta"}).Want(200)
	if replaced.Int("number") != 10 {
		t.Errorf("JP22 4: the second reserve steps in for the excluded first: %s", replaced.Body)
	}
	refusedFor(t, "as the last reserve", s.organizer.Post(s.entry(3)+"/replacement", apitest.JSON{"reason": "non si presenta"}), "employee-of-publisher")
}

// filledIn returns a workbook in which the event was played, and the result of its first check: that it is
// clean.
func (s *stage) filledIn() (data []byte, clean openapi.Import) {
	s.t.Helper()
	form := s.federation.Manager.Get(s.path + "/export?format=xlsx").Want(200)
	f, err := eventfile.Read(eventfile.XLSX, form.Body, eventfile.Standard(), eventfiletest.Rulesets)
	if err != nil {
		s.t.Fatal(err)
	}
	d, ruleset := eventfiletest.PlayWith(s.t, "catan-nazionale-2009", 5, f.Document)
	if data, err = eventfile.Write(eventfile.XLSX, d, ruleset, "en"); err != nil {
		s.t.Fatal(err)
	}
	clean = importFile(s.federation, eventfile.XLSX, data, "true")
	if clean.State != openapi.ImportStateClean {
		s.t.Fatalf("before anybody is kept out: %s %+v", clean.State, clean.Faults)
	}
	return data, clean
}

// CN09 1.5 for files: an event of ours that a file fills in has no player who may not take part; an event
// played elsewhere is history.
func TestExcludedFromAFile(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	s.enter(13)
	data, before := s.filledIn()
	apply := s.federation.Path + "/imports/" + before.Id.String() + "/application"
	s.exclude(s.playerOf(5), "2009-01-01", "").Want(201)
	after := importFile(s.federation, eventfile.XLSX, data, "true")
	if after.State != openapi.ImportStateFaulty || len(after.Faults) != 1 || after.Faults[0].Reason != "employee-of-publisher" || after.Faults[0].Rule.Paragraph != "1.5" {
		t.Errorf("CN09 1.5 looked at: %s %+v", after.State, after.Faults)
	}
	refusedFor(t, "by a file", s.federation.Manager.Post(apply, apitest.JSON{"event": s.id}), "employee-of-publisher")
	if event := s.federation.Manager.Get(s.path).Want(200); event.Text("state") != "open" {
		t.Errorf("filled in all the same: %s", event.Body)
	}
	s.server.Clock.Advance(12 * time.Hour)
	s.federation.Manager.Renew()
	s.organizer.Renew()
	var people []apitest.JSON
	for n := 1; n <= 13; n++ {
		people = append(people, apitest.JSON{"entry": n, "player": s.playerOf(n)})
	}
	s.federation.Manager.Post(apply, apitest.JSON{"slug": "storia", "people": people}).Want(200)
}
