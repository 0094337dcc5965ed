package desk

import (
	"errors"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// openBeforeStart opens an event whose play has not been settled yet.
func (d *Desk) openBeforeStart(tx tenantdb.Tx, id league.EventID) (*Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, err
	}
	if s.Event.Started() || s.Event.State == facts.Cancelled {
		return nil, notNow("before-start-only")
	}
	return s, nil
}

// announceAnew gives the announcement its next version and leaves it to be
// written.
func (s *Stage) announceAnew(tx tenantdb.Tx) {
	s.Event.Version++
	s.save(tx)
}

// ProposeStructure proposes another structure than the formula's, in place of one
// proposed before; it holds once the office has approved it that the ruleset names
// (CN09 3.2).
func (d *Desk) ProposeStructure(tx tenantdb.Tx, act Act, id league.EventID, structure rules.Structure, reason string) (*Stage, error) {
	s, err := d.openBeforeStart(tx, id)
	if err != nil {
		return nil, err
	}
	if other := s.Rules.Format.OtherStructure; !other.Allowed {
		return nil, s.Rules.Refuse(other.Paragraph, "no-other-structure")
	}
	if faults := tournament.CheckStructure(s.Rules, structure); len(faults) > 0 {
		return nil, faults
	}
	before := s.dropStructure(tx, act)
	s.propose(tx, act, act.By, structure, reason)
	s.announceAnew(tx)
	act.Record.Audit("structure", reason, before, structure)
	return s, nil
}

// propose leaves a structure to be stored that waits for approval.
func (s *Stage) propose(tx tenantdb.Tx, act Act, by uuid.UUID, structure rules.Structure, reason string) {
	proposed := leaguedb.NewStructure(newID(), structure, reason, act.Now)
	s.Structure = &proposed
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ProposeStructure(b, id, proposed, by) })
	act.Record.Log(id.UUID, leaguelog.StructureProposed{StructureNow: s.loggedStructure(proposed)})
}

// dropStructure takes the structure back that stands, if there is one, and returns
// what it was.
func (s *Stage) dropStructure(tx tenantdb.Tx, act Act) any {
	if s.Structure == nil {
		return nil
	}
	old := *s.Structure
	if s.Structure = nil; old.ApprovedAt != nil {
		s.publish(act)
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeStructure(b, old.ID, act.By, act.Now) })
	return old.Rules()
}

// WithdrawStructure goes back to the structure of the formula.
func (d *Desk) WithdrawStructure(tx tenantdb.Tx, act Act, id league.EventID) (*Stage, error) {
	s, err := d.openBeforeStart(tx, id)
	if err != nil {
		return nil, err
	}
	if s.Structure == nil {
		return nil, notNow("no-structure-proposed")
	}
	before := s.dropStructure(tx, act)
	s.announceAnew(tx)
	act.Record.Log(id.UUID, leaguelog.StructureWithdrawn{StructureNow: s.loggedStructure(facts.Structure{})})
	act.Record.Audit("structure", "", before, nil)
	return s, nil
}

// ApproveStructure approves the structure that is proposed.
func (d *Desk) ApproveStructure(tx tenantdb.Tx, act Act, id league.EventID) (*Stage, error) {
	s, err := d.openBeforeStart(tx, id)
	switch {
	case err != nil:
		return nil, err
	case s.Structure == nil:
		return nil, notNow("no-structure-proposed")
	case s.Structure.ApprovedAt != nil:
		return nil, notNow("structure-approved")
	}
	s.approveStructure(tx, act)
	s.announceAnew(tx)
	act.Record.Audit("structure", "", map[string]any{"approved": false}, map[string]any{"approved": true, "structure": s.Structure.Rules()})
	return s, nil
}

// approveStructure leaves the approval of the structure that is proposed to be stored.
func (s *Stage) approveStructure(tx tenantdb.Tx, act Act) {
	approved := *s.Structure
	approved.ApprovedAt = &act.Now
	s.Structure = &approved
	s.publish(act)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ApproveStructure(b, approved.ID, act.By, act.Now) })
	act.Record.Log(s.Event.ID.UUID, leaguelog.StructureApproved{StructureNow: s.loggedStructure(approved)})
}

