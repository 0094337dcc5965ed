package desk

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// CheckGains returns the faults of figures that were entered for the people of an event and that no ranking can take:
// those that none of the rankings has to which the event is posted, and those outside the bounds of one of them. The
// ruleset of the event counts as one where it keeps a ranking, which may begin later. The fields are those of
// [ranking.CheckGains].
func (d *Desk) CheckGains(door tenantdb.Door, e facts.Event, r *rules.Ruleset, list string, gains []map[string]league.Frac) (league.Faults, error) {
	var all []facts.Ranking
	b := &tenantdb.Batch{}
	leaguedb.LoadRankings(b, &all)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	day := rules.DayOf(e.LocalDate())
	all = slices.DeleteFunc(all, func(one facts.Ranking) bool {
		_, takes := ranking.Takes(one, e.Kind, GameOf(r, e), day)
		return !takes
	})
	kept, err := d.KeepersOf(door, all...)
	if err != nil {
		return nil, err
	}
	keepers := make([]*ranking.Keeper, len(kept))
	for i, k := range kept {
		keepers[i] = k.Keeper
	}
	if r.Lifetime != nil {
		keepers = append(keepers, ranking.NewKeeper(r))
	}
	return ranking.CheckGains(r, keepers, list, gains), nil
}
