package planning_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
)

// known are the regions of a federation.
var known = []facts.SeasonRegion{{ID: aosta, Name: "Aosta"}, {ID: piemonte, Name: "Piemonte"}, {ID: toscana, Name: "Toscana"}}

// listed writes the names of regions in their order.
func listed(regions []facts.SeasonRegion) (out string) {
	for _, r := range regions {
		out += r.Name + " "
	}
	return out
}

// CN09 1.1: a season lists its regions in the order in which they were given.
func TestRegionsOf(t *testing.T) {
	t.Parallel()
	got, err := planning.RegionsOf([]league.RegionID{toscana, aosta}, known)
	is(t, "CN09 1.1", listed(got)+registertest.Why(err), "Toscana Aosta ")
	_, err = planning.RegionsOf([]league.RegionID{{UUID: uuid.New()}, aosta, {UUID: uuid.New()}}, known)
	is(t, "those that nobody knows", registertest.Why(err), "/regions/0 unknown-region; /regions/2 unknown-region")
	got, err = planning.RegionsOf(nil, known)
	is(t, "a season without regions", listed(got)+registertest.Why(err), "")
}

// A region joins once; it leaves as long as it has no events, and plays its final with another
// afterwards (CN09 1.7.1).
func TestRegionsJoinAndLeave(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		act    func(*planning.Setup) (facts.SeasonRegion, error)
		region string
		want   string
	}{
		{"CN09 1.1/another joins, at the end", func(s *planning.Setup) (facts.SeasonRegion, error) {
			return s.Join(toscana, known)
		}, "Toscana", "Aosta Piemonte Toscana "},
		{"CN09 1.1/one that takes part", func(s *planning.Setup) (facts.SeasonRegion, error) {
			return s.Join(aosta, known)
		}, "", "now region-takes-part"},
		{"CN09 1.1/one that nobody knows", func(s *planning.Setup) (facts.SeasonRegion, error) {
			return s.Join(toscana, nil)
		}, "", "/region unknown-region"},
		{"CN09 1.1/one without events leaves", func(s *planning.Setup) (facts.SeasonRegion, error) { return s.Leave(aosta, 0) }, "Aosta", "Piemonte "},
		{"CN09 1.7.1/one with events does not", func(s *planning.Setup) (facts.SeasonRegion, error) { return s.Leave(aosta, 2) }, "", "now region-has-events (events=2)"},
		{"CN09 1.1/nor one that takes no part", func(s *planning.Setup) (facts.SeasonRegion, error) { return s.Leave(toscana, 0) }, "", "now region-takes-no-part"},
	} {
		s := setup(preset(t, "CN09"))
		before := s.Regions
		r, err := tt.act(s)
		is(t, tt.name, r.Name, tt.region)
		if err != nil {
			is(t, tt.name, registertest.Why(err), tt.want)
			continue
		}
		is(t, tt.name, listed(s.Regions), tt.want)
		is(t, tt.name+": the list before", listed(before), "Aosta Piemonte ")
	}
}
