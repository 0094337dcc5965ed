package entrydesk

import (
	"errors"
	"slices"
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

// ErrOwnEntry says that who has entered somebody does not confirm that he is nobody else.
var ErrOwnEntry = errors.New("desk: own entry")

// NewCheck decides about an entry that is to be checked.
type NewCheck struct {
	Outcome facts.CheckOutcome
	Reason  string
}

// DecideCheck says whether an entrant is one of those whom he resembles: he is confirmed,
// or his entry is refused and cancelled. Nobody decides who is the entrant or one of those
// himself, nor who has entered him.
func (d Desk) DecideCheck(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, n NewCheck) (facts.Entry, *officiating.Situation, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if !e.Waits() {
		return facts.Entry{}, nil, league.NotNow("entry-state", "state", string(e.State))
	}
	check, err := d.CheckOf(tx, s, *e)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if !check.Open() {
		return facts.Entry{}, nil, league.NotNow("entry-not-to-be-checked", "entry", strconv.Itoa(number))
	}
	if err := requireUninvolved(tx, act, s, *e, check); err != nil {
		return facts.Entry{}, nil, err
	}
	refused := n.Outcome == facts.CheckRefused
	if refused && s.Event.IsFinal() {
		return facts.Entry{}, nil, &league.StateError{Grounds: s.FinalGrounds("entry-of-final")}
	}
	decision := check.Decision(id, *e, n, act)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEntryCheck(b, decision, act.By) })
	checked := leaguelog.CheckedEntry{Entry: league.Entry(number), Check: decision.ID}
	if !refused {
		act.Record.Log(id.UUID, leaguelog.EntryConfirmed{CheckedEntry: checked})
	} else {
		act.Record.Log(id.UUID, leaguelog.EntryRefused{CheckedEntry: checked})
		cancelled, _ := desk.TakeBack(tx, act, s, e, "", n.Reason)
		return cancelled, s, nil
	}
	act.Record.Audit("entry "+strconv.Itoa(number), n.Reason, map[string]any{"checked": false}, map[string]any{"checked": true, "everywhere": decision.Everywhere})
	return *e, s, nil
}

// Decision is one about the check of an entry.
func (c Check) Decision(event league.EventID, e facts.Entry, n NewCheck, act desk.Act) facts.EntryCheck {
	out := facts.EntryCheck{
		ID: desk.NewID(), EventID: event, Entry: e.Number, PlayerID: e.PlayerID, Outcome: n.Outcome,
		Everywhere: act.Authority.Everywhere() && n.Outcome == facts.CheckConfirmed, Reason: n.Reason, DecidedAt: act.Now,
	}
	for _, double := range c.Resembles {
		out.About = append(out.About, double.ID)
	}
	return out
}

// Involves tells whether who acts is the entrant or one of those whom he resembles.
func (c Check) Involves(act desk.Act, e facts.Entry) bool {
	return desk.IsOwn(act, e.AccountID) || slices.ContainsFunc(c.Resembles, func(o Double) bool { return desk.IsOwn(act, o.AccountID) })
}

// requireUninvolved refuses who has a part in a check.
func requireUninvolved(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, e facts.Entry, check Check) error {
	var by uuid.UUID
	b := &tenantdb.Batch{}
	leaguedb.LoadWhoEntered(b, &by, s.Event.ID, e.Number)
	if err := tx.Send(b); err != nil {
		return err
	}
	if check.Involves(act, e) {
		return desk.ErrOwnCase
	}
	if by == act.By {
		return ErrOwnEntry
	}
	return nil
}

// Unchecked is the fault of an entry about whose check is not decided.
func Unchecked(number int) league.Fault {
	return league.Fault{Field: desk.EntryField(number), Grounds: league.Grounds{Reason: toBeChecked, Params: map[string]string{"entry": strconv.Itoa(number)}}}
}
