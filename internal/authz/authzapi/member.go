package authzapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/authzlog"
	"referto/internal/authz/gate"
	"referto/openapi"
)

// pageLength is the length of a page if the request names no limit, as in the contract.
const pageLength = 50

// memberPosition marks the end of a page of members.
type memberPosition struct {
	Grant uuid.UUID `json:"g"`
}

// ListMembers answers with the roles people hold in the tenant, as far as the roles of the caller reach.
func (a *API) ListMembers(ctx context.Context, r openapi.ListMembersRequestObject) (openapi.ListMembersResponseObject, error) {
	call := gate.From(ctx)
	list, limit := "members "+call.Tenant.ID.String(), pageLimit(r.Params.Limit)
	var after memberPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	if err := call.Identify(); err != nil { // their roles come with the first answer
		return nil, err
	}
	members, err := authzdb.Members(call.Door(), call.Now, call.Reach(call.PermissionOf(call.Operation.ID)), after.Grant, limit+1)
	if err != nil {
		return nil, err
	}
	next := ""
	if len(members) > limit {
		members = members[:limit]
		next = a.Cursors.Encode(list, memberPosition{members[limit-1].ID})
	}
	return openapi.ListMembers200JSONResponse{Items: openapi.Each(members, toMember), NextCursor: call.Next(next)}, nil
}

func pageLimit(asked int) int {
	if asked == 0 {
		return pageLength
	}
	return asked
}

// RevokeGrant takes a role back.
func (a *API) RevokeGrant(ctx context.Context, r openapi.RevokeGrantRequestObject) (openapi.RevokeGrantResponseObject, error) {
	call := gate.From(ctx)
	grant, otherManagers, err := authzdb.LockedGrant(call.Tx(), r.Grant, call.Now)
	if err != nil {
		return nil, err
	}
	if err := mayGrant(call, grant.Role, grant.Scope, grant.Over()); err != nil {
		return nil, err
	}
	if grant.Role == authz.RoleChampionshipManager && otherManagers == 0 {
		return nil, ErrLastManager
	}
	if err := authzdb.RevokeGrant(call.Tx(), grant, call.Account(), call.Now); err != nil {
		return nil, err
	}
	call.Log(eventOf(grant.Scope, grant.Over()), authzlog.MemberRevoked{Membership: membership(grant.ID, grant.Role, grant.Scope, grant.Over(), grant.AccountID)})
	call.Audit("grant:"+grant.ID.String(), "", toGrantRecord(grant), nil)
	return openapi.RevokeGrant204Response{}, nil
}

// Appoint gives an account a role over an event until a time, if the caller may grant it there: for a person named in
// an act, without an invitation. The audit is left to the caller of this method.
func (a *API) Appoint(call *gate.Call, account uuid.UUID, role authz.Role, event uuid.UUID, until time.Time) error {
	if err := mayGrant(call, role, authz.ScopeStage, event); err != nil {
		return err
	}
	by := call.Account()
	grant := authzdb.Grant{
		ID: newID(), AccountID: account, Role: role, Scope: authz.ScopeStage, ScopeID: &event, ValidFrom: call.Now, ValidUntil: &until,
		GrantedBy: &by, CreatedAt: call.Now,
	}
	if err := authzdb.AddGrant(call.Tx(), grant); err != nil {
		return err
	}
	call.Log(event, authzlog.MemberGranted{Membership: membership(grant.ID, role, authz.ScopeStage, event, account)})
	return nil
}

// mayGrant checks that the caller may give or revoke the role over the scope. The scope must be the tenant, or a
// region or an event of it; otherwise it returns [ErrScope].
func mayGrant(call *gate.Call, role authz.Role, scope authz.Scope, over uuid.UUID) error {
	target, err := authzdb.Place(call.Tx(), call.Tenant.ID, scope, over)
	if err != nil {
		return scopeError(err)
	}
	return call.MayGrant(role, scope, target).Err()
}

// eventOf is the event a role concerns, for the event's own log; uuid.Nil if none.
func eventOf(scope authz.Scope, over uuid.UUID) uuid.UUID {
	if scope == authz.ScopeStage {
		return over
	}
	return uuid.Nil
}