// requireAgreed refuses to start with a structure that is only proposed.
func (s *Stage) requireAgreed() error {
	if s.Structure == nil || s.Structure.ApprovedAt != nil {
		return nil
	}
	other := s.Rules.Format.OtherStructure
	return &StateError{Grounds: s.Rules.Grounds(other.Paragraph, "structure-not-approved", "by", other.ApprovedBy)}
}

// PreviousOrder are the standings of the event before: those of one of the
// tenant's events, or entries in their order.
type PreviousOrder struct {
	Event   league.EventID // the zero id: none
	Entries []league.Entry
}

// SetPrevious says which standings seat the first round (SQ00 4). Players who
// enter later are found in them too; who is not in them comes behind. Without
// entries and event there are none.
func (d *Desk) SetPrevious(tx tenantdb.Tx, act Act, id league.EventID, order PreviousOrder) (*Stage, error) {
	s, err := d.openBeforeStart(tx, id)
	if err != nil {
		return nil, err
	}
	pairing, _ := s.Rules.Pairing(rules.PairingSystem(s.Event.Pairing))
	if err := tournament.PreviousRule(s.Rules, pairing); err != nil {
		return nil, err
	}
	lines, err := s.previousEntries(order.Entries)
	if order.Event != (league.EventID{}) {
		lines, err = d.previousEvent(tx, s, order.Event)
	}
	if err != nil {
		return nil, err
	}
	before := len(s.Previous)
	s.Previous = lines
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SetPrevious(b, id, lines, act.By, act.Now) })
	act.Record.Log(id.UUID, leaguelog.PreviousStandingsSet{Players: len(lines)})
	act.Record.Audit("previous standings", "", map[string]any{"players": before}, map[string]any{"players": lines})
	return s, nil
}

// previousEntries are the players of entries, in their order.
func (s *Stage) previousEntries(entries []league.Entry) ([]facts.Previous, error) {
	lines := []facts.Previous{}
	var faults league.Faults
	for i, entry := range entries {
		at, params := "/entries/"+strconv.Itoa(i), []string{"entry", strconv.Itoa(int(entry))}
		e := s.Entry(entry)
		switch {
		case e == nil:
			faults = append(faults, league.Fault{Pointer: at, Grounds: s.Rules.Grounds("", "unknown-entry", params...)})
			continue
		case slices.ContainsFunc(lines, func(l facts.Previous) bool { return l.PlayerID == e.PlayerID }):
			faults = append(faults, league.Fault{Pointer: at, Grounds: s.Rules.Grounds("", "entry-twice", params...)})
		}
		lines = append(lines, facts.Previous{Position: len(lines) + 1, PlayerID: e.PlayerID, Player: e.PlayerName})
	}
	return lines, faults.OrNil()
}

// previousEvent are the final standings of an earlier event.
func (d *Desk) previousEvent(tx tenantdb.Tx, s *Stage, id league.EventID) ([]facts.Previous, error) {
	fault := func(reason string) error {
		return league.Faults{{Pointer: "/event", Grounds: league.Grounds{Reason: reason}}}
	}
	earlier, err := d.View(tx, id)
	switch {
	case errors.Is(err, tenantdb.ErrNotFound) || errors.Is(err, league.ErrNotFound):
		return nil, fault("unknown-event")
	case err != nil:
		return nil, err
	case earlier.Event.State != facts.Finished:
		return nil, fault("event-not-finished")
	case !earlier.Event.StartsAt.Before(s.Event.StartsAt):
		return nil, fault("event-not-earlier")
	}
	var lines []facts.Previous
	from := id.UUID
	for _, row := range earlier.State.Final {
		e := earlier.Entry(row.Entry)
		lines = append(lines, facts.Previous{Position: len(lines) + 1, PlayerID: e.PlayerID, Player: e.PlayerName, FromEvent: &from})
	}
	return lines, nil
}
