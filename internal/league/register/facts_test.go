package register

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// CN09 5.5: a ban that is limited to kinds of events bars from these, and each final is
// a kind of its own.
func TestBansFromKindsOfEvents(t *testing.T) {
	t.Parallel()
	lateEvening := time.Date(2009, 6, 10, 22, 30, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		kinds []string
		want  []season.Bar
	}{
		{"from everything", nil, []season.Bar{{}}},
		{"from stages and online events", []string{"stage", "online"}, []season.Bar{{Circuits: []rules.Circuit{rules.RegionalCircuit, rules.OnlineCircuit}}}},
		{"from regional finals only", []string{"regional-final"}, []season.Bar{{Finals: []rules.SeasonFinal{rules.ToRegionalFinal}}}},
		{"from the national final only", []string{"national-final"}, []season.Bar{{Finals: []rules.SeasonFinal{rules.ToNationalFinal}}}},
		{
			"from open events and the national final",
			[]string{"open", "national-final"},
			[]season.Bar{{Circuits: []rules.Circuit{rules.OpenCircuit}, Finals: []rules.SeasonFinal{rules.ToNationalFinal}}},
		},
		{"from what is of no season", []string{"club"}, nil},
	} {
		s := &Season{SeasonFacts: facts.SeasonFacts{Bars: []facts.SeasonBar{{Kinds: tt.kinds, DecidedAt: lateEvening}}}}
		s.Season.TimeZone = "Europe/Rome"
		for i := range tt.want {
			tt.want[i].Decided = "2009-06-11" // in Rome it was past midnight
		}
		var got season.Facts
		s.addBars(&got)
		if diff := cmp.Diff(tt.want, got.Bars); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
