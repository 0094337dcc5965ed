package eventdesk

import (
	"errors"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// openBeforeStart opens an event whose play has not been settled yet.
func (d Desk) openBeforeStart(tx tenantdb.Tx, id league.EventID) (*officiating.Situation, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return nil, err
	}
	return s, s.RequireBeforeStart()
}

// AnnounceAnew gives the announcement its next version and leaves it to be
// written.
func AnnounceAnew(tx tenantdb.Tx, s *officiating.Situation) {
	s.Event.Version++
	desk.Save(tx, s)
}

// ProposeStructure proposes another structure than the formula's, in place of an earlier proposal. It takes
// effect once the office named by the ruleset has approved it (CN09 3.2).
func (d Desk) ProposeStructure(tx tenantdb.Tx, act desk.Act, id league.EventID, structure rules.Structure, reason string) (*officiating.Situation, error) {
	s, err := d.openBeforeStart(tx, id)
	if err != nil {
		return nil, err
	}
	if err := s.MayPropose(structure); err != nil {
		return nil, err
	}
	before := dropStructure(tx, act, s)
	Propose(tx, act, s, act.By, structure, reason)
	AnnounceAnew(tx, s)
	act.Record.Audit("structure", reason, before, structure)
	return s, nil
}

// Propose leaves a structure to be stored that waits for approval.
func Propose(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, by uuid.UUID, structure rules.Structure, reason string) {
	proposed := leaguedb.NewStructure(desk.NewID(), structure, reason, act.Now)
	s.Structure = &proposed
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ProposeStructure(b, id, proposed, by) })
	act.Record.Log(id.UUID, leaguelog.StructureProposed{StructureNow: desk.LoggedStructure(s, proposed)})
}

// dropStructure withdraws the current structure, if there is one, and returns its old state for the audit.
func dropStructure(tx tenantdb.Tx, act desk.Act, s *officiating.Situation) any {
	if s.Structure == nil {
		return nil
	}
	old := *s.Structure
	if s.Structure = nil; old.ApprovedAt != nil {
		desk.Publish(act, s)
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeStructure(b, old.ID, act.By, act.Now) })
	return old.Rules()
}

// WithdrawStructure restores the structure of the formula.
func (d Desk) WithdrawStructure(tx tenantdb.Tx, act desk.Act, id league.EventID) (*officiating.Situation, error) {
	s, err := d.openBeforeStart(tx, id)
	if err != nil {
		return nil, err
	}
	if s.Structure == nil {
		return nil, league.NotNow("no-structure-proposed")
	}
	before := dropStructure(tx, act, s)
	AnnounceAnew(tx, s)
	act.Record.Log(id.UUID, leaguelog.StructureWithdrawn{StructureNow: desk.LoggedStructure(s, facts.Structure{})})
	act.Record.Audit("structure", "", before, nil)
	return s, nil
}

// ApproveStructure approves the structure that is proposed.
func (d Desk) ApproveStructure(tx tenantdb.Tx, act desk.Act, id league.EventID) (*officiating.Situation, error) {
	s, err := d.openBeforeStart(tx, id)
	if err != nil {
		return nil, err
	}
	if err := s.MayApprove(); err != nil {
		return nil, err
	}
	ApproveStructure(tx, act, s)
	AnnounceAnew(tx, s)
	act.Record.Audit("structure", "", map[string]any{"approved": false}, map[string]any{"approved": true, "structure": s.Structure.Rules()})
	return s, nil
}

// ApproveStructure leaves the approval of the structure that is proposed to be stored.
func ApproveStructure(tx tenantdb.Tx, act desk.Act, s *officiating.Situation) {
	approved := *s.Structure
	approved.ApprovedAt = &act.Now
	s.Structure = &approved
	desk.Publish(act, s)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ApproveStructure(b, approved.ID, act.By, act.Now) })
	act.Record.Log(s.Event.ID.UUID, leaguelog.StructureApproved{StructureNow: desk.LoggedStructure(s, approved)})
}

// PreviousOrder holds the standings of the event before: those of one of the tenant's events, or entries in
// their order.
type PreviousOrder struct {
	Event   league.EventID // the zero id: none
	Entries []league.Entry
}

// SetPrevious sets the standings by which the first round is seated (SQ00 4). Players who enter later are found
// in them too; players who are not in them come last. Without entries and event it removes the standings.
func (d Desk) SetPrevious(tx tenantdb.Tx, act desk.Act, id league.EventID, order PreviousOrder) (*officiating.Situation, error) {
	s, err := d.openBeforeStart(tx, id)
	if err != nil {
		return nil, err
	}
	if err := s.MayFollowPrevious(); err != nil {
		return nil, err
	}
	lines, err := s.PreviousEntries(order.Entries)
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

// previousEvent are the final standings of an earlier event.
func (d Desk) previousEvent(tx tenantdb.Tx, s *officiating.Situation, id league.EventID) ([]facts.Previous, error) {
	earlier, err := d.View(tx, id)
	switch {
	case errors.Is(err, tenantdb.ErrNotFound) || errors.Is(err, league.ErrNotFound):
		return nil, league.Faults{{Field: "/event", Grounds: league.Grounds{Reason: "unknown-event"}}}
	case err != nil:
		return nil, err
	}
	return s.PreviousEvent(earlier)
}
