package authzapi

import (
	"context"
	"maps"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/authzlog"
	"referto/internal/authz/gate"
	"referto/internal/mail/maildb"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// GetMe answers with the caller's account.
func (a *API) GetMe(ctx context.Context, _ openapi.GetMeRequestObject) (openapi.GetMeResponseObject, error) {
	call := gate.From(ctx)
	account, err := authzdb.AccountByID(call.Global(), call.Account())
	if err != nil {
		return nil, err
	}
	var last *maildb.Outcome
	b := &tenantdb.Batch{}
	maildb.LoadOfAccount(b, &last, account.ID)
	if err := call.Global().Send(b); err != nil {
		return nil, err
	}
	call.ETag(gate.Version(account.Version))
	out := toAccount(account)
	if last != nil {
		out.Mail = gate.Mail(*last)
	}
	return openapi.GetMe200JSONResponse(out), nil
}

// UpdateMe changes the caller's name or language.
func (a *API) UpdateMe(ctx context.Context, r openapi.UpdateMeRequestObject) (openapi.UpdateMeResponseObject, error) {
	call := gate.From(ctx)
	account, err := authzdb.LockedAccount(call.Global(), call.Account())
	if err != nil {
		return nil, err
	}
	err = gate.CheckMatch(r.Params.IfMatch, gate.Version(account.Version), func() map[string]any { return current(account) })
	if err != nil {
		return nil, err
	}
	if r.Body.Name != "" {
		if account.Name, err = oneline.Clean(r.Body.Name); err != nil {
			return nil, err
		}
	}
	if r.Body.Language != "" {
		account.Language = string(r.Body.Language)
	}
	if err := authzdb.ChangeAccount(call.Global(), account); err != nil {
		return nil, err
	}
	account.Version++
	call.ETag(gate.Version(account.Version))
	return openapi.UpdateMe200JSONResponse(toAccount(account)), nil
}

// ListMyGrants answers with the caller's roles in all tenants.
func (a *API) ListMyGrants(ctx context.Context, _ openapi.ListMyGrantsRequestObject) (openapi.ListMyGrantsResponseObject, error) {
	call := gate.From(ctx)
	self, err := call.Global().Self(call.Account(), "")
	if err != nil {
		return nil, err
	}
	grants, err := authzdb.OwnGrants(self, call.Account(), call.Now)
	if err != nil {
		return nil, err
	}
	names, err := called(call, openapi.Each(grants, func(g authzdb.OwnGrant) over { return over{g.TenantID, g.Scope, g.ScopeID} }))
	if err != nil {
		return nil, err
	}
	return openapi.ListMyGrants200JSONResponse{Items: openapi.Each(grants, func(g authzdb.OwnGrant) openapi.MyGrant {
		return toMyGrant(g, names[g.Over()])
	})}, nil
}

// ListMyInvitations answers with the open offers to the caller's confirmed address.
func (a *API) ListMyInvitations(ctx context.Context, _ openapi.ListMyInvitationsRequestObject) (openapi.ListMyInvitationsResponseObject, error) {
	call := gate.From(ctx)
	invitations, err := ownInvitations(call)
	if err != nil {
		return nil, err
	}
	names, err := called(call, openapi.Each(invitations, func(i authzdb.OwnInvitation) over { return over{i.TenantID, i.Scope, i.ScopeID} }))
	if err != nil {
		return nil, err
	}
	return openapi.ListMyInvitations200JSONResponse{Items: openapi.Each(invitations, func(i authzdb.OwnInvitation) openapi.MyInvitation {
		return toMyInvitation(i, names[i.Over()])
	})}, nil
}

// over identifies the scope of a role, in one of all tenants.
type over struct {
	tenant uuid.UUID
	scope  authz.Scope
	id     *uuid.UUID
}

// called returns the names of the scopes of roles in several tenants, by their ids. Each tenant is queried for its
// own scopes.
func called(call *gate.Call, roles []over) (map[uuid.UUID]string, error) {
	scopes := map[uuid.UUID]map[uuid.UUID]authz.Scope{}
	for _, r := range roles {
		if r.id == nil {
			continue
		}
		if scopes[r.tenant] == nil {
			scopes[r.tenant] = map[uuid.UUID]authz.Scope{}
		}
		scopes[r.tenant][*r.id] = r.scope
	}
	out := map[uuid.UUID]string{}
	for tenant, of := range scopes {
		door, err := call.Global().Look(tenant)
		if err != nil {
			return nil, err
		}
		names, err := authzdb.Called(door, of)
		if err != nil {
			return nil, err
		}
		maps.Copy(out, names)
	}
	return out, nil
}

// ownInvitations are those open to the caller; none before their address is
// confirmed.
func ownInvitations(call *gate.Call) ([]authzdb.OwnInvitation, error) {
	account, err := authzdb.AccountByID(call.Global(), call.Account())
	if err != nil || !account.Verified() {
		return nil, err
	}
	self, err := call.Global().Self(account.ID, account.EmailKey)
	if err != nil {
		return nil, err
	}
	return authzdb.OwnInvitations(self, account.EmailKey, call.Now)
}

// AcceptInvitation gives the caller a role that was offered to them. It begins in the view of the caller's rows in
// all tenants and ends inside the tenant that offers the role.
func (a *API) AcceptInvitation(ctx context.Context, r openapi.AcceptInvitationRequestObject) (openapi.AcceptInvitationResponseObject, error) {
	call := gate.From(ctx)
	offered, err := ownInvitations(call)
	if err != nil {
		return nil, err
	}
	for _, own := range offered {
		if own.ID == r.Invitation {
			return openapi.AcceptInvitation204Response{}, accept(call, own)
		}
	}
	return nil, authzdb.ErrInvitation
}

func accept(call *gate.Call, own authzdb.OwnInvitation) error {
	tx, err := call.Enter(tenant.Tenant{ID: own.TenantID, Slug: own.TenantSlug, Name: own.TenantName})
	if err != nil {
		return err
	}
	invitation, err := authzdb.LockedInvitation(tx, own.ID, call.Now)
	if err != nil {
		return err
	}
	grant := authzdb.Grant{
		ID: newID(), AccountID: call.Account(), Role: invitation.Role, Scope: invitation.Scope, ScopeID: invitation.ScopeID,
		ValidFrom: call.Now, ValidUntil: invitation.ValidUntil, GrantedBy: &invitation.InvitedBy, CreatedAt: call.Now,
	}
	err = authzdb.AcceptInvitation(tx, invitation, grant)
	if tenantdb.Violates(err, "grant_ends_after_start") { // the role's time is over
		return authzdb.ErrInvitation
	}
	if err != nil {
		return err
	}
	call.Log(eventOf(grant.Scope, grant.Over()), authzlog.MemberJoined{Membership: membership(grant.ID, grant.Role, grant.Scope, grant.Over(), grant.AccountID)})
	call.Audit("grant:"+grant.ID.String(), "", nil, toGrantRecord(grant))
	return nil
}
