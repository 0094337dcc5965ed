package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// CN09 5.5, BG 1.1.7: the first and the last day of a ban belong to it, at the venue of the
// event, wherever the federation is; extended, shortened and lifted it holds as it was last
// decided, also for entries that come then. Each decision is told once, whatever is sent
// twice.
func TestEndsOfABan(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	manager := s.federation.Manager
	carla, player := s.selfPlayer("Carla Bandita")
	events := map[string]*stage{}
	for name, at := range map[string][2]string{
		"the evening before, in Rome":       {"2009-02-28T22:59:00Z", "Europe/Rome"},
		"midnight of the first day":         {"2009-02-28T23:00:00Z", "Europe/Rome"},
		"the last minute in Rome":           {"2009-06-30T21:59:00Z", "Europe/Rome"},
		"the day after, in Sofia already":   {"2009-06-30T21:00:00Z", "Europe/Sofia"},
		"the day after, in Rome":            {"2009-06-30T22:00:00Z", "Europe/Rome"},
		"the last day, in Lisbon still":     {"2009-06-30T22:30:00Z", "Europe/Lisbon"},
		"the last day of a longer one":      {"2009-07-15T21:59:00Z", "Europe/Rome"},
		"the day after the longer one":      {"2009-07-15T22:00:00Z", "Europe/Rome"},
		"the last day of a shorter one":     {"2009-06-15T10:00:00Z", "Europe/Rome"},
		"the day after the last of a short": {"2009-06-16T10:00:00Z", "Europe/Rome"},
	} {
		events[name] = s.another(apitest.JSON{"startsAt": at[0], "timeZone": at[1]})
	}
	barred := func(what string, want ...string) {
		t.Helper()
		var got []string
		for name, event := range events {
			answer := carla.Post(event.path+"/eligibility", apitest.JSON{"player": player}).Want(200)
			if strings.Contains(string(answer.Body), `"banned"`) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", what, got, want)
		}
	}
	const (
		first, lastRome, lastLisbon = "midnight of the first day", "the last minute in Rome", "the last day, in Lisbon still"
		short, afterShort           = "the last day of a shorter one", "the day after the last of a short"
		sofia, dayAfter, longer     = "the day after, in Sofia already", "the day after, in Rome", "the last day of a longer one"
	)
	barred("before")

	key := apitest.Key("ban-of-carla")
	body := apitest.JSON{"player": player, "source": "lettera", "decision": ban("2009-03-01", "2009-06-30")}
	done := manager.Post(s.address("bans"), body, key).Want(201)
	if again := manager.Post(s.address("bans"), body, key).Want(201); again.ID("id") != done.ID("id") {
		t.Errorf("sent twice: %s", again.Body)
	}
	told := func() { s.server.Mailbox.Wait(carla.Email, "ban-decided") } // of a decision that is no longer the latest, nobody would be notified
	told()
	barred("until 30 June", first, lastRome, lastLisbon, short, afterShort)
	refusedFor(t, "on the last day in Lisbon", carla.Post(events[lastLisbon].path+"/my-entry", apitest.JSON{}), "banned")
	carla.Post(events[dayAfter].path+"/my-entry", apitest.JSON{}).Want(201)

	path := s.address("bans/" + done.ID("id").String())
	decide := func(decision apitest.JSON) *apitest.Answer {
		t.Helper()
		answer := manager.Post(path+"/decisions", decision, apitest.Match(manager.Get(path).Want(200).ETag())).Want(201)
		told()
		return answer
	}
	extended := decide(ban("2009-03-01", "2009-07-15"))
	if extended.Len("entries") != 1 || extended.Text("entries.0.effect") != "cancelled" {
		t.Errorf("extended, it takes the entry of the day after: %s", extended.Body)
	}
	barred("until 15 July", first, lastRome, lastLisbon, short, afterShort, sofia, dayAfter, longer)
	decide(ban("2009-03-01", "2009-06-15"))
	barred("until 15 June", first, short)
	carla.Post(events[dayAfter].path+"/my-entry", apitest.JSON{}).Want(201) // the entry that was cancelled stays so; a new one is let in
	decide(noBan())
	barred("lifted")
	carla.Post(events[first].path+"/my-entry", apitest.JSON{}).Want(201)
	decide(ban("2009-03-01", ""))
	barred("without an end", first, lastRome, lastLisbon, short, afterShort, sofia, dayAfter, longer, "the day after the longer one")

	// Five decisions, five letters.
	letters := 0
	for _, m := range s.server.Mailbox.All() {
		if m.Kind == "ban-decided" && m.To.Mail == carla.Email {
			letters++
		}
	}
	if letters != 5 {
		t.Errorf("told %d times", letters)
	}
}
