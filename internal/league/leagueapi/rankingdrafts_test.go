package leagueapi_test

import (
	"net/url"
	"testing"

	"referto/internal/apitest"
)

// A draft is posted to no ranking, whatever its day: it can be declared neither void nor valid, its outcome cannot be
// recorded, and a ranking that begins later leaves it out.
func TestADraftIsPostedToNoRanking(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager := r.federation.Manager
	r.played()
	before := r.rows("standings")
	draft := r.address("events/" + manager.Post(r.address("events"), apitest.JSON{
		"kind": "ranking", "title": "Чернова", "startsAt": "2009-02-01T09:00:00Z", "timeZone": "Europe/Sofia",
		"venue": apitest.JSON{"name": "Клуб", "city": "София"}, "ruleset": "catan-ranglista-bg",
	}).Want(201).ID("id").String())
	for _, valid := range []bool{false, true} {
		manager.Post(draft+"/validity", apitest.JSON{"valid": valid, "reason": "Чернова"}).Refused(409, "event-not-finished")
	}
	manager.Post(draft+"/outcome", apitest.JSON{
		"entrants": []apitest.JSON{{"player": r.playerOf(1), "played": true, "figures": apitest.JSON{"points": "9"}}}, "ranking": []any{r.playerOf(1)},
	}).Refused(409, "event-outside-season")
	later := &ranglista{r.stage, r.address("rankings/" + manager.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "later", "title": "По-късна"})).Want(201).ID("id").String())}
	if got := later.rows("standings"); got != before || r.rows("standings") != before {
		t.Errorf("a draft counts: %s, before: %s", got, before)
	}
	if n := r.server.Database.Count(t, `select count(*) from league.event_postings p join league.events e on e.tenant_id = p.tenant_id and e.id = p.event_id where e.state = 'draft'`); n != 0 {
		t.Errorf("%d postings of a draft", n)
	}
}

// At the end of a day before the first event nobody stands anywhere, by name, around a player or in order; at the end of its
// day everybody does.
func TestADayBeforeTheFirstEvent(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	reader, player := r.server.Anonymous(), r.playerOf(1)
	name := url.QueryEscape(r.federation.Manager.Get(r.address("players/" + player.String())).Want(200).Text("name"))
	day := reader.Get(r.ranking + "/players/" + player.String()).Want(200).Text("events.0.event.day")
	for _, tt := range []struct {
		day  string
		rows int
	}{{dayAfter(day, -1), 0}, {"1990-01-01", 0}, {day, 8}} {
		if got := reader.Get(r.ranking + "/standings?asOf=" + tt.day).Want(200); got.Len("items") != tt.rows || got.Int("players") != tt.rows {
			t.Errorf("%s: %s", tt.day, got.Body)
		}
		if got := reader.Get(r.ranking + "/standings?asOf=" + tt.day + "&name=" + name).Want(200); got.Len("items") != min(tt.rows, 1) {
			t.Errorf("%s by name: %s", tt.day, got.Body)
		}
		if got := reader.Get(r.ranking + "/hall?asOf=" + tt.day + "&name=" + name).Want(200); got.Len("items") != 0 {
			t.Errorf("%s in the hall, by name: %s", tt.day, got.Body)
		}
		around := reader.Get(r.ranking + "/standings?asOf=" + tt.day + "&around=" + player.String())
		if tt.rows > 0 {
			around.Want(200)
		} else {
			around.Refused(404, "not-in-the-ranking")
		}
	}
}
