package desk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
)

// AddPlayer adds a person to the register. A name that reads like one already
// there is refused with those who bear it, unless sameName says that this is
// another person.
func (d *Desk) AddPlayer(tx tenantdb.Tx, act Act, p leaguedb.Player, sameName bool) (leaguedb.Player, error) {
	if err := requireNamed("/name", p.Name); err != nil {
		return p, err
	}
	if !sameName {
		var namesakes []leaguedb.Player
		b := &tenantdb.Batch{}
		leaguedb.LoadNamesakes(b, &namesakes, p.NameKey)
		if err := tx.Send(b); err != nil {
			return p, err
		}
		if len(namesakes) > 0 {
			first := closest(p.Name, namesakes)
			return p, &StateError{
				Grounds: league.Grounds{Reason: "same-name", Params: map[string]string{"name": first.Name}},
				Current: map[string]any{"player": first.ID, "name": first.Name},
			}
		}
	}
	p.ID, p.AddedBy, p.CreatedAt, p.Version = league.PlayerID{UUID: newID()}, &act.By, act.Now, 1
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddPlayer(b, p) })
	act.Record.Log("player.created", uuid.Nil, map[string]any{"player": p.ID})
	act.Record.Audit("player", "", nil, map[string]any{"player": p.ID})
	return p, nil
}

// closest is who of several namesakes has the closest name, the first of those.
func closest(name string, namesakes []leaguedb.Player) leaguedb.Player {
	wanted := likeness.Of(name)
	return slices.MaxFunc(namesakes, func(a, b leaguedb.Player) int {
		return cmp.Compare(wanted.To(likeness.Of(a.Name)), wanted.To(likeness.Of(b.Name)))
	})
}

// ChangePlayer corrects a player's data. The events he has entered, which show
// his name, get their next revision and are returned.
func (d *Desk) ChangePlayer(tx tenantdb.Tx, act Act, id league.PlayerID, matches func(version int) bool, change func(*leaguedb.Player)) (leaguedb.Player, []leaguedb.EventRevision, error) {
	var p leaguedb.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &p, id)
	if err := tx.Send(b); err != nil {
		return p, nil, fmt.Errorf("player %s: %w", id, err)
	}
	if !matches(p.Version) {
		return p, nil, &StaleError{Current: map[string]any{"version": p.Version}}
	}
	named := p.Name
	change(&p)
	if p.Name != named {
		if err := requireNamed("/name", p.Name); err != nil {
			return p, nil, err
		}
	}
	save := &tenantdb.Batch{}
	leaguedb.ChangePlayer(save, p)
	var events []leaguedb.EventRevision
	var seasons []leaguedb.SeasonRevision
	leaguedb.BumpEventsOf(save, &events, &seasons, id)
	if err := tx.Send(save); errors.Is(err, tenantdb.ErrNotFound) {
		return p, nil, &StaleError{Current: map[string]any{"version": p.Version}} // changed since it was loaded
	} else if err != nil {
		return p, nil, err
	}
	p.Version++
	for i := range seasons {
		tx.Tell(seasons[i].ID.UUID, &seasons[i].Revision)
	}
	act.Record.Log("player.changed", uuid.Nil, map[string]any{"player": p.ID, "version": p.Version})
	act.Record.Audit("player", "", map[string]any{"player": id, "version": p.Version - 1}, map[string]any{"player": id, "version": p.Version})
	return p, events, nil
}
