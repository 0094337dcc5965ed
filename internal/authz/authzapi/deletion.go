package authzapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/authzlog"
	"referto/internal/authz/gate"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// CloseAccount deletes the caller's account, after a check of the password. In each tenant in which the account has a
// role, an invitation or a record (records lists the tenants with a record) it revokes the account's roles and calls
// part for the rest, with a transaction of that tenant. All of it is committed together or not at all.
func (a *API) CloseAccount(ctx context.Context, call *gate.Call, typed string, records func(self tenantdb.Door) ([]tenant.Ref, error), part func(tenantdb.Tx, *gate.Records) error) error {
	account, err := a.accountByID(ctx, call.Account())
	if err != nil {
		return err
	}
	if err := a.confirm(ctx, call, account, typed); err != nil {
		return err
	}
	tx := call.Global() // begins here: session and permission are checked first
	if account, err = authzdb.LockedAccount(tx, account.ID); err != nil {
		return err
	}
	tenants, grants, err := presence(call, account, records)
	if err != nil {
		return err
	}
	for _, t := range tenants {
		enter := func(part func(tenantdb.Tx) error) error {
			in, err := tx.As(t)
			if err != nil {
				return err
			}
			return part(in)
		}
		err := call.Visit(enter, func(in tenantdb.Tx, there *gate.Records) error {
			if err := giveBack(call, in, there, grants[t]); err != nil {
				return err
			}
			in.Defer(func(b *tenantdb.Batch) { authzdb.ForgetInvited(b, account.EmailKey, call.Principal.String(), call.Now) })
			return part(in, there)
		})
		if err == nil {
			err = tx.Flush() // while it is this tenant's transaction
		}
		if err != nil {
			return err
		}
	}
	if err := authzdb.EndSessions(tx, account.ID, uuid.Nil, authzdb.EndedByDeletion, call.Now); err != nil {
		return err
	}
	return authzdb.EmptyAccount(tx, account.ID, call.Principal.String(), call.Now)
}

// presence are the tenants in which an account is known, and its roles in each.
func presence(call *gate.Call, account authzdb.Account, records func(tenantdb.Door) ([]tenant.Ref, error)) (tenants []uuid.UUID, grants map[uuid.UUID][]authzdb.OwnGrant, err error) {
	self, err := call.Global().Self(account.ID, account.EmailKey)
	if err != nil {
		return nil, nil, err
	}
	held, err := authzdb.OwnGrants(self, account.ID, call.Now)
	if err != nil {
		return nil, nil, err
	}
	invited, err := authzdb.InvitingTenants(self, account.EmailKey)
	if err != nil {
		return nil, nil, err
	}
	about, err := records(self)
	if err != nil {
		return nil, nil, err
	}
	grants, seen := map[uuid.UUID][]authzdb.OwnGrant{}, map[uuid.UUID]bool{}
	note := func(t uuid.UUID) {
		if !seen[t] {
			seen[t], tenants = true, append(tenants, t)
		}
	}
	for _, g := range held {
		grants[g.TenantID] = append(grants[g.TenantID], g)
		note(g.TenantID)
	}
	for _, t := range append(invited, about...) {
		note(t.ID)
	}
	return tenants, grants, nil
}

// giveBack revokes all roles of an account in a tenant. It returns [ErrLastManager] if the tenant would be left
// without a manager.
func giveBack(call *gate.Call, in tenantdb.Tx, there *gate.Records, held []authzdb.OwnGrant) error {
	for _, own := range held {
		grant, otherManagers, err := authzdb.LockedGrant(in, own.ID, call.Now)
		if err != nil {
			return err
		}
		if grant.Role == authz.RoleChampionshipManager && grant.Scope == authz.ScopeTenant && otherManagers == 0 {
			return ErrLastManager
		}
		if err := authzdb.RevokeGrant(in, grant, call.Account(), call.Now); err != nil {
			return err
		}
		there.Log(eventOf(grant.Scope, grant.Over()), authzlog.MemberRevoked{Membership: membership(grant.ID, grant.Role, grant.Scope, grant.Over(), grant.AccountID)})
	}
	there.Audit("account", "", nil, map[string]any{"deleted": true, "roles": len(held)})
	return nil
}
