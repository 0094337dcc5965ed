package desk

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// BySeason returns the reasons for which players may not enter an event because of its season. Players who have
// been qualified for a final since an earlier day may not enter an event that leads to the finals (CN09 1.5),
// unless the manager let them in; only players who have accepted their place may enter a final (CN09 1.7, 1.9).
func (d *Desk) BySeason(door tenantdb.Door, s *officiating.Situation, players []league.PlayerID) (map[league.PlayerID]league.Grounds, error) {
	if s.Event.SeasonID == nil {
		return nil, nil
	}
	id := *s.Event.SeasonID
	if s.Event.IsFinal() {
		of, err := d.ViewSeason(door, id)
		if err != nil {
			return nil, err
		}
		return of.NotFinalists(s.Event, players), nil
	}
	heeded := slices.ContainsFunc(s.Rules.Eligibility, func(e rules.Exclusion) bool { return e.Reason == rules.AlreadyQualified })
	if !heeded || s.Event.Circuit == "" {
		return nil, nil
	}
	var placed, exempt []league.PlayerID
	b := &tenantdb.Batch{}
	leaguedb.LoadPlacedBefore(b, &placed, id, players)
	leaguedb.LoadExempt(b, &exempt, s.Event.ID)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	placed = slices.DeleteFunc(placed, func(p league.PlayerID) bool { return slices.Contains(exempt, p) })
	if len(placed) == 0 { // as for nearly everybody: the season need not be loaded
		return nil, nil
	}
	of, err := d.ViewSeason(door, id)
	if err != nil {
		return nil, err
	}
	return of.Qualified(s.Event, placed), nil
}

// Exempt lets a candidate in although they are qualified.
func Exempt(tx tenantdb.Tx, act Act, s *officiating.Situation, c *Candidate, reason string) error {
	player := c.Player.ID
	g, excluded := c.Known.Season[player]
	if !excluded || g.Reason != officiating.QualifiedAt {
		return league.NotNow("no-exemption-needed")
	}
	delete(c.Known.Season, player)
	c.Despite = reason
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddExemption(b, id, player, reason, act.By, act.Now) })
	act.Record.Log(id.UUID, leaguelog.EntryExempted{Player: player})
	return nil
}
