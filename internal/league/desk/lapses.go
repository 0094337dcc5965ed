package desk

import (
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/lapses"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// Lapsed holds a lapse with the stored facts of the entry that was not kept.
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
	return d.lapsed(door, found)
}

// eventsAtOnce is the number of events in which lapses are looked for at once.
const eventsAtOnce = 200

// LapsesBefore finds entries that were not kept, the latest event first and in it the last entry. It returns at
// least so many of them, if there are, from an event on, without that event's entries from a number on (0: none
// left out). The last event is returned complete.
func (d *Desk) LapsesBefore(door tenantdb.Door, from leaguedb.EventPosition, entry, least int) (out []Lapsed, err error) {
	first := from.ID
	for len(out) < least {
		var events []leaguedb.EventPosition
		b := &tenantdb.Batch{}
		leaguedb.LoadBegun(b, &events, from, eventsAtOnce+1)
		if err := door.Send(b); err != nil {
			return nil, err
		}
		ids := make([]league.EventID, min(len(events), eventsAtOnce))
		for i := range ids {
			ids[i] = events[i].ID
		}
		var found []facts.Unkept
		b = &tenantdb.Batch{}
		leaguedb.LoadUnkeptIn(b, &found, ids)
		if err := door.Send(b); err != nil {
			return nil, err
		}
		lapsed, err := d.lapsed(door, found)
		if err != nil {
			return nil, err
		}
		for _, l := range lapsed {
			if entry == 0 || l.EventID != first || l.Entry < entry {
				out = append(out, l)
			}
		}
		if len(events) <= eventsAtOnce {
			break
		}
		from = events[eventsAtOnce]
	}
	return out, nil
}

// lapsed judges entries, each by the ruleset of its event, and leaves those that were kept.
func (d *Desk) lapsed(door tenantdb.Door, found []facts.Unkept) ([]Lapsed, error) {
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

// followsFromLapses loads the consequences that the lapses of players have for an event by its ruleset: which
// players may not enter it, and whose entries come after those of others. It loads nothing if the ruleset has
// no such rule.
func (d *Desk) followsFromLapses(door tenantdb.Door, s *officiating.Situation, players []league.PlayerID) (barred, yields map[league.PlayerID]league.Grounds, err error) {
	rule := s.Rules.Appearance
	if rule == nil || len(rule.Bars)+len(rule.Yields) == 0 {
		return nil, nil, nil
	}
	found, err := d.Lapses(door, players)
	if err != nil {
		return nil, nil, err
	}
	of := make(map[league.PlayerID][]lapses.Lapse)
	for _, l := range found {
		of[l.PlayerID] = append(of[l.PlayerID], l.Lapse)
	}
	barred, yields = make(map[league.PlayerID]league.Grounds), make(map[league.PlayerID]league.Grounds)
	for player, all := range of {
		if grounds, ok := lapses.Bar(s.Rules, all, s.Occasion().Day); ok {
			barred[player] = grounds
		}
		if grounds, ok := lapses.Yield(s.Rules, all, s.Occasion().Day); ok {
			yields[player] = grounds
		}
	}
	return barred, yields, nil
}

// RefreshYields recomputes which entries come after those of others, in an event that has not begun. It leaves
// out finals of a season, because every holder of a place there plays.
func (d *Desk) RefreshYields(tx tenantdb.Tx, s *officiating.Situation) error {
	if s.Rules.Appearance == nil || len(s.Rules.Appearance.Yields) == 0 || s.Event.IsFinal() {
		return nil
	}
	_, yields, err := d.followsFromLapses(tx, s, PlayersOf(s.Entries))
	if err != nil {
		return err
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		grounds, now := yields[e.PlayerID]
		if !e.Waits() || now == (e.Yields != nil) && (!now || grounds.String() == e.Yields.String()) {
			continue
		}
		if e.Yields = nil; now {
			e.Yields = &grounds
		}
		e.Version++
		id, number, because := s.Event.ID, e.Number, e.Yields
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.SetYields(b, id, number, because) })
	}
	return nil
}
