package season_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/season"
)

// largeSeason has a number of events of 40 entrants each in a hundred regions, all homologated,
// every tenth winner unable to come. One of six players enters an event in which they may not take
// part.
func largeSeason(b testing.TB, events int) season.Facts {
	b.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		b.Fatal(err)
	}
	id := func(kind byte, n int) (id uuid.UUID) {
		id[0], id[12], id[13], id[14], id[15] = kind, byte(n>>24), byte(n>>16), byte(n>>8), byte(n)
		return id
	}
	player := func(n int) league.PlayerID { return league.PlayerID{UUID: id(1, n)} }
	f := season.Facts{Rules: r, Period: season.Period{From: "2009-02-01", To: "2009-12-31", FinalsBy: "2010-02-14"}}
	for i := range 100 {
		f.Regions = append(f.Regions, league.RegionID{UUID: id(2, i+1)})
	}
	for i := range events {
		day := shift(f.Period.From, i*330/events)
		e := season.Event{
			ID: league.EventID{UUID: id(3, i+1)}, Circuit: rules.RegionalCircuit, Region: f.Regions[i%100], Day: day, Announced: shift(day, -20),
			Report:  &season.Report{Received: shift(day, 2), Documents: []string{"winner", "panorama", "final-table"}},
			Verdict: &season.Verdict{Valid: true},
		}
		for j := range 40 {
			p := player((i*33 + j*j) % (events * 8))
			e.Entrants = append(e.Entrants, facts.Entrant{Player: p, Played: j < 36})
			if j < 36 {
				e.Ranking = append(e.Ranking, p)
			}
		}
		f.Events = append(f.Events, e)
		if i%10 == 0 {
			f.Unavailable = append(f.Unavailable, season.Unavailability{Player: e.Ranking[0], To: rules.ToNationalFinal})
		}
	}
	return f
}

// The time of an entrant must not grow with the season.
func BenchmarkDerive(b *testing.B) {
	for _, events := range []int{50, 500, 5000} {
		f := largeSeason(b, events)
		b.Run(fmt.Sprintf("%d-events-%d-entrants", events, events*40), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				season.Derive(f)
			}
		})
	}
}

// The preview of an act needs two states and their difference.
func BenchmarkDifference(b *testing.B) {
	f := largeSeason(b, 5000)
	before := season.Derive(f)
	f.Events[2500].Verdict = &season.Verdict{}
	after := season.Derive(f)
	b.ReportAllocs()
	for b.Loop() {
		if len(season.Difference(before, after)) == 0 {
			b.Fatal("nothing changes")
		}
	}
}
