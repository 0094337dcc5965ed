package planning

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// RegionsOf returns the regions of some ids, in the order of the ids (CN09 1.1). It returns
// [league.Faults] for unknown ids.
func RegionsOf(ids []league.RegionID, known []facts.SeasonRegion) ([]facts.SeasonRegion, error) {
	out := make([]facts.SeasonRegion, len(ids))
	var faults league.Faults
	for i, id := range ids {
		at := slices.IndexFunc(known, func(r facts.SeasonRegion) bool { return r.ID == id })
		if at < 0 {
			faults = append(faults, league.Fault{Field: "/regions/" + strconv.Itoa(i), Grounds: league.Grounds{Reason: "unknown-region"}})
			continue
		}
		out[i] = known[at]
	}
	return out, faults.OrNil()
}

// Join adds a region to the season, found among the known ones, and returns it. It returns a
// [league.StateError] if the region takes part already, and [league.Faults] for an unknown id.
func (s *Setup) Join(id league.RegionID, known []facts.SeasonRegion) (facts.SeasonRegion, error) {
	if s.TakesPart(id) {
		return facts.SeasonRegion{}, league.NotNow("region-takes-part")
	}
	at := slices.IndexFunc(known, func(r facts.SeasonRegion) bool { return r.ID == id })
	if at < 0 {
		return facts.SeasonRegion{}, league.Faults{{Field: "/region", Grounds: league.Grounds{Reason: "unknown-region"}}}
	}
	s.Regions = append(s.Regions, known[at])
	return known[at], nil
}

// Leave removes a region from the season and returns it; events is the number of its events in the
// season. It returns a [league.StateError] for a region with events, which has to play its final
// with another instead (CN09 1.7.1), and for one that takes no part.
func (s *Setup) Leave(id league.RegionID, events int) (facts.SeasonRegion, error) {
	at := slices.IndexFunc(s.Regions, func(r facts.SeasonRegion) bool { return r.ID == id })
	switch {
	case at < 0:
		return facts.SeasonRegion{}, league.NotNow("region-takes-no-part")
	case events > 0:
		return facts.SeasonRegion{}, league.NotNow("region-has-events", "events", strconv.Itoa(events))
	}
	left := s.Regions[at]
	s.Regions = slices.Delete(slices.Clone(s.Regions), at, at+1)
	return left, nil
}
