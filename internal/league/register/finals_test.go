package register

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// convoked is a season with a call to somebody who has a place in a final.
func convoked(s *Season, player league.PlayerID, to rules.SeasonFinal) (*Season, facts.Convocation) {
	p, _ := s.PlaceOf(player, to)
	at := time.Date(2010, 1, 10, 9, 0, 0, 0, time.UTC)
	c := facts.Convocation{ID: uuid.New(), Place: string(p.ID), PlayerID: player, Final: string(to), SentAt: at, AnswerBy: at.AddDate(0, 0, 7)}
	return s.changed(func(f *facts.SeasonFacts) { f.Convocations = append(f.Convocations, c) }), c
}

// invalidated is a season in which an event turns out invalid.
func invalidated(s *Season, event int) *Season {
	f := s.Facts
	f.Events = append([]season.Event(nil), f.Events...)
	f.Events[event].Verdict = &season.Verdict{}
	return s.With(f)
}

// What became of a convocation nobody has said no to, and by which paragraph.
func TestConvocationThatHoldsNoMore(t *testing.T) {
	t.Parallel()
	played := playedSeason(t)
	large := played.Facts.Events[2]
	first, second := large.Ranking[0], large.Ranking[1]
	s, call := convoked(played, first, rules.ToNationalFinal)
	if why, ended := s.Ended(call); ended {
		t.Errorf("it holds: %s", why)
	}
	back := s.changed(func(f *facts.SeasonFacts) { f.Convocations = nil })
	taken := call
	taken.WithdrawnAt = &call.SentAt
	away := s.Declined(facts.Unavailability{PlayerID: first, Final: call.Final})
	stepped, next := convoked(away, second, rules.ToNationalFinal)
	for name, tt := range map[string]struct {
		season *Season
		call   facts.Convocation
		want   string
	}{
		"CN09 1.11 its tournament is invalid":            {invalidated(s, 2), call, "CN09 1.11: event-invalid"},
		"CN09 1.9 it was taken back":                     {back, taken, "CN09 1.9: convocation-withdrawn"},
		"CN09 1.9 he himself has said no":                {away, call, ""},
		"CN09 1.9 the first of the tournament does come": {stepped.available(away.Unavailabilities[0]), next, "CN09 1.9: place-of-another"},
	} {
		why, ended := tt.season.Ended(tt.call)
		got := ""
		if ended {
			got = why.String()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	if turns := s.Turns(invalidated(s, 2)); len(turns) != 1 || !turns[0].Ended || turns[0].Convocation.ID != call.ID {
		t.Errorf("CN09 1.11 told that it has ended: %+v", turns)
	}
	if turns := invalidated(s, 2).Turns(s); len(turns) != 1 || turns[0].Ended {
		t.Errorf("told that it holds again: %+v", turns)
	}
	if turns := s.Turns(away); len(turns) != 0 {
		t.Errorf("who has said no needs no letter: %+v", turns)
	}
}

// CN09 1.7.2: who was called up to fill a field is not, once the number of finalists is
// another.
func TestCallUpThatIsGone(t *testing.T) {
	t.Parallel()
	s := playedSeason(t)
	region := s.Facts.Regions[1] // two stages: two finalists and two called up
	r, _ := s.Region(region)
	if len(r.CalledUp) == 0 {
		t.Fatalf("nobody is called up: %+v", r)
	}
	p, _ := s.Place(r.CalledUp[0])
	s, call := convoked(s, p.Holder, rules.ToRegionalFinal)
	for i, e := range s.Facts.Events {
		s.Events = append(s.Events, facts.Event{ID: e.ID, Circuit: string(e.Circuit), RegionID: &s.Facts.Events[i].Region.UUID})
	}
	f := s.Facts
	third := f.Events[1]
	third.ID, third.Day = league.EventID{UUID: uuid.New()}, "2009-09-01"
	third.Ranking = nil
	for range 12 {
		id := league.PlayerID{UUID: uuid.New()}
		third.Ranking = append(third.Ranking, id)
	}
	third.Entrants = nil
	for _, id := range third.Ranking {
		third.Entrants = append(third.Entrants, facts.Entrant{Player: id, Played: true})
	}
	f.Events = append(append([]season.Event(nil), f.Events...), third)
	after := s.With(f)
	if why, ended := after.Ended(call); !ended || why.Cite() != "CN09 1.7.3" {
		t.Errorf("got %v %s", ended, why)
	}
}

// How many places of an event that was played elsewhere have to be known.
func TestLeads(t *testing.T) {
	t.Parallel()
	s := playedSeason(t)
	for _, tt := range []struct {
		name  string
		event facts.Event
		want  int
	}{
		{"CN09 1.7.4 of a stage the third, who may be called up", facts.Event{Circuit: string(rules.RegionalCircuit)}, 3},
		{"CN09 1.9 of an open event the second, who may step in", facts.Event{Circuit: string(rules.OpenCircuit)}, 2},
		{"CN09 1.9 of a regional final too", facts.Event{Kind: facts.KindRegionalFinal}, 2},
	} {
		if got := s.leads(tt.event); got != tt.want {
			t.Errorf("%s: got %d", tt.name, got)
		}
	}
}
