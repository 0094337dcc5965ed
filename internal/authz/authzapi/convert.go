package authzapi

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/authzlog"
	"referto/internal/authz/gate"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// timeOrZero is the zero time for nil, which the wire leaves out.
func timeOrZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func toAccount(a authzdb.Account) openapi.Account {
	return openapi.Account{
		Id: a.ID, Email: a.Email, Name: a.Name, Language: openapi.Language(a.Language),
		Verified: a.Verified(), CreatedAt: a.CreatedAt,
	}
}

// current lists the values that a stale change is shown.
func current(a authzdb.Account) map[string]any {
	return map[string]any{"version": gate.Version(a.Version), "name": a.Name, "language": a.Language}
}

func toScope(kind authz.Scope, id *uuid.UUID) openapi.GrantScope {
	s := openapi.GrantScope{Kind: openapi.GrantScopeKind(kind)}
	if id != nil {
		s.Id = *id
	}
	return s
}

func toMyGrant(g authzdb.OwnGrant, over string) openapi.MyGrant {
	return openapi.MyGrant{
		Id: g.ID, Tenant: openapi.TenantRef{Id: g.TenantID, Slug: g.TenantSlug, Name: g.TenantName}, TenantKind: openapi.TenantKind(g.TenantKind),
		Role: openapi.Role(g.Role), Scope: toScope(g.Scope, g.ScopeID), Over: over, From: g.ValidFrom, Until: timeOrZero(g.ValidUntil),
	}
}

func toMyInvitation(i authzdb.OwnInvitation, over string) openapi.MyInvitation {
	return openapi.MyInvitation{
		Id: i.ID, Tenant: openapi.TenantRef{Id: i.TenantID, Slug: i.TenantSlug, Name: i.TenantName},
		Role: openapi.Role(i.Role), Scope: toScope(i.Scope, i.ScopeID), Over: over, CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt,
	}
}

func toMember(m authzdb.Member) openapi.Member {
	return openapi.Member{
		Id: m.ID, Account: m.AccountID, Name: m.Name, Role: openapi.Role(m.Role),
		Scope: toScope(m.Scope, m.ScopeID), Over: m.Over, From: m.ValidFrom, Until: timeOrZero(m.ValidUntil),
	}
}

func toListedInvitation(i authzdb.ListedInvitation) openapi.Invitation {
	return openapi.Invitation{
		Id: i.ID, Email: i.Email, Role: openapi.Role(i.Role), Scope: toScope(i.Scope, i.ScopeID), Over: i.Over, State: openapi.InvitationState(i.State),
		CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt,
	}
}

// membership makes the log's fact about a role or an offer of one: ids, nothing
// personal.
func membership(id uuid.UUID, role authz.Role, scope authz.Scope, over, account uuid.UUID) authzlog.Membership {
	return authzlog.Membership{ID: id, Role: role, Scope: scope, ScopeID: tenantdb.Optional(over), Account: tenantdb.Optional(account)}
}

// record lists the fields of a grant or an invitation that the audit keeps. Mail addresses stay in their own table.
type record struct {
	authzlog.Membership
	From  time.Time  `json:"from,omitzero"`
	Until *time.Time `json:"until,omitempty"`
}

func toGrantRecord(g authzdb.Grant) record {
	return record{membership(g.ID, g.Role, g.Scope, g.Over(), g.AccountID), g.ValidFrom, g.ValidUntil}
}

func toInvitationRecord(i authzdb.Invitation) record {
	return record{Membership: membership(i.ID, i.Role, i.Scope, i.Over(), uuid.Nil), Until: i.ValidUntil}
}
