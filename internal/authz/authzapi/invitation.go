package authzapi

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListInvitations answers with the tenant's open invitations.
func (a *API) ListInvitations(ctx context.Context, _ openapi.ListInvitationsRequestObject) (openapi.ListInvitationsResponseObject, error) {
	call := gate.From(ctx)
	invitations, err := authzdb.OpenInvitations(call.Door(), call.Now)
	if err != nil {
		return nil, err
	}
	return openapi.ListInvitations200JSONResponse{Items: each(invitations, toInvitation)}, nil
}

// InviteMember offers a role to a mail address. Nothing of the answer depends on
// whether the address has an account.
func (a *API) InviteMember(ctx context.Context, r openapi.InviteMemberRequestObject) (openapi.InviteMemberResponseObject, error) {
	call := gate.From(ctx)
	address, err := email.Parse(r.Body.Email)
	if err != nil {
		return nil, err
	}
	scope, over, err := fromScope(r.Body.Scope, call.Tenant.ID)
	if err != nil {
		return nil, err
	}
	role := authz.Role(r.Body.Role)
	if err := mayGrant(call, role, scope, over); err != nil {
		return nil, err
	}
	invitation := authzdb.Invitation{
		ID: newID(), Email: address.Text, EmailKey: address.Key, Role: role, Scope: scope, ScopeID: optional(over),
		InvitedBy: call.Account(), CreatedAt: call.Now, ExpiresAt: call.Now.Add(authzdb.InvitationLifetime),
	}
	if until := r.Body.Until.UTC().Truncate(time.Microsecond); !r.Body.Until.IsZero() {
		if !until.After(call.Now) {
			return nil, ErrUntil
		}
		invitation.ValidUntil = &until
	}
	if err := a.takeMail("invitation "+call.Tenant.ID.String()+" "+address.Key, call); err != nil {
		return nil, err
	}
	if err := authzdb.AddInvitation(call.Tx(), invitation); err != nil {
		return nil, err
	}
	err = a.Outbox.Insert(call.Tx(), letters.Invite{Tenant: call.Tenant.ID, Invitation: invitation.ID})
	if err != nil {
		return nil, err
	}
	call.Log("member.invited", stageOf(scope, over), factOf(invitation.ID, role, scope, over, uuid.Nil))
	call.Audit("invitation:"+invitation.ID.String(), "", nil, toInvitationRecord(invitation))
	return openapi.InviteMember201JSONResponse(toInvitation(invitation)), nil
}

// WithdrawInvitation takes an offer back, by who could have made it.
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
	call.Log("member.invitation-withdrawn", stageOf(invitation.Scope, invitation.Over()),
		factOf(invitation.ID, invitation.Role, invitation.Scope, invitation.Over(), uuid.Nil))
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
