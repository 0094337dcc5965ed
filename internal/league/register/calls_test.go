package register

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// stageOf is a homologated stage of a region of twelve people, ranked as they are given
// before those who are nobody in particular.
func stageOf(region league.RegionID, circuit rules.Circuit, on rules.Day, players int, first ...league.PlayerID) season.Event {
	e := season.Event{ID: league.EventID{UUID: uuid.Must(uuid.NewV7())}, Circuit: circuit, Region: region, Day: on, Verdict: &season.Verdict{Valid: true}, Ranking: first}
	for len(e.Ranking) < players {
		e.Ranking = append(e.Ranking, league.PlayerID{UUID: uuid.Must(uuid.NewV7())})
	}
	for _, p := range e.Ranking {
		e.Entrants = append(e.Entrants, facts.Entrant{Player: p, Played: true})
	}
	return e
}

// known is a season of some events, with their rows.
func known(s *Season, events ...season.Event) *Season {
	f := s.Facts
	f.Events = events
	c := *s
	c.Events = nil
	for i := range events {
		c.Events = append(c.Events, facts.Event{ID: events[i].ID, Title: "Tappa", Circuit: string(events[i].Circuit), RegionID: &events[i].Region.UUID})
	}
	return c.With(f)
}

// CN09 2.2: whom the contact or the manager convokes must be able to rely on it.
func TestConvokedIsCertain(t *testing.T) {
	t.Parallel()
	base := playedSeason(t)
	region, now := base.Facts.Regions[0], time.Date(2010, 1, 10, 9, 0, 0, 0, time.UTC)
	refused := func(s *Season, player league.PlayerID, to rules.SeasonFinal) string {
		t.Helper()
		p, has := s.PlaceOf(player, to)
		if !has {
			t.Fatalf("no place in the %s", to)
		}
		var no *league.StateError
		if err := s.mayConvoke(p, now); errors.As(err, &no) {
			return no.Reason
		}
		return ""
	}
	check := func(name, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	var six []season.Event
	for n := range 6 {
		six = append(six, stageOf(region, rules.RegionalCircuit, rules.Day(time.Date(2009, 3, n+1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)), 12))
	}
	guest := six[0].Ranking[1]
	word := facts.FinalDecision{RegionID: region.UUID, Kind: string(season.Tournament), CalledUp: []uuid.UUID{guest.UUID}, Why: "Otto ai tavoli"}
	pending := stageOf(region, rules.RegionalCircuit, "2009-09-01", 12)
	pending.Verdict = nil
	check("CN09 1.7 whom the manager calls up, all stages being decided", refused(known(base, six...).decided(word), guest, rules.ToRegionalFinal), "")
	check("CN09 1.7 whom he calls up while one is not", refused(known(base, append(slices.Clone(six), pending)...).decided(word), guest, rules.ToRegionalFinal), "stages-undecided")
	check("CN09 1.7 a winner while another stage is not", refused(known(base, append(slices.Clone(six), pending)...), six[0].Ranking[0], rules.ToRegionalFinal), "")

	both := league.PlayerID{UUID: uuid.Must(uuid.NewV7())}
	open, stage := stageOf(league.RegionID{}, rules.OpenCircuit, "2009-05-01", 16, both), stageOf(region, rules.RegionalCircuit, "2009-05-01", 12, both)
	second := stage.Ranking[1]
	check("CN09 1.7 who steps in for the winner of two tournaments of one day", refused(known(base, open, stage), second, rules.ToRegionalFinal), "")
	open.Verdict = nil
	check("CN09 1.7 and while the other of them is not homologated", refused(known(base, open, stage), second, rules.ToRegionalFinal), "place-provisional")
	declined := known(base, open, stage).Declined(facts.Unavailability{PlayerID: both, Final: string(rules.ToRegionalFinal)})
	check("CN09 1.7 but he cannot come anyway", refused(declined, second, rules.ToRegionalFinal), "")
}
