package peopledesk

import (
	"errors"

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

// Linked is a record that is an account's from now on.
type Linked struct {
	Player facts.Player
	How    people.How
	// Events are the events that the record has entered, with their next revisions.
	Events []leaguedb.EventRevision
	// Settled are the claims that were decided with it.
	Settled []facts.PlayerRequest
	// Released are the letters that have waited for the confirmation of an address: they go
	// to the account.
	Released moneydesk.Released
}

// holdRecord holds a record that still names a person until the transaction ends: for an alias the record that
// is kept.
func holdRecord(tx tenantdb.Tx, id league.PlayerID) (facts.Player, error) {
	var p *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.HoldAddress(b, &p, id)
	if err := tx.Send(b); err != nil {
		return facts.Player{}, err
	}
	switch {
	case p == nil:
		return facts.Player{}, league.ErrNotFound
	case p.KeptAs != nil:
		return holdRecord(tx, *p.KeptAs)
	}
	return *p, people.MayUse(*p)
}

// standing loads the facts that decide whether an account may be linked with a held record.
func standing(tx tenantdb.Tx, record facts.Player, account uuid.UUID) (people.Standing, error) {
	s := people.Standing{Account: account, Record: record}
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerOfAccount(b, &s.Has, account)
	leaguedb.TakeOpenClaims(b, &s.Open, record.ID, account)
	return s, tx.Send(b)
}

// link makes a record an account's. If two accounts do so at once, the second is checked against the link of
// the first.
func (d Desk) link(tx tenantdb.Tx, act desk.Act, s people.Standing, how people.How, reason string) (Linked, error) {
	if err := s.MayLink(how); err != nil {
		return Linked{}, err
	}
	out := Linked{Player: s.Record, How: how}
	b := &tenantdb.Batch{}
	leaguedb.LinkRecord(b, s.Record.ID, s.Account)
	if err := tx.Send(b); tenantdb.Violates(err, "player_of_account") {
		return Linked{}, people.ErrOtherRecord // the account's other record is of this moment
	} else if err != nil {
		return Linked{}, err
	}
	out.Player.AccountID, out.Player.Version = &s.Account, s.Record.Version+1
	b = &tenantdb.Batch{}
	for _, r := range s.Settle() {
		r.Reason, r.DecidedBy, r.DecidedAt = reasonOf(r, reason), &act.By, &act.Now
		leaguedb.DecidePlayerRequest(b, r)
		out.Settled = append(out.Settled, r)
	}
	seasons := bump(b, &out.Events, s.Record.ID)
	if err := tx.Send(b); err != nil {
		return Linked{}, err
	}
	desk.PublishRaised(tx, *seasons)
	if err := showAccountAnew(tx, s.Record, s.Account); err != nil {
		return Linked{}, err
	}
	if s.Record.AddressBefore != "" {
		var err error
		if out.Released, err = moneydesk.Release(tx, out.Player, desk.NewID(), act.Now); err != nil {
			return Linked{}, err
		}
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerLinked{Player: s.Record.ID, How: string(how)})
	for _, r := range out.Settled {
		logEnd(act, r)
	}
	act.Record.Audit("player", reason, map[string]any{"player": s.Record.ID, "version": s.Record.Version},
		map[string]any{"player": s.Record.ID, "version": out.Player.Version, "account": s.Account, "how": how})
	return out, nil
}

// showAccountAnew raises everything that shows an account, if the account's public name follows from the
// record.
func showAccountAnew(tx tenantdb.Tx, record facts.Player, account uuid.UUID) error {
	if !record.Initials {
		return nil
	}
	return desk.ShowAnew(tx, leaguedb.ShownAnew{ID: record.ID, AccountID: &account})
}

// reasonOf returns the given reason for the claim that the decision was about; the other claims follow from it.
func reasonOf(r facts.PlayerRequest, reason string) string {
	if r.Outcome == facts.RequestOvertaken {
		return ""
	}
	return reason
}

// bump queues the next revisions of everything that shows a record, because the link decides what its person
// may do there.
func bump(b *tenantdb.Batch, events *[]leaguedb.EventRevision, id league.PlayerID) *[]leaguedb.Raised {
	seasons := new([]leaguedb.Raised)
	leaguedb.BumpEventsOf(b, events, seasons, id)
	return seasons
}

// Unlinked holds a record that belongs to no account any more.
type Unlinked struct {
	Player  facts.Player
	Account uuid.UUID // whose it was
	Events  []leaguedb.EventRevision
	// Settled are the requests about the record that ended with it.
	Settled []facts.PlayerRequest
}

// Unlink parts a record from its account, for a reason. Nobody uses their office for their own record.
func (d Desk) Unlink(tx tenantdb.Tx, act desk.Act, id league.PlayerID, reason string) (Unlinked, error) {
	record, err := holdRecord(tx, id)
	if err != nil {
		return Unlinked{}, err
	}
	if desk.IsOwn(act, record.AccountID) {
		return Unlinked{}, desk.ErrOwnCase
	}
	return unlink(tx, act, record, reason, true)
}

// UnlinkMine parts the acting person from their record.
func (d Desk) UnlinkMine(tx tenantdb.Tx, act desk.Act) (Unlinked, error) {
	record, err := holdOwn(tx, act)
	if err != nil {
		return Unlinked{}, err
	}
	return unlink(tx, act, record, "", false)
}

func unlink(tx tenantdb.Tx, act desk.Act, record facts.Player, reason string, staff bool) (Unlinked, error) {
	if record.AccountID == nil {
		return Unlinked{}, people.ErrNotLinked
	}
	out := Unlinked{Player: record, Account: *record.AccountID}
	var open []facts.PlayerRequest
	b := &tenantdb.Batch{}
	leaguedb.UnlinkRecord(b, record.ID)
	leaguedb.TakeOpenRequestsOf(b, &open, record.ID, out.Account)
	if err := tx.Send(b); err != nil {
		return Unlinked{}, err
	}
	b = &tenantdb.Batch{}
	for _, r := range open { // a name that they have asked for as the one whose record it was
		r.Outcome, r.DecidedBy, r.DecidedAt = facts.RequestOvertaken, &act.By, &act.Now
		leaguedb.DecidePlayerRequest(b, r)
		out.Settled = append(out.Settled, r)
	}
	seasons := bump(b, &out.Events, record.ID)
	if err := tx.Send(b); err != nil {
		return Unlinked{}, err
	}
	desk.PublishRaised(tx, *seasons)
	if err := showAccountAnew(tx, record, out.Account); err != nil {
		return Unlinked{}, err
	}
	out.Player.AccountID, out.Player.Version = nil, record.Version+1
	act.Record.Log(uuid.Nil, leaguelog.PlayerUnlinked{Player: record.ID, Staff: staff})
	for _, r := range out.Settled {
		logEnd(act, r)
	}
	act.Record.Audit("player", reason, map[string]any{"player": record.ID, "version": record.Version, "account": out.Account},
		map[string]any{"player": record.ID, "version": out.Player.Version})
	return out, nil
}

// Mine is the record of an account in the tenant; [ErrNoRecord] without one.
func Mine(door tenantdb.Door, account uuid.UUID) (facts.Player, error) {
	var p *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerOfAccount(b, &p, account)
	if err := door.Send(b); err != nil {
		return facts.Player{}, err
	}
	if p == nil {
		return facts.Player{}, ErrNoRecord
	}
	return *p, nil
}

// ErrNoRecord is returned if an account has no record in the tenant.
var ErrNoRecord = errors.New("desk: no record of the account")

// logEnd logs the outcome of a request.
func logEnd(act desk.Act, r facts.PlayerRequest) {
	act.Record.Log(uuid.Nil, leaguelog.PlayerRequestEnded{Request: r.ID, Player: r.PlayerID, Outcome: string(r.Outcome)})
}
