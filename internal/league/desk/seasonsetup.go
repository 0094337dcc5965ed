package desk

import (
	"fmt"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// TakeSeasonSetup is [seasondesk.Desk.ViewSeasonSetup] for a change: the row of the season is held until the
// commit and has the revision of the change. An act that changes an event of the season opens the event before.
func (d *Desk) TakeSeasonSetup(tx tenantdb.Tx, id league.SeasonID) (*planning.Setup, error) {
	b, next := &tenantdb.Batch{}, new(int64)
	leaguedb.NextSeasonRevision(b, next, id)
	tx.Publish(id.UUID, next)
	return d.LoadSeasonSetup(tx, id, b)
}

// LoadSeasonSetup loads the setup of a season with its ruleset. First is a batch of statements that run before;
// it may be nil.
func (d *Desk) LoadSeasonSetup(door tenantdb.Door, id league.SeasonID, first *tenantdb.Batch) (*planning.Setup, error) {
	if first == nil {
		first = &tenantdb.Batch{}
	}
	s := &planning.Setup{}
	leaguedb.LoadSeasonSetup(first, &s.SeasonSetup, id)
	if err := door.Send(first); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	inForce := s.InForce()
	read, err := d.Rulesets(door, Reading{inForce.VersionID, inForce.Readings})
	if err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	s.Version, s.Rules = read[0].Version, read[0].Rules
	return s, nil
}

// CheckInSeason returns the reasons for which a season refuses an event that is to belong to it (CN09 1.1, 1.4,
// 1.7). It returns nil if there is no season.
func CheckInSeason(tx tenantdb.Tx, season *planning.Setup, e facts.Event, r *rules.Ruleset) error {
	if season == nil {
		return nil
	}
	finals, err := SeasonFinals(tx, season.Season.ID)
	if err != nil {
		return err
	}
	return season.Refusals(e, r, finals).OrNil()
}

// SeasonFinals loads the finals that a season has.
func SeasonFinals(tx tenantdb.Tx, id league.SeasonID) ([]facts.SeasonFinal, error) {
	var finals []facts.SeasonFinal
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonFinals(b, &finals, id)
	err := tx.Send(b)
	return finals, err
}
