package eventapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/internal/mail/matter"
	"referto/internal/oneline"
	"referto/openapi"
)

// ListStaff lists organizer and referees of an event.
func (a API) ListStaff(ctx context.Context, r openapi.ListStaffRequestObject) (openapi.ListStaffResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	staff, err := leagueapi.LoadStaff(c, r.Event)
	if err != nil {
		return nil, err
	}
	v := leagueapi.View(c, s)
	items, err := staffView(c, v, staff)
	if err != nil {
		return nil, err
	}
	return openapi.ListStaff200JSONResponse{Items: items, Notices: openapi.Each(s.StaffNotices(staff), v.Explain)}, nil
}

// staffView makes the staff of an event; for callers who appoint it, with the outcome of the letters of
// invitation.
func staffView(c *gate.Call, v views.View, staff []facts.Staff) ([]openapi.Staff, error) {
	items, invited := v.StaffList(staff), []uuid.UUID{}
	if !c.Can("event:staff", c.Target()).Allowed {
		return items, nil
	}
	for _, s := range staff {
		if s.InvitationID != nil && s.AccountID == nil {
			invited = append(invited, *s.InvitationID)
		}
	}
	mailOf, err := gate.Mails(c.Door(), matter.Invitation, invited...)
	if err != nil {
		return nil, err
	}
	for i, s := range staff {
		if s.InvitationID != nil && s.AccountID == nil {
			items[i].Mail = mailOf(*s.InvitationID)
		}
	}
	return items, nil
}

// AddStaff names a person for the event, and offers them the role if they have a mail address. Callers may give
// only roles that they are allowed to give.
func (a API) AddStaff(ctx context.Context, r openapi.AddStaffRequestObject) (openapi.AddStaffResponseObject, error) {
	c := gate.From(ctx)
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	n := eventdesk.NewStaff{Name: name, Role: string(r.Body.Role), Player: r.Body.Player}
	if r.Body.Email != "" {
		if err := c.Identify(); err != nil {
			return nil, err
		}
		target := c.Target()
		if err := c.MayGrant(authz.Role(r.Body.Role), authz.ScopeStage, target).Err(); err != nil {
			return nil, err
		}
		n.Offer = func() (uuid.UUID, error) {
			return a.Invite(ctx, c.Tx(), c, r.Body.Email, string(r.Body.Role), r.Event.UUID)
		}
	}
	member, s, err := eventdesk.At(a.Desk).AddStaff(c.Tx(), leagueapi.Act(c), r.Event, n)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.AddStaff201JSONResponse(leagueapi.View(c, s).StaffMember(member)), nil
}

// RemoveStaff takes a person off the staff. The role that they were offered goes with it, so that only callers
// who may give the role may remove them.
func (a API) RemoveStaff(ctx context.Context, r openapi.RemoveStaffRequestObject) (openapi.RemoveStaffResponseObject, error) {
	c := gate.From(ctx)
	staff, err := leagueapi.LoadStaff(c, r.Event)
	if err != nil {
		return nil, err
	}
	for _, member := range staff {
		if member.ID != r.Staff || member.InvitationID == nil {
			continue
		}
		if err := c.MayGrant(authz.Role(member.Role), authz.ScopeStage, c.Target()).Err(); err != nil {
			return nil, err
		}
	}
	s, err := eventdesk.At(a.Desk).RemoveStaff(c.Tx(), leagueapi.Act(c), r.Event, r.Staff)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.RemoveStaff204Response{}, nil
}
