package peopledesk

import (
	"errors"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// Erased holds a record from which everything except the play was erased.
type Erased struct {
	Player facts.Player // the one that is kept for the person, under its neutral name
	// Account is the owner of the record; nil where it had none.
	Account *uuid.UUID
	// Gone and Kept are how many rows went and stay, by the kind of data.
	Gone, Kept leaguedb.ErasedRows
	// Events are the events that the record has entered, with their next revisions.
	Events []leaguedb.EventRevision
}

// Erase erases a person's record, with its aliases, by an office, for a reason. Nobody uses their office for
// their own record.
func (d Desk) Erase(tx tenantdb.Tx, act desk.Act, id league.PlayerID, reason string) (Erased, error) {
	records, err := holdToErase(tx, id)
	if err != nil {
		return Erased{}, err
	}
	if desk.IsOwn(act, records[0].AccountID) {
		return Erased{}, desk.ErrOwnCase
	}
	return d.erase(tx, act, records, reason, false)
}

// EraseMine erases the record of the acting person, with its aliases.
func (d Desk) EraseMine(tx tenantdb.Tx, act desk.Act) (Erased, error) {
	mine, err := Mine(tx, act.By)
	if err != nil {
		return Erased{}, err
	}
	records, err := holdToErase(tx, mine.ID)
	if err == nil && !desk.IsOwn(act, records[0].AccountID) { // parted from the account meanwhile
		err = ErrNoRecord
	}
	if err != nil {
		return Erased{}, err
	}
	return d.erase(tx, act, records, "", true)
}

// EraseAgain erases a record that had been erased before a copy of the database was restored, without checking
// again for facts that prevent it, because that was decided then. A record that the copy does not have was made
// later.
func (d Desk) EraseAgain(tx tenantdb.Tx, act desk.Act, id league.PlayerID) error {
	records, err := holdToErase(tx, id)
	if err != nil {
		return err
	}
	records = slices.DeleteFunc(records, func(r facts.Player) bool { return people.MayUse(r) != nil }) // erased in the copy as well
	if len(records) == 0 {
		return tenantdb.ErrNotFound
	}
	_, err = empty(tx, act, records, "", nil, false)
	return err
}

// holdToErase holds a person so that nobody enters, bans or convokes them meanwhile, and loads their records.
// The record that is kept for the others comes first.
func holdToErase(tx tenantdb.Tx, id league.PlayerID) ([]facts.Player, error) {
	var kept facts.Player
	b := &tenantdb.Batch{}
	leaguedb.TakePlayer(b, &kept, id)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	var aliases []facts.Player
	b = &tenantdb.Batch{}
	leaguedb.LoadAliasesOf(b, &aliases, []league.PlayerID{kept.ID})
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	return append([]facts.Player{kept}, aliases...), nil
}

func (d Desk) erase(tx tenantdb.Tx, act desk.Act, records []facts.Player, reason string, own bool) (Erased, error) {
	for _, r := range records {
		var ties leaguedb.Ties
		var sanctioned []league.EventID
		b := &tenantdb.Batch{}
		leaguedb.LoadErasureTies(b, &ties, r.ID, act.Now)
		leaguedb.LoadSanctionedEvents(b, &sanctioned, r.ID)
		if err := tx.Send(b); err != nil {
			return Erased{}, err
		}
		expulsions, err := reportdesk.At(d.Desk).OpenExpulsions(tx, r.ID, sanctioned)
		if err != nil {
			return Erased{}, err
		}
		ties.OpenCases += expulsions
		if err := people.Ties(ties).MayErase(); err != nil {
			return Erased{}, err
		}
	}
	return empty(tx, act, records, reason, &act.By, own)
}

// empty erases the person from their records and from everything that names them. The first record parts the
// account from all of them.
func empty(tx tenantdb.Tx, act desk.Act, records []facts.Player, reason string, by *uuid.UUID, own bool) (Erased, error) {
	first := records[0]
	out := Erased{Player: first, Account: first.AccountID, Gone: leaguedb.ErasedRows{}, Kept: leaguedb.ErasedRows{}}
	if first.AccountID != nil {
		if _, err := unlink(tx, act.Unrecorded(), first, "", !own); err != nil {
			return Erased{}, err
		}
		out.Gone["account"] = 1
	}
	var raised []leaguedb.Raised
	b := &tenantdb.Batch{}
	for _, r := range records {
		leaguedb.EraseRecord(b, out.Gone, &raised, leaguedb.Erasure{
			Player: r, Name: people.NeutralName(r.ID), Naming: people.Naming(r.Name, r.Email, r.AddressBefore), At: act.Now,
		})
		leaguedb.AddErasure(b, r.ID, by, own, act.Now)
		leaguedb.LoadRemaining(b, out.Kept, r.ID)
	}
	bumped := bump(b, &out.Events, first.ID)
	leaguedb.ShowAnew(b, &raised)
	if err := tx.Send(b); err != nil {
		return Erased{}, err
	}
	desk.PublishRaised(tx, *bumped)
	desk.PublishRaised(tx, raised)
	for _, r := range records {
		out.Gone["name"]++
		if r.Email != "" || r.Club != "" || r.City != "" {
			out.Gone["contact"]++
		}
		act.Record.Log(uuid.Nil, leaguelog.PlayerErased{Player: r.ID, Staff: !own})
		act.Record.Audit("player", reason, nil, map[string]any{"player": r.ID, "erased": true})
	}
	p := &out.Player
	p.Name, p.Club, p.City, p.Email, p.AddressBefore, p.AccountID = people.NeutralName(first.ID), "", "", "", "", nil
	return out, nil
}

// Leave removes an account that is deleted from a tenant: its record is parted from it, or erased as well, and
// its acts show a neutral name. It returns the events that show the record.
func (d Desk) Leave(tx tenantdb.Tx, act desk.Act, name string, andErase bool) ([]leaguedb.EventRevision, error) {
	var events []leaguedb.EventRevision
	var err error
	if andErase {
		var done Erased
		done, err = d.EraseMine(tx, act)
		events = done.Events
	} else {
		var done Unlinked
		done, err = d.UnlinkMine(tx, act)
		events = done.Events
	}
	if err != nil && !errors.Is(err, ErrNoRecord) {
		return nil, err
	}
	b := &tenantdb.Batch{}
	leaguedb.ForgetAccount(b, act.By, name, act.Now)
	return events, tx.Send(b)
}
