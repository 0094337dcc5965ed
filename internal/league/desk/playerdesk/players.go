package playerdesk

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// AddPlayer adds a person to the register. It refuses a name that reads like an existing one, with the players
// who bear it, unless sameName confirms that this is another person.
func (d Desk) AddPlayer(tx tenantdb.Tx, act desk.Act, p facts.Player, sameName bool) (facts.Player, error) {
	if err := people.MayBeNamed("/name", p.Name); err != nil {
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
			first := people.Closest(p.Name, namesakes)
			return p, &league.StateError{
				Grounds: league.Grounds{Reason: "same-name", Params: map[string]string{"name": first.Name}},
				Current: map[string]any{"player": first.ID, "name": first.Name},
			}
		}
	}
	err := desk.AddPlayer(tx, act, &p)
	return p, err
}

// Changed is a player whose data were corrected.
type Changed struct {
	Player facts.Player
	// Events are the events that they have entered, which show their name, with their next revisions.
	Events []leaguedb.EventRevision
	// Address is the change of their mail address, of which they are notified; nil if it did not change, or they
	// had none.
	Address *facts.AddressChange
	// Released are the letters that need not wait any more, because the address is confirmed again.
	Released moneydesk.Released
}

// errAlias returns the refusal to correct an alias, because only the data of the record that is kept are shown.
func errAlias(tx tenantdb.Tx, kept league.PlayerID) error {
	var into facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &into, kept)
	if err := tx.Send(b); err != nil {
		return err
	}
	return people.ErrMerged(into)
}

// ChangePlayer corrects a player's data. It is the only way to change a mail address: letters with links wait
// until the new one is confirmed.
func (d Desk) ChangePlayer(tx tenantdb.Tx, act desk.Act, id league.PlayerID, from desk.Version, change func(*facts.Player)) (Changed, error) {
	var p facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &p, id)
	if err := tx.Send(b); err != nil {
		return Changed{}, fmt.Errorf("player %s: %w", id, err)
	}
	if p.KeptAs != nil {
		return Changed{}, errAlias(tx, *p.KeptAs)
	}
	if from.Stale(p.Version) {
		return Changed{}, &desk.StaleError{Current: map[string]any{"version": p.Version}}
	}
	if err := people.MayUse(p); err != nil {
		return Changed{}, err
	}
	before := p
	change(&p)
	if p.Name != before.Name {
		if err := people.MayBeNamed("/name", p.Name); err != nil {
			return Changed{}, err
		}
	}
	moved, err := d.renamedClub(tx, act, before, &p)
	if err != nil {
		return Changed{}, err
	}
	out := Changed{Address: moneydesk.Readdress(&p, before.Email, act)}
	save := &tenantdb.Batch{}
	leaguedb.ChangePlayer(save, p)
	if out.Address != nil {
		leaguedb.AddAddressChange(save, *out.Address)
	}
	if moved != nil {
		setClubs(save, act, moved)
	}
	publish := bump(save, &out, id)
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
	publish(tx)
	if p.BirthYear != before.BirthYear {
		if _, err := desk.RefreshInitials(tx, act.Now, []league.PlayerID{id}); err != nil {
			return Changed{}, err
		}
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerChanged{Player: p.ID, Version: p.Version})
	act.Record.Audit("player", "", map[string]any{"player": id, "version": p.Version - 1}, map[string]any{"player": id, "version": p.Version})
	return out, nil
}

// bump queues the next revisions of all that shows a player. The function that it returns publishes them.
func bump(save *tenantdb.Batch, out *Changed, id league.PlayerID) func(tenantdb.Tx) {
	var seasons, rankings []leaguedb.Raised
	leaguedb.BumpEventsOf(save, &out.Events, &seasons, id)
	leaguedb.BumpRankingsOf(save, &rankings, id)
	return func(tx tenantdb.Tx) {
		desk.PublishRaised(tx, seasons)
		desk.PublishRaised(tx, rankings)
	}
}
