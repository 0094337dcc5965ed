package desk

import (
	"errors"
	"maps"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// seasonFor is the season that an event is to belong to, held until the commit;
// nil for none. It takes further events.
func (d *Desk) seasonFor(tx tenantdb.Tx, id *uuid.UUID) (*planning.Setup, error) {
	if id == nil {
		return nil, nil
	}
	s, err := d.takeSeasonSetup(tx, league.SeasonID{UUID: *id})
	if errors.Is(err, tenantdb.ErrNotFound) {
		return nil, league.Faults{{Pointer: "/season", Grounds: league.Grounds{Reason: "unknown-season"}}}
	}
	if err != nil {
		return nil, err
	}
	if s.Season.State == planning.SeasonClosed {
		return nil, league.NotNow("season-closed")
	}
	return s, nil
}

// checkInSeason lists what a season refuses of an event that is to be one of it
// (CN09 1.1, 1.4, 1.7). Nothing is refused without a season.
func checkInSeason(tx tenantdb.Tx, season *planning.Setup, e facts.Event, r *rules.Ruleset) error {
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

// replan asks the season again where a change touches what it has a say in: day,
// ruleset or the season itself. A change that does not is never refused because
// the season was moved meanwhile.
func (d *Desk) replan(tx tenantdb.Tx, before facts.Event, s *Stage) error {
	sameRules := before.RulesetVersionID == s.Event.RulesetVersionID && maps.Equal(before.Readings, s.Event.Readings)
	if sameRules && rules.DayOf(before.LocalDate()) == rules.DayOf(s.Event.LocalDate()) && !changedSeason(before, s.Event) {
		return nil
	}
	if changedSeason(before, s.Event) && before.SeasonID != nil { // it loses an event
		TouchSeason(tx, league.SeasonID{UUID: *before.SeasonID})
	}
	season, err := d.seasonFor(tx, s.Event.SeasonID)
	if err != nil {
		return err
	}
	return checkInSeason(tx, season, s.Event, s.Rules)
}

// changedSeason tells whether an event goes to another season.
func changedSeason(before, after facts.Event) bool {
	if before.SeasonID == nil || after.SeasonID == nil {
		return before.SeasonID != after.SeasonID
	}
	return *before.SeasonID != *after.SeasonID
}

// requireOpenSeason refuses to announce an event of a season that is not announced
// itself, or over.
func requireOpenSeason(tx tenantdb.Tx, e facts.Event) error {
	if e.SeasonID == nil {
		return nil
	}
	var season facts.Season
	b := &tenantdb.Batch{}
	leaguedb.LoadSeason(b, &season, league.SeasonID{UUID: *e.SeasonID})
	if err := tx.Send(b); err != nil {
		return err
	}
	if season.State != planning.SeasonRunning {
		return league.NotNow("season-state", "state", season.State)
	}
	return nil
}
