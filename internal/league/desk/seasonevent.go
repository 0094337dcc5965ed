package desk

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// CheckInSeason lists what a season refuses of an event that is to be one of it
// (CN09 1.1, 1.4, 1.7). Nothing is refused without a season.
func CheckInSeason(tx tenantdb.Tx, season *planning.Setup, e facts.Event, r *rules.Ruleset) error {
	if season == nil {
		return nil
	}
	var finals []facts.SeasonFinal
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonFinals(b, &finals, season.Season.ID)
	if err := tx.Send(b); err != nil {
		return err
	}
	return season.Refusals(e, r, finals).OrNil()
}

// ChangedSeason tells whether an event goes to another season.
func ChangedSeason(before, after facts.Event) bool {
	if before.SeasonID == nil || after.SeasonID == nil {
		return before.SeasonID != after.SeasonID
	}
	return *before.SeasonID != *after.SeasonID
}
