package playerdesk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
)

// AddPlayer adds a person to the register. A name that reads like one already
// there is refused with those who bear it, unless sameName says that this is
// another person.
func (d Desk) AddPlayer(tx tenantdb.Tx, act desk.Act, p facts.Player, sameName bool) (facts.Player, error) {
	if err := desk.RequireNamed("/name", p.Name); err != nil {
		return p, err
	}
	if !sameName {
		var namesakes []facts.Player
		b := &tenantdb.Batch{}
		leaguedb.LoadNamesakes(b, &namesakes, p.NameKey)
		if err := tx.Send(b); err != nil {
			return p, err
		}
		if len(namesakes) > 0 {
			first := closest(p.Name, namesakes)
			return p, &league.StateError{
				Grounds: league.Grounds{Reason: "same-name", Params: map[string]string{"name": first.Name}},
				Current: map[string]any{"player": first.ID, "name": first.Name},
			}
		}
	}
	p.ID, p.AddedBy, p.CreatedAt, p.Version = desk.MakeID[league.PlayerID](), &act.By, act.Now, 1
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddPlayer(b, p) })
	act.Record.Log(uuid.Nil, leaguelog.PlayerCreated{Player: p.ID})
	act.Record.Audit("player", "", nil, map[string]any{"player": p.ID})
	return p, nil
}

// closest returns the namesake whose name is the closest, the first of several.
func closest(name string, namesakes []facts.Player) facts.Player {
	wanted := likeness.Of(name)
	return slices.MaxFunc(namesakes, func(a, b facts.Player) int {
		return cmp.Compare(wanted.To(likeness.Of(a.Name)), wanted.To(likeness.Of(b.Name)))
	})
}

// Changed is a player whose data were corrected.
type Changed struct {
	Player facts.Player
	// Events are those that he has entered, which show his name, with their next revision.
	Events []leaguedb.EventRevision
	// Address is that he has another mail address, of which he is told; nil where he has
	// not, or had none.
	Address *facts.AddressChange
	// Released are the letters that wait no more, since it is a confirmed one again.
	Released moneydesk.Released
}

// ChangePlayer corrects a player's data. It is the one door by which a mail address
// becomes another: letters with links wait until that is confirmed.
func (d Desk) ChangePlayer(tx tenantdb.Tx, act desk.Act, id league.PlayerID, from desk.Version, change func(*facts.Player)) (Changed, error) {
	var p facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &p, id)
	if err := tx.Send(b); err != nil {
		return Changed{}, fmt.Errorf("player %s: %w", id, err)
	}
	if from.Stale(p.Version) {
		return Changed{}, &desk.StaleError{Current: map[string]any{"version": p.Version}}
	}
	before := p
	change(&p)
	if p.Name != before.Name {
		if err := desk.RequireNamed("/name", p.Name); err != nil {
			return Changed{}, err
		}
	}
	out := Changed{Address: moneydesk.Readdress(&p, before.Email, act)}
	save := &tenantdb.Batch{}
	leaguedb.ChangePlayer(save, p)
	if out.Address != nil {
		leaguedb.AddAddressChange(save, *out.Address)
	}
	var seasons []leaguedb.SeasonRevision
	leaguedb.BumpEventsOf(save, &out.Events, &seasons, id)
	if err := tx.Send(save); errors.Is(err, tenantdb.ErrNotFound) {
		return Changed{}, &desk.StaleError{Current: map[string]any{"version": p.Version}} // changed since it was loaded
	} else if err != nil {
		return Changed{}, err
	}
	if before.AddressBefore != "" && p.AddressBefore == "" {
		var err error
		if out.Released, err = moneydesk.Release(tx, p, out.Address.ID, act.Now); err != nil {
			return Changed{}, err
		}
	}
	p.Version++
	out.Player = p
	for i := range seasons {
		tx.Publish(seasons[i].ID.UUID, &seasons[i].Revision)
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerChanged{Player: p.ID, Version: p.Version})
	act.Record.Audit("player", "", map[string]any{"player": id, "version": p.Version - 1}, map[string]any{"player": id, "version": p.Version})
	return out, nil
}
