package authzapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/authzlog"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/mail/matter"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// invitationPosition marks the end of a page of invitations.
type invitationPosition struct {
	Invitation uuid.UUID `json:"i"`
}

// ListInvitations answers with the tenant's invitations in a state, open ones if none is
// asked for, as far as the roles of the caller reach.
func (a *API) ListInvitations(ctx context.Context, r openapi.ListInvitationsRequestObject) (openapi.ListInvitationsResponseObject, error) {
	call := gate.From(ctx)
	state := cmp.Or(authzdb.InvitationState(r.Params.State), authzdb.InvitationOpen)
	list, limit := "invitations "+call.Tenant.ID.String()+" "+string(state), pageLimit(r.Params.Limit)
	var after invitationPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	if err := call.Identify(); err != nil { // their roles come with the first answer
		return nil, err
	}
	invitations, err := authzdb.Invitations(call.Door(), state, call.Now, call.Reach(call.PermissionOf(call.Operation.ID)), after.Invitation, limit+1)
	if err != nil {
		return nil, err
	}
	next := ""
	if len(invitations) > limit {
		invitations = invitations[:limit]
		next = a.Cursors.Encode(list, invitationPosition{invitations[limit-1].ID})
	}
	mailOf, err := gate.Mails(call.Door(), matter.Invitation, openapi.Each(invitations, func(i authzdb.ListedInvitation) uuid.UUID { return i.ID })...)
	if err != nil {
		return nil, err
	}
	items := openapi.Each(invitations, func(i authzdb.ListedInvitation) openapi.Invitation {
		out := toListedInvitation(i)
		out.Mail = mailOf(i.ID)
		return out
	})
	return openapi.ListInvitations200JSONResponse{Items: items, NextCursor: call.Next(next)}, nil
}

// InviteMember offers a role to a mail address. Nothing of the answer depends on
// whether the address has an account.
func (a *API) InviteMember(ctx context.Context, r openapi.InviteMemberRequestObject) (openapi.InviteMemberResponseObject, error) {
	call := gate.From(ctx)
	scope, over, err := fromScope(r.Body.Scope, call.Tenant.ID)
	if err != nil {
		return nil, err
	}
	invitation, err := a.Invite(ctx, call, Offer{Email: r.Body.Email, Role: authz.Role(r.Body.Role), Scope: scope, ScopeID: over, Until: r.Body.Until})
	if err != nil {
		return nil, err
	}
	call.Audit("invitation:"+invitation.ID.String(), "", nil, toInvitationRecord(invitation))
	names, err := authzdb.Called(call.Tx(), map[uuid.UUID]authz.Scope{over: scope})
	if err != nil {
		return nil, err
	}
	out := toListedInvitation(authzdb.ListedInvitation{Invitation: invitation, Over: names[over], State: authzdb.InvitationOpen})
	out.Mail = call.MailUnderWay()
	return openapi.InviteMember201JSONResponse(out), nil
}

// Offer is a role to be offered to a mail address.
type Offer struct {
	Email   string
	Role    authz.Role
	Scope   authz.Scope
	ScopeID uuid.UUID // uuid.Nil over the tenant
	Until   time.Time // end of the role; zero: until revoked
}

// Invite offers a role in the call's tenant, if the caller may grant it there. It sends a letter and logs a fact; the
// audit is left to the caller of this method. It returns an error of package email, [ErrScope], [ErrUntil], a
// [quota.ExceededError] or a refusal.
func (a *API) Invite(ctx context.Context, call *gate.Call, o Offer) (authzdb.Invitation, error) {
	none := authzdb.Invitation{}
	address, err := email.Parse(o.Email)
	if err != nil {
		return none, err
	}
	if err := mayGrant(call, o.Role, o.Scope, o.ScopeID); err != nil {
		return none, err
	}
	until, err := endOf(o.Until, call.Now)
	if err != nil {
		return none, err
	}
	// Repeating the same offer would molest the person; but a referee of five stages is offered five roles.
	offer := fmt.Sprintf("invitation %s %s %s", call.Tenant.ID, o.Role, o.ScopeID)
	if err := a.takeOffer(ctx, call, offer, address.Key); err != nil {
		return none, err
	}
	invitation := authzdb.Invitation{
		ID: newID(), Email: address.Text, EmailKey: address.Key, Role: o.Role, Scope: o.Scope, ScopeID: tenantdb.Optional(o.ScopeID),
		ValidUntil: until, InvitedBy: call.Account(), CreatedAt: call.Now, ExpiresAt: call.Now.Add(authzdb.InvitationLifetime),
	}
	if err := authzdb.AddInvitation(call.Tx(), invitation); err != nil {
		return none, err
	}
	call.Log(eventOf(o.Scope, o.ScopeID), authzlog.MemberInvited{Membership: membership(invitation.ID, o.Role, o.Scope, o.ScopeID, uuid.Nil)})
	call.ExpectMail(matter.Invitation, invitation.ID)
	return invitation, a.Outbox.Insert(call.Tx(), letters.Invite{Tenant: call.Tenant.ID, Invitation: invitation.ID})
}

// endOf is the end of a role, nil for none. The error is [ErrUntil].
func endOf(until, now time.Time) (*time.Time, error) {
	if until.IsZero() {
		return nil, nil //nolint:nilnil // no end is no error
	}
	until = until.UTC().Truncate(time.Microsecond)
	if !until.After(now) {
		return nil, ErrUntil
	}
	return &until, nil
}

// WithdrawInvitation withdraws an offer. Everyone who could have made the offer may do so.
func (a *API) WithdrawInvitation(ctx context.Context, r openapi.WithdrawInvitationRequestObject) (openapi.WithdrawInvitationResponseObject, error) {
	call := gate.From(ctx)
	invitation, err := authzdb.LockedInvitation(call.Tx(), r.Invitation, call.Now)
	if err != nil {
		return nil, err
	}
	if err := mayGrant(call, invitation.Role, invitation.Scope, invitation.Over()); err != nil {
		return nil, err
	}
	if err := authzdb.WithdrawInvitation(call.Tx(), invitation.ID, call.Now); err != nil {
		return nil, err
	}
	call.Log(eventOf(invitation.Scope, invitation.Over()), authzlog.InvitationWithdrawn{
		Membership: membership(invitation.ID, invitation.Role, invitation.Scope, invitation.Over(), uuid.Nil),
	})
	call.Audit("invitation:"+invitation.ID.String(), "", toInvitationRecord(invitation), nil)
	return openapi.WithdrawInvitation204Response{}, nil
}

// fromScope reads a scope: over the tenant without an id or with the tenant's own,
// over anything else with its id. The error is [ErrScope].
func fromScope(s openapi.GrantScope, tenant uuid.UUID) (authz.Scope, uuid.UUID, error) {
	scope := authz.Scope(s.Kind)
	switch {
	case scope != authz.ScopeTenant && s.Id == uuid.Nil,
		scope == authz.ScopeTenant && s.Id != uuid.Nil && s.Id != tenant:
		return "", uuid.Nil, ErrScope
	case scope == authz.ScopeTenant:
		return scope, uuid.Nil, nil
	}
	return scope, s.Id, nil
}

// scopeError turns "no such row" into [ErrScope].
func scopeError(err error) error {
	if errors.Is(err, tenantdb.ErrNotFound) {
		return ErrScope
	}
	return err
}
