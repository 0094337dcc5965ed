package eventdesk

import (
	"errors"
	"maps"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// seasonFor is the season that an event is to belong to, held until the commit;
// nil for none. It takes further events.
func (d Desk) seasonFor(tx tenantdb.Tx, id *league.SeasonID) (*planning.Setup, error) {
	if id == nil {
		return nil, nil
	}
	s, err := d.TakeSeasonSetup(tx, *id)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return nil, league.Faults{{Field: "/season", Grounds: league.Grounds{Reason: "unknown-season"}}}
	}
	if err != nil {
		return nil, err
	}
	return s, planning.RequireOpen(s.Season)
}

// replan checks an event against its season again if a change concerns it: the day, the ruleset or the season
// itself. Any other change is never refused for a move of the season in the meantime.
func (d Desk) replan(tx tenantdb.Tx, before facts.Event, s *officiating.Situation) error {
	sameRules := before.RulesetVersionID == s.Event.RulesetVersionID && maps.Equal(before.Readings, s.Event.Readings)
	if sameRules && rules.DayOf(before.LocalDate()) == rules.DayOf(s.Event.LocalDate()) && !officiating.OtherSeason(before, s.Event) {
		return nil
	}
	if officiating.OtherSeason(before, s.Event) && before.SeasonID != nil { // it loses an event
		desk.TouchSeason(tx, *before.SeasonID)
	}
	season, err := d.seasonFor(tx, s.Event.SeasonID)
	if err != nil {
		return err
	}
	return desk.CheckInSeason(tx, season, s.Event, s.Rules)
}

// requireOpenSeason refuses to announce an event of a season that is not announced itself, or is over.
func requireOpenSeason(tx tenantdb.Tx, e facts.Event) error {
	if e.SeasonID == nil {
		return nil
	}
	var season facts.Season
	b := &tenantdb.Batch{}
	leaguedb.LoadSeason(b, &season, *e.SeasonID)
	if err := tx.Send(b); err != nil {
		return err
	}
	if season.State != planning.SeasonRunning {
		return league.NotNow("season-state", "state", season.State)
	}
	return nil
}
