package entrydesk

import (
	"errors"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// ErrOwnEntry is returned if the person who made an entry wants to confirm who the entrant is.
var ErrOwnEntry = errors.New("desk: own entry")

// DecideCheck decides about an entrant who resembles a barred person: the entrant is confirmed, or the entry is
// refused and cancelled. The entrant, the people they resemble and the person who made the entry may not
// decide.
func (d Desk) DecideCheck(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, n officiating.NewCheck) (facts.Entry, *officiating.Situation, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	check, err := d.CheckOf(tx, s, *e)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if err := officiating.MayCheck(*e, check); err != nil {
		return facts.Entry{}, nil, err
	}
	if err := requireUninvolved(tx, act, s, *e, check); err != nil {
		return facts.Entry{}, nil, err
	}
	n.Everywhere = act.Authority.Everywhere()
	decision, err := s.DecideCheck(check, *e, n, act.Now)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	decision.ID = desk.NewID()
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEntryCheck(b, decision, act.By) })
	checked := leaguelog.CheckedEntry{Entry: league.Entry(number), Check: decision.ID}
	if decision.Outcome == facts.CheckRefused {
		act.Record.Log(id.UUID, leaguelog.EntryRefused{CheckedEntry: checked})
		cancelled, _ := desk.TakeBack(tx, act, s, e, "", n.Reason)
		return cancelled, s, nil
	}
	act.Record.Log(id.UUID, leaguelog.EntryConfirmed{CheckedEntry: checked})
	act.Record.Audit("entry "+strconv.Itoa(number), n.Reason, map[string]any{"checked": false}, map[string]any{"checked": true, "everywhere": decision.Everywhere})
	return *e, s, nil
}

// requireUninvolved refuses an acting person who has a part in a check.
func requireUninvolved(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, e facts.Entry, check officiating.Check) error {
	var by uuid.UUID
	b := &tenantdb.Batch{}
	leaguedb.LoadWhoEntered(b, &by, s.Event.ID, e.Number)
	if err := tx.Send(b); err != nil {
		return err
	}
	if check.Involves(act.By, e) {
		return desk.ErrOwnCase
	}
	if by == act.By {
		return ErrOwnEntry
	}
	return nil
}
