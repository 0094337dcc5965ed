package eventdesk

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// NewStaff describes a person to be named for an event.
type NewStaff struct {
	Name   string
	Role   string
	Player league.PlayerID // if they are in the register, so that they cannot enter
	// Offer offers the role to their mail address in the same transaction and returns the invitation; nil if they
	// have no address. It is called after all other checks, because a mail counts even if it is not sent.
	Offer func() (uuid.UUID, error)
}

// AddStaff names an organizer, referee or helper. A player who has entered cannot referee (CN09 1.5), and there
// is only one first referee (CN09 1.3).
func (d Desk) AddStaff(tx tenantdb.Tx, act desk.Act, id league.EventID, n NewStaff) (facts.Staff, *officiating.Situation, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return facts.Staff{}, nil, err
	}
	if err := s.RequireGoesOn(); err != nil {
		return facts.Staff{}, nil, err
	}
	member := facts.Staff{ID: desk.NewID(), Role: n.Role, Name: n.Name, CreatedAt: act.Now}
	if n.Player != (league.PlayerID{}) {
		member.PlayerID = &n.Player
	}
	if err := d.checkStaff(tx, s, member); err != nil {
		return facts.Staff{}, nil, err
	}
	if n.Offer != nil {
		invitation, err := n.Offer()
		if err != nil {
			return facts.Staff{}, nil, err
		}
		member.InvitationID = &invitation
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddStaff(b, id, member) })
	act.Record.Log(id.UUID, leaguelog.StaffAdded{StaffNow: leaguelog.StaffNow{Staff: member.ID, Role: member.Role}})
	act.Record.Audit("staff "+member.Name, "", nil, map[string]any{"role": member.Role, "player": member.PlayerID})
	return member, s, nil
}

func (d Desk) checkStaff(tx tenantdb.Tx, s *officiating.Situation, member facts.Staff) error {
	var staff []facts.Staff
	b := &tenantdb.Batch{}
	leaguedb.LoadStaff(b, &staff, s.Event.ID)
	var player facts.Player
	if member.PlayerID != nil {
		leaguedb.LoadPerson(b, &player, *member.PlayerID)
	}
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return desk.UnknownPlayer
	} else if err != nil {
		return err
	}
	if err := people.MayUse(player); err != nil {
		return err
	}
	if member.PlayerID != nil {
		member.PlayerID = &player.ID
	}
	return s.MayName(member, staff)
}

// RemoveStaff takes a person off the staff; their role ends with the next request.
func (d Desk) RemoveStaff(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID) (*officiating.Situation, error) {
	s, err := d.Open(tx, event)
	if err != nil {
		return nil, err
	}
	var staff []facts.Staff
	b := &tenantdb.Batch{}
	leaguedb.LoadStaff(b, &staff, event)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(staff, func(o facts.Staff) bool { return o.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("staff %s: %w", id, league.ErrNotFound)
	}
	member := staff[i]
	b = &tenantdb.Batch{}
	leaguedb.RemoveStaff(b, event, member, act.By, act.Now)
	if err := tx.Send(b); err != nil { // their role was taken back meanwhile, which does not hold the event
		return nil, fmt.Errorf("staff %s: %w", id, err)
	}
	act.Record.Log(event.UUID, leaguelog.StaffRemoved{StaffNow: leaguelog.StaffNow{Staff: id, Role: member.Role}})
	act.Record.Audit("staff "+member.Name, "", map[string]any{"role": member.Role}, nil)
	return s, nil
}
