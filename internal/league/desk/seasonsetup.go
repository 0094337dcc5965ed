package desk

import (
	"fmt"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/tenant/tenantdb"

	"github.com/google/uuid"
)

// TakeSeasonSetup is [seasondesk.Desk.ViewSeasonSetup] for a change: the row of the season is
// held until the commit and has the revision of the change. Who changes an event
// of the season opens the event before.
func (d *Desk) TakeSeasonSetup(tx tenantdb.Tx, id league.SeasonID) (*planning.Setup, error) {
	b, next := &tenantdb.Batch{}, new(int64)
	leaguedb.NextSeasonRevision(b, next, id)
	tx.Tell(id.UUID, next)
	return d.LoadSeasonSetup(tx, id, b)
}

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
	var versions []facts.RulesetVersion
	b := &tenantdb.Batch{}
	leaguedb.LoadRulesetNames(b, &versions, []uuid.UUID{inForce.VersionID})
	if err := door.Send(b); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	s.Version = versions[0]
	var err error
	if s.Rules, err = d.Ruleset(door, s.Version, inForce.Readings); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	return s, nil
}
