package entrydesk

import (
	"errors"
	"slices"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// MarkEntries records at once which entrants have arrived and which have paid, as ticked on a list: all marks
// or none ([officiating.Situation.Mark]). It returns the marked entries in their new state, in the order of the
// marks.
func (d Desk) MarkEntries(tx tenantdb.Tx, act desk.Act, id league.EventID, marks []officiating.Mark) ([]facts.Entry, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, nil, err
	}
	changed, err := s.Mark(marks, act.Now)
	if err != nil {
		return nil, nil, sayWho(tx, id, err)
	}
	var arriving []facts.Entry
	for _, m := range changed {
		if m.Arrives() {
			arriving = append(arriving, m.After)
		}
	}
	if len(arriving) > 0 {
		if err := d.mayArrive(tx, s, arriving...); err != nil {
			return nil, nil, err
		}
	}
	if len(changed) > 0 {
		desk.ChangeEntries(tx, act, s, changed)
	}
	for _, m := range changed {
		logMark(act, s, m)
	}
	out := make([]facts.Entry, len(marks))
	for i, m := range marks {
		out[i] = *s.Entry(m.Entry)
	}
	return out, s, nil
}

// sayWho adds to the refusal of marks, for each of the entries changed since they were seen, the person who
// changed it and the time.
func sayWho(tx tenantdb.Tx, id league.EventID, refusal error) error {
	var state *league.StateError
	if !errors.As(refusal, &state) {
		return refusal
	}
	stand, ok := state.Current["entries"].([]map[string]any)
	if !ok {
		return refusal
	}
	numbers := make([]int, len(stand))
	for i, one := range stand {
		numbers[i], _ = one["entry"].(int)
	}
	var changes []leaguedb.EntryChange
	b := &tenantdb.Batch{}
	leaguedb.LoadLastChanges(b, &changes, id, numbers)
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, c := range changes {
		at := slices.Index(numbers, c.Entry)
		stand[at]["by"], stand[at]["at"] = c.Actor, c.At
	}
	return refusal
}

// mayArrive refuses to check in players who may not take part, and players whose name has to be compared first.
func (d Desk) mayArrive(tx tenantdb.Tx, s *officiating.Situation, arriving ...facts.Entry) error {
	if err := d.RequireMayPlay(tx, s, arriving...); err != nil {
		return err
	}
	return d.RequireChecked(tx, s, arriving...)
}

// logMark records a fact for each thing that was ticked of an entry.
func logMark(act desk.Act, s *officiating.Situation, m officiating.Marked) {
	now := desk.LoggedEntry(m.After)
	switch {
	case m.Arrives():
		act.Record.Log(s.Event.ID.UUID, leaguelog.EntryCheckedIn{EntryNow: now})
	case m.Before.State != m.After.State:
		act.Record.Log(s.Event.ID.UUID, leaguelog.CheckInUndone{EntryNow: now})
	}
	if m.Before.FeePaid != m.After.FeePaid {
		act.Record.Log(s.Event.ID.UUID, leaguelog.FeeMarked{EntryNow: now})
	}
}
