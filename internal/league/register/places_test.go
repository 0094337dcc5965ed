package register

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/sampling"
)

// playedSeason is a season by CN09 of three regions with homologated stages of
// different sizes, and no decisions yet.
func playedSeason(t *testing.T) *Season {
	t.Helper()
	ruleset, err := rules.Preset("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	s := &Season{Rules: ruleset}
	f := season.Facts{Rules: ruleset, Period: season.Period{From: "2009-02-01", To: "2009-12-31", FinalsBy: "2010-02-14"}}
	for range 3 {
		id := uuid.Must(uuid.NewV7())
		s.Regions = append(s.Regions, facts.SeasonRegion{ID: id})
		f.Regions = append(f.Regions, league.RegionID{UUID: id})
	}
	for n, players := range []int{12, 13, 28, 14, 12, 30, 12} {
		e := season.Event{
			ID: league.EventID{UUID: uuid.Must(uuid.NewV7())}, Circuit: rules.RegionalCircuit, Region: f.Regions[n%3],
			Day: rules.Day(time.Date(2009, 3, n+1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)), Verdict: &season.Verdict{Valid: true},
		}
		for range players {
			id := league.PlayerID{UUID: uuid.Must(uuid.NewV7())}
			e.Ranking = append(e.Ranking, id)
			e.Entrants = append(e.Entrants, facts.Entrant{Player: id, Played: true})
		}
		f.Events = append(f.Events, e)
	}
	return s.With(f)
}

// fact adds something to the facts of a season.
type fact func(*facts.SeasonFacts)

// randomFacts are decisions and answers of people who stand first in some stage.
func randomFacts(r *rand.Rand, s *Season) []fact {
	var out []fact
	at := time.Date(2010, 1, 10, 9, 0, 0, 0, time.UTC)
	for n := range 12 {
		e := s.Facts.Events[r.IntN(len(s.Facts.Events))]
		player, now := e.Ranking[r.IntN(3)], at.Add(time.Duration(n)*time.Hour)
		final := []string{"regional-final", "national-final"}[r.IntN(2)]
		switch r.IntN(4) {
		case 0:
			m := facts.RegionMerge{Ordinal: n, RegionID: s.Regions[r.IntN(3)].ID, IntoID: s.Regions[r.IntN(3)].ID, DecidedAt: now}
			out = append(out, func(f *facts.SeasonFacts) { f.Merges = slices.Concat(f.Merges, []facts.RegionMerge{m}) })
		case 1:
			c := facts.Convocation{ID: uuid.Must(uuid.NewV7()), PlayerID: player, Final: final, SentAt: now, AnswerBy: now.AddDate(0, 0, 7)}
			if r.IntN(2) == 0 {
				c.AcceptedAt = &now
			}
			out = append(out, func(f *facts.SeasonFacts) {
				f.Convocations = slices.Concat(f.Convocations, []facts.Convocation{c})
			})
		default:
			u := facts.Unavailability{ID: uuid.Must(uuid.NewV7()), PlayerID: player, Final: final, SaidAt: now, Lapsed: r.IntN(3) == 0}
			out = append(out, func(f *facts.SeasonFacts) {
				f.Unavailabilities = slices.Concat(f.Unavailabilities, []facts.Unavailability{u})
			})
		}
	}
	return out
}

// Facts that come one by one, each derived, give the register of the facts at once; and
// the season at hand stays as it was.
func TestRegisterOfFactsOneByOne(t *testing.T) {
	t.Parallel()
	for seed := range uint64(sampling.Times(200)) {
		r := rand.New(rand.NewPCG(seed, 9))
		s := playedSeason(t)
		before := s.State
		random := randomFacts(r, s)
		step := s
		for _, add := range random {
			step = step.changed(add)
		}
		atOnce := s.changed(func(f *facts.SeasonFacts) {
			for _, add := range random {
				add(f)
			}
		})
		if !reflect.DeepEqual(step.State, atOnce.State) {
			t.Fatalf("seed %d: one by one %+v, at once %+v", seed, step.State, atOnce.State)
		}
		if !reflect.DeepEqual(s.With(s.Facts).State, before) || len(s.Unavailabilities) > 0 {
			t.Fatalf("seed %d: the season at hand has changed", seed)
		}
	}
}

// CN09 1.9: who follows is who has the place after a no.
func TestFollows(t *testing.T) {
	t.Parallel()
	s := playedSeason(t)
	grande := s.Facts.Events[2]
	winner, _ := s.PlaceOf(grande.Ranking[0], rules.ToNationalFinal)
	next := s.Follows(winner)
	if next.Player != grande.Ranking[1] || next.Grounds.Cite() != "CN09 1.9" {
		t.Errorf("CN09 1.9 the second of the same tournament: got %+v", next)
	}
	after := s.Declined(facts.Unavailability{PlayerID: winner.Holder, Final: "national-final"})
	second, has := after.PlaceOf(grande.Ranking[1], rules.ToNationalFinal)
	if !has || second.ID != winner.ID {
		t.Fatalf("got %+v", second)
	}
	if last := after.Follows(second); last.Player != NoPlayer || last.Grounds.Cite() != "CN09 1.9" {
		t.Errorf("CN09 1.9 and nobody else: got %+v", last)
	}
}
