package desk

import (
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/lapses"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// Lapsed is a lapse with what is stored of the entry that was not kept.
type Lapsed struct {
	facts.Unkept
	lapses.Lapse
}

// Lapses finds the entries that players have not kept, each by the ruleset of its event, the
// latest event first.
func (d *Desk) Lapses(door tenantdb.Door, players []league.PlayerID) ([]Lapsed, error) {
	var found []facts.Unkept
	b := &tenantdb.Batch{}
	leaguedb.LoadUnkept(b, &found, players)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	readings := make([]Reading, len(found))
	for i, u := range found {
		readings[i] = Reading{u.RulesetVersionID, u.Readings}
	}
	read, err := d.Rulesets(door, readings...)
	if err != nil {
		return nil, err
	}
	var out []Lapsed
	for i, u := range found {
		if l, lapsed := lapses.Of(read[i].Rules, u); lapsed {
			out = append(out, Lapsed{u, l})
		}
	}
	return out, nil
}

// barredForLapses are the grounds for which players may not enter an event: by its ruleset
// they have not kept too many entries. Where it has no such rule nothing is loaded.
func (d *Desk) barredForLapses(door tenantdb.Door, s *officiating.Situation, players []league.PlayerID) (map[league.PlayerID]league.Grounds, error) {
	if s.Rules.Appearance == nil || len(s.Rules.Appearance.Bars) == 0 {
		return nil, nil
	}
	found, err := d.Lapses(door, players)
	if err != nil {
		return nil, err
	}
	of := make(map[league.PlayerID][]lapses.Lapse)
	for _, l := range found {
		of[l.PlayerID] = append(of[l.PlayerID], l.Lapse)
	}
	out := make(map[league.PlayerID]league.Grounds)
	for player, all := range of {
		if grounds, barred := lapses.Bar(s.Rules, all, s.Occasion().Day); barred {
			out[player] = grounds
		}
	}
	return out, nil
}
