package seasondesk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/tenant/tenantdb"
)

// takeOpenSeason takes a season that is not over to change it, with its current register.
func (d Desk) takeOpenSeason(tx tenantdb.Tx, id league.SeasonID) (*planning.Setup, *register.Season, error) {
	s, err := d.TakeSeasonSetup(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if err := planning.RequireOpen(s.Season); err != nil {
		return nil, nil, err
	}
	register, err := d.LoadSeason(tx, id)
	return s, register, err
}

// JoinSeason lets a region take part.
func (d Desk) JoinSeason(tx tenantdb.Tx, act desk.Act, id league.SeasonID, region league.RegionID) (SeasonChange, error) {
	s, register, err := d.takeOpenSeason(tx, id)
	if err != nil {
		return SeasonChange{}, err
	}
	var found []facts.SeasonRegion
	b := &tenantdb.Batch{}
	leaguedb.LoadRegions(b, &found, []league.RegionID{region})
	if err := tx.Send(b); err != nil {
		return SeasonChange{}, err
	}
	joined, err := s.Join(region, found)
	if err != nil {
		return SeasonChange{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.JoinSeason(b, id, region.UUID) })
	saveSeason(tx, s)
	publishSeason(tx, act, s, facts.SeasonRegionJoined, "", "region", joined.Name)
	act.Record.Log(uuid.Nil, leaguelog.RegionJoined{SeasonNow: desk.LoggedSetup(s), Region: region})
	act.Record.Audit("season "+id.String(), "", nil, map[string]any{"region": region})
	followed, err := d.FollowSetup(tx, act, register)
	return SeasonChange{Season: s, Followed: followed}, err
}

// LeaveSeason takes out a region without events in the season; a region with events plays its final with
// another instead (CN09 1.7.1).
func (d Desk) LeaveSeason(tx tenantdb.Tx, act desk.Act, id league.SeasonID, region league.RegionID, reason string) (SeasonChange, error) {
	s, register, err := d.takeOpenSeason(tx, id)
	if err != nil {
		return SeasonChange{}, err
	}
	var events int
	b := &tenantdb.Batch{}
	leaguedb.CountEventsOfRegion(b, &events, id, region.UUID)
	if err := tx.Send(b); err != nil {
		return SeasonChange{}, err
	}
	left, err := s.Leave(region, events)
	if err != nil {
		return SeasonChange{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.LeaveSeason(b, id, region.UUID, act.Now) })
	saveSeason(tx, s)
	publishSeason(tx, act, s, facts.SeasonRegionLeft, reason, "region", left.Name)
	act.Record.Log(uuid.Nil, leaguelog.RegionLeft{SeasonNow: desk.LoggedSetup(s), Region: region})
	act.Record.Audit("season "+id.String(), reason, map[string]any{"region": region}, nil)
	followed, err := d.FollowSetup(tx, act, register)
	return SeasonChange{Season: s, Followed: followed}, err
}
