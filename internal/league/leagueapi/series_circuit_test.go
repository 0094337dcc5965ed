package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// A circuit of a season has a series: tournaments of the circuit are added at any time and count once they are
// homologated, until they are found invalid. It refuses those of another circuit, of another season or of
// another organization, with the reason.
func TestSeriesOfACircuit(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	manager, base := x.federation.Manager, x.federation.Path
	manager.Post(base+"/rulesets", apitest.JSON{"document": madeUp(t, "club-series")}).Want(201)
	manager.Post(base+"/rulesets/club-series/versions", apitest.JSON{"draft": 1}).Want(201)
	circuit := func(name string) string {
		made := manager.Post(base+"/series", apitest.JSON{"slug": name, "title": "Circuito " + name, "ruleset": "club-series", "season": x.championship.id, "circuit": name}).Want(201)
		return base + "/series/" + made.ID("id").String()
	}
	regional, open := circuit("regional"), circuit("open")
	add := func(series string, event uuid.UUID) *apitest.Answer {
		return manager.Post(series+"/events", apitest.JSON{"events": []uuid.UUID{event}})
	}
	alone := x.federation.Stage(nil)
	manager.Post(x.championship.in(alone)+"/announcement", nil).Want(200)
	elsewhere := x.server.Federation("Federazione Vicina")
	for _, tt := range []struct {
		what, series string
		event        uuid.UUID
		reason, says string
	}{
		{"a stage of another circuit", open, x.id, "series-of-other-circuit", "another circuit"},
		{"a tournament of no season", regional, alone, "series-of-other-season", "another season"},
		{"another federation's", regional, elsewhere.Stage(nil), "series-event-not-here", "its own organization"},
		{"one that is not there", regional, uuid.New(), "series-event-not-here", "its own organization"},
	} {
		refused := add(tt.series, tt.event).Refused(422, "invalid")
		if refused.Text("errors.0.reason") != tt.reason || !strings.Contains(refused.Text("errors.0.text"), tt.says) || refused.Text("errors.0.pointer") != "/events/0" {
			t.Errorf("%s: %s", tt.what, refused.Body)
		}
	}
	add(regional, x.id).Want(200)

	x.now("2009-03-01 10:00")
	x.referee = x.appoint("Fabio Primo Arbitro", "first-referee")
	x.organizer.Post(x.path+"/entry-opening", nil).Want(200)
	x.startWith(x.players)
	for round := 1; round <= 3; round++ {
		x.play(x.draw())
		x.close(round)
	}
	x.referee.Post(x.path+"/completion", nil).Want(200)
	stands := func(when, why string, players int) {
		t.Helper()
		var s openapi.SeriesStandings
		x.server.Anonymous().Get(regional + "/standings").Want(200).Into(&s)
		if len(s.Items) != players || len(s.Events) != 1 || s.Events[0].Why.Reason != why || s.Events[0].Counts != (players > 0) {
			t.Errorf("%s: %d players, %+v", when, len(s.Items), s.Events)
		}
	}
	stands("played", "series-event-not-homologated", 0)
	x.photographs()
	x.report(nil).Want(201)
	x.decide(x.contact, "homologate", nil).Want(200)
	stands("homologated", "series-event-counts", 13)
	x.contact.Post(x.path+"/homologation/reversal", apitest.JSON{"reason": "Da rivedere"}).Want(200)
	stands("taken back", "series-event-not-homologated", 0)
	x.decide(x.contact, "invalidate", apitest.JSON{"unsound": true, "reason": "Sorteggio irregolare"}).Want(200)
	stands("invalidated", "series-event-void", 0)
	if got := manager.Get(open + "/standings").Want(200).Len("events"); got != 0 {
		t.Errorf("the other circuit has %d tournaments", got)
	}
}
